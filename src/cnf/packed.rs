//! The original formula, packed: what every model is checked against while the solver changes its own clauses.
//!
//! The literals of a clause are sorted by code and written as differences, in bytes of seven bits and a continuation
//! bit. The first literal of a clause is written as it is, together with the clause's length in its two lowest bits
//! (lengths from 2 to 4; others are written out before it).

use super::assignment::{Assignment, Word};
use super::formula::{Formula, FormulaTooLarge};
use super::lit::Lit;
use crate::limits::may_fail;
use std::fmt;

/// A formula that is kept only to be checked. The order of the literals within a clause is lost, and repeated literals
/// of a long clause are dropped; nothing else is lost.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Packed {
    bytes: Vec<u8>,
    num_clauses: usize,
    sorted: Vec<u32>,
}

/// The most bytes that a number of 34 bits takes.
const MOST_BYTES_PER_NUMBER: usize = 5;

impl Packed {
    /// The formula, packed.
    ///
    /// # Errors
    /// When the memory for it cannot be had.
    pub fn new(formula: &Formula) -> Result<Packed, FormulaTooLarge> {
        let mut packed = Packed::default();
        for clause in formula.clauses() {
            packed.try_push(clause)?;
        }
        packed.bytes.shrink_to_fit();
        packed.sorted = Vec::new();
        Ok(packed)
    }

    /// Appends a clause.
    ///
    /// # Errors
    /// When the memory for it cannot be had.
    pub fn try_push(&mut self, clause: &[Lit]) -> Result<(), FormulaTooLarge> {
        let length = clause.len();
        self.num_clauses += 1;
        let tag = if (2..=4).contains(&length) { length as u64 - 1 } else { 0 };
        let mut small = [0; 4];
        let sorted = if length <= small.len() {
            let sorted = &mut small[..length];
            for (code, lit) in sorted.iter_mut().zip(clause) {
                *code = lit.code();
            }
            sorted
        } else {
            self.sorted.clear();
            may_fail(|| self.sorted.try_reserve(length)).map_err(|_| FormulaTooLarge)?;
            self.sorted.extend(clause.iter().map(|lit| lit.code()));
            self.sorted.sort_unstable();
            self.sorted.dedup();
            &mut self.sorted[..]
        };
        sorted.sort_unstable();
        let room = (sorted.len() + 2) * MOST_BYTES_PER_NUMBER;
        if self.bytes.capacity() - self.bytes.len() < room {
            // A quarter more each time: doubling would take memory that is rarely used.
            let more = room + self.bytes.len() / 4;
            may_fail(|| self.bytes.try_reserve_exact(more)).map_err(|_| FormulaTooLarge)?;
        }
        if tag == 0 {
            put(&mut self.bytes, (sorted.len() as u64) << 2);
        }
        let mut last = 0;
        for (place, &code) in sorted.iter().enumerate() {
            let difference = u64::from(code - last);
            put(&mut self.bytes, if place == 0 && tag != 0 { difference << 2 | tag } else { difference });
            last = code;
        }
        Ok(())
    }

    /// The index of the first clause, from 0, that the assignment leaves false, or `None` when it is a model. Variables
    /// beyond the assignment are false.
    pub fn first_falsified(&self, model: &Assignment) -> Option<usize> {
        let words = model.words();
        let (variables, bits) = (model.len() as u64, u64::from(Word::BITS));
        let mut rest = self.bytes.iter();
        for index in 0..self.num_clauses {
            let head = take(&mut rest);
            let (mut length, mut code) = match head & 3 {
                0 => (head >> 2, 0),
                tag => (tag + 1, head >> 2),
            };
            let mut satisfied = false;
            let mut first = head & 3 != 0;
            while length > 0 {
                if !first {
                    code += take(&mut rest);
                }
                first = false;
                length -= 1;
                let var = code >> 1;
                let value = var < variables && words[(var / bits) as usize] >> (var % bits) & 1 != 0;
                satisfied |= value != (code & 1 != 0);
            }
            if !satisfied {
                return Some(index);
            }
        }
        None
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Packed({} clauses in {} bytes)", self.num_clauses, self.bytes.len())
    }
}

#[inline]
fn put(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[inline]
fn take(bytes: &mut std::slice::Iter<'_, u8>) -> u64 {
    let (mut value, mut shift) = (0, 0);
    for &byte in bytes {
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
        shift += 7;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::model;
    use crate::util::rng::Rng;

    #[test]
    fn packed_clauses_are_judged_like_the_originals() {
        let mut rng = Rng::new(1);
        for round in 0..200 {
            // Few variables, so that many clauses are falsified, and the largest ones, so that numbers are longest.
            let (vars, lowest) = if round % 2 == 0 { (6, 1) } else { (40, i32::MAX - 39) };
            let mut formula = Formula::new();
            for _ in 0..rng.index(30) {
                let length = if rng.below(8) == 0 { rng.index(40) } else { rng.index(6) };
                formula.add_clause((0..length).filter_map(|_| {
                    let number = lowest + rng.below(vars) as i32;
                    Lit::from_dimacs(if rng.coin() { number } else { -number })
                }));
            }
            let packed = Packed::new(&formula).expect("memory");
            assert_eq!(packed.num_clauses, formula.num_clauses());
            // In both forms, an assignment that is too short makes the other variables false.
            let model: Assignment = (0..5 + rng.index(3)).map(|_| rng.coin()).collect();
            assert_eq!(
                packed.first_falsified(&model),
                model::first_falsified(&model, &formula),
                "{formula:?} {model:?}"
            );
        }
    }

    #[test]
    fn neighbours_take_little_room() {
        let mut formula = Formula::new();
        for number in 1..10_000 {
            formula.add_clause([number, -(number + 1), number + 7].into_iter().filter_map(Lit::from_dimacs));
        }
        let packed = Packed::new(&formula).expect("memory");
        assert!(packed.bytes.capacity() < 2 * formula.num_lits(), "{packed:?}");
        let mut longer = packed.clone();
        longer.try_push(&[]).expect("memory");
        let model: Assignment = (0..10_007).map(|_| true).collect();
        assert_eq!((packed.first_falsified(&model), longer.first_falsified(&model)), (None, Some(9999)));
    }
}
