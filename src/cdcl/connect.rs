//! Layouts of the watch lists: which long clauses are in which lists.
//!
//! **What it does.** During the search a long clause is in the lists of its first two literals (it is *watched*). Some
//! techniques need it in the lists of all its literals, or in none. Binary clauses are always in the lists of both
//! their literals.

use super::Solver;
use super::database::ClauseDb;
use super::state::arena::Arena;
use super::state::watch::{Layout, Watch, Watches};
use crate::cnf::Lit;
use crate::util::memory::try_allocate;

impl Solver {
    /// Keeps the binary clauses of all lists, in front, and adds the long ones that the layout demands. With
    /// [`Layout::Watched`] the first two literals of a clause may be false: then everything on the trail must be
    /// propagated again.
    pub(in crate::cdcl) fn reconnect(&mut self, layout: Layout) {
        if layout == Layout::Bare {
            self.layout = layout;
            self.db.watches.drop_long();
            return;
        }
        self.lay_out(layout, |watches, counts| watches.keep_binaries(counts));
    }

    /// Watches all long clauses and these binary clauses; binary clauses that are watched already stay.
    pub(in crate::cdcl) fn lay_out_with(&mut self, binaries: impl Iterator<Item = (Lit, Watch)> + Clone) {
        self.lay_out(Layout::Watched, |watches, counts| {
            for (lit, watch) in binaries.clone() {
                counts[lit.index()] += 1;
                counts[watch.blocker().index()] += 1;
            }
            let laid_out = watches.keep_binaries(counts);
            for (lit, watch) in binaries.filter(|_| laid_out) {
                watches.push(lit, watch);
                watches.push(watch.blocker(), Watch::binary(lit, watch.is_redundant_binary(), watch.binary_index()));
            }
            laid_out
        });
    }

    /// Counts the long clauses of each list, reserves their space by `reserve`, and adds them.
    fn lay_out(&mut self, layout: Layout, reserve: impl FnOnce(&mut Watches, &mut [u32]) -> bool) {
        debug_assert_eq!(self.trail.level(), 0);
        self.layout = layout;
        let lits = 2 * self.marks.of_var.len();
        debug_assert_eq!(lits, self.values.table.len());
        if !try_allocate(2 * lits * size_of::<u32>() + self.db.watches.bytes() / 4) {
            self.exhausted = true;
            return;
        }
        let ClauseDb { arena, watches, .. } = &mut self.db;
        let mut counts = vec![0u32; lits];
        each_watch(arena, layout, |lit, _| counts[lit.index()] += 1);
        if reserve(watches, &mut counts) {
            each_watch(arena, layout, |lit, watch| watches.push(lit, watch));
        } else {
            self.exhausted = true;
        }
    }

    /// Watches long clauses again and propagates the whole trail. Level 0; may refute the formula.
    pub(in crate::cdcl) fn resume_watching(&mut self) {
        self.reconnect(Layout::Watched);
        if self.inconsistent || self.exhausted {
            return;
        }
        self.trail.propagated = 0;
        if let Some(conflict) = self.propagate() {
            self.learn(conflict);
        }
    }
}

/// Calls `take` for each watch of a long clause in this layout.
fn each_watch(arena: &Arena, layout: Layout, mut take: impl FnMut(Lit, Watch)) {
    match layout {
        Layout::Watched => {
            for clause in arena.refs() {
                let (a, b) = (arena.lit(clause, 0), arena.lit(clause, 1));
                take(a, Watch::long(b, clause));
                take(b, Watch::long(a, clause));
            }
        }
        Layout::Occurring(most) => {
            for clause in arena.refs().filter(|&clause| !arena.redundant(clause) && arena.size(clause) <= most) {
                for lit in arena.lits(clause) {
                    take(lit, Watch::long(lit, clause));
                }
            }
        }
        Layout::Bare => {}
    }
}
