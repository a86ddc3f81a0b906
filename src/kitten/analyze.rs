//! Conflict analysis with antecedents.
//!
//! **What it does.** Literals of level 0 are resolved away like those of the conflict level, so that the antecedents of
//! a learned clause, in trail order, propagate to it without any other clause.

use super::{Clause, Kitten, NONE};
use crate::util::rank::rank_of;

impl Kitten {
    /// Marks the variables of a clause as seen, and lists those that were not.
    fn analyze_clause(&mut self, clause: u32, met: &mut Vec<u32>) {
        let Clause { start, size, .. } = self.clauses[clause as usize];
        for at in start..start + size {
            let var = self.lits[at as usize] >> 1;
            if !std::mem::replace(&mut self.rows[var as usize].seen, true) {
                met.push(var);
            }
        }
    }

    /// The reasons of the variables in `met`, and recursively of the variables in these reasons, in trail order. Only
    /// variables for which `include` holds are followed. Adds all variables seen to `met`.
    fn cone(&mut self, met: &mut Vec<u32>, include: impl Fn(&Kitten, u32) -> bool) -> Vec<u32> {
        let mut inside = Vec::new();
        let mut at = 0;
        while at < met.len() {
            let var = met[at];
            at += 1;
            let row = self.rows[var as usize];
            if row.reason != NONE && include(self, var) {
                self.ticks += 1;
                inside.push(rank_of(row.position, row.reason));
                self.analyze_clause(row.reason, met);
            }
        }
        inside.sort_unstable();
        inside.into_iter().map(|inside| inside as u32).collect()
    }

    fn clear_seen(&mut self, met: &[u32]) {
        for &var in met {
            self.rows[var as usize].seen = false;
        }
    }

    /// Learns the clause of the first unique implication point, backjumps and assigns the asserting literal.
    pub(super) fn learn(&mut self, conflict: u32) {
        let level = self.levels.len() as u32;
        let mut met = Vec::new();
        self.analyze_clause(conflict, &mut met);
        let mut open = met.iter().filter(|&&var| self.rows[var as usize].level == level).count();
        // The clauses resolved on the conflict level, the latest first.
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
            self.analyze_clause(row.reason, &mut met);
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
        bumped.sort_by_key(|&var| self.rows[var as usize].stamp);
        let mut antecedents = self.cone(&mut met, |kitten, var| kitten.rows[var as usize].level == 0);
        antecedents.extend(resolved.into_iter().rev());
        self.clear_seen(&met);
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

    /// Notes that the clauses are unsatisfiable, since this one is false at level 0.
    pub(super) fn refute_clauses(&mut self, conflict: u32) {
        let mut met = Vec::new();
        self.analyze_clause(conflict, &mut met);
        self.refutation = self.cone(&mut met, |_, _| true);
        self.refutation.push(conflict);
        self.clear_seen(&met);
        self.inconsistent = true;
    }

    /// Notes that an assumption is false, under the others or at level 0.
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
        self.clear_seen(&met);
    }
}
