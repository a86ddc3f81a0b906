//! A fair race of solvers over a set of formulas or puzzles: `cnfcompare`.
//!
//! ```text
//! inputs  ->  plan  ->  race  ->  journal  ->  results  ->  table, CSV, JSON, times.txt, plots, page
//! lineup  /              |
//!                        +-- a guard and a solver a run (child, guard, tree), judged (judge)
//! ```
//!
//! Each run is a process of its own under limits and is measured by the operating system's own accounting. Models are
//! checked; proofs too where that is asked for; who says "unsatisfiable" of what has a model is found out. What a run has
//! come to goes to the journal at once, and everything that is shown is made from the journal alone.

pub mod child;
pub mod files;
pub mod forecast;
pub mod guard;
pub mod inputs;
pub mod journal;
pub mod judge;
pub mod lineup;
pub mod machine;
pub mod page;
pub mod plan;
pub mod plot;
pub mod race;
pub mod results;
pub mod statistics;
pub mod table;
pub mod tree;
