//! What conflicts teach, with antecedents.
//!
//! Literals that are fixed by the clauses alone are resolved away like those of the conflict level, so that a learned
//! clause's antecedents, in order of the trail, propagate to it without anything else.

use super::{Clause, Kitten, NONE};
use crate::util::sort::{by_rank, rank_of};

impl Kitten {
    /// Marks the literals of a clause, and notes those that were not marked.
    fn enter(&mut self, clause: u32, met: &mut Vec<u32>) {
        let Clause { start, size, .. } = self.clauses[clause as usize];
        for at in start..start + size {
            let var = self.lits[at as usize] >> 1;
            if !std::mem::replace(&mut self.rows[var as usize].seen, true) {
                met.push(var);
            }
        }
    }

    /// The reasons of these variables and of what they need, as far as `wanted` says, in order of the trail. All
    /// variables met are in `met` then.
    fn cone(&mut self, met: &mut Vec<u32>, wanted: impl Fn(&Kitten, u32) -> bool) -> Vec<u32> {
        let mut inside = Vec::new();
        let mut at = 0;
        while at < met.len() {
            let var = met[at];
            at += 1;
            let row = self.rows[var as usize];
            if row.reason != NONE && wanted(self, var) {
                self.ticks += 1;
                inside.push(rank_of(row.position, row.reason));
                self.enter(row.reason, met);
            }
        }
        inside.sort_unstable();
        inside.into_iter().map(|inside| inside as u32).collect()
    }

    fn forget(&mut self, met: &[u32]) {
        for &var in met {
            self.rows[var as usize].seen = false;
        }
    }

    /// Learns the clause of the first unique implication point, goes back and asserts it.
    pub(super) fn learn(&mut self, conflict: u32) {
        let level = self.levels.len() as u32;
        let mut met = Vec::new();
        self.enter(conflict, &mut met);
        let mut open = met.iter().filter(|&&var| self.rows[var as usize].level == level).count();
        // Reasons on the conflict level, last one first.
        let mut resolved = vec![conflict];
        let mut at = self.trail.len();
        let uip = loop {
            at -= 1;
            let lit = self.trail[at];
            let row = self.rows[(lit >> 1) as usize];
            if !row.seen {
                continue;
            }
            open -= 1;
            if open == 0 {
                break lit;
            }
            self.ticks += 1;
            resolved.push(row.reason);
            let from = met.len();
            self.enter(row.reason, &mut met);
            open += met[from..].iter().filter(|&&var| self.rows[var as usize].level == level).count();
        };
        let mut lits = vec![uip ^ 1];
        let mut jump = 0;
        for &var in &met {
            let below = self.rows[var as usize].level;
            if 0 < below && below < level {
                lits.push(2 * var + u32::from(self.values[2 * var as usize] > 0));
                if below > jump {
                    jump = below;
                    let last = lits.len() - 1;
                    lits.swap(1, last);
                }
            }
        }
        let mut bumped = met.clone();
        bumped.retain(|&var| self.rows[var as usize].level > 0);
        by_rank(&mut bumped, |var| u64::from(self.rows[var as usize].stamp));
        let mut antecedents = self.cone(&mut met, |kitten, var| kitten.rows[var as usize].level == 0);
        antecedents.extend(resolved.into_iter().rev());
        self.forget(&met);
        bumped.into_iter().for_each(|var| self.bump(var));
        self.backtrack(jump as usize);
        let clause = Clause {
            start: 0,
            size: 0,
            origin: self.antecedents.len() as u32,
            antecedents: antecedents.len() as u32,
            learned: true,
            core: false,
        };
        self.antecedents.extend(antecedents);
        let clause = self.insert(&lits, clause);
        if lits.len() == 1 {
            self.units.pop();
        }
        self.assign(uip ^ 1, clause);
    }

    /// A clause is false without any decision: nothing satisfies the clauses.
    pub(super) fn refute_clauses(&mut self, conflict: u32) {
        let mut met = Vec::new();
        self.enter(conflict, &mut met);
        self.refutation = self.cone(&mut met, |_, _| true);
        self.refutation.push(conflict);
        self.forget(&met);
        self.inconsistent = true;
    }

    /// An assumption is false under the others (or without them).
    pub(super) fn refute_assumption(&mut self, assumption: u32) {
        let var = assumption >> 1;
        let mut met = vec![var];
        self.rows[var as usize].seen = true;
        self.refutation = self.cone(&mut met, |_, _| true);
        self.failed.push(assumption);
        for &var in &met {
            if self.rows[var as usize].reason == NONE {
                self.failed.push(2 * var + u32::from(self.values[2 * var as usize] < 0));
            }
        }
        self.forget(&met);
    }
}
