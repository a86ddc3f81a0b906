//! Pure literals: a variable that occurs with one sign only in the open clauses takes that sign.
//!
//! **Why it pays.** Seldom: counting occurrences costs a pass over all open clauses at every decision. It is what the
//! textbook's DPLL does, and it is off by default.
//!
//! **Tried and dropped.** One pass after another: a chain of implications has one new pure literal after each, and
//! takes quadratic time. The literals that become pure when a pure literal makes clauses true are found by counting
//! down.

use super::open::OpenClauses;
use super::propagate::{Propagation, Reason};
use crate::cnf::{Formula, Lit, Occurrences};

/// Finds pure literals.
#[derive(Debug)]
pub(super) struct PureLiterals {
    occurrences: Occurrences,
    /// By literal: in how many open clauses it is. All zero between two calls.
    counts: Vec<u32>,
}

impl PureLiterals {
    pub fn new(formula: &Formula) -> PureLiterals {
        PureLiterals { occurrences: Occurrences::new(formula), counts: vec![0; 2 * formula.num_vars() as usize] }
    }

    /// Makes all pure literals true, and those that become pure by that. Returns how many.
    pub fn assign(&mut self, formula: &Formula, open: [&mut OpenClauses; 2], state: &mut Propagation) -> u64 {
        let mut found = Vec::new();
        let counts = &mut self.counts;
        for clauses in open {
            clauses.visit(formula, state, |unassigned| {
                for &lit in unassigned {
                    if counts[lit.index()] == 0 {
                        found.push(lit);
                    }
                    counts[lit.index()] += 1;
                }
            });
        }
        let mut pure: Vec<Lit> = found.iter().copied().filter(|lit| counts[(!*lit).index()] == 0).collect();
        let mut assigned = 0;
        let mut next = 0;
        while let Some(&lit) = pure.get(next) {
            next += 1;
            // A variable whose last occurrences of both signs went at once is in no open clause.
            if state.value(lit).is_some() {
                continue;
            }
            for &index in self.occurrences.of(lit) {
                let clause = formula.clause(index as usize);
                if clause.iter().any(|&lit| state.value(lit) == Some(true)) {
                    continue;
                }
                for &removed in clause.iter().filter(|&&other| state.value(other).is_none()) {
                    counts[removed.index()] -= 1;
                    if counts[removed.index()] == 0 && removed != lit {
                        pure.push(!removed);
                    }
                }
            }
            state.assign(lit, Reason::None);
            assigned += 1;
        }
        found.iter().for_each(|lit| counts[lit.index()] = 0);
        assigned
    }
}
