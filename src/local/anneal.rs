//! Simulated annealing: proposes random flips and accepts worsening ones with a probability that falls with the temperature.
//!
//! What it does: a proposal is a random variable, or with `focused` a random variable of a random falsified clause. A flip
//! that does not raise the number of falsified clauses is made; one that raises it by `d` is made with probability
//! `exp(-d / T)`. After `flips_per_temperature` proposals `T` falls, by a factor (`geometric`) or as `T / (1 + beta T)`
//! (`lundy-mees`). Below `min_temperature` the walk is reheated, from where it is; when the reheats are used up, the try ends.
//!
//! Why: the one search here that accepts worsening moves by how much they worsen.
//!
//! Schedule and cost: gains are kept by increments, so a proposal that is refused costs one look and one random number.
//! The probabilities are tabled anew at each temperature. Proposals are drawn four ahead, so that what their flips will need
//! is on its way. Uniform 3-SAT has a clause view of its own, `trios.rs`, with the figures there.
//!
//! References: Kirkpatrick, Gelatt, Vecchi (Science'83); Lundy, Mees (Math. Prog.'86); Spears (DIMACS 26, 1996); the focused
//! form: Seitz, Alava, Orponen (J. Stat. Mech.'05).

use super::flips::{Flips, Packed, Tally, Wide};
use super::scores::{Gains, Ratings};
use super::trios::Trios;
use super::view::View;
use super::walk::{Ending, Path, Run, Schedule, Walker};
use super::{Reached, WalkCounters};
use crate::cnf::{Assignment, Formula};
use crate::engine::{Engine, Event, Observer, Verdict};
use crate::limits::Limits;
use crate::util::table::{CounterRow, OptionError, OptionRow, choices, options};

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
        restarts: u64 = 0, "new starts after the first try; 0: no limit";
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
#[derive(Debug, Default)]
pub struct Annealing {
    options: AnnealingOptions,
    counters: WalkCounters,
    reached: Reached,
}

/// Annealing at work.
#[derive(Debug)]
struct Anneal<V> {
    view: V,
    options: AnnealingOptions,
    temperature: f64,
    /// The probability to accept a move by how much it worsens; the last entry is for all beyond.
    chances: Vec<f64>,
    /// Proposals left at this temperature.
    left: u64,
    reheats: u64,
    proposals: u64,
    /// The next proposals, drawn ahead so that what their flips need is in the cache when they come.
    coming: [usize; AHEAD],
}

/// How many proposals are drawn ahead.
const AHEAD: usize = 4;

impl<V: View> Anneal<V> {
    fn new(view: V, options: AnnealingOptions) -> Anneal<V> {
        Anneal {
            view,
            options,
            temperature: 0.0,
            chances: Vec::new(),
            left: 0,
            reheats: 0,
            proposals: 0,
            coming: [0; AHEAD],
        }
    }

    fn set_temperature(&mut self, temperature: f64) {
        self.temperature = temperature;
        let per_temperature = self.options.flips_per_temperature;
        self.left = if per_temperature > 0 { per_temperature } else { self.view.problem().num_vars() as u64 };
        self.chances.clear();
        self.chances.push(1.0);
        while self.chances.len() < 64 && self.chances.last().is_some_and(|&chance| chance > 1e-12) {
            self.chances.push(libm::exp(-(self.chances.len() as f64) / temperature));
        }
    }

    /// Goes to the next temperature, after the last of a round to the first; false: all rounds are over.
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

impl<V: View> Walker for Anneal<V> {
    fn start(&mut self, values: Assignment) {
        self.view.start(values);
        self.set_temperature(self.options.start_temperature);
        self.reheats = 0;
    }

    fn falsified(&self) -> usize {
        self.view.num_falsified()
    }

    fn values(&self) -> Assignment {
        self.view.values()
    }

    fn walk<const OBSERVED: bool>(&mut self, moves: u64, path: &mut Path<'_, '_>) -> (u64, Ending) {
        let mut made = 0;
        let num_vars = self.view.problem().num_vars();
        if OBSERVED {
            path.tell(Event::Temperature(self.temperature));
        }
        for _ in 0..moves {
            if self.view.num_falsified() == 0 {
                return (made, Ending::Solved);
            }
            if self.left == 0 {
                if !self.cool() {
                    return (made, Ending::Over);
                }
                if OBSERVED {
                    path.tell(Event::Temperature(self.temperature));
                }
            }
            self.left -= 1;
            self.proposals += 1;
            let var = if self.options.focused {
                let lits = self.view.random_falsified(&mut path.rng);
                lits[path.rng.index(lits.len())] as usize >> 1
            } else {
                let next = path.rng.index(num_vars);
                self.view.foresee(next);
                std::mem::replace(&mut self.coming[self.proposals as usize % AHEAD], next)
            };
            let gain = self.view.ratings().gain(var);
            if gain < 0 {
                let worse = (gain.unsigned_abs() as usize).min(self.chances.len() - 1);
                if path.rng.unit() >= self.chances[worse] {
                    continue;
                }
            }
            self.view.flip(var);
            made += 1;
            path.flipped::<OBSERVED>(var, self.view.num_falsified(), || self.view.values());
        }
        (made, Ending::Granted)
    }

    fn count(&self, counters: &mut WalkCounters) {
        counters.visits = self.view.visits();
        counters.proposals = self.proposals;
    }

    fn check(&self) {
        self.view.check();
    }
}

impl Engine for Annealing {
    fn name(&self) -> &'static str {
        "annealing"
    }

    fn about(&self) -> &'static str {
        "local search, random flips accepted by temperature (simulated annealing); never proves UNSAT"
    }

    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        let options = self.options.clone();
        let schedule = Schedule { seed: options.seed, max_flips: options.max_flips, restarts: options.restarts };
        let mut run = Run { schedule, limits, observer, counters: &mut self.counters, reached: &mut self.reached };
        let problem = match run.prepare(formula) {
            Ok(problem) => problem,
            Err(verdict) => return verdict,
        };
        if let Some(trios) = Trios::<Gains<i8>>::new(&problem, options.focused) {
            return run.drive(&problem, Anneal::new(trios, options));
        }
        let gains = Gains::<i32>::new(problem.num_vars());
        if Packed::fits(&problem) {
            run.drive(&problem, Anneal::new(Flips::<Packed, _>::new(&problem, gains), options))
        } else {
            run.drive(&problem, Anneal::new(Flips::<Wide, _>::new(&problem, gains), options))
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
