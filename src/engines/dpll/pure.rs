//! Pure literals: a variable that occurs with one sign only in the open clauses takes that sign.
//!
//! **Why it pays.** It seldom does: counting occurrences costs a pass over all open clauses at every decision. It is
//! what the textbook's DPLL does, and it is off by default.
//!
//! **Tried and dropped.** Repeating the pass until nothing is pure any more: in a chain of implications each pass finds
//! one new pure literal, which takes quadratic time. Instead, the counts are lowered when a pure literal makes clauses
//! true.

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
        PureLiterals { occurrences: Occurrences::new(formula), counts: vec![0; 2 * formula.num_vars()] }
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
            // If the last occurrences of both signs disappeared at the same time, the variable is in no open clause.
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
