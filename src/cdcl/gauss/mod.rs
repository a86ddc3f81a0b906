//! Gauss-Jordan elimination on XOR constraints, in the search.
//!
//! **What it does.** Finds the XOR constraints of the user's clauses (`recover.rs`), keeps them as linear systems over
//! the variables that are left (`build.rs`), and after propagation derives what follows from their sums (`matrix.rs`):
//! implied literals and conflicts, with clauses as their reasons, which are deleted when they are reasons no more.
//!
//! **Why it pays.** Resolution needs exponentially many steps where elimination needs a few sums: minimal disagreement
//! takes tenths of a second instead of minutes. Figures: docs/techniques.md.
//!
//! **Soundness and proof.** A reason follows from the formula, since its row is a sum of constraints that do, and it
//! has active variables only. With a proof, the sums are derived over new variables when a reason is used (`prove.rs`
//! and `lines.rs`), if the formula was given whole.
//!
//! **Schedule and cost.** Constraints are looked for together with symmetries, after `given_conflicts` conflicts. After
//! the first million ticks, and whenever they have doubled, all are dropped if they imply less than a literal per
//! conflict: circuits have up to 0.5, minimal disagreement has 33 and more.
//!
//! **Why not later.** With a longer trial the searches of circuits, which gain nothing by it, go other ways, and some
//! take more conflicts; the cause is not known.
//!
//! **References.** Soos, Nohl, Castelluccia (SAT'09); Han, Jiang (CAV'12); Laitinen, Junttila, Niemelä (ICTAI'11).

mod build;
mod lines;
mod matrix;
mod prove;
mod recover;

use super::Solver;
use super::state::clause::{Clause, ClauseRef, Reason};
use super::state::trail::{Level, Trail};
use crate::cnf::{Formula, Lit};
use matrix::{Matrix, RowState};
use prove::{Prover, Terms};
pub(super) use recover::LONGEST_XOR;
use recover::Xor;
use std::collections::HashSet;

/// Ticks after which it is first decided whether the constraints are worth their cost.
const FIRST_REVIEW: u64 = 1_000_000;
/// The same for a solver to which clauses may be added later, while it is in its opening (`search/opening.rs`).
const OPENING_REVIEW: u64 = 16_000_000;

/// The constraints and the systems that are made of them.
#[derive(Debug, Default)]
pub struct Gauss {
    /// The constraints, over the user's variables.
    xors: Vec<Xor>,
    /// All constraints that were ever found, in the form in which they were found.
    known: HashSet<Xor>,
    matrices: Vec<Matrix>,
    /// By internal variable: the matrix and the column it is in.
    places: Vec<Option<(u32, u32)>>,
    /// The systems must be built again, since variables may have been fixed, renumbered or removed.
    stale: bool,
    /// Clauses that are or were reasons; their numbers ascend.
    reasons: Vec<ReasonClause>,
    last_reason: u64,
    /// The proofs of rows, where there is a proof.
    prover: Option<Box<Prover>>,
    /// The number of conflicts when the constraints were found.
    found: u64,
    review: u64,
    /// Scratch: the rows to check.
    check: Vec<u32>,
    /// Scratch: a clause.
    lits: Vec<Lit>,
}

/// A clause that is or was the reason of a literal, or a conflict.
#[derive(Debug)]
struct ReasonClause {
    clause: ClauseRef,
    size: usize,
    number: u64,
    /// The constraints of its row, while the clause is not in the proof.
    terms: Option<Terms>,
}

impl Gauss {
    /// A copy without the systems and the reasons, for a solver at level 0.
    pub fn copy(&self) -> Gauss {
        let (xors, known) = (self.xors.clone(), self.known.clone());
        let prover = self.prover.clone();
        let mut copy = Gauss { xors, known, found: self.found, review: self.review, prover, ..Gauss::default() };
        copy.forget();
        copy
    }

    /// Drops the systems until they are built again.
    pub fn forget(&mut self) {
        self.matrices.clear();
        self.stale = !self.xors.is_empty();
    }

    /// Makes room for a place of each variable.
    pub fn grow(&mut self, vars: usize) {
        if !self.matrices.is_empty() {
            self.places.resize(vars, None);
        }
    }

    /// Moves the reasons with the clauses of the arena; forgets deleted ones.
    pub fn collect(&mut self, planned: impl Fn(ClauseRef) -> Option<ClauseRef>) {
        self.reasons.retain_mut(|reason| planned(reason.clause).map(|new| reason.clause = new).is_some());
    }
}

