//! Tables for formulas whose clauses have two or three literals: occurrences that hold the other literals of their
//! clause, and a list of clauses that may be false.

use super::problem::Problem;
use crate::util::pages::Pages;
use crate::util::unchecked::prefetch;
use std::ops::Range;

/// For each literal, the other two literals of the clauses that hold it; a clause of two literals repeats the second.
#[derive(Debug)]
pub(super) struct Others {
    /// Where the occurrences of each literal begin.
    starts: Pages<u32>,
    pub lits: Pages<[u32; 2]>,
    /// The clause of each occurrence.
    pub clauses: Pages<u32>,
}

impl Others {
    /// Whether all clauses of the problem are short enough.
    pub fn fit(problem: &Problem) -> bool {
        problem.lengths().1 <= 3
    }

    pub fn new(problem: &Problem) -> Others {
        let mut starts = Pages::<u32>::zeroed(2 * problem.num_vars() + 1);
        let counts = starts.get_mut();
        for &lit in &problem.lits {
            counts[lit as usize + 1] += 1;
        }
        for code in 1..counts.len() {
            counts[code] += counts[code - 1];
        }
        let mut ends = starts.clone();
        let mut others = Pages::<[u32; 2]>::zeroed(problem.lits.len());
        let mut clauses = Pages::<u32>::zeroed(problem.lits.len());
        let (ends, places, numbers) = (ends.get_mut(), others.get_mut(), clauses.get_mut());
        for (clause, lits) in problem.clauses().enumerate() {
            for (place, &lit) in lits.iter().enumerate() {
                let end = &mut ends[lit as usize];
                let next = lits[(place + 1) % lits.len()];
                places[*end as usize] = [next, if lits.len() == 2 { next } else { lits[(place + 2) % 3] }];
                numbers[*end as usize] = clause as u32;
                *end += 1;
            }
        }
        Others { starts, lits: others, clauses }
    }

    /// Where the occurrences of a literal lie.
    #[inline]
    pub fn range(&self, lit: u32) -> Range<usize> {
        let starts = self.starts.get();
        starts[lit as usize] as usize..starts[lit as usize + 1] as usize
    }

    /// Prefetches the places where the occurrences of several literals begin, then the occurrences themselves, so that
    /// the waits for memory overlap.
    #[inline]
    pub fn prefetch(&self, lits: [u32; 3]) {
        for lit in lits {
            prefetch(self.starts.get(), lit as usize);
        }
        for lit in lits {
            let range = self.range(lit);
            prefetch(self.lits.get(), range.start);
            prefetch(self.lits.get(), range.end);
        }
    }
}

/// A clause that may be false: the number, and its literals (the third repeats the second in a binary clause).
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub lits: [u32; 3],
    pub clause: u32,
}

/// All falsified clauses, and some that have become true since; each at most once.
#[derive(Debug)]
pub(super) struct Candidates {
    list: Vec<Candidate>,
    /// One bit a clause: whether it is in the list.
    listed: Vec<u64>,
}

impl Candidates {
    pub fn new(num_clauses: usize) -> Candidates {
        Candidates { list: Vec::new(), listed: vec![0; num_clauses.div_ceil(64)] }
    }

    pub fn clear(&mut self) {
        self.listed.fill(0);
        self.list.clear();
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// How many of the candidates are like this.
    pub fn count(&self, is: impl Fn(&[u32; 3]) -> bool) -> usize {
        self.list.iter().filter(|candidate| is(&candidate.lits)).count()
    }

    /// Lists a clause unless it is listed.
    #[inline]
    pub fn insert(&mut self, lits: [u32; 3], clause: u32) {
        let word = &mut self.listed[clause as usize / 64];
        let bit = 1 << (clause % 64);
        if *word & bit == 0 {
            *word |= bit;
            self.list.push(Candidate { lits, clause });
        }
    }

    /// Removes a candidate; the last one takes its place.
    #[inline]
    pub fn remove(&mut self, place: usize) -> Candidate {
        let candidate = self.list.swap_remove(place);
        self.listed[candidate.clause as usize / 64] &= !(1 << (candidate.clause % 64));
        candidate
    }

    /// Panics unless every falsified clause is listed and the list holds clauses of the problem.
    pub fn check(&self, problem: &Problem, is_true: impl Fn(u32) -> bool) {
        for (clause, lits) in problem.clauses().enumerate() {
            let listed = self.listed[clause / 64] >> (clause % 64) & 1 != 0;
            assert!(listed || lits.iter().any(|&lit| is_true(lit)), "falsified clauses are listed");
        }
        assert_eq!(self.list.len(), self.listed.iter().map(|word| word.count_ones() as usize).sum::<usize>());
        for candidate in &self.list {
            let mut lits = candidate.lits.to_vec();
            lits.dedup();
            let mut clause = problem.clause(candidate.clause as usize).to_vec();
            lits.sort_unstable();
            clause.sort_unstable();
            assert_eq!(lits, clause);
        }
    }
}
