//! Which active clauses contain a literal.
//!
//! **What it does**: the lists are made when candidates are asked for the first time (most proofs never ask), and kept
//! up to date from then on: a clause is entered when it becomes active. **Why it is fast**: a clause that has become
//! inactive is dropped when it is met, once for each of its literals. So a lemma costs time in proportion to its
//! candidates, however many clauses have come and gone. Looking at all clauses for every lemma would take time
//! quadratic in the length of the proof.

use crate::check::propagate::{ACTIVE, Engine};
use crate::check::{grow, push};
use crate::cnf::Lit;
use crate::limits::Stop;

/// The lists, once there are any.
#[derive(Debug, Default)]
pub(super) struct Occurrences(Option<Vec<Vec<u32>>>);

impl Occurrences {
    /// Whether there are lists.
    pub(super) fn are_kept(&self) -> bool {
        self.0.is_some()
    }

    /// Makes the lists of all clauses that are active now.
    pub(super) fn keep(&mut self, engine: &Engine) -> Result<(), Stop> {
        self.0 = Some(Vec::new());
        let mut clause = 0;
        while (clause as usize) < engine.arena.len() {
            if engine.has(clause, ACTIVE) {
                self.add(clause, engine.lits(clause))?;
            }
            clause = engine.following(clause);
        }
        Ok(())
    }

    /// Enters a clause that has become active, if lists are kept.
    pub(super) fn add(&mut self, clause: u32, lits: &[u32]) -> Result<(), Stop> {
        let Some(lists) = &mut self.0 else { return Ok(()) };
        for &code in lits {
            grow(lists, code as usize + 1, Vec::new())?;
            push(&mut lists[code as usize], clause)?;
        }
        Ok(())
    }

    /// Appends the active clauses with this literal to `found`; returns how many clauses were looked at.
    pub(super) fn append(&mut self, engine: &Engine, lit: Lit, found: &mut Vec<u32>) -> Result<usize, Stop> {
        let Some(list) = self.0.as_mut().and_then(|lists| lists.get_mut(lit.index())) else { return Ok(0) };
        let looked = list.len();
        list.retain(|&clause| engine.has(clause, ACTIVE));
        found.try_reserve(list.len()).map_err(|_| Stop::Memory)?;
        found.extend_from_slice(list);
        Ok(looked)
    }
}
