//! Puzzles as people see them: read, print, check, generate, explain, draw.
//!
//! One folder a puzzle: `model` (its data), `read`, `print`, `check`, `encode` (as clauses), `pose` (as a finite-domain
//! problem), `generate`, `explain`, `draw` and `play` (the marks that a search leaves on the picture).

pub mod chart;
pub mod coloring;
pub mod gems;
pub mod latin;
mod marks;
pub mod queens;
pub mod sudoku;
pub mod tenner;
pub(crate) mod text;

use std::fmt;

/// A puzzle's text that cannot be read: where, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl SyntaxError {
    /// An error at this place, both counted from 1.
    pub fn at(line: usize, column: usize, message: impl Into<String>) -> SyntaxError {
        SyntaxError { line, column, message: message.into() }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for SyntaxError {}
