//! Variables that are fixed for ever.
//!
//! A literal that is implied at level 0 becomes a unit of the proof as soon as it is propagated, in trail order, so that
//! later steps need not repeat its derivation and the clause that implied it may be deleted.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::{Because, Reason};
use crate::cnf::Lit;
use crate::proof::ClauseId;

impl Solver {
    /// How many of the variables are fixed, but for those that compaction has taken out.
    pub(in crate::cdcl) fn fixed_vars(&self) -> usize {
        self.counters.units as usize - self.door.external.parked()
    }

    /// Fixes a literal by a unit clause of the formula.
    pub(in crate::cdcl) fn fix_original(&mut self, lit: Lit, id: ClauseId) {
        self.assign_unit(lit, id);
    }

    /// Fixes a literal that follows from the chain, at level 0.
    pub(in crate::cdcl) fn learn_unit(&mut self, lit: Lit) {
        let id = self.door.derive(&[lit], &self.learned.chain);
        self.assign_unit(lit, id);
    }

    fn assign_unit(&mut self, lit: Lit, id: ClauseId) {
        debug_assert_eq!(self.trail.level(), 0);
        debug_assert_eq!(self.values.value(lit), 0);
        self.values.assign(lit);
        self.trail.push(lit, 0, Reason::UNIT, 0);
        self.note_unit(lit, id);
    }

    /// Makes a literal true that was fixed before its variable got a new number.
    pub(in crate::cdcl) fn fix_again(&mut self, lit: Lit, id: ClauseId) {
        debug_assert_eq!(self.trail.level(), 0);
        self.values.assign(lit);
        self.trail.push(lit, 0, Reason::UNIT, 0);
        if self.door.chained() {
            self.unit_ids[lit.var().index()] = id;
        }
    }

    fn note_unit(&mut self, lit: Lit, id: ClauseId) {
        self.counters.units += 1;
        if self.door.chained() {
            self.unit_ids[lit.var().index()] = id;
        }
    }

    /// Makes units of the literals that propagation has just implied at level 0, from this place of the trail on.
    pub(in crate::cdcl) fn fix_units(&mut self, from: usize) {
        for at in from..self.trail.lits.len() {
            let lit = self.trail.lits[at];
            let info = self.trail.info[lit.var().index()];
            if info.level > 0 || info.reason == Reason::UNIT {
                continue;
            }
            let mut id = 0;
            if self.door.traced() {
                self.learned.chain.clear();
                self.push_reason_chain(lit);
                id = self.door.derive(&[lit], &self.learned.chain);
            }
            self.trail.info[lit.var().index()].reason = Reason::UNIT;
            self.note_unit(lit, id);
        }
    }

    /// Appends to the chain what makes `lit` a unit: the units of the other literals of its reason, and the reason.
    fn push_reason_chain(&mut self, lit: Lit) {
        if !self.door.chained() {
            return;
        }
        let info = self.trail.info[lit.var().index()];
        match info.reason.because() {
            Because::Binary(other) => {
                self.learned.chain.push(self.unit_ids[other.var().index()]);
                self.learned.chain.push(self.door.binary_id(info.binary));
            }
            Because::Long(clause) => {
                for other in self.door.arena.lits(clause).filter(|&other| other != lit) {
                    self.learned.chain.push(self.unit_ids[other.var().index()]);
                }
                self.learned.chain.push(self.door.arena.id(clause));
            }
            Because::Decision | Because::Unit => unreachable!("a literal of level 0 has a reason"),
        }
    }
}
