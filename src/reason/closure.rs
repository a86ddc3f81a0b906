//! What a set of known literals implies: unit propagation over the clauses as they were given.
//!
//! **What it does.** Counts in each clause the literals that are not known to be false. If a clause has one such
//! literal left, and that one is not known to be true, it follows.
//!
//! **Why it pays.** A solver that has eliminated a variable does not know its value even when all others are settled.
//! Propagation over the clauses that were given mostly finds it, and no clause has to be restored.

use crate::cnf::{Formula, Lit};

/// A set of literals, closed under unit propagation.
#[derive(Clone, Debug)]
pub(super) struct Closure<'f> {
    formula: &'f Formula,
    /// By literal: the clauses with it, each once.
    occurrences: Vec<Vec<u32>>,
    /// By clause: how many different literals are not false.
    open: Vec<u32>,
    /// By literal: whether it is known to be true.
    known: Vec<bool>,
}

impl<'f> Closure<'f> {
    /// The empty set, for a formula and literals of `vars` variables.
    pub(super) fn new(formula: &'f Formula, vars: usize) -> Closure<'f> {
        let mut occurrences = vec![Vec::new(); 2 * vars];
        let mut open = vec![0; formula.num_clauses()];
        for (index, clause) in formula.clauses().enumerate() {
            for lit in clause {
                let places: &mut Vec<u32> = &mut occurrences[lit.index()];
                // A clause may repeat a literal.
                if places.last() != Some(&(index as u32)) {
                    places.push(index as u32);
                    open[index] += 1;
                }
            }
        }
        Closure { formula, occurrences, open, known: vec![false; 2 * vars] }
    }

    /// The formula.
    pub(super) fn formula(&self) -> &'f Formula {
        self.formula
    }

    /// The clauses with a literal.
    pub(super) fn clauses_with(&self, lit: Lit) -> &[u32] {
        &self.occurrences[lit.index()]
    }

    /// Whether the literal is in the set.
    pub(super) fn contains(&self, lit: Lit) -> bool {
        self.known[lit.index()]
    }

    /// Adds a literal and what follows.
    pub(super) fn add(&mut self, lit: Lit) {
        let mut added = vec![lit];
        while let Some(lit) = added.pop() {
            if std::mem::replace(&mut self.known[lit.index()], true) {
                continue;
            }
            for &clause in &self.occurrences[(!lit).index()] {
                let open = &mut self.open[clause as usize];
                *open -= 1;
                if *open == 1 {
                    let lits = self.formula.clause(clause as usize);
                    // A literal that already waits to be propagated may be found again; it is skipped above.
                    added.extend(lits.iter().find(|&&other| !self.known[(!other).index()]));
                }
            }
        }
    }

    /// Adds the literals of the unit clauses and what follows.
    pub(super) fn add_units(&mut self) {
        let formula = self.formula;
        // A unit clause may repeat its literal.
        let unit = |clause: &&[Lit]| clause.first().is_some_and(|first| clause.iter().all(|lit| lit == first));
        formula.clauses().filter(unit).for_each(|unit| self.add(unit[0]));
    }

    /// Whether no clause is false, and no literal is in the set together with its opposite.
    pub(super) fn is_consistent(&self) -> bool {
        !self.open.contains(&0) && self.known.chunks_exact(2).all(|pair| pair != [true, true])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).expect("a literal")
    }

    #[test]
    fn a_literal_brings_what_follows_by_propagation() {
        let clauses: &[&[i32]] = &[&[-1, 2], &[-2, -1, 3], &[3, 4], &[-3, 5, 5], &[-5, 6, 7], &[-2, 8, -8]];
        let formula = Formula::from_dimacs_lists(clauses);
        let mut closure = Closure::new(&formula, 8);
        closure.add(lit(1));
        for number in 1..=8 {
            assert_eq!(closure.contains(lit(number)), [1, 2, 3, 5].contains(&number), "{number}");
            assert!(!closure.contains(lit(-number)));
        }
        closure.add(lit(-6));
        assert!(closure.contains(lit(7)) && closure.contains(lit(-6)) && !closure.contains(lit(6)));
    }

    #[test]
    fn units_may_contradict_each_other() {
        let formula = Formula::from_dimacs_lists(&[&[1], &[-1, 2], &[-2, 3], &[-4, -2]]);
        let mut closure = Closure::new(&formula, 4);
        closure.add_units();
        assert!([1, 2, 3, -4].into_iter().all(|number| closure.contains(lit(number))));
        assert!(closure.is_consistent());
        closure.add(lit(-3));
        assert!(!closure.is_consistent());
    }

    #[test]
    fn clauses_may_be_empty_or_repeat_one_literal() {
        let consistent = |clauses: &[&[i32]]| {
            let formula = Formula::from_dimacs_lists(clauses);
            let mut closure = Closure::new(&formula, 2);
            closure.add_units();
            (closure.is_consistent(), closure.contains(lit(1)))
        };
        assert_eq!(consistent(&[&[1, 1], &[-1, 2]]), (true, true));
        assert_eq!(consistent(&[&[1, 1], &[-1, -1, -1]]), (false, true));
        assert_eq!(consistent(&[&[1, 2], &[]]), (false, false));
    }
}
