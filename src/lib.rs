//! A SAT solver toolkit: see the README for what it does.
#![doc = include_str!("README.md")]

pub mod astar;
pub mod auto;
pub mod backtracking;
pub mod brute;
pub mod cdcl;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod cnf;
#[cfg(all(feature = "cli", unix))]
pub mod compare;
pub mod csp;
pub mod dpll;
pub mod encode;
pub mod engine;
pub mod limits;
#[cfg(feature = "cli")]
pub mod live;
pub mod local;
pub mod observe;
#[cfg(feature = "cli")]
pub mod output;
#[cfg(feature = "cli")]
pub mod process;
pub mod proof;
pub mod puzzle;
pub mod reason;
pub mod report;
#[cfg(feature = "cli")]
pub mod session;
#[cfg(feature = "cli")]
pub mod signals;
pub mod solver;
pub mod statistics;
pub mod util;
