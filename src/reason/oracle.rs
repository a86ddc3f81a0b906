//! What the questions need from a solver: clauses, assumptions, and which of them failed.

use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::engine::{Engine, Verdict};
use crate::limits::{Limits, Stop};

/// An answer under assumptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A model of the clauses in which the assumptions hold.
    Sat(Assignment),
    /// None exists: these assumptions, a subset of those given, already contradict the clauses. Empty when the clauses
    /// contradict each other without them.
    Unsat(Vec<Lit>),
    /// The limits ran out.
    Unknown(Stop),
}

/// Solves a growing set of clauses again and again, each time under assumptions.
pub trait Oracle {
    /// Adds a clause for good.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Looks for a model in which all the assumptions hold.
    fn solve_under(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply;

    /// The value that the clauses are known to force on a literal; an oracle may know of none.
    fn fixed(&self, _lit: Lit) -> Option<bool> {
        None
    }

    /// Whether a question about this variable costs no more than one about another: the oracle has not eliminated it.
    fn is_active(&self, _var: Var) -> bool {
        true
    }

    /// Suggests the value of a literal in the next model.
    fn suggest(&mut self, _lit: Lit) {}

    /// An oracle of the same kind for a part of the clauses, which shares no open variable with the others; `None`
    /// where questions about parts are asked about the whole.
    fn part(&self, _formula: &Formula) -> Option<Box<dyn Oracle>> {
        None
    }

    /// The ticks spent so far, where they are counted.
    fn ticks(&self) -> u64 {
        0
    }
}

/// An oracle that solves from nothing at each call with an engine of any kind; assumptions become unit clauses. What
/// failed is then not known more closely than "the assumptions", so cores begin with all of them.
pub struct FromScratch {
    formula: Formula,
    engine: Box<dyn Engine>,
}

impl FromScratch {
    /// An oracle for these clauses.
    pub fn new(formula: Formula, engine: Box<dyn Engine>) -> FromScratch {
        FromScratch { formula, engine }
    }
}

impl std::fmt::Debug for FromScratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FromScratch").field("engine", &self.engine.name()).field("formula", &self.formula).finish()
    }
}

impl Oracle for FromScratch {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.formula.add_clause(clause.iter().copied());
    }

    fn solve_under(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply {
        let mut formula = self.formula.clone();
        for &lit in assumptions {
            formula.add_clause([lit]);
        }
        match self.engine.solve(formula, limits, None) {
            Verdict::Sat(model) => Reply::Sat(model),
            Verdict::Unsat => Reply::Unsat(assumptions.to_vec()),
            Verdict::Unknown(stop) => Reply::Unknown(stop),
        }
    }
}
