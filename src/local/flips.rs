//! The clauses with counts of their true literals, which are updated at each flip.
//!
//! **What it does.** Knows for each clause how many of its literals are true and, if it is just one, which one; updates
//! a [`Scores`] when that changes; and keeps the list of falsified clauses.
//!
//! **Why it pays.** A flip visits only the clauses of one variable, and finds the critical variable of a clause without
//! a scan: when a single true literal is left, the xor of the variables of the true literals is its variable.
//!
//! **Schedule and cost.** A flip goes through two short lists. Count and xor share one word ([`Packed`]); more than
//! 2^24 variables or 255 literals take two ([`Wide`]). The lists are gone through twice: first all counts are changed
//! and the clauses that come to or from at most one true literal are collected, without a branch on the count, which no
//! processor could predict; then those few are processed. Million flips a second on 5-SAT (1,000 variables, ratio 19;
//! 10,000, ratio 20) and 7-SAT (1,000, ratio 76): 4.1, 1.2, 0.97; with the branch, and with count and place in one
//! byte: 2.3, 0.64, 0.42. Huge pages took a flip from 2.1 to 1.7 microseconds on 5-SAT with 100,000 variables, from
//! 0.53 to 0.46 with 10,000, and from 2.6 to 2.4 on 7-SAT with 10,000. `gsat` and `annealing`, which flip variables all
//! over the formula, on uniform 3-SAT, ratio 4.2, set-up left out: 4.2 and 6.6 million flips a second of processor time
//! with 10,000 variables, 0.49 and 0.52 million with a million.
//!
//! **Tried and dropped.** One byte for the count and the xor of places in the clause, from which the literals are
//! looked up, without the branch: 3.1, 0.8, 0.71 million flips a second on the same formulas.
//!
//! **References.** The xor of true variables: Yals (Biere, SAT competition 2014) and probSAT's caching variant (Balint,
//! Schöning, SAT'12).

use super::problem::{Occurrences, Problem};
use super::walk::is_true;
use crate::cnf::{Assignment, Var};
use crate::util::pages::{Pages, Pod};
use crate::util::rng::Rng;
use std::fmt::Debug;

/// The number of true literals of a clause, and the xor of their variables, which is the variable itself if there is
/// only one.
pub(super) trait TrueCount: Pod + Default + PartialEq + Debug {
    /// Whether it can count the true literals of every clause of this formula.
    fn fits(problem: &Problem) -> bool;
    /// The count after a literal of `var` was made true.
    fn enter(self, var: u32) -> Self;
    /// The count after a literal of `var` was made false.
    fn leave(self, var: u32) -> Self;
    /// The number of true literals.
    fn count(self) -> u32;
    /// The xor of the variables of the true literals.
    fn vars(self) -> u32;
}

/// The count in the high 8 bits of a word, the xor in the low 24.
pub(super) type Packed = u32;

impl TrueCount for Packed {
    fn fits(problem: &Problem) -> bool {
        problem.lengths().1 < 1 << 8 && problem.num_vars() <= 1 << 24
    }
    #[inline]
    fn enter(self, var: u32) -> Packed {
        (self ^ var).wrapping_add(1 << 24)
    }
    #[inline]
    fn leave(self, var: u32) -> Packed {
        (self ^ var).wrapping_sub(1 << 24)
    }
    #[inline]
    fn count(self) -> u32 {
        self >> 24
    }
    #[inline]
    fn vars(self) -> u32 {
        self & 0xff_ffff
    }
}

/// A word for the count and one for the xor: large enough for any clause.
pub(super) type Wide = [u32; 2];

impl TrueCount for Wide {
    fn fits(_: &Problem) -> bool {
        true
    }
    #[inline]
    fn enter(self, var: u32) -> Wide {
        [self[0].wrapping_add(1), self[1] ^ var]
    }
    #[inline]
    fn leave(self, var: u32) -> Wide {
        [self[0].wrapping_sub(1), self[1] ^ var]
    }
    #[inline]
    fn count(self) -> u32 {
        self[0]
    }
    #[inline]
    fn vars(self) -> u32 {
        self[1]
    }
}

