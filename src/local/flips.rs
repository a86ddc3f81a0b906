//! The clause view with true-literal counts, kept by increments.
//!
//! What it does: knows of each clause how many of its literals are true and, when it is one, which; tells a [`Scores`] when
//! that changes; keeps the list of falsified clauses.
//!
//! Why: a flip visits the clauses of one variable and no others, and finds the critical variable of a clause without a
//! scan: the xor of the places of the true literals is the place, once one is left.
//!
//! Schedule and cost: two short lists a flip. With clauses of at most 15 literals, count and xor share one byte
//! ([`Packed`]), so that the states of 20,000 clauses fit the first-level cache; longer clauses take two words ([`Wide`]).
//!
//! References: the xor of true variables is known from Yals (Biere, SAT competition 2014) and from probSAT's caching
//! variant (Balint, Schöning, SAT'12).

use super::problem::{Occurrences, Problem};
use super::walk::is_true;
use crate::cnf::{Assignment, Var};
use std::fmt::Debug;

/// Number of true literals of a clause, and which it is when there is one.
pub(super) trait Tally: Copy + Default + PartialEq + Debug {
    /// Whether clauses of this formula can be told apart and counted.
    fn fits(problem: &Problem) -> bool;
    /// What the occurrence list says of a literal at `place` of `clause`.
    fn entry(clause: u32, place: u32) -> u32;
    /// The clause of an entry.
    fn clause(entry: u32) -> usize;
    /// With the entry's literal, of `var`, true.
    fn enter(self, entry: u32, var: u32) -> Self;
    /// With the entry's literal, of `var`, false.
    fn leave(self, entry: u32, var: u32) -> Self;
    /// The number of true literals.
    fn count(self) -> u32;
    /// The variable of the only true literal.
    fn only(self, lits: &[u32]) -> usize;
}

/// Count in the high, xor of places in the low half of a byte: clauses of up to 15 literals.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Packed(u8);

impl Tally for Packed {
    fn fits(problem: &Problem) -> bool {
        problem.lengths().1 <= 15 && problem.num_clauses() < 1 << 28
    }
    #[inline]
    fn entry(clause: u32, place: u32) -> u32 {
        clause << 4 | place
    }
    #[inline]
    fn clause(entry: u32) -> usize {
        (entry >> 4) as usize
    }
    #[inline]
    fn enter(self, entry: u32, _: u32) -> Packed {
        Packed((self.0 ^ (entry as u8 & 15)).wrapping_add(16))
    }
    #[inline]
    fn leave(self, entry: u32, _: u32) -> Packed {
        Packed((self.0 ^ (entry as u8 & 15)).wrapping_sub(16))
    }
    #[inline]
    fn count(self) -> u32 {
        u32::from(self.0 >> 4)
    }
    #[inline]
    fn only(self, lits: &[u32]) -> usize {
        lits[usize::from(self.0 & 15)] as usize >> 1
    }
}

/// A count and a xor of variables: any clause.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Wide {
    count: u32,
    vars: u32,
}

impl Tally for Wide {
    fn fits(_: &Problem) -> bool {
        true
    }
    #[inline]
    fn entry(clause: u32, _: u32) -> u32 {
        clause
    }
    #[inline]
    fn clause(entry: u32) -> usize {
        entry as usize
    }
    #[inline]
    fn enter(self, _: u32, var: u32) -> Wide {
        Wide { count: self.count + 1, vars: self.vars ^ var }
    }
    #[inline]
    fn leave(self, _: u32, var: u32) -> Wide {
        Wide { count: self.count - 1, vars: self.vars ^ var }
    }
    #[inline]
    fn count(self) -> u32 {
        self.count
    }
    #[inline]
    fn only(self, _: &[u32]) -> usize {
        self.vars as usize
    }
}

/// What an algorithm keeps of variables, told by the changes of clauses.
pub(super) trait Scores: PartialEq + Debug {
    /// Everything as without clauses.
    fn clear(&mut self);
    /// All literals of `clause` have become false.
    fn lose(&mut self, clause: usize, lits: &[u32]);
    /// One literal of `clause` has become true; all were false.
    fn regain(&mut self, clause: usize, lits: &[u32]);
    /// `var` has become the one that keeps `clause` true.
    fn bind(&mut self, clause: usize, var: usize);
    /// `var` is no longer the one that keeps `clause` true.
    fn free(&mut self, clause: usize, var: usize);
}

/// A set of clauses with constant-time insertion, removal and random access.
#[derive(Clone, Debug)]
pub(super) struct ClauseList {
    list: Vec<u32>,
    places: Vec<u32>,
}

