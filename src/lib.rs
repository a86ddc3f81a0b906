//! A SAT solver toolkit: see the README for what it does.
#![doc = include_str!("README.md")]

#[cfg(feature = "cli")]
pub mod cli;
pub mod cnf;
pub mod engine;
pub mod limits;
#[cfg(feature = "cli")]
pub mod output;
pub mod proof;
pub mod report;
#[cfg(all(feature = "cli", unix))]
pub mod signals;
pub mod statistics;
pub mod util;
