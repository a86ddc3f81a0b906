//! Transitive reduction of the binary implication graph.
//!
//! **What it does.** Removes a binary clause if other binary clauses lead to the same implication. From each literal,
//! one search through the literals that its neighbours imply finds all neighbours that can be reached without the edge
//! that leads to them directly.
//!
//! **Why it pays.** Watch lists become shorter for the same propagations, and elimination has fewer resolvents. It
//! removes what hyper binary resolution and learning have added in excess. Six formulas take 258 million ticks with it
//! and 301 without. Figures: bench/2026-11-28.txt.
//!
//! **Soundness and proof.** Clauses are only deleted: redundant ones when any binary clauses imply them, irredundant
//! ones when irredundant ones do. Of two neighbours that imply each other one stays: a neighbour is removed only when
//! another one reaches it that stays, or that is itself removed later because a third one reaches it; and the search
//! never goes back through the literal.
//!
//! **Schedule and cost.** A share of the search ticks. A pass begins where the last one stopped. A table of 8 bytes
//! per variable while it runs.
//!
//! **References.** Aho, Garey, Ullman (SIAM J. Comput. 1972); Heule, Järvisalo, Biere (SAT'11) on implication graphs.

use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cdcl::state::watch::{Watch, Watches};
use crate::cnf::Lit;

pub(super) const TRANSITIVE: Technique = Technique {
    letter: Some(('t', "binary clauses reduced transitively")),
    on: |options| options.transitive,
    effort: |options| options.transitive_effort,
    ticks: |counters| counters.transitive_ticks,
    ..Technique::new("transitive", |solver, ticks| solver.reduce_transitively(ticks).into())
};

impl Solver {
    /// Removes binary clauses that others imply within this many ticks; whether there were any.
    fn reduce_transitively(&mut self, ticks: u64) -> bool {
        self.db.watches.binaries_first();
        let codes = 2 * self.trail.info.len() as u32;
        let limit = self.counters.transitive_ticks + ticks;
        let start = self.passes.place(TRANSITIVE.name).next.min(codes);
        let mut search = Reachability { stamps: vec![0; codes as usize], stamp: 0, stack: Vec::new() };
        let removed = self.counters.transitive_removed;
        for lit in (start..codes).chain(0..start).map(Lit::from_code) {
            if self.spent(self.counters.transitive_ticks, limit) {
                self.passes.place(TRANSITIVE.name).next = lit.code();
                break;
            }
            if self.values.value(lit) != 0 {
                continue;
            }
            for irredundant_only in [true, false] {
                self.cut_shortcuts(lit, irredundant_only, &mut search);
            }
        }
        self.counters.transitive_removed > removed
    }

    /// Removes the implications of `lit` that longer paths replace: any clause if the path is irredundant, else only a
    /// redundant one.
    fn cut_shortcuts(&mut self, lit: Lit, irredundant_only: bool, search: &mut Reachability) {
        debug_assert_eq!(self.values.value(lit), 0);
        let watches = &self.db.watches;
        let list = watches.list(!lit);
        let binaries = list.iter().take_while(|watch| watch.is_binary());
        let edges = binaries.clone().count();
        let removable = |watch: &Watch| irredundant_only || watch.is_redundant_binary();
        if edges < 2 || !binaries.clone().any(removable) {
            return;
        }
        search.begin(lit);
        let mut ticks = 1 + edges as u64 / 16;
        for watch in binaries.clone().filter(|watch| !irredundant_only || !watch.is_redundant_binary()) {
            ticks += search.expand(watch.blocker(), watches, irredundant_only);
        }
        self.counters.transitive_ticks += ticks;
        let shortcuts: Vec<Watch> =
            binaries.filter(|watch| removable(watch) && search.is_reached(watch.blocker())).copied().collect();
        for watch in shortcuts {
            let (other, redundant, index) = (watch.blocker(), watch.is_redundant_binary(), watch.binary_index());
            self.db.watches.remove(!lit, watch);
            self.db.watches.remove(other, Watch::binary(!lit, redundant, index));
            self.db.delete_binary(!lit, other, redundant, index);
            self.counters.transitive_removed += 1;
        }
    }
}

/// A search through the implications of one literal.
struct Reachability {
    /// For each literal twice the number of the last search that reached it, plus 1 if it was reached through another
    /// literal.
    stamps: Vec<u32>,
    stamp: u32,
    stack: Vec<Lit>,
}

impl Reachability {
    /// Begins a search from the neighbours of `lit`.
    fn begin(&mut self, lit: Lit) {
        debug_assert!(self.stamp.is_multiple_of(2) && self.stack.is_empty(), "the next odd stamp means reached");
        self.stamp += 2;
        if self.stamp == u32::MAX - 1 {
            self.stamps.fill(0);
            self.stamp = 2;
        }
        // Paths through the literal or its negation are excluded, since they could use the very edge that is to be
        // removed.
        self.stamps[lit.index()] = self.stamp + 1;
        self.stamps[(!lit).index()] = self.stamp + 1;
    }

    fn is_reached(&self, lit: Lit) -> bool {
        self.stamps[lit.index()] == self.stamp + 1
    }

    /// Marks the literals that a neighbour reaches, except the neighbour itself; returns the ticks.
    fn expand(&mut self, root: Lit, watches: &Watches, irredundant_only: bool) -> u64 {
        if self.stamps[root.index()] >= self.stamp {
            return 0;
        }
        self.stamps[root.index()] = self.stamp;
        self.stack.push(root);
        let mut ticks = 0;
        while let Some(lit) = self.stack.pop() {
            let list = watches.list(!lit);
            let mut walked = 0;
            for watch in list.iter().take_while(|watch| watch.is_binary()) {
                walked += 1;
                let other = watch.blocker();
                let stamp = &mut self.stamps[other.index()];
                if other == root || irredundant_only && watch.is_redundant_binary() || *stamp > self.stamp {
                    continue;
                }
                if *stamp < self.stamp {
                    self.stack.push(other);
                }
                *stamp = self.stamp + 1;
            }
            ticks += 1 + walked / 16;
        }
        ticks
    }
}
