//! Backtracking, and the phases of the largest trails.
//!
//! **What it does.** Unassigns all literals above a level. Chronological backtracking goes back one level where a
//! backjump would undo more than `chrono_levels`; then the levels along the trail may descend.
//!
//! **References.** Nadel, Ryvchin (SAT'18) for chronological backtracking.

use crate::cdcl::Solver;
use crate::cdcl::kernels::unassign::unassign;
use crate::cdcl::state::trail::Level;

impl Solver {
    /// Unassigns everything above a level. On an unordered trail, later literals of lower levels are kept and
    /// propagated again.
    pub(in crate::cdcl) fn backtrack(&mut self, level: Level) {
        if level >= self.trail.level() {
            return;
        }
        let start = self.trail.frames[level as usize].start as usize;
        let kept = if self.trail.unordered { self.trail.partition(start, level) } else { start };
        let saved = (!self.keep_phases).then_some(&mut self.phases.saved[..]);
        let lits = &self.trail.lits[kept..];
        if self.schedule.stable {
            unassign(lits, &mut self.values, saved, |var| self.scores.insert(var));
        } else {
            unassign(lits, &mut self.values, saved, |var| self.queue.unassigned(var));
        }
        self.trail.lits.truncate(kept);
        self.trail.frames.truncate(level as usize);
        self.trail.propagated = self.trail.propagated.min(start);
        self.trail.notified = self.trail.notified.min(start);
        self.trail.summed = self.trail.summed.min(start);
        debug_assert!(self.trail.level() == level && self.trail.propagated <= kept);
        if level == 0 {
            self.trail.unordered = false;
            self.release_reasons();
        }
    }

    /// The level to return to after a conflict at `level` whose learned clause is asserting at level `below`: that
    /// level, or the one below the conflict when backtracking chronologically.
    pub(super) fn backjump_level(&mut self, level: Level, below: Level) -> Level {
        debug_assert!(below < level);
        let assumed = self.assumptions.len() as Level;
        if !self.options.chrono || below < assumed || u64::from(level - below) <= self.options.chrono_levels {
            return below;
        }
        self.counters.chronological += 1;
        level - 1
    }

    /// Saves the phases of the first `assigned` literals of the trail if it is the largest without a conflict so far.
    /// These literals precede the last decision, so their propagation ended without conflict, on an unordered trail
    /// too.
    pub(super) fn update_target_and_best(&mut self, assigned: u32) {
        debug_assert!(assigned as usize <= self.trail.lits.len());
        if !self.targeting() {
            return;
        }
        let lits = &self.trail.lits[..assigned as usize];
        let phase = |negative: bool| if negative { -1 } else { 1 };
        if assigned > self.schedule.target_assigned {
            self.schedule.target_assigned = assigned;
            for lit in lits {
                self.phases.target[lit.var().index()] = phase(lit.is_negative());
            }
        }
        if assigned > self.schedule.best_assigned {
            self.schedule.best_assigned = assigned;
            for lit in lits {
                self.phases.best[lit.var().index()] = phase(lit.is_negative());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;
    use crate::limits::Limits;
    use crate::util::rng::Rng;

    /// The largest trail and the number of chronological backtracks in a run without restarts.
    fn largest_trail(conflicts: u64) -> (u32, u64) {
        let mut solver = Solver::new();
        (solver.options.chrono_levels, solver.options.stable, solver.options.restart) = (0, 2, false);
        (solver.options.lucky, solver.options.inprocess, solver.options.rephase) = (false, false, false);
        let mut rng = Rng::new(3);
        for _ in 0..1200 {
            let clause = [(); 3].map(|()| Var::new(rng.below(300) as u32).lit(rng.coin()));
            solver.add_clause(&clause);
        }
        solver.solve(&Limits { conflicts: Some(conflicts), ..Limits::none() });
        (solver.schedule.target_assigned, solver.counters().chronological)
    }

    #[test]
    fn target_phases_are_updated_on_unordered_trails() {
        let ((first, _), (largest, chronological)) = (largest_trail(1), largest_trail(400));
        assert!(0 < first && first < largest, "{first}, {largest}");
        assert!(chronological > 100, "{chronological}");
    }
}
