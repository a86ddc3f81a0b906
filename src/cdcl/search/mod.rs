//! The search: one loop that propagates, learns from conflicts, and otherwise takes the first step that is due.

pub mod assume;
pub mod backtrack;
pub mod bump;
pub mod burst;
pub mod chain;
pub mod collect;
pub mod decide;
pub mod keep;
pub mod learn;
pub mod learned;
pub mod lucky;
pub mod minimize;
pub mod mode;
pub mod notify;
pub mod opening;
mod otfs;
pub mod reduce;
mod reorder;
pub mod rephase;
pub mod report;
pub mod restart;
pub mod shrink;
pub mod target;
pub mod tier;
pub mod units;

use super::schedule::CHECK_INTERVAL;
use super::state::watch::Layout;
use super::{Solver, Status};
use crate::limits::{Limits, Stop};
use notify::Notifier;
use reorder::REORDER;

impl Solver {
    /// Searches until there is an answer or a limit is reached. May start and end at any level.
    pub(super) fn search<const OBSERVED: bool>(&mut self, limits: &Limits, notifier: &mut Notifier<'_>) -> Status {
        if self.inconsistent {
            return Status::Unsat;
        }
        if let Some(stop) = self.stopped(limits) {
            return Status::Unknown(stop);
        }
        if let Some(conflict) = self.propagate_and_notify::<OBSERVED>(notifier) {
            self.learn(conflict);
            debug_assert!(self.inconsistent);
            return Status::Unsat;
        }
        self.start_schedule(limits);
        debug_assert!(self.trail.is_propagated() && self.layout == Layout::Watched);
        debug_assert!(!self.extension.is_tainted(), "clauses were restored");
        if self.assumptions.is_empty() && self.counters.solves == 1 && self.share.is_none() {
            self.timed("lucky", Solver::try_lucky);
        }
        if !self.all_assigned() {
            self.prepare_decisions();
        }
        loop {
            debug_assert!(self.inconsistent || self.trail.level() >= self.kept.level);
            if self.inconsistent {
                return Status::Unsat;
            }
            // The watch lists may be incomplete, so nothing may be propagated any more.
            if self.exhausted {
                return Status::Unknown(Stop::Memory);
            }
            if let Some(conflict) = self.propagate_and_notify::<OBSERVED>(notifier) {
                if self.counters.conflicts >= self.schedule.limits.conflicts && self.trail.level() > 0 {
                    return Status::Unknown(Stop::Conflicts);
                }
                self.learn(conflict);
                if OBSERVED {
                    self.notify_learning(notifier);
                }
                continue;
            }
            if self.all_assigned() {
                debug_assert!(self.trail.is_propagated(), "no clause is falsified");
                return Status::Sat;
            }
            // The time that an observer takes is not counted in ticks, so the stop flag is looked at in each step.
            self.schedule.limits.stopped |= OBSERVED && limits.stop.raised();
            if let Some(stop) = self.limit_reached(limits) {
                return Status::Unknown(stop);
            }
            if self.sharing() {
                self.exchange_clauses();
            } else if self.building_matrices() {
                self.timed("gauss", Solver::build_matrices);
            } else if self.reducing() {
                self.timed("reduce", Solver::reduce);
            } else if self.switching() {
                self.switch_mode();
            } else if self.restarting() {
                self.restart();
            } else if self.rephasing() {
                self.rephase();
            } else if self.looking_at_given() {
                self.look_at_given();
            } else if self.closing_early() {
                self.close_early();
            } else if self.factoring_early() {
                self.factor_early();
            } else if self.eliminating_fast() {
                self.eliminate_fast();
            } else if self.inprocessing() {
                self.inprocess();
            } else if self.eliminating() {
                self.eliminate();
            } else if self.reordering() {
                // After elimination, which uses the current decision order.
                self.pass(&REORDER, 0);
            } else {
                if OBSERVED {
                    self.notify_ratings(notifier);
                }
                if !self.decide() {
                    return Status::Unsat;
                }
            }
            if OBSERVED {
                self.notify(notifier);
            }
        }
    }

    /// Whether every active variable has a value. After propagation without conflict every clause is then satisfied.
    fn all_assigned(&self) -> bool {
        self.trail.lits.len() + self.statuses.inactive() == self.trail.info.len()
            && self.trail.level() >= self.assumed()
    }

    /// The limit that is reached, if any: counts are checked at every call, clock and memory every [`CHECK_INTERVAL`]
    /// ticks.
    fn limit_reached(&mut self, limits: &Limits) -> Option<Stop> {
        let counters = &self.counters;
        let reached = |limit: u64, count: u64| count >= limit;
        if reached(self.schedule.limits.conflicts, counters.conflicts) {
            return Some(Stop::Conflicts);
        }
        if reached(self.schedule.limits.decisions, counters.decisions) {
            return Some(Stop::Decisions);
        }
        if reached(self.schedule.limits.propagations, counters.propagations) {
            return Some(Stop::Propagations);
        }
        if reached(self.schedule.limits.ticks, counters.ticks) {
            return Some(Stop::Ticks);
        }
        if self.exhausted || self.db.watches.incomplete() {
            return Some(Stop::Memory);
        }
        if counters.ticks < self.schedule.limits.next_check && !self.schedule.limits.stopped {
            return None;
        }
        self.schedule.limits.next_check = counters.ticks + CHECK_INTERVAL;
        self.stopped(limits)
    }
}
