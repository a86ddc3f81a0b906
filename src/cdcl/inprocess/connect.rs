//! Which long clauses are in which lists.
//!
//! While the search runs, a long clause is in the lists of its first two literals (it is *watched*). Some improvers need
//! it in the lists of all its literals, or in none. Binary clauses are in the lists of both their literals always.

use crate::cdcl::Solver;
use crate::cdcl::derive::ClauseDb;
use crate::cdcl::state::arena::Arena;
use crate::cdcl::state::watch::{Watch, Watches};
use crate::cnf::Lit;
use crate::util::memory::try_allocate;

/// What the lists hold besides binary clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cdcl) enum Layout {
    /// Every long clause, in the lists of its first two literals.
    Watched,
    /// Irredundant clauses of at most this many literals, in the lists of all their literals.
    Occurring(usize),
    /// Nothing.
    Bare,
}

impl Solver {
    /// Keeps the binary clauses in all lists, first, and puts long ones into them as the layout says. Long clauses that
    /// come into [`Layout::Watched`] may have false literals among the first two: then everything on the trail must be
    /// propagated again.
    pub(in crate::cdcl) fn reconnect(&mut self, layout: Layout) {
        self.lay_out(layout, |watches, counts| watches.keep_binaries(counts));
    }

    /// Watches all long clauses, and puts these binary clauses into the lists besides those that are there.
    pub(in crate::cdcl) fn lay_out_with(&mut self, binaries: impl Iterator<Item = (Lit, Watch)> + Clone) {
        self.lay_out(Layout::Watched, |watches, counts| {
            for (lit, watch) in binaries.clone() {
                counts[lit.index()] += 1;
                counts[watch.blocker().index()] += 1;
            }
            let laid_out = watches.keep_binaries(counts);
            for (lit, watch) in binaries.filter(|_| laid_out) {
                watches.push(lit, watch);
                watches.push(watch.blocker(), Watch::binary(lit, watch.is_redundant_binary(), watch.binary_id()));
            }
            laid_out
        });
    }

    /// Counts the long clauses of each list, has room made for them by `make_room`, and fills them in.
    fn lay_out(&mut self, layout: Layout, make_room: impl FnOnce(&mut Watches, &mut [u32]) -> bool) {
        let lits = 2 * self.flags.marks.len();
        if !try_allocate(2 * lits * size_of::<u32>() + self.db.watches.bytes() / 4) {
            self.exhausted = true;
            return;
        }
        let ClauseDb { arena, watches, .. } = &mut self.db;
        let mut counts = vec![0u32; lits];
        each_watch(arena, layout, |lit, _| counts[lit.index()] += 1);
        if make_room(watches, &mut counts) {
            each_watch(arena, layout, |lit, watch| watches.push(lit, watch));
        } else {
            self.exhausted = true;
        }
    }

    /// Watches long clauses again and propagates everything. Level 0; may find the formula inconsistent.
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

/// The lists that the layout puts long clauses into, and their watches there.
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
