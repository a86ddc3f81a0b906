//! The clause view that keeps nothing: for formulas whose clauses have two or three literals.
//!
//! What it does: each occurrence of a literal carries the other two literals of its clause. A clause is then judged by two
//! values, without a look at the clause itself, and the break of a variable is counted by going through the occurrences of
//! its true literal. A flip writes one value and lists the clauses that it falsifies. A candidate taken from the list that
//! has become true meanwhile is dropped then, so the clauses that a flip makes true need not be visited at all.
//!
//! Why: with counts, a flip reads and writes a state for each clause of the variable, at random places. Here it reads
//! lists that lie in one piece, and values, which fit a cache even for a million variables.
//!
//! Schedule and cost: one list for each literal of the clause taken. The candidates hold each clause at most once (one bit
//! a clause); their number is an upper bound of the number of falsified clauses, and comes to 0 only at a model. Measured
//! on random 3-SAT of 10,000 variables, ratio 4.2: 10.5 million flips a second, 4.5 with counts of true literals and scans
//! of clause numbers (the probSAT program), one core.
//!
//! Tried and dropped, with medians of flips on formulas of 5,000 variables, ratio 4.15 (30 seeds), and 10,000, ratio 4.2
//! (4 seeds), where taking the candidate at `turn mod length`, and counting the turn also for candidates that have become
//! true, needs 1.2 and 24 million. Not counting those: 1.6 and 40; a random one: 1.5 and 70; the oldest one: 1.1, but in
//! circles near the threshold (three seeds of three without a model in 240 million flips); the oldest one, and a random
//! one at every tenth flip: 1.0 and 66; the oldest or, at every tenth flip, the newest: 1.3.
//!
//! References: counting breaks instead of keeping them on 3-SAT: probSAT (Balint, Schöning, SAT'12), WalkSAT in UBCSAT
//! (Tompkins, Hoos, SAT'04); occurrences that hold the clause's literals are known from ternary clauses in CDCL.

use super::focused::{Chooser, Core};
use super::problem::Problem;
use crate::cnf::Assignment;
use crate::util::rng::Rng;

/// A clause that may be false: the number, and its literals (the third repeats the second in a binary clause).
#[derive(Clone, Copy, Debug)]
struct Candidate {
    lits: [u32; 3],
    clause: u32,
}

/// Clauses of two or three literals under an assignment.
#[derive(Debug)]
pub(super) struct Scan<'p> {
    problem: &'p Problem,
    /// Where the occurrences of each literal begin.
    starts: Vec<u32>,
    /// The other two literals of the clause, twice the same in a binary one.
    others: Vec<[u32; 2]>,
    /// The clause of each occurrence.
    clauses: Vec<u32>,
    /// By literal: 1 when it is true.
    values: Vec<u8>,
    /// All falsified clauses, and some that have become true since.
    candidates: Vec<Candidate>,
    /// Counts the candidates taken, for the choice of the next.
    turn: u32,
    /// One bit a clause: whether it is among the candidates.
    listed: Vec<u64>,
    visits: u64,
}

impl<'p> Scan<'p> {
    /// Whether all clauses are short enough.
    pub fn fits(problem: &Problem) -> bool {
        problem.lengths().1 <= 3
    }

