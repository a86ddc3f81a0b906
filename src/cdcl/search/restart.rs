//! Restarts.
//!
//! **What it does.** Undoes the decisions, except the first ones that would be made again in the same order.
//!
//! **Schedule and cost.** In focused mode, at least `restart_interval` conflicts apart, when the average glue of recent
//! clauses exceeds the long-term average by `restart_margin` percent; in stable mode after intervals that follow the
//! Luby sequence, computed by reluctant doubling.
//!
//! **References.** Luby, Sinclair, Zuckerman (IPL'93); Knuth, TAOCP 7.2.2.2 (reluctant doubling); Audemard, Simon
//! (CP'12); Biere, Fröhlich (POS'15); van der Tak, Ramos, Heule (JSAT'11) for reusing the trail.

use crate::cdcl::Solver;
use crate::cdcl::schedule::log_growth;
use crate::util::reluctant::Reluctant;

/// The longest restart interval in stable mode, in conflicts.
pub(in crate::cdcl) const LONGEST_LUBY: u64 = 1 << 20;

/// When restarts are due.
#[derive(Clone, Debug, Default)]
pub struct Restarts {
    /// The count of conflicts before which focused mode does not restart.
    pub(in crate::cdcl) due: u64,
    /// Triggers the restarts of stable mode.
    pub(in crate::cdcl) reluctant: Reluctant,
}

impl Solver {
    /// Whether a restart is due.
    pub(super) fn restarting(&mut self) -> bool {
        if !self.options.restart || self.trail.level() <= self.assumed() {
            return false;
        }
        if self.schedule.stable {
            return self.schedule.restart.reluctant.take();
        }
        if self.counters.conflicts < self.schedule.restart.due {
            return false;
        }
        let averages = &self.averages[0];
        let margin = 1.0 + self.options.restart_margin as f64 / 100.0;
        averages.fast_glue.value() >= margin * averages.slow_glue.value()
    }

    /// Undoes the decisions, except those that would be made again.
    pub(super) fn restart(&mut self) {
        self.counters.restarts += 1;
        let kept = self.reusable_level();
        debug_assert!(self.assumed() <= kept && kept <= self.trail.level(), "assumptions stay decided");
        if kept > self.assumed() {
            self.counters.reused += 1;
        }
        self.backtrack(kept);
        self.begin_burst();
        if !self.schedule.stable {
            self.plan_restart();
        }
    }

    /// Schedules the next restart of focused mode.
    pub(super) fn plan_restart(&mut self) {
        let extra = log_growth(self.counters.restarts) - 1.0;
        self.schedule.restart.due = self.counters.conflicts + self.options.restart_interval + extra as u64;
    }

    /// The highest level up to which all decisions precede the next one in the decision order.
    fn reusable_level(&mut self) -> u32 {
        let assumed = self.assumed();
        if !self.options.restart_reuse_trail {
            return assumed;
        }
        let Some(next) = self.next_variable() else { return assumed };
        debug_assert_eq!(self.values.value(next.pos()), 0);
        let mut level = assumed;
        while let Some(frame) = self.trail.frames.get(level as usize) {
            let Some(decision) = frame.decision else { break };
            let var = decision.var();
            let before = if self.schedule.stable {
                self.scores.score(var) > self.scores.score(next)
            } else {
                self.queue.stamp(var) > self.queue.stamp(next)
            };
            if !before {
                break;
            }
            level += 1;
        }
        level
    }
}
