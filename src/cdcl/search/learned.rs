//! Telling the user of learned clauses.
//!
//! **Soundness and proof.** A learned clause follows from the user's clauses: unless [`Solver::set_non_incremental`]
//! was called no variable is added, and all other techniques preserve what the formula implies about the variables that
//! remain.

use crate::cdcl::Solver;
use crate::cnf::Lit;
use crate::util::exclusive::Exclusive;

/// Receives learned clauses.
pub type LearnedCallback = Box<dyn FnMut(&[Lit]) + Send>;

/// Who is notified of learned clauses.
pub struct OnLearned {
    max_len: usize,
    callback: Exclusive<LearnedCallback>,
    /// Scratch: the clause in the user's literals.
    lits: Vec<Lit>,
}

impl OnLearned {
    /// Passes to the callback every clause of at most `max_len` literals.
    pub fn new(max_len: usize, callback: LearnedCallback) -> OnLearned {
        OnLearned { max_len, callback: Exclusive::new(callback), lits: Vec::new() }
    }
}

impl Solver {
    /// Tells the callback, if there is one, of a clause that was just learned.
    #[inline]
    pub(super) fn report_learned(&mut self, clause: &[Lit]) {
        let Some(listener) = &mut self.on_learned else { return };
        if clause.len() <= listener.max_len {
            listener.lits.clear();
            listener.lits.extend(self.db.external.user_lits(clause.iter().copied()));
            (listener.callback.get_mut())(&listener.lits);
        }
    }
}
