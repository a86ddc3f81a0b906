//! LRAT: every added clause has an id and the ids of its antecedents; deletions name ids.
//!
//! The first literal of an added clause, its pivot, stays first, and the others are sorted: the formally verified
//! checker of ACL2 requires this order. Consecutive deletions share one step.

use super::block::Block;
use super::drat::{Encoding, MAX_MARKS};
use super::tracer::{ClauseId, Tracer};
use crate::cnf::Lit;
use std::io;
use std::marker::PhantomData;

/// The maximal number of deletions in one step.
const BATCH: usize = 4096;

/// Writes LRAT.
#[derive(Debug)]
pub struct Lrat<E> {
    block: Block,
    originals: u64,
    /// The id of the last added clause, which a deletion in text repeats.
    last: ClauseId,
    deleted: Vec<ClauseId>,
    tail: Vec<Lit>,
    encoding: PhantomData<E>,
}

impl<E: Encoding> Lrat<E> {
    /// An LRAT proof in this block; the clauses of the formula have the ids 1 to `original_clauses`.
    pub fn new(block: Block, original_clauses: u64) -> Lrat<E> {
        Lrat {
            block,
            originals: original_clauses,
            last: original_clauses,
            deleted: Vec::new(),
            tail: Vec::new(),
            encoding: PhantomData,
        }
    }

    fn flush_deletions(&mut self) -> io::Result<()> {
        if self.deleted.is_empty() {
            return Ok(());
        }
        self.block.reserve((self.deleted.len() + 1) * E::MAX_ID + MAX_MARKS)?;
        if E::ID_FIRST {
            E::id(&mut self.block, self.last as i64);
        }
        self.block.bytes(E::DELETE);
        for &id in &self.deleted {
            E::id(&mut self.block, id as i64);
        }
        self.block.bytes(E::END);
        self.deleted.clear();
        Ok(())
    }

    #[inline]
    fn step(&mut self, id: ClauseId, clause: &[Lit], hints: impl ExactSizeIterator<Item = i64>) -> io::Result<()> {
        self.flush_deletions()?;
        self.last = id;
        self.block.reserve(clause.len() * E::MAX_LIT + (hints.len() + 1) * E::MAX_ID + MAX_MARKS)?;
        self.block.bytes(E::ADD);
        E::id(&mut self.block, id as i64);
        if let [pivot, tail @ ..] = clause {
            E::lit(&mut self.block, *pivot);
            self.tail.clear();
            self.tail.extend_from_slice(tail);
            self.tail.sort_unstable();
            for &lit in &self.tail {
                E::lit(&mut self.block, lit);
            }
        }
        self.block.bytes(E::ZERO);
        for hint in hints {
            E::id(&mut self.block, hint);
        }
        self.block.bytes(E::END);
        Ok(())
    }
}

impl<E: Encoding> Tracer for Lrat<E> {
    fn needs_antecedents(&self) -> bool {
        true
    }

    fn originals(&self) -> Option<u64> {
        Some(self.originals)
    }

    fn add(&mut self, id: ClauseId, clause: &[Lit], antecedents: &[ClauseId]) -> io::Result<()> {
        self.step(id, clause, antecedents.iter().map(|&id| id as i64))
    }

    fn add_rat(&mut self, id: ClauseId, clause: &[Lit], hints: &[i64]) -> io::Result<()> {
        self.step(id, clause, hints.iter().copied())
    }

    fn delete(&mut self, id: ClauseId, _clause: &[Lit]) -> io::Result<()> {
        self.deleted.push(id);
        if self.deleted.len() < BATCH { Ok(()) } else { self.flush_deletions() }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.flush_deletions()?;
        self.block.write()
    }
}
