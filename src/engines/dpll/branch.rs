//! Branching rules: which literal a decision makes true.
//!
//! **What it does.** The classic rules give the unassigned literals of the open clauses a score and take the best; of
//! several, the one found first.
//! - `moms`: occurrences in the open clauses with the fewest literals left; with `p` and `n` for the two signs the
//!   variable of the largest `1024 p n + p + n`.
//! - `jeroslow-wang`: a clause with `k` literals left counts `2^-k`, both signs of the variable together.
//! - `dlis`: the literal in the most open clauses.
//! - `weighted`: see [`super::weighted`].
//!
//! **References.** MOMS: Pretolani 1993, in the form of Freeman's thesis (1995). Jeroslow, Wang: Solving propositional
//! satisfiability problems, AMAI 1 (1990). DLIS: Marques-Silva, EPIA'99.

use super::open::OpenClauses;
use super::propagate::Propagation;
use super::pure::PureLiterals;
use super::weighted::Weighted;
use super::{DpllOptions, Rule};
use crate::cnf::{Formula, Lit, Reduced, Var};

/// The factor by which `moms` weighs the product of the counts of the two signs against their sum: Freeman's constant.
const PRODUCT_WEIGHT: f64 = 1024.0;
/// The most literals whose ratings an observer is told.
const MOST_RATED: usize = 5;
/// Clauses with more literals left count as if they had one less than this.
const CLAUSE_SIZES: usize = 64;

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
    first_free: usize,
    first_open: usize,
}

/// Chooses decisions.
#[derive(Debug)]
pub(super) struct Branching<'a> {
    formula: &'a Formula,
    rule: Rule,
    phase: bool,
    /// What the user wants decided first.
    listed: Vec<Lit>,
    /// Whether `rated` is to be filled.
    rates: bool,
    /// What the rule has rated highest for the next decision, the best first.
    rated: Vec<(Lit, f64)>,
    pure: Option<PureLiterals>,
    long: OpenClauses,
    binary: OpenClauses,
    weighted: Option<Weighted>,
    /// No variable before this one is unassigned (rule `first`).
    first_free: usize,
    /// By literal: its score in the open clauses; zero between two decisions.
    scores: Vec<f64>,
    scored: Vec<Lit>,
    /// By the number of literals left: the weight of a clause (rule `jeroslow-wang`).
    powers: [f64; CLAUSE_SIZES],
    /// Open clauses looked at.
    visits: u64,
}

impl<'a> Branching<'a> {
    pub fn new(reduced: &'a Reduced, options: &DpllOptions) -> Branching<'a> {
        let formula = &reduced.formula;
        let num_vars = formula.num_vars();
        let needs_clauses = options.pure || !matches!(options.rule, Rule::First | Rule::Weighted);
        let clauses = |long: bool| match needs_clauses {
            true => OpenClauses::new(formula, |clause| (clause.len() > 2) == long),
            false => OpenClauses::default(),
        };
        Branching {
            formula,
            rule: options.rule,
            phase: options.phase,
            listed: options.decide_order.lits().iter().filter_map(|&lit| reduced.remaining(lit)).collect(),
            rates: options.ratings,
            rated: Vec::new(),
            pure: options.pure.then(|| PureLiterals::new(formula)),
            long: clauses(true),
            binary: clauses(false),
            weighted: (options.rule == Rule::Weighted).then(|| Weighted::new(formula)),
            first_free: 0,
            scores: vec![0.0; 2 * num_vars],
            scored: Vec::new(),
            powers: std::array::from_fn(|size| 0.5f64.powi(size as i32)),
            visits: 0,
        }
    }

    /// Clauses and variables looked at.
    pub fn visits(&self) -> u64 {
        self.visits + self.weighted.as_ref().map_or(0, |weighted| weighted.visits)
    }

    /// The point at which the search is now.
    pub fn mark(&self) -> Mark {
        Mark {
            long_open: self.long.len(),
            binary_open: self.binary.len(),
            first_free: self.first_free,
            first_open: self.weighted.as_ref().map_or(0, Weighted::first_open),
        }
    }

    /// Goes back to a point, before the literals of the trail from `len` on are unassigned.
    pub fn undo(&mut self, mark: Mark, trail: &[Lit], len: usize) {
        self.long.reopen(mark.long_open);
        self.binary.reopen(mark.binary_open);
        self.first_free = mark.first_free;
        if let Some(weighted) = &mut self.weighted {
            weighted.undo(mark.first_open, trail, len);
        }
    }

    /// Raises the weights of the variables in a clause that has become false (rule `weighted`).
    pub fn bump(&mut self, clause: &[Lit]) {
        if let Some(weighted) = &mut self.weighted {
            weighted.bump(clause);
        }
    }

    /// What the rule has rated for this decision, the best first; nothing where it was not asked or looks at no
    /// clauses.
    pub fn take_rated(&mut self) -> Vec<(Lit, f64)> {
        std::mem::take(&mut self.rated)
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
        if let Some(&lit) = self.listed.iter().find(|&&lit| state.value(lit).is_none()) {
            return Next::Decide(lit);
        }
        let lit = match (&mut self.weighted, self.rule) {
            (Some(weighted), _) => weighted.best(state).or_else(|| self.first_unassigned(state)),
            (None, Rule::First) => self.first_unassigned(state),
            (None, _) => self.best(state),
        };
        lit.map_or(Next::Model, Next::Decide)
    }

    fn first_unassigned(&mut self, state: &Propagation) -> Option<Lit> {
        let rest = self.first_free..self.formula.num_vars();
        self.first_free = rest.into_iter().find(|&var| state.value(Var::new(var).pos()).is_none())?;
        Some(Var::new(self.first_free).lit(self.phase))
    }

    /// The literal that the rule likes best; nothing when no clause is open.
    fn best(&mut self, state: &Propagation) -> Option<Lit> {
        let mut fewest = usize::MAX;
        let Branching { formula, rule, powers, scores, scored, visits, .. } = self;
        for clauses in [&mut self.long, &mut self.binary] {
            *visits += clauses.len() as u64;
            clauses.visit(formula, state, |unassigned| {
                let left = unassigned.len();
                let score = match rule {
                    Rule::JeroslowWang => powers[left.min(CLAUSE_SIZES - 1)],
                    Rule::Moms if left > fewest => return,
                    Rule::Moms if left < fewest => {
                        fewest = left;
                        scored.drain(..).for_each(|lit| scores[lit.index()] = 0.0);
                        1.0
                    }
                    _ => 1.0,
                };
                for &lit in unassigned {
                    if scores[lit.index()] == 0.0 {
                        scored.push(lit);
                    }
                    scores[lit.index()] += score;
                }
            });
        }
        let mut best = None;
        let mut highest = 0.0;
        let rate = |&lit: &Lit| {
            let (own, other) = (self.scores[lit.index()], self.scores[(!lit).index()]);
            let value = match self.rule {
                Rule::Dlis => own,
                _ if own < other => return None,
                Rule::JeroslowWang => own + other,
                _ => own * other * PRODUCT_WEIGHT + own + other,
            };
            Some((lit, value))
        };
        for (lit, value) in self.scored.iter().filter_map(rate) {
            if value > highest {
                highest = value;
                best = Some(lit);
            }
        }
        if self.rates {
            self.rated = self.scored.iter().filter_map(rate).collect();
            self.rated.sort_by(|(_, a), (_, b)| b.total_cmp(a));
            self.rated.truncate(MOST_RATED);
        }
        self.scored.drain(..).for_each(|lit| self.scores[lit.index()] = 0.0);
        best
    }
}
