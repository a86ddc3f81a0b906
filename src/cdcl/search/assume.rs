//! Failed assumptions.
//!
//! **What it does.** When an assumption is falsified by the earlier ones, walks the implication graph from it back to
//! the assumptions that it follows from.
//!
//! **Soundness and proof.** The clause of their negations is added to the proof and deleted again: it certifies the
//! answer under these assumptions.
//!
//! **References.** Eén, Sörensson (ENTCS'03).

use crate::cdcl::Solver;
use crate::cdcl::state::clause::ReasonKind;
use crate::cdcl::state::flags::ANALYZED;
use crate::cnf::Lit;

impl Solver {
    /// Collects in `failed` the assumptions that, with the false one given, contradict each other or the formula.
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
                match self.trail.reason(lit.var()).kind() {
                    ReasonKind::Decision => {
                        self.failed.push(lit);
                        if lit != !assumption {
                            self.learned.lits.push(!lit);
                        }
                    }
                    ReasonKind::Unit => {}
                    ReasonKind::Binary(other) => self.analyze_above_root(other),
                    ReasonKind::Long(clause) => {
                        for place in 0..self.db.arena.size(clause) {
                            self.analyze_above_root(self.db.arena.lit(clause, place));
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

    /// Adds the clause that refutes the assumptions to the proof, and deletes it again.
    fn certify_failure(&mut self, assumption: Lit) {
        let contradictory = self.failed[1..].contains(&!assumption);
        if !self.db.traced() || contradictory {
            return;
        }
        if self.trail.level_of(assumption) == 0 {
            self.failure_id = self.unit_ids.get(assumption.var().index()).copied().unwrap_or(0);
            return;
        }
        // The walk starts at the negated assumption, so this literal must not be marked as an end of it.
        let lits = std::mem::take(&mut self.learned.lits);
        self.learned.lits.extend_from_slice(&lits[1..]);
        if self.db.chained() {
            self.begin_chain();
            self.enter_cone(assumption);
            self.close_chain();
        }
        self.learned.lits = lits;
        let id = self.db.derive(&self.learned.lits, &self.learned.chain);
        self.db.delete_derived(id, &self.learned.lits);
        self.failure_id = id;
    }
}
