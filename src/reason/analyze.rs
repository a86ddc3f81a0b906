//! Learning from conflicts.
//!
//! **What it does.** Resolves the falsified clause backwards to the first unique implication point of its highest
//! level. If that is not the decision, resolution goes on to the decision: the second clause is the reason for the
//! decision's opposite.
//!
//! **Soundness and proof.** Only clauses of the whole formula are resolved, so what is learned follows from the
//! formula. It may still exclude models of one component when another has none; see `reason::count`.

use super::clauses::{Clauses, Conflict, Reason};
use crate::cnf::{Lit, Var};

/// What a conflict teaches.
#[derive(Debug, Default)]
pub struct Lesson {
    /// The learned clause; the first literal alone has the highest level, the second the next.
    pub clause: Vec<Lit>,
    /// The clause that refutes the decision of that level, if it is not the learned clause itself.
    pub refutation: Vec<Lit>,
    /// The level on which the clause is falsified; 0: the formula has no model.
    pub level: u32,
}

/// Marks of the analysis, kept between conflicts.
#[derive(Debug)]
pub struct Analyzer {
    seen: Vec<bool>,
    marked: Vec<Var>,
    /// The variables that took part in the last conflict.
    pub touched: Vec<Var>,
}

impl Analyzer {
    pub fn new(num_vars: usize) -> Analyzer {
        Analyzer { seen: vec![false; num_vars], marked: Vec::new(), touched: Vec::new() }
    }

    /// What a conflict teaches.
    pub fn analyze(&mut self, clauses: &mut Clauses, conflict: Conflict) -> Lesson {
        self.touched.clear();
        let mut pending: Vec<Lit> = Vec::new();
        match conflict {
            Conflict::Binary(a, b) => pending.extend([a, b]),
            Conflict::Unit(lit) => pending.push(lit),
            Conflict::Clause(clause) => {
                clauses.bump(clause);
                pending.extend(clauses.lits(clause));
            }
        }
        for &lit in &pending {
            self.mark(lit.var(), clauses);
        }
        let Some(mut level) = self.highest(clauses) else {
            self.clear();
            return Lesson::default();
        };
        let mut lesson = Lesson::default();
        let mut place = clauses.trail.len();
        loop {
            let open = self.open(clauses, level);
            if open == 0 && lesson.clause.is_empty() {
                // The literal follows from literals of lower levels, which propagation had missed.
                let Some(lower) = self.highest(clauses) else { break };
                (level, place) = (lower, clauses.trail.len());
                continue;
            }
            if open == 1 && lesson.clause.is_empty() {
                lesson.clause = self.resolvent(clauses, level);
            }
            let Some(next) = self.next(clauses, level, &mut place) else { break };
            let reason = clauses.reasons[next.var().index()];
            if reason == Reason::None {
                if open == 1 && lesson.clause.first() != Some(&!next) {
                    lesson.refutation = self.resolvent(clauses, level);
                }
                break;
            }
            self.seen[next.var().index()] = false;
            match reason {
                Reason::Binary(lit) => self.mark(lit.var(), clauses),
                Reason::Clause(clause) => {
                    clauses.bump(clause);
                    for index in 0..clauses.len(clause) {
                        let lit = clauses.lit(clause, index);
                        if lit != next {
                            self.mark(lit.var(), clauses);
                        }
                    }
                }
                Reason::None => {}
            }
        }
        lesson.level = if lesson.clause.is_empty() { 0 } else { level };
        self.clear();
        lesson
    }

    /// The highest level of a marked literal, if there is one.
    fn highest(&self, clauses: &Clauses) -> Option<u32> {
        let seen = self.marked.iter().filter(|var| self.seen[var.index()]);
        seen.map(|var| clauses.levels[var.index()]).max()
    }

    /// How many marked literals are of the level; the count stops above 1.
    fn open(&self, clauses: &Clauses, level: u32) -> usize {
        let of_level = |var: &&Var| self.seen[var.index()] && clauses.levels[var.index()] == level;
        self.marked.iter().rev().filter(of_level).take(2).count()
    }

    /// The next marked literal of the level, from the end of the trail.
    fn next(&self, clauses: &Clauses, level: u32, place: &mut usize) -> Option<Lit> {
        while *place > 0 {
            *place -= 1;
            let lit = clauses.trail[*place];
            if self.seen[lit.var().index()] && clauses.levels[lit.var().index()] == level {
                return Some(lit);
            }
        }
        None
    }

    fn mark(&mut self, var: Var, clauses: &Clauses) {
        if !self.seen[var.index()] && clauses.levels[var.index()] > 0 {
            self.seen[var.index()] = true;
            self.marked.push(var);
            self.touched.push(var);
        }
    }

    /// The marked literals as a clause, minimized.
    fn resolvent(&self, clauses: &Clauses, level: u32) -> Vec<Lit> {
        let mut lits: Vec<Lit> = Vec::new();
        for &var in &self.marked {
            if !self.seen[var.index()] {
                continue;
            }
            let lit = var.lit(clauses.value(var.pos()) < 0);
            if clauses.levels[var.index()] == level || !self.is_implied(clauses, lit) {
                lits.push(lit);
            }
        }
        clauses.sort_by_level(&mut lits);
        lits.dedup();
        lits
    }

    /// Whether the clause's other literals imply that this one is false.
    fn is_implied(&self, clauses: &Clauses, lit: Lit) -> bool {
        let known = |other: Lit| self.seen[other.var().index()] || clauses.levels[other.var().index()] == 0;
        match clauses.reasons[lit.var().index()] {
            Reason::None => false,
            Reason::Binary(other) => known(other),
            Reason::Clause(clause) => clauses.lits(clause).all(|other| other.var() == lit.var() || known(other)),
        }
    }

    fn clear(&mut self) {
        for var in self.marked.drain(..) {
            self.seen[var.index()] = false;
        }
    }
}
