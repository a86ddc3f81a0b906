//! A fair race of solvers over a set of formulas or puzzles: `cnfcompare`.
//!
//! ```text
//! inputs  ->  plan  ->  race  ->  journal  ->  results  ->  table, CSV, JSON, times.txt, plots, page
//! lineup  /              |
//!                        +-- for each run a supervisor and a solver (child, supervisor, tree), then a verdict (judge)
//! ```
//!
//! Each run is a process of its own under limits, measured by the operating system's own accounting. Models are
//! checked; proofs too with `--check-proofs`; an "unsatisfiable" of a formula with a known model is a wrong answer.
//! Each result goes to the journal at once, and all output can be made from the journal alone. What is run comes from
//! the command line alone: a journal says which runs are done, and neither a command nor a path in it is ever used.

pub mod child;
pub mod files;
pub mod forecast;
pub mod inputs;
pub mod inside;
pub mod journal;
pub mod judge;
pub mod lineup;
pub mod machine;
mod measure;
pub mod page;
mod picture;
mod places;
pub mod plan;
pub mod plot;
pub mod race;
pub mod results;
pub mod statistics;
pub mod supervisor;
pub mod table;
pub mod tree;
pub mod verdicts;
