//! Integration tests, one binary.

mod cdcl;
mod checking;
mod classic;
mod coloring;
mod command;
mod corpus;
mod csp;
mod gems;
mod local;
mod observe;
mod probing;
mod queens;
mod reading;
mod sudoku;
mod tenner;
mod tool;
