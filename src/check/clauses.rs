//! Clauses of an LRAT check: an arena, and the place of each id in it.

use super::{grow, push};
use crate::cnf::Lit;
use crate::limits::{Stop, may_fail};
use std::collections::HashMap;

/// An id that no clause ever had.
pub(super) const UNKNOWN: u32 = u32::MAX;
/// An id whose clause is deleted.
pub(super) const DELETED: u32 = u32::MAX - 1;

/// Whether there is a clause with an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// At this place in the arena.
    Live(u32),
    /// It was deleted.
    Deleted,
    /// There never was one.
    Unknown,
}

/// The places of ids: a table for ids that are about as dense as in real proofs, and a map for all others, so that the
/// id 2^62 costs no more than any other.
#[derive(Debug, Default)]
pub(super) struct Ids {
    dense: Vec<u32>,
    sparse: HashMap<u64, u32>,
}

impl Ids {
    #[inline]
    pub(super) fn get(&self, id: u64) -> u32 {
        match self.dense.get(id as usize) {
            Some(&place) => place,
            None if self.sparse.is_empty() => UNKNOWN,
            None => self.sparse.get(&id).copied().unwrap_or(UNKNOWN),
        }
    }

    pub(super) fn set(&mut self, id: u64, place: u32) -> Result<(), Stop> {
        let len = self.dense.len();
        if id >= len as u64 && id < (2 * len as u64) + (1 << 16) {
            grow(&mut self.dense, (id as usize + 1).max(len + len / 2), UNKNOWN)?;
            if !self.sparse.is_empty() {
                let dense = &mut self.dense;
                self.sparse.retain(|&id, place| match dense.get_mut(id as usize) {
                    Some(slot) => {
                        *slot = *place;
                        false
                    }
                    None => true,
                });
            }
        }
        match self.dense.get_mut(id as usize) {
            Some(slot) => *slot = place,
            None => {
                may_fail(|| self.sparse.try_reserve(1)).map_err(|_| Stop::Memory)?;
                self.sparse.insert(id, place);
            }
        }
        Ok(())
    }
}

/// Words before the literals: their number (or, in a deleted clause, with [`DEAD`] set), and the two halves of the id.
const HEADER: usize = 3;
const DEAD: u32 = 1 << 31;

/// The clauses.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
    ids: Ids,
    garbage: usize,
}

impl Clauses {
    /// Adds a clause under an id that is unknown yet.
    pub(super) fn add(&mut self, id: u64, lits: &[Lit]) -> Result<(), Stop> {
        let place = self.words.len();
        if lits.len() >= DEAD as usize || place + HEADER + lits.len() >= DELETED as usize {
            return Err(Stop::Memory);
        }
        may_fail(|| self.words.try_reserve(HEADER + lits.len())).map_err(|_| Stop::Memory)?;
        self.words.extend([lits.len() as u32, id as u32, (id >> 32) as u32]);
        self.words.extend(lits.iter().map(|lit| lit.code()));
        self.ids.set(id, place as u32)
    }

    /// Where the clause of this id is.
    #[inline]
    pub(super) fn find(&self, id: u64) -> State {
        match self.ids.get(id) {
            UNKNOWN => State::Unknown,
            DELETED => State::Deleted,
            place => State::Live(place),
        }
    }

    /// The literals (as codes) of the clause at this place.
    #[inline]
    pub(super) fn lits(&self, place: u32) -> &[u32] {
        let place = place as usize;
        let start = place + HEADER;
        &self.words[start..start + self.words[place] as usize]
    }

    /// All live clauses.
    pub(super) fn live(&self) -> impl Iterator<Item = &[u32]> {
        let mut place = 0;
        std::iter::from_fn(move || {
            while let Some(&len) = self.words.get(place) {
                let start = place + HEADER;
                place = start + (len & !DEAD) as usize;
                if len & DEAD == 0 {
                    return Some(&self.words[start..place]);
                }
            }
            None
        })
    }

    /// Deletes the clause with this id, which is at `place`.
    pub(super) fn delete(&mut self, id: u64, place: u32) -> Result<(), Stop> {
        let len = self.words[place as usize];
        self.words[place as usize] = len | DEAD;
        self.garbage += HEADER + len as usize;
        self.ids.set(id, DELETED)?;
        if self.garbage > self.words.len() / 2 && self.garbage > 1 << 16 { self.compact() } else { Ok(()) }
    }

    /// Moves the live clauses together.
    fn compact(&mut self) -> Result<(), Stop> {
        let (mut from, mut to) = (0, 0);
        while let Some(&len) = self.words.get(from) {
            let size = HEADER + (len & !DEAD) as usize;
            if len & DEAD == 0 {
                let id = u64::from(self.words[from + 1]) | u64::from(self.words[from + 2]) << 32;
                self.words.copy_within(from..from + size, to);
                self.ids.set(id, to as u32)?;
                to += size;
            }
            from += size;
        }
        self.words.truncate(to);
        self.garbage = 0;
        Ok(())
    }
}

/// A table of marks on literals that is emptied in one step.
#[derive(Debug, Default)]
pub(super) struct Marks {
    stamps: Vec<u32>,
    now: u32,
}

impl Marks {
    /// Removes all marks and makes room for this many literals.
    pub(super) fn clear(&mut self, lits: usize) -> Result<(), Stop> {
        grow(&mut self.stamps, lits, 0)?;
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
        Ok(())
    }

    /// Marks a literal; returns whether it was not marked before.
    #[inline]
    pub(super) fn mark(&mut self, code: usize) -> bool {
        std::mem::replace(&mut self.stamps[code], self.now) != self.now
    }

    /// Whether a literal is marked.
    #[inline]
    pub(super) fn marked(&self, code: usize) -> bool {
        self.stamps[code] == self.now
    }
}

/// Appends the literals without repetitions, in their order.
pub(super) fn distinct(marks: &mut Marks, lits: &[Lit], num_lits: usize, into: &mut Vec<Lit>) -> Result<(), Stop> {
    marks.clear(num_lits)?;
    for &lit in lits {
        if marks.mark(lit.index()) {
            push(into, lit)?;
        }
    }
    Ok(())
}
