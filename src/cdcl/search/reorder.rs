//! Reordering: the variables of many short clauses come first in the decision order again.
//!
//! **What it does.** The weight of a literal is the sum over its irredundant clauses of 1 for a binary clause, halved
//! for each further literal. A variable weighs as much as its heavier literal plus twice the lighter one. In focused
//! mode the variables are bumped by ascending weight; in stable mode scores are scaled down to at most 1 and the
//! weights added.
//!
//! **Why it pays.** It moves the search away from variables that it has kept returning to. Five formulas without models
//! take 1.93 million conflicts with it, 2.34 without. Figures: bench/2026-11-28.txt.
//!
//! **Schedule and cost.** The n-th interval is `reorder_interval * n` conflicts. It runs at level 0, after any
//! elimination that is due at the same time, since elimination uses the decision order. One pass over the clauses.
//!
//! **References.** Jeroslow, Wang (AMAI'90) for the weights; Biere et al. (SAT Competition 2024) for repeating it.

use crate::cdcl::Solver;
use crate::cdcl::inprocess::pass::Technique;
use crate::cnf::{Lit, Var};

/// Clauses with more literals do not contribute to the weights.
const MAX_SIZE: usize = 100;

pub(super) const REORDER: Technique = Technique {
    on: |options| options.reorder,
    ..Technique::new("reorder", |solver, _| {
        solver.reorder();
        true.into()
    })
};

impl Solver {
    /// Whether reordering is due.
    pub(super) fn reordering(&self) -> bool {
        self.options.reorder && self.counters.conflicts >= self.schedule.reorder
    }

    /// Changes the decision order by the weights of the variables. Level 0.
    fn reorder(&mut self) {
        debug_assert_eq!(self.trail.level(), 0);
        self.counters.reorderings += 1;
        self.schedule.reorder =
            self.counters.conflicts + self.options.reorder_interval * (self.counters.reorderings + 1);
        let weights = self.weigh_literals();
        let weight = |var: Var| {
            let (a, b) = (weights[var.pos().index()], weights[var.neg().index()]);
            a.max(b) + 2.0 * a.min(b)
        };
        let vars = (0..self.trail.info.len()).map(Var::new);
        if self.schedule.stable {
            self.scores.add(&vars.map(weight).collect::<Vec<f64>>());
            return;
        }
        let free = vars.filter(|&var| self.values.value(var.pos()) == 0 && !self.statuses.is_inactive(var));
        let mut order: Vec<Var> = free.collect();
        // Non-negative floating-point numbers are ordered like their bit patterns.
        order.sort_by_cached_key(|&var| weight(var).to_bits());
        order.iter().for_each(|&var| self.queue.bump(var, false));
    }

    /// The weights by literal: 1 for each irredundant binary clause, half as much for each further literal.
    fn weigh_literals(&self) -> Vec<f64> {
        let mut weights = vec![0.0; 2 * self.trail.info.len()];
        let arena = &self.db.arena;
        for clause in arena.refs().filter(|&clause| !arena.redundant(clause) && arena.size(clause) <= MAX_SIZE) {
            let free = arena.lits(clause).filter(|&lit| self.values.value(lit) == 0).count();
            let weight = 0.5f64.powi(free as i32 - 2);
            arena.lits(clause).for_each(|lit| weights[lit.index()] += weight);
        }
        for (code, weight) in weights.iter_mut().enumerate() {
            let list = self.db.watches.list(Lit::from_code(code as u32)).iter();
            *weight += list.filter(|watch| watch.is_binary() && !watch.is_redundant_binary()).count() as f64;
            debug_assert!(*weight >= 0.0 && weight.is_finite(), "the bits of weights are in their order");
        }
        weights
    }
}
