//! DRAT: added clauses, and deleted ones after a `d`. Ids and antecedents are not written.
//!
//! Deletions of units are left out: checkers differ in whether they honour them ("Two flavors of DRAT", Rebola-Pardo,
//! Biere, POS'18), and a clause that stays can only help.

use super::block::Block;
use super::tracer::{ClauseId, Tracer};
use crate::cnf::Lit;
use std::fmt::Debug;
use std::io;
use std::marker::PhantomData;

/// How numbers and the marks between them are written.
pub trait Encoding: Debug + Send {
    /// Opens an addition.
    const ADD: &'static [u8];
    /// Opens a deletion.
    const DELETE: &'static [u8];
    /// Closes a list that is not the last of its step.
    const ZERO: &'static [u8];
    /// Closes a step.
    const END: &'static [u8];
    /// Whether an LRAT deletion begins with an id.
    const ID_FIRST: bool;
    /// The most bytes of a literal.
    const MAX_LIT: usize;
    /// The most bytes of an id.
    const MAX_ID: usize;

    /// Writes a literal.
    fn lit(block: &mut Block, lit: Lit);

    /// Writes an id, or a negated one; its magnitude is below `2^63`.
    fn id(block: &mut Block, id: i64);
}

/// Bytes for the marks of a step, whatever the encoding.
pub(super) const MARKS: usize = 8;

/// Writes DRAT.
#[derive(Debug)]
pub struct Drat<E> {
    block: Block,
    encoding: PhantomData<E>,
}

impl<E: Encoding> Drat<E> {
    /// Writes to this block.
    pub fn new(block: Block) -> Drat<E> {
        Drat { block, encoding: PhantomData }
    }

    /// Writes a mark, literals, and the end of the step.
    #[inline]
    pub(super) fn step(&mut self, mark: &[u8], lits: &[Lit]) -> io::Result<()> {
        self.block.room(lits.len() * E::MAX_LIT + MARKS)?;
        self.block.bytes(mark);
        for &lit in lits {
            E::lit(&mut self.block, lit);
        }
        self.block.bytes(E::END);
        Ok(())
    }
}

impl<E: Encoding> Tracer for Drat<E> {
    fn add(&mut self, _id: ClauseId, clause: &[Lit], _antecedents: &[ClauseId]) -> io::Result<()> {
        self.step(E::ADD, clause)
    }

    fn add_rat(&mut self, _id: ClauseId, clause: &[Lit], _hints: &[i64]) -> io::Result<()> {
        self.step(E::ADD, clause)
    }

    fn delete(&mut self, _id: ClauseId, clause: &[Lit]) -> io::Result<()> {
        if clause.len() <= 1 { Ok(()) } else { self.step(E::DELETE, clause) }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.block.write()
    }
}
