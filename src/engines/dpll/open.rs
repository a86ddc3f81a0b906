//! The clauses that are not yet true, all of which branching rules and pure literals look at.

use super::propagate::Propagation;
use crate::cnf::{Formula, Lit};

/// Some clauses of a formula, first those that may be open, then those that are true. Going back in the search only
/// moves the border between them.
#[derive(Debug, Default)]
pub(super) struct OpenClauses {
    clauses: Vec<u32>,
    num_open: usize,
    /// The unassigned literals of the clause that is looked at.
    unassigned: Vec<Lit>,
}

impl OpenClauses {
    /// The clauses of a formula with at least two literals that `choose` accepts. (A unit clause is true from the
    /// start.)
    pub fn new(formula: &Formula, choose: impl Fn(&[Lit]) -> bool) -> OpenClauses {
        let chosen = |&index: &u32| formula.clause(index as usize).len() > 1 && choose(formula.clause(index as usize));
        let clauses: Vec<u32> = (0..formula.num_clauses() as u32).filter(chosen).collect();
        OpenClauses { num_open: clauses.len(), clauses, unassigned: Vec::new() }
    }

    /// How many clauses may be open; after [`OpenClauses::visit`] 0 means that none is.
    pub fn len(&self) -> usize {
        self.num_open
    }

    /// Reopens the clauses that have been closed since `num_open` were open.
    pub fn reopen(&mut self, num_open: usize) {
        self.num_open = num_open;
    }

    /// Calls `look` with the unassigned literals of every open clause. Closes the clauses that have become true.
    #[inline]
    pub fn visit(&mut self, formula: &Formula, state: &Propagation, mut look: impl FnMut(&[Lit])) {
        let mut place = 0;
        while place < self.num_open {
            self.unassigned.clear();
            let clause = formula.clause(self.clauses[place] as usize);
            let is_true = clause.iter().any(|&lit| {
                let value = state.value(lit);
                if value.is_none() {
                    self.unassigned.push(lit);
                }
                value == Some(true)
            });
            if is_true {
                self.num_open -= 1;
                self.clauses.swap(place, self.num_open);
            } else {
                place += 1;
                look(&self.unassigned);
            }
        }
    }
}
