//! WalkSAT: flips a variable of a falsified clause, greedily or at random.
//!
//! **What it does.** `skc` flips a variable that breaks no clause if the clause has one, else with the noise
//! probability any of its variables, else one that breaks least. `novelty` and `adapt-novelty` are in `novelty.rs`.
//! `basic` is the form of course notes: with the noise probability any variable of the whole formula, else the variable
//! of a random falsified clause whose flip leaves the fewest clauses false.
//!
//! **Why it pays.** It is the simplest local search that works well, and the one that others are compared with.
//!
//! **Schedule and cost.** `skc` runs on either view of the clauses (`scan`, `flips`); the other rules need gains, which
//! are updated at each flip.
//!
//! **References.** Selman, Kautz, Cohen (AAAI'94); noise by clause length after Kautz, Selman, McAllester (SAT
//! competition 2004) and Balint, Schöning (SAT'12).

use super::flips::{Packed, TrueCount, Wide};
use super::focused::{Cached, Chooser, Focused};
use super::novelty::{Novelty, NoveltyRule};
use super::problem::Problem;
use super::scan::Scan;
use super::search::{Algorithm, LocalSearch};
use super::ternary::Others;
use super::walk::{Run, Schedule};
use crate::engine::Verdict;
use crate::util::rng::Rng;
use crate::util::table::{choices, options};

choices! {
    /// Which variable of the falsified clause is flipped.
    pub enum Rule {
        /// The rule of Selman, Kautz and Cohen.
        Skc = "skc",
        /// Novelty+: by gain, but not the last flipped again too soon.
        Novelty = "novelty",
        /// Novelty+ with noise that adapts.
        AdaptNovelty = "adapt-novelty",
        /// Random moves over the whole formula.
        Basic = "basic",
    }
}

options! {
    /// Options of [`WalkSat`].
    pub struct WalkSatOptions {
        seed: u64 = 0, "starts the random numbers";
        max_flips: u64 = 0, "flips of one try; 0: no limit";
        restarts: u64 = 0, "tries after the first; 0: no limit";
        rule: Rule = Rule::Skc, "which variable of the falsified clause is flipped";
        noise: f64 = -1.0, in -1.0..=1.0, "probability of a random move (adapt-novelty: at the start); negative: by the formula";
        walk: f64 = 0.01, in 0.0..=1.0, "novelty: probability of any variable of the clause";
    }
}

/// The WalkSAT engine.
pub(crate) type WalkSat = LocalSearch<WalkSatOptions>;

/// The rule `skc`.
#[derive(Debug)]
struct Skc {
    noise: f64,
}

impl Chooser for Skc {
    #[inline]
    fn choose(&mut self, breaks: &[u32], rng: &mut Rng) -> usize {
        let least = breaks.iter().copied().fold(u32::MAX, u32::min);
        if least > 0 && rng.unit() < self.noise {
            return rng.index(breaks.len());
        }
        let ties = breaks.iter().filter(|&&breaks| breaks == least).count();
        let mut nth = if ties > 1 { rng.index(ties) } else { 0 };
        for (place, &breaks) in breaks.iter().enumerate() {
            if breaks == least {
                if nth == 0 {
                    return place;
                }
                nth -= 1;
            }
        }
        0
    }
}

/// The noise by clause length, after the literature; 0.1 for mixed lengths. Thousands of flips to a solution of each of
/// three sudokus (those of the report on sudoku by local search) at noise 0.03, 0.06, 0.1, 0.15 and 0.2, medians of 20
/// seeds: 7, 7, 10, 32, 437; 7, 14, 13, 24, 207; 21, 24, 24, 30, 52.
fn default_noise(rule: Rule, problem: &Problem) -> f64 {
    match (rule, problem.lengths()) {
        (Rule::AdaptNovelty, _) => 0.0,
        (Rule::Novelty, _) => 0.5,
        (Rule::Basic, _) => 0.3,
        (Rule::Skc, (3, 3)) => 0.567,
        (Rule::Skc, (4, 4)) => 0.4,
        (Rule::Skc, (5, 5)) => 0.3,
        (Rule::Skc, (6.., 6..)) => 0.2,
        (Rule::Skc, _) => 0.1,
    }
}

impl WalkSatOptions {
    fn walk_on<T: TrueCount>(&self, run: Run<'_, '_>, noise: f64) -> Verdict {
        let problem = run.problem;
        let rule = match self.rule {
            Rule::Skc => return run.drive(Focused::new(Cached::<T>::new(problem), Skc { noise })),
            Rule::Novelty => NoveltyRule::Fixed,
            Rule::AdaptNovelty => NoveltyRule::Adaptive,
            Rule::Basic => NoveltyRule::Basic,
        };
        run.drive(Novelty::<T>::new(problem, rule, noise, self.walk))
    }
}

impl Algorithm for WalkSatOptions {
    const NAME: &'static str = "walksat";
    const ABOUT: &'static str =
        "local search, a variable of a false clause greedily or at random (WalkSAT, Novelty+); never proves UNSAT";

    fn schedule(&self) -> Schedule {
        Schedule { seed: self.seed, max_flips: self.max_flips, restarts: self.restarts }
    }

    fn walk(&self, run: Run<'_, '_>) -> Verdict {
        let problem = run.problem;
        let noise = if self.noise < 0.0 { default_noise(self.rule, problem) } else { self.noise };
        if self.rule == Rule::Skc && Others::fit(problem) {
            run.drive(Focused::new(Scan::new(problem), Skc { noise }))
        } else if Packed::fits(problem) {
            self.walk_on::<Packed>(run, noise)
        } else {
            self.walk_on::<Wide>(run, noise)
        }
    }
}
