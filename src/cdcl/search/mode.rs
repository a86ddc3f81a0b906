//! Focused and stable mode in turn.
//!
//! **What it does.** Focused mode (queue, frequent restarts) is good at refuting, stable mode (scores, rare restarts,
//! target phases) at finding models.
//!
//! **Schedule and cost.** The k-th focused phase lasts `mode_conflicts * k * log10(k + 9)^4` conflicts, and each stable
//! phase as many ticks as the focused phase before it. Small formulas, and those whose conflicts are costly, begin with
//! an opening (`opening.rs`).
//!
//! **References.** Oh (SAT'15); Biere, Fleury (SAT Competition 2020, POS'20).

use crate::cdcl::Solver;
use crate::cdcl::schedule::log_growth;
use crate::cdcl::search::restart::LONGEST_LUBY;
use crate::cnf::Var;

/// When the mode changes: by conflicts in focused mode, by ticks in stable mode.
#[derive(Clone, Debug, Default)]
pub struct Mode {
    pub(in crate::cdcl) conflicts: u64,
    pub(in crate::cdcl) ticks: u64,
    /// The ticks at the last change.
    pub(in crate::cdcl) start: u64,
    /// How many phases of focused mode have ended.
    pub(in crate::cdcl) focused_phases: u64,
}

impl Solver {
    /// Whether a change of mode is due.
    pub(super) fn switching(&self) -> bool {
        if self.options.stable != 1 {
            return false;
        }
        if self.schedule.opening.active {
            self.leaving_opening()
        } else if self.schedule.stable {
            self.counters.ticks >= self.schedule.mode.ticks
        } else {
            self.counters.conflicts >= self.schedule.mode.conflicts || self.opening_late()
        }
    }

    /// Switches to the other mode.
    pub(super) fn switch_mode(&mut self) {
        debug_assert_eq!(self.options.stable, 1, "only with both modes is one left");
        self.counters.switches += 1;
        self.backtrack(self.assumed());
        debug_assert!(self.counters.ticks >= self.schedule.mode.start && self.trail.level() <= self.assumed());
        if self.schedule.stable {
            self.report(']');
            self.schedule.stable = false;
            self.queue.restart_search();
            let opening = self.leave_opening();
            self.schedule.mode.focused_phases += u64::from(!opening);
            self.plan_focused_targets();
            self.begin_focused_phase();
            self.plan_restart();
            self.report('{');
        } else {
            self.report('}');
            self.enter_stable_mode();
            if self.opening_late() {
                self.begin_late_opening();
            } else {
                self.begin_stable_phase();
            }
            self.schedule.restart.reluctant.start(self.options.reluctant_period, LONGEST_LUBY);
            self.report('[');
        }
    }

    /// Plans the end of a focused phase that begins now.
    fn begin_focused_phase(&mut self) {
        debug_assert!(!self.schedule.stable);
        let phase = self.schedule.mode.focused_phases + 1;
        let conflicts = self.options.mode_conflicts as f64 * phase as f64 * log_growth(phase).powi(4);
        self.schedule.mode.conflicts = self.counters.conflicts + conflicts as u64;
        self.schedule.mode.start = self.counters.ticks;
    }

    /// Plans the end of a stable phase that begins now: as long as the focused one before it.
    fn begin_stable_phase(&mut self) {
        debug_assert!(self.counters.ticks >= self.schedule.mode.start);
        let ticks = self.counters.ticks;
        self.schedule.mode.ticks = ticks + (ticks - self.schedule.mode.start);
    }

    /// Makes this copy of a solver go on in another mode than one that keeps to the schedule: it changes the mode now,
    /// unless a change is due anyway, in which case it stays.
    pub(in crate::cdcl) fn take_other_mode(&mut self) {
        if self.options.stable != 1 {
            return;
        }
        let due = self.switching();
        let (conflicts, ticks) = (self.counters.conflicts, self.counters.ticks);
        let schedule = &mut self.schedule;
        if !due {
            (schedule.opening.end, schedule.mode.conflicts, schedule.mode.ticks) = (conflicts, conflicts, ticks);
        } else if schedule.opening.active {
            schedule.opening.end = conflicts.saturating_add(self.options.opening_conflicts);
        } else if schedule.stable {
            self.begin_stable_phase();
        } else {
            schedule.mode.focused_phases += 1;
            self.begin_focused_phase();
        }
    }

    /// Gives the decision orders that are in use the variables that they lack, of `vars`.
    pub(in crate::cdcl) fn grow_decision_orders(&mut self, vars: usize) {
        if self.queue.in_use() {
            self.queue.grow(vars);
        }
        if self.scores.in_use() {
            self.scores.grow(vars);
        }
    }

    /// Gives the decision order of the current mode the variables that it lacks, and puts it in use.
    pub(in crate::cdcl) fn prepare_decisions(&mut self) {
        let vars = self.trail.info.len();
        self.queue.grow(vars);
        if self.schedule.stable {
            self.scores.grow(vars);
        }
    }

    /// Makes decisions follow the scores.
    pub(super) fn enter_stable_mode(&mut self) {
        self.schedule.stable = true;
        self.prepare_decisions();
        for index in 0..self.trail.info.len() as u32 {
            let var = Var::new(index as usize);
            if !self.statuses.is_inactive(var) {
                self.scores.insert(var);
            }
        }
    }
}
