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
//! **References.** Balint, Schöning (SAT'12); Cai, Zhang (SAT'21); Biere et al. (SAT Competition 2020).

use crate::cdcl::Solver;
use crate::cnf::{Assignment, Formula, Lit};
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
        let Some(formula) = self.irredundant_formula() else { return };
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

    /// The irredundant clauses under the fixed variables, and the assumptions; `None` when memory cannot be had.
    fn irredundant_formula(&self) -> Option<Formula> {
        let mut formula = Formula::new();
        formula.declare_vars(self.trail.info.len() as u32);
        let mut add = |lits: &mut dyn Iterator<Item = Lit>| {
            for lit in lits {
                if self.values.value(lit) == 0 {
                    formula.try_push(lit).ok()?;
                }
            }
            formula.try_close().ok()
        };
        for clause in self.door.arena.refs().filter(|&clause| !self.door.arena.redundant(clause)) {
            if !self.door.arena.lits(clause).any(|lit| self.values.value(lit) > 0) {
                add(&mut self.door.arena.lits(clause))?;
            }
        }
        for code in 0..2 * self.trail.info.len() as u32 {
            let lit = Lit::from_code(code);
            for watch in self.door.watches.list(lit) {
                let other = watch.blocker();
                let wanted = watch.is_binary() && !watch.is_redundant_binary() && lit < other;
                if wanted && self.values.value(lit) <= 0 && self.values.value(other) <= 0 {
                    add(&mut [lit, other].into_iter())?;
                }
            }
        }
        for &lit in self.assumptions.iter().filter(|&&lit| self.values.value(lit) == 0) {
            add(&mut [lit].into_iter())?;
        }
        Some(formula)
    }
}
