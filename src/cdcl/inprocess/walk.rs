//! Local search for better saved phases.
//!
//! **What it does.** Walks from the saved phases over the irredundant clauses by probSAT's rule, and saves the phases of the
//! best assignment that it meets, if that leaves fewer clauses false than the start.
//!
//! **Why it pays.** On satisfiable formulas the search that follows is closer to a model, and small random ones are solved
//! on the spot. Figures: docs/techniques.md.
//!
//! **Soundness and proof.** Phases only.
//!
//! **Schedule and cost.** In place of every third rephasing in stable mode. A share of the ticks of the search since the last
//! walk, one for each clause visited; formulas of more than `walk_clauses` clauses are left alone, since the walk needs
//! tables of its own as large as the formula.
//!
//! **Tried and dropped.** Warming up, a walk from where decisions and propagation end when conflicts are ignored (Cai,
//! Zhang, SAT'21). Sixteen formulas: 1.32 million conflicts without, 1.47 with it; one of them seven times as many, one an
//! eighth.
//!
//! **References.** Balint, Schöning (SAT'12); Cai, Zhang (SAT'21) for walks within CDCL; Biere et al. (SAT Competition 2020).

use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cnf::{Assignment, Formula};
use crate::local::polish::polish;

/// Its line of progress is that of rephasing.
pub(in crate::cdcl) const WALK: Technique = Technique {
    on: |options| options.walk,
    effort: |options| options.walk_effort,
    ticks: |counters| counters.walk_ticks,
    due: |solver, _| solver.db.population().all_irredundant() <= solver.options.walk_clauses,
    ..Technique::new("walk", |solver, visits| solver.walk(visits).into())
};

impl Solver {
    /// Improves the saved phases by local search that visits this many clauses; whether it did.
    fn walk(&mut self, visits: u64) -> bool {
        let Some(formula) = self.formula_to_walk() else { return false };
        let start: Assignment = self.phases.saved.iter().map(|&phase| phase > 0).collect();
        self.counters.walks += 1;
        let seed = self.options.seed ^ self.counters.walks;
        let Some(polished) = polish(formula, &start, seed, visits, &self.schedule.limits) else { return false };
        self.counters.walk_flips += polished.flips;
        self.counters.walk_ticks += polished.visits;
        let improved = polished.after < polished.before;
        if improved {
            self.counters.walks_improved += 1;
            for (index, saved) in self.phases.saved.iter_mut().enumerate() {
                *saved = if polished.values.value(crate::cnf::Var::new(index as u32)) { 1 } else { -1 };
            }
        }
        improved
    }

    /// The irredundant clauses under the fixed variables, and the assumptions; `None` when memory cannot be had.
    fn formula_to_walk(&self) -> Option<Formula> {
        let mut formula = self.irredundant_formula(self.trail.info.len() as u32, |lit| lit)?;
        for &lit in self.assumptions.iter().filter(|&&lit| self.values.value(lit) == 0) {
            formula.try_push(lit).ok()?;
            formula.try_close().ok()?;
        }
        Some(formula)
    }
}