    pub fn new(problem: &'p Problem) -> Scan<'p> {
        let num_lits = 2 * problem.num_vars();
        let mut starts = vec![0u32; num_lits + 1];
        for &lit in &problem.lits {
            starts[lit as usize + 1] += 1;
        }
        for code in 1..starts.len() {
            starts[code] += starts[code - 1];
        }
        let mut ends = starts.clone();
        let mut others = vec![[0; 2]; problem.lits.len()];
        let mut clauses = vec![0; problem.lits.len()];
        for (clause, lits) in problem.clauses().enumerate() {
            for (place, &lit) in lits.iter().enumerate() {
                let end = &mut ends[lit as usize];
                let next = lits[(place + 1) % lits.len()];
                others[*end as usize] = [next, if lits.len() == 2 { next } else { lits[(place + 2) % 3] }];
                clauses[*end as usize] = clause as u32;
                *end += 1;
            }
        }
        Scan {
            problem,
            starts,
            others,
            clauses,
            values: vec![0; num_lits],
            candidates: Vec::new(),
            turn: 0,
            listed: vec![0; problem.num_clauses().div_ceil(64)],
            visits: 0,
        }
    }

    #[inline]
    fn occurrences(&self, lit: u32) -> std::ops::Range<usize> {
        self.starts[lit as usize] as usize..self.starts[lit as usize + 1] as usize
    }

    /// How many clauses the flip would break that makes this false literal true.
    #[inline]
    fn breaks(&self, lit: u32) -> u32 {
        let others = &self.others[self.occurrences(lit ^ 1)];
        others.iter().map(|&[a, b]| u32::from((self.values[a as usize] | self.values[b as usize]) ^ 1)).sum()
    }

    /// Makes a clause a candidate unless it is one.
    #[inline]
    fn list(&mut self, lits: [u32; 3], clause: u32) {
        let word = &mut self.listed[clause as usize / 64];
        let bit = 1 << (clause % 64);
        if *word & bit == 0 {
            *word |= bit;
            self.candidates.push(Candidate { lits, clause });
        }
    }

    /// Makes a false literal true. `breaks`: how many clauses that breaks.
    #[inline]
    fn satisfy(&mut self, lit: u32, mut breaks: u32) {
        self.values[lit as usize] = 1;
        self.values[lit as usize ^ 1] = 0;
        let range = self.occurrences(lit ^ 1);
        let mut place = range.start;
        while breaks > 0 && place < range.end {
            let [a, b] = self.others[place];
            if self.values[a as usize] | self.values[b as usize] == 0 {
                self.list([lit ^ 1, a, b], self.clauses[place]);
                breaks -= 1;
            }
            place += 1;
        }
    }
}

impl Core for Scan<'_> {
    fn start(&mut self, values: Assignment) {
        for var in 0..self.problem.num_vars() {
            let value = u8::from(values.value(crate::cnf::Var::new(var as u32)));
            self.values[2 * var] = value;
            self.values[2 * var + 1] = 1 - value;
        }
        self.listed.fill(0);
        self.candidates.clear();
        for (clause, lits) in self.problem.clauses().enumerate() {
            if lits.iter().all(|&lit| self.values[lit as usize] == 0) {
                self.list([lits[0], lits[1], lits[lits.len() - 1]], clause as u32);
            }
        }
    }

    fn falsified(&self) -> usize {
        self.candidates.len()
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
            if self.candidates.is_empty() {
                return None;
            }
            let place = self.turn as usize % self.candidates.len();
            self.turn = self.turn.wrapping_add(1);
            let Candidate { lits, clause } = self.candidates.swap_remove(place);
            self.listed[clause as usize / 64] &= !(1 << (clause % 64));
            if lits.iter().all(|&lit| self.values[lit as usize] == 0) {
                break lits;
            }
        };
        let [a, b, c] = lits;
        let breaks = [self.breaks(a), self.breaks(b), if b == c { 0 } else { self.breaks(c) }];
        self.visits += lits.iter().map(|&lit| self.occurrences(lit ^ 1).len() as u64).sum::<u64>();
        let chosen = if b == c { chooser.choose(&breaks[..2], rng) } else { chooser.choose(&breaks, rng) };
        self.satisfy(lits[chosen], breaks[chosen]);
        Some(lits[chosen] as usize >> 1)
    }

    fn check(&self) {
        for (clause, lits) in self.problem.clauses().enumerate() {
            let listed = self.listed[clause / 64] >> (clause % 64) & 1 != 0;
            assert!(listed || lits.iter().any(|&lit| self.values[lit as usize] != 0), "falsified clauses are listed");
        }
        assert_eq!(self.candidates.len(), self.listed.iter().map(|word| word.count_ones() as usize).sum::<usize>());
        for candidate in &self.candidates {
            let mut lits = candidate.lits.to_vec();
            lits.dedup();
            let mut clause = self.problem.clause(candidate.clause as usize).to_vec();
            lits.sort_unstable();
            clause.sort_unstable();
            assert_eq!(lits, clause);
        }
    }
}
