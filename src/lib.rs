//! A SAT solver toolkit: see the README for what it does.
#![doc = include_str!("README.md")]

pub mod cnf;
pub mod encode;
pub mod engine;
pub mod limits;
pub mod proof;
pub mod util;
