//! Puzzles as people see them: read, print, check, generate, explain, draw.
//!
//! Every puzzle's tool has the same verbs; what they share stands in [`cli`], and how a solver's answer is read in
//! [`answer`].

pub mod answer;
pub mod chart;
#[cfg(feature = "cli")]
pub mod cli;
pub mod coloring;
pub mod gems;
pub mod play;
#[cfg(feature = "cli")]
pub mod png;
pub mod queens;
pub mod sudoku;
pub mod tenner;
pub mod text;

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
