//! Failed assumptions.
//!
//! **What it does.** When an assumption is false under the earlier ones, walks the implication graph from it to the
//! assumptions that it follows from (Eén, Sörensson, ENTCS'03). The clause of their negations is written into the proof:
//! it is the certificate of the answer under assumptions.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::Because;
use crate::cdcl::state::flags::ANALYZED;
use crate::cnf::Lit;

impl Solver {
    /// Finds the assumptions that contradict each other (or the formula), of which `assumption` is one.
    pub(super) fn analyze_failed(&mut self, assumption: Lit) {
        self.failed.clear();
        self.failed.push(assumption);
        self.learned.lits.clear();
        self.learned.lits.push(!assumption);
        if self.trail.level_of(assumption) > 0 {
            self.flags.analyze(assumption.var());
            for at in (0..self.trail.lits.len()).rev() {
                let lit = self.trail.lits[at];
                if !self.flags.has(lit.var(), ANALYZED) {
                    continue;
                }
                match self.trail.reason(lit.var()).because() {
                    Because::Decision => {
                        self.failed.push(lit);
                        if lit != !assumption {
                            self.learned.lits.push(!lit);
                        }
                    }
                    Because::Unit => {}
                    Because::Binary(other) => self.analyze_above_root(other),
                    Because::Long(clause) => {
                        for place in 0..self.door.arena.size(clause) {
                            self.analyze_above_root(self.door.arena.lit(clause, place));
                        }
                    }
                }
            }
            self.flags.clear();
        }
        self.counters.failed_assumptions += self.failed.len() as u64;
        self.certify_failure(assumption);
    }

    fn analyze_above_root(&mut self, lit: Lit) {
        if self.trail.level_of(lit) > 0 {
            self.flags.analyze(lit.var());
        }
    }

    /// Writes the clause that refutes the assumptions into the proof and takes it out again.
    fn certify_failure(&mut self, assumption: Lit) {
        let contradictory = self.failed[1..].contains(&!assumption);
        if !self.door.traced() || contradictory || self.trail.level_of(assumption) == 0 {
            return;
        }
        // The walk starts at the negation of the assumption, which must not end it at once.
        let lits = std::mem::take(&mut self.learned.lits);
        self.learned.lits.extend_from_slice(&lits[1..]);
        if self.door.chained() {
            self.begin_chain();
            self.enter_cone(assumption);
            self.close_chain();
        }
        self.learned.lits = lits;
        let id = self.door.derive(&self.learned.lits, &self.learned.chain);
        self.door.retract(id, &self.learned.lits);
    }
}
