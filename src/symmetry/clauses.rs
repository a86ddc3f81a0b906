//! The clauses of a formula as sets of literals without duplicates, with occurrence lists.

use crate::cnf::{Formula, Lit, Occurrences};

/// Clauses of sorted literal codes, each once.
#[derive(Debug)]
pub struct Clauses {
    formula: Formula,
    occurrences: Occurrences,
    /// Pairs of the sum of a clause's keys, one for each literal, and the clause; sorted.
    by_key: Vec<(u64, u32)>,
}

/// A hash of a code, so that the sums of different sets differ (SplitMix64: Steele, Lea, Flood, OOPSLA'14).
fn key(code: u32) -> u64 {
    let mut bits = u64::from(code).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits ^ bits >> 27
}

impl Clauses {
    /// Collects the clauses of a formula. No clause may contain a literal twice.
    pub fn new(formula: &Formula) -> Clauses {
        let mut clauses = Clauses { formula: Formula::new(), occurrences: Occurrences::default(), by_key: Vec::new() };
        clauses.formula.declare_vars(formula.num_vars());
        let mut keyed: Vec<(u64, u32)> = formula
            .clauses()
            .enumerate()
            .map(|(index, clause)| (sum(clause.iter().map(|lit| lit.code())), index as u32))
            .collect();
        keyed.sort_unstable();
        let mut sorted = Vec::new();
        for (sum, index) in keyed {
            sorted.clear();
            sorted.extend(formula.clause(index as usize).iter().map(|lit| lit.code()));
            sorted.sort_unstable();
            if !clauses.contains_with_sum(sum, &sorted) {
                clauses.by_key.push((sum, clauses.len() as u32));
                clauses.formula.add_clause(sorted.iter().map(|&code| Lit::from_code(code)));
            }
        }
        clauses.occurrences = Occurrences::new(&clauses.formula);
        clauses
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.formula.num_clauses()
    }

    /// The number of literals, two for each variable.
    pub fn literals(&self) -> usize {
        2 * self.formula.num_vars()
    }

    /// The literals of a clause, ascending.
    pub fn codes(&self, clause: usize) -> impl ExactSizeIterator<Item = u32> + Clone {
        self.formula.clause(clause).iter().map(|lit| lit.code())
    }

    /// The clauses that contain a literal, ascending.
    pub fn occurrences(&self, code: u32) -> &[u32] {
        self.occurrences.of(Lit::from_code(code))
    }

    /// Whether there is a clause of exactly these literals, which must be ascending.
    pub fn contains(&self, sorted: &[u32]) -> bool {
        self.contains_with_sum(sum(sorted.iter().copied()), sorted)
    }

    fn contains_with_sum(&self, sum: u64, sorted: &[u32]) -> bool {
        let first = self.by_key.partition_point(|&(other, _)| other < sum);
        let alike = self.by_key[first..].iter().take_while(|&&(other, _)| other == sum);
        alike.into_iter().any(|&(_, clause)| self.codes(clause as usize).eq(sorted.iter().copied()))
    }
}

fn sum(codes: impl Iterator<Item = u32>) -> u64 {
    codes.fold(0, |sum, code| sum.wrapping_add(key(code)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_clauses_are_stored_once() {
        let clauses = Clauses::new(&Formula::from_dimacs_lists(&[&[1, -2], &[-2, 1], &[2, 3]]));
        assert_eq!((clauses.len(), clauses.literals()), (2, 6));
        assert!(clauses.contains(&[0, 3]) && clauses.contains(&[2, 4]) && !clauses.contains(&[0, 2]));
        assert_eq!(clauses.occurrences(3).len(), 1);
        assert!(clauses.occurrences(1).is_empty());
    }
}
