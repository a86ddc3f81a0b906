//! The clauses without counts, for formulas whose clauses have two or three literals.
//!
//! **What it does.** Each occurrence of a literal holds the other two literals of its clause, so the values of these
//! two tell whether the clause is true without this literal. The break of a variable is counted by going through the
//! occurrences of its true literal. A flip writes one value and lists the clauses that it falsifies. Clauses that a
//! flip makes true are not visited; they are dropped when they are taken from the list.
//!
//! **Why it pays.** With counts, a flip reads and writes a word for each clause of the variable, at random places. Here
//! it reads contiguous lists, and values, which fit a cache even for a million variables.
//!
//! **Schedule and cost.** A step goes through one list for each literal of the clause taken. The list of candidates
//! holds each clause at most once (one bit for each clause), and its length is an upper bound of the number of
//! falsified clauses that is 0 only at a model. On random 3-SAT of 10,000 variables, ratio 4.2: 10.5 million flips a
//! second, 4.5 with counts of true literals and scans of clause numbers (the probSAT program), one core. Huge pages,
//! and prefetching the three lists before the first is gone through, took 100,000 variables (ratio 4.2) from 0.33 to
//! 0.22 microseconds a flip, a million (4.0) from 0.83 to 0.50; 10,000 stay at 0.10.
//!
//! **Tried and dropped.** Flips to a model, median of 30 seeds at 5,000 variables, ratio 4.15, in millions: 1.2 when
//! the candidate at `turn mod length` is taken and the turn counts all that are looked at; 1.6 when it does not count
//! those that have become true; 1.1 for the oldest, 1.0 for the oldest with a random one at every tenth flip, 1.3 with
//! the newest at every tenth. At 10,000 variables, ratio 4.2, four seeds: 24 for the first, 66 for the oldest with
//! random ones; the oldest alone runs in circles there (three seeds of three without a model in 240 million flips), and
//! a random one takes 44 to 110.
//!
//! **References.** Counting breaks instead of keeping them on 3-SAT: probSAT (Balint, Schöning, SAT'12), WalkSAT in
//! UBCSAT (Tompkins, Hoos, SAT'04); occurrences that hold the clause's literals are known from ternary clauses in CDCL.

use super::focused::{Chooser, Core};
use super::problem::Problem;
use super::ternary::{Candidates, Others};
use crate::cnf::Assignment;
use crate::util::rng::Rng;

/// Clauses of two or three literals under an assignment.
#[derive(Debug)]
pub(super) struct Scan<'p> {
    problem: &'p Problem,
    others: Others,
    /// By literal: 1 when it is true.
    values: Vec<u8>,
    candidates: Candidates,
    /// Counts the candidates taken, by which the next one is chosen.
    turn: u32,
    visits: u64,
}

impl<'p> Scan<'p> {
    pub fn new(problem: &'p Problem) -> Scan<'p> {
        Scan {
            problem,
            others: Others::new(problem),
            values: vec![0; 2 * problem.num_vars()],
            candidates: Candidates::new(problem.num_clauses()),
            turn: 0,
            visits: 0,
        }
    }

    /// How many clauses would become false if this false literal were made true.
    #[inline]
    fn breaks(&self, lit: u32) -> u32 {
        let others = &self.others.lits.get()[self.others.range(lit ^ 1)];
        others.iter().map(|&[a, b]| u32::from((self.values[a as usize] | self.values[b as usize]) ^ 1)).sum()
    }

    /// Makes a false literal true; `breaks` is the number of clauses that become false by this.
    #[inline]
    fn satisfy(&mut self, lit: u32, mut breaks: u32) {
        self.values[lit as usize] = 1;
        self.values[lit as usize ^ 1] = 0;
        let range = self.others.range(lit ^ 1);
        let mut place = range.start;
        while breaks > 0 && place < range.end {
            let [a, b] = self.others.lits.get()[place];
            if self.values[a as usize] | self.values[b as usize] == 0 {
                self.candidates.insert([lit ^ 1, a, b], self.others.clauses.get()[place]);
                breaks -= 1;
            }
            place += 1;
        }
    }
}

impl Core for Scan<'_> {
    fn start(&mut self, values: Assignment) {
        for var in 0..self.problem.num_vars() {
            let value = u8::from(values.value(crate::cnf::Var::new(var)));
            self.values[2 * var] = value;
            self.values[2 * var + 1] = 1 - value;
        }
        self.candidates.clear();
        for (clause, lits) in self.problem.clauses().enumerate() {
            if lits.iter().all(|&lit| self.values[lit as usize] == 0) {
                self.candidates.insert([lits[0], lits[1], lits[lits.len() - 1]], clause as u32);
            }
        }
    }

    fn falsified(&self) -> usize {
        self.candidates.len()
    }

    fn count_falsified(&self) -> usize {
        self.candidates.count(|lits| lits.iter().all(|&lit| self.values[lit as usize] == 0))
    }

    fn values(&self) -> Assignment {
        self.values.chunks_exact(2).map(|pair| pair[0] != 0).collect()
    }

    fn visits(&self) -> u64 {
        self.visits
    }

    #[inline]
    fn step(&mut self, chooser: &mut impl Chooser, rng: &mut Rng) -> Option<usize> {
        let lits = loop {
            if self.candidates.len() == 0 {
                return None;
            }
            let place = self.turn as usize % self.candidates.len();
            self.turn = self.turn.wrapping_add(1);
            let lits = self.candidates.remove(place).lits;
            if lits.iter().all(|&lit| self.values[lit as usize] == 0) {
                break lits;
            }
        };
        self.others.prefetch(lits.map(|lit| lit ^ 1));
        let [a, b, c] = lits;
        let breaks = [self.breaks(a), self.breaks(b), if b == c { 0 } else { self.breaks(c) }];
        self.visits += lits.iter().map(|&lit| self.others.range(lit ^ 1).len() as u64).sum::<u64>();
        let chosen = if b == c { chooser.choose(&breaks[..2], rng) } else { chooser.choose(&breaks, rng) };
        self.satisfy(lits[chosen], breaks[chosen]);
        Some(lits[chosen] as usize >> 1)
    }

    fn check(&self) {
        self.candidates.check(self.problem, |lit| self.values[lit as usize] != 0);
    }
}
