//! Inprocessing: techniques that simplify the clauses between stretches of search, one file each.
//!
//! **What it does.** A round runs the techniques below in turn, each by `pass` (`pass.rs`), which all of them go
//! through: those of a round, elimination (which has its own schedule and runs subsumption and compaction), fast
//! elimination (once), and the walk of rephasing.
//!
//! **Schedule and cost.** The n-th interval between rounds is `inprocess_interval * n * log10(n + 9)` conflicts, times
//! 1 + 0.18 (log10(clauses) - 5)^2, which is 1 for 100,000 clauses. Each technique has a share of the ticks that the
//! search has spent since the last round, small formulas at least [`LEAST_TICKS`].
//!
//! **A new technique** is a file with a constant of type [`Technique`], a row in `options.rs` and its counters in
//! `stats.rs`; here it is a `mod`, an entry in [`TECHNIQUES`] and a line in the round.

mod backbone;
mod compact;
mod congruence;
mod copies;
mod decompose;
mod deduplicate;
mod eliminate;
mod entail;
mod factor;
pub(in crate::cdcl) mod pass;
pub(in crate::cdcl) mod probe;
mod replay;
mod subsume;
mod sweep;
mod transitive;
mod vivify;
mod walk;

use super::Solver;
use super::schedule::{CHECK_INTERVAL, Schedule, log_growth};
use crate::util::memory::{BYTES_PER_VAR, try_allocate};
use backbone::BACKBONE;
use compact::COMPACT;
use congruence::CONGRUENCE;
use copies::COPIES;
use decompose::DECOMPOSE;
use deduplicate::DEDUPLICATE;
use eliminate::fast::FAST;
pub(in crate::cdcl) use eliminate::{ELIMINATE, Eliminations};
use factor::FACTOR;
use pass::Technique;
use probe::PROBE;
use subsume::SUBSUME;
use sweep::SWEEP;
use transitive::TRANSITIVE;
use vivify::VIVIFY;
pub(in crate::cdcl) use walk::WALK;

/// The techniques, in the order of the legend.
pub(in crate::cdcl) const TECHNIQUES: &[Technique] = &[
    VIVIFY,
    CONGRUENCE,
    ELIMINATE,
    FAST,
    SUBSUME,
    BACKBONE,
    DEDUPLICATE,
    COPIES,
    DECOMPOSE,
    PROBE,
    TRANSITIVE,
    SWEEP,
    FACTOR,
    COMPACT,
    WALK,
];

/// The least budget of a round in search ticks: so many for each clause of the formula, but no more in all than the
/// second number.
const LEAST_TICKS: [u64; 2] = [3_000, 10_000_000];

impl Solver {
    /// Whether an inprocessing round is due.
    pub(in crate::cdcl) fn inprocessing(&self) -> bool {
        self.options.inprocess && self.inprocessing_clock() >= self.schedule.inprocess.due
    }

    /// Runs an inprocessing round and plans the next.
    pub(in crate::cdcl) fn inprocess(&mut self) {
        if !self.go_to_root() {
            return;
        }
        let ticks = self.ticks_since(|schedule| &mut schedule.inprocess.ticks);
        self.inprocess_for(ticks);
        let n = self.counters.rounds;
        let interval = self.options.inprocess_interval as f64 * n as f64 * log_growth(n);
        self.schedule.inprocess.due = self.counters.conflicts + (interval * self.size_factor()) as u64;
    }

    /// Runs an inprocessing round after a search of this many ticks. Level 0, propagated.
    pub(in crate::cdcl) fn inprocess_for(&mut self, ticks: u64) {
        debug_assert!(self.trail.level() == 0 && self.trail.is_propagated());
        self.counters.rounds += 1;
        // Techniques allocate tables by variable and by clause.
        let tables = self.db.arena.bytes() + self.db.watches.bytes() + self.marks.of_var.len() * BYTES_PER_VAR;
        if !try_allocate(tables / 2) {
            self.exhausted = true;
            return;
        }
        self.run_techniques(ticks);
    }

