//! DDFW: greedy flips on weighted clauses; in a local minimum falsified clauses take weight from satisfied neighbours.
//!
//! What it does: flips a variable of the highest positive weighted gain; without one, now and then a variable that gains
//! nothing; else each falsified clause takes weight from the heaviest satisfied clause that shares a literal with it, or
//! now and then from a random satisfied one. A random variable of a falsified clause now and then, and new starts after
//! longer and longer tries, keep it from circling for ever, which it was seen to do on formulas of ten variables. `fixed` moves one or two units, `linear` a share of the giver's weight and a
//! constant.
//!
//! Why: the literature has it ahead on hard combinatorial formulas (Pythagorean triples, van der Waerden numbers); here it
//! needs the fewest flips on sudoku (report's puzzle: 1,464; Novelty+ 3,950, WalkSAT 8,852; one seed).
//!
//! Schedule and cost: weights are integers in 1/256 of a unit, so that kept sums are exact. Only the variables that gain are
//! listed. When more than `SAMPLE` gain, the best of a sample is taken, so that a flip costs the same on large formulas.
//!
//! References: Ishtaiwi, Thornton, Sattar, Pham (CP'05); the linear rule: Chowdhury, Codel, Heule (TaSSAT, TACAS'24, and
//! NFM'23); best of a sample: Cai (BMS, IJCAI'15).

use super::flips::{Flips, Packed, Scores, Tally, Wide};
use super::problem::Problem;
use super::walk::{Ending, Path, Run, Schedule, Walker};
use super::{Reached, WalkCounters};
use crate::cnf::{Assignment, Formula};
use crate::engine::{Engine, Observer, Verdict};
use crate::limits::Limits;
use crate::util::rng::Rng;
use crate::util::table::{CounterRow, OptionError, OptionRow, choices, options};

/// One unit of weight.
const UNIT: i64 = 256;
/// How many gaining variables are compared at most.
const SAMPLE: usize = 64;

choices! {
    /// How much weight a clause gives.
    pub enum Transfer {
        /// Two units of more than the initial weight, else one.
        Fixed = "fixed",
        /// A share and a constant; everything when the clause has its initial weight.
        Linear = "linear",
    }
}

options! {
    /// Options of [`Ddfw`].
    pub struct DdfwOptions {
        seed: u64 = 0, "starts the random numbers";
        max_flips: u64 = 0, "flips of one try; 0: some thousand a variable, twice as many at each restart";
        restarts: u64 = 0, "new starts after the first try; 0: no limit";
        transfer: Transfer = Transfer::Fixed, "how much weight a clause gives";
        sideways: f64 = 0.15, in 0.0..=1.0, "probability of a move that gains nothing, in a local minimum";
        noise: f64 = 0.02, in 0.0..=1.0, "probability of any variable of a falsified clause, in a local minimum";
        stranger: f64 = 0.01, in 0.0..=1.0, "probability of a random giver instead of a neighbour";
        share: f64 = 0.075, in 0.0..=1.0, "linear: share of the giver's weight that moves";
        constant: f64 = 0.175, in 0.0..=1.0, "linear: what moves besides, in initial weights";
    }
}

/// The DDFW engine.
#[derive(Debug, Default)]
pub struct Ddfw {
    options: DdfwOptions,
    counters: WalkCounters,
    reached: Reached,
}

/// Weights of clauses, and weighted gains of variables.
#[derive(Clone, Debug)]
struct Weights {
    weights: Vec<i64>,
    gains: Vec<i64>,
    /// The variables whose gain is positive, and the place of each in the list.
    gaining: Vec<u32>,
    places: Vec<u32>,
    initial: i64,
}

impl PartialEq for Weights {
    fn eq(&self, other: &Weights) -> bool {
        let sorted = |list: &[u32]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list
        };
        self.weights == other.weights && self.gains == other.gains && sorted(&self.gaining) == sorted(&other.gaining)
    }
}

impl Weights {
    fn new(problem: &Problem, initial: i64) -> Weights {
        let num_vars = problem.num_vars();
        Weights {
            weights: vec![initial; problem.num_clauses()],
            gains: vec![0; num_vars],
            gaining: Vec::new(),
            places: vec![u32::MAX; num_vars],
            initial,
        }
    }