impl Solver {
    /// Finds the constraints of the formula as it was given, beside those that are known.
    pub(super) fn recover_xors(&mut self, formula: &Formula) {
        let gauss = &mut self.gauss;
        let before = gauss.xors.len();
        gauss.xors.extend(recover::recover(formula).into_iter().filter(|parity| gauss.known.insert(parity.clone())));
        if gauss.xors.len() == before {
            return;
        }
        if let Some(prover) = &mut gauss.prover {
            gauss.xors[before..].iter().for_each(|xor| prover.found(xor));
        }
        gauss.found = self.counters.conflicts;
        gauss.review = FIRST_REVIEW.max(2 * self.counters.gauss_ticks);
        gauss.forget();
        self.counters.parities = gauss.known.len() as u64;
        self.report('x');
    }

    /// Whether the systems have to be built.
    pub(super) fn building_matrices(&self) -> bool {
        self.gauss.stale
    }

    /// Whether sums of constraints may imply literals.
    pub(super) fn has_rows(&self) -> bool {
        self.gauss.stale || !self.gauss.matrices.is_empty()
    }

    /// Derives what follows from sums of constraints, after propagation without a conflict.
    #[inline]
    pub(super) fn propagate_xors(&mut self) -> Option<Clause> {
        if self.gauss.matrices.is_empty() { None } else { self.propagate_matrices() }
    }

    fn propagate_matrices(&mut self) -> Option<Clause> {
        self.release_reasons();
        let mut matrices = std::mem::take(&mut self.gauss.matrices);
        let mut check = std::mem::take(&mut self.gauss.check);
        let (mut conflict, mut too_long) = (None, false);
        if self.gauss.proving() && (self.trail.level() == 0 || self.trail.unordered) {
            // The proofs of rows name the units of fixed literals.
            self.fix_units(self.trail.in_rows);
        }
        let before = self.trail.lits.len();
        while conflict.is_none() && self.trail.in_rows < self.trail.lits.len() {
            let lit = self.trail.lits[self.trail.in_rows];
            self.trail.in_rows += 1;
            let Some((matrix, column)) = self.gauss.places[lit.var().index()] else { continue };
            let matrix = &mut matrices[matrix as usize];
            check.clear();
            self.counters.gauss_ticks += matrix.assigned(column, &self.values, &mut check);
            // Every row is checked, even after a conflict, so that every row watches a column.
            for &row in &check {
                self.counters.gauss_ticks += 1;
                let state = matrix.check(row, &self.values, &self.trail);
                if state != RowState::Open && self.is_too_long(matrix, row) {
                    too_long = true;
                    continue;
                }
                match state {
                    RowState::Implies(lit) if conflict.is_none() => self.imply_by_row(matrix, row, lit),
                    RowState::Violated if conflict.is_none() => conflict = self.violated(matrix, row),
                    _ => {}
                }
            }
        }
        self.gauss.matrices = matrices;
        self.gauss.check = check;
        if self.trail.unordered {
            self.fix_units(before);
        }
        if self.counters.gauss_ticks >= self.gauss.review {
            self.review_xors();
        }
        if self.has_rows() && (too_long || self.proved_too_much()) {
            self.drop_unprovable();
        }
        let (conflict, level) = conflict?;
        self.backtrack_with_conflict(level);
        Some(conflict)
    }

    /// Backtracks without deleting clauses of rows: the conflict may be one.
    pub(super) fn backtrack_with_conflict(&mut self, level: Level) {
        let reasons = std::mem::take(&mut self.gauss.reasons);
        self.backtrack(level);
        self.gauss.reasons = reasons;
    }

    /// Drops the constraints if they are not worth their ticks.
    fn review_xors(&mut self) {
        self.gauss.review = 2 * self.counters.gauss_ticks;
        // In the opening of a call under assumptions rows imply little even if they imply much in the search that
        // follows.
        if !self.non_incremental && self.schedule.opening.active && self.counters.gauss_ticks < OPENING_REVIEW {
            return;
        }
        if self.counters.gauss_implied < self.counters.conflicts - self.gauss.found {
            self.drop_xors();
        }
    }

    /// Goes on without the constraints.
    fn drop_xors(&mut self) {
        self.gauss.xors.clear();
        self.gauss.forget();
    }

    /// Makes the literal true that a row implies.
    fn imply_by_row(&mut self, matrix: &Matrix, row: u32, lit: Lit) {
        debug_assert_eq!(self.values.value(lit), 0);
        self.counters.gauss_implied += 1;
        if self.trail.level() == 0 {
            self.explain_by_row(matrix, row, &[lit]);
            self.learn_unit(lit);
            return;
        }
        match self.add_reason(matrix, row, Some(lit)) {
            Some((clause, [_, other])) => self.assign_implied(lit, self.trail.level_of(other), clause),
            None => self.exhausted = true,
        }
    }