    fn run_techniques(&mut self, ticks: u64) {
        self.pass(&DEDUPLICATE, ticks);
        self.pass(&DECOMPOSE, ticks);
        let congruent = self.pass(&CONGRUENCE, ticks).changed;
        let probed = self.pass(&PROBE, ticks).changed;
        self.pass(&BACKBONE, ticks);
        if congruent || probed {
            self.pass(&DECOMPOSE, ticks);
        }
        if congruent {
            self.pass(&COPIES, ticks);
        }
        self.pass(&VIVIFY, ticks);
        if self.pass(&SWEEP, ticks).changed {
            self.pass(&DECOMPOSE, ticks);
        }
        self.pass(&TRANSITIVE, ticks);
        self.pass(&FACTOR, ticks);
        self.pass(&COMPACT, ticks);
    }

    /// The ticks that the search has spent since this mark was last set, or the least budget if that is more; sets the
    /// mark.
    pub(in crate::cdcl) fn ticks_since(&mut self, mark: fn(&mut Schedule) -> &mut u64) -> u64 {
        let last = std::mem::replace(mark(&mut self.schedule), self.counters.ticks);
        (self.counters.ticks - last).max(self.least_ticks())
    }

    /// The least budget of a round, in proportion to the formula.
    fn least_ticks(&self) -> u64 {
        (LEAST_TICKS[0] * self.db.population().all_irredundant()).min(LEAST_TICKS[1])
    }

    /// How much longer the intervals between rounds are for this formula than for one of 100,000 clauses.
    fn size_factor(&self) -> f64 {
        let clauses = self.db.population().all_irredundant().max(10) as f64;
        1.0 + 0.18 * (libm::log10(clauses) - 5.0).powi(2)
    }

    /// Backtracks to level 0 and propagates; whether the search or a technique may continue. Once the formula is
    /// refuted the watch lists may be incomplete.
    pub(in crate::cdcl) fn go_to_root(&mut self) -> bool {
        self.backtrack(0);
        self.propagate_root()
    }

    /// Propagates at level 0; whether that ends without a conflict, memory is left, and no limit of the user's is
    /// reached.
    pub(in crate::cdcl) fn propagate_root(&mut self) -> bool {
        if !self.inconsistent && !self.exhausted && !self.trail.is_propagated() {
            self.propagate_units();
        }
        !self.inconsistent && !self.exhausted && !self.schedule.limits.stopped
    }

    /// Deletes what fixed variables satisfy and shortens the rest, if any were fixed since that was last done.
    pub(in crate::cdcl) fn remove_newly_satisfied(&mut self) {
        debug_assert_eq!(self.trail.level(), 0);
        if self.counters.units as usize > self.schedule.collected_units {
            self.remove_satisfied();
        }
    }

    /// Whether a technique has to end now that it has used `ticks` of `limit`: its budget is used up, the formula is
    /// refuted, or a limit of the user's is reached.
    pub(in crate::cdcl) fn spent(&mut self, ticks: u64, limit: u64) -> bool {
        if ticks.abs_diff(self.schedule.limits.technique_check) >= CHECK_INTERVAL {
            self.schedule.limits.technique_check = ticks;
            self.schedule.limits.stopped |= self.schedule.limits.user.exceeded().is_some();
        }
        ticks > limit || self.inconsistent || self.exhausted || self.schedule.limits.stopped
    }

    /// Propagates at level 0 and refutes the formula if that ends in a conflict.
    pub(in crate::cdcl) fn propagate_units(&mut self) {
        debug_assert_eq!(self.trail.level(), 0);
        if let Some(conflict) = self.propagate() {
            self.learn(conflict);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TECHNIQUES;
    use std::collections::HashSet;

    #[test]
    fn names_of_techniques_are_different() {
        let names: HashSet<&str> = TECHNIQUES.iter().map(|technique| technique.name).collect();
        assert_eq!(names.len(), TECHNIQUES.len());
    }
}
