//! A SAT solver toolkit: see the README for what it does.
#![doc = include_str!("README.md")]

pub mod astar;
pub mod backtracking;
pub mod brute;
pub mod cdcl;
pub mod check;
pub mod cnf;
pub mod csp;
pub mod dpll;
pub mod engine;
pub mod limits;
pub mod proof;
pub mod solver;
pub mod util;
