//! The clauses that break symmetries, step by step down a chain of stabilizers.
//!
//! Why each step is sound, one after the other: let the witness take `x` to `y`. It is a symmetry of the formula; it fixes
//! the points that earlier units are about, and maps the binary clauses of an earlier point among themselves, since these
//! speak of all literals that the point is taken to. A model in which `x` is false and `y` true is mapped to one in which
//! `x` is true and all earlier clauses hold. So `x or not y` may be added, and where `y` is the negation of `x`, the unit
//! `x`. The unit of a clause follows from the clauses `x or not y` for all its open literals, which are taken back then.

use super::clauses::Clauses;
use super::permutation::{Group, Orbit, Permutation};
use super::search::{Chain, search};
use super::values::Values;
use crate::cnf::{Formula, Lit, Reduced};
use std::borrow::Cow;

/// Formulas whose units are looked for anew at most so many times.
const MOST_ROUNDS: usize = 50;
/// Binary clauses that are added, at most as many as the formula has clauses, or so many.
const MOST_BINARIES: usize = 10_000;

/// A step of the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A clause that the symmetry shows to be redundant: it maps each first literal to the second and takes the clause's
    /// first literal to the negation of its last one.
    Symmetric(Vec<Lit>, Vec<(Lit, Lit)>),
    /// A clause that follows by unit propagation.
    Implied(Vec<Lit>),
    /// A clause of the steps before that is not needed any more.
    Deleted(Vec<Lit>),
}

/// What was found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Breaking {
    /// Generators of symmetries that were found, in all rounds.
    pub generators: usize,
    /// Units among what is added.
    pub units: usize,
    /// Binary clauses among what is added.
    pub binaries: usize,
    /// Looks at a neighbour or literal.
    pub ticks: u64,
}

/// Finds clauses that break symmetries of the formula, within about so many ticks, and tells the steps to them in their order.
/// What is added and not deleted belongs to the formula then: it is satisfiable if and only if it was, and has no new models.
pub fn break_symmetries(formula: &Formula, limit: u64, tell: &mut dyn FnMut(Step)) -> Breaking {
    let mut breaking = Breaking::default();
    let mut known = Cow::Borrowed(formula);
    for _ in 0..MOST_ROUNDS {
        let Some(reduced) = Reduced::new(&known, true) else { break };
        let clauses = Clauses::new(&reduced.formula);
        if clauses.len() == 0 {
            break;
        }
        let (chain, ticks) = search(&clauses, limit.saturating_sub(breaking.ticks));
        breaking.ticks += ticks;
        breaking.generators += chain.generators.len();
        let mut round = Round { reduced: &reduced, chain: &chain, tell };
        let units = round.units(&clauses);
        breaking.units += units.len();
        if units.is_empty() {
            breaking.binaries += round.binaries(clauses.len().max(MOST_BINARIES));
            break;
        }
        units.into_iter().for_each(|unit| known.to_mut().add_clause([unit]));
    }
    breaking
}

/// The steps that one chain leads to.
struct Round<'r> {
    reduced: &'r Reduced,
    chain: &'r Chain,
    tell: &'r mut dyn FnMut(Step),
}

impl Round<'_> {
    fn lit(&self, code: u32) -> Lit {
        self.reduced.original(Lit::from_code(code))
    }

    /// Adds a clause that makes the first literal true where the other one is, by a symmetry that takes it there.
    fn prefer(&mut self, code: u32, other: u32, witness: &Permutation) -> Vec<Lit> {
        let mut clause = vec![self.lit(code)];
        if other != code ^ 1 {
            clause.push(!self.lit(other));
        }
        let positive = witness.moved().iter().filter(|&&(code, _)| code & 1 == 0);
        let images = positive.map(|&(code, image)| (self.lit(code), self.lit(image))).collect();
        (self.tell)(Step::Symmetric(clause.clone(), images));
        clause
    }

    /// The units that can be had, the steps to them told.
    fn units(&mut self, clauses: &Clauses) -> Vec<Lit> {
        let group = Group::new(&self.chain.generators);
        let mut values = Values::new(clauses);
        let mut units = Vec::new();
        for point in &self.chain.base {
            if !values.is_open(point.code) || values.conflict() {
                continue;
            }
            let orbit = group.orbit(point.code, point.generators);
            let negation = point.code ^ 1;
            if orbit.contains(negation) {
                self.prefer(point.code, negation, &orbit.element(negation));
            } else if let Some(others) = whole_clause(clauses, &values, &orbit) {
                let helpers: Vec<Vec<Lit>> = others
                    .filter(|&other| other != point.code)
                    .map(|other| self.prefer(point.code, other, &orbit.element(other)))
                    .collect();
                let unit = self.lit(point.code);
                (self.tell)(Step::Implied(vec![unit]));
                helpers.into_iter().for_each(|helper| (self.tell)(Step::Deleted(helper)));
            } else {
                continue;
            }
            values.assign(point.code);
            units.push(self.lit(point.code));
        }
        units
    }

    /// Prefers each point to all that it can be taken to, point by point while there are no more than so many clauses.
    fn binaries(&mut self, most: usize) -> usize {
        let group = Group::new(&self.chain.generators);
        let mut binaries = 0;
        for point in &self.chain.base {
            let orbit = group.orbit(point.code, point.generators);
            let others = orbit.codes().len() - 1;
            if binaries + others > most {
                break;
            }
            binaries += others;
            for other in orbit.codes().skip(1) {
                self.prefer(point.code, other, &orbit.element(other));
            }
        }
        binaries
    }
}

/// The open literals of a clause all of which are in the orbit.
fn whole_clause(clauses: &Clauses, values: &Values<'_>, orbit: &Orbit<'_>) -> Option<impl Iterator<Item = u32>> {
    orbit.codes().flat_map(|code| clauses.holders(code)).find_map(|&clause| {
        values.open_codes(clause as usize).filter(|open| open.clone().all(|code| orbit.contains(code)))
    })
}
