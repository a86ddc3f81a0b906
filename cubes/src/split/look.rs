//! The look-ahead of one node: failed literals, autarkies, double look-ahead, and the choice of the decision.

use super::state::State;
use gemsat::cnf::{Formula, Lit, Var};

/// Weights of clauses by their length.
const WEIGHT_OF_LENGTH: [f64; 8] = [0.0, 0.0, 1.0, 0.2, 0.04, 0.008, 0.0016, 0.0003];
/// The least and the largest number of variables that are tried.
const TRIED_BOUNDS: (usize, usize) = (64, 512);
/// One in so many variables is tried between these bounds.
const ONE_IN: usize = 4;
/// How often a node is looked at again after literals have failed.
const MOST_ROUNDS: usize = 3;
/// Variables that a double look-ahead tries.
const DOUBLE: usize = 24;
/// The product of the two measures weighs this many times as much as their sum.
const PRODUCT: f64 = 1024.0;

/// What a node is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Look {
    /// No model, by propagation and failed literals.
    Refuted,
    /// No clause is open.
    Satisfied,
    /// To be split on this literal; the measures of it and of its negation.
    Decide { lit: Lit, measures: [f64; 2] },
}

/// Looks ahead in a formula.
#[derive(Debug)]
pub struct Looker {
    state: State,
    vars: Vec<Var>,
    /// The measure above which a second look-ahead is tried inside one.
    trigger: f64,
    /// Scratch: what both values of a variable imply.
    first: Vec<Lit>,
}

impl Looker {
    /// A formula without decisions.
    pub fn new(formula: &Formula) -> Looker {
        let state = State::new(formula);
        let vars = (0..state.num_vars()).map(Var::new).filter(|&var| state.occurs(var)).collect();
        Looker { state, vars, trigger: 0.0, first: Vec::new() }
    }

    /// Whether propagation alone refutes the formula.
    pub fn is_refuted(&self) -> bool {
        self.state.is_refuted()
    }

    /// How many literals have a value; for [`Looker::leave`].
    pub fn assigned(&self) -> usize {
        self.state.trail().len()
    }

    /// Decides these literals and propagates; false for a conflict.
    pub fn enter(&mut self, lits: &[Lit]) -> bool {
        lits.iter().all(|&lit| self.state.assign(lit) && self.state.propagate())
    }

    /// Goes back to where so many literals had a value.
    pub fn leave(&mut self, assigned: usize) {
        self.state.undo(assigned);
    }

    /// Visits to clauses so far.
    pub fn ticks(&self) -> u64 {
        self.state.ticks
    }

    /// Some variable without a value that is not in the cube: to split on when look-ahead finds none.
    pub(super) fn any_free(&self, cube: &[Lit]) -> Option<Lit> {
        let free = |var: &&Var| !cube.iter().any(|lit| lit.var() == **var);
        let unassigned = self.vars.iter().filter(free).find(|var| self.state.value(var.pos()) == 0);
        unassigned.or_else(|| self.vars.iter().find(free)).map(|var| var.pos())
    }

    /// Looks ahead at the current node. Literals that are forced stay assigned.
    pub(super) fn look(&mut self) -> Look {
        let mut best = None;
        for _ in 0..MOST_ROUNDS {
            let before = self.assigned();
            let candidates = self.candidates();
            if candidates.is_empty() {
                return Look::Satisfied;
            }
            best = None;
            let mut top = -1.0;
            for var in candidates {
                if self.state.value(var.pos()) != 0 {
                    continue;
                }
                let Some(measures) = self.measure(var) else { return Look::Refuted };
                // The variable may have been forced.
                let [Some(positive), Some(negative)] = measures else { continue };
                let score = PRODUCT * positive * negative + positive + negative;
                if score > top {
                    top = score;
                    // The side that shortens less has more work, so it comes second, after clauses were learned on the
                    // other.
                    let lit = if positive >= negative { var.pos() } else { var.neg() };
                    best = Some((lit, [positive.max(negative), positive.min(negative)]));
                }
            }
            if self.assigned() == before {
                break;
            }
        }
        let best = best.filter(|(lit, _)| self.state.value(*lit) == 0);
        match best.or_else(|| self.candidates().first().map(|var| (var.pos(), [1.0, 1.0]))) {
            Some((lit, measures)) => Look::Decide { lit, measures },
            None => Look::Satisfied,
        }
    }

    /// The most promising variables.
    fn candidates(&self) -> Vec<Var> {
        let mut ranked: Vec<(f64, Var)> = Vec::new();
        for &var in self.vars.iter().filter(|var| self.state.value(var.pos()) == 0) {
            let (positive, negative) =
                (self.state.promise(var.pos(), &WEIGHT_OF_LENGTH), self.state.promise(var.neg(), &WEIGHT_OF_LENGTH));
            ranked.push((PRODUCT * positive * negative + positive + negative, var));
        }
        let count = (ranked.len() / ONE_IN).clamp(TRIED_BOUNDS.0, TRIED_BOUNDS.1).min(ranked.len());
        ranked.sort_by(|(a, x), (b, y)| b.total_cmp(a).then(x.cmp(y)));
        ranked.truncate(count);
        ranked.into_iter().map(|(_, var)| var).collect()
    }

    /// Tries both values of a variable. `None`: the node is refuted; a measure is missing where the value was forced.
    fn measure(&mut self, var: Var) -> Option<[Option<f64>; 2]> {
        let mut measures = [None, None];
        self.first.clear();
        for (side, lit) in [var.pos(), var.neg()].into_iter().enumerate() {
            let start = self.assigned();
            self.state.forget_reduced();
            let consistent = self.state.assign(lit) && self.state.propagate();
            let weight = if consistent { self.state.weight_of_reduced(&WEIGHT_OF_LENGTH) } else { 0.0 };
            if consistent && weight == 0.0 {
                // An autarky: every clause that it touches is satisfied.
                return Some([None, None]);
            }
            let assigned = self.assigned() - start;
            if !consistent || self.fails_twice(weight) {
                self.state.undo(start);
                self.state.forget_reduced();
                if !self.enter(&[!lit]) {
                    return None;
                }
                return Some([None, None]);
            }
            // Literals that both values imply are forced.
            if side == 0 {
                self.first.extend_from_slice(&self.state.trail()[start + 1..]);
            } else {
                let state = &self.state;
                self.first.retain(|&lit| state.value(lit) > 0);
            }
            self.state.undo(start);
            measures[side] = Some(weight + assigned as f64 * 0.1);
        }
        let forced = std::mem::take(&mut self.first);
        let consistent = self.enter(&forced);
        self.first = forced;
        consistent.then_some(measures)
    }

    /// Whether a look-ahead inside the current one refutes it.
    fn fails_twice(&mut self, weight: f64) -> bool {
        if weight <= self.trigger {
            self.trigger *= 0.999;
            return false;
        }
        let start = self.assigned();
        let vars: Vec<Var> = self.most_reduced();
        for var in vars {
            for lit in [var.pos(), var.neg()] {
                if self.state.value(lit) != 0 {
                    continue;
                }
                let inside = self.assigned();
                let consistent = self.enter(&[lit]);
                self.state.undo(inside);
                if !consistent && !self.enter(&[!lit]) {
                    self.trigger *= 0.9;
                    return true;
                }
            }
        }
        self.state.undo(start);
        self.trigger = weight;
        false
    }

    /// A few free variables that a second look-ahead tries.
    fn most_reduced(&self) -> Vec<Var> {
        let mut vars = self.candidates();
        vars.truncate(DOUBLE);
        vars
    }
}
