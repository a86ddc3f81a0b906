//! The registry of engines, and those that fit one readable file each.
//!
//! From the simplest on: brute force, backtracking (both keep nothing that they have found out), DPLL (adds unit
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

use crate::engine::Engine;

/// A registry row: a name and how to make the engine.
type Registered = (&'static str, fn() -> Box<dyn Engine>);

/// All engines by name, in the order in which help lists them.
const ENGINES: &[Registered] = &[
    ("cdcl", || Box::new(cdcl::Cdcl::default())),
    ("brute", || Box::new(brute::Brute::default())),
    ("backtracking", || Box::new(backtracking::Backtracking::default())),
    ("dpll", || Box::new(dpll::Dpll::default())),
    ("astar", || Box::new(astar::AStar::default())),
    ("gsat", || Box::new(crate::local::gsat::Gsat::default())),
    ("walksat", || Box::new(crate::local::walksat::WalkSat::default())),
    ("probsat", || Box::new(crate::local::probsat::ProbSat::default())),
    ("ddfw", || Box::new(crate::local::ddfw::Ddfw::default())),
    ("annealing", || Box::new(crate::local::anneal::Annealing::default())),
    ("auto", || Box::new(auto::Auto::default())),
];

/// The names of all engines.
pub fn names() -> impl Iterator<Item = &'static str> {
    ENGINES.iter().map(|&(name, _)| name)
}

/// The engine with this name, with its default options.
pub fn by_name(name: &str) -> Option<Box<dyn Engine>> {
    ENGINES.iter().find(|&&(known, _)| known == name).map(|&(_, make)| make())
}
