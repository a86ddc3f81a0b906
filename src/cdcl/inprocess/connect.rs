//! Which long clauses are in which lists.
//!
//! While the search runs, a long clause is in the lists of its first two literals (it is *watched*). Some improvers need
//! it in the lists of all its literals, or in none. Binary clauses are in the lists of both their literals always.

use crate::cdcl::Solver;
use crate::cdcl::derive::Door;
use crate::cdcl::state::room::can_have;
use crate::cdcl::state::watch::Watch;
use crate::cnf::Lit;

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
    /// Lays all lists out anew. Long clauses that come into [`Layout::Watched`] may have false literals among the first
    /// two: then everything on the trail must be propagated again.
    pub(in crate::cdcl) fn relay(&mut self, layout: Layout) {
        let binaries = self.binaries();
        self.lay_out(&binaries, layout);
    }

    /// All binary clauses, each from its smaller literal.
    pub(in crate::cdcl) fn binaries(&self) -> Vec<(Lit, Watch)> {
        let watches = &self.door.watches;
        let lits = (0..2 * self.flags.marks.len() as u32).map(Lit::from_code);
        lits.flat_map(|lit| watches.list(lit).iter().map(move |&watch| (lit, watch)))
            .filter(|(lit, watch)| watch.is_binary() && *lit < watch.blocker())
            .collect()
    }

    /// Fills all lists with these binary clauses and what the layout says, binary ones first.
    pub(in crate::cdcl) fn lay_out(&mut self, binaries: &[(Lit, Watch)], layout: Layout) {
        let vars = self.flags.marks.len();
        if !can_have(2 * vars * size_of::<u32>() + self.door.watches.bytes() / 2) {
            self.exhausted = true;
            return;
        }
        let Door { arena, watches, .. } = &mut self.door;
        let mut counts = vec![0u32; 2 * self.flags.marks.len()];
        for &(lit, watch) in binaries {
            counts[lit.index()] += 1;
            counts[watch.blocker().index()] += 1;
        }
        match layout {
            Layout::Watched => {
                for clause in arena.refs() {
                    counts[arena.lit(clause, 0).index()] += 1;
                    counts[arena.lit(clause, 1).index()] += 1;
                }
            }
            Layout::Occurring(most) => {
                for clause in arena.refs().filter(|&clause| !arena.redundant(clause) && arena.size(clause) <= most) {
                    for lit in arena.lits(clause) {
                        counts[lit.index()] += 1;
                    }
                }
            }
            Layout::Bare => {}
        }
        if !watches.lay_out(&counts) {
            self.exhausted = true;
            return;
        }
        drop(counts);
        for &(lit, watch) in binaries {
            watches.push(lit, watch);
            watches.push(watch.blocker(), Watch::binary(lit, watch.is_redundant_binary(), watch.binary_id()));
        }
        match layout {
            Layout::Watched => {
                for clause in arena.refs() {
                    let (a, b) = (arena.lit(clause, 0), arena.lit(clause, 1));
                    watches.push(a, Watch::long(b, clause));
                    watches.push(b, Watch::long(a, clause));
                }
            }
            Layout::Occurring(most) => {
                for clause in arena.refs().filter(|&clause| !arena.redundant(clause) && arena.size(clause) <= most) {
                    for lit in arena.lits(clause) {
                        watches.push(lit, Watch::long(lit, clause));
                    }
                }
            }
            Layout::Bare => {}
        }
    }

    /// Watches long clauses again and propagates everything. Level 0; may find the formula inconsistent.
    pub(in crate::cdcl) fn resume_watching(&mut self) {
        self.relay(Layout::Watched);
        if self.inconsistent || self.exhausted {
            return;
        }
        self.trail.propagated = 0;
        if let Some(conflict) = self.propagate() {
            self.learn(conflict);
        }
    }
}
