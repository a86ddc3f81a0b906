//! How a formula gets in.
//!
//! A formula is loaded whole: all variables first, then what its unit clauses decide, then the clauses that are still
//! open, then all watches in one go. What units decide is never stored: two plans for robots on a grid (14 and 22 million
//! clauses) take 0.6 of the time and memory that they took when propagation had it all.

use super::Solver;
use super::derive::Added;
use super::state::room::{BYTES_OF_VAR, can_have};
use super::state::watch::Watch;
use crate::cnf::{Formula, Lit};
use crate::proof::ClauseId;

/// A pass back, or any later one, that fixes fewer variables than one in so many is the last.
const WORTH: usize = 100;

impl Solver {
    /// Loads a formula into a solver without clauses: faster and leaner than adding its clauses one by one.
    pub fn load(&mut self, formula: &Formula) {
        let first = self.door.line_up_binary_ids();
        let binaries = self.take_in(formula);
        self.watch_all(&binaries, first);
    }

    /// The same, giving the formula's memory back before the watches ask for theirs.
    pub fn load_owned(&mut self, formula: Formula) {
        let first = self.door.line_up_binary_ids();
        let binaries = self.take_in(&formula);
        drop(formula);
        self.watch_all(&binaries, first);
    }

    /// Watches what was taken in: the binary clauses' ids, if kept, are in their order from the first on.
    fn watch_all(&mut self, binaries: &[[Lit; 2]], first: usize) {
        let chained = self.door.chained();
        self.lay_out_with((first as u32..).zip(binaries).map(|(index, &[a, b])| {
            let id = if chained { index } else { 0 };
            (a, Watch::binary(b, false, id))
        }));
    }

    /// Imports the clauses of a formula, but for the watches; returns the binary ones.
    fn take_in(&mut self, formula: &Formula) -> Vec<[Lit; 2]> {
        self.door.external.declare(formula.num_vars() as usize);
        let first = self.door.reserve_ids(formula.num_clauses() as u64);
        let mut binaries = Vec::new();
        let mut clean = Vec::new();
        // All variables first, so that the tables grow once.
        self.exhausted |= !formula.clauses().flatten().all(|&lit| self.door.external.import(lit).is_some());
        self.exhausted |= !can_have(self.door.external.internal_vars() * BYTES_OF_VAR);
        if !self.exhausted {
            self.grow();
            if formula.clauses().any(|clause| clause.len() == 1) {
                self.settle(formula, first);
            }
        }
        for (index, clause) in formula.clauses().enumerate() {
            if self.inconsistent || self.exhausted {
                break;
            }
            let id = first + index as u64;
            if !self.import_plain(clause, id, &mut clean) {
                self.import(clause, id, &mut clean, Some(&mut binaries));
            }
        }
        binaries
    }

    /// Fixes what the unit clauses of a formula decide, before any clause is stored: passes over the clauses as they
    /// stand, forth and back, and again for as long as a pass fixes one variable in [`WORTH`]. The rest is left to
    /// propagation.
    fn settle(&mut self, formula: &Formula, first: ClauseId) {
        let worth = self.door.external.internal_vars() / WORTH;
        let clauses = formula.num_clauses();
        for pass in 0.. {
            let before = self.trail.lits.len();
            for step in 0..clauses {
                let index = if pass % 2 == 0 { step } else { clauses - 1 - step };
                self.settle_clause(formula.clause(index), first + index as ClauseId);
                if self.inconsistent {
                    return;
                }
            }
            if pass > 0 && self.trail.lits.len() - before <= worth {
                return;
            }
        }
    }

    /// Fixes the only literal of a clause that is not false; the refutation ends with a clause that has none.
    fn settle_clause(&mut self, given: &[Lit], id: ClauseId) {
        let mut open = None;
        for &lit in given {
            let Some(lit) = self.door.external.internal_lit(lit) else { return };
            match self.values.value(lit) {
                0 if open.is_none_or(|open| open == lit) => open = Some(lit),
                0.. => return,
                _ => {}
            }
        }
        self.learned.chain.clear();
        if self.door.chained() {
            let internal = given.iter().filter_map(|&lit| self.door.external.internal_lit(lit));
            let falsified = internal.filter(|&lit| Some(lit) != open);
            self.learned.chain.extend(falsified.map(|lit| self.unit_ids[lit.var().index()]));
            // A clause may repeat a literal.
            self.learned.chain.sort_unstable();
            self.learned.chain.dedup();
        }
        self.learned.chain.push(id);
        match open {
            Some(lit) if given.len() == 1 => self.fix_original(lit, id),
            Some(lit) => self.learn_unit(lit),
            None => {
                self.door.derive(&[], &self.learned.chain);
                self.inconsistent = true;
            }
        }
    }

