//! The formula under a partial assignment, as look-ahead sees it: full occurrence lists, propagation by counting,
//! undoing.
//!
//! **What it does.** Each long clause has a count of its literals that are not false. Assigning a literal visits the
//! binary clauses and the occurrences of its negation; a clause whose count falls to one is unit unless a literal of it
//! is true. What was reduced is remembered, for the measure of a look-ahead.
//!
//! **Why it pays.** A look-ahead asks which clauses became shorter. Watched literals cannot say that, counts can, and
//! the formulas that are worth cubing are small.
//!
//! **References.** Freeman (PhD thesis, 1995); Li, Anbulagan (satz, IJCAI'97); Heule, van Maaren (Handbook of
//! Satisfiability, ch. 5, 2009).

use gemsat::cnf::{Formula, Lit, Var};

/// A formula under an assignment.
#[derive(Debug)]
pub(super) struct State {
    values: Vec<i8>,
    /// By literal: what it implies through a binary clause.
    implied: Vec<Vec<Lit>>,
    lits: Vec<Lit>,
    starts: Vec<u32>,
    /// By literal: the long clauses that contain it.
    occurrences: Vec<Vec<u32>>,
    /// By long clause: its literals that are not false.
    open: Vec<u32>,
    trail: Vec<Lit>,
    propagated: usize,
    /// The long clauses that lost a literal since [`State::forget_reduced`].
    reduced: Vec<u32>,
    /// The formula has the empty clause, or its units contradict each other.
    refuted: bool,
    /// Visits to clauses so far.
    pub ticks: u64,
}

impl State {
    /// The formula, with its unit clauses propagated.
    pub fn new(formula: &Formula) -> State {
        let codes = 2 * formula.num_vars();
        let mut state = State {
            values: vec![0; codes],
            implied: vec![Vec::new(); codes],
            lits: Vec::new(),
            starts: vec![0],
            occurrences: vec![Vec::new(); codes],
            open: Vec::new(),
            trail: Vec::new(),
            propagated: 0,
            reduced: Vec::new(),
            refuted: false,
            ticks: 0,
        };
        let mut units = Vec::new();
        let mut clause: Vec<Lit> = Vec::new();
        for given in formula.clauses() {
            clause.clear();
            clause.extend_from_slice(given);
            clause.sort_unstable();
            clause.dedup();
            if clause.windows(2).any(|pair| pair[0].var() == pair[1].var()) {
                continue;
            }
            match clause[..] {
                [] => state.refuted = true,
                [unit] => units.push(unit),
                [a, b] => {
                    state.implied[(!a).index()].push(b);
                    state.implied[(!b).index()].push(a);
                }
                _ => {
                    let index = state.open.len() as u32;
                    clause.iter().for_each(|lit| state.occurrences[lit.index()].push(index));
                    state.lits.extend_from_slice(&clause);
                    state.starts.push(state.lits.len() as u32);
                    state.open.push(clause.len() as u32);
                }
            }
        }
        state.implied.iter_mut().for_each(|list| {
            list.sort_unstable();
            list.dedup();
        });
        state.refuted |= !units.into_iter().all(|unit| state.assign(unit)) || !state.propagate();
        state.forget_reduced();
        state
    }

