//! Deduplication of binary clauses.
//!
//! **What it does.** Keeps one of equal binary clauses, an irredundant one if there is any. From the clauses (a, b) and
//! (a, not b) it learns the unit a.
//!
//! **Why it pays.** Substituting equivalent literals and strengthening leave many copies behind, and other techniques
//! count and resolve them again and again.
//!
//! **Soundness and proof.** Only copies are deleted; the unit is the resolvent of the two clauses.
//!
//! **Schedule and cost.** One walk over the binary clauses, with a table of 8 bytes per variable while it runs.
//!
//! **References.** Biere et al. (CaDiCaL 2.0, CAV'24).

use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cdcl::state::clause::BinaryIndex;
use crate::cdcl::state::watch::Watch;
use crate::cnf::Lit;

/// Marks a literal that is in no clause with the current one.
const NONE: u32 = 0;

pub(super) const DEDUPLICATE: Technique = Technique {
    on: |options| options.deduplicate,
    ..Technique::new("deduplicate", |solver, _| solver.deduplicate().into())
};

impl Solver {
    /// Removes copies of binary clauses and learns the units that pairs of them imply; whether there were any.
    fn deduplicate(&mut self) -> bool {
        let codes = 2 * self.trail.info.len() as u32;
        // For each other literal the watch to keep: the least one, so that both lists choose the same clause.
        let mut kept = vec![NONE; codes as usize];
        // For each other literal: whether the clause to keep was met in this list, and whether its watch has been put
        // in its place.
        let mut met = vec![(false, false); codes as usize];
        let mut units: Vec<(Lit, [BinaryIndex; 2])> = Vec::new();
        let mut copies = Vec::new();
        for lit in (0..codes).map(Lit::from_code) {
            let watches = &mut self.db.watches;
            let mut doubled = false;
            let mut unit = None;
            for watch in watches.list(lit).iter().filter(|watch| watch.is_binary()) {
                let other = watch.blocker();
                let best = &mut kept[other.index()];
                doubled |= *best != NONE;
                if *best == NONE || watch.data < *best {
                    *best = watch.data;
                }
                if kept[(!other).index()] != NONE {
                    unit = Some(other);
                }
            }
            if let Some(other) = unit.filter(|_| self.values.value(lit) == 0) {
                units.push((
                    lit,
                    [other, !other].map(|blocker| Watch { blocker, data: kept[blocker.index()] }.binary_index()),
                ));
            }
            let unmark = |kept: &mut Vec<u32>, list: &[Watch]| {
                for watch in list.iter().filter(|watch| watch.is_binary()) {
                    kept[watch.blocker().index()] = NONE;
                }
            };
            if !doubled {
                unmark(&mut kept, watches.list(lit));
                continue;
            }
            watches.retain(lit, |watch| {
                if !watch.is_binary() {
                    return true;
                }
                let (other, redundant) = (watch.blocker(), watch.is_redundant_binary());
                let best = Watch { data: kept[other.index()], ..*watch };
                let (kept, placed) = &mut met[other.index()];
                // Without ids copies cannot be told apart, so the first one met is kept.
                if watch.data == best.data && !*kept {
                    *kept = true;
                } else if lit < other {
                    copies.push((lit, other, redundant, watch.binary_index()));
                }
                // The place in the list must not depend on ids, or a run with a proof would be another run.
                let first = !*placed && redundant == best.is_redundant_binary();
                *placed |= first;
                *watch = best;
                first
            });
            for watch in watches.list(lit).iter().filter(|watch| watch.is_binary()) {
                met[watch.blocker().index()] = (false, false);
            }
            unmark(&mut kept, watches.list(lit));
        }
        debug_assert!(kept.iter().all(|&data| data == NONE) && met.iter().all(|&met| met == (false, false)));
        self.counters.deduplicated += copies.len() as u64;
        let changed = !copies.is_empty();
        self.learn_resolvents(&units);
        for (lit, other, redundant, index) in copies {
            self.db.delete_binary(lit, other, redundant, index);
        }
        changed || !units.is_empty()
    }

    /// Learns the units of pairs of binary clauses, given by their indices.
    fn learn_resolvents(&mut self, units: &[(Lit, [BinaryIndex; 2])]) {
        for &(lit, pair) in units {
            if self.values.value(lit) != 0 {
                continue;
            }
            self.learned.chain.clear();
            if self.db.chained() {
                self.learned.chain.extend(pair.map(|index| self.db.binary_id(index)));
            }
            self.learn_unit(lit);
            self.counters.deduplicate_units += 1;
        }
    }
}
