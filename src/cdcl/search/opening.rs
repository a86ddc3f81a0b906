//! The opening: how the search of a small formula begins, and every later call.
//!
//! **What it does.** In a small formula the first conflicts are spent as MiniSat spends them: in stable mode with a Luby
//! unit of 32 conflicts, no reason-side bumping, no target phases. Variables are not added early, the first inprocessing
//! round comes five times as late, the first elimination three times. After the opening the usual schedule applies, which
//! begins with a focused phase; in larger formulas it applies from the first conflict on, except that the conflicts up to
//! `opening_conflicts` are spent in stable mode as soon as they turn out to be costly, as `inprocess/eliminate/fast.rs` has it.
//! Restarts are rare there, after which all decisions are made again: 1,000 conflicts of a random 3-SAT formula of a million
//! variables take 8.7 million decisions and 26 s in focused mode, 0.7 million and 17 s in stable mode.
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
//! - Formulas of 500 to 1,000 clauses, eight each, with this opening and without: random 3-SAT of 130 and 170 variables 9
//!   and 31 ms, 48 and 90 ms, 4-SAT of 65 variables 94 and 111 ms, an XOR grid of 912 clauses 1.7 and 2.6 s; but 4-SAT of
//!   80 variables 0.87 and 0.80 s.
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
//! **Schedule and cost.** Small formulas have at most `opening_clauses` clauses, in later calls twice as many that are not
//! binary. The opening has `opening_conflicts` conflicts, three times as many in a small formula's first call.
//!
//! **Tried and dropped.** For tiny formulas, in instructions: reductions at 400 conflicts instead of 1,000: 0.93 to
//! 0.98 on 4-SAT, but 1.05 on clauses of 2 to 5 literals and 1.16 on pigeons. No on-the-fly strengthening: 0.98 on
//! random formulas, 1.09 on clauses of 2 to 5 literals, 1.18 on pigeons. An opening of 6,000 conflicts: 0.95 on 4-SAT
//! and on pigeons, but over seven seeds 20 s instead of 7 for the Urquhart formula urq3b1; nine torus and XOR graphs
//! unchanged in sum.
//! A first phase of 1,000 conflicts in stable mode for larger formulas too: forty kinds of formulas with models that are
//! easy to find, twelve shuffles each, take 1.27 times as long with it in the geometric mean (flat200 36 and 25 ms, a
//! quasigroup with holes of order 40 145 and 25 ms, but factors of a number 0.4 and 1.1 s), 25 refutations, three shuffles
//! each, as long as without. 100, 300, 500 and 900 conflicts of focused mode before that phase: 1.15, 1.11, 1.07 and
//! 1.01 times as long.
//!
//! **References.** Eén, Sörensson (SAT'03); Oh (SAT'15) for stable mode and models.

use crate::cdcl::Solver;

/// The Luby unit of a small formula, in conflicts.
const LUBY_UNIT: u64 = 32;

/// The factor by which the first opening of a formula is longer than `opening_conflicts`.
const FIRST_LENGTH: u64 = 3;

/// The factor by which it delays the first inprocessing round.
const INPROCESS_DELAY: u64 = 5;

/// The factor by which it delays the first elimination.
const ELIMINATE_DELAY: u64 = 3;

/// The factor by which the largest small formula is larger in later calls.
const REOPENED_CLAUSES: u64 = 2;

/// The factor by which the opening of a later call is longer in a small formula.
const REOPENED_LENGTH: u64 = 5;

/// In the opening of a later call, how many conflicts inprocessing is late.
const REOPENED_LAG: u64 = 10_000;

impl Solver {
    /// Begins the opening of a small formula, if both modes are enabled.
    pub(in crate::cdcl) fn begin_opening(&mut self) {
        if self.options.stable != 1 || self.options.opening_conflicts == 0 {
            return;
        }
        if self.db.population().all_irredundant() <= self.options.opening_clauses {
            let schedule = &mut self.schedule;
            (schedule.opening, schedule.plain, schedule.stable) = (true, true, true);
            schedule.reluctant.start(LUBY_UNIT, self.options.reluctant_limit);
            schedule.opening_end = self.options.opening_conflicts.saturating_mul(FIRST_LENGTH);
            schedule.factor = u64::MAX;
            schedule.inprocess = schedule.inprocess.saturating_mul(INPROCESS_DELAY);
            schedule.eliminate = schedule.eliminate.saturating_mul(ELIMINATE_DELAY);
        }
        if !self.assumptions.is_empty() {
            self.reopen();
        }
    }

    /// Whether the first focused phase gives way to an opening, since conflicts are costly.
    pub(super) fn opening_late(&self) -> bool {
        self.schedule.focused_phases == 0
            && self.counters.conflicts < self.options.opening_conflicts
            && self.conflicts_are_costly()
    }

    /// Begins that opening.
    pub(super) fn begin_late_opening(&mut self) {
        (self.schedule.opening, self.schedule.opening_end) = (true, self.options.opening_conflicts);
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
        schedule.plain = clauses <= self.options.opening_clauses.saturating_mul(REOPENED_CLAUSES);
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
