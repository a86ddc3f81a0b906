//! Bursts of random decisions.
//!
//! **What it does.** Now and then in focused mode, for a few conflicts, the variables to decide are drawn at random, their
//! phases as always. What is learned then comes from other corners of the formula.
//!
//! **Why it pays.** It keeps the queue from circling around the same variables. Figures: docs/techniques.md.
//!
//! **Schedule and cost.** Every `burst_interval * n * log10(n + 9)` conflicts, at a restart, for `burst_length *
//! log10(n + 9)` conflicts.
//!
//! **References.** Biere et al. (SAT Competition 2024).

use super::schedule::log_growth;
use crate::cdcl::Solver;
use crate::cnf::Var;
use crate::util::rng::Rng;

/// Draws before the usual order decides.
const DRAWS: usize = 8;

impl Solver {
    /// Begins a burst if one is due; called at restarts.
    pub(super) fn begin_burst(&mut self) {
        let interval = self.options.burst_interval;
        if interval == 0 || self.schedule.stable || self.counters.conflicts < self.schedule.burst {
            return;
        }
        self.counters.bursts += 1;
        let n = self.counters.bursts;
        let growth = log_growth(n);
        self.schedule.burst_rng = Rng::new(self.options.seed ^ n);
        self.schedule.burst_end = self.counters.conflicts + (self.options.burst_length as f64 * growth) as u64;
        self.schedule.burst = self.counters.conflicts + (interval as f64 * n as f64 * growth) as u64;
    }

    /// An unassigned variable at random; `None` if a few draws bring none.
    pub(super) fn random_variable(&mut self) -> Option<Var> {
        for _ in 0..DRAWS {
            let var = Var::new(self.schedule.burst_rng.index(self.trail.info.len()) as u32);
            if self.values.value(var.pos()) == 0 && !self.fates.is_gone(var) {
                return Some(var);
            }
        }
        None
    }
}
