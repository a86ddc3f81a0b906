//! Branching rules: which literal a decision makes true.
//!
//! **What it does.** All rules but `first` give the unassigned literals of the open clauses a score and take the best;
//! of equals the one found first.
//! - `moms`: occurrences in the open clauses with the fewest literals left; with `p` and `n` for the two signs the
//!   variable of the largest `1024 p n + p + n`.
//! - `jeroslow-wang`: a clause with `k` literals left counts `2^-k`, both signs of the variable together.
//! - `dlis`: the literal in the most open clauses.
//! - `weighted`: a clause with `k` literals left counts `3^-k`, both signs together, times the variable's *weight*,
//!   which grows whenever a clause with the variable becomes false. Clauses that have two literals from the start count
//!   only when no longer one is open: in puzzles most clauses are such ("not both in one row"), and they drown the
//!   few long ones ("some number in this cell"), and propagation alone makes use of them.
//!
//! **Why it pays.** Without learning, a wrong decision at the top is found out again and again at the bottom. Weights
//! move the variables of such conflicts to the top, where they are refuted once.
//!
//! **References.** MOMS: Pretolani 1993, in the form of Freeman's thesis (1995). Jeroslow, Wang: Solving propositional
//! satisfiability problems, AMAI 1 (1990). DLIS: Marques-Silva, EPIA'99. Weights: Boussemart, Hemery, Lecoutre, Sais:
//! Boosting systematic search by weighting constraints, ECAI'04.

use super::open::OpenClauses;
use super::propagate::Propagation;
use super::pure::PureLiterals;
use super::{DpllOptions, Rule};
use crate::cnf::{Formula, Lit, Var};

/// What `moms` multiplies the product of the two signs by, against their sum: Freeman's constant.
const BALANCE: f64 = 1024.0;
/// How many open clauses the rule `weighted` looks at: long ones, and binary ones where no others are left.
const MOST_LONG: usize = 4096;
const MOST_BINARY: usize = 256;
/// Clauses with more literals left count as if they had one less than this.
const SIZES: usize = 64;
/// A variable's weight before the first conflict, in units of what a conflict adds.
const FIRST_WEIGHT: f64 = 10.0;
/// What all weights are multiplied by at a conflict, so that old ones fade.
const FADE: f64 = 0.999;
/// Weights are scaled down when one conflict adds more than this.
const MOST_INCREMENT: f64 = 1e100;

/// What to do when propagation has ended.
pub(super) enum Next {
    /// All clauses are true.
    Model,
    /// This many pure literals have been made true: propagate.
    Propagate(u64),
    /// Make this literal true.
    Decide(Lit),
}

/// A point of the search to return to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    long_open: usize,
    binary_open: usize,
    first_free: u32,
}

/// Chooses decisions.
#[derive(Debug)]
pub(super) struct Branching<'a> {
    formula: &'a Formula,
    rule: Rule,
    pure: Option<PureLiterals>,
    long: OpenClauses,
    binary: OpenClauses,
    /// No variable before this one is unassigned (rule `first`).
    first_free: u32,
    /// By literal, zero between two decisions: its score among the open clauses. And the literals that have one.
    scores: Vec<f64>,
    scored: Vec<Lit>,
    /// By the number of literals left: what a clause counts (rules `jeroslow-wang` and `weighted`).
    powers: [f64; SIZES],
    /// By variable, and what a conflict adds (rule `weighted`).
    weights: Vec<f64>,
    increment: f64,
    /// Open clauses looked at.
    pub visits: u64,
}

