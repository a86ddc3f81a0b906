//! Bumping: the variables that took part in a conflict are decided earlier from now on.
//!
//! **What it does.** In focused mode moves the analysed variables to the front of the queue, in the order they have there;
//! in stable mode raises their scores. Where decisions are few for each conflict, the other literals in the reasons of the
//! learned clause's literals are bumped too; if these are too many, not, and not for a while.
//!
//! **References.** Liang et al. (SAT'16) for reason side bumping; Biere, Fröhlich (SAT'15) for the rest.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::Because;
use crate::cdcl::state::flags::ANALYZED;
use crate::cnf::Var;
use crate::util::sort::rank_of;

/// How many times the analysed variables the ones of the reason side may be.
const REASON_SIDE_LIMIT: usize = 10;

impl Solver {
    /// How much the search of the current mode cares about a variable: its score, or when it was last bumped. At least 0.
    pub(in crate::cdcl) fn relevance(&self, var: Var) -> f64 {
        if self.schedule.stable { self.scores.score(var) } else { f64::from(self.queue.stamp(var)) }
    }

    /// Bumps what the conflict analysed.
    pub(super) fn bump_analyzed(&mut self) {
        self.analyze_reason_side();
        if self.schedule.stable {
            for &var in &self.flags.analyzed {
                self.scores.bump(var);
            }
            self.scores.decay(self.options.decay);
            return;
        }
        let sorted = &mut self.learned.sorted;
        sorted.clear();
        for &var in &self.flags.analyzed {
            sorted.push(rank_of(self.queue.stamp(var), var.index() as u32));
        }
        sorted.sort_unstable();
        for &key in sorted.iter() {
            let var = Var::new(key as u32);
            let assigned = self.values.value(var.pos()) != 0;
            self.queue.bump(var, assigned);
        }
    }

    /// Analyses the other literals in the reasons of the learned literals, where that pays.
    fn analyze_reason_side(&mut self) {
        if !self.options.bump_reasons || self.schedule.plain {
            return;
        }
        if self.schedule.bump_delay > 0 {
            self.schedule.bump_delay -= 1;
            return;
        }
        let stable = self.schedule.stable;
        if self.averages[usize::from(stable)].decision_rate.value() >= self.options.bump_reasons_rate as f64 {
            return;
        }
        let before = self.flags.analyzed.len();
        let limit = before + REASON_SIDE_LIMIT * before;
        for at in 0..self.learned.lits.len() {
            let lit = self.learned.lits[at];
            match self.trail.reason(lit.var()).because() {
                Because::Binary(other) => self.analyze_side(other.var()),
                Because::Long(clause) => {
                    self.counters.ticks += 1;
                    for place in 0..self.door.arena.size(clause) {
                        let other = self.door.arena.lit(clause, place);
                        if other != !lit {
                            self.analyze_side(other.var());
                        }
                    }
                }
                Because::Decision | Because::Unit => {}
            }
            if self.flags.analyzed.len() > limit {
                break;
            }
        }
        let schedule = &mut self.schedule;
        if self.flags.analyzed.len() > limit {
            for var in self.flags.analyzed.drain(before..) {
                self.flags.marks[var.index()] &= !ANALYZED;
            }
            schedule.bump_interval += 1;
        } else {
            self.counters.bumped_reasons += (self.flags.analyzed.len() - before) as u64;
            schedule.bump_interval /= 2;
        }
        schedule.bump_delay = schedule.bump_interval;
    }

    fn analyze_side(&mut self, var: Var) {
        if self.trail.info[var.index()].level > 0 {
            self.flags.analyze(var);
        }
    }
}
