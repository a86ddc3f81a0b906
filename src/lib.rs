//! A SAT solver toolkit: see the README for what it does.
#![doc = include_str!("README.md")]

pub mod cnf;
pub mod engine;
pub mod limits;
pub mod local;
pub mod proof;
pub mod util;
