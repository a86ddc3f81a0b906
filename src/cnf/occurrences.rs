//! Where each literal occurs: one flat buffer of clause indices and where each literal's part begins.

use super::formula::Formula;
use super::lit::Lit;

/// For each literal the indices of the clauses that contain it, ascending; a clause that contains it twice is listed
/// twice.
#[derive(Clone, Debug, Default)]
pub struct Occurrences {
    starts: Vec<u32>,
    clauses: Vec<u32>,
}

impl Occurrences {
    /// The occurrences of every literal in the formula: two passes over it, 4 bytes a literal.
    pub fn new(formula: &Formula) -> Occurrences {
        let mut starts = vec![0u32; 2 * formula.num_vars() + 1];
        for lit in formula.clauses().flatten() {
            starts[lit.index() + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut clauses = vec![0u32; formula.num_lits()];
        for (index, clause) in formula.clauses().enumerate() {
            for lit in clause {
                clauses[next[lit.index()] as usize] = index as u32;
                next[lit.index()] += 1;
            }
        }
        Occurrences { starts, clauses }
    }

    /// The clauses that contain the literal.
    #[inline]
    pub fn of(&self, lit: Lit) -> &[u32] {
        &self.clauses[self.starts[lit.index()] as usize..self.starts[lit.index() + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;

    #[test]
    fn every_occurrence_is_listed() {
        let formula = Formula::from_dimacs_lists(&[&[1, -2], &[], &[-2, 3, 3], &[2]]);
        let occurrences = Occurrences::new(&formula);
        let of = |number| occurrences.of(Lit::from_dimacs(number).expect("a literal"));
        assert_eq!((of(1), of(-1), of(2), of(-2), of(3)), (&[0][..], &[][..], &[3][..], &[0, 2][..], &[2, 2][..]));
        assert!(Occurrences::new(&Formula::new()).clauses.is_empty());
        assert!(occurrences.of(Var::new(2).neg()).is_empty());
    }
}