impl<'a> Branching<'a> {
    pub fn new(formula: &'a Formula, options: &DpllOptions) -> Branching<'a> {
        let num_vars = formula.num_vars() as usize;
        let needs_clauses = options.pure || options.rule != Rule::First;
        let clauses = |long: bool| match needs_clauses {
            true => OpenClauses::new(formula, |clause| (clause.len() > 2) == long),
            false => OpenClauses::default(),
        };
        let base: f64 = if options.rule == Rule::Weighted { 3.0 } else { 2.0 };
        Branching {
            formula,
            rule: options.rule,
            pure: options.pure.then(|| PureLiterals::new(formula)),
            long: clauses(true),
            binary: clauses(false),
            first_free: 0,
            scores: vec![0.0; 2 * num_vars],
            scored: Vec::new(),
            powers: std::array::from_fn(|size| base.powi(-(size as i32))),
            weights: vec![FIRST_WEIGHT; num_vars],
            increment: 1.0,
            visits: 0,
        }
    }

    /// The point at which the search is now.
    pub fn mark(&self) -> Mark {
        Mark { long_open: self.long.len(), binary_open: self.binary.len(), first_free: self.first_free }
    }

    /// Goes back to a point.
    pub fn undo(&mut self, mark: Mark) {
        self.long.reopen(mark.long_open);
        self.binary.reopen(mark.binary_open);
        self.first_free = mark.first_free;
    }

    /// Raises the weights of the variables in a clause that has become false.
    pub fn bump(&mut self, clause: &[Lit]) {
        if self.rule != Rule::Weighted {
            return;
        }
        self.increment /= FADE;
        for lit in clause {
            self.weights[lit.var().index()] += self.increment;
        }
        if self.increment > MOST_INCREMENT {
            self.weights.iter_mut().for_each(|weight| *weight /= MOST_INCREMENT);
            self.increment /= MOST_INCREMENT;
        }
    }

    /// What to do next. Everything must be propagated.
    pub fn choose(&mut self, state: &mut Propagation) -> Next {
        if let Some(pure) = &mut self.pure {
            self.visits += (self.long.len() + self.binary.len()) as u64;
            let assigned = pure.assign(self.formula, [&mut self.long, &mut self.binary], state);
            if assigned > 0 {
                return Next::Propagate(assigned);
            }
            if self.long.len() + self.binary.len() == 0 {
                return Next::Model;
            }
        }
        let lit = if self.rule == Rule::First { self.first_unassigned(state) } else { self.best(state) };
        lit.map_or(Next::Model, Next::Decide)
    }

    fn first_unassigned(&mut self, state: &Propagation) -> Option<Lit> {
        let rest = self.first_free..self.formula.num_vars();
        self.first_free = rest.into_iter().find(|&var| state.value(Var::new(var).pos()).is_none())?;
        Some(Var::new(self.first_free).pos())
    }

    /// The literal that the rule likes best; nothing when no clause is open.
    fn best(&mut self, state: &Propagation) -> Option<Lit> {
        let mut fewest = usize::MAX;
        for binary in [false, true] {
            if binary && self.rule == Rule::Weighted && self.long.len() > 0 {
                break;
            }
            let most = match (self.rule, binary) {
                (Rule::Weighted, false) => MOST_LONG,
                (Rule::Weighted, true) => MOST_BINARY,
                _ => usize::MAX,
            };
            let Branching { formula, rule, powers, scores, scored, visits, .. } = self;
            let clauses = if binary { &mut self.binary } else { &mut self.long };
            *visits += clauses.len().min(most) as u64;
            clauses.visit(formula, state, most, |clause, unassigned| {
                let score = match rule {
                    Rule::First | Rule::Dlis => 1.0,
                    Rule::JeroslowWang | Rule::Weighted => powers[unassigned.min(SIZES - 1)],
                    Rule::Moms if unassigned > fewest => return,
                    Rule::Moms if unassigned < fewest => {
                        fewest = unassigned;
                        scored.drain(..).for_each(|lit| scores[lit.index()] = 0.0);
                        1.0
                    }
                    Rule::Moms => 1.0,
                };
                for &lit in clause.iter().filter(|&&lit| state.value(lit).is_none()) {
                    if scores[lit.index()] == 0.0 {
                        scored.push(lit);
                    }
                    scores[lit.index()] += score;
                }
            });
        }
        let mut best = None;
        let mut highest = 0.0;
        for &lit in &self.scored {
            let (own, other) = (self.scores[lit.index()], self.scores[(!lit).index()]);
            let value = match self.rule {
                Rule::First | Rule::Dlis => own,
                _ if own < other => continue,
                Rule::JeroslowWang => own + other,
                Rule::Moms => own * other * BALANCE + own + other,
                Rule::Weighted => (own + other) * self.weights[lit.var().index()],
            };
            if value > highest {
                highest = value;
                best = Some(lit);
            }
        }
        self.scored.drain(..).for_each(|lit| self.scores[lit.index()] = 0.0);
        best
    }
}
