//! Lucky phases: formulas that a simple assignment satisfies.
//!
//! **What it does.** Before the search: does it satisfy every clause to make all variables true, or all false? If not,
//! decides the variables in ascending and in descending order, all with the same value, with unit propagation in
//! between, and gives up at the first conflict. Not when the user prefers values: these come first.
//!
//! **Schedule and cost.** Once; at most two passes over the clauses and four propagations of the formula.
//!
//! **References.** Biere (CaDiCaL, SAT Race 2019).

use crate::cdcl::Solver;
use crate::cnf::{Lit, Var};

impl Solver {
    /// Tries the simple assignments. Afterwards the trail is complete, or back at level 0.
    pub(super) fn try_lucky(&mut self) {
        if !self.options.lucky || self.phases.forced.iter().any(|&value| value != 0) {
            return;
        }
        let found = [true, false].into_iter().any(|value| {
            self.satisfied_by_constant(value) && self.decide_in_order(value, false)
                || [false, true].into_iter().any(|backward| self.decide_in_order(value, backward))
        });
        if found {
            self.counters.lucky += 1;
            self.report('L');
        } else {
            self.phases.saved.fill(if self.options.phase { 1 } else { -1 });
        }
    }

    /// Whether giving all unassigned variables this value satisfies every clause.
    fn satisfied_by_constant(&self, value: bool) -> bool {
        let good = |lit: Lit| self.values.value(lit) > 0 || self.values.value(lit) == 0 && lit.is_positive() == value;
        self.db.arena.refs().all(|clause| self.db.arena.lits(clause).any(good))
            && (0..2 * self.trail.info.len() as u32).map(Lit::from_code).all(|lit| {
                good(lit) || self.db.watches.list(lit).iter().all(|watch| !watch.is_binary() || good(watch.blocker()))
            })
    }

    /// Decides the variables in order, all with this value. False, and back at level 0, after a conflict.
    fn decide_in_order(&mut self, value: bool, backward: bool) -> bool {
        let vars = self.trail.info.len() as u32;
        for index in 0..vars {
            let var = Var::new(if backward { vars - 1 - index } else { index });
            if self.values.value(var.pos()) != 0 || self.statuses.is_inactive(var) {
                continue;
            }
            self.decide_lit(var.lit(value));
            if self.propagate().is_some() {
                self.backtrack(0);
                return false;
            }
        }
        true
    }
}
