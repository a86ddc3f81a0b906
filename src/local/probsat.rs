//! ProbSAT: flips a variable of a falsified clause with a probability that falls with what the flip would break.
//!
//! **What it does.** Takes a falsified clause and flips one of its variables with a probability proportional to
//! `f(break)`, where `f` is polynomial, `(eps + break)^-cb`, or exponential, `cb^-break`.
//!
//! **Why it pays.** No other local search that is as simple is as good on uniform random formulas near the threshold.
//!
//! **Schedule and cost.** Breaks are counted afresh when all clauses have at most three literals (`scan.rs`), and
//! updated at each flip otherwise (`flips.rs`). The values of `f` are a table.
//!
//! **References.** Balint, Schöning (SAT'12), with its table of `cb` by clause length; cb between the lengths is
//! interpolated on the mean length, as in Yals and CaDiCaL (Biere).

use super::flips::{Packed, TrueCount, Wide};
use super::focused::{Cached, Chooser, Focused};
use super::problem::Problem;
use super::scan::Scan;
use super::search::{Algorithm, LocalSearch};
use super::ternary::Others;
use super::walk::{Run, Schedule};
use crate::engine::Verdict;
use crate::util::rng::Rng;
use crate::util::table::{choices, options};

choices! {
    /// How the probability falls with the break.
    pub enum Falloff {
        /// Polynomial for clauses of at most three literals, else exponential.
        Auto = "auto",
        /// `(eps + break)^-cb`.
        Poly = "poly",
        /// `cb^-break`.
        Exp = "exp",
    }
}

choices! {
    /// How breaks are computed.
    pub enum Caching {
        /// Counted afresh when all clauses have at most three literals, otherwise updated at each flip.
        Auto = "auto",
        /// Updated at each flip.
        On = "on",
        /// Counted afresh where clauses have at most three literals.
        Off = "off",
    }
}

options! {
    /// Options of [`ProbSat`].
    pub struct ProbSatOptions {
        seed: u64 = 0, "starts the random numbers";
        max_flips: u64 = 0, "flips of one try; 0: no limit";
        restarts: u64 = 0, "tries after the first; 0: no limit";
        falloff: Falloff = Falloff::Auto, "how the probability falls with the break";
        cb: f64 = 0.0, in 0.0..=100.0, "base or exponent of the break; 0: by the mean clause length";
        eps: f64 = 0.9, in 0.001..=100.0, "added to the break in the polynomial form";
        caching: Caching = Caching::Auto, "whether breaks are kept by increments or counted afresh";
    }
}

/// The probSAT engine.
pub(crate) type ProbSat = LocalSearch<ProbSatOptions>;

/// The chance of each break, as a table; it ends where chances no longer differ from the last one's.
#[derive(Debug)]
pub(super) struct Chances(Vec<f64>);

impl Chances {
    pub(super) fn new(problem: &Problem, options: &ProbSatOptions) -> Chances {
        let mean = problem.mean_length();
        let poly = match options.falloff {
            Falloff::Auto => problem.lengths().1 <= 3,
            falloff => falloff == Falloff::Poly,
        };
        let chance: Box<dyn Fn(f64) -> f64> = if poly {
            let cb = if options.cb > 0.0 { options.cb } else { 2.06 };
            let eps = options.eps;
            Box::new(move |breaks| libm::pow(eps + breaks, -cb))
        } else {
            let cb = if options.cb > 0.0 { options.cb } else { exponential_cb(mean) };
            Box::new(move |breaks| libm::pow(cb, -breaks))
        };
        // With chances below the smallest normal number, the sum over a clause could become 0.
        let table = (0..1 << 12).map(f64::from).map(chance).map(|chance| chance.clamp(1e-300, 1e300));
        Chances(table.collect())
    }

    #[inline]
    fn of(&self, breaks: u32) -> f64 {
        self.0[(breaks as usize).min(self.0.len() - 1)]
    }
}

/// `cb` of the exponential form for a mean clause length.
fn exponential_cb(mean: f64) -> f64 {
    const POINTS: [(f64, f64); 6] = [(0.0, 2.0), (3.0, 2.5), (4.0, 2.85), (5.0, 3.7), (6.0, 5.1), (7.0, 5.4)];
    for pair in POINTS.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        if mean <= x1 {
            return y0 + (mean - x0) * (y1 - y0) / (x1 - x0);
        }
    }
    POINTS[POINTS.len() - 1].1
}

impl Chooser for Chances {
    #[inline]
    fn choose(&mut self, breaks: &[u32], rng: &mut Rng) -> usize {
        let sum: f64 = breaks.iter().map(|&breaks| self.of(breaks)).sum();
        let mut rest = rng.unit() * sum;
        for (place, &breaks) in breaks[1..].iter().enumerate() {
            rest -= self.of(breaks);
            if rest < 0.0 {
                return place + 1;
            }
        }
        0
    }
}

impl Algorithm for ProbSatOptions {
    const NAME: &'static str = "probsat";
    const ABOUT: &'static str = "local search, a variable of a false clause by its chance (probSAT): best on random formulas; never proves UNSAT";

    fn schedule(&self) -> Schedule {
        Schedule { seed: self.seed, max_flips: self.max_flips, restarts: self.restarts }
    }

    fn walk(&self, run: Run<'_, '_>) -> Verdict {
        let problem = run.problem;
        let chances = Chances::new(problem, self);
        if self.caching != Caching::On && Others::fit(problem) {
            run.drive(Focused::new(Scan::new(problem), chances))
        } else if Packed::fits(problem) {
            run.drive(Focused::new(Cached::<Packed>::new(problem), chances))
        } else {
            run.drive(Focused::new(Cached::<Wide>::new(problem), chances))
        }
    }
}
