//! DDFW: greedy flips on weighted clauses; in a local minimum falsified clauses take weight from satisfied neighbours.
//!
//! **What it does.** Flips a variable of the highest positive weighted gain. Where no variable gains, it flips with
//! probability `noise` a random variable of a falsified clause, else with probability `sideways` one that gains
//! nothing, else each falsified clause takes weight from the heaviest satisfied clause that shares a literal with it,
//! or with probability `stranger` from a random satisfied clause. `fixed` moves one or two units, `linear` a share of
//! the giver's weight and a constant. Each try has twice the moves of the one before. Without the random moves and the
//! restarts the walk was seen to run in circles on formulas of ten variables.
//!
//! **Why it pays.** According to the literature it is ahead on hard combinatorial formulas (Pythagorean triples, van
//! der Waerden numbers). On sudoku it needs the fewest flips: 1,464 on a puzzle of the report on sudoku by local
//! search, where Novelty+ needs 3,950 and WalkSAT 8,852 (one seed).
//!
//! **Schedule and cost.** Weights are integers in 1/256 of a unit, so that sums updated at each flip stay exact. Only
//! the variables that gain are listed. Where more than [`MOST_COMPARED_VARS`] gain, the best of a sample is taken, so a
//! flip costs the same on large formulas.
//!
//! **References.** Ishtaiwi, Thornton, Sattar, Pham (CP'05); the linear rule: Chowdhury, Codel, Heule (TaSSAT,
//! TACAS'24, and NFM'23); best of a sample: Cai (BMS, IJCAI'15).

use super::WalkCounters;
use super::flips::{Flips, Packed, Scores, TrueCount, Wide};
use super::problem::Problem;
use super::search::{Algorithm, LocalSearch};
use super::walk::{Ending, Path, Run, Schedule, Walker};
use crate::cnf::Assignment;
use crate::engine::Verdict;
use crate::util::rng::Rng;
use crate::util::table::{choices, options};

/// One unit of weight.
const UNIT: i64 = 256;
/// How many gaining variables are compared at most.
const MOST_COMPARED_VARS: usize = 64;

choices! {
    /// How much weight a clause gives.
    pub enum Transfer {
        /// A clause with more than the initial weight gives two units, another one gives one.
        Fixed = "fixed",
        /// A share of the clause's weight and a constant; everything when the clause has its initial weight.
        Linear = "linear",
    }
}

options! {
    /// Options of [`Ddfw`].
    pub struct DdfwOptions {
        seed: u64 = 0, "starts the random numbers";
        max_flips: u64 = 0, "flips of one try; 0: 2,000 for each variable, doubled at each restart";
        restarts: u64 = 0, "tries after the first; 0: no limit";
        transfer: Transfer = Transfer::Fixed, "how much weight a clause gives";
        sideways: f64 = 0.15, in 0.0..=1.0, "probability of a move that gains nothing, in a local minimum";
        noise: f64 = 0.02, in 0.0..=1.0, "probability of any variable of a falsified clause, in a local minimum";
        stranger: f64 = 0.01, in 0.0..=1.0, "probability of a random giver instead of a neighbour";
        share: f64 = 0.075, in 0.0..=1.0, "linear: share of the giver's weight that moves";
        constant: f64 = 0.175, in 0.0..=1.0, "linear: what moves in addition, in initial weights";
    }
}

/// The DDFW engine.
pub(crate) type Ddfw = LocalSearch<DdfwOptions>;

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

    /// A variable of the highest gain, if some gain is positive; one of several is drawn uniformly.
    fn best(&self, rng: &mut Rng) -> Option<usize> {
        let count = self.gaining.len();
        let (mut best, mut ties) = (None, 0);
        for nth in 0..count.min(MOST_COMPARED_VARS) {
            let var = self.gaining[if count > MOST_COMPARED_VARS { rng.index(count) } else { nth }] as usize;
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
    /// The number of moves of the next try, unless `max_flips` is set.
    coming: u64,
    left: u64,
}

impl<'p, T: TrueCount> Weighted<'p, T> {
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

    /// A variable of a falsified clause whose gain is 0; up to 16 variables are tried.
    fn sideways(&self, rng: &mut Rng) -> Option<usize> {
        (0..16).map(|_| self.flips.random_falsified_var(rng)).find(|&var| self.flips.scores.gains[var] == 0)
    }

    /// Moves weight to every falsified clause; false when no weight could be moved.
    fn transfer(&mut self, rng: &mut Rng) -> bool {
        let problem = self.flips.problem();
        let mut moved = false;
        for index in 0..self.flips.falsified().len() {
            let taker = self.flips.falsified().list()[index] as usize;
            let Some(giver) = self.giver(taker, rng) else { continue };
            let weight = self.flips.scores.weights[giver];
            let initial = self.flips.scores.initial;
            let amount = match self.options.transfer {
                Transfer::Fixed if weight > initial => 2 * UNIT,
                Transfer::Fixed => UNIT,
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
        // A random clause gives with probability `stranger`, and when no neighbour has its initial weight left.
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

impl<T: TrueCount> Walker for Weighted<'_, T> {
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
                    chosen = Some(self.flips.random_falsified_var(&mut path.rng));
                } else if path.rng.unit() < self.options.sideways {
                    chosen = self.sideways(&mut path.rng);
                }
            }
            if chosen.is_none() && !self.transfer(&mut path.rng) {
                chosen = Some(self.flips.random_falsified_var(&mut path.rng));
            }
            let Some(var) = chosen else { continue };
            self.flips.flip(var);
            made += 1;
            path.flipped::<OBSERVED>(var, self.flips.falsified().len(), || self.flips.values().clone());
        }
        (made, Ending::Finished)
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

impl Algorithm for DdfwOptions {
    const NAME: &'static str = "ddfw";
    const ABOUT: &'static str =
        "local search on weighted clauses (DDFW): for hard combinatorial formulas; never proves UNSAT";

    fn schedule(&self) -> Schedule {
        Schedule { seed: self.seed, max_flips: self.max_flips, restarts: self.restarts }
    }

    fn walk(&self, run: Run<'_, '_>) -> Verdict {
        let problem = run.problem;
        if Packed::fits(problem) {
            run.drive(Weighted::<Packed>::new(problem, self.clone()))
        } else {
            run.drive(Weighted::<Wide>::new(problem, self.clone()))
        }
    }
}
