//! A SAT solver toolkit: see the README for what it does.
#![doc = include_str!("README.md")]

pub mod cdcl;
pub mod cnf;
pub mod encode;
pub mod engine;
pub mod limits;
#[cfg(feature = "cli")]
pub mod process;
pub mod proof;
pub mod puzzle;
pub mod reason;
pub mod util;
