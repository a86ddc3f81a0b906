//! Which literals to make points of the base, so that units can be had of them.
//!
//! **What it does.** A clause whose open literals all lie in one cell offers one of them, the longest clause first: of two
//! cells of pigeons in holes, "this one is here" beats "that one is not". Then a literal that lies in a cell with its
//! negation. What the chosen literals imply by unit propagation is open no more, which may bring other clauses into one cell.
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
    values: Values<'c>,
    /// Open literals and index of clauses; outdated where a clause has lost literals since.
    heap: BinaryHeap<(usize, Reverse<u32>)>,
    /// Variables below this lie in other cells than their negations.
    parted: u32,
    literals: u32,
}

impl<'c> Choice<'c> {
    /// Nothing chosen.
    pub fn new(clauses: &'c Clauses) -> Choice<'c> {
        let heap = (0..clauses.len()).map(|clause| (clauses.codes(clause).len(), Reverse(clause as u32))).collect();
        Choice { values: Values::new(clauses), heap, parted: 0, literals: clauses.literals() as u32 }
    }

    /// The next literal, which counts as true from now on.
    pub fn next(&mut self, partition: &mut Partition<'_>) -> Option<u32> {
        if self.values.conflict() {
            return None;
        }
        let code = self.of_clause(partition).or_else(|| self.beside_negation(partition))?;
        self.values.assign(code);
        for &clause in self.values.shrunken() {
            let open = self.values.open_codes(clause as usize).map_or(0, Iterator::count);
            partition.ticks += open as u64;
            if open > 1 {
                self.heap.push((open, Reverse(clause)));
            }
        }
        Some(code)
    }

    fn of_clause(&mut self, partition: &mut Partition<'_>) -> Option<u32> {
        while let Some((len, Reverse(clause))) = self.heap.pop() {
            partition.ticks += len as u64;
            let Some(open) = self.values.open_codes(clause as usize) else { continue };
            let codes: Vec<u32> = open.collect();
            if codes.len() == len && codes.iter().all(|&code| partition.front(code) == partition.front(codes[0])) {
                return Some(codes[0]);
            }
        }
        None
    }

    fn beside_negation(&mut self, partition: &Partition<'_>) -> Option<u32> {
        while self.parted < self.literals {
            let code = self.parted;
            if self.values.is_open(code) && partition.front(code) == partition.front(code ^ 1) {
                return Some(code);
            }
            self.parted += 2;
        }
        None
    }
}
