//! Integration tests, one binary.

mod cdcl;
mod checking;
mod circuits;
mod classic;
mod coloring;
mod command;
#[cfg(target_os = "linux")]
mod compare;
mod corpus;
mod csp;
mod directed;
mod faults;
mod finite;
mod fuzzed;
mod fuzzing;
mod gems;
mod judged;
mod local;
mod mutated;
mod observe;
mod probing;
mod queens;
mod reading;
mod simplifying;
mod substitutions;
mod sudoku;
mod symmetry;
mod tenner;
mod tool;
