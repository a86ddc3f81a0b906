//! Bumping: the variables that took part in a conflict are decided earlier from now on.
//!
//! **What it does.** In focused mode, moves the analysed variables to the end of the queue where decisions begin, in
//! the order they already have; in stable mode, raises their scores. While there are fewer than ten decisions per
//! conflict, the other literals in the reasons of the learned literals are bumped, too. If these are more than ten
//! times as many as the analysed variables, none of them is bumped, and the number of conflicts that skip this step
//! grows by 1; after a success it is halved.
//!
//! Assumptions are not bumped: they are not decided in this call, and learned clauses may have hundreds of them.
//!
//! **References.** Liang et al. (SAT'16) for reason-side bumping; Biere, Fröhlich (SAT'15) for the rest.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::UnpackedReason;
use crate::cdcl::state::marks::ANALYZED;
use crate::cnf::Var;
use crate::util::rank::rank_of;

/// Reasons may add at most this many times as many variables as analysis has marked.
const REASON_SIDE_LIMIT: usize = 10;

/// From this many decisions per conflict on, the literals of reasons are not bumped.
const REASON_SIDE_RATE: f64 = 10.0;

/// Back-off of reason-side bumping: how many conflicts to skip now, and how many after the next attempt.
#[derive(Clone, Debug, Default)]
pub struct Backoff {
    delay: u64,
    interval: u64,
}

impl Solver {
    /// The priority of a variable in the current mode: its score, or the stamp of its last bump. At least 0.
    pub(in crate::cdcl) fn relevance(&self, var: Var) -> f64 {
        if self.schedule.stable { self.scores.score(var) } else { f64::from(self.queue.stamp(var)) }
    }

    /// Bumps the variables that conflict analysis has marked.
    pub(super) fn bump_analyzed(&mut self) {
        self.analyze_reason_side();
        let assumed = self.assumed();
        debug_assert!(self.marks.analyzed.iter().all(|var| self.values.value(var.pos()) != 0));
        if self.schedule.stable {
            for &var in &self.marks.analyzed {
                if !self.trail.is_assumed(var, assumed) {
                    self.scores.bump(var);
                }
            }
            self.scores.decay(self.options.decay);
            return;
        }
        let sorted = &mut self.learned.sorted;
        sorted.clear();
        for &var in &self.marks.analyzed {
            if self.trail.is_assumed(var, assumed) {
                continue;
            }
            sorted.push(rank_of(self.queue.stamp(var), var.index() as u32));
        }
        sorted.sort_unstable();
        for &key in sorted.iter() {
            let var = Var::new(key as u32 as usize);
            let assigned = self.values.value(var.pos()) != 0;
            self.queue.bump(var, assigned);
        }
    }

    /// Marks the other literals in the reasons of the learned literals as analysed, unless these are too many.
    fn analyze_reason_side(&mut self) {
        if !self.options.bump_reasons || self.schedule.opening.plain {
            return;
        }
        if self.schedule.bump.delay > 0 {
            self.schedule.bump.delay -= 1;
            return;
        }
        let stable = self.schedule.stable;
        if self.averages[usize::from(stable)].decision_rate.value() >= REASON_SIDE_RATE {
            return;
        }
        debug_assert_eq!(self.schedule.bump.delay, 0);
        let before = self.marks.analyzed.len();
        let limit = before + REASON_SIDE_LIMIT * before;
        for at in 0..self.learned.lits.len() {
            let lit = self.learned.lits[at];
            match self.trail.reason(lit.var()).unpack() {
                UnpackedReason::Binary(other) => self.analyze_reason_var(other.var()),
                UnpackedReason::Long(clause) => {
                    self.counters.ticks += 1;
                    for place in 0..self.db.arena.size(clause) {
                        let other = self.db.arena.lit(clause, place);
                        if other != !lit {
                            self.analyze_reason_var(other.var());
                        }
                    }
                }
                UnpackedReason::Decision | UnpackedReason::Unit => {}
            }
            if self.marks.analyzed.len() > limit {
                break;
            }
        }
        let schedule = &mut self.schedule;
        if self.marks.analyzed.len() > limit {
            for var in self.marks.analyzed.drain(before..) {
                self.marks.of_var[var.index()] &= !ANALYZED;
            }
            schedule.bump.interval += 1;
        } else {
            self.counters.bumped_reasons += (self.marks.analyzed.len() - before) as u64;
            schedule.bump.interval /= 2;
        }
        schedule.bump.delay = schedule.bump.interval;
    }

    fn analyze_reason_var(&mut self, var: Var) {
        debug_assert!(self.values.value(var.pos()) != 0, "the variables of a reason are assigned");
        if self.trail.info[var.index()].level > 0 {
            self.marks.analyze(var);
        }
    }
}
