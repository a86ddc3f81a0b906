//! Target and best phases: those of the largest trails without a conflict.
//!
//! **What it does.** Decisions follow the target phases in stable mode. In focused mode they do so where stable mode
//! showed that they pay: where its largest trail left more than a quarter of the variables unassigned, or, from the
//! fourth focused phase on, where the trails of its conflicts had [`LONG_TRAIL`] percent of the variables or more.
//!
//! **Why it pays.** Focused mode then goes on looking where stable mode left off, and models are found in both modes:
//! `hidoku6` takes 0.50 of the time. Refutations of arithmetic take as long. But where inputs decide the rest, as in
//! models of queues and pipelines, the largest trails assign almost all variables, those of conflicts a quarter, and
//! target phases keep the search in one part of the formula: `fifo8x4-18` would take 1.7 times as long. Figures:
//! docs/techniques.md.
//!
//! **References.** Biere, Fleury (POS'20) for target and best phases, there in stable mode or in both.

use crate::cdcl::Solver;

/// The largest trail, as a share of the variables that are in use and not fixed, up to which focused mode follows
/// target phases.
const PARTIAL_TRAIL: f64 = 0.75;

/// The percentage of variables on the trail at conflicts from which focused mode follows target phases.
const LONG_TRAIL: f64 = 45.0;

/// How many focused phases pass before that percentage is looked at: it falls while variables are being eliminated.
const FOCUSED_PHASES_BEFORE: u64 = 3;

/// The trails that target and best phases come from.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    /// The length of the trail that the target phases come from.
    pub(in crate::cdcl) assigned: u32,
    pub(in crate::cdcl) best_assigned: u32,
    /// The share of variables on the largest trail of this stable phase.
    largest_trail: f64,
    /// Whether the present focused phase uses the target phases.
    focused: bool,
}

impl Targets {
    /// Takes note that this many fixed literals have left the trail.
    pub(in crate::cdcl) fn shorten(&mut self, fixed: usize) {
        for assigned in [&mut self.assigned, &mut self.best_assigned] {
            *assigned = assigned.saturating_sub(fixed as u32);
        }
    }
}

impl Solver {
    /// Whether target phases are recorded and used at present.
    pub(super) fn targeting(&self) -> bool {
        match self.options.target {
            0 => false,
            1 if self.schedule.stable => !self.schedule.opening.plain,
            1 => self.schedule.target.focused,
            _ => true,
        }
    }

    /// Decides at the end of a stable phase whether the focused phase that follows uses target phases. If the stable
    /// phase has set no new target, as in the opening of a small formula, it does.
    pub(super) fn plan_focused_targets(&mut self) {
        let largest = std::mem::take(&mut self.schedule.target.largest_trail);
        let partial = largest < PARTIAL_TRAIL;
        let long =
            self.schedule.mode.focused_phases >= FOCUSED_PHASES_BEFORE && self.averages[1].trail.value() >= LONG_TRAIL;
        self.schedule.target.focused = partial || long;
        self.counters.focused_targets += u64::from(self.schedule.target.focused);
    }

    /// Saves the phases of the first `assigned` literals of the trail if it is the largest without a conflict so far.
    /// These literals precede the last decision, so their propagation ended without a conflict, even on an unordered
    /// trail.
    pub(super) fn update_target_and_best(&mut self, assigned: u32) {
        debug_assert!(assigned as usize <= self.trail.lits.len());
        if !self.targeting() {
            return;
        }
        let kept = if self.kept.level == 0 { 0 } else { self.trail.frame(2).start };
        let lits = &self.trail.lits[kept.min(assigned) as usize..assigned as usize];
        let phase = |negative: bool| if negative { -1 } else { 1 };
        if assigned > self.schedule.target.assigned {
            self.schedule.target.assigned = assigned;
            if self.schedule.stable {
                self.schedule.target.largest_trail =
                    self.schedule.target.largest_trail.max(self.share_assigned(assigned));
            }
            for lit in lits {
                self.phases.target[lit.var().index()] = phase(lit.is_negative());
            }
        }
        if assigned > self.schedule.target.best_assigned {
            self.schedule.target.best_assigned = assigned;
            for lit in lits {
                self.phases.best[lit.var().index()] = phase(lit.is_negative());
            }
        }
    }

    /// The number of the first `assigned` literals of the trail that are not fixed, as a share of all variables that
    /// are in use and not fixed.
    fn share_assigned(&self, assigned: u32) -> f64 {
        let fixed = self.trail.frames.first().map_or(assigned, |frame| frame.start);
        f64::from(assigned - fixed) / self.active_vars() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::options::CdclOptions;
    use crate::cnf::Var;
    use crate::limits::Limits;
    use crate::util::rng::Rng;

    /// A solver of a random formula after this many conflicts.
    fn searched(options: impl FnOnce(&mut CdclOptions), conflicts: u64) -> Solver {
        let mut solver = Solver::default();
        options(&mut solver.options);
        let mut rng = Rng::new(3);
        for _ in 0..1200 {
            let clause = [(); 3].map(|()| Var::new(rng.index(300)).lit(rng.coin()));
            solver.add_clause(&clause);
        }
        solver.solve(&Limits { conflicts: Some(conflicts), ..Limits::none() });
        solver
    }

    #[test]
    fn target_phases_are_updated_on_unordered_trails() {
        let run = |conflicts| {
            let without_restarts = |options: &mut CdclOptions| {
                (options.chrono_levels, options.stable, options.restart) = (0, 2, false);
                (options.lucky, options.inprocess, options.rephase) = (false, false, false);
            };
            let solver = searched(without_restarts, conflicts);
            (solver.schedule.target.assigned, solver.counters().chronological)
        };
        let ((first, _), (largest, chronological)) = (run(1), run(400));
        assert!(0 < first && first < largest, "{first}, {largest}");
        assert!(chronological > 100, "{chronological}");
    }

    #[test]
    fn focused_mode_follows_target_phases_where_trails_are_short_of_a_model() {
        let early = |options: &mut CdclOptions| (options.opening_conflicts, options.mode_conflicts) = (0, 100);
        let counters = searched(early, 3000).counters();
        assert!(
            counters.switches > 2 && counters.focused_targets > 0,
            "{} {}",
            counters.switches,
            counters.focused_targets
        );
    }

    #[test]
    fn long_trails_count_from_the_fourth_focused_phase_on() {
        let mut solver = Solver::default();
        let mut plan = |largest: f64, phases: u64, percent: f64| {
            solver.schedule.target.largest_trail = largest;
            solver.schedule.mode.focused_phases = phases;
            solver.averages[1] = Default::default();
            solver.averages[1].trail.update(percent);
            solver.plan_focused_targets();
            solver.targeting()
        };
        assert!(plan(0.5, 1, 20.0));
        assert!(!plan(0.97, 1, 20.0));
        assert!(!plan(0.97, 2, 50.0));
        assert!(plan(0.97, 3, 50.0));
        assert!(!plan(0.97, 3, 30.0));
    }
}
