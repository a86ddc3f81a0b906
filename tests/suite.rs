//! Integration tests, one binary.

mod cdcl;
mod checking;
mod classic;
mod coloring;
mod command;
#[cfg(target_os = "linux")]
mod compare;
mod corpus;
mod gems;
mod local;
mod probing;
mod queens;
mod reading;
mod sudoku;
mod tenner;
mod tool;
