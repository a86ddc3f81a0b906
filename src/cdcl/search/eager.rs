//! Eager subsumption: recent learned clauses that the newest one makes superfluous.
//!
//! **What it does.** A learned clause is compared with the `eager` long ones learned before it; those that contain it are
//! deleted.
//!
//! **Why it pays.** Conflicts that follow each other resemble each other, and a subsumed clause would be propagated until
//! the next reduction. Figures: docs/techniques.md.
//!
//! **Schedule and cost.** At every conflict, a walk over the literals of these few clauses.
//!
//! **References.** Han, Somenzi (SAT'09); Biere (CaDiCaL, 2017).

use crate::cdcl::Solver;
use crate::cdcl::state::clause::ClauseRef;
use crate::cnf::Lit;
use std::collections::VecDeque;

/// Long clauses learned since the last garbage collection, latest last.
pub type Recent = VecDeque<ClauseRef>;

impl Solver {
    /// Deletes recent learned clauses that contain the newest, whose literals these are.
    pub(super) fn subsume_eagerly(&mut self, lits: &[Lit], newest: Option<ClauseRef>) {
        let most = self.options.eager as usize;
        if most == 0 {
            return;
        }
        let mut recent = std::mem::take(&mut self.learned.recent);
        if !recent.is_empty() {
            self.mark_lits(lits);
            recent.retain(|&clause| {
                let subsumed = self.contains_marked(clause, lits.len()) && !self.is_reason(clause);
                if subsumed {
                    self.door.delete(clause);
                    self.counters.eager_subsumed += 1;
                }
                !subsumed
            });
        }
        if recent.len() == most {
            recent.pop_front();
        }
        recent.extend(newest);
        self.learned.recent = recent;
    }

    fn mark_lits(&mut self, lits: &[Lit]) {
        let learned = &mut self.learned;
        learned.lit_stamp = learned.lit_stamp.wrapping_add(1);
        if learned.lit_stamp == 0 {
            learned.lit_stamps.fill(0);
            learned.lit_stamp = 1;
        }
        if learned.lit_stamps.len() < 2 * self.trail.info.len() {
            learned.lit_stamps.resize(2 * self.trail.info.len(), 0);
        }
        for lit in lits {
            learned.lit_stamps[lit.index()] = learned.lit_stamp;
        }
    }

    /// Whether so many of the clause's literals are marked, and it has more.
    fn contains_marked(&mut self, clause: ClauseRef, count: usize) -> bool {
        let arena = &self.door.arena;
        let size = arena.size(clause);
        if size <= count || arena.garbage(clause) {
            return false;
        }
        self.counters.ticks += 1;
        let mut others = size - count;
        for lit in arena.lits(clause) {
            if self.learned.lit_stamps[lit.index()] != self.learned.lit_stamp {
                if others == 0 {
                    return false;
                }
                others -= 1;
            }
        }
        true
    }

    /// Whether the clause is the reason of a literal on the trail: one of its watched ones, if any.
    fn is_reason(&self, clause: ClauseRef) -> bool {
        (0..2)
            .map(|place| self.door.arena.lit(clause, place))
            .any(|lit| self.values.value(lit) > 0 && self.trail.info[lit.var().index()].reason.clause() == Some(clause))
    }
}
