//! The search: one loop, one ladder of things that may be due.

pub mod assume;
pub mod backtrack;
pub mod bump;
mod burst;
pub mod chain;
pub mod collect;
pub mod decide;
pub mod eager;
pub mod learn;
pub mod lucky;
pub mod minimize;
pub mod mode;
mod opening;
mod otfs;
pub mod reduce;
mod reorder;
pub mod rephase;
pub mod report;
pub mod restart;
pub mod schedule;
pub mod shrink;
pub mod tier;
pub mod told;
pub mod units;

use super::{Solver, Status};
use crate::limits::{Limits, Stop};
use told::Told;

/// Ticks between looks at the clock and at the memory: a few milliseconds.
pub(in crate::cdcl) const LOOK_INTERVAL: u64 = 300_000;

impl Solver {
    /// Searches until there is an answer or a limit is met. Starts and may end at any level.
    pub(super) fn search<const OBSERVED: bool>(&mut self, limits: &Limits, told: &mut Told<'_>) -> Status {
        if self.inconsistent {
            return Status::Unsat;
        }
        if let Some(stop) = self.stopped(limits) {
            return Status::Unknown(stop);
        }
        if let Some(conflict) = self.propagate_and_tell::<OBSERVED>(told) {
            self.learn(conflict);
            debug_assert!(self.inconsistent);
            return Status::Unsat;
        }
        self.start_schedule(limits);
        if self.assumptions.is_empty() && self.counters.solves == 1 {
            self.try_lucky();
        }
        loop {
            if self.inconsistent {
                return Status::Unsat;
            }
            // The lists may be half laid out: nothing may be propagated.
            if self.exhausted {
                return Status::Unknown(Stop::Memory);
            }
            if let Some(conflict) = self.propagate_and_tell::<OBSERVED>(told) {
                if self.counters.conflicts >= self.schedule.conflict_limit && self.trail.level() > 0 {
                    return Status::Unknown(Stop::Conflicts);
                }
                self.learn(conflict);
                if OBSERVED {
                    self.tell_learning(told);
                }
                continue;
            }
            if self.all_assigned() {
                return Status::Sat;
            }
            if let Some(stop) = self.limit_met(limits) {
                return Status::Unknown(stop);
            }
            if self.reducing() {
                self.reduce();
            } else if self.switching() {
                self.switch_mode();
            } else if self.restarting() {
                self.restart();
            } else if self.rephasing() {
                self.rephase();
            } else if self.eliminating_fast() {
                self.eliminate_fast();
            } else if self.probing() {
                self.probe();
            } else if self.eliminating() {
                self.eliminate();
            } else if self.reordering() {
                // After elimination, which goes by the order that the search has come to.
                self.reorder();
            } else if !self.decide() {
                return Status::Unsat;
            }
            if OBSERVED {
                self.tell(told);
            }
        }
    }

    /// Whether every variable has a value (and so, after propagation without conflict, every clause a true literal).
    fn all_assigned(&self) -> bool {
        self.trail.lits.len() + self.fates.gone() == self.trail.info.len()
            && self.trail.level() as usize >= self.assumptions.len()
    }

    /// Counted limits at once, clock and memory now and then.
    fn limit_met(&mut self, limits: &Limits) -> Option<Stop> {
        let counters = &self.counters;
        let reached = |limit: u64, count: u64| count >= limit;
        if reached(self.schedule.conflict_limit, counters.conflicts) {
            return Some(Stop::Conflicts);
        }
        if reached(self.schedule.decision_limit, counters.decisions) {
            return Some(Stop::Decisions);
        }
        if reached(self.schedule.tick_limit, counters.ticks) {
            return Some(Stop::Ticks);
        }
        if self.exhausted || self.door.watches.lost() {
            return Some(Stop::Memory);
        }
        if counters.ticks < self.schedule.look && !self.schedule.stopped {
            return None;
        }
        self.schedule.look = counters.ticks + LOOK_INTERVAL;
        self.stopped(limits)
    }
}
