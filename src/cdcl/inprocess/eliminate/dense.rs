//! Unit propagation while clauses are in the lists of all their literals.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::BinaryIndex;
use crate::cdcl::state::watch::Layout;
use crate::cnf::Lit;

impl Solver {
    /// Propagates the units on the trail from `trail.propagated` on: deletes satisfied irredundant clauses and shortens
    /// the others. Calls `lost` for every literal occurrence that is removed. Satisfied binary clauses and redundant
    /// clauses stay.
    pub(super) fn propagate_dense(&mut self, mut lost: impl FnMut(Lit)) {
        debug_assert!(matches!(self.layout, Layout::Occurring(_)) && self.trail.level() == 0);
        while !self.inconsistent && self.trail.propagated < self.trail.lits.len() {
            let lit = self.trail.lits[self.trail.propagated];
            self.trail.propagated += 1;
            for at in 0..self.db.watches.list(lit).len() {
                if let Some(clause) = self.db.watches.list(lit)[at].long_clause()
                    && !self.db.arena.garbage(clause)
                {
                    self.db.arena.lits(clause).for_each(&mut lost);
                    self.db.delete(clause);
                }
            }
            self.counters.eliminate_ticks += 1 + self.db.watches.list(!lit).len() as u64;
            for at in 0..self.db.watches.list(!lit).len() {
                let watch = self.db.watches.list(!lit)[at];
                match watch.long_clause() {
                    None => self.imply(watch.blocker(), lit, watch.binary_index()),
                    Some(clause) if self.db.arena.garbage(clause) => {}
                    Some(clause) => {
                        self.learned.chain.clear();
                        if self.db.chained() {
                            self.learned.chain.push(self.unit_ids[lit.var().index()]);
                        }
                        lost(!lit);
                        self.db.shrink(clause, |other| other != !lit, &mut self.learned.chain);
                    }
                }
                if self.inconsistent {
                    return;
                }
            }
        }
    }

    /// Fixes the literal that the binary clause `implied | !unit` implies, where `unit` is fixed.
    fn imply(&mut self, implied: Lit, unit: Lit, index: BinaryIndex) {
        debug_assert!(self.values.value(unit) > 0);
        let value = self.values.value(implied);
        if value > 0 {
            return;
        }
        self.learned.chain.clear();
        if self.db.chained() {
            self.learned.chain.push(self.unit_ids[unit.var().index()]);
            if value < 0 {
                self.learned.chain.push(self.unit_ids[implied.var().index()]);
            }
            self.learned.chain.push(self.db.binary_id(index));
        }
        if value < 0 {
            self.learn_empty();
        } else {
            self.learn_unit(implied);
        }
    }
}
