//! Minimisation: removing literals that follow from others of the clause.
//!
//! **What it does.** A literal is removable when every literal of its reason is in the clause, fixed, or removable itself.
//! Outcomes are remembered. A literal cannot be removable when its level has no other literal of the clause, or when it
//! was assigned before the first of these.
//!
//! **References.** Sörensson, Biere (SAT'09); Van Gelder (SAT'09) for poison; Knuth, TAOCP 7.2.2.2 for the level test.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::Because;
use crate::cdcl::state::flags::{ANALYZED, POISONED, REMOVABLE};
use crate::cnf::Lit;

impl Solver {
    /// Whether the literal of the clause follows from the others.
    pub(super) fn removable(&mut self, lit: Lit) -> bool {
        let level = self.trail.level_of(lit);
        if self.trail.frame(level).seen <= 1 {
            return false;
        }
        self.follows(lit, 0)
    }

    /// Whether a false literal follows from the clause's literals: it is one of them (but not at depth 0), or all of its
    /// reason does.
    pub(super) fn follows(&mut self, lit: Lit, depth: u64) -> bool {
        let var = lit.var();
        let info = self.trail.info[var.index()];
        let marks = self.flags.marks[var.index()];
        if info.level == 0 || marks & REMOVABLE != 0 || depth > 0 && marks & ANALYZED != 0 {
            return true;
        }
        if marks & POISONED != 0 || depth > self.options.minimize_depth {
            return false;
        }
        if info.level == self.trail.level() {
            return false;
        }
        let frame = self.trail.frames[info.level as usize - 1];
        if frame.seen == 0 || info.position < frame.least || depth == 0 && info.position == frame.least {
            return false;
        }
        let follows = match info.reason.because() {
            Because::Decision => false,
            Because::Unit => true,
            Because::Binary(other) => self.follows(other, depth + 1),
            Because::Long(clause) => {
                self.counters.ticks += 1;
                (0..self.door.arena.size(clause)).all(|at| {
                    let other = self.door.arena.lit(clause, at);
                    other.var() == var || self.follows(other, depth + 1)
                })
            }
        };
        self.flags.minimize(var, if follows { REMOVABLE } else { POISONED });
        follows
    }
}