    /// Whether the formula is refuted without decisions.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    pub fn num_vars(&self) -> usize {
        self.values.len() / 2
    }

    /// 1 for true, -1 for false, 0 without a value.
    pub fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    pub fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Whether some clause holds the variable.
    pub fn occurs(&self, var: Var) -> bool {
        [var.pos(), var.neg()]
            .iter()
            .any(|lit| !self.occurrences[lit.index()].is_empty() || !self.implied[(!*lit).index()].is_empty())
    }

    /// Makes a literal true, to be propagated; false when it is false already.
    pub fn assign(&mut self, lit: Lit) -> bool {
        match self.values[lit.index()] {
            0 => {
                self.values[lit.index()] = 1;
                self.values[(!lit).index()] = -1;
                self.trail.push(lit);
                true
            }
            value => value > 0,
        }
    }

    /// Propagates what was assigned; false for a conflict. Either way [`State::undo`] takes all of it back.
    pub fn propagate(&mut self) -> bool {
        let mut consistent = true;
        // Counts of all propagated literals are kept right even after a conflict, so that undoing is uniform.
        while self.propagated < self.trail.len() && consistent {
            let lit = self.trail[self.propagated];
            self.propagated += 1;
            self.ticks += 1 + self.implied[lit.index()].len() as u64 / 8;
            for at in 0..self.implied[lit.index()].len() {
                consistent &= self.assign(self.implied[lit.index()][at]);
            }
            for at in 0..self.occurrences[(!lit).index()].len() {
                let clause = self.occurrences[(!lit).index()][at];
                let open = &mut self.open[clause as usize];
                *open -= 1;
                let open = *open;
                self.reduced.push(clause);
                if open <= 1 && consistent {
                    consistent = self.imply(clause);
                }
            }
            self.ticks += self.occurrences[(!lit).index()].len() as u64;
        }
        consistent
    }

    /// A clause has at most one literal that is not false: makes it true. False when there is none.
    fn imply(&mut self, clause: u32) -> bool {
        self.ticks += 1;
        let range = self.range(clause);
        let open = self.lits[range].iter().copied().find(|lit| self.values[lit.index()] >= 0);
        open.is_some_and(|lit| self.assign(lit))
    }

    fn range(&self, clause: u32) -> std::ops::Range<usize> {
        self.starts[clause as usize] as usize..self.starts[clause as usize + 1] as usize
    }

    /// Takes assignments back until the trail has this length.
    pub fn undo(&mut self, len: usize) {
        while self.trail.len() > len {
            let Some(lit) = self.trail.pop() else { return };
            if self.trail.len() < self.propagated {
                for &clause in &self.occurrences[(!lit).index()] {
                    self.open[clause as usize] += 1;
                }
                self.propagated = self.trail.len();
            }
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
        }
    }

    /// Begins a new list of reduced clauses.
    pub fn forget_reduced(&mut self) {
        self.reduced.clear();
    }

    /// The weight of the clauses that were reduced and are not satisfied: `weights[k]` for one of `k` literals.
    /// A clause counts once, whatever it lost.
    pub fn weight_of_reduced(&mut self, weights: &[f64]) -> f64 {
        self.reduced.sort_unstable();
        self.reduced.dedup();
        let last = weights.len() - 1;
        let mut sum = 0.0;
        for &clause in &self.reduced {
            let range = self.starts[clause as usize] as usize..self.starts[clause as usize + 1] as usize;
            if !self.lits[range].iter().any(|lit| self.values[lit.index()] > 0) {
                sum += weights[(self.open[clause as usize] as usize).min(last)];
            }
        }
        self.ticks += self.reduced.len() as u64;
        sum
    }

    /// How much a literal is worth a look-ahead: the weight of the open clauses that would lose it, and the open
    /// literals that it implies.
    pub fn promise(&self, lit: Lit, weights: &[f64]) -> f64 {
        let last = weights.len() - 1;
        let binaries = self.implied[lit.index()].iter().filter(|implied| self.values[implied.index()] == 0).count();
        let long = self.occurrences[(!lit).index()].iter().map(|&clause| {
            let open = self.open[clause as usize] as usize;
            if open == 0 { 0.0 } else { weights[(open - 1).min(last)] }
        });
        // An implied literal reduces clauses in its turn.
        long.sum::<f64>() + 2.0 * binaries as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).expect("a literal")
    }

    #[test]
    fn what_is_undone_was_never_there() {
        let mut state = State::new(&Formula::from_dimacs_lists(&[&[1, 2, 3], &[-1, 4], &[-4, -2, 5], &[-3, -5, 1]]));
        let before = format!("{state:?}");
        for decisions in [&[1][..], &[-1, -2], &[1, 2], &[-1, -3]] {
            for &number in decisions {
                if state.value(lit(number)) == 0 {
                    assert!(state.assign(lit(number)));
                    state.propagate();
                }
            }
            state.undo(0);
        }
        state.forget_reduced();
        state.ticks = 0;
        let after = format!("{state:?}");
        assert_eq!(before.split("ticks").next(), after.split("ticks").next());
    }

    #[test]
    fn propagation_finds_units_and_conflicts() {
        let mut state = State::new(&Formula::from_dimacs_lists(&[&[1, 2, 3], &[-1, 4], &[-4, -2, 5]]));
        assert!(state.assign(lit(-1)) && state.assign(lit(-2)) && state.propagate());
        assert_eq!(state.value(lit(3)), 1);
        state.undo(0);
        assert!(state.assign(lit(1)) && state.assign(lit(2)) && state.propagate());
        assert_eq!((state.value(lit(4)), state.value(lit(5))), (1, 1));
        assert!(State::new(&Formula::from_dimacs_lists(&[&[1], &[-1, 2], &[-2]])).is_refuted());
    }

    #[test]
    fn the_weight_counts_reduced_clauses_that_are_open() {
        let mut state = State::new(&Formula::from_dimacs_lists(&[&[1, 2, 3], &[1, 2, 4], &[-1, 3, 4, 5]]));
        state.forget_reduced();
        assert!(state.assign(lit(-1)) && state.propagate());
        assert!((state.weight_of_reduced(&[0.0, 0.0, 1.0, 0.25]) - 2.0).abs() < 1e-9);
        assert!(state.assign(lit(2)) && state.propagate());
        assert!(state.weight_of_reduced(&[0.0, 0.0, 1.0, 0.25]).abs() < 1e-9);
    }
}
