//! Unsatisfiable cores: the clauses that the last refutation uses.

use super::Kitten;
use crate::cnf::Lit;

/// A clause that takes part in a refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoreClause {
    /// A clause of the caller, by its tag. Lemmas refer to it by its number.
    Given {
        /// Its number.
        number: u32,
        /// The caller's tag.
        tag: u32,
    },
    /// A learned clause, with the numbers of the clauses from which it follows by unit propagation in this order.
    Lemma {
        /// Its number.
        number: u32,
        /// Its literals.
        lits: Vec<Lit>,
        /// The numbers of its antecedents.
        antecedents: Vec<u32>,
    },
}

impl Kitten {
    /// The clauses that the last refutation uses, each after its antecedents; and the numbers of those that refute the
    /// failed assumptions (or the formula alone), in an order in which they propagate.
    pub fn core(&mut self) -> (Vec<CoreClause>, Vec<u32>) {
        for &clause in &self.refutation {
            self.clauses[clause as usize].core = true;
        }
        let mut core = Vec::new();
        for number in (0..self.clauses.len() as u32).rev() {
            let clause = &mut self.clauses[number as usize];
            if !std::mem::replace(&mut clause.core, false) {
                continue;
            }
            let clause = *clause;
            if !clause.learned {
                core.push(CoreClause::Given { number, tag: clause.origin });
                continue;
            }
            let range = clause.origin as usize..(clause.origin + clause.antecedents) as usize;
            for &antecedent in &self.antecedents[range.clone()] {
                debug_assert!(antecedent < number);
                self.clauses[antecedent as usize].core = true;
            }
            let lits = self.clause_lits(number).iter().map(|&code| self.export(code)).collect();
            core.push(CoreClause::Lemma { number, lits, antecedents: self.antecedents[range].to_vec() });
        }
        core.reverse();
        (core, self.refutation.clone())
    }
}
