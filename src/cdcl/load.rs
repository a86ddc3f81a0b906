//! Loading a formula.
//!
//! **What it does.** A formula is loaded whole: first all variables, then the literals that its unit clauses imply,
//! then the clauses that these do not satisfy, then all watches at once. Clauses that are added one by one before the
//! first call are watched together when that call begins.
//!
//! **Why it pays.** Clauses that units satisfy are never stored: two plans for robots on a grid take 0.6 of the time
//! and memory that they take when propagation fixes the units afterwards. Small formulas gain by watching clauses
//! together. Figures: bench/2026-11-28.txt.

use super::Solver;
use super::state::clause::BinaryIndex;
use super::state::watch::Watch;
use crate::cnf::{Formula, Lit};
use crate::limits::may_fail;
use crate::proof::ClauseId;
use crate::util::memory::{BYTES_PER_VAR, try_allocate};

/// Passes end, from the second on, with the first one that fixes fewer than one variable in this many.
const LAST_PASS_SHARE: usize = 100;
/// To find repeated literals, up to this many are compared with each other; in longer clauses they are marked.
const MOST_COMPARED_LITS: usize = 8;

impl Solver {
    /// Loads a formula into a solver without clauses, in less time and memory than clause by clause.
    pub fn load(&mut self, formula: &Formula) {
        formula.clauses().for_each(|clause| self.keep_given(clause));
        self.load_whole(formula);
    }

    /// Loads a formula as [`Solver::load`] does, but does not keep its clauses for [`Given`](super::given::Given): the
    /// caller looks for XOR constraints and symmetries.
    pub(super) fn load_whole(&mut self, formula: &Formula) {
        self.db.external.declare(formula.num_vars());
        let first = self.db.reserve_ids(formula.num_clauses() as u64);
        if self.db.follows_calls() {
            for (id, clause) in (first..).zip(formula.clauses()) {
                self.db.trace_call(|tracer| tracer.input(id, clause));
            }
        }
        // All variables first, so that the tables grow once.
        self.exhausted |= !formula.clauses().flatten().all(|&lit| self.db.external.number(lit).is_some());
        self.exhausted |= !try_allocate(self.db.external.internal_vars() * BYTES_PER_VAR);
        if !self.exhausted {
            self.grow();
            if formula.clauses().any(|clause| clause.len() == 1) {
                self.propagate_given(formula, first);
            }
        }
        for (index, clause) in formula.clauses().enumerate() {
            self.add_original(clause, first + index as u64);
        }
    }

    /// Adds a clause of the formula. Before the first call it is watched only when that call begins, afterwards at
    /// once.
    pub(super) fn add_original(&mut self, given: &[Lit], id: ClauseId) {
        debug_assert_eq!(self.trail.level(), self.kept.level);
        if self.inconsistent || self.exhausted {
            return;
        }
        let mut clean = std::mem::take(&mut self.unwatched.clean);
        let watched = self.counters.solves > 0;
        if watched || !self.add_plain(given, id, &mut clean) {
            self.add_given(given, id, &mut clean, watched);
        }
        self.unwatched.clean = clean;
    }

    /// Watches the clauses that were added before the first call.
    pub(super) fn watch_loaded(&mut self) {
        if self.counters.solves > 0 {
            return;
        }
        let binaries = std::mem::take(&mut self.unwatched.binaries);
        debug_assert!(self.db.population().binary >= binaries.len() as u64);
        let chained = self.db.chained();
        self.lay_out_with((BinaryIndex::FIRST.0..).zip(&binaries).map(|(index, &[a, b])| {
            let index = if chained { BinaryIndex(index) } else { BinaryIndex::NONE };
            (a, Watch::binary(b, false, index))
        }));
    }

    /// Fixes the literals that the unit clauses of a formula imply, before any clause is stored: passes over the
    /// clauses, forwards and backwards in turn, until a pass fixes at most one variable in [`LAST_PASS_SHARE`].
    /// Propagation finds the rest.
    fn propagate_given(&mut self, formula: &Formula, first: ClauseId) {
        debug_assert!(self.trail.level() == 0 && self.db.arena.first().is_none());
        let worth = self.db.external.internal_vars() / LAST_PASS_SHARE;
        let clauses = formula.num_clauses();
        for pass in 0.. {
            let before = self.trail.lits.len();
            for step in 0..clauses {
                let index = if pass % 2 == 0 { step } else { clauses - 1 - step };
                self.propagate_given_clause(formula.clause(index), first + index as ClauseId);
                if self.inconsistent {
                    return;
                }
            }
            if pass > 0 && self.trail.lits.len() - before <= worth {
                return;
            }
        }
    }

