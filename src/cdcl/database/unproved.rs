//! What the proofs of parity constraints need of the database (`gauss/prove.rs`): clauses that are not in the proof
//! yet, clauses that stay in it after they are deleted, and steps in the user's literals that concern the proof alone.

use super::ClauseDb;
use crate::cdcl::state::clause::Clause;
use crate::cnf::Lit;
use crate::proof::ClauseId;
use std::collections::HashSet;

/// An id of this size is none: the clause will be in the proof when something is derived from it.
pub const UNPROVED: ClauseId = 1 << 63;

/// Whether a clause with this id is not in the proof yet.
#[inline]
pub fn is_unproved(id: ClauseId) -> bool {
    id >= UNPROVED
}

/// Clauses of the proof whose deletion waits.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    pub(super) ids: HashSet<ClauseId>,
    /// Those that were deleted, in the user's literals.
    pub(super) deleted: Vec<(ClauseId, Vec<Lit>)>,
}

impl ClauseDb {
    /// Adds a redundant long clause that is not in the proof yet; `number` tells it from others.
    pub fn add_unproved(&mut self, number: u64, lits: &[Lit], glue: u32) -> Option<Clause> {
        debug_assert!(lits.len() > 2 && self.with_ids);
        self.insert(UNPROVED | number, lits, true, glue, true)
    }

    /// The id that the next clause of the user's will have.
    pub fn next_original(&self) -> ClauseId {
        1 + if self.kept_ids.is_some() { self.taken_ids } else { self.last_id }
    }

    /// Keeps a clause in the proof, even if it is deleted, until all such clauses are let go.
    pub fn hold(&mut self, id: ClauseId) {
        self.held.ids.insert(id);
    }

    /// Writes the deletions that have waited, and lets none wait any more.
    pub fn let_go(&mut self) {
        let Held { deleted, .. } = std::mem::take(&mut self.held);
        deleted.into_iter().for_each(|(id, lits)| self.delete_external(id, &lits));
    }

    /// Deletes a clause from the proof that [`ClauseDb::derive`] has added.
    pub fn delete_derived(&mut self, id: ClauseId, lits: &[Lit]) {
        self.write_delete(id, lits);
    }

    /// Deletes a clause of the user's literals from the proof.
    pub fn delete_external(&mut self, id: ClauseId, lits: &[Lit]) {
        self.write_step(|tracer| tracer.delete(id, lits));
    }

    /// As [`ClauseDb::derive`], with a clause of the user's literals.
    pub fn derive_external(&mut self, lits: &[Lit], chain: &[ClauseId]) -> ClauseId {
        debug_assert!(!chain.is_empty() && !chain.iter().any(|&id| id == 0 || is_unproved(id)));
        self.last_id += 1;
        let id = self.last_id;
        self.write_step(|tracer| tracer.add(id, lits, chain));
        id
    }

    /// As [`ClauseDb::define`], with a clause of the user's literals.
    pub fn define_external(&mut self, lits: &[Lit], candidates: &[ClauseId]) -> ClauseId {
        self.last_id += 1;
        let id = self.last_id;
        let hints: Vec<i64> = candidates.iter().map(|&id| -(id as i64)).collect();
        self.write_step(|tracer| tracer.add_rat(id, lits, &hints));
        id
    }
}
