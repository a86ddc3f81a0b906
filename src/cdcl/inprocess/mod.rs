//! The improvers: techniques that change the clauses between stretches of search, one file each.
//!
//! A round starts and ends at level 0 with the trail fully propagated. Every technique is bounded by ticks, a share of
//! those that the search has spent since the last round, so that a run is the same on every machine.

pub mod backbone;
pub mod compact;
pub mod congruence;
pub(in crate::cdcl) mod connect;
pub mod decompose;
pub mod deduplicate;
mod definition;
pub mod delay;
mod dense;
pub mod eliminate;
mod eliminator;
pub(in crate::cdcl) mod entail;
pub mod factor;
pub mod fast;
mod gates;
pub mod probe;
pub(in crate::cdcl) mod replay;
mod self_subsume;
pub mod subsume;
pub mod sweep;
pub mod ternary;
pub mod transitive;
pub mod vivify;
pub mod walk;

use super::Solver;
use super::search::LOOK_INTERVAL;
use super::search::schedule::log_growth;
use super::state::room::{BYTES_OF_VAR, can_have};

/// The least effort of a round, in search ticks, for each clause of the formula, and the most that this comes to.
const LEAST_TICKS: [u64; 2] = [3_000, 10_000_000];

impl Solver {
    /// Whether a round of improving is due.
    pub(in crate::cdcl) fn probing(&self) -> bool {
        self.options.improve && self.counters.conflicts >= self.schedule.probe
    }

    /// Goes back to level 0 and propagates what is left there; false if that refutes the formula. Once it is refuted the
    /// watch lists are as they were left.
    pub(in crate::cdcl) fn go_to_root(&mut self) -> bool {
        self.backtrack(0);
        self.settled()
    }

    /// One round of improving.
    pub(in crate::cdcl) fn probe(&mut self) {
        if !self.go_to_root() {
            return;
        }
        let ticks = self.counters.ticks - self.schedule.probe_ticks;
        self.schedule.probe_ticks = self.counters.ticks;
        self.improve(ticks.max(self.least_ticks()));
        let n = self.counters.rounds;
        let interval = self.options.probe_interval as f64 * n as f64 * log_growth(n);
        self.schedule.probe = self.counters.conflicts + (interval * self.size_factor()) as u64;
    }

    /// All improvers, after a search of so many ticks. Level 0, propagated.
    pub(in crate::cdcl) fn improve(&mut self, ticks: u64) {
        self.counters.rounds += 1;
        // Improvers take notes of their own, of every variable and every clause.
        let notes = self.door.arena.bytes() + self.door.watches.bytes() + self.flags.marks.len() * BYTES_OF_VAR;
        if !can_have(notes / 2) {
            self.exhausted = true;
            return;
        }
        self.run_improvers(ticks);
    }

    /// The effort that a round may have however short the search before it was: small formulas get no more than they
    /// are likely to repay.
    fn least_ticks(&self) -> u64 {
        let clauses = self.door.population().binary + self.door.population().irredundant;
        (LEAST_TICKS[0] * clauses).min(LEAST_TICKS[1])
    }

    /// How much longer the intervals between rounds are for this formula than for one of 100,000 clauses.
    fn size_factor(&self) -> f64 {
        let population = self.door.population();
        let clauses = (population.binary + population.irredundant).max(10) as f64;
        1.0 + 0.18 * (libm::log10(clauses) - 5.0).powi(2)
    }

    /// The improvers that are switched on, in order; each starts and ends at level 0.
    fn run_improvers(&mut self, ticks: u64) {
        let options = self.options.clone();
        let share = |effort: u64| ticks * effort / 1000;
        let mut found = false;
        if options.deduplicate && self.settled() {
            self.deduplicate();
        }
        if options.decompose && self.settled() {
            self.decompose();
        }
        if options.ternary && self.settled() {
            found |= self.resolve_ternaries(share(options.ternary_effort));
        }
        if options.congruence && self.settled() {
            found |= self.congruence(share(options.congruence_effort));
        }
        if options.probe && self.settled() {
            found |= self.probe_roots(share(options.probe_effort));
        }
        if options.backbone && self.settled() {
            self.backbone(share(options.backbone_effort));
        }
        if options.decompose && found && self.settled() {
            self.decompose();
        }
        if options.vivify && self.settled() {
            self.vivify(share(options.vivify_effort));
        }
        if options.sweep
            && self.settled()
            && self.sweep(share(options.sweep_effort))
            && options.decompose
            && self.settled()
        {
            self.decompose();
        }
        if options.transitive && self.settled() {
            self.reduce_transitively(share(options.transitive_effort));
        }
        if options.factor && self.settled() {
            self.factor(share(options.factor_effort));
        }
        if options.compact && self.settled() {
            self.compact();
        }
    }

    /// Whether the next improver may begin: everything is propagated, without a conflict.
    pub(in crate::cdcl) fn settled(&mut self) -> bool {
        if !self.inconsistent && !self.exhausted && !self.trail.is_propagated() {
            self.propagate_units();
        }
        !self.inconsistent && !self.exhausted && !self.schedule.stopped
    }

    /// Whether an improver that has come to these ticks has to end: its effort is used up, there is nothing left to
    /// improve, or a limit of the user's is met.
    fn spent(&mut self, ticks: u64, limit: u64) -> bool {
        if ticks.abs_diff(self.schedule.improver_look) >= LOOK_INTERVAL {
            self.schedule.improver_look = ticks;
            self.schedule.stopped |= self.schedule.limits.exceeded().is_some();
        }
        ticks > limit || self.inconsistent || self.exhausted || self.schedule.stopped
    }

    /// Propagates at level 0 and refutes the formula if that ends in a conflict.
    pub(in crate::cdcl) fn propagate_units(&mut self) {
        if let Some(conflict) = self.propagate() {
            self.learn(conflict);
        }
    }
}
