//! Minimisation: removing literals that follow from others of the clause.
//!
//! **What it does.** A literal is removable when every literal of its reason is in the clause, fixed, or removable itself.
//! Outcomes are remembered. A literal cannot be removable when its level has no other literal of the clause, or when it
//! was assigned before the first of these.
//!
//! **References.** Sörensson, Biere (SAT'09); Van Gelder (SAT'09) for poison; Knuth, TAOCP 7.2.2.2 for the level test.

use crate::cdcl::state::arena::Arena;
use crate::cdcl::state::clause::Because;
use crate::cdcl::state::flags::{ANALYZED, Flags, POISONED, REMOVABLE};
use crate::cdcl::state::trail::Trail;
use crate::cnf::Lit;

/// What is known while a deduced clause is shrunk and minimised.
pub(super) struct Implications<'a> {
    pub trail: &'a Trail,
    pub arena: &'a Arena,
    pub flags: &'a mut Flags,
    pub ticks: &'a mut u64,
    /// How many reasons deep a literal may be pursued.
    pub depth: u64,
}

impl Implications<'_> {
    /// Whether the literal of the clause follows from the others.
    pub fn removable(&mut self, lit: Lit) -> bool {
        let info = self.trail.info[lit.var().index()];
        if self.trail.frames[info.level as usize - 1].seen <= 1 {
            return false;
        }
        self.settled(lit, 0).unwrap_or_else(|| self.pursue(lit, 0))
    }

    /// Whether a false literal follows from the clause's literals: it is one of them, or all of its reason does.
    pub fn follows(&mut self, lit: Lit, depth: u64) -> bool {
        self.settled(lit, depth).unwrap_or_else(|| self.pursue(lit, depth))
    }

    /// Whether the literal follows, where its reason need not be looked at. At depth 0 it is the clause's own.
    #[inline(always)]
    fn settled(&self, lit: Lit, depth: u64) -> Option<bool> {
        let marks = self.flags.marks[lit.var().index()];
        if marks & REMOVABLE != 0 || depth > 0 && marks & ANALYZED != 0 {
            return Some(true);
        }
        let info = self.trail.info[lit.var().index()];
        if info.level == 0 {
            return Some(true);
        }
        if marks & POISONED != 0 || depth > self.depth || info.level == self.trail.level() {
            return Some(false);
        }
        let frame = &self.trail.frames[info.level as usize - 1];
        let early = info.position < frame.least || depth == 0 && info.position == frame.least;
        (frame.seen == 0 || early).then_some(false)
    }

    /// Whether all literals of the reason follow; remembers it.
    fn pursue(&mut self, lit: Lit, depth: u64) -> bool {
        let var = lit.var();
        let follows = match self.trail.reason(var).because() {
            Because::Decision => false,
            Because::Unit => true,
            Because::Binary(other) => self.follows(other, depth + 1),
            Because::Long(clause) => {
                *self.ticks += 1;
                let arena = self.arena;
                arena.lits(clause).all(|other| other.var() == var || self.follows(other, depth + 1))
            }
        };
        self.flags.minimize(var, if follows { REMOVABLE } else { POISONED });
        follows
    }
}