/// What an algorithm keeps for each variable. It implements those of these methods, called when a clause changes, that
/// it needs.
pub(super) trait Scores: PartialEq + Debug {
    /// Resets everything to the state of a formula without clauses.
    fn clear(&mut self);
    /// All literals of this clause have become false.
    #[inline]
    fn lose(&mut self, _clause: usize, _lits: &[u32]) {}
    /// One literal of this clause has become true; all were false.
    #[inline]
    fn regain(&mut self, _clause: usize, _lits: &[u32]) {}
    /// The variable has become the one that keeps this clause true.
    #[inline]
    fn bind(&mut self, _clause: usize, _var: usize) {}
    /// The variable is no longer the one that keeps this clause true.
    #[inline]
    fn free(&mut self, _clause: usize, _var: usize) {}
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
    counts: Pages<T>,
    values: Assignment,
    falsified: ClauseList,
    /// Scratch: the clauses of one literal that a flip has to look at again. It is as long as the longest list.
    changed: Vec<u32>,
    /// What the algorithm keeps for each variable.
    pub scores: S,
    /// Clauses visited by flips.
    pub visits: u64,
}

impl<'p, T: TrueCount, S: Scores> Flips<'p, T, S> {
    pub fn new(problem: &'p Problem, scores: S) -> Flips<'p, T, S> {
        let occurrences = Occurrences::new(&problem.lits, &problem.starts, problem.num_vars());
        Flips {
            problem,
            changed: vec![0; occurrences.longest() + 1],
            occurrences,
            counts: Pages::zeroed(problem.num_clauses()),
            values: Assignment::default(),
            falsified: ClauseList::new(problem.num_clauses()),
            scores,
            visits: 0,
        }
    }

    /// Counts everything for these values.
    pub fn start(&mut self, values: Assignment) {
        self.values = values;
        self.scores.clear();
        self.falsified.clear();
        for (clause, lits) in self.problem.clauses().enumerate() {
            let mut count = T::default();
            for &lit in lits.iter().filter(|&&lit| is_true(&self.values, lit)) {
                count = count.enter(lit >> 1);
            }
            match count.count() {
                0 => {
                    self.falsified.insert(clause);
                    self.scores.lose(clause, lits);
                }
                1 => self.scores.bind(clause, count.vars() as usize),
                _ => {}
            }
            self.counts.get_mut()[clause] = count;
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

    /// A random variable of a random falsified clause. There must be one.
    #[inline]
    pub fn random_falsified_var(&self, rng: &mut Rng) -> usize {
        let falsified = self.falsified.list();
        let lits = self.problem.clause(falsified[rng.index(falsified.len())] as usize);
        lits[rng.index(lits.len())] as usize >> 1
    }

    /// The number of true literals of a clause.
    #[inline]
    pub fn num_true(&self, clause: usize) -> u32 {
        self.counts.get()[clause].count()
    }

    /// The variable that alone keeps a clause true.
    pub fn critical(&self, clause: usize) -> Option<usize> {
        let count = self.counts.get()[clause];
        (count.count() == 1).then(|| count.vars() as usize)
    }

    /// The clauses that hold a literal.
    pub fn clauses_of(&self, lit: u32) -> impl Iterator<Item = usize> + '_ {
        self.occurrences.of(lit as usize).iter().map(|&clause| clause as usize)
    }

    /// Inverts a variable.
    #[inline]
    pub fn flip(&mut self, var: usize) {
        let was_true = self.values.value(Var::new(var));
        self.values.set(Var::new(var), !was_true);
        let now_true = var << 1 | usize::from(was_true);
        self.occurrences.prefetch(now_true ^ 1);
        let entering = self.occurrences.of(now_true);
        let counts = self.counts.get_mut();
        let mut changed = 0;
        for &clause in entering {
            let count = &mut counts[clause as usize];
            let old = *count;
            *count = old.enter(var as u32);
            self.changed[changed] = clause;
            changed += usize::from(old.count() <= 1);
        }
        for &clause in &self.changed[..changed] {
            let clause = clause as usize;
            let new = counts[clause];
            if new.count() == 2 {
                self.scores.free(clause, new.vars() as usize ^ var);
            } else {
                self.falsified.remove(clause);
                self.scores.regain(clause, self.problem.clause(clause));
                self.scores.bind(clause, var);
            }
        }
        let leaving = self.occurrences.of(now_true ^ 1);
        changed = 0;
        for &clause in leaving {
            let count = &mut counts[clause as usize];
            let new = count.leave(var as u32);
            *count = new;
            self.changed[changed] = clause;
            changed += usize::from(new.count() <= 1);
        }
        for &clause in &self.changed[..changed] {
            let clause = clause as usize;
            let new = counts[clause];
            if new.count() == 1 {
                self.scores.bind(clause, new.vars() as usize);
            } else {
                self.falsified.insert(clause);
                self.scores.free(clause, var);
                self.scores.lose(clause, self.problem.clause(clause));
            }
        }
        self.visits += (entering.len() + leaving.len()) as u64;
    }

    /// Panics unless the counts and the list are what a recount gives.
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

    /// Panics unless the scores equal those that `fresh` gets when all clauses are entered in their present state.
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
