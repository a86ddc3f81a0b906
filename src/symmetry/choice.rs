//! Which literals to make points of the base, so that units can be had of them.
//!
//! **What it does.** A clause whose open literals all lie in one cell offers one of them. The longest clauses come first: of
//! two cells of pigeons in holes, "this one is here" beats "that one is not". Of these, those that have lost most literals to
//! what was chosen before: colours of vertices beside coloured ones. Then those whose literals exclude most: colours of
//! vertices in a clique before those of others. When the clauses of this length are used up, a new round had better begin
//! with what has become of the formula. Where no clause offers anything, literals do that lie in a cell with their
//! negations.
//!
//! **Schedule and cost.** A clause is looked at when it stands first in the heap, where it comes again whenever it loses a
//! literal: the size of the formula a few times, in all.

use super::clauses::Clauses;
use super::partition::Partition;
use super::values::Values;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What may be chosen, and what follows from what was.
#[derive(Debug)]
pub struct Choice<'c> {
    clauses: &'c Clauses,
    values: Values<'c>,
    heap: BinaryHeap<Offer>,
    /// The clauses' length in this round, once a literal of one was chosen.
    len: Option<usize>,
    /// By clause: how much its literals exclude.
    weights: Vec<u64>,
    /// Variables below this lie in other cells than their negations.
    parted: u32,
}

/// A clause as it was when it came into the heap. The last to be compared is which one it is.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Offer {
    len: usize,
    lost: usize,
    weight: u64,
    clause: Reverse<u32>,
}

impl<'c> Choice<'c> {
    /// Nothing chosen.
    pub fn new(clauses: &'c Clauses) -> Choice<'c> {
        let mut choice = Choice {
            clauses,
            values: Values::new(clauses),
            heap: BinaryHeap::new(),
            len: None,
            weights: weights(clauses),
            parted: 0,
        };
        choice.heap = (0..clauses.len() as u32).map(|clause| choice.offer(clause, 0)).collect();
        choice
    }

    fn offer(&self, clause: u32, lost: usize) -> Offer {
        let len = self.clauses.codes(clause as usize).len();
        Offer { len, lost, weight: self.weights[clause as usize], clause: Reverse(clause) }
    }

    /// The next literal, which counts as true from now on.
    pub fn next(&mut self, partition: &mut Partition<'_>) -> Option<u32> {
        if self.values.conflict() {
            return None;
        }
        let code = self.of_clause(partition).or_else(|| self.beside_negation(partition))?;
        self.values.assign(code);
        for &clause in self.values.shrunken() {
            let len = self.clauses.codes(clause as usize).len();
            partition.ticks += len as u64;
            let open = self.values.open_codes(clause as usize).map_or(0, Iterator::count);
            if open > 1 {
                self.heap.push(self.offer(clause, len - open));
            }
        }
        Some(code)
    }

    fn of_clause(&mut self, partition: &mut Partition<'_>) -> Option<u32> {
        while let Some(Offer { len, lost, clause: Reverse(clause), .. }) = self.heap.pop() {
            if self.len.is_some_and(|chosen| chosen != len) {
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

    fn beside_negation(&mut self, partition: &Partition<'_>) -> Option<u32> {
        while self.len.is_none() && (self.parted as usize) < self.clauses.literals() {
            let code = self.parted;
            if self.values.is_open(code) && partition.front(code) == partition.front(code ^ 1) {
                return Some(code);
            }
            self.parted += 2;
        }
        None
    }
}

/// By clause: the clauses with the negation of one of its literals, the shorter the more (Jeroslow, Wang'90).
fn weights(clauses: &Clauses) -> Vec<u64> {
    const LONGEST: usize = 20;
    let weight = |clause: u32| 1 << LONGEST.saturating_sub(clauses.codes(clause as usize).len());
    let excluded: Vec<u64> = (0..clauses.literals() as u32)
        .map(|code| clauses.holders(code ^ 1).iter().map(|&clause| weight(clause)).sum())
        .collect();
    (0..clauses.len()).map(|clause| clauses.codes(clause).map(|code| excluded[code as usize]).sum()).collect()
}
