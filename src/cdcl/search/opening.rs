//! The opening: how the search of a small formula begins, and every later call.
//!
//! **What it does.** In a small formula the first conflicts are spent as MiniSat spends them: in stable mode with a
//! Luby unit of 32 conflicts, no reason-side bumping, no target phases. No variables are added in it; the first
//! inprocessing round comes after five times as many conflicts as otherwise, the first elimination after three times as
//! many. After the opening the usual schedule applies, which begins with a focused phase; in larger formulas it applies
//! from the first conflict on, with one exception: as soon as conflicts turn out to be costly (in the sense of
//! `inprocess/eliminate/fast.rs`), the search goes on in stable mode up to `opening_conflicts` conflicts, since
//! restarts, after which all decisions are made again, are rare there.
//!
//! **Why it pays.** Most small formulas are solved within the opening: 500 random 3-SAT formulas at the threshold take
//! 66,800 conflicts in focused mode and 46,500 like this. Inprocessing does not pay on them. Figures:
//! bench/2026-11-28.txt.
//!
//! **Every later call opens anew**, in a small formula five times as long, and with it the sequence of modes begins
//! again; a first call under assumptions has the same opening. Most calls of programs that ask one solver many
//! questions are short, and their conflicts, added up, would otherwise keep the search in the long focused phases of a
//! long run, with inprocessing rounds that cost more than the questions. In these openings inprocessing is
//! [`REOPENED_LAG`] conflicts late, and where most calls are short there is none: a clause that elimination adds stays
//! when a later call restores its variable. Binary clauses do not count when it is decided whether a formula is small
//! here, since pairwise encodings consist of little else.
//!
//! **Schedule and cost.** Small formulas have at most `opening_clauses` clauses, in later calls twice as many that are
//! not binary. The opening has `opening_conflicts` conflicts, three times as many in a small formula's first call.
//!
//! **Tried and dropped.** Earlier reductions, no on-the-fly strengthening, or a longer opening for tiny formulas:
//! better on some kinds, worse on others. Beginning in stable mode with larger formulas, too: models that are easy to
//! find take longer.
//!
//! **References.** Eén, Sörensson (SAT'03); Oh (SAT'15) for stable mode and models.

use crate::cdcl::Solver;
use crate::cdcl::search::restart::LONGEST_LUBY;

/// The Luby unit of a small formula, in conflicts.
const LUBY_UNIT: u64 = 32;

/// The factor by which the first opening of a formula is longer than `opening_conflicts`.
const FIRST_LENGTH: u64 = 3;

/// The factor by which the opening of a small formula delays the first inprocessing round.
const INPROCESS_DELAY: u64 = 5;

/// The factor by which the opening of a small formula delays the first elimination.
const ELIMINATE_DELAY: u64 = 3;

/// In later calls a formula counts as small up to this many times as many clauses.
const REOPENED_CLAUSES: u64 = 2;

/// The factor by which the opening of a later call is longer in a small formula.
const REOPENED_LENGTH: u64 = 5;

/// By how many conflicts inprocessing is delayed in the opening of a later call.
const REOPENED_LAG: u64 = 10_000;

/// The opening: a stretch of stable mode before the modes alternate.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// Whether the opening is under way.
    pub(in crate::cdcl) active: bool,
    /// Whether it is the opening of a later call.
    pub(in crate::cdcl) of_later_call: bool,
    /// Whether the search imitates MiniSat's.
    pub(in crate::cdcl) plain: bool,
    /// The count of conflicts at which the opening ends.
    pub(in crate::cdcl) end: u64,
}

impl Solver {
    /// Begins the opening of a small formula, if both modes are enabled.
    pub(in crate::cdcl) fn begin_opening(&mut self) {
        if self.options.stable != 1 || self.options.opening_conflicts == 0 {
            return;
        }
        if self.db.population().all_irredundant() <= self.options.opening_clauses {
            let schedule = &mut self.schedule;
            (schedule.opening.active, schedule.opening.plain, schedule.stable) = (true, true, true);
            schedule.restart.reluctant.start(LUBY_UNIT, LONGEST_LUBY);
            schedule.opening.end = self.options.opening_conflicts.saturating_mul(FIRST_LENGTH);
            schedule.factor = u64::MAX;
            schedule.inprocess.due = schedule.inprocess.due.saturating_mul(INPROCESS_DELAY);
            schedule.eliminate.due = schedule.eliminate.due.saturating_mul(ELIMINATE_DELAY);
        }
        if !self.assumptions.is_empty() {
            self.reopen();
        }
    }

    /// Whether the first focused phase gives way to an opening, since conflicts are costly.
    pub(super) fn opening_late(&self) -> bool {
        self.schedule.mode.focused_phases == 0
            && self.counters.conflicts < self.options.opening_conflicts
            && self.conflicts_are_costly()
    }

    /// Begins an opening in place of the first focused phase.
    pub(super) fn begin_late_opening(&mut self) {
        debug_assert!(self.schedule.stable && !self.schedule.opening.active);
        (self.schedule.opening.active, self.schedule.opening.end) = (true, self.options.opening_conflicts);
    }

    /// Begins the opening of a later call, and with it the sequence of modes anew.
    pub(in crate::cdcl) fn reopen(&mut self) {
        if !self.schedule.started || self.options.stable != 1 || self.options.opening_conflicts == 0 {
            return;
        }
        if !self.schedule.stable {
            self.enter_stable_mode();
        }
        debug_assert!(self.schedule.stable, "an opening is a stable phase");
        let clauses = self.db.population().irredundant;
        let schedule = &mut self.schedule;
        (schedule.opening.active, schedule.opening.of_later_call, schedule.mode.focused_phases) = (true, true, 0);
        schedule.opening.plain = clauses <= self.options.opening_clauses.saturating_mul(REOPENED_CLAUSES);
        let length =
            self.options.opening_conflicts.saturating_mul(if schedule.opening.plain { REOPENED_LENGTH } else { 1 });
        schedule.opening.end = self.counters.conflicts.saturating_add(length);
        let unit = if schedule.opening.plain { LUBY_UNIT } else { self.options.reluctant_period };
        schedule.restart.reluctant.start(unit, LONGEST_LUBY);
    }

    /// The count of conflicts by which inprocessing is scheduled. In the opening of a later call it lags behind the
    /// true count; where most calls are short it stays 0.
    pub(in crate::cdcl) fn inprocessing_clock(&self) -> u64 {
        let conflicts = self.counters.conflicts;
        if !self.schedule.opening.of_later_call {
            conflicts
        } else if self.in_short_calls() {
            0
        } else {
            conflicts.saturating_sub(REOPENED_LAG)
        }
    }

    /// Whether the opening's conflicts are used up.
    pub(super) fn leaving_opening(&self) -> bool {
        self.counters.conflicts >= self.schedule.opening.end
    }

    /// Ends the opening; returns whether it was under way.
    pub(super) fn leave_opening(&mut self) -> bool {
        debug_assert!(self.schedule.opening.active || !self.schedule.opening.plain, "only an opening is plain");
        (self.schedule.opening.plain, self.schedule.opening.of_later_call) = (false, false);
        std::mem::take(&mut self.schedule.opening.active)
    }
}