    /// Takes in a short long clause over different variables that are not fixed, or drops one that is true for ever; false
    /// if it is another one. The tables that [`Solver::import`] needs are not touched: a large random formula is loaded a
    /// quarter faster.
    fn import_plain(&mut self, given: &[Lit], id: ClauseId, clean: &mut Vec<Lit>) -> bool {
        const SHORT: usize = 8;
        if given.len() < 3 || given.len() > SHORT {
            return false;
        }
        let fixed = !self.trail.lits.is_empty();
        clean.clear();
        for &lit in given {
            let Some(lit) = self.door.external.internal_lit(lit) else { return false };
            if fixed && self.values.value(lit) != 0 {
                let satisfied = self.values.value(lit) > 0;
                if satisfied {
                    self.door.forget_original(id, given);
                }
                return satisfied;
            }
            if clean.iter().any(|other| other.var() == lit.var()) {
                return false;
            }
            clean.push(lit);
        }
        self.exhausted |= self.door.add_original(id, clean, false).is_none();
        true
    }

    /// Takes a clause of the formula in: without duplicates and fixed literals, or not at all if it is true for ever.
    /// Binary clauses go to `binaries`, if given, and all watches are laid out later.
    pub(in crate::cdcl) fn import(
        &mut self,
        given: &[Lit],
        id: ClauseId,
        clean: &mut Vec<Lit>,
        binaries: Option<&mut Vec<[Lit; 2]>>,
    ) {
        debug_assert_eq!(self.trail.level(), 0);
        clean.clear();
        let mut satisfied = false;
        for &lit in given {
            let Some(lit) = self.internal(lit) else {
                self.exhausted = true;
                break;
            };
            self.revive(lit.var());
            let mark = 1 << u8::from(lit.is_negative());
            let marks = &mut self.flags.marks[lit.var().index()];
            satisfied |= self.values.value(lit) > 0 || *marks & (3 ^ mark) != 0;
            if *marks & mark == 0 {
                *marks |= mark;
                clean.push(lit);
            }
        }
        for lit in clean.iter() {
            self.flags.marks[lit.var().index()] = 0;
        }
        if self.exhausted {
            return;
        }
        if satisfied {
            // A unit clause may be the one that fixed its literal: the proof keeps it.
            if given.len() > 1 {
                self.door.forget_original(id, given);
            }
            return;
        }
        self.learned.chain.clear();
        let mut strengthened = clean.len() < given.len();
        clean.retain(|&lit| {
            let keep = self.values.value(lit) == 0;
            if !keep {
                strengthened = true;
                if self.door.chained() {
                    self.learned.chain.push(self.unit_ids[lit.var().index()]);
                }
            }
            keep
        });
        let id = if strengthened && self.door.traced() {
            self.learned.chain.push(id);
            let new = self.door.derive(clean, &self.learned.chain);
            if !clean.is_empty() {
                self.door.forget_original(id, given);
            }
            new
        } else {
            if clean.is_empty() {
                self.learned.chain.push(id);
                self.door.derive(&[], &self.learned.chain);
            }
            id
        };
        match (&clean[..], binaries) {
            ([], _) => self.inconsistent = true,
            (&[unit], _) => self.fix_original(unit, id),
            (&[a, b], Some(binaries)) => match self.door.add_original(id, clean, false) {
                Some(Added::Binary(_)) if binaries.try_reserve(1).is_ok() => {
                    binaries.push([a, b]);
                }
                _ => self.exhausted = true,
            },
            (_, binaries) => {
                self.exhausted |= self.door.add_original(id, clean, binaries.is_none()).is_none();
            }
        }
    }
}
