//! When each step of the search is due next.

use super::inprocess::Eliminations;
use super::search::bump::Backoff;
use super::search::burst::Burst;
use super::search::mode::Mode;
use super::search::opening::Opening;
use super::search::rephase::Rephasings;
use super::search::restart::{LONGEST_LUBY, Restarts};
use super::search::target::Targets;
use super::search::tier::Tiers;
use crate::cdcl::Solver;
use crate::limits::Limits;

/// Ticks between checks of clock and memory: a few milliseconds.
pub(super) const CHECK_INTERVAL: u64 = 300_000;

/// For each step of the search when it is due next, as a count of conflicts unless said otherwise. A step that keeps
/// more than that has a struct of its own in its file.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    pub(super) started: bool,
    pub(super) limits: CallLimits,
    /// Whether the search is in stable mode.
    pub(in crate::cdcl) stable: bool,
    pub(super) mode: Mode,
    pub(super) opening: Opening,
    pub(super) burst: Burst,
    pub(super) restart: Restarts,
    pub(super) tiers: Tiers,
    pub(super) target: Targets,
    pub(super) bump: Backoff,
    pub(super) reduce: u64,
    pub(super) rephase: Rephasings,
    pub(super) reorder: u64,
    pub(super) report: u64,
    pub(super) inprocess: Rounds,
    pub(super) eliminate: Eliminations,
    /// Whether the first congruence closure is still to come.
    pub(super) closure_to_come: bool,
    /// When the first pass of bounded variable addition is due, which comes before any inprocessing round.
    pub(super) factor: u64,
    /// Fixed variables at the last garbage collection.
    pub(super) collected_units: usize,
}

/// The user's limits for this call.
#[derive(Clone, Debug, Default)]
pub struct CallLimits {
    /// The counts (since the solver was made) at which the user's limits on conflicts, decisions, propagations and
    /// ticks are reached.
    pub(super) conflicts: u64,
    pub(super) decisions: u64,
    pub(super) propagations: u64,
    pub(super) ticks: u64,
    /// The ticks at which the search checks clock and memory next.
    pub(super) next_check: u64,
    /// The limits as the user gave them, which techniques check as they run.
    pub(super) user: Limits,
    pub(super) technique_check: u64,
    pub(super) stopped: bool,
}

/// Inprocessing rounds: when the next is due, and the search ticks at the last one.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    pub(super) due: u64,
    pub(super) ticks: u64,
}

impl Schedule {
    /// Makes the search check the limits at its next step.
    pub(super) fn check_now(&mut self) {
        self.limits.next_check = 0;
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
        schedule.limits = CallLimits {
            conflicts: until(limits.conflicts, counters.conflicts),
            decisions: until(limits.decisions, counters.decisions),
            propagations: until(limits.propagations, counters.propagations),
            ticks: until(limits.ticks, counters.ticks),
            user: limits.clone(),
            technique_check: schedule.limits.technique_check,
            ..CallLimits::default()
        };
        schedule.target.assigned = 0;
        schedule.target.best_assigned = 0;
        if schedule.started {
            return;
        }
        schedule.started = true;
        schedule.reduce = self.options.reduce_interval;
        schedule.burst.due = self.options.burst_interval;
        schedule.rephase.due = self.options.rephase_interval;
        schedule.reorder = self.options.reorder_interval;
        schedule.eliminate.due = self.options.eliminate_interval;
        schedule.factor = self.options.factor_first;
        (schedule.closure_to_come, schedule.eliminate.fast_to_come) = (true, true);
        schedule.inprocess.due = self.options.inprocess_first;
        schedule.report = self.options.report_interval;
        schedule.mode.conflicts = self.options.mode_conflicts;
        schedule.stable = self.options.stable == 2;
        schedule.tiers.reset(self.options.tier1 as u32, self.options.tier2 as u32);
        schedule.restart.due = self.options.restart_interval;
        schedule.restart.reluctant.start(self.options.reluctant_period, LONGEST_LUBY);
        self.begin_opening();
    }
}
