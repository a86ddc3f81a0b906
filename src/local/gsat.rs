//! GSAT: flips, of all variables, the one whose flip leaves the fewest clauses false, or with some probability a random
//! one.
//!
//! **What it does.** With probability `greedy` flips a variable of the highest gain, which may be zero or negative; one
//! of several is drawn uniformly. Otherwise flips a variable of a random falsified clause, or any variable if `focused`
//! is off.
//!
//! **Why it pays.** It is the ancestor of the other walks, and the one with which textbooks begin.
//!
//! **Schedule and cost.** The variables of the highest gain are known at every moment ([`Ranking`]), so no flip looks
//! at all variables. How many flips a second that makes stands in the header of `flips.rs`.
//!
//! **Tried and dropped.** A view of the clauses for uniform 3-SAT alone, which keeps no counts: 1.5 times the flips a
//! second with 10,000 variables, 2.7 times with a million, for 500 lines. Annealing: 1.6 and 12 times.
//!
//! **References.** Selman, Levesque, Mitchell (AAAI'92); random walk: Selman, Kautz (IJCAI'93).

use super::WalkCounters;
use super::flips::{Flips, Packed, TrueCount, Wide};
use super::problem::Problem;
use super::scores::Ranking;
use super::search::{Algorithm, LocalSearch};
use super::walk::{Ending, Path, Run, Schedule, Walker};
use crate::cnf::Assignment;
use crate::engine::Verdict;
use crate::util::table::options;

options! {
    /// Options of [`Gsat`].
    pub struct GsatOptions {
        seed: u64 = 0, "starts the random numbers";
        max_flips: u64 = 0, "flips of one try; 0: no limit";
        restarts: u64 = 0, "tries after the first; 0: no limit";
        greedy: f64 = 0.7, in 0.0..=1.0, "probability of the greedy move; else a random variable is flipped";
        focused: bool = true, "the random move takes a variable of a falsified clause (GWSAT) instead of any";
    }
}

/// The GSAT engine.
pub(crate) type Gsat = LocalSearch<GsatOptions>;

/// GSAT at work.
#[derive(Debug)]
struct Greedy<'p, T> {
    flips: Flips<'p, T, Ranking>,
    options: GsatOptions,
    minima: u64,
}

impl<'p, T: TrueCount> Greedy<'p, T> {
    fn new(problem: &'p Problem, options: &GsatOptions) -> Greedy<'p, T> {
        let flips = Flips::new(problem, Ranking::new(problem.num_vars()));
        Greedy { flips, options: options.clone(), minima: 0 }
    }
}

impl<T: TrueCount> Walker for Greedy<'_, T> {
    fn start(&mut self, values: Assignment) {
        self.flips.start(values);
    }

    fn falsified(&self) -> usize {
        self.flips.falsified().len()
    }

    fn values(&self) -> Assignment {
        self.flips.values().clone()
    }

    fn walk<const OBSERVED: bool>(&mut self, moves: u64, path: &mut Path<'_, '_>) -> (u64, Ending) {
        for made in 0..moves {
            if self.flips.falsified().len() == 0 {
                return (made, Ending::Solved);
            }
            let var = if path.rng.unit() < self.options.greedy {
                let var = self.flips.scores.best(&mut path.rng);
                self.minima += u64::from(self.flips.scores.gain(var) <= 0);
                var
            } else if self.options.focused {
                self.flips.random_falsified_var(&mut path.rng)
            } else {
                path.rng.index(self.flips.problem().num_vars())
            };
            self.flips.flip(var);
            path.flipped::<OBSERVED>(var, self.flips.falsified().len(), || self.flips.values().clone());
        }
        (moves, Ending::Finished)
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

impl Algorithm for GsatOptions {
    const NAME: &'static str = "gsat";
    const ABOUT: &'static str = "local search, the best variable of all or a random one (GSAT); never proves UNSAT";

    fn schedule(&self) -> Schedule {
        Schedule { seed: self.seed, max_flips: self.max_flips, restarts: self.restarts }
    }

    fn walk(&self, run: Run<'_, '_>) -> Verdict {
        let problem = run.problem;
        if Packed::fits(problem) {
            run.drive(Greedy::<Packed>::new(problem, self))
        } else {
            run.drive(Greedy::<Wide>::new(problem, self))
        }
    }
}
