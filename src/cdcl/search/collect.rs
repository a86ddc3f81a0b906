//! Garbage collection: giving back the words of deleted clauses.
//!
//! **What it does.** Plans the place of every kept clause, redirects watches and reasons, and moves the clauses down. At
//! level 0 clauses with a fixed true literal are deleted before, and fixed false literals removed.
//!
//! **Schedule and cost.** At every reduction: three walks over the arena and one over the watches.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::Reason;
use crate::cdcl::state::watch::{Watch, Watched};
use crate::cnf::Lit;

impl Solver {
    /// Deletes what fixed variables satisfy and shortens the rest. Level 0, fully propagated.
    pub(in crate::cdcl) fn remove_satisfied(&mut self) {
        debug_assert!(self.trail.level() == 0 && self.trail.is_propagated());
        let mut next = self.door.arena.first();
        while let Some(clause) = next {
            next = self.door.arena.next(clause);
            if self.door.arena.garbage(clause) {
                continue;
            }
            let (mut satisfied, mut falsified) = (false, false);
            for lit in self.door.arena.lits(clause) {
                let value = self.values.value(lit);
                satisfied |= value > 0;
                falsified |= value < 0;
            }
            if satisfied {
                self.door.delete(clause);
                self.counters.satisfied += 1;
            } else if falsified {
                self.learned.chain.clear();
                if self.door.chained() {
                    let arena = &self.door.arena;
                    let fixed = arena.lits(clause).filter(|&lit| self.values.value(lit) < 0);
                    self.learned.chain.extend(fixed.map(|lit| self.unit_ids[lit.var().index()]));
                }
                let values = &self.values;
                self.door.shrink(clause, |lit| values.value(lit) == 0, &mut self.learned.chain);
                self.counters.strengthened += 1;
            }
        }
        self.remove_satisfied_binaries();
        self.schedule.collected_units = self.counters.units as usize;
    }

    fn remove_satisfied_binaries(&mut self) {
        let (values, watches) = (&self.values, &mut self.door.watches);
        let mut satisfied = Vec::new();
        for code in 0..2 * self.trail.info.len() as u32 {
            let lit = Lit::from_code(code);
            watches.retain(lit, |watch| {
                let Watched::Binary { redundant, id } = watch.watched() else { return true };
                let other = watch.blocker();
                let gone = values.value(lit) > 0 || values.value(other) > 0;
                if gone && lit < other {
                    satisfied.push((lit, other, redundant, id));
                }
                !gone
            });
        }
        self.counters.satisfied += satisfied.len() as u64;
        for (lit, other, redundant, id) in satisfied {
            self.door.delete_binary(lit, other, redundant, id);
        }
    }

    /// Frees the words of garbage clauses, at any level.
    pub(in crate::cdcl) fn collect_garbage(&mut self) {
        self.learned.recent.clear();
        self.counters.collections += 1;
        self.counters.collected += 4 * self.door.arena.wasted() as u64;
        self.door.arena.plan();
        let (arena, watches) = (&self.door.arena, &mut self.door.watches);
        for code in 0..2 * self.trail.info.len() as u32 {
            watches.retain(Lit::from_code(code), |watch| match watch.watched() {
                Watched::Binary { .. } => true,
                Watched::Long(clause) if arena.garbage(clause) => false,
                Watched::Long(clause) => {
                    *watch = Watch::long(watch.blocker(), arena.planned(clause));
                    true
                }
            });
        }
        for lit in &self.trail.lits {
            let reason = &mut self.trail.info[lit.var().index()].reason;
            if let Some(clause) = reason.clause() {
                *reason = Reason::long(arena.planned(clause));
            }
        }
        self.door.arena.compact();
        self.door.watches.pack_if_sparse();
    }
}
