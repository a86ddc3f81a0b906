//! Local search: engines that walk from one complete assignment to the next by inverting single variables.
//!
//! They may find a model, but never prove that there is none: their verdicts are `Sat` and `Unknown`.
//!
//! `search` is the engine around all of them. It prepares the formula (`problem`) and asks the algorithm for a
//! `walk::Walker`, which keeps the clauses with counts of true literals (`flips`) or without (`scan`, for clauses of at
//! most three literals); `walk` drives it through restarts, limits and observers and keeps the best assignment
//! (`best`). `team` lets several walk at the same time.
//!
//! A new local search is one file with a table of options, a walker and an `impl search::Algorithm`; here a `mod` and a
//! row of [`ENGINES`]; and a paragraph in `docs/engines.md`.

pub(crate) mod anneal;
mod best;
pub(crate) mod ddfw;
mod flips;
mod focused;
pub(crate) mod gsat;
mod novelty;
pub(crate) mod polish;
mod problem;
pub(crate) mod probsat;
mod scan;
mod scores;
mod search;
mod team;
mod ternary;
mod walk;
pub(crate) mod walksat;

use crate::engine::Registered;
use crate::util::table::counters;

/// The local searches, in the order in which help lists them.
pub(crate) const ENGINES: &[Registered] = &[
    ("gsat", || Box::new(gsat::Gsat::default())),
    ("walksat", || Box::new(walksat::WalkSat::default())),
    ("probsat", || Box::new(probsat::ProbSat::default())),
    ("ddfw", || Box::new(ddfw::Ddfw::default())),
    ("annealing", || Box::new(anneal::Annealing::default())),
];

counters! {
    /// What every local search counts.
    pub struct WalkCounters {
        flips / Second, "variables inverted";
        restarts, "tries after the first";
        best_falsified, "clauses that the best assignment leaves false";
        visits / Counter("flips"), "clauses visited";
        minima / Percent("flips"), "moves at which no variable improved";
        proposals / Counter("flips"), "moves proposed, accepted or refused";
    }
}

impl WalkCounters {
    /// The sums of what the threads have counted. The best assignment is that of the best thread.
    fn of_team(threads: &[WalkCounters]) -> WalkCounters {
        let sum = |count: fn(&WalkCounters) -> u64| threads.iter().map(count).sum();
        WalkCounters {
            flips: sum(|thread| thread.flips),
            restarts: sum(|thread| thread.restarts),
            best_falsified: threads.iter().map(|thread| thread.best_falsified).min().unwrap_or(0),
            visits: sum(|thread| thread.visits),
            minima: sum(|thread| thread.minima),
            proposals: sum(|thread| thread.proposals),
        }
    }
}
