//! Integration tests, one binary.
mod coloring;
mod queens;
mod sudoku;
mod tool;

#[cfg(feature = "cli")]
mod gems;
#[cfg(feature = "cli")]
mod tenner;
