//! Garbage collection: freeing the words of deleted clauses.
//!
//! **What it does.** Computes the new place of every kept clause, updates watches and reasons, and moves the clauses
//! down. At level 0, clauses with a true literal are deleted first, and false literals are removed.
//!
//! **Schedule and cost.** At every reduction: three walks over the arena and one over the watches.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::Reason;
use crate::cdcl::state::watch::{Layout, Watch};

use crate::cnf::Lit;

impl Solver {
    /// Deletes the clauses that fixed literals satisfy, and removes false literals from the others. Requires level 0
    /// and a fully propagated trail.
    pub(in crate::cdcl) fn remove_satisfied(&mut self) {
        debug_assert!(self.trail.level() == 0 && self.trail.is_propagated());
        let mut next = self.db.arena.first();
        while let Some(clause) = next {
            next = self.db.arena.next(clause);
            if self.db.arena.garbage(clause) {
                continue;
            }
            let (mut satisfied, mut falsified) = (false, false);
            for lit in self.db.arena.lits(clause) {
                let value = self.values.value(lit);
                satisfied |= value > 0;
                falsified |= value < 0;
            }
            if satisfied {
                self.db.delete(clause);
                self.counters.satisfied += 1;
            } else if falsified {
                debug_assert!(
                    self.layout != Layout::Watched
                        || (0..2).all(|at| self.values.value(self.db.arena.lit(clause, at)) == 0),
                    "after propagation the watched literals of an open clause are unassigned"
                );
                self.learned.chain.clear();
                if self.db.chained() {
                    let arena = &self.db.arena;
                    let fixed = arena.lits(clause).filter(|&lit| self.values.value(lit) < 0);
                    self.learned.chain.extend(fixed.map(|lit| self.unit_ids[lit.var().index()]));
                }
                let values = &self.values;
                self.db.shrink(clause, |lit| values.value(lit) == 0, &mut self.learned.chain);
                self.counters.strengthened += 1;
            }
        }
        self.remove_satisfied_binaries();
        self.schedule.collected_units = self.counters.units as usize;
    }

    fn remove_satisfied_binaries(&mut self) {
        let (values, watches) = (&self.values, &mut self.db.watches);
        let mut satisfied = Vec::new();
        for code in 0..2 * self.trail.info.len() as u32 {
            let lit = Lit::from_code(code);
            watches.retain(lit, |watch| {
                if !watch.is_binary() {
                    return true;
                }
                let other = watch.blocker();
                let deleted = values.value(lit) > 0 || values.value(other) > 0;
                debug_assert!(deleted || values.value(lit) == 0 && values.value(other) == 0, "units were propagated");
                if deleted && lit < other {
                    satisfied.push((lit, other, watch.is_redundant_binary(), watch.binary_index()));
                }
                !deleted
            });
        }
        self.counters.satisfied += satisfied.len() as u64;
        for (lit, other, redundant, index) in satisfied {
            self.db.delete_binary(lit, other, redundant, index);
        }
    }

    /// Frees the words of garbage clauses. Works at any level.
    pub(in crate::cdcl) fn collect_garbage(&mut self) {
        self.counters.collections += 1;
        self.counters.collected += 4 * self.db.arena.wasted() as u64;
        self.db.arena.plan();
        let (arena, watches) = (&self.db.arena, &mut self.db.watches);
        for code in 0..2 * self.trail.info.len() as u32 {
            watches.retain(Lit::from_code(code), |watch| match watch.long_clause() {
                None => true,
                Some(clause) if arena.garbage(clause) => false,
                Some(clause) => {
                    *watch = Watch::long(watch.blocker(), arena.planned(clause));
                    true
                }
            });
        }
        for lit in &self.trail.lits {
            let reason = &mut self.trail.info[lit.var().index()].reason;
            if let Some(clause) = reason.clause() {
                debug_assert!(!self.db.arena.garbage(clause), "reasons are not deleted");
                *reason = Reason::long(arena.planned(clause));
            }
        }
        let arena = &self.db.arena;
        self.gauss.collect(|clause| (!arena.garbage(clause)).then(|| arena.planned(clause)));
        self.db.arena.compact();
        debug_assert_eq!(self.db.arena.wasted(), 0);
        self.db.watches.pack_if_sparse();
        self.check_contracts("a collection of garbage");
    }
}
