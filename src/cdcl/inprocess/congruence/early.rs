//! The first congruence closure, which comes before the first round and before anything that takes gates apart.
//!
//! **What it does.** Runs congruence closure once, replaces what it has merged, and removes the clauses that have
//! become copies, as soon as the search has spent about as much as the search for gates will cost.
//!
//! **Why it pays.** Elimination and factoring take gates apart, and both may come before the first round. Whether the
//! outputs of two copies of 60,000 gates can differ takes 4.9 s without it and 0.5 s with it.
//!
//! **Schedule and cost.** After [`SEARCH_TICKS_PER_CLAUSE`] ticks of search for each clause, so that formulas that
//! propagation nearly solves pay nothing. There is no early pass with fewer than [`FEWEST_CLAUSES`] clauses, where the
//! first round comes soon enough, nor in later calls.

use super::super::copies::COPIES;
use super::super::decompose::DECOMPOSE;
use super::super::pass::Technique;
use super::CONGRUENCE;
use crate::cdcl::Solver;

/// The fewest irredundant clauses.
const FEWEST_CLAUSES: u64 = 100_000;

/// The ticks of the search for each clause before the pass.
const SEARCH_TICKS_PER_CLAUSE: u64 = 4;

/// Does not back off: whether this pass was worthwhile says nothing about those of later rounds.
const EARLY: Technique = Technique { backs_off: false, ..CONGRUENCE };

impl Solver {
    /// Whether the first closure is due.
    pub(in crate::cdcl) fn closing_early(&self) -> bool {
        let schedule = &self.schedule;
        let clauses = self.db.population().all_irredundant();
        schedule.closure_to_come
            && !schedule.opening.of_later_call
            && self.options.inprocess
            && clauses >= FEWEST_CLAUSES
            && self.counters.ticks >= SEARCH_TICKS_PER_CLAUSE * clauses
    }

    /// Runs the first closure and what follows it.
    pub(in crate::cdcl) fn close_early(&mut self) {
        self.schedule.closure_to_come = false;
        if !self.go_to_root() {
            return;
        }
        // If only few literals are equal, their substitution is left to the first round.
        let outcome = self.pass(&EARLY, 0);
        if outcome.changed && outcome.worthwhile {
            self.pass(&DECOMPOSE, 0);
            self.pass(&COPIES, 0);
        }
    }
}
