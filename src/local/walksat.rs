//! WalkSAT: flips a variable of a falsified clause, greedily or at random.
//!
//! What it does: `skc` flips a variable that breaks nothing if the clause has one, else with the noise probability any of
//! its variables, else one that breaks least. `novelty` and `adapt-novelty` are in `novelty`. `basic` is the form
//! that reports and course notes use: with the noise probability any variable of the whole formula, else the variable of
//! a random falsified clause whose flip leaves the fewest clauses false.
//!
//! Why: the plainest good local search, and what the others are measured by.
//!
//! Schedule and cost: `skc` walks on either view (`scan`, `flips`); the others keep gains.
//!
//! References: Selman, Kautz, Cohen (AAAI'94); noise by clause length after Kautz, Selman, McAllester (SAT competition
//! 2004) and Balint, Schöning (SAT'12).

use super::flips::{Packed, Tally, Wide};
use super::focused::{Cached, Chooser, Focused};
use super::novelty::{Manner, Novelty};
use super::problem::Problem;
use super::scan::Scan;
use super::ternary::Others;
use super::walk::{Run, Schedule};
use super::{Reached, WalkCounters};
use crate::cnf::{Assignment, Formula};
use crate::engine::{Engine, Observer, Verdict};
use crate::limits::Limits;
use crate::util::rng::Rng;
use crate::util::table::{CounterRow, OptionError, OptionRow, choices, options};

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
        restarts: u64 = 0, "new starts after the first try; 0: no limit";
        rule: Rule = Rule::Skc, "which variable of the falsified clause is flipped";
        noise: f64 = -1.0, in -1.0..=1.0, "probability of a random move (adapt-novelty: at the start); negative: by the formula";
        walk: f64 = 0.01, in 0.0..=1.0, "novelty: probability of any variable of the clause";
    }
}

/// The WalkSAT engine.
#[derive(Debug, Default)]
pub struct WalkSat {
    options: WalkSatOptions,
    counters: WalkCounters,
    reached: Reached,
}

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

/// Noise for formulas of one clause length, after the literature, and for others. Thousands of flips to a solution of
/// report 002's three sudoku by noise 0.03, 0.06, 0.1, 0.15, 0.2 (medians of 20 seeds): 7, 7, 10, 32, 437; 7, 14, 13, 24,
/// 207; 21, 24, 24, 30, 52. Above 0.1 it is too much; the literature's 0.1 stays.
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

impl WalkSat {
    fn noise(&self, problem: &Problem) -> f64 {
        let WalkSatOptions { rule, noise, .. } = self.options;
        if noise < 0.0 { default_noise(rule, problem) } else { noise }
    }

    fn run<T: Tally>(run: Run<'_, '_>, problem: &Problem, options: &WalkSatOptions, noise: f64) -> Verdict {
        let manner = match options.rule {
            Rule::Skc => return run.drive(problem, Focused::new(Cached::<T>::new(problem), Skc { noise })),
            Rule::Novelty => Manner::Fixed,
            Rule::AdaptNovelty => Manner::Adaptive,
            Rule::Basic => Manner::Basic,
        };
        run.drive(problem, Novelty::<T>::new(problem, manner, noise, options.walk))
    }
}

impl Engine for WalkSat {
    fn name(&self) -> &'static str {
        "walksat"
    }

    fn about(&self) -> &'static str {
        "local search, a variable of a false clause greedily or at random (WalkSAT, Novelty+); never proves UNSAT"
    }

    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        let options = self.options.clone();
        let schedule = Schedule { seed: options.seed, max_flips: options.max_flips, restarts: options.restarts };
        let (mut counters, mut reached) = (WalkCounters::default(), None);
        let mut run = Run { schedule, limits, observer, counters: &mut counters, reached: &mut reached };
        let verdict = match run.prepare(formula) {
            Err(verdict) => verdict,
            Ok(problem) => {
                let noise = self.noise(&problem);
                if options.rule == Rule::Skc && Others::fit(&problem) {
                    run.drive(&problem, Focused::new(Scan::new(&problem), Skc { noise }))
                } else if Packed::fits(&problem) {
                    WalkSat::run::<Packed>(run, &problem, &options, noise)
                } else {
                    WalkSat::run::<Wide>(run, &problem, &options, noise)
                }
            }
        };
        (self.counters, self.reached) = (counters, reached);
        verdict
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
