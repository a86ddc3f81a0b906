//! The clauses of a formula as sets, each once, and which clauses hold a literal.

use crate::cnf::Formula;

/// Clauses over literals by code, sorted, each once.
#[derive(Debug)]
pub struct Clauses {
    codes: Vec<u32>,
    /// Where each clause begins in `codes`; one more at the end.
    starts: Vec<u32>,
    /// The clauses by the sum of their literals' keys.
    by_key: Vec<(u64, u32)>,
    /// The clauses of each literal: `holders[holder_starts[code]..holder_starts[code + 1]]`.
    holders: Vec<u32>,
    holder_starts: Vec<u32>,
}

/// Spreads the codes, so that sums over different sets differ (SplitMix64: Steele, Lea, Flood, OOPSLA'14).
fn key(code: u32) -> u64 {
    let mut bits = u64::from(code).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits ^ bits >> 27
}

impl Clauses {
    /// The clauses of a formula in which no clause repeats a literal.
    pub fn new(formula: &Formula) -> Clauses {
        let mut clauses = Clauses {
            codes: Vec::with_capacity(formula.num_lits()),
            starts: vec![0],
            by_key: Vec::with_capacity(formula.num_clauses()),
            holders: Vec::new(),
            holder_starts: Vec::new(),
        };
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
            if !clauses.holds(sum, &sorted) {
                clauses.by_key.push((sum, clauses.len() as u32));
                clauses.codes.extend(&sorted);
                clauses.starts.push(clauses.codes.len() as u32);
            }
        }
        clauses.list_holders(2 * formula.num_vars() as usize);
        clauses
    }

    fn list_holders(&mut self, literals: usize) {
        let mut ends = vec![0; literals + 1];
        for &code in &self.codes {
            ends[code as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        self.holder_starts = ends.clone();
        self.holders = vec![0; self.codes.len()];
        for clause in 0..self.len() {
            for &code in &self.codes[self.starts[clause] as usize..self.starts[clause + 1] as usize] {
                self.holders[ends[code as usize] as usize] = clause as u32;
                ends[code as usize] += 1;
            }
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of literals, two for each variable.
    pub fn literals(&self) -> usize {
        self.holder_starts.len() - 1
    }

    /// The literals of a clause, ascending.
    pub fn codes(&self, clause: usize) -> &[u32] {
        &self.codes[self.starts[clause] as usize..self.starts[clause + 1] as usize]
    }

    /// The clauses that hold a literal, ascending.
    pub fn holders(&self, code: u32) -> &[u32] {
        let [start, end] = [code as usize, code as usize + 1].map(|at| self.holder_starts[at] as usize);
        &self.holders[start..end]
    }

    /// Whether there is a clause of just these literals, which are ascending.
    pub fn contains(&self, sorted: &[u32]) -> bool {
        self.holds(sum(sorted.iter().copied()), sorted)
    }

    fn holds(&self, sum: u64, sorted: &[u32]) -> bool {
        let first = self.by_key.partition_point(|&(other, _)| other < sum);
        let alike = self.by_key[first..].iter().take_while(|&&(other, _)| other == sum);
        alike.into_iter().any(|&(_, clause)| self.codes(clause as usize) == sorted)
    }
}

fn sum(codes: impl Iterator<Item = u32>) -> u64 {
    codes.fold(0, |sum, code| sum.wrapping_add(key(code)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_one_clause() {
        let clauses = Clauses::new(&Formula::from_dimacs_lists(&[&[1, -2], &[-2, 1], &[2, 3]]));
        assert_eq!((clauses.len(), clauses.literals()), (2, 6));
        assert!(clauses.contains(&[0, 3]) && clauses.contains(&[2, 4]) && !clauses.contains(&[0, 2]));
        assert_eq!(clauses.holders(3).len(), 1);
        assert!(clauses.holders(1).is_empty());
    }
}
