//! Models next to the last one: the value of one variable inverted.
//!
//! **What it does.** A literal of the last model can be flipped unless it is the only true one of some irredundant
//! clause. The values of eliminated variables are found anew from the extension stack.
//!
//! **Soundness and proof.** What satisfies the irredundant clauses extends to a model of all clauses. A variable that
//! is fixed, eliminated or substituted is never flipped.
//!
//! **Schedule and cost.** Each question visits every clause, since only two literals of a clause are watched.
//!
//! **References.** Biere et al., CaDiCaL 2.0 (CAV'24), whose `flip` this follows.

use super::Solver;
use crate::cnf::{Assignment, Lit, Var};

impl Solver {
    /// Replaces the last model by another one.
    pub fn set_model(&mut self, model: Assignment) {
        self.model = model;
        self.kept.agreed = 0;
    }

    /// The last model with the value of this variable of the user's inverted, and values of eliminated variables that
    /// fit; `None` when the clauses or an earlier simplification forbid that.
    pub fn flipped(&self, var: Var) -> Option<Assignment> {
        let external = &self.db.external;
        let Some(lit) = external.internal_lit(var.pos()) else {
            let unused = external.removed_fixed_value(var.pos()).is_none() && !external.is_inactive(var);
            return unused.then(|| self.with_unused_flipped(var));
        };
        if self.fixed(var.pos()).is_some() || self.statuses.is_inactive(lit.var()) {
            return None;
        }
        let model = &self.model;
        let truth = if model.is_true(var.pos()) { lit } else { !lit };
        let other_holds = |lit: Lit| lit != truth && model.is_true(external.user_lit(lit));
        let arena = &self.db.arena;
        let mut binary =
            self.db.watches.list(truth).iter().filter(|watch| watch.is_binary() && !watch.is_redundant_binary());
        let mut long = arena.refs().filter(|&clause| !arena.redundant(clause));
        let holds = binary.all(|watch| other_holds(watch.blocker()))
            && long.all(|clause| !arena.lits(clause).any(|lit| lit == truth) || arena.lits(clause).any(other_holds));
        let active = (0..external.internal_vars()).map(Var::new).filter(|&var| !self.statuses.is_inactive(var));
        let value = |other: Var| model.is_true(external.user_lit(other.pos())) != (other == lit.var());
        holds.then(|| self.extended(active.map(|var| var.lit(value(var)))))
    }

    fn with_unused_flipped(&self, var: Var) -> Assignment {
        let mut model = self.model.clone();
        model.resize(model.len().max(var.index() + 1));
        model.flip(var);
        model
    }
}
