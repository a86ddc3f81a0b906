//! Making a formula smaller without changing its count.
//!
//! **What it does.** Unit propagation, failed literals, equivalent literals, subsumption and strengthening,
//! vivification, and elimination by resolution of variables by which models are not distinguished or that the others
//! define.
//!
//! **Soundness and proof.** All techniques except substitution and elimination keep the models as they are. Equivalent
//! literals have the same value in every model: the variable of one goes, and its weight moves to the other.
//! Eliminating a variable keeps the models of the others. It is done if the variable is not shown; or if its weights
//! are 1 and the other variables determine its value, which is so when its clauses, without the literals of the
//! variable, contradict each other (Lagniez, Lonca, Marquis, IJCAI'16).
//!
//! **Schedule and cost.** Rounds until nothing changes, at most [`MOST_ROUNDS`]; each technique is bounded by ticks.
//! Elimination must not add clauses.

use super::equivalent::representatives;
use super::number::Number;
use crate::cnf::{Formula, Lit, Var};
use crate::kitten::{Answer, Kitten};
use crate::limits::{Limits, Stop};
use crate::reason::clauses::{Clauses, Reason};
use std::cell::Cell;
use std::collections::HashSet;

const MOST_ROUNDS: usize = 4;

/// Variables with more clauses than this of one sign are not eliminated.
const MOST_OCCURRENCES: usize = 40;

/// Literals looked at by probing or vivification in a round.
const TICKS_PER_ROUND: u64 = 100_000_000;

/// Literals looked at between two looks at the clock.
const POLL: usize = 1 << 18;

/// What simplification must preserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The number of models, or their weight.
    Count,
    /// The values of the variables by which models are distinguished, too.
    Shown,
    /// All models.
    Models,
}

/// What is left to be counted.
#[derive(Clone, Debug, Default)]
pub struct Simplified {
    /// Clauses of two literals or more over variables that all occur.
    pub formula: Formula,
    /// By variable of that formula: its literal in the original one.
    pub names: Vec<Lit>,
    /// By variable of that formula: whether models are distinguished by it.
    pub shown: Vec<bool>,
    /// By literal of that formula: its weight.
    pub weights: Option<Vec<Number>>,
    /// The factor, for fixed and unconstrained variables, by which the count has to be multiplied.
    pub factor: Number,
    /// Literals of the original formula that are true in every model.
    pub fixed: Vec<Lit>,
    /// Variables of the original formula by which models are distinguished and that can take either value.
    pub free: Vec<Var>,
}

/// A formula in the making.
pub struct Simplifier<'s> {
    clauses: Vec<Vec<Lit>>,
    num_vars: usize,
    /// By literal: 1 true, -1 false.
    values: Vec<i8>,
    fixed: Vec<Lit>,
    shown: Vec<bool>,
    weights: Option<Vec<Number>>,
    factor: Number,
    /// Variables that were substituted or eliminated.
    eliminated: Vec<bool>,
    keep: Keep,
    limits: &'s Limits,
    /// Literals looked at since the last look at the clock.
    looked: Cell<usize>,
}

/// Why simplification ended early.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// The formula has no model.
    NoModel,
    /// The limits ran out.
    Stopped(Stop),
}

