//! Random walk: flips a random variable of a random falsified clause.
//!
//! **What it does.** Takes a random falsified clause and flips one of its variables. All variables of the clause have
//! the same probability, whatever the flip breaks.
//!
//! **Why it pays.** The simplest local search, and a baseline for the others. On satisfiable 2-SAT of n variables it
//! needs at most n^2 flips on average.
//!
//! **Schedule and cost.** A flip visits the clauses of one variable; no scores are kept. With `max_flips` at three
//! times the number of variables it is Schöning's algorithm, which takes about (4/3)^n tries on 3-SAT.
//!
//! **References.** Papadimitriou (FOCS'91); Schöning (FOCS'99).

use super::WalkCounters;
use super::flips::{Flips, Packed, Scores, TrueCount, Wide};
use super::problem::Problem;
use super::search::{Algorithm, LocalSearch};
use super::walk::{Ending, Path, Run, Schedule, Walker};
use crate::cnf::Assignment;
use crate::engine::Verdict;
use crate::util::table::options;

options! {
    /// Options of [`RandomWalk`].
    pub struct RandomWalkOptions {
        seed: u64 = 0, "starts the random numbers";
        max_flips: u64 = 0, "flips of one try; 0: no limit";
        restarts: u64 = 0, "tries after the first; 0: no limit";
    }
}

/// The random walk engine.
pub(crate) type RandomWalk = LocalSearch<RandomWalkOptions>;

/// No scores: the walk does not look at them.
#[derive(Clone, Debug, PartialEq)]
struct NoScores;

impl Scores for NoScores {
    fn clear(&mut self) {}
    fn lose(&mut self, _: usize, _: &[u32]) {}
    fn regain(&mut self, _: usize, _: &[u32]) {}
    fn bind(&mut self, _: usize, _: usize) {}
    fn free(&mut self, _: usize, _: usize) {}
}

/// The walk on its clauses.
#[derive(Debug)]
struct Blind<'p, T> {
    flips: Flips<'p, T, NoScores>,
}

impl<'p, T: TrueCount> Blind<'p, T> {
    fn new(problem: &'p Problem) -> Blind<'p, T> {
        Blind { flips: Flips::new(problem, NoScores) }
    }
}

impl<T: TrueCount> Walker for Blind<'_, T> {
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
            let var = self.flips.random_falsified_var(&mut path.rng);
            self.flips.flip(var);
            path.flipped::<OBSERVED>(var, self.flips.falsified().len(), || self.flips.values().clone());
        }
        (moves, Ending::Finished)
    }

    fn count(&self, counters: &mut WalkCounters) {
        counters.visits = self.flips.visits;
    }

    fn check(&self) {
        self.flips.check();
    }
}

impl Algorithm for RandomWalkOptions {
    const NAME: &'static str = "randomwalk";
    const ABOUT: &'static str =
        "local search, a random variable of a random false clause (Papadimitriou): a baseline; never proves UNSAT";

    fn schedule(&self) -> Schedule {
        Schedule { seed: self.seed, max_flips: self.max_flips, restarts: self.restarts }
    }

    fn walk(&self, run: Run<'_, '_>) -> Verdict {
        let problem = run.problem;
        if Packed::fits(problem) {
            run.drive(Blind::<Packed>::new(problem))
        } else {
            run.drive(Blind::<Wide>::new(problem))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Formula, Lit, Var};
    use crate::engine::Engine;
    use crate::limits::{Limits, Stop};
    use crate::util::rng::Rng;

    const VARS: u32 = 60;

    /// A random formula of two literals a clause, each clause true under a hidden model.
    fn satisfiable(rng: &mut Rng) -> Formula {
        let model: Vec<Lit> = (0..VARS).map(|var| Var::new(var).lit(rng.coin())).collect();
        let mut formula = Formula::new();
        for _ in 0..2 * VARS {
            let (a, b) = (model[rng.index(model.len())], model[rng.index(model.len())]);
            formula.add_clause([a, if rng.coin() { b } else { !b }]);
        }
        formula
    }

    #[test]
    fn two_literals_a_clause_are_solved() {
        let mut rng = Rng::new(1);
        // A try of 10 n^2 flips fails with a probability of at most a tenth, by Markov's inequality.
        for round in 0..50 {
            let formula = satisfiable(&mut rng);
            let mut engine = RandomWalk::default();
            for (name, value) in [("seed", round), ("max_flips", 10 * u64::from(VARS * VARS)), ("restarts", 20)] {
                engine.set_option(name, &value.to_string()).expect("a known option");
            }
            let verdict = engine.solve(formula, &Limits::none(), None);
            assert!(matches!(verdict, Verdict::Sat(_)), "round {round}: {verdict:?}");
        }
    }

    #[test]
    fn a_contradiction_is_not_proved() {
        let formula = Formula::from_dimacs_lists(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        let limits = Limits { steps: Some(1_000), ..Limits::none() };
        let mut engine = RandomWalk::default();
        assert_eq!(engine.solve(formula, &limits, None), Verdict::Unknown(Stop::Steps));
        assert_eq!(engine.best().map(|(_, falsified)| falsified), Some(1));
    }
}
