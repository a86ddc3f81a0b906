//! Recovering XOR constraints from the clauses that encode them.
//!
//! **What it does.** An XOR constraint of k variables is 2^(k-1) clauses of all of them, those whose numbers of
//! negative literals are all even or all odd. Clauses of the same variables are brought together by sorting.
//!
//! **References.** Soos, Nohl, Castelluccia (SAT'09); Warners, van Maaren (OR Letters 1998).

use crate::cnf::{Formula, Lit, Var};
use std::collections::HashMap;

/// Variables of the longest constraint that is looked for.
pub(in crate::cdcl) const LONGEST_XOR: usize = 8;

/// The exclusive or of variables is `odd`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Xor {
    /// The variables, each once, ascending.
    pub vars: Vec<Var>,
    /// Whether an odd number of them is true.
    pub odd: bool,
}

impl Xor {
    /// Replaces variables by the literals that equal them.
    pub fn substitute(&mut self, images: &HashMap<Var, Lit>) {
        if !self.vars.iter().any(|var| images.contains_key(var)) {
            return;
        }
        let lits = self.vars.iter().map(|var| images.get(var).copied().unwrap_or(var.pos()));
        let mut vars: Vec<Var> = Vec::new();
        for lit in lits {
            self.odd ^= lit.is_negative();
            match vars.iter().position(|&var| var == lit.var()) {
                Some(at) => drop(vars.swap_remove(at)),
                None => vars.push(lit.var()),
            }
        }
        vars.sort_unstable();
        self.vars = vars;
    }
}

/// A clause that may belong to an XOR constraint: its variables, whether it has an odd number of negative literals, and
/// one bit for each literal that says whether it is negative.
type Candidate = (Vec<Var>, bool, u32);

/// The XOR constraints that clauses of the formula encode.
pub fn recover(formula: &Formula) -> Vec<Xor> {
    let short = formula.clauses().filter(|clause| is_short(clause));
    let mut candidates: Vec<Candidate> = short.filter_map(candidate).collect();
    candidates.sort_unstable();
    candidates.dedup();
    let same = |a: &Candidate, b: &Candidate| (&a.0, a.1) == (&b.0, b.1);
    let complete = |group: &&[Candidate]| group.len() == 1 << (group[0].0.len() - 1);
    // A clause rules out the assignment in which the variables of its negative literals are true.
    let xor = |group: &[Candidate]| Xor { vars: group[0].0.clone(), odd: !group[0].1 };
    candidates.chunk_by(same).filter(complete).map(xor).collect()
}

/// For each of these constraints, which [`recover`] has found in the formula, the clauses that encode it: of each
/// clause the assignment that falsifies it, a bit for each variable of the constraint, and its index.
pub fn encoding(formula: &Formula, xors: &[Xor]) -> Vec<Vec<(u32, usize)>> {
    let numbers: HashMap<&Xor, usize> = xors.iter().zip(0..).collect();
    let mut clauses = vec![Vec::new(); xors.len()];
    for (index, clause) in formula.clauses().enumerate().filter(|(_, clause)| is_short(clause)) {
        let Some((vars, odd, values)) = candidate(clause) else { continue };
        if let Some(&number) = numbers.get(&Xor { vars, odd: !odd }) {
            clauses[number].push((values, index));
        }
    }
    clauses
}

fn is_short(clause: &[Lit]) -> bool {
    (2..=LONGEST_XOR).contains(&clause.len())
}

/// The clause as a candidate; `None` if a variable occurs twice.
fn candidate(clause: &[Lit]) -> Option<Candidate> {
    let mut lits = clause.to_vec();
    lits.sort_unstable();
    let vars: Vec<Var> = lits.iter().map(|lit| lit.var()).collect();
    let distinct = vars.windows(2).all(|pair| pair[0] != pair[1]);
    let negative = lits.iter().enumerate().map(|(at, lit)| u32::from(lit.is_negative()) << at).sum::<u32>();
    distinct.then_some((vars, negative.count_ones() % 2 == 1, negative))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clauses of a constraint, without the one that rules out `left_out`.
    fn clauses(vars: &[u32], odd: bool, left_out: Option<u32>) -> Vec<Vec<Lit>> {
        let falsifying = (0..1 << vars.len()).filter(|values: &u32| (values.count_ones() % 2 == 1) != odd);
        let clause = |values: u32| {
            vars.iter()
                .enumerate()
                .map(|(at, &var)| Var::new(var as usize).lit(values >> at & 1 == 0))
                .collect::<Vec<Lit>>()
        };
        falsifying.filter(|&values| Some(values) != left_out).map(clause).collect()
    }

    fn recovered(parts: &[Vec<Vec<Lit>>]) -> Vec<(Vec<usize>, bool)> {
        let mut formula = Formula::new();
        parts.iter().flatten().for_each(|clause| formula.add_clause(clause.iter().copied()));
        let plain = |xor: Xor| (xor.vars.iter().map(|var| var.index()).collect(), xor.odd);
        recover(&formula).into_iter().map(plain).collect()
    }

    #[test]
    fn constraints_of_all_lengths_are_found_among_other_clauses() {
        for length in 2..=LONGEST_XOR as u32 {
            let vars: Vec<u32> = (0..length).rev().collect();
            for odd in [false, true] {
                let noise = clauses(&(1..=length).collect::<Vec<u32>>(), odd, Some(u32::from(!odd)));
                let found = recovered(&[noise, clauses(&vars, odd, None), clauses(&vars, odd, None)]);
                assert_eq!(found, [((0..length as usize).collect(), odd)]);
            }
        }
    }

    #[test]
    fn incomplete_ones_and_longer_ones_are_not() {
        assert_eq!(recovered(&[clauses(&[4, 2, 7], true, Some(0))]), []);
        assert_eq!(recovered(&[clauses(&(0..9).collect::<Vec<u32>>(), true, None)]), []);
        // A repeated clause, or one with a variable twice, does not make up for one that is missing.
        let mut almost = clauses(&[0, 1], true, Some(0));
        almost.extend([almost[0].clone(), vec![Var::new(0).pos(), Var::new(0).neg()]]);
        assert_eq!(recovered(&[almost]), []);
    }

    #[test]
    fn substituted_variables_cancel() {
        let [x, y, z] = [0, 1, 2].map(Var::new);
        let mut xor = Xor { vars: vec![x, y, z], odd: false };
        xor.substitute(&HashMap::from([(z, x.neg())]));
        assert_eq!(xor, Xor { vars: vec![y], odd: true });
        xor.substitute(&HashMap::from([(x, z.pos())]));
        assert_eq!(xor.vars, [y]);
    }
}
