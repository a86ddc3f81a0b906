//! Compaction of variables.
//!
//! **What it does.** Renumbers the active variables from 0 on, in their order, and removes the others from all tables:
//! those that are fixed, eliminated or substituted. The map of the user's variables keeps the value of a fixed
//! variable (and the id of its unit, if the user may use it again); the extension stack gives the values of the
//! others. A variable that the user uses again gets a new number after all others.
//!
//! **Why it pays.** Where few variables are left, the rows of their values, watch lists and scores are scattered among
//! rows that are never read, so that fewer of them fit into the caches; and every technique allocates tables for all
//! variables. A block design of which 226,000 of 243,000 variables were removed takes 0.79 of the CPU time for the same
//! conflicts. Figures: bench/2026-11-28.txt.
//!
//! **Soundness and proof.** The formula does not change, and the proof has the user's numbers. Satisfied clauses are
//! deleted and fixed literals removed first, so that no clause has a variable that is removed. Variables that the user
//! has frozen, assumed or given a phase are kept. The search may change where equal scores or random draws decide: the
//! heap is built again, random decisions draw from fewer variables, and scans of all variables take fewer ticks.
//!
//! **Schedule and cost.** After each inprocessing round and each elimination, if at least `compact_least` variables
//! and `compact_percent` percent of them would be removed. One walk over the clauses and watch lists, and one over
//! each table.
//!
//! **Tried and dropped.** From 100 variables on: small tables fit into the caches anyway.
//!
//! **References.** Biere (Lingeling, 2010); Biere et al. (CaDiCaL 2.0, CAV'24) for limits of this kind.

use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cdcl::state::parts::Parts;
use crate::cnf::{Lit, Var};
use crate::order::renumbering::Renumbering;
use crate::util::memory::try_allocate;

pub(super) const COMPACT: Technique = Technique {
    letter: Some(('n', "variables renumbered")),
    on: |options| options.compact,
    due: |solver, _| solver.compacting(),
    ..Technique::new("compact", |solver, _| solver.compact().into())
};

impl Solver {
    /// Whether enough variables may be removed from the tables.
    fn compacting(&self) -> bool {
        // If there is no memory for the new tables, the old ones are kept.
        let bytes = self.trail.info.len() * (Renumbering::BYTES_PER_VAR + size_of::<u64>());
        // If memory for watches ran out, propagation has missed units, and clauses may still have fixed literals.
        let intact = !self.db.watches.incomplete();
        self.worth_compacting(self.trail.lits.len() + self.statuses.inactive()) && intact && try_allocate(bytes)
    }

    /// Removes variables that are fixed or inactive from the tables, unless too few of them may go; returns whether any
    /// were removed. Those that the user has frozen, assumed or given a phase stay.
    fn compact(&mut self) -> bool {
        let vars = self.trail.info.len();
        let mut stays = self.protected();
        self.failed.iter().for_each(|lit| stays[lit.var().index()] = true);
        for (stays, &set_phase) in stays.iter_mut().zip(&self.phases.forced) {
            *stays |= set_phase != 0;
        }
        let idle = |var: Var| self.values.value(var.pos()) != 0 || self.statuses.is_inactive(var);
        let renumbering = Renumbering::new(vars, |var| stays[var.index()] || !idle(var));
        let removed = vars - renumbering.after();
        if !self.worth_compacting(removed) {
            return false;
        }
        debug_assert!(removed <= self.trail.lits.len() + self.statuses.inactive(), "open variables stay");
        self.remove_satisfied();
        self.collect_garbage();
        self.renumber(&renumbering);
        self.counters.compactions += 1;
        self.counters.compacted += removed as u64;
        true
    }

    /// Whether removing this many variables reaches both limits.
    fn worth_compacting(&self, removed: usize) -> bool {
        let (removed, vars) = (removed as u64, self.trail.info.len() as u64);
        removed >= self.options.compact_least && removed * 100 >= self.options.compact_percent * vars
    }

    /// Renumbers every table by variable or by literal, and everything that holds literals.
    fn renumber(&mut self, renumbering: &Renumbering) {
        debug_assert!(self.trail.level() == 0 && renumbering.before() == self.trail.info.len());
        let fixed = self.trail.lits.len();
        // Later calls, other copies and the proofs of rows may need the units of fixed variables.
        let forgets_units = self.non_incremental && self.share.is_none() && !self.gauss.proving();
        let ids = if forgets_units { &[] } else { &self.unit_ids[..] };
        self.db.external.renumber(renumbering, &self.values, ids);
        renumbering.shrink_vars(&mut self.db.touched);
        self.db.arena.renumber(renumbering);
        let arena = &self.db.arena;
        self.db.watches.renumber(renumbering, |clause, old| {
            let lit = renumbering.lit(old).map(|lit| lit.code());
            let other = arena.codes(clause).iter().copied().find(|&code| Some(code) != lit);
            Lit::from_code(other.expect("a long clause has other literals"))
        });
        self.trail.renumber(renumbering);
        self.values.renumber(renumbering);
        self.queue.renumber(renumbering);
        self.scores.renumber(renumbering);
        self.phases.renumber(renumbering);
        self.marks.renumber(renumbering);
        self.statuses.renumber(renumbering);
        self.probed.renumber(renumbering);
        if self.db.chained() {
            renumbering.shrink_vars(&mut self.unit_ids);
        }
        let new = |lit: &mut Lit| *lit = renumbering.lit(*lit).expect("assumptions stay");
        self.assumptions.iter_mut().for_each(new);
        self.failed.iter_mut().for_each(new);
        self.schedule.target.shorten(fixed - self.trail.lits.len());
        self.passes.renumber(renumbering);
        self.db.parts = Parts::default();
        debug_assert!([self.trail.info.len(), self.queue.len(), self.statuses.len()] == [renumbering.after(); 3]);
    }
}
