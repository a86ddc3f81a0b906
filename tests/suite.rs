//! Integration tests, one binary.
mod coloring;
mod queens;
mod sudoku;
mod tool;
