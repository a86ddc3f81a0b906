//! What the questions need from a solver: clauses, assumptions, and which of them failed.

use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::encode::ClauseSink;
use crate::engine::{Engine, Verdict};
use crate::limits::{Limits, Stop};

/// An answer under assumptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A model of the clauses in which the assumptions hold.
    Sat(Assignment),
    /// There is no such model: these assumptions, some of those given, already contradict the clauses. Empty when the
    /// clauses contradict each other without them.
    Unsat(Vec<Lit>),
    /// The limits ran out.
    Unknown(Stop),
}

/// Solves a growing set of clauses again and again, each time under assumptions.
pub trait Oracle: ClauseSink {
    /// Looks for a model in which all the assumptions hold.
    fn solve_under(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply;

    /// Begins a question that takes several calls. Returns what was assumed before, which is to hold in all of them,
    /// and these limits together with those that the oracle has itself.
    fn begin(&mut self, limits: &Limits) -> (Vec<Lit>, Limits) {
        (Vec::new(), limits.clone())
    }

    /// The value that the clauses are known to force on a literal. An oracle need not know any.
    fn fixed(&self, _lit: Lit) -> Option<bool> {
        None
    }

    /// Whether questions about this variable are cheap: the oracle has not eliminated it.
    fn is_active(&self, _var: Var) -> bool {
        true
    }

    /// Suggests the value of a literal in the next model.
    fn suggest(&mut self, _lit: Lit) {}

    /// An oracle of the same kind for a part of the clauses, which shares no open variable with the others; `None` if
    /// the oracle can only be asked about the whole formula.
    fn part(&self, _formula: &Formula) -> Option<Box<dyn Oracle>> {
        None
    }

    /// The ticks spent so far; 0 if the oracle does not count them.
    fn ticks(&self) -> u64 {
        0
    }
}

/// An oracle that solves from nothing at each call with an engine of any kind; assumptions become unit clauses. All
/// assumptions then count as failed, so cores begin with all of them.
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

impl ClauseSink for FromScratch {
    fn new_var(&mut self) -> Var {
        self.formula.new_var()
    }

    fn declare_vars(&mut self, count: usize) {
        self.formula.declare_vars(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.formula.add_clause(clause);
    }
}

impl Oracle for FromScratch {
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
