//! Compaction of variables.
//!
//! **What it does.** Gives the variables that the search still decides the numbers from 0 on, in their order, and takes the
//! others out of all tables: those that are fixed, eliminated or replaced by an equal literal. The user's variables are
//! mapped to the new numbers; for a fixed one its value stays there (and the id of its unit, if the user may come back
//! with it), for the others there is the extension stack. A variable that the user comes to use again gets a new number
//! behind all others.
//!
//! **Why.** Where few of the variables are left, their values, watch lists and scores lie scattered, with rows between
//! them that nobody reads: fewer of them fit into the caches, and every improver makes tables for all of them.
//!
//! **Schedule and cost.** After each round of improving and each elimination, if at least `compact_least` variables and
//! `compact_percent` percent of them can go; what has gone does not count again. One walk over the clauses and lists, one
//! over each table.
//!
//! **Soundness and proof.** The formula stays as it is, and the proof speaks the user's numbers. Before, satisfied clauses
//! are deleted and fixed literals removed from the others, so that no clause has a variable that goes. Variables that the
//! user has frozen, assumes or has wishes for stay.
//!
//! Where equal scores or random draws decide, the search takes another path: the heap of scores is built anew, random
//! decisions draw from fewer variables, and scans of all variables take fewer ticks of an effort.
//!
//! **Measured.** CPU time of without it, medians of one to three interleaved pairs up to the same limit of conflicts, on a
//! machine with other loads. Where both came to the same end: 0.79 and 0.90 on a block design (226,000 of 243,000 variables
//! went; 20,000 and 3,000 conflicts), 0.81 to 0.95 on smtlib-qfbv-ext_con_032 (26,000 of 27,000), 0.91 and 0.98 on gus-md5-04
//! (41,000 of 69,000), 0.89 and 0.90 on md4-29-512, 0.91 and 1.02 on fifo8x4-18 (few on both). Where paths part, which is
//! luck: 1.02 on stric-bmc-ibm-12, 0.98 on manol-pipe-f6b, 1.19 on sha1-80-12; gss-13-s100 met its model after 1,576
//! conflicts instead of 8,910, of six other designs two within 843 instead of 3,000 or more, two after 1.4 times as many. Peak
//! memory stays within 1 MB: the peak comes before, when the formula is loaded and eliminated for the first time.
//!
//! **Tried and dropped.** From 100 variables on: nothing to gain in tables that fit into the caches anyway. 62 formulas of 0.8
//! to 14 s took 36.0 us a conflict with it, 36.6 without, and by other paths 243 s instead of 229.
//!
//! **References.** Biere (Lingeling, 2010); Biere et al. (CaDiCaL 2.0, CAV'24) for limits of this kind.

use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cdcl::state::renumbering::Renumbering;
use crate::cnf::{Lit, Var};
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
        // Without memory for the new tables the search goes on with the old ones.
        let bytes = self.trail.info.len() * (Renumbering::BYTES_PER_VAR + size_of::<u64>());
        // Where watches were lost, propagation has missed literals that clauses still hold.
        let intact = !self.db.watches.incomplete();
        self.worth_compacting(self.trail.lits.len() + self.statuses.inactive()) && intact && try_allocate(bytes)
    }

    /// Removes variables that are fixed or inactive from the tables; whether enough of them are not protected.
    fn compact(&mut self) -> bool {
        let vars = self.trail.info.len();
        let mut stays = self.protected();
        self.failed.iter().for_each(|lit| stays[lit.var().index()] = true);
        for (stays, &set_phase) in stays.iter_mut().zip(&self.phases.forced) {
            *stays |= set_phase != 0;
        }
        let idle = |var: Var| self.values.value(var.pos()) != 0 || self.statuses.is_inactive(var);
        let renumbering = Renumbering::new(vars, |var| stays[var.index()] || !idle(var));
        let gone = vars - renumbering.after();
        if !self.worth_compacting(gone) {
            return false;
        }
        self.remove_satisfied();
        self.collect_garbage();
        self.renumber(&renumbering);
        self.counters.compactions += 1;
        self.counters.compacted += gone as u64;
        true
    }

    /// Whether so many variables are enough.
    fn worth_compacting(&self, inactive: usize) -> bool {
        let (inactive, vars) = (inactive as u64, self.trail.info.len() as u64);
        inactive >= self.options.compact_least && inactive * 100 >= self.options.compact_percent * vars
    }

    /// Goes over to new numbers in everything that is kept by variable or in literals.
    fn renumber(&mut self, renumbering: &Renumbering) {
        let fixed = self.trail.lits.len();
        let ids = if self.non_incremental && self.share.is_none() { &[] } else { &self.unit_ids[..] };
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
        self.flags.renumber(renumbering);
        self.statuses.renumber(renumbering);
        self.probed.renumber(renumbering);
        if self.db.chained() {
            renumbering.shrink_vars(&mut self.unit_ids);
        }
        let new = |lit: &mut Lit| *lit = renumbering.lit(*lit).expect("assumptions stay");
        self.assumptions.iter_mut().for_each(new);
        self.failed.iter_mut().for_each(new);
        self.schedule.renumber(renumbering, fixed - self.trail.lits.len());
    }
}
