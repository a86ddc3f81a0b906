//! Integration tests, one binary.

mod cdcl;
mod checking;
mod circuits;
mod classic;
mod coloring;
mod command;
mod corpus;
mod faults;
mod fuzzed;
mod fuzzing;
mod gems;
mod local;
mod probing;
mod queens;
mod reading;
mod sudoku;
mod tenner;
mod tool;