impl ClauseList {
    fn new(num_clauses: usize) -> ClauseList {
        ClauseList { list: Vec::new(), places: vec![u32::MAX; num_clauses] }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The clauses, in no particular order.
    #[inline]
    pub fn list(&self) -> &[u32] {
        &self.list
    }

    fn clear(&mut self) {
        for clause in self.list.drain(..) {
            self.places[clause as usize] = u32::MAX;
        }
    }

    #[inline]
    fn insert(&mut self, clause: usize) {
        debug_assert_eq!(self.places[clause], u32::MAX);
        self.places[clause] = self.list.len() as u32;
        self.list.push(clause as u32);
    }

    #[inline]
    fn remove(&mut self, clause: usize) {
        let place = std::mem::replace(&mut self.places[clause], u32::MAX) as usize;
        self.list.swap_remove(place);
        if let Some(&moved) = self.list.get(place) {
            self.places[moved as usize] = place as u32;
        }
    }
}

/// The clauses under an assignment that changes by flips.
#[derive(Debug)]
pub(super) struct Flips<'p, T, S> {
    problem: &'p Problem,
    occurrences: Occurrences,
    tallies: Vec<T>,
    values: Assignment,
    falsified: ClauseList,
    /// What the algorithm keeps.
    pub scores: S,
    /// Clauses visited by flips.
    pub visits: u64,
}

impl<'p, T: Tally, S: Scores> Flips<'p, T, S> {
    pub fn new(problem: &'p Problem, scores: S) -> Flips<'p, T, S> {
        Flips {
            problem,
            occurrences: Occurrences::with(&problem.lits, &problem.starts, problem.num_vars(), T::entry),
            tallies: vec![T::default(); problem.num_clauses()],
            values: Assignment::default(),
            falsified: ClauseList::new(problem.num_clauses()),
            scores,
            visits: 0,
        }
    }

    /// Counts everything anew for these values.
    pub fn start(&mut self, values: Assignment) {
        self.values = values;
        self.scores.clear();
        self.falsified.clear();
        for (clause, lits) in self.problem.clauses().enumerate() {
            let mut tally = T::default();
            for (place, &lit) in lits.iter().enumerate() {
                if is_true(&self.values, lit) {
                    tally = tally.enter(T::entry(clause as u32, place as u32), lit >> 1);
                }
            }
            match tally.count() {
                0 => {
                    self.falsified.insert(clause);
                    self.scores.lose(clause, lits);
                }
                1 => self.scores.bind(clause, tally.only(lits)),
                _ => {}
            }
            self.tallies[clause] = tally;
        }
    }

    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    pub fn values(&self) -> &Assignment {
        &self.values
    }

    /// The falsified clauses.
    #[inline]
    pub fn falsified(&self) -> &ClauseList {
        &self.falsified
    }

    /// The number of true literals of a clause.
    #[inline]
    pub fn num_true(&self, clause: usize) -> u32 {
        self.tallies[clause].count()
    }

    /// The variable that alone keeps a clause true.
    pub fn critical(&self, clause: usize) -> Option<usize> {
        let tally = self.tallies[clause];
        (tally.count() == 1).then(|| tally.only(self.problem.clause(clause)))
    }

    /// The clauses that hold a literal.
    pub fn clauses_of(&self, lit: u32) -> impl Iterator<Item = usize> + '_ {
        self.occurrences.of(lit as usize).iter().map(|&entry| T::clause(entry))
    }

    /// Inverts a variable.
    #[inline]
    pub fn flip(&mut self, var: usize) {
        let was_true = self.values.value(Var::new(var as u32));
        self.values.set(Var::new(var as u32), !was_true);
        let now_true = var << 1 | usize::from(was_true);
        let entering = self.occurrences.of(now_true);
        for &entry in entering {
            let clause = T::clause(entry);
            let old = self.tallies[clause];
            self.tallies[clause] = old.enter(entry, var as u32);
            if old.count() == 1 {
                self.scores.free(clause, old.only(self.problem.clause(clause)));
            } else if old.count() == 0 {
                self.falsified.remove(clause);
                self.scores.regain(clause, self.problem.clause(clause));
                self.scores.bind(clause, var);
            }
        }
        let leaving = self.occurrences.of(now_true ^ 1);
        for &entry in leaving {
            let clause = T::clause(entry);
            let new = self.tallies[clause].leave(entry, var as u32);
            self.tallies[clause] = new;
            if new.count() == 1 {
                self.scores.bind(clause, new.only(self.problem.clause(clause)));
            } else if new.count() == 0 {
                self.falsified.insert(clause);
                self.scores.free(clause, var);
                self.scores.lose(clause, self.problem.clause(clause));
            }
        }
        self.visits += (entering.len() + leaving.len()) as u64;
    }

    /// Whether the counts and the list are what a recount says.
    pub fn check(&self) {
        for (clause, lits) in self.problem.clauses().enumerate() {
            let num_true = lits.iter().filter(|&&lit| is_true(&self.values, lit)).count();
            assert_eq!(self.num_true(clause) as usize, num_true);
            let place = self.falsified.places[clause];
            assert_eq!(self.falsified.list.get(place as usize).copied(), (num_true == 0).then_some(clause as u32));
            if let Some(var) = self.critical(clause) {
                assert!(lits.iter().any(|&lit| lit as usize >> 1 == var && is_true(&self.values, lit)));
            }
        }
    }

    /// Whether the scores are what `fresh` becomes when it is told of all clauses as they stand.
    pub fn check_scores(&self, mut fresh: S) {
        fresh.clear();
        for (clause, lits) in self.problem.clauses().enumerate() {
            match (self.num_true(clause), self.critical(clause)) {
                (0, _) => fresh.lose(clause, lits),
                (_, Some(var)) => fresh.bind(clause, var),
                _ => {}
            }
        }
        assert_eq!(self.scores, fresh);
    }
}
