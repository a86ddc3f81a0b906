//! What unit propagation alone derives from assumptions, without a search.

use super::Solver;
use crate::cnf::Lit;

impl Solver {
    /// Makes the assumptions true one by one, propagates each, and undoes all of it. Appends what became true to
    /// `implied`, in the user's literals and in the order of assignment. Returns whether there was no conflict.
    ///
    /// The assumptions are those of the next call, which are forgotten.
    pub fn propagate_assumptions(&mut self, implied: &mut Vec<Lit>) -> bool {
        self.unbreak();
        self.backtrack(0);
        self.prepare_clauses();
        if !self.inconsistent && !self.exhausted {
            self.propagate_units();
        }
        let phases_kept = std::mem::replace(&mut self.keep_phases, true);
        let consistent = !self.inconsistent && !self.exhausted && self.decide_assumptions();
        if let Some(first) = self.trail.frames.first() {
            let external = &self.db.external;
            implied.extend(self.trail.lits[first.start as usize..].iter().map(|&lit| external.user_lit(lit)));
        }
        self.backtrack(0);
        self.keep_phases = phases_kept;
        self.assumptions.clear();
        consistent
    }

    fn decide_assumptions(&mut self) -> bool {
        for at in 0..self.assumptions.len() {
            let lit = self.assumptions[at];
            match self.values.value(lit) {
                1.. => {}
                0 => {
                    self.decide_lit(lit);
                    if self.propagate().is_some() {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        true
    }
}
