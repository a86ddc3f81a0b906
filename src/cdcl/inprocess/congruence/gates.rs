//! The gates that were found, in one buffer, and their occurrences.
//!
//! ```text
//! kind, origin, flags and number of inputs | number of original inputs | output | inputs ... dropped inputs ...
//! ```
//!
//! Inputs that rewriting drops are kept after the others, since a proof may have to split on them.

use crate::cnf::{Lit, Var};

/// Which function of its inputs the output of a gate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The conjunction.
    And,
    /// The exclusive or: true when an odd number of inputs is true.
    Xor,
    /// The second input if the first is true, else the third.
    Ite,
}

/// The place of a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GateRef(pub u32);

const HEADER: usize = 3;
const KIND_MASK: u32 = 3;
const ORIGIN_SHIFT: u32 = 2;
const LISTED: u32 = 1 << 4;
const DEAD: u32 = 1 << 5;
const SIZE_SHIFT: u32 = 6;
/// The largest number of inputs.
pub(super) const MAX_INPUTS: usize = (u32::MAX >> SIZE_SHIFT) as usize;

/// All gates.
#[derive(Debug, Default)]
pub(super) struct Gates {
    words: Vec<u32>,
    /// How many gates there are.
    pub count: usize,
}

fn kind_of(bits: u32) -> Kind {
    match bits & KIND_MASK {
        0 => Kind::And,
        1 => Kind::Xor,
        _ => Kind::Ite,
    }
}

impl Gates {
    /// Adds a gate.
    pub fn push(&mut self, kind: Kind, output: Lit, inputs: impl Iterator<Item = Lit>) {
        let at = self.words.len();
        self.words.extend([0, 0, output.code()]);
        self.words.extend(inputs.map(|lit| lit.code()));
        let size = (self.words.len() - at - HEADER) as u32;
        debug_assert!(size as usize <= MAX_INPUTS && (kind != Kind::Ite || size == 3));
        self.words[at] = kind as u32 | (kind as u32) << ORIGIN_SHIFT | size << SIZE_SHIFT;
        self.words[at + 1] = size;
        self.count += 1;
    }

    /// The first gate at or after a word.
    pub fn at_word(&self, word: usize) -> Option<GateRef> {
        (word < self.words.len()).then_some(GateRef(word as u32))
    }

    /// The gate after this one.
    pub fn next(&self, gate: GateRef) -> Option<GateRef> {
        self.at_word(gate.0 as usize + HEADER + self.words[gate.0 as usize + 1] as usize)
    }

    /// The kind of a gate.
    pub fn kind(&self, gate: GateRef) -> Kind {
        kind_of(self.words[gate.0 as usize])
    }

    /// The kind that a gate had when it was found.
    pub fn origin(&self, gate: GateRef) -> Kind {
        kind_of(self.words[gate.0 as usize] >> ORIGIN_SHIFT)
    }

    /// The output.
    pub fn output(&self, gate: GateRef) -> Lit {
        Lit::from_code(self.words[gate.0 as usize + 2])
    }

    /// The inputs.
    pub fn inputs(&self, gate: GateRef) -> &[u32] {
        let at = gate.0 as usize;
        &self.words[at + HEADER..at + HEADER + (self.words[at] >> SIZE_SHIFT) as usize]
    }

    /// The inputs and those that were dropped.
    pub fn all_inputs(&self, gate: GateRef) -> &[u32] {
        let at = gate.0 as usize;
        &self.words[at + HEADER..at + HEADER + self.words[at + 1] as usize]
    }

    /// Whether rewriting has removed the gate.
    pub fn dead(&self, gate: GateRef) -> bool {
        self.words[gate.0 as usize] & DEAD != 0
    }

    /// Removes the gate.
    pub fn kill(&mut self, gate: GateRef) {
        self.words[gate.0 as usize] |= DEAD;
    }

    /// Whether the gate is listed in the table of gates.
    pub fn listed(&self, gate: GateRef) -> bool {
        self.words[gate.0 as usize] & LISTED != 0
    }

    /// Notes whether the gate is listed in the table.
    pub fn set_listed(&mut self, gate: GateRef, on: bool) {
        let word = &mut self.words[gate.0 as usize];
        *word = if on { *word | LISTED } else { *word & !LISTED };
    }

    /// Gives a gate another kind, output and inputs. The first `size` of `inputs` count, the others are kept as dropped
    /// ones; if there are fewer than before, the gate's last ones stay behind them.
    pub fn rewrite(&mut self, gate: GateRef, kind: Kind, output: Lit, size: usize, inputs: &[u32]) {
        let at = gate.0 as usize;
        debug_assert!(size <= inputs.len() && inputs.len() <= self.words[at + 1] as usize);
        let keep = self.words[at] & !(KIND_MASK | !0 << SIZE_SHIFT);
        self.words[at] = keep | kind as u32 | (size as u32) << SIZE_SHIFT;
        self.words[at + 2] = output.code();
        self.words[at + HEADER..at + HEADER + inputs.len()].copy_from_slice(inputs);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * self.words.capacity()
    }
}

/// For each variable the gates that have it as an input.
#[derive(Debug, Default)]
pub(super) struct Occurrences {
    starts: Vec<u32>,
    gates: Vec<u32>,
}

impl Occurrences {
    /// Lists the gates of each variable.
    pub fn new(gates: &Gates, vars: usize) -> Occurrences {
        let mut starts = vec![0u32; vars + 1];
        let mut next = gates.at_word(0);
        while let Some(gate) = next {
            for &code in gates.inputs(gate) {
                starts[(code >> 1) as usize + 1] += 1;
            }
            next = gates.next(gate);
        }
        for var in 0..vars {
            starts[var + 1] += starts[var];
        }
        let mut lists = vec![0u32; starts[vars] as usize];
        let mut next = gates.at_word(0);
        while let Some(gate) = next {
            for &code in gates.inputs(gate) {
                // Filling moves each start to the start of the next list; it is moved back below.
                let place = &mut starts[(code >> 1) as usize];
                lists[*place as usize] = gate.0;
                *place += 1;
            }
            next = gates.next(gate);
        }
        for var in (0..vars).rev() {
            starts[var + 1] = starts[var];
        }
        starts[0] = 0;
        Occurrences { starts, gates: lists }
    }

    /// The places of the gates of a variable in the list that [`Occurrences::gate`] reads.
    pub fn range(&self, var: Var) -> std::ops::Range<usize> {
        self.starts[var.index()] as usize..self.starts[var.index() + 1] as usize
    }

    /// The gate at a place.
    pub fn gate(&self, place: usize) -> GateRef {
        GateRef(self.gates[place])
    }
}
