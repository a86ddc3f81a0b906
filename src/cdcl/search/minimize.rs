//! Minimisation: removing literals that follow from others of the learned clause.
//!
//! **What it does.** A literal is removable when every other literal of its reason is in the clause, fixed, or
//! removable itself. Results are cached in the marks [`REMOVABLE`] and [`POISONED`]. A literal cannot be removable when
//! its level has no other literal of the clause, or when it was assigned before the first of these.
//!
//! **References.** Sörensson, Biere (SAT'09); Van Gelder (SAT'09) for poison; Knuth, TAOCP 7.2.2.2 for the level test.

use crate::cdcl::state::arena::Arena;
use crate::cdcl::state::clause::UnpackedReason;
use crate::cdcl::state::marks::{ANALYZED, AnalysisMarks, POISONED, REMOVABLE};
use crate::cdcl::state::trail::Trail;
use crate::cnf::Lit;

/// The greatest depth of the recursion over reasons.
const MAX_DEPTH: u64 = 1_000;

/// The components that shrinking and minimisation read, and the marks that they set.
pub(super) struct Implications<'a> {
    pub trail: &'a Trail,
    pub arena: &'a Arena,
    pub marks: &'a mut AnalysisMarks,
    pub ticks: &'a mut u64,
}

impl Implications<'_> {
    /// Whether this literal of the clause follows from the others.
    pub fn removable(&mut self, lit: Lit) -> bool {
        debug_assert!(self.marks.has(lit.var(), ANALYZED) && self.trail.level_of(lit) > 0);
        let info = self.trail.info[lit.var().index()];
        if self.trail.frames[info.level as usize - 1].seen <= 1 {
            return false;
        }
        self.known(lit, 0).unwrap_or_else(|| self.implied_by_reason(lit, 0))
    }

    /// Whether a false literal is implied by the clause: it is one of its literals, or its whole reason is implied.
    pub fn implied(&mut self, lit: Lit, depth: u64) -> bool {
        self.known(lit, depth).unwrap_or_else(|| self.implied_by_reason(lit, depth))
    }

    /// Whether the literal is implied, if that is known without its reason. At depth 0 it is a literal of the clause.
    #[inline(always)]
    fn known(&self, lit: Lit, depth: u64) -> Option<bool> {
        let marks = self.marks.of_var[lit.var().index()];
        if marks & REMOVABLE != 0 || depth > 0 && marks & ANALYZED != 0 {
            return Some(true);
        }
        let info = self.trail.info[lit.var().index()];
        if info.level == 0 {
            return Some(true);
        }
        if marks & POISONED != 0 || depth > MAX_DEPTH || info.level == self.trail.level() {
            return Some(false);
        }
        let frame = &self.trail.frames[info.level as usize - 1];
        let early = info.position < frame.earliest || depth == 0 && info.position == frame.earliest;
        (frame.seen == 0 || early).then_some(false)
    }

    /// Whether all other literals of the reason are implied. Caches the result in the marks.
    fn implied_by_reason(&mut self, lit: Lit, depth: u64) -> bool {
        let var = lit.var();
        debug_assert!(!self.marks.has(var, REMOVABLE | POISONED), "a reason is followed once");
        debug_assert!(depth <= MAX_DEPTH && self.trail.level_of(lit) > 0);
        let implied = match self.trail.reason(var).unpack() {
            UnpackedReason::Decision => false,
            UnpackedReason::Unit => true,
            UnpackedReason::Binary(other) => self.implied(other, depth + 1),
            UnpackedReason::Long(clause) => {
                *self.ticks += 1;
                let arena = self.arena;
                arena.lits(clause).all(|other| other.var() == var || self.implied(other, depth + 1))
            }
        };
        self.marks.minimize(var, if implied { REMOVABLE } else { POISONED });
        implied
    }
}
