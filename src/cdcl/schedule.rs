//! When each step of the search is due next.

use super::search::restart::LONGEST_LUBY;
use crate::cdcl::Solver;
use crate::limits::Limits;

/// Ticks between checks of clock and memory: a few milliseconds.
pub(super) const CHECK_INTERVAL: u64 = 300_000;

/// The conflict counts (or tick counts) at which steps are due, and the state that scheduling keeps.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    pub(super) started: bool,
    /// The user's limits for this call, as absolute counts.
    pub(super) conflict_limit: u64,
    pub(super) decision_limit: u64,
    pub(super) propagation_limit: u64,
    pub(super) tick_limit: u64,
    /// The ticks at which clock and memory are checked next.
    pub(super) next_check: u64,

    pub(in crate::cdcl) stable: bool,
    pub(super) restart: u64,
    pub(super) reduce: u64,
    pub(super) rephase: u64,
    pub(super) reorder: u64,
    pub(super) report: u64,

    /// The next inprocessing round, in conflicts, and the ticks at the last one.
    pub(super) inprocess: u64,
    pub(super) inprocess_ticks: u64,
    /// The next elimination in conflicts, the search ticks at the last one, and by how many clauses eliminating a
    /// variable may increase their number.
    pub(super) eliminate: u64,
    pub(super) eliminate_search: u64,
    pub(super) eliminate_bound: u64,
    /// The conflicts at which variables are first added, before any round.
    pub(super) factor: u64,
    /// Whether fast elimination is still to come.
    pub(super) fast_elimination: bool,
    /// The search ticks at the last walk.
    pub(super) walk_search: u64,

    /// The limits, for inprocessing techniques; the ticks at which these last checked them, and whether one is reached.
    pub(super) limits: Limits,
    pub(super) technique_check: u64,
    pub(super) stopped: bool,

    /// Whether the opening is under way, the conflicts at which it ends, and whether the search imitates MiniSat's.
    pub(super) opening: bool,
    /// Whether it is that of a later call.
    pub(super) reopened: bool,
    pub(super) opening_end: u64,
    pub(super) plain: bool,
    /// The conflicts at which the next burst of random decisions begins and the last one ends, and its random numbers.
    pub(super) burst: u64,
    pub(super) burst_end: u64,
    pub(super) burst_rng: crate::util::rng::Rng,
    /// The next change of mode: by conflicts in focused mode, by ticks in stable mode.
    pub(super) mode_conflicts: u64,
    pub(super) mode_ticks: u64,
    /// Ticks at the last change of mode.
    pub(super) mode_start: u64,
    pub(super) focused_phases: u64,

    pub(super) reluctant: super::search::restart::Reluctant,
    pub(super) tiers: super::search::tier::Tiers,

    pub(super) target_assigned: u32,
    pub(super) best_assigned: u32,
    /// The share of variables on the largest trail of this stable phase, and whether the present focused phase uses the
    /// target phases.
    pub(super) largest_trail: f64,
    pub(super) focused_targets: bool,

    /// Back-off of reason-side bumping: how many conflicts to skip now, and how many after the next attempt.
    pub(super) bump_delay: u64,
    pub(super) bump_interval: u64,
    /// Fixed variables at the last garbage collection.
    pub(super) collected_units: usize,
}

impl Schedule {
    /// Makes the limits be checked next.
    pub(super) fn check_now(&mut self) {
        self.next_check = 0;
    }

    /// Takes note that this many fixed literals have left the trail.
    pub(super) fn shorten(&mut self, fixed: usize) {
        for assigned in [&mut self.target_assigned, &mut self.best_assigned] {
            *assigned = assigned.saturating_sub(fixed as u32);
        }
    }
}

/// `log10(n + 9)`: the factor by which intervals grow with the number of times; 1 for the first.
pub(super) fn log_growth(times: u64) -> f64 {
    libm::log10(times as f64 + 9.0)
}

impl Solver {
    /// Sets the user's limits for this call, and in the first call when each step is due for the first time.
    pub(super) fn start_schedule(&mut self, limits: &Limits) {
        let counters = &self.counters;
        let until = |limit: Option<u64>, count: u64| limit.map_or(u64::MAX, |limit| count.saturating_add(limit));
        let schedule = &mut self.schedule;
        schedule.conflict_limit = until(limits.conflicts, counters.conflicts);
        schedule.decision_limit = until(limits.decisions, counters.decisions);
        schedule.propagation_limit = until(limits.propagations, counters.propagations);
        schedule.tick_limit = until(limits.ticks, counters.ticks);
        schedule.next_check = 0;
        schedule.limits = limits.clone();
        schedule.stopped = false;
        schedule.target_assigned = 0;
        schedule.best_assigned = 0;
        if schedule.started {
            return;
        }
        schedule.started = true;
        schedule.reduce = self.options.reduce_interval;
        schedule.burst = self.options.burst_interval;
        schedule.rephase = self.options.rephase_interval;
        schedule.reorder = self.options.reorder_interval;
        schedule.eliminate = self.options.eliminate_interval;
        schedule.factor = self.options.factor_first;
        schedule.fast_elimination = true;
        schedule.inprocess = self.options.inprocess_first;
        schedule.report = self.options.report_interval;
        schedule.mode_conflicts = self.options.mode_conflicts;
        schedule.stable = self.options.stable == 2;
        schedule.tiers.reset(self.options.tier1 as u32, self.options.tier2 as u32);
        schedule.restart = self.options.restart_interval;
        schedule.reluctant.start(self.options.reluctant_period, LONGEST_LUBY);
        self.begin_opening();
    }
}
