//! LIDRUP: one proof of all calls of an incremental solver.
//!
//! It records what the user does (`i` adds a clause, `q` asks under assumptions), what the solver does (`l` derives a
//! clause from antecedents, `d` deletes clauses), and every answer: `s`, followed by `m` with a model, or by `u` with
//! assumptions that fail together and the antecedents that show it. Clauses have ids, as in LRAT; every derived one
//! follows by unit propagation from clauses that came before it, so that it stays true whatever is added later. A
//! clause that elimination removes is not deleted here, since it may be restored.
//!
//! **References.** Fazekas, Pollitt, Fleury, Biere, *Certifying Incremental SAT Solving* (LPAR'24).

use super::block::Block;
use super::drat::{Encoding, MAX_MARKS};
use super::text::Text;
use super::tracer::{ClauseId, Conclusion, Tracer};
use crate::cnf::Lit;
use std::io;

/// Writes LIDRUP in text.
#[derive(Debug)]
pub struct Lidrup {
    block: Block,
    /// Deletions that are to be written before the next step: a core may still name these clauses.
    deleted: Vec<ClauseId>,
    /// The id of the empty clause, once it was derived.
    empty: ClauseId,
    begun: bool,
}

impl Lidrup {
    /// A proof in this block.
    pub fn new(block: Block) -> Lidrup {
        Lidrup { block, deleted: Vec::new(), empty: 0, begun: false }
    }

    /// Writes what must come before a step, and makes room for the step.
    fn begin(&mut self, numbers: usize) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            self.block.reserve(HEADER.len())?;
            self.block.bytes(HEADER);
        }
        if !self.deleted.is_empty() {
            self.block.reserve(self.deleted.len() * Text::MAX_ID + MAX_MARKS)?;
            self.block.bytes(b"d ");
            self.deleted.drain(..).for_each(|id| Text::id(&mut self.block, id as i64));
            self.block.bytes(Text::END);
        }
        self.block.reserve(numbers * Text::MAX_ID + MAX_STATUS)
    }

    /// Writes a step: the mark, the id if there is one, the literals, and the antecedents if there are any.
    fn step(&mut self, mark: &[u8], id: ClauseId, lits: impl Iterator<Item = Lit>, hints: Option<&[ClauseId]>) {
        self.block.bytes(mark);
        if id != 0 {
            Text::id(&mut self.block, id as i64);
        }
        lits.for_each(|lit| Text::lit(&mut self.block, lit));
        if let Some(hints) = hints {
            self.block.bytes(Text::ZERO);
            hints.iter().for_each(|&id| Text::id(&mut self.block, id as i64));
        }
        self.block.bytes(Text::END);
    }
}

const HEADER: &[u8] = b"p lidrup\n";
/// An upper bound on the bytes of a status line and the marks of the step that follows it.
const MAX_STATUS: usize = 32;

impl Tracer for Lidrup {
    fn needs_antecedents(&self) -> bool {
        true
    }

    fn follows_calls(&self) -> bool {
        true
    }

    fn input(&mut self, id: ClauseId, clause: &[Lit]) -> io::Result<()> {
        self.begin(clause.len() + 1)?;
        if clause.is_empty() {
            self.empty = id;
        }
        self.step(b"i ", id, clause.iter().copied(), None);
        Ok(())
    }

    fn query(&mut self, assumptions: &[Lit]) -> io::Result<()> {
        self.begin(assumptions.len())?;
        self.step(b"q ", 0, assumptions.iter().copied(), None);
        Ok(())
    }

    fn conclude(&mut self, answer: Conclusion<'_>) -> io::Result<()> {
        match answer {
            Conclusion::Unknown => {
                self.begin(0)?;
                self.block.bytes(b"s UNKNOWN\n");
            }
            Conclusion::Model(model) => {
                self.begin(model.len())?;
                self.block.bytes(b"s SATISFIABLE\n");
                self.step(b"m ", 0, model.lits(), None);
            }
            Conclusion::Core(core, id) => {
                // The solver deletes the clause of a core as soon as it is derived.
                let deleted = std::mem::take(&mut self.deleted);
                self.begin(core.len() + 1)?;
                self.deleted = deleted;
                self.block.bytes(b"s UNSATISFIABLE\n");
                let id = if core.is_empty() { self.empty } else { id };
                let ids = [id];
                self.step(b"u ", 0, core.iter().copied(), Some(if id == 0 { &[] } else { &ids }));
            }
        }
        Ok(())
    }

    fn add(&mut self, id: ClauseId, clause: &[Lit], antecedents: &[ClauseId]) -> io::Result<()> {
        self.begin(clause.len() + antecedents.len() + 1)?;
        if clause.is_empty() {
            self.empty = id;
        }
        self.step(b"l ", id, clause.iter().copied(), Some(antecedents));
        Ok(())
    }

    fn add_rat(&mut self, _id: ClauseId, _clause: &[Lit], _hints: &[i64]) -> io::Result<()> {
        Err(io::Error::other("a proof of all calls has no definitions: what later clauses say of them is not known"))
    }

    fn delete(&mut self, id: ClauseId, _clause: &[Lit]) -> io::Result<()> {
        self.deleted.push(id);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.begin(0)?;
        self.block.write()
    }
}