    /// The clause, made from a violated row, that is false now, and the highest level of its literals.
    fn violated(&mut self, matrix: &Matrix, row: u32) -> Option<(Clause, Level)> {
        self.counters.gauss_conflicts += 1;
        let Some((clause, [latest, _])) = self.add_reason(matrix, row, None) else {
            self.exhausted = true;
            return None;
        };
        Some((clause, self.trail.level_of(latest)))
    }

    /// Adds the clause that a row implies and that says why: the false literals of its assigned variables, and the
    /// implied literal in front if there is one. The literals that were assigned latest come first among the false
    /// ones. Returns the first two literals, too.
    fn add_reason(&mut self, matrix: &Matrix, row: u32, implied: Option<Lit>) -> Option<(Clause, [Lit; 2])> {
        let mut lits = std::mem::take(&mut self.gauss.lits);
        lits.clear();
        lits.extend(implied);
        lits.extend(matrix.false_lits(row, &self.values));
        for place in usize::from(implied.is_some())..2 {
            latest_first(&mut lits[place..], &self.trail);
        }
        let first = [lits[0], lits[1]];
        let added = if self.db.try_reserve(lits.len()) { self.add_clause_of_row(matrix, row, &lits) } else { None };
        self.gauss.lits = lits;
        added.map(|added| (added, first))
    }

    /// Adds a clause that a row implies. A long one gets into the proof when something is derived from it.
    fn add_clause_of_row(&mut self, matrix: &Matrix, row: u32, lits: &[Lit]) -> Option<Clause> {
        let glue = lits.len() as u32 - 1;
        let mut terms = None;
        let added = if !self.gauss.proving() {
            self.db.learn(lits, true, glue, &[])
        } else if lits.len() == 2 {
            let mut chain = Vec::new();
            self.explain_row(&Terms::of(matrix, row), lits, &mut chain);
            self.db.learn(lits, true, glue, &chain)
        } else {
            terms = Some(Terms::of(matrix, row));
            self.db.add_unproved(self.gauss.last_reason + 1, lits, glue)
        };
        if let Some(Clause::Long(clause)) = added {
            self.gauss.last_reason += 1;
            self.gauss.reasons.push(ReasonClause { clause, size: lits.len(), number: self.gauss.last_reason, terms });
        }
        added
    }

    /// Deletes the latest clauses that are reasons no more, unless conflict analysis has shortened them.
    pub(super) fn release_reasons(&mut self) {
        while let Some(&ReasonClause { clause, size, .. }) = self.gauss.reasons.last() {
            let arena = &self.db.arena;
            if !arena.garbage(clause) && arena.size(clause) == size {
                // Propagation may have made the clause the reason of another literal.
                let is_reason =
                    |lit: Lit| self.values.value(lit) > 0 && self.trail.reason(lit.var()) == Reason::long(clause);
                if arena.lits(clause).take(2).any(is_reason) {
                    return;
                }
                self.db.delete(clause);
            }
            self.gauss.reasons.pop();
        }
        if self.gauss.xors.is_empty() && self.gauss.proving() {
            self.end_proofs_of_rows();
        }
    }
}

/// Moves the literal that was assigned latest to the front.
fn latest_first(lits: &mut [Lit], trail: &Trail) {
    let latest = (0..lits.len()).max_by_key(|&at| trail.rank(lits[at])).expect("a row has two variables");
    lits.swap(0, latest);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;

    #[test]
    fn a_clause_stays_while_propagation_uses_it_for_another_literal() {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for order in orders {
            let mut solver = Solver::default();
            let lits = [0, 1, 2].map(|var| Var::new(var).pos());
            solver.add_clause(&[lits[0], lits[1], lits[2], Var::new(3).pos()]);
            solver.begin_call();
            let Some(Clause::Long(clause)) = solver.db.learn(&lits, true, 2, &[]) else { panic!("memory") };
            solver.gauss.reasons.push(ReasonClause { clause, size: 3, number: 1, terms: None });
            let [first, second, implied] = order.map(|at: usize| lits[at]);
            for lit in [first, second] {
                solver.decide_lit(!lit);
                assert!(solver.propagate().is_none());
            }
            assert!(solver.values.value(implied) > 0);
            solver.release_reasons();
            assert!(!solver.db.arena.garbage(clause), "{order:?}");
            solver.backtrack(0);
            assert!(solver.db.arena.garbage(clause) && solver.gauss.reasons.is_empty());
        }
    }
}
