//! Puzzles as people see them: read, print, check, generate, explain, draw.
//!
//! One folder a puzzle: `model` (its data), `read`, `print`, `check`, `encode` (as clauses), `pose` (as a finite-domain
//! problem), `generate`, `explain`, `draw`, `play` (the marks that a search leaves on the picture), `page` (how it is
//! changed on a page) and `face`, through which all other code knows the puzzle: [`face::Puzzle`]. The kinds of puzzles
//! are listed in [`registry`], and nowhere else.

pub mod chart;
pub mod coloring;
pub mod explanation;
pub mod face;
pub mod gems;
pub(crate) mod literal;
mod marks;
pub mod queens;
pub mod registry;
pub mod steps;
pub mod sudoku;
pub mod tenner;
pub(crate) mod text;

pub use face::{Broken, Puzzle};
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

/// What a text was read as.
///
/// No reader guesses: of two readings that are possible and give different puzzles it takes one only with a remark,
/// which programs print and `encode` writes into the formula's comments, and otherwise it refuses the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<P> {
    /// The puzzle, or the puzzles.
    pub puzzle: P,
    /// Which readings were chosen where the text allows more than one; empty if it allows only one.
    pub remarks: Vec<Remark>,
}

impl<P> Reading<P> {
    /// The only possible reading.
    pub fn only(puzzle: P) -> Reading<P> {
        Reading { puzzle, remarks: Vec::new() }
    }

    /// The same remarks about something made from the puzzle.
    pub fn map<Q>(self, change: impl FnOnce(P) -> Q) -> Reading<Q> {
        Reading { puzzle: change(self.puzzle), remarks: self.remarks }
    }
}

/// Which of several possible readings a reader has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line of the text that it is about, from 1.
    pub line: usize,
    /// What the text was taken for, in words such as "'3 2' is taken for a heading: 3 vertices, 2 edges".
    pub message: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}
