//! Integration tests, one binary.
mod coloring;
mod queens;
mod sudoku;
mod tool;

mod checking;
mod classic;
mod command;
#[cfg(feature = "cli")]
mod gems;
mod local;
mod reading;
#[cfg(feature = "cli")]
mod tenner;
