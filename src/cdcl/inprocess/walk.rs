//! Local search for better saved phases.
//!
//! **What it does.** Walks from the saved phases over the irredundant clauses by probSAT's rule, and saves the best
//! assignment that it finds, if that leaves fewer clauses false than the first one.
//!
//! **Why it pays.** On satisfiable formulas the search continues closer to a model, and small random ones are solved by
//! the walk. Figures: docs/techniques.md.
//!
//! **Soundness and proof.** Only phases change.
//!
//! **Schedule and cost.** Every third rephasing in stable mode is a walk. A share of the search ticks since the last
//! walk, one tick for each clause visited. Formulas of more than half a million clauses are skipped, since the walk
//! needs tables as large as the formula.
//!
//! **Tried and dropped.** Warming up: the walk begins at the assignment that decisions and propagation give when
//! conflicts are ignored (Cai, Zhang, SAT'21). Sixteen formulas took 1.32 million conflicts without it and 1.47 with
//! it; one of them seven times as many, one an eighth.
//!
//! **References.** Balint, Schöning (SAT'12); Cai, Zhang (SAT'21) for walks within CDCL; Biere et al. (SAT Competition
//! 2020).

use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cnf::{Assignment, Formula};
use crate::local::polish::polish;

/// Clauses of the largest formula that is walked.
const MOST_CLAUSES: u64 = 500_000;

/// Rephasing reports a line of progress, so the walk has no letter of its own.
pub(in crate::cdcl) const WALK: Technique = Technique {
    on: |options| options.walk,
    effort: |options| options.walk_effort,
    ticks: |counters| counters.walk_ticks,
    due: |solver, _| solver.db.population().all_irredundant() <= MOST_CLAUSES,
    ..Technique::new("walk", |solver, visits| solver.walk(visits).into())
};

impl Solver {
    /// Looks for better saved phases by local search that visits this many clauses; whether it found any.
    fn walk(&mut self, visits: u64) -> bool {
        let Some(formula) = self.formula_to_walk() else { return false };
        let start: Assignment = self.phases.saved.iter().map(|&phase| phase > 0).collect();
        debug_assert_eq!(start.len(), self.trail.info.len());
        self.counters.walks += 1;
        let seed = self.options.seed ^ self.counters.walks;
        let Some(polished) = polish(formula, &start, seed, visits, &self.schedule.limits.user) else { return false };
        self.counters.walk_flips += polished.flips;
        self.counters.walk_ticks += polished.visits;
        let improved = polished.after < polished.before;
        if improved {
            self.counters.walks_improved += 1;
            for (index, saved) in self.phases.saved.iter_mut().enumerate() {
                *saved = if polished.values.value(crate::cnf::Var::new(index)) { 1 } else { -1 };
            }
        }
        improved
    }

    /// The irredundant clauses under the fixed variables, and the assumptions; `None` when memory cannot be allocated.
    fn formula_to_walk(&self) -> Option<Formula> {
        let mut formula = self.irredundant_formula(self.trail.info.len() as u32, |lit| lit)?;
        for &lit in self.assumptions.iter().filter(|&&lit| self.values.value(lit) == 0) {
            formula.try_push(lit).ok()?;
            formula.try_close().ok()?;
        }
        Some(formula)
    }
}
