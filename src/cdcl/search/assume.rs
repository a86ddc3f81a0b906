//! Failed assumptions.
//!
//! **What it does.** When an assumption is falsified by the earlier ones, walks the implication graph from it back to
//! the assumptions that it follows from. Where several are falsified, the walk begins at each of the [`MAX_COMPARED`]
//! on the lowest levels, and the smallest set of failed assumptions is the answer.
//!
//! **Why it pays.** Programs that relax one set of failed assumptions after the other, such as solvers of MaxSAT, need
//! fewer and easier calls: PySAT's RC2 takes 37,400 conflicts instead of 66,000. Figures: bench/2026-11-28.txt.
//!
//! **Tried and dropped.** Deciding the failed assumptions alone, in reverse order, as long as that makes them fewer:
//! RC2 took as many conflicts as without.
//!
//! **Soundness and proof.** The clause of their negations is added to the proof and deleted again: it certifies the
//! answer under these assumptions.
//!
//! **References.** Eén, Sörensson (ENTCS'03); Biere et al., CaDiCaL 2.0 (CAV'24).

use crate::cdcl::Solver;
use crate::cdcl::state::clause::UnpackedReason;
use crate::cdcl::state::marks::ANALYZED;
use crate::cnf::Lit;

/// The most falsified assumptions whose failed sets are compared.
const MAX_COMPARED: usize = 8;

impl Solver {
    /// Collects in `failed` assumptions that contradict each other or the formula. Called when the next assumption is
    /// false.
    pub(super) fn analyze_failed(&mut self) {
        let open = &self.assumptions[(self.trail.level() - self.kept.level) as usize..];
        let mut falsified: Vec<Lit> = open.iter().copied().filter(|&lit| self.values.value(lit) < 0).collect();
        falsified.sort_by_key(|&lit| self.trail.level_of(lit));
        falsified.truncate(MAX_COMPARED);
        let mut smallest = Vec::new();
        for assumption in falsified {
            self.collect_failed(assumption);
            if smallest.is_empty() || self.failed.len() < smallest.len() {
                std::mem::swap(&mut smallest, &mut self.failed);
            }
        }
        self.failed = smallest;
        debug_assert!(!self.failed.is_empty(), "an assumption is false");
        debug_assert!(self.failed[1..].iter().all(|&lit| self.values.value(lit) > 0), "the others were decided");
        self.counters.failed_assumptions += self.failed.len() as u64;
        self.certify_failure();
    }

    /// Collects in `failed` a false assumption and those that falsify it.
    fn collect_failed(&mut self, assumption: Lit) {
        self.failed.clear();
        debug_assert!(self.values.value(assumption) < 0);
        self.failed.push(assumption);
        if self.trail.level_of(assumption) == 0 {
            return;
        }
        self.marks.analyze(assumption.var());
        for at in (0..=self.trail.position(assumption) as usize).rev() {
            let lit = self.trail.lits[at];
            if !self.marks.has(lit.var(), ANALYZED) {
                continue;
            }
            match self.trail.reason(lit.var()).unpack() {
                UnpackedReason::Decision => self.failed.push(lit),
                UnpackedReason::Unit => {}
                UnpackedReason::Binary(other) => self.analyze_above_root(other),
                UnpackedReason::Long(clause) => {
                    for place in 0..self.db.arena.size(clause) {
                        self.analyze_above_root(self.db.arena.lit(clause, place));
                    }
                }
            }
        }
        self.marks.clear();
    }

    fn analyze_above_root(&mut self, lit: Lit) {
        if self.trail.level_of(lit) > 0 {
            self.marks.analyze(lit.var());
        }
    }

    /// Adds the clause that refutes the failed assumptions to the proof, and deletes it again.
    fn certify_failure(&mut self) {
        let assumption = self.failed[0];
        let contradictory = self.failed[1..].contains(&!assumption);
        if !self.db.has_proof() || contradictory {
            return;
        }
        if self.trail.level_of(assumption) == 0 {
            self.failure_id = self.unit_ids.get(assumption.var().index()).copied().unwrap_or(0);
            return;
        }
        self.learned.lits.clear();
        if self.db.chained() {
            // The first failed assumption is left out: the walk starts at its negation, so this literal must not be
            // marked as an end of the walk.
            self.learned.lits.extend(self.failed[1..].iter().map(|&lit| !lit));
            self.collect_chain_against(assumption);
            self.learned.lits.clear();
        }
        self.learned.lits.extend(self.failed.iter().map(|&lit| !lit));
        let id = self.db.derive(&self.learned.lits, &self.learned.chain);
        self.db.delete_derived(id, &self.learned.lits);
        self.failure_id = id;
    }
}