    #[inline]
    fn add(&mut self, var: usize, weight: i64) {
        let old = self.gains[var];
        self.gains[var] = old + weight;
        if old <= 0 && old + weight > 0 {
            self.places[var] = self.gaining.len() as u32;
            self.gaining.push(var as u32);
        } else if old > 0 && old + weight <= 0 {
            let place = std::mem::replace(&mut self.places[var], u32::MAX) as usize;
            self.gaining.swap_remove(place);
            if let Some(&moved) = self.gaining.get(place) {
                self.places[moved as usize] = place as u32;
            }
        }
    }

    /// A variable of the highest gain, if some variable gains; ties uniformly.
    fn best(&self, rng: &mut Rng) -> Option<usize> {
        let count = self.gaining.len();
        let (mut best, mut ties) = (None, 0);
        for nth in 0..count.min(SAMPLE) {
            let var = self.gaining[if count > SAMPLE { rng.index(count) } else { nth }] as usize;
            let gain = self.gains[var];
            if best.is_none_or(|(most, _)| gain > most) {
                (best, ties) = (Some((gain, var)), 1);
            } else if best.is_some_and(|(most, _)| gain == most) {
                ties += 1;
                if rng.below(ties) == 0 {
                    best = Some((gain, var));
                }
            }
        }
        best.map(|(_, var)| var)
    }
}

impl Scores for Weights {
    /// Forgets the gains; the weights stay.
    fn clear(&mut self) {
        self.gains.fill(0);
        for var in self.gaining.drain(..) {
            self.places[var as usize] = u32::MAX;
        }
    }
    #[inline]
    fn lose(&mut self, clause: usize, lits: &[u32]) {
        for &lit in lits {
            self.add(lit as usize >> 1, self.weights[clause]);
        }
    }
    #[inline]
    fn regain(&mut self, clause: usize, lits: &[u32]) {
        for &lit in lits {
            self.add(lit as usize >> 1, -self.weights[clause]);
        }
    }
    #[inline]
    fn bind(&mut self, clause: usize, var: usize) {
        self.add(var, -self.weights[clause]);
    }
    #[inline]
    fn free(&mut self, clause: usize, var: usize) {
        self.add(var, self.weights[clause]);
    }
}

/// DDFW at work.
#[derive(Debug)]
struct Weighted<'p, T> {
    flips: Flips<'p, T, Weights>,
    options: DdfwOptions,
    minima: u64,
    /// Moves of the coming try, and left in this one, unless the user has set the flips.
    coming: u64,
    left: u64,
}

impl<'p, T: Tally> Weighted<'p, T> {
    fn new(problem: &'p Problem, options: DdfwOptions) -> Weighted<'p, T> {
        let initial = if options.transfer == Transfer::Linear { 100 } else { 8 } * UNIT;
        Weighted {
            flips: Flips::new(problem, Weights::new(problem, initial)),
            options,
            minima: 0,
            coming: 2000 * problem.num_vars() as u64,
            left: 0,
        }
    }

    /// A variable of a falsified clause that gains nothing: a few are tried.
    fn sideways(&self, rng: &mut Rng) -> Option<usize> {
        (0..16).map(|_| self.random_var(rng)).find(|&var| self.flips.scores.gains[var] == 0)
    }

    /// A random variable of a random falsified clause.
    fn random_var(&self, rng: &mut Rng) -> usize {
        let falsified = self.flips.falsified().list();
        let lits = self.flips.problem().clause(falsified[rng.index(falsified.len())] as usize);
        lits[rng.index(lits.len())] as usize >> 1
    }

    /// Moves weight to every falsified clause; false: there was none to move.
    fn transfer(&mut self, rng: &mut Rng) -> bool {
        let problem = self.flips.problem();
        let mut moved = false;
        for index in 0..self.flips.falsified().len() {
            let taker = self.flips.falsified().list()[index] as usize;
            let Some(giver) = self.giver(taker, rng) else { continue };
            let weight = self.flips.scores.weights[giver];
            let initial = self.flips.scores.initial;
            let amount = match self.options.transfer {
                Transfer::Fixed => {
                    if weight > initial {
                        2 * UNIT
                    } else {
                        UNIT
                    }
                }
                Transfer::Linear if weight == initial => initial,
                Transfer::Linear => {
                    (self.options.share * weight as f64 + self.options.constant * initial as f64).round() as i64
                }
            }
            .min(weight);
            if amount <= 0 {
                continue;
            }
            moved = true;
            self.flips.scores.weights[giver] -= amount;
            self.flips.scores.weights[taker] += amount;
            if let Some(var) = self.flips.critical(giver) {
                self.flips.scores.add(var, amount);
            }
            for &lit in problem.clause(taker) {
                self.flips.scores.add(lit as usize >> 1, amount);
            }
        }
        moved
    }

    /// The clause that gives weight to a falsified one.
    fn giver(&self, taker: usize, rng: &mut Rng) -> Option<usize> {
        let Weights { weights, initial, .. } = &self.flips.scores;
        let can_give = |clause: usize| self.flips.num_true(clause) > 0 && weights[clause] > 0;
        let mut best: Option<usize> = None;
        if rng.unit() >= self.options.stranger {
            for &lit in self.flips.problem().clause(taker) {
                for clause in self.flips.clauses_of(lit).filter(|&clause| can_give(clause)) {
                    if best.is_none_or(|best| weights[clause] > weights[best]) {
                        best = Some(clause);
                    }
                }
            }
        }
        // A stranger is asked now and then, and when no neighbour has the initial weight left.
        if best.is_none_or(|best| weights[best] < *initial) {
            for _ in 0..64 {
                let clause = rng.index(weights.len());
                if can_give(clause) && weights[clause] >= *initial {
                    return Some(clause);
                }
            }
        }
        best
    }
}

impl<T: Tally> Walker for Weighted<'_, T> {
    fn start(&mut self, values: Assignment) {
        let initial = self.flips.scores.initial;
        self.flips.scores.weights.fill(initial);
        self.flips.start(values);
        self.left = if self.options.max_flips > 0 { u64::MAX } else { self.coming };
        self.coming = self.coming.saturating_mul(2);
    }

