//! Bursts of random decisions.
//!
//! **What it does.** In focused mode, for about ten conflicts at a time, the variables to decide are drawn at random;
//! their phases are chosen as always. The search then learns clauses about other parts of the formula.
//!
//! **Why it pays.** It keeps the queue from returning to the same variables. Figures: docs/techniques.md.
//!
//! **Schedule and cost.** Bursts begin at restarts. The n-th one lasts `10 * log10(n + 9)` conflicts, and the
//! next begins `burst_interval * log10(n + 9)` conflicts after it began.
//!
//! **Tried and dropped.** Intervals that grow with n log(n), twice as many bursts, bursts three times as long: more
//! conflicts, or no difference.
//!
//! **References.** Biere et al. (SAT Competition 2024).

use crate::cdcl::Solver;
use crate::cdcl::schedule::log_growth;
use crate::cnf::Var;
use crate::util::rng::Rng;

/// The length of the n-th burst is this many conflicts times `log10(n + 9)`.
const BURST_CONFLICTS: f64 = 10.0;

/// Random draws before the usual decision order is used instead.
const MAX_DRAWS: usize = 8;

/// The bursts of random decisions.
#[derive(Clone, Debug, Default)]
pub struct Burst {
    /// The count of conflicts at which the next burst begins.
    pub(in crate::cdcl) due: u64,
    pub(in crate::cdcl) end: u64,
    rng: Rng,
}

impl Solver {
    /// Begins a burst if one is due. Called at restarts.
    pub(super) fn begin_burst(&mut self) {
        let interval = self.options.burst_interval;
        if interval == 0 || self.schedule.stable || self.counters.conflicts < self.schedule.burst.due {
            return;
        }
        self.counters.bursts += 1;
        let n = self.counters.bursts;
        let growth = log_growth(n);
        self.schedule.burst.rng = Rng::new(self.options.seed ^ n);
        self.schedule.burst.end = self.counters.conflicts + (BURST_CONFLICTS * growth) as u64;
        self.schedule.burst.due = self.counters.conflicts + (interval as f64 * growth) as u64;
    }

    /// A random unassigned variable; `None` if [`MAX_DRAWS`] draws find none.
    pub(super) fn random_variable(&mut self) -> Option<Var> {
        debug_assert!(!self.schedule.stable, "bursts belong to the focused mode");
        for _ in 0..MAX_DRAWS {
            let var = Var::new(self.schedule.burst.rng.index(self.trail.info.len()));
            if self.values.value(var.pos()) == 0 && !self.statuses.is_inactive(var) {
                return Some(var);
            }
        }
        None
    }
}
