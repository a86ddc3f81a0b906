//! The opening: how the search begins.
//!
//! **What it does.** The first conflicts are spent in stable mode, before any round of improving. In a small formula they
//! are spent as MiniSat spends them: a short Luby unit, no bumping of reasons, no target phases; and elimination comes
//! later, too. A tiny formula has three times as many of them, and the first round comes later still. Then everything goes
//! its usual way.
//!
//! **Why it pays.** Most small formulas end within the opening. 500 random 3-SAT formulas of 20 to 110 variables at the
//! threshold took 66,800 conflicts in focused mode, 53,100 in stable mode, 46,500 like this (MiniSat: 42,600); with the
//! rounds, which small formulas do not repay, the CPU time was 2.3 of MiniSat's before. 2,000 random 4-SAT formulas of 20
//! to 49 variables at the threshold, 430 conflicts each: 4.6 s with an opening of 1,000 conflicts, 3.3 s with 2,000,
//! 3.2 s with 3,000 and with 5,000, MiniSat 3.3 s; 2,000 pigeonhole formulas of up to seven holes 7.8, 7.2, 7.2 and 7.1 s,
//! and 9.0 s. 2,000 of 15 to 74 variables with at most 499 clauses of 2 to 5 literals: rounds after 1,000 conflicts 1.25 of
//! MiniSat's time, after 2,000 1.05, after 5,000 0.92. In larger formulas this does not pay: a parity grid of 912 clauses,
//! seven seeds, takes 9.9 s with 1,000 and 16.4 s with 3,000.
//!
//! Larger ones with a model that is not hard to meet end within it, too, as long as their clauses are left as they are: 24
//! shuffles of social golfers, with unsolved ones as 16 s, took 128 s when rounds of improving and fast elimination came
//! within these conflicts, 96 s when only the rounds did, 71 s like this. The first of them ends after 148 conflicts
//! instead of 15,000. Formulas without models lose nothing: 54 shuffles of designs, robots and adder trees 113 s before,
//! 104 s after.
//!
//! **Tried and dropped**, for tiny formulas, in instructions: reductions at 400 conflicts instead of 1,000, 0.93 to 0.98 on 4-SAT,
//! but 1.05 on clauses of 2 to 5 literals and 1.16 on pigeons; no strengthening on the fly, 0.98 on random formulas, 1.09
//! on clauses of 2 to 5 literals, 1.18 on pigeons; an opening of 6,000 conflicts, 0.95 on 4-SAT and on pigeons, but over
//! seven seeds 20 s instead of 7 for the Urquhart formula urq3b1, and nine torus and parity graphs unchanged in sum.
//!
//! **Schedule.** `opening_conflicts`; small are formulas of at most `opening_clauses`, tiny ones have a quarter of that.
//!
//! **References.** Eén, Sörensson (SAT'03); Oh (SAT'15) for stable mode and models.

use crate::cdcl::Solver;

/// The Luby unit of a small formula, in conflicts.
const LUBY_UNIT: u64 = 32;

/// How many times as late elimination comes in a small formula.
const DELAY: u64 = 3;

/// A formula is tiny if so many of it were small.
const TINY: u64 = 4;

/// How many times as late the opening of a tiny formula ends.
const TINY_OPENING: u64 = 3;

/// How many times as late its first round of improving comes.
const TINY_PROBE: u64 = 5;

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
        schedule.opening_end = self.options.opening_conflicts;
        if clauses <= self.options.opening_clauses {
            schedule.plain = true;
            schedule.reluctant.start(LUBY_UNIT, self.options.reluctant_limit);
            schedule.eliminate = schedule.eliminate.saturating_mul(DELAY);
        }
        if clauses <= self.options.opening_clauses / TINY {
            schedule.opening_end = schedule.opening_end.saturating_mul(TINY_OPENING);
            schedule.probe = schedule.probe.saturating_mul(TINY_PROBE);
        }
    }

    /// Whether the opening is to end.
    pub(super) fn leaving_opening(&self) -> bool {
        self.counters.conflicts >= self.schedule.opening_end
    }

    /// Ends the opening, if it lasts; whether it did.
    pub(super) fn leave_opening(&mut self) -> bool {
        self.schedule.plain = false;
        std::mem::take(&mut self.schedule.opening)
    }
}
