//! The registry of engines, and the engines that are simple enough for one readable file each. The rows of the local
//! searches are in `local/mod.rs`.
//!
//! From the simplest on: brute force and backtracking (neither keeps anything that it has found out), DPLL (adds unit
//! propagation and branching rules), A* (best-first search); `auto` chooses an engine by the formula.
//!
//! ```
//! use gemsat::{cnf::Formula, engine::Verdict, engines, limits::Limits};
//!
//! let mut engine = engines::by_name("dpll").expect("a registered name");
//! let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, 2], &[-2]]);
//! assert_eq!(engine.solve(formula, &Limits::none(), None), Verdict::Unsat);
//! for row in engine.counters() {
//!     println!("{}: {}", row.name, row.value);
//! }
//! ```

pub(crate) mod astar;
pub(crate) mod auto;
pub(crate) mod backtracking;
pub mod brute;
pub(crate) mod cdcl;
pub(crate) mod dpll;
pub mod named;
pub mod textbook;

use crate::engine::{Engine, Registered};
use crate::local;

/// The complete engines.
const COMPLETE: &[Registered] = &[
    ("cdcl", || Box::new(cdcl::Cdcl::default())),
    ("brute", || Box::new(brute::Brute::default())),
    ("backtracking", || Box::new(backtracking::Backtracking::default())),
    ("dpll", || Box::new(dpll::Dpll::default())),
    ("astar", || Box::new(astar::AStar::default())),
];

/// The engines that choose another one.
const CHOOSING: &[Registered] = &[("auto", || Box::new(auto::Auto::default()))];

/// All engines by name, in the order in which help lists them.
fn all() -> impl Iterator<Item = &'static Registered> {
    [COMPLETE, local::ENGINES, CHOOSING].into_iter().flatten()
}

/// The names of all engines.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().map(|&(name, _)| name)
}

/// The engine with this name, with its default options.
pub fn by_name(name: &str) -> Option<Box<dyn Engine>> {
    all().find(|&&(known, _)| known == name).map(|&(_, make)| make())
}