    fn falsified(&self) -> usize {
        self.flips.falsified().len()
    }

    fn values(&self) -> Assignment {
        self.flips.values().clone()
    }

    fn walk<const OBSERVED: bool>(&mut self, moves: u64, path: &mut Path<'_, '_>) -> (u64, Ending) {
        let mut made = 0;
        for _ in 0..moves {
            if self.flips.falsified().len() == 0 {
                return (made, Ending::Solved);
            }
            if self.left == 0 {
                return (made, Ending::Over);
            }
            self.left -= 1;
            let mut chosen = self.flips.scores.best(&mut path.rng);
            if chosen.is_none() {
                self.minima += 1;
                if path.rng.unit() < self.options.noise {
                    chosen = Some(self.random_var(&mut path.rng));
                } else if path.rng.unit() < self.options.sideways {
                    chosen = self.sideways(&mut path.rng);
                }
            }
            if chosen.is_none() && !self.transfer(&mut path.rng) {
                chosen = Some(self.random_var(&mut path.rng));
            }
            let Some(var) = chosen else { continue };
            self.flips.flip(var);
            made += 1;
            path.flipped::<OBSERVED>(var, self.flips.falsified().len(), || self.flips.values().clone());
        }
        (made, Ending::Granted)
    }

    fn count(&self, counters: &mut WalkCounters) {
        counters.visits = self.flips.visits;
        counters.minima = self.minima;
    }

    fn check(&self) {
        self.flips.check();
        self.flips.check_scores(self.flips.scores.clone());
    }
}

impl Engine for Ddfw {
    fn name(&self) -> &'static str {
        "ddfw"
    }

    fn about(&self) -> &'static str {
        "local search on weighted clauses (DDFW): for hard combinatorial formulas; never proves UNSAT"
    }

    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        let options = self.options.clone();
        let schedule = Schedule { seed: options.seed, max_flips: options.max_flips, restarts: options.restarts };
        let mut run = Run { schedule, limits, observer, counters: &mut self.counters, reached: &mut self.reached };
        match run.prepare(formula) {
            Err(verdict) => verdict,
            Ok(problem) if Packed::fits(&problem) => run.drive(&problem, Weighted::<Packed>::new(&problem, options)),
            Ok(problem) => run.drive(&problem, Weighted::<Wide>::new(&problem, options)),
        }
    }

    fn options(&self) -> Vec<OptionRow> {
        self.options.rows()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    fn counters(&self) -> Vec<CounterRow> {
        self.counters.rows()
    }

    fn best(&self) -> Option<(&Assignment, u64)> {
        self.reached.as_ref().map(|(values, falsified)| (values, *falsified))
    }
}
