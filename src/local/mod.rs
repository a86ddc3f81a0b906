//! Local search: engines that walk from one complete assignment to the next by inverting single variables.
//!
//! They may find a model, and never prove that there is none: their verdicts are `Sat` and `Unknown`.
//!
//! The way of a run: `problem` simplifies the formula; an engine builds a `walk::Walker` on it, with the clause view of
//! `flips` (true-literal counts kept by increments), `scan` (nothing kept, clauses of at most three literals) or `trios`
//! (the same for searches by gain, clauses of three);
//! `walk` drives it through restarts, limits and observers, and keeps the best assignment (`best`).

pub mod anneal;
mod best;
pub mod ddfw;
mod flips;
mod focused;
pub mod gsat;
mod novelty;
pub mod polish;
mod problem;
pub mod probsat;
mod scan;
mod scores;
mod ternary;
mod trios;
mod view;
mod walk;
pub mod walksat;

use crate::cnf::Assignment;
use crate::util::table::counters;

counters! {
    /// What every local search counts.
    pub struct WalkCounters {
        flips / Second, "variables inverted";
        restarts, "new starts after the first";
        best_falsified, "clauses that the best assignment leaves false";
        visits / Counter("flips"), "clauses visited";
        minima / Percent("flips"), "moves at which no variable improved";
        proposals / Counter("flips"), "moves proposed, accepted or not";
    }
}

/// The best assignment of a run, and how many clauses of the formula as given it leaves false.
type Reached = Option<(Assignment, u64)>;
