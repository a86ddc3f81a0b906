//! The opening: how the search begins.
//!
//! **What it does.** The first conflicts are spent in stable mode, before any round of improving. In a small formula they
//! are spent as MiniSat spends them: a short Luby unit, no bumping of reasons, no target phases; and elimination comes
//! later, too. Then everything goes its usual way.
//!
//! **Why it pays.** Most small formulas end within the opening. 500 random 3-SAT formulas of 20 to 110 variables at the
//! threshold took 66,800 conflicts in focused mode, 53,100 in stable mode, 46,500 like this (MiniSat: 42,600); with the
//! rounds, which small formulas do not repay, the CPU time was 2.3 of MiniSat's before.
//!
//! Larger ones with a model that is not hard to meet end within it, too, as long as their clauses are left as they are: 24
//! shuffles of social golfers, with unsolved ones as 16 s, took 128 s when rounds of improving and fast elimination came
//! within these conflicts, 96 s when only the rounds did, 71 s like this. The first of them ends after 148 conflicts
//! instead of 15,000. Formulas without models lose nothing: 54 shuffles of designs, robots and adder trees 113 s before,
//! 104 s after.
//!
//! **Schedule.** `opening_conflicts`; small are formulas of at most `opening_clauses`.
//!
//! **References.** Eén, Sörensson (SAT'03); Oh (SAT'15) for stable mode and models.

use crate::cdcl::Solver;

/// The Luby unit of a small formula, in conflicts.
const LUBY_UNIT: u64 = 32;

/// How many times as late the first elimination of a small formula comes.
const DELAY: u64 = 3;

impl Solver {
    /// Begins the opening, if both modes are in use.
    pub(super) fn begin_opening(&mut self) {
        if self.options.stable != 1 || self.options.opening_conflicts == 0 {
            return;
        }
        let population = self.door.population();
        let clauses = population.binary + population.irredundant;
        let schedule = &mut self.schedule;
        schedule.opening = true;
        schedule.stable = true;
        if clauses <= self.options.opening_clauses {
            schedule.plain = true;
            schedule.reluctant.start(LUBY_UNIT, self.options.reluctant_limit);
            schedule.eliminate = schedule.eliminate.saturating_mul(DELAY);
        }
    }

    /// Whether the opening is to end.
    pub(super) fn leaving_opening(&self) -> bool {
        self.counters.conflicts >= self.options.opening_conflicts
    }

    /// Ends the opening, if it lasts; whether it did.
    pub(super) fn leave_opening(&mut self) -> bool {
        self.schedule.plain = false;
        std::mem::take(&mut self.schedule.opening)
    }
}
