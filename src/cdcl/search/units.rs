//! Root-level units: literals that are fixed.
//!
//! **What it does.** A literal that is implied at level 0 becomes a unit clause of the proof as soon as it is
//! propagated, in trail order.
//!
//! **Why it pays.** Later proof steps need not repeat its derivation, and the clause that implied it may be deleted.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::{BinaryIndex, Clause, Reason};
use crate::cnf::Lit;
use crate::proof::ClauseId;

impl Solver {
    /// How many variables are fixed, without those that compaction has removed.
    pub(in crate::cdcl) fn fixed_vars(&self) -> usize {
        self.counters.units as usize - self.db.external.removed_fixed()
    }

    /// The number of variables in use that are not fixed.
    pub(in crate::cdcl) fn active_vars(&self) -> usize {
        self.trail.info.len() - self.fixed_vars() - self.statuses.inactive()
    }

    /// Fixes a literal by a unit clause of the formula.
    pub(in crate::cdcl) fn fix_original(&mut self, lit: Lit, id: ClauseId) {
        self.assign_unit(lit, id);
    }

    /// Fixes a literal that follows from the clauses of the chain, at level 0.
    pub(in crate::cdcl) fn learn_unit(&mut self, lit: Lit) {
        let id = self.db.derive(&[lit], &self.learned.chain);
        self.assign_unit(lit, id);
    }

    /// Refutes the formula: the empty clause follows from the clauses of the chain.
    pub(in crate::cdcl) fn learn_empty(&mut self) {
        debug_assert_eq!(self.trail.level(), 0);
        self.db.derive(&[], &self.learned.chain);
        self.inconsistent = true;
    }

    /// Adds a clause that follows from the clauses of the chain, over literals that are not fixed, at level 0. The
    /// empty clause refutes the formula, a unit is fixed; a longer clause is watched and returned, unless memory is
    /// refused.
    pub(in crate::cdcl) fn add_derived(&mut self, lits: &[Lit], redundant: bool, glue: u32) -> Option<Clause> {
        debug_assert!(lits.iter().all(|&lit| self.values.value(lit) == 0));
        debug_assert!(lits.iter().all(|lit| !self.statuses.is_inactive(lit.var())), "inactive variables stay away");
        match lits {
            [] => self.learn_empty(),
            &[unit] => self.learn_unit(unit),
            _ => {
                let glue = glue.min(lits.len() as u32 - 1);
                let reserved = self.db.try_reserve(lits.len());
                let added = reserved.then(|| self.db.learn(lits, redundant, glue, &self.learned.chain)).flatten();
                self.exhausted |= added.is_none();
                return added;
            }
        }
        None
    }

    fn assign_unit(&mut self, lit: Lit, id: ClauseId) {
        debug_assert!(!self.db.chained() || id != 0, "a unit has an id");
        debug_assert_eq!(self.values.value(lit), 0);
        self.push_unit(lit);
        self.count_unit(lit, id);
    }

    /// Makes a literal true whose variable was fixed and removed by a compaction, and is used again.
    pub(in crate::cdcl) fn fix_returned(&mut self, lit: Lit, id: ClauseId) {
        debug_assert!(!self.db.chained() || id != 0, "the unit of a fixed variable has an id");
        self.push_unit(lit);
        if self.db.chained() {
            self.unit_ids[lit.var().index()] = id;
        }
    }

    /// Assigns a fixed literal at level 0; above it are at most the kept literals.
    fn push_unit(&mut self, lit: Lit) {
        debug_assert_eq!(self.trail.level(), self.kept.level);
        self.values.assign(lit);
        self.trail.push(lit, 0, Reason::UNIT, BinaryIndex::NONE);
        self.trail.unordered |= self.trail.level() > 0;
    }

    fn count_unit(&mut self, lit: Lit, id: ClauseId) {
        debug_assert!(self.trail.level_of(lit) == 0 && self.values.value(lit) > 0);
        debug_assert!(!self.db.chained() || id != 0, "a unit has an id");
        self.counters.units += 1;
        self.export_unit(lit, id);
        self.report_learned(&[lit]);
        if self.db.chained() {
            self.unit_ids[lit.var().index()] = id;
        }
    }

    /// Derives a unit clause for each literal of level 0 from this trail position on that propagation has implied.
    pub(in crate::cdcl) fn fix_units(&mut self, from: usize) {
        debug_assert!(from <= self.trail.lits.len());
        for at in from..self.trail.lits.len() {
            let lit = self.trail.lits[at];
            let info = self.trail.info[lit.var().index()];
            if info.level > 0 || info.reason == Reason::UNIT {
                continue;
            }
            debug_assert!(self.values.value(lit) > 0);
            let mut id = 0;
            if self.db.traced() {
                self.learned.chain.clear();
                self.push_reason_chain(lit);
                id = self.db.derive(&[lit], &self.learned.chain);
            }
            self.trail.info[lit.var().index()].reason = Reason::UNIT;
            self.count_unit(lit, id);
        }
    }

    /// Appends the antecedents of the unit `lit` to the chain: the units of the other literals of its reason, then the
    /// reason.
    fn push_reason_chain(&mut self, lit: Lit) {
        if !self.db.chained() {
            return;
        }
        let reason = self.trail.implied_by(lit).expect("a literal of level 0 has a reason");
        debug_assert!(self.db.lits(reason).all(|other| self.trail.level_of(other) == 0));
        for other in self.db.lits(reason).filter(|&other| other != lit) {
            self.learned.chain.push(self.unit_ids[other.var().index()]);
        }
        self.learned.chain.push(self.db.id(reason));
        self.settle_chain();
    }
}
