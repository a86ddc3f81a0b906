//! Rephasing: resetting the saved phases.
//!
//! **What it does.** Replaces the saved phases, in turn, by the best ones, those of a walk, the inverted original ones,
//! the best ones, those of a walk, and the original ones. Clears the target phases.
//!
//! **Schedule and cost.** In stable mode only; the n-th interval is `rephase_interval * n * log10(n + 9)^3` conflicts.
//! A walk has its own budget (`walk_effort`).
//!
//! **References.** Biere (CaDiCaL, SAT Race 2019); Biere, Fleury (POS'20).

use crate::cdcl::Solver;
use crate::cdcl::inprocess::WALK;
use crate::cdcl::schedule::log_growth;

/// When rephasing is due.
#[derive(Clone, Debug, Default)]
pub struct Rephasings {
    pub(in crate::cdcl) due: u64,
    /// The search ticks at the last walk.
    pub(in crate::cdcl) walk_ticks: u64,
}

impl Solver {
    /// Whether rephasing is due.
    pub(super) fn rephasing(&self) -> bool {
        self.options.rephase && self.schedule.stable && self.counters.conflicts >= self.schedule.rephase.due
    }

    /// Resets the saved phases.
    pub(super) fn rephase(&mut self) {
        if !self.go_to_root() {
            return;
        }
        debug_assert!(self.schedule.stable && self.trail.level() == 0);
        let times = self.counters.rephasings;
        self.counters.rephasings += 1;
        let original = if self.options.phase { 1 } else { -1 };
        let letter = match times % 6 {
            2 => {
                self.phases.saved.fill(-original);
                'I'
            }
            5 => {
                self.phases.saved.fill(original);
                'O'
            }
            1 | 4 => {
                let ticks = self.ticks_since(|schedule| &mut schedule.rephase.walk_ticks);
                self.pass(&WALK, ticks);
                'W'
            }
            _ => {
                for (saved, &best) in self.phases.saved.iter_mut().zip(&self.phases.best) {
                    if best != 0 {
                        *saved = best;
                    }
                }
                self.schedule.target.best_assigned = 0;
                'B'
            }
        };
        debug_assert!(self.phases.saved.iter().all(|&phase| phase.abs() == 1), "each variable has a saved phase");
        self.phases.target.fill(0);
        self.schedule.target.assigned = 0;
        let n = self.counters.rephasings + 1;
        let interval = self.options.rephase_interval as f64 * n as f64 * log_growth(n).powi(3);
        self.schedule.rephase.due = self.counters.conflicts + interval as u64;
        self.report(letter);
    }
}
