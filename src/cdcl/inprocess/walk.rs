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
//! **Tried.** Warming up (`warm_up`, off): the walk begins where decisions and propagation end when conflicts are ignored.
//! Sixteen formulas took 1.32 million conflicts without it, 1.47 with it; one of them seven times as many, one an eighth.
//!
//! **References.** Balint, Schöning (SAT'12); Cai, Zhang (SAT'21) for walks and warming up; Biere et al. (SAT Competition 2020).

use crate::cdcl::Solver;
use crate::cnf::{Assignment, Formula};
use crate::local::polish::polish;

impl Solver {
    /// Improves the saved phases by local search. Level 0, propagated.
    pub(in crate::cdcl) fn walk(&mut self) {
        let population = self.door.population();
        let clauses = population.binary + population.irredundant;
        let search = self.counters.ticks - self.schedule.walk_search;
        self.schedule.walk_search = self.counters.ticks;
        if !self.options.walk || clauses > self.options.walk_clauses {
            return;
        }
        if self.options.warm_up {
            self.warm_up();
        }
        let Some(formula) = self.formula_to_walk() else { return };
        let visits = search.max(self.least_ticks()) * self.options.walk_effort / 1000;
        let start: Assignment = self.phases.saved.iter().map(|&phase| phase > 0).collect();
        self.counters.walks += 1;
        let seed = self.options.seed ^ self.counters.walks;
        let Some(polished) = polish(formula, &start, seed, visits, &self.schedule.limits) else { return };
        self.counters.walk_flips += polished.flips;
        self.counters.walk_ticks += polished.visits;
        if polished.after < polished.before {
            self.counters.walks_improved += 1;
            for (index, saved) in self.phases.saved.iter_mut().enumerate() {
                *saved = if polished.values.value(crate::cnf::Var::new(index as u32)) { 1 } else { -1 };
            }
        }
    }

    /// Decides and propagates until every variable has a value, whatever becomes false, and saves these phases. Level 0,
    /// propagated.
    fn warm_up(&mut self) {
        let (ticks, decisions) = (self.counters.ticks, self.counters.decisions);
        while let Some(var) = self.next_variable() {
            self.decide_lit(var.lit(self.decision_phase(var)));
            // After a conflict the rest of that list is skipped, nothing else.
            while self.propagate().is_some() {}
        }
        self.backtrack(0);
        self.counters.warm_up_ticks += self.counters.ticks - ticks;
        (self.counters.ticks, self.counters.decisions) = (ticks, decisions);
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