impl<'s> Simplifier<'s> {
    /// Starts with a formula, the variables by which models are distinguished, and weights by literal.
    pub fn new(
        formula: &Formula,
        shown: Vec<bool>,
        weights: Option<Vec<Number>>,
        keep: Keep,
        limits: &'s Limits,
    ) -> Simplifier<'s> {
        let num_vars = formula.num_vars();
        Simplifier {
            clauses: formula.clauses().map(<[Lit]>::to_vec).collect(),
            num_vars,
            values: vec![0; 2 * num_vars],
            fixed: Vec::new(),
            shown,
            weights,
            factor: Number::ONE,
            eliminated: vec![false; num_vars],
            keep,
            limits,
            looked: Cell::new(0),
        }
    }

    /// Counts literals that were looked at, and looks at the clock now and then.
    fn look(&self, lits: usize) -> Result<(), End> {
        let looked = self.looked.get() + lits;
        self.looked.set(if looked > POLL { 0 } else { looked });
        let due = if looked > POLL { self.limits.exceeded() } else { None };
        due.map_or(Ok(()), |stop| Err(End::Stopped(stop)))
    }

    /// Adds literals that are known to be true in every model.
    pub fn fix(&mut self, lits: impl IntoIterator<Item = Lit>) {
        self.clauses.extend(lits.into_iter().map(|lit| vec![lit]));
    }

    /// Adds clauses that make the literals of each class equal, which they are known to be in every model.
    pub fn equate(&mut self, classes: &[Vec<Lit>]) {
        for pair in classes.iter().flat_map(|class| class.windows(2)) {
            self.clauses.extend([vec![pair[0], !pair[1]], vec![!pair[0], pair[1]]]);
        }
    }

    /// Simplifies.
    ///
    /// # Errors
    /// When there is no model, or the limits run out.
    pub fn run(mut self) -> Result<Simplified, End> {
        self.propagate()?;
        for _ in 0..MOST_ROUNDS {
            let before = self.size();
            self.subsume()?;
            self.probe()?;
            if self.keep != Keep::Models {
                self.substitute()?;
                self.eliminate()?;
            }
            self.vivify()?;
            if self.size() == before {
                break;
            }
        }
        self.subsume()?;
        Ok(self.finish())
    }

    fn size(&self) -> (usize, usize) {
        (self.clauses.len(), self.clauses.iter().map(Vec::len).sum())
    }

    /// Propagates unit clauses, and brings all clauses into shape: ascending, without repeats and tautologies.
    fn propagate(&mut self) -> Result<(), End> {
        loop {
            let mut units = Vec::new();
            self.look(self.clauses.len())?;
            for clause in &mut self.clauses {
                if clause.iter().any(|&lit| self.values[lit.index()] > 0) {
                    clause.clear();
                    clause.push(Lit::from_code(u32::MAX));
                    continue;
                }
                clause.retain(|&lit| self.values[lit.index()] == 0);
                clause.sort_unstable();
                clause.dedup();
                match clause[..] {
                    [] => return Err(End::NoModel),
                    [lit] => units.push(lit),
                    _ if clause.windows(2).any(|pair| pair[0] == !pair[1]) => {
                        clause.clear();
                        clause.push(Lit::from_code(u32::MAX));
                    }
                    _ => {}
                }
            }
            self.clauses.retain(|clause| clause[0] != Lit::from_code(u32::MAX));
            if units.is_empty() {
                return Ok(());
            }
            for lit in units {
                match self.values[lit.index()] {
                    0 => {
                        self.values[lit.index()] = 1;
                        self.values[(!lit).index()] = -1;
                        self.fixed.push(lit);
                    }
                    value if value < 0 => return Err(End::NoModel),
                    _ => {}
                }
            }
        }
    }

    fn watched(&self) -> Clauses {
        let mut watched = Clauses::new(self.num_vars);
        for clause in &self.clauses {
            watched.attach(clause, false);
        }
        watched
    }

    /// Fixes literals whose opposite fails.
    fn probe(&mut self) -> Result<(), End> {
        let mut watched = self.watched();
        let mut implies = vec![false; 2 * self.num_vars];
        for clause in self.clauses.iter().filter(|clause| clause.len() == 2) {
            clause.iter().for_each(|&lit| implies[(!lit).index()] = true);
        }
        let mut implied = vec![0u32; 2 * self.num_vars];
        let mut ticks = 0u64;
        for var in (0..self.num_vars).map(Var::new) {
            for lit in [var.pos(), var.neg()] {
                if ticks > TICKS_PER_ROUND || !implies[lit.index()] || watched.value(lit) != 0 {
                    continue;
                }
                let start = watched.trail.len();
                watched.assign(lit, 1, Reason::None);
                let failed = watched.propagate(1).is_some();
                let seen = 10 * (watched.trail.len() - start) + 20;
                ticks += seen as u64;
                self.look(seen)?;
                // What follows from both literals of a variable is true.
                let mut both = Vec::new();
                if !failed {
                    for &next in &watched.trail[start + 1..] {
                        if lit.is_positive() {
                            implied[next.index()] = var.index() as u32 + 1;
                        } else if implied[next.index()] == var.index() as u32 + 1 {
                            both.push(next);
                        }
                    }
                }
                watched.unassign_from(start);
                if failed {
                    both.push(!lit);
                }
                for lit in both {
                    match watched.value(lit) {
                        0 => watched.assign(lit, 0, Reason::None),
                        value if value < 0 => return Err(End::NoModel),
                        _ => {}
                    }
                    if watched.propagate(0).is_some() {
                        return Err(End::NoModel);
                    }
                }
            }
        }
        // The literals that are left on the trail were fixed.
        let found = std::mem::take(&mut watched.trail);
        self.fix(found);
        self.propagate()
    }

    /// Replaces literals that imply each other through binary clauses by one of them.
    fn substitute(&mut self) -> Result<(), End> {
        let mut implies: Vec<Vec<Lit>> = vec![Vec::new(); 2 * self.num_vars];
        for clause in self.clauses.iter().filter(|clause| clause.len() == 2) {
            implies[(!clause[0]).index()].push(clause[1]);
            implies[(!clause[1]).index()].push(clause[0]);
        }
        let mut represent = representatives(&implies).ok_or(End::NoModel)?;
        let mut changed = false;
        for var in (0..self.num_vars).map(Var::new) {
            let lit = represent[var.pos().index()];
            if lit == var.pos() {
                continue;
            }
            if self.shown[var.index()] && self.keep == Keep::Shown {
                represent[var.pos().index()] = var.pos();
                represent[var.neg().index()] = var.neg();
                continue;
            }
            changed = true;
            self.eliminated[var.index()] = true;
            self.shown[lit.var().index()] |= self.shown[var.index()];
            if let Some(weights) = &mut self.weights {
                for (from, to) in [(var.pos(), lit), (var.neg(), !lit)] {
                    let weight = weights[from.index()].clone();
                    weights[to.index()].multiply(&weight);
                }
            }
        }
        if !changed {
            return Ok(());
        }
        for clause in &mut self.clauses {
            clause.iter_mut().for_each(|lit| *lit = represent[lit.index()]);
        }
        self.propagate()
    }

    fn occurrences(&self) -> Vec<Vec<u32>> {
        let mut occurrences = vec![Vec::new(); 2 * self.num_vars];
        for (index, clause) in self.clauses.iter().enumerate() {
            clause.iter().for_each(|lit| occurrences[lit.index()].push(index as u32));
        }
        occurrences
    }

    /// Removes clauses that another one implies, and literals that a resolution removes.
    fn subsume(&mut self) -> Result<(), End> {
        self.clauses.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        self.clauses.dedup();
        let occurrences = self.occurrences();
        let mut marks = vec![0u32; 2 * self.num_vars];
        let mut dead = vec![false; self.clauses.len()];
        let mut ticks = 0u64;
        for index in 0..self.clauses.len() {
            if dead[index] || ticks > TICKS_PER_ROUND {
                continue;
            }
            let clause = self.clauses[index].clone();
            // Clauses that hold this one, or hold it with one literal negated.
            let rare = |lit: &&Lit| occurrences[lit.index()].len() + occurrences[(!**lit).index()].len();
            let Some(&rarest) = clause.iter().min_by_key(rare) else { continue };
            for side in [rarest, !rarest] {
                for &other in &occurrences[side.index()] {
                    let other = other as usize;
                    if other == index || dead[other] || self.clauses[other].len() < clause.len() {
                        continue;
                    }
                    let stamp = other as u32 + 1;
                    let seen = 2 * self.clauses[other].len() + clause.len();
                    ticks += seen as u64 / 2;
                    self.look(seen)?;
                    self.clauses[other].iter().for_each(|lit| marks[lit.index()] = stamp);
                    let mut opposite = None;
                    let holds = clause.iter().all(|&lit| {
                        if marks[lit.index()] == stamp {
                            return true;
                        }
                        let negated = marks[(!lit).index()] == stamp && opposite.is_none();
                        opposite = opposite.or(negated.then_some(!lit));
                        negated
                    });
                    match opposite {
                        _ if !holds => {}
                        None => dead[other] = true,
                        Some(lit) if self.clauses[other].len() > 2 => {
                            self.clauses[other].retain(|&kept| kept != lit);
                            marks[lit.index()] = 0;
                        }
                        Some(_) => {}
                    }
                    self.clauses[other].iter().for_each(|lit| marks[lit.index()] = 0);
                }
            }
        }
        let mut index = 0;
        self.clauses.retain(|_| {
            index += 1;
            !dead[index - 1]
        });
        Ok(())
    }

    /// Shortens clauses. If making some literals of a clause false leads to a conflict or makes another one true, the
    /// rest is superfluous; if it makes another one false, that one is superfluous.
    fn vivify(&mut self) -> Result<(), End> {
        let mut watched = self.watched();
        let counts: Vec<usize> = self.occurrences().iter().map(Vec::len).collect();
        let mut ticks = 0u64;
        for index in 0..self.clauses.len() {
            if self.clauses[index].len() < 3 || ticks > TICKS_PER_ROUND {
                continue;
            }
            let mut lits = self.clauses[index].clone();
            lits.sort_unstable_by_key(|lit| std::cmp::Reverse(counts[lit.index()]));
            let mut kept: Vec<Lit> = Vec::new();
            for (place, &lit) in lits.iter().enumerate() {
                match watched.value(lit) {
                    // The clause itself implies its last literal, so that does not count.
                    value if value > 0 => {
                        if place + 1 < lits.len() {
                            kept.push(lit);
                            break;
                        }
                        kept.push(lit);
                    }
                    value if value < 0 => {}
                    _ => {
                        kept.push(lit);
                        watched.assign(!lit, 1, Reason::None);
                        if watched.propagate(1).is_some() {
                            break;
                        }
                    }
                }
            }
            let seen = 10 * watched.trail.len() + 20;
            ticks += seen as u64;
            self.look(seen)?;
            watched.unassign_from(0);
            if kept.len() < lits.len() {
                if kept.len() >= 2 {
                    watched.attach(&kept, false);
                }
                kept.sort_unstable();
                self.clauses[index] = kept;
            }
        }
        self.propagate()
    }

    /// Eliminates variables by resolution where that adds no clauses.
    fn eliminate(&mut self) -> Result<(), End> {
        let mut occurrences = self.occurrences();
        let mut kitten = Kitten::new(0);
        let mut vars: Vec<Var> = (0..self.num_vars).map(Var::new).collect();
        vars.sort_by_cached_key(|var| occurrences[var.pos().index()].len() * occurrences[var.neg().index()].len());
        let one = |weights: &[Number], lit: Lit| weights[lit.index()] == Number::ONE;
        for var in vars {
            let sides = [var.pos(), var.neg()].map(|lit| occurrences[lit.index()].clone());
            let live = |places: Vec<u32>, lit: Lit| -> Vec<u32> {
                places.into_iter().filter(|&place| self.clauses[place as usize].contains(&lit)).collect()
            };
            self.look(10 * (sides[0].len() + sides[1].len()) + 10)?;
            let [positive, negative] = sides;
            let (positive, negative) = (live(positive, var.pos()), live(negative, var.neg()));
            let count = positive.len() + negative.len();
            let many = positive.len().max(negative.len()) > MOST_OCCURRENCES;
            let weighted = self.weights.as_ref().is_some_and(|weights| {
                self.shown[var.index()] && !(one(weights, var.pos()) && one(weights, var.neg()))
            });
            if self.eliminated[var.index()] || count == 0 || many || weighted {
                continue;
            }
            if self.shown[var.index()]
                && (self.keep == Keep::Shown || !self.defined(&mut kitten, var, &positive, &negative))
            {
                continue;
            }
            self.look(10 * positive.len() * negative.len())?;
            let Some(resolvents) = self.resolvents(var, &positive, &negative) else { continue };
            self.eliminated[var.index()] = true;
            for &place in positive.iter().chain(&negative) {
                self.clauses[place as usize].clear();
            }
            for clause in resolvents {
                if clause.is_empty() {
                    return Err(End::NoModel);
                }
                let place = self.clauses.len() as u32;
                clause.iter().for_each(|lit| occurrences[lit.index()].push(place));
                self.clauses.push(clause);
            }
        }
        self.clauses.retain(|clause| !clause.is_empty());
        self.propagate()
    }

    /// Whether the clauses of a variable determine its value for each assignment of the other shown variables.
    fn defined(&self, kitten: &mut Kitten, var: Var, positive: &[u32], negative: &[u32]) -> bool {
        if positive.is_empty() || negative.is_empty() {
            return false;
        }
        kitten.clear();
        for &place in positive.iter().chain(negative) {
            let rest = self.clauses[place as usize].iter().copied().filter(|lit| lit.var() != var);
            if rest.clone().all(|lit| self.shown[lit.var().index()]) {
                kitten.add(rest, place);
            }
        }
        kitten.solve(20_000) == Answer::Unsat
    }

    /// The resolvents on a variable, unless there are more of them, or longer ones, than what they replace.
    fn resolvents(&self, var: Var, positive: &[u32], negative: &[u32]) -> Option<Vec<Vec<Lit>>> {
        let most = positive.len() + negative.len();
        let size = |places: &[u32]| places.iter().map(|&place| self.clauses[place as usize].len()).sum::<usize>();
        let most_lits = size(positive) + size(negative);
        let mut seen = HashSet::new();
        let mut lits = 0;
        for &a in positive {
            for &b in negative {
                let both = self.clauses[a as usize].iter().chain(&self.clauses[b as usize]);
                let mut clause: Vec<Lit> = both.copied().filter(|lit| lit.var() != var).collect();
                clause.sort_unstable();
                clause.dedup();
                if clause.windows(2).any(|pair| pair[0] == !pair[1]) {
                    continue;
                }
                lits += clause.len();
                seen.insert(clause);
                if seen.len() > most || lits > 2 * most_lits {
                    return None;
                }
            }
        }
        let mut resolvents: Vec<Vec<Lit>> = seen.into_iter().collect();
        resolvents.sort_unstable();
        Some(resolvents)
    }

    /// Numbers the variables that are left densely.
    fn finish(mut self) -> Simplified {
        let mut occurs = vec![false; self.num_vars];
        self.clauses.iter().flatten().for_each(|lit| occurs[lit.var().index()] = true);
        let weight = |weights: &Option<Vec<Number>>, lit: Lit| {
            weights.as_ref().map_or(Number::ONE, |weights| weights[lit.index()].clone())
        };
        let mut place = vec![0u32; self.num_vars];
        let mut done = Simplified { factor: std::mem::replace(&mut self.factor, Number::ONE), ..Simplified::default() };
        let mut weights = Vec::new();
        let (mut doubled, mut factors) = (0, Vec::new());
        for var in (0..self.num_vars).map(Var::new) {
            if occurs[var.index()] {
                place[var.index()] = done.names.len() as u32;
                done.names.push(var.pos());
                done.shown.push(self.shown[var.index()]);
                weights.extend([var.pos(), var.neg()].map(|lit| weight(&self.weights, lit)));
            } else if self.shown[var.index()] && !self.eliminated[var.index()] {
                match self.values[var.pos().index()] {
                    0 => {
                        done.free.push(var);
                        let mut both = weight(&self.weights, var.pos());
                        both.add(&weight(&self.weights, var.neg()));
                        match both {
                            Number::Small(2) => doubled += 1,
                            both => factors.push(both),
                        }
                    }
                    value => factors.push(weight(&self.weights, var.lit(value > 0))),
                }
            }
        }
        done.factor.multiply_all(factors);
        done.factor.double(doubled);
        for clause in &self.clauses {
            let lits = clause.iter().map(|lit| Var::new(place[lit.var().index()] as usize).lit(lit.is_positive()));
            done.formula.add_clause(lits);
        }
        done.weights = self.weights.map(|_| weights);
        done.fixed = self.fixed;
        done
    }
}
