//! The table of gates by kind and inputs, in which a gate that computes the same as another is found.
//!
//! A hash table with open addressing that holds the places of the gates; the keys are in the gates themselves. The hash
//! function is the same in every run.

use super::gates::{GateRef, Gates, Kind};

const EMPTY: u32 = u32::MAX;
const REMOVED: u32 = u32::MAX - 1;

/// The table.
#[derive(Debug, Default)]
pub(super) struct Table {
    slots: Vec<u32>,
    /// Slots that are not empty.
    filled: usize,
}

fn hash(kind: Kind, inputs: &[u32]) -> u64 {
    let mut hash = kind as u64 + 1;
    for &input in inputs {
        hash = (hash.rotate_left(23) ^ u64::from(input)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    hash ^ hash >> 29
}

impl Table {
    /// A table for this many gates.
    pub fn new(gates: usize) -> Table {
        Table { slots: vec![EMPTY; (2 * gates + 4).next_power_of_two()], filled: 0 }
    }

    /// The gate in the table that computes the same as this one; if there is none, lists this one. Each slot looked at
    /// is a tick.
    pub fn find_or_list(&mut self, gates: &mut Gates, gate: GateRef, ticks: &mut u64) -> Option<GateRef> {
        debug_assert!(!gates.listed(gate));
        if 4 * (self.filled + 1) > 3 * self.slots.len() {
            self.rebuild(gates);
        }
        let mask = self.slots.len() - 1;
        let mut at = hash(gates.kind(gate), gates.inputs(gate)) as usize & mask;
        debug_assert!(self.filled < self.slots.len(), "a search ends at an empty slot");
        let mut free = None;
        loop {
            *ticks += 1;
            match self.slots[at] {
                EMPTY => break,
                REMOVED => free = free.or(Some(at)),
                place => {
                    let other = GateRef(place);
                    if gates.kind(other) == gates.kind(gate) && gates.inputs(other) == gates.inputs(gate) {
                        return Some(other);
                    }
                }
            }
            at = (at + 1) & mask;
        }
        self.filled += usize::from(free.is_none());
        self.slots[free.unwrap_or(at)] = gate.0;
        gates.set_listed(gate, true);
        None
    }

    /// Removes a listed gate; its kind and inputs must be those it was listed with.
    pub fn unlist(&mut self, gates: &mut Gates, gate: GateRef, ticks: &mut u64) {
        debug_assert!(gates.listed(gate));
        let mask = self.slots.len() - 1;
        let mut at = hash(gates.kind(gate), gates.inputs(gate)) as usize & mask;
        while self.slots[at] != gate.0 {
            debug_assert!(self.slots[at] != EMPTY);
            at = (at + 1) & mask;
            *ticks += 1;
        }
        self.slots[at] = REMOVED;
        gates.set_listed(gate, false);
    }

    /// Clears the slots of removed gates. The gates fill at most half of the slots, so this happens at most once in as
    /// many insertions as a quarter of the slots.
    fn rebuild(&mut self, gates: &Gates) {
        let mask = self.slots.len() - 1;
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![EMPTY; old.len()];
        self.filled = 0;
        for place in old.into_iter().filter(|&place| place < REMOVED) {
            let gate = GateRef(place);
            debug_assert!(gates.listed(gate), "slots hold listed gates");
            let mut at = hash(gates.kind(gate), gates.inputs(gate)) as usize & mask;
            while self.slots[at] != EMPTY {
                at = (at + 1) & mask;
            }
            self.slots[at] = place;
            self.filled += 1;
        }
    }
}
