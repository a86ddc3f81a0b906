//! Integration tests, one binary.

mod cdcl;
mod checking;
mod classic;
mod coloring;
mod command;
#[cfg(target_os = "linux")]
mod compare;
mod corpus;
mod csp;
mod csp_search;
mod documented;
mod examples;
mod families;
mod faults;
mod figures;
mod fuzzed;
mod fuzzing;
mod gates;
mod gems;
mod incremental;
mod inprocessing;
mod layers;
mod local;
mod lucky;
mod mutated;
mod needed_steps;
mod observe;
mod parallel;
mod parity;
mod pictures;
mod plan;
mod printed;
mod queens;
mod query;
mod reading;
mod simplifying;
mod substitutions;
mod sudoku;
mod sudoku_read;
mod support;
mod symmetry;
mod tenner;
mod tools;
#[cfg(target_os = "linux")]
mod walk;
mod wording;