    /// Fixes the only literal of a clause that is not false; a clause without one refutes the formula.
    fn propagate_given_clause(&mut self, given: &[Lit], id: ClauseId) {
        let mut open = None;
        for &lit in given {
            let Some(lit) = self.db.external.internal_lit(lit) else { return };
            match self.values.value(lit) {
                0 if open.is_none_or(|open| open == lit) => open = Some(lit),
                0.. => return,
                _ => {}
            }
        }
        self.learned.chain.clear();
        if self.db.chained() {
            let internal = given.iter().filter_map(|&lit| self.db.external.internal_lit(lit));
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
            None => self.learn_empty(),
        }
    }

    /// Adds a clause of 2 to [`MOST_COMPARED_LITS`] literals over different variables that are not fixed, or drops one
    /// that is satisfied at the root level; returns false and does nothing for any other clause. It reads no marks,
    /// unlike
    /// [`Solver::add_given`]: a large random formula is loaded a quarter faster.
    fn add_plain(&mut self, given: &[Lit], id: ClauseId, clean: &mut Vec<Lit>) -> bool {
        if given.len() < 2 || given.len() > MOST_COMPARED_LITS {
            return false;
        }
        let fixed = !self.trail.lits.is_empty();
        clean.clear();
        for &lit in given {
            let Some(lit) = self.db.external.internal_lit(lit) else { return false };
            if fixed && self.values.value(lit) != 0 {
                let satisfied = self.values.value(lit) > 0;
                if satisfied {
                    self.db.delete_original(id, given);
                }
                return satisfied;
            }
            if clean.iter().any(|other| other.var() == lit.var()) {
                return false;
            }
            clean.push(lit);
        }
        self.store(clean, id, false);
        true
    }

    /// Stores a clause of two or more literals over different variables.
    fn store(&mut self, lits: &[Lit], id: ClauseId, watched: bool) {
        debug_assert!(lits.len() > 1 && lits.iter().all(|&lit| self.values.value(lit) == 0));
        self.exhausted |= self.db.add_original(id, lits, watched).is_none();
        if let (&[a, b], false) = (lits, watched) {
            self.exhausted |= may_fail(|| self.unwatched.binaries.try_reserve(1)).is_err();
            self.unwatched.binaries.extend((!self.exhausted).then_some([a, b]));
        }
    }

    /// Adds a clause of the formula without repeated and fixed literals, or not at all if it is a tautology or
    /// satisfied at the root level.
    pub(in crate::cdcl) fn add_given(&mut self, given: &[Lit], id: ClauseId, clean: &mut Vec<Lit>, watched: bool) {
        debug_assert_eq!(self.trail.level(), self.kept.level);
        clean.clear();
        let mut satisfied = false;
        for &lit in given {
            let Some(lit) = self.internal(lit) else {
                self.exhausted = true;
                break;
            };
            self.reactivate(lit.var());
            let mark = 1 << u8::from(lit.is_negative());
            let marks = &mut self.marks.of_var[lit.var().index()];
            satisfied |= self.values.value(lit) > 0 || *marks & (3 ^ mark) != 0;
            if *marks & mark == 0 {
                *marks |= mark;
                clean.push(lit);
            }
        }
        for lit in clean.iter() {
            self.marks.of_var[lit.var().index()] = 0;
        }
        if self.exhausted {
            return;
        }
        if satisfied {
            // A unit clause may be the very one that fixed its literal, so the proof must keep it.
            if given.len() > 1 {
                self.db.delete_original(id, given);
            }
            return;
        }
        self.learned.chain.clear();
        let mut strengthened = clean.len() < given.len();
        clean.retain(|&lit| {
            let keep = self.values.value(lit) == 0;
            if !keep {
                strengthened = true;
                if self.db.chained() {
                    self.learned.chain.push(self.unit_ids[lit.var().index()]);
                }
            }
            keep
        });
        let id = if strengthened && self.db.traced() {
            self.learned.chain.push(id);
            let new = self.db.derive(clean, &self.learned.chain);
            if !clean.is_empty() {
                self.db.delete_original(id, given);
            }
            new
        } else {
            if clean.is_empty() {
                self.learned.chain.push(id);
                self.db.derive(&[], &self.learned.chain);
            }
            id
        };
        match &clean[..] {
            [] => self.inconsistent = true,
            &[unit] => self.fix_original(unit, id),
            lits => self.store(lits, id, watched),
        }
    }
}
