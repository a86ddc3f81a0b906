//! Integration tests, one binary.

mod cdcl;
mod checking;
mod classic;
mod coloring;
mod command;
mod corpus;
mod gems;
mod local;
mod mutated;
mod queens;
mod reading;
mod sudoku;
mod tenner;
mod tool;
