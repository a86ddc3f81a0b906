//! DRAT: added clauses, and deleted ones after a `d`. Ids and antecedents are not written. DSR (`dsr.rs`) uses this for
//! the steps that need no witness.
//!
//! Deletions of unit clauses are left out, because some checkers honour them and others do not (Rebola-Pardo, Biere,
//! "Two flavors of DRAT", POS'18), and a clause that is kept can do no harm.

use super::block::Block;
use super::tracer::{ClauseId, Tracer};
use crate::cnf::Lit;
use std::fmt::Debug;
use std::io;
use std::marker::PhantomData;

/// The encoding of numbers and of the marks between them.
pub trait Encoding: Debug + Send {
    /// Begins an addition.
    const ADD: &'static [u8];
    /// Begins a deletion.
    const DELETE: &'static [u8];
    /// Ends a list that is not the last of its step.
    const ZERO: &'static [u8];
    /// Ends a step.
    const END: &'static [u8];
    /// Whether an LRAT deletion begins with an id.
    const ID_FIRST: bool;
    /// The maximal length of a literal in bytes.
    const MAX_LIT: usize;
    /// The maximal length of an id in bytes.
    const MAX_ID: usize;

    /// Writes a literal.
    fn lit(block: &mut Block, lit: Lit);

    /// Writes an id, or a negated one; its magnitude is below `2^63`.
    fn id(block: &mut Block, id: i64);
}

/// An upper bound on the bytes for the marks of a step, in any encoding.
pub(super) const MAX_MARKS: usize = 8;

/// Writes DRAT.
#[derive(Debug)]
pub struct Drat<E> {
    block: Block,
    encoding: PhantomData<E>,
}

impl<E: Encoding> Drat<E> {
    /// A DRAT proof in this block.
    pub fn new(block: Block) -> Drat<E> {
        Drat { block, encoding: PhantomData }
    }

    /// Writes a mark, literals, and the end of the step.
    #[inline]
    pub(super) fn step(&mut self, mark: &[u8], lits: &[Lit]) -> io::Result<()> {
        self.block.reserve(lits.len() * E::MAX_LIT + MAX_MARKS)?;
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
