//! The selection of literals as points of the base, so that symmetries at these points yield units.
//!
//! **What it does.** A clause whose unassigned literals are all in one cell can yield a unit for one of them. The
//! longest clauses come first: in the formula of pigeons and holes, a clause that says that a pigeon is in some hole is
//! better than one that says that two pigeons are not in the same hole. Among clauses of the same length, those that
//! have lost most literals to earlier selections come first: in a graph colouring, vertices next to coloured ones. Next
//! come those whose literals exclude most: vertices in a clique before others. When the clauses of this length are used
//! up, selection ends, and the next round begins with the formula under the new units. If no clause qualifies, literals
//! are selected that are in the same cell as their negations.
//!
//! **Schedule and cost.** A clause is visited when it comes to the top of the heap, and is pushed again whenever it
//! loses a literal: in all, a few times the size of the formula.

use super::clauses::Clauses;
use super::partition::Partition;
use super::values::Values;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The candidates, and what follows from the selected literals.
#[derive(Debug)]
pub struct Selector<'c> {
    clauses: &'c Clauses,
    values: Values<'c>,
    heap: BinaryHeap<Candidate>,
    /// The length of the clauses of this round, once a literal was selected from one.
    len: Option<usize>,
    /// By clause: the weight of what its literals exclude.
    weights: Vec<u64>,
    /// Literals with smaller codes are assigned, or in other cells than their negations.
    separated: u32,
}

/// A clause as it was when it was pushed. Fields are compared in this order.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    len: usize,
    lost: usize,
    weight: u64,
    clause: Reverse<u32>,
}

impl<'c> Selector<'c> {
    /// Nothing is selected yet.
    pub fn new(clauses: &'c Clauses) -> Selector<'c> {
        let mut selector = Selector {
            clauses,
            values: Values::new(clauses),
            heap: BinaryHeap::new(),
            len: None,
            weights: weights(clauses),
            separated: 0,
        };
        selector.heap = (0..clauses.len() as u32).map(|clause| selector.candidate(clause, 0)).collect();
        selector
    }

    fn candidate(&self, clause: u32, lost: usize) -> Candidate {
        let len = self.clauses.codes(clause as usize).len();
        Candidate { len, lost, weight: self.weights[clause as usize], clause: Reverse(clause) }
    }

    /// Selects the next literal and makes it true.
    pub fn next(&mut self, partition: &mut Partition<'_>) -> Option<u32> {
        if self.values.conflict() {
            return None;
        }
        let code = self.in_clause(partition).or_else(|| self.with_negation(partition))?;
        self.values.assign(code);
        for &clause in self.values.shrunken() {
            let len = self.clauses.codes(clause as usize).len();
            partition.ticks += len as u64;
            let open = self.values.open_codes(clause as usize).map_or(0, Iterator::count);
            if open > 1 {
                self.heap.push(self.candidate(clause, len - open));
            }
        }
        Some(code)
    }

    /// A literal of a clause whose unassigned literals are all in one cell.
    fn in_clause(&mut self, partition: &mut Partition<'_>) -> Option<u32> {
        while let Some(Candidate { len, lost, clause: Reverse(clause), .. }) = self.heap.pop() {
            if self.len.is_some_and(|selected| selected != len) {
                self.heap.clear();
                return None;
            }
            partition.ticks += len as u64;
            let Some(open) = self.values.open_codes(clause as usize) else { continue };
            let codes: Vec<u32> = open.collect();
            let cell = partition.front(codes[0]);
            if codes.len() == len - lost
                && cell != partition.front(codes[0] ^ 1)
                && codes.iter().all(|&code| partition.front(code) == cell)
            {
                self.len = Some(len);
                return Some(codes[0]);
            }
        }
        None
    }

    /// A literal in the same cell as its negation.
    fn with_negation(&mut self, partition: &Partition<'_>) -> Option<u32> {
        while self.len.is_none() && (self.separated as usize) < self.clauses.literals() {
            let code = self.separated;
            if self.values.is_open(code) && partition.front(code) == partition.front(code ^ 1) {
                return Some(code);
            }
            self.separated += 2;
        }
        None
    }
}

/// By clause: the summed weights of the clauses with the negation of one of its literals. The weight of a clause is
/// halved for each further literal (Jeroslow, Wang, AMAI'90).
fn weights(clauses: &Clauses) -> Vec<u64> {
    const MAX_LEN: usize = 20;
    let weight = |clause: u32| 1 << MAX_LEN.saturating_sub(clauses.codes(clause as usize).len());
    let excluded: Vec<u64> = (0..clauses.literals() as u32)
        .map(|code| clauses.occurrences(code ^ 1).iter().map(|&clause| weight(clause)).sum())
        .collect();
    (0..clauses.len()).map(|clause| clauses.codes(clause).map(|code| excluded[code as usize]).sum()).collect()
}
