//! The opening: how the search begins.
//!
//! **What it does.** The first conflicts are spent in stable mode, before any inprocessing. In a small formula they
//! follow MiniSat: a Luby unit of 32 conflicts, no reason-side bumping, no target phases; and the first elimination
//! comes three times as late. In a tiny formula the opening is three times as long, and the first inprocessing round
//! comes five times as late. After the opening the usual schedule applies.
//!
//! **Why it pays.** Most small formulas are solved within the opening.
//!
//! - 500 random 3-SAT formulas of 20 to 110 variables at the threshold: 66,800 conflicts in focused mode, 53,100 in
//!   stable mode, 46,500 like this (MiniSat 42,600). With inprocessing rounds, which do not pay on small formulas, the
//!   CPU time was 2.3 of MiniSat's before.
//! - 2,000 random 4-SAT formulas of 20 to 49 variables at the threshold, 430 conflicts each: 4.6 s with an opening of
//!   1,000 conflicts, 3.3 s with 2,000, 3.2 s with 3,000 and with 5,000; MiniSat 3.3 s.
//! - 2,000 pigeonhole formulas of up to seven holes: 7.8, 7.2, 7.2 and 7.1 s; MiniSat 9.0 s.
//! - 2,000 formulas of 15 to 74 variables with at most 499 clauses of 2 to 5 literals: 1.25 of MiniSat's time with the
//!   first round after 1,000 conflicts, 1.05 after 2,000, 0.92 after 5,000.
//! - In larger formulas a longer opening does not pay: an XOR grid of 912 clauses, seven seeds, takes 9.9 s with 1,000
//!   conflicts and 16.4 s with 3,000.
//!
//! Larger formulas with a model that is easy to find are solved within the opening too, as long as their clauses are
//! not changed: 24 shuffles of social golfers, unsolved ones counted as 16 s, took 128 s with inprocessing rounds and
//! fast elimination within these conflicts, 96 s with the rounds only, 71 s like this. The first of them ends after 148
//! conflicts instead of 15,000. Formulas without models lose nothing: 54 shuffles of designs, robots and adder trees
//! took 113 s before, 104 s after.
//!
//! **Every later call opens anew**, in a small formula five times as long, and with it the sequence of modes begins again; a
//! first call under assumptions opens like that too. Binary clauses do not count for what is small here: in the pairwise
//! encodings of PySAT's FM, which makes a solver for each call, they are nine of ten clauses, and inprocessing cost as much as
//! the search. 17 of its inputs took 1.53 s with it and 0.84 s like this.
//! Most calls of programs that ask one solver many questions are short, and their conflicts, added up, would otherwise
//! keep the search in the long focused phases of a long run, with inprocessing rounds that cost more than the questions.
//! In these openings inprocessing is [`REOPENED_LAG`] conflicts late, and where most calls are short there is none: a clause
//! that elimination adds stays when a later call restores its variable. 100,000 questions of eight random assumptions to
//! 350 clauses took 2.88 s with it and 2.57 s like this. PySAT's clients: see docs/techniques.md.
//!
//! **Schedule and cost.** `opening_conflicts` conflicts. Small formulas have at most `opening_clauses` clauses, tiny
//! ones a quarter of that.
//!
//! **Tried and dropped.** For tiny formulas, in instructions: reductions at 400 conflicts instead of 1,000: 0.93 to
//! 0.98 on 4-SAT, but 1.05 on clauses of 2 to 5 literals and 1.16 on pigeons. No on-the-fly strengthening: 0.98 on
//! random formulas, 1.09 on clauses of 2 to 5 literals, 1.18 on pigeons. An opening of 6,000 conflicts: 0.95 on 4-SAT
//! and on pigeons, but over seven seeds 20 s instead of 7 for the Urquhart formula urq3b1; nine torus and XOR graphs
//! unchanged in sum.
//!
//! **References.** Eén, Sörensson (SAT'03); Oh (SAT'15) for stable mode and models.

use crate::cdcl::Solver;

/// The Luby unit of a small formula, in conflicts.
const LUBY_UNIT: u64 = 32;

/// In a small formula, the factor by which the first elimination is delayed.
const SMALL_ELIMINATE_DELAY: u64 = 3;

/// A tiny formula has at most `opening_clauses` divided by this many clauses.
const TINY_FRACTION: u64 = 4;

/// In a tiny formula, the factor by which the opening is longer.
const TINY_OPENING: u64 = 3;

/// In a tiny formula, the factor by which the first inprocessing round is delayed.
const TINY_INPROCESS_DELAY: u64 = 5;

/// In a small formula, the factor by which the opening of a later call is longer.
const REOPENED_LENGTH: u64 = 5;

/// In the opening of a later call, how many conflicts inprocessing is late.
const REOPENED_LAG: u64 = 10_000;

impl Solver {
    /// Begins the opening, if both modes are enabled.
    pub(in crate::cdcl) fn begin_opening(&mut self) {
        if self.options.stable != 1 || self.options.opening_conflicts == 0 {
            return;
        }
        let clauses = self.db.population().all_irredundant();
        let schedule = &mut self.schedule;
        schedule.opening = true;
        schedule.stable = true;
        schedule.opening_end = self.options.opening_conflicts;
        if clauses <= self.options.opening_clauses {
            schedule.plain = true;
            schedule.reluctant.start(LUBY_UNIT, self.options.reluctant_limit);
            schedule.eliminate = schedule.eliminate.saturating_mul(SMALL_ELIMINATE_DELAY);
        }
        if clauses <= self.options.opening_clauses / TINY_FRACTION {
            schedule.opening_end = schedule.opening_end.saturating_mul(TINY_OPENING);
            schedule.inprocess = schedule.inprocess.saturating_mul(TINY_INPROCESS_DELAY);
        }
        if !self.assumptions.is_empty() {
            self.reopen();
        }
    }

    /// Begins the opening of a later call, and with it the sequence of modes anew.
    pub(in crate::cdcl) fn reopen(&mut self) {
        if !self.schedule.started || self.options.stable != 1 || self.options.opening_conflicts == 0 {
            return;
        }
        if !self.schedule.stable {
            self.enter_stable_mode();
        }
        let clauses = self.db.population().irredundant;
        let schedule = &mut self.schedule;
        (schedule.opening, schedule.reopened, schedule.focused_phases) = (true, true, 0);
        schedule.plain = clauses <= self.options.opening_clauses;
        let length = self.options.opening_conflicts.saturating_mul(if schedule.plain { REOPENED_LENGTH } else { 1 });
        schedule.opening_end = self.counters.conflicts.saturating_add(length);
        let unit = if schedule.plain { LUBY_UNIT } else { self.options.reluctant_period };
        schedule.reluctant.start(unit, self.options.reluctant_limit);
    }

    /// The conflict count by which inprocessing goes: in the opening of a later call it lags behind, or has not begun where
    /// most calls are short.
    pub(in crate::cdcl) fn inprocessing_clock(&self) -> u64 {
        let conflicts = self.counters.conflicts;
        if !self.schedule.reopened {
            conflicts
        } else if self.in_short_calls() {
            0
        } else {
            conflicts.saturating_sub(REOPENED_LAG)
        }
    }

    /// Whether the opening's conflicts are used up.
    pub(super) fn leaving_opening(&self) -> bool {
        self.counters.conflicts >= self.schedule.opening_end
    }

    /// Ends the opening; returns whether it was under way.
    pub(super) fn leave_opening(&mut self) -> bool {
        (self.schedule.plain, self.schedule.reopened) = (false, false);
        std::mem::take(&mut self.schedule.opening)
    }
}
