//! Fast elimination: variables of few clauses, early, where conflicts are costly.
//!
//! **What it does.** One more elimination (`mod.rs`) as soon as the search turns out to spend many ticks on each
//! conflict. It eliminates the variables whose clauses have at most eight resolvents, looks for no gates, and goes
//! through the variables in rounds, those with the fewest pairs of clauses first, until nothing is left to try.
//!
//! **Why it pays.** A search that propagates thousands of literals between two conflicts spends its time on variables
//! that only pass values on: counters, adders, schedules. Twenty shuffles of designs, hashes and a cipher take 102 s
//! instead of 340. Figures: bench/2026-11-28.txt.
//!
//! **Soundness and proof.** As for elimination.
//!
//! **Schedule and cost.** Once, after `fast_first` conflicts, as soon as the search has spent `fast_costly` ticks on
//! each (the mode changes then as well, `search/opening.rs`), and in large formulas about as much as the pass will
//! cost: [`SEARCH_TICKS_PER_CLAUSE`] ticks for each clause beyond [`SMALL_FORMULA_CLAUSES`]. Bounded by ticks in
//! proportion to the number of clauses. Formulas whose models are found with few conflicts become harder by it.
//!
//! **Tried and dropped.** The same pass before every search is better where conflicts are costly and worse elsewhere. A
//! heap as in later eliminations, gates, or as many resolvents as clauses cost more ticks and gain nothing.
//!
//! **References.** Biere et al. (CaDiCaL and Kissat, SAT Competition 2024) for the bound of eight and for omitting
//! gates.

use super::pass::{Eliminator, Resolvents, Terms};
use crate::cdcl::Solver;
use crate::cdcl::inprocess::pass::Technique;

/// The most clauses of a variable that is tried.
const MOST_OCCURRENCES: u64 = 100;

/// The most resolvents that may replace the clauses of a variable.
const MOST_RESOLVENTS: usize = 8;

/// The most ticks of elimination for each clause, and of subsumption for each of the first [`SMALL_FORMULA_CLAUSES`].
const TICKS_PER_CLAUSE: u64 = 50;

/// The most ticks of subsumption for each further clause.
const MORE_SUBSUMPTION: u64 = 10;

/// With up to this many clauses a pass takes a fraction of a second.
const SMALL_FORMULA_CLAUSES: u64 = 250_000;

/// The ticks that the search must have spent before a pass, for each clause beyond [`SMALL_FORMULA_CLAUSES`].
const SEARCH_TICKS_PER_CLAUSE: u64 = 64;

pub(in crate::cdcl::inprocess) const FAST: Technique = Technique {
    letter: Some(('E', "variables of few clauses eliminated")),
    on: |options| options.eliminate,
    ticks: |counters| counters.eliminate_ticks,
    removes_satisfied: true,
    ..Technique::new("fast", |solver, ticks| solver.eliminate_few(ticks).into())
};

impl Solver {
    /// Whether fast elimination is due.
    pub(in crate::cdcl) fn eliminating_fast(&self) -> bool {
        self.schedule.eliminate.fast_to_come
            && !self.schedule.opening.of_later_call
            && self.conflicts_are_costly()
            && self.counters.ticks
                >= SEARCH_TICKS_PER_CLAUSE
                    * self.db.population().all_irredundant().saturating_sub(SMALL_FORMULA_CLAUSES)
            && self.options.eliminate
    }

    /// Whether there were enough conflicts to tell that each takes many ticks.
    pub(in crate::cdcl) fn conflicts_are_costly(&self) -> bool {
        let counters = &self.counters;
        counters.conflicts >= self.options.fast_first
            && counters.ticks >= self.options.fast_costly.saturating_mul(counters.conflicts)
    }

    /// Eliminates the variables of few clauses, once.
    pub(in crate::cdcl) fn eliminate_fast(&mut self) {
        self.schedule.eliminate.fast_to_come = false;
        if self.go_to_root() {
            let ticks = TICKS_PER_CLAUSE * self.db.population().all_irredundant();
            self.pass(&FAST, ticks);
        }
    }

    fn eliminate_few(&mut self, ticks: u64) -> bool {
        let changes = self.eliminated_and_subsumed();
        let terms = Terms {
            occurrences: MOST_OCCURRENCES,
            resolvents: Resolvents::AtMost(MOST_RESOLVENTS),
            gates: false,
            limit: self.counters.eliminate_ticks + ticks,
        };
        let before = self.counters.eliminated;
        let clauses = self.db.population().all_irredundant();
        let subsume_ticks = TICKS_PER_CLAUSE * clauses.min(SMALL_FORMULA_CLAUSES)
            + MORE_SUBSUMPTION * clauses.saturating_sub(SMALL_FORMULA_CLAUSES);
        if self.eliminate_in_rounds(&terms, subsume_ticks, |pass| pass.by_pairs()).is_some() {
            self.counters.eliminated_fast += self.counters.eliminated - before;
            self.try_all_again();
        }
        self.eliminated_and_subsumed() > changes
    }
}

impl Eliminator<'_> {
    /// Tries variables in rounds, in each round those that have lost a clause; whether none is left.
    fn by_pairs(&mut self) -> bool {
        loop {
            let mut waiting = self.take_waiting();
            if waiting.is_empty() {
                return true;
            }
            waiting.sort_by_cached_key(|&var| self.pairs(var));
            for var in waiting {
                if self.is_spent() {
                    return false;
                }
                if self.is_waiting(var) {
                    self.try_eliminate(var);
                }
            }
        }
    }
}
