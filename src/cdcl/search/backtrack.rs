//! Backtracking.
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
        self.trail.in_rows = self.trail.in_rows.min(start);
        debug_assert!(self.trail.level() == level && self.trail.propagated <= kept);
        debug_assert!(self.trail.notified <= kept && self.trail.in_rows <= kept);
        if level == 0 {
            (self.trail.unordered, self.kept.level) = (false, 0);
            self.release_reasons();
        }
    }

    /// The level to return to after a conflict at `level` whose learned clause is asserting at level `below`: that
    /// level, or the one below the conflict when backtracking chronologically.
    pub(super) fn backjump_level(&mut self, level: Level, below: Level) -> Level {
        debug_assert!(below < level);
        let assumed = self.assumed();
        if !self.options.chrono || below < assumed || u64::from(level - below) <= self.options.chrono_levels {
            return below.max(self.kept.level);
        }
        self.counters.chronological += 1;
        level - 1
    }
}
