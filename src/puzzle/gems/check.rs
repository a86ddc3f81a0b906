//! Whether a filled board keeps its numbers, without a solver.

use super::{Board, Cell};
use crate::util::words::many;
use std::fmt;

/// What is wrong with a filled board. Cells are counted from 0 here and shown from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The answer has other measures than the puzzle.
    Shape {
        /// Rows and columns of the puzzle.
        expected: (usize, usize),
        /// Rows and columns of the answer.
        found: (usize, usize),
    },
    /// A cell of the puzzle was changed.
    Changed((usize, usize)),
    /// A cell is neither trap nor gem.
    Unfilled((usize, usize)),
    /// A number is not met: the cell, what it asks for and what is there.
    Count((usize, usize), u16, u16),
    /// The number of traps on the whole board is not the given one.
    Total(usize, usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |&(row, col): &(usize, usize)| format!("row {}, column {}", row + 1, col + 1);
        match self {
            Fault::Shape { expected, found } => write!(
                f,
                "the answer has {} and {}, the puzzle {} and {}",
                many(found.0, "row"),
                many(found.1, "column"),
                expected.0,
                expected.1
            ),
            Fault::Changed(cell) => write!(f, "{}: the puzzle's cell was changed", place(cell)),
            Fault::Unfilled(cell) => write!(f, "{}: neither trap nor gem", place(cell)),
            Fault::Count(cell, asked, there) => {
                write!(f, "{}: the number {asked} has {} around it", place(cell), many(there, "trap"))
            }
            Fault::Total(asked, there) => write!(f, "the board holds {} instead of {asked}", many(there, "trap")),
        }
    }
}

impl Board {
    /// Checks a filled board by its own numbers, and for this many traps in all if that is known.
    pub fn check_filled(&self, total: Option<usize>) -> Result<(), Fault> {
        for (index, &cell) in self.cells.iter().enumerate() {
            match cell {
                Cell::Unknown => return Err(Fault::Unfilled(self.place(index))),
                Cell::Clue(asked) if self.traps_around(index) != asked => {
                    return Err(Fault::Count(self.place(index), asked, self.traps_around(index)));
                }
                _ => {}
            }
        }
        match total {
            Some(total) if self.given_traps() != total => Err(Fault::Total(total, self.given_traps())),
            _ => Ok(()),
        }
    }

    /// Checks an answer against this puzzle: the same board with every unknown cell filled, every number met.
    ///
    /// A safe cell may show its number instead of a gem, as minesweeper's answers do; that number must be right too.
    ///
    /// # Errors
    /// The first fault, with its cell.
    pub fn check(&self, answer: &Board, total: Option<usize>) -> Result<(), Fault> {
        if (self.rows, self.cols) != (answer.rows, answer.cols) {
            return Err(Fault::Shape { expected: (self.rows, self.cols), found: (answer.rows, answer.cols) });
        }
        for (index, (&mine, &theirs)) in self.cells.iter().zip(&answer.cells).enumerate() {
            let kept = match mine {
                Cell::Unknown => true,
                Cell::Gem => matches!(theirs, Cell::Gem | Cell::Clue(_)),
                Cell::Clue(_) | Cell::Trap => mine == theirs,
            };
            if !kept {
                return Err(Fault::Changed(self.place(index)));
            }
        }
        answer.check_filled(total)
    }
}
