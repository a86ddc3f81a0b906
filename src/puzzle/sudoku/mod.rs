//! Sudoku of any size and variant: what the tool `sudoku` does, as functions.

pub mod ask;
pub mod check;
pub mod draw;
pub mod generate;
pub mod layouts;
pub mod print;
pub mod read;
