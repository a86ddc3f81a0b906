//! Simulated annealing: proposes random flips and accepts worsening ones with a probability that falls with the
//! temperature.
//!
//! **What it does.** A proposal is a random variable, or with `focused` a random variable of a random falsified clause.
//! A flip that does not raise the number of falsified clauses is made; one that raises it by `d` is made with
//! probability `exp(-d / T)`. After `flips_per_temperature` proposals `T` falls, by a factor (`geometric`) or to `T /
//! (1 + beta T)` (`lundy-mees`). Below `min_temperature` the walk is reheated where it is; after the last reheat the
//! try ends.
//!
//! **Why it pays.** It is the only search here that takes into account by how much a move makes things worse.
//!
//! **Schedule and cost.** Gains are updated at each flip, so a refused proposal costs one look-up and one random
//! number. The probabilities of a temperature are a table. How many flips a second that makes stands in the header of
//! `flips.rs`.
//!
//! **References.** Kirkpatrick, Gelatt, Vecchi (Science'83); Lundy, Mees (Math. Prog.'86); Spears (DIMACS 26, 1996);
//! the focused form: Seitz, Alava, Orponen (J. Stat. Mech.'05).

use super::WalkCounters;
use super::flips::{Flips, Packed, TrueCount, Wide};
use super::problem::Problem;
use super::scores::Gains;
use super::search::{Algorithm, LocalSearch};
use super::walk::{Ending, Path, Run, Schedule, Walker};
use crate::cnf::Assignment;
use crate::engine::{Event, Verdict};
use crate::util::table::{choices, options};

choices! {
    /// How the temperature falls.
    pub enum Cooling {
        /// By a constant factor.
        Geometric = "geometric",
        /// `T / (1 + beta T)`: slower the colder it is.
        LundyMees = "lundy-mees",
    }
}

options! {
    /// Options of [`Annealing`].
    pub struct AnnealingOptions {
        seed: u64 = 0, "starts the random numbers";
        max_flips: u64 = 0, "flips of one try; 0: no limit";
        restarts: u64 = 0, "tries after the first; 0: no limit";
        start_temperature: f64 = 1.0, in 1e-6..=1e6, "temperature at the start and after a reheat";
        min_temperature: f64 = 0.05, in 1e-6..=1e6, "temperature below which a round ends";
        cooling: Cooling = Cooling::Geometric, "how the temperature falls";
        cooling_rate: f64 = 0.99, in 0.0..=1.0, "geometric: factor of the temperature";
        beta: f64 = 0.01, in 1e-9..=1e6, "lundy-mees: the larger, the faster it cools";
        flips_per_temperature: u64 = 0, "proposals at each temperature; 0: one for each variable";
        reheats: u64 = 0, "rounds of cooling after the first, before the try ends; 0: no limit";
        focused: bool = false, "propose variables of falsified clauses only";
    }
}

/// The simulated annealing engine.
pub(crate) type Annealing = LocalSearch<AnnealingOptions>;

/// Annealing at work.
#[derive(Debug)]
struct Anneal<'p, T> {
    flips: Flips<'p, T, Gains>,
    options: AnnealingOptions,
    temperature: f64,
    /// The probability of accepting a move, by the number of clauses that it adds to the falsified ones; the last entry
    /// stands for all larger numbers.
    chances: Vec<f64>,
    /// Proposals left at this temperature.
    left: u64,
    reheats: u64,
    proposals: u64,
}

impl<'p, T: TrueCount> Anneal<'p, T> {
    fn new(problem: &'p Problem, options: &AnnealingOptions) -> Anneal<'p, T> {
        Anneal {
            flips: Flips::new(problem, Gains::new(problem.num_vars())),
            options: options.clone(),
            temperature: 0.0,
            chances: Vec::new(),
            left: 0,
            reheats: 0,
            proposals: 0,
        }
    }

    fn set_temperature(&mut self, temperature: f64) {
        self.temperature = temperature;
        let per_temperature = self.options.flips_per_temperature;
        self.left = if per_temperature > 0 { per_temperature } else { self.flips.problem().num_vars() as u64 };
        self.chances.clear();
        self.chances.push(1.0);
        while self.chances.len() < 64 && self.chances.last().is_some_and(|&chance| chance > 1e-12) {
            self.chances.push(libm::exp(-(self.chances.len() as f64) / temperature));
        }
    }

    /// Goes to the next temperature; after the last one of a round, to the first one again. False after the last round.
    fn cool(&mut self) -> bool {
        let next = match self.options.cooling {
            Cooling::Geometric => self.temperature * self.options.cooling_rate,
            Cooling::LundyMees => self.temperature / (1.0 + self.options.beta * self.temperature),
        };
        if next >= self.options.min_temperature {
            self.set_temperature(next);
            return true;
        }
        self.reheats += 1;
        self.set_temperature(self.options.start_temperature);
        self.options.reheats == 0 || self.reheats <= self.options.reheats
    }
}

impl<T: TrueCount> Walker for Anneal<'_, T> {
    fn start(&mut self, values: Assignment) {
        self.flips.start(values);
        self.set_temperature(self.options.start_temperature);
        self.reheats = 0;
    }

    fn falsified(&self) -> usize {
        self.flips.falsified().len()
    }

    fn values(&self) -> Assignment {
        self.flips.values().clone()
    }

    fn walk<const OBSERVED: bool>(&mut self, moves: u64, path: &mut Path<'_, '_>) -> (u64, Ending) {
        let mut made = 0;
        let num_vars = self.flips.problem().num_vars();
        if OBSERVED {
            path.notify(Event::Temperature(self.temperature));
        }
        for _ in 0..moves {
            if self.flips.falsified().len() == 0 {
                return (made, Ending::Solved);
            }
            if self.left == 0 {
                if !self.cool() {
                    return (made, Ending::Over);
                }
                if OBSERVED {
                    path.notify(Event::Temperature(self.temperature));
                }
            }
            self.left -= 1;
            self.proposals += 1;
            let var = if self.options.focused {
                self.flips.random_falsified_var(&mut path.rng)
            } else {
                path.rng.index(num_vars)
            };
            let gain = self.flips.scores.gain(var);
            if gain < 0 {
                let worse = (gain.unsigned_abs() as usize).min(self.chances.len() - 1);
                if path.rng.unit() >= self.chances[worse] {
                    continue;
                }
            }
            self.flips.flip(var);
            made += 1;
            path.flipped::<OBSERVED>(var, self.flips.falsified().len(), || self.flips.values().clone());
        }
        (made, Ending::Finished)
    }

    fn count(&self, counters: &mut WalkCounters) {
        counters.visits = self.flips.visits;
        counters.proposals = self.proposals;
    }

    fn check(&self) {
        self.flips.check();
        self.flips.check_scores(self.flips.scores.clone());
    }
}

impl Algorithm for AnnealingOptions {
    const NAME: &'static str = "annealing";
    const ABOUT: &'static str =
        "local search, random flips accepted by temperature (simulated annealing); never proves UNSAT";

    fn schedule(&self) -> Schedule {
        Schedule { seed: self.seed, max_flips: self.max_flips, restarts: self.restarts }
    }

    fn walk(&self, run: Run<'_, '_>) -> Verdict {
        let problem = run.problem;
        if Packed::fits(problem) {
            run.drive(Anneal::<Packed>::new(problem, self))
        } else {
            run.drive(Anneal::<Wide>::new(problem, self))
        }
    }
}
