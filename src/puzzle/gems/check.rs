//! Whether a filled board keeps its numbers, without a solver.

use super::{Board, Cell};
use crate::puzzle::Broken;
use crate::puzzle::face::grid_place;
use crate::util::words::many;

impl Board {
    /// Checks a filled board by its own numbers, and for this many traps in all if that is known.
    ///
    /// # Errors
    /// The first cell or number that is wrong, or the total.
    pub fn check_filled(&self, total: Option<usize>) -> Result<(), Broken> {
        for (index, &cell) in self.cells.iter().enumerate() {
            match cell {
                Cell::Unknown => return Err(self.broken(index, "neither trap nor gem")),
                Cell::Clue(asked) if self.traps_around(index) != asked => {
                    let there = many(self.traps_around(index), "trap");
                    return Err(self.broken(index, &format!("the number {asked} has {there} around it")));
                }
                _ => {}
            }
        }
        match total {
            Some(total) if self.given_traps() != total => {
                let there = many(self.given_traps(), "trap");
                Err(Broken::whole(format!("the board holds {there} instead of {total}")))
            }
            _ => Ok(()),
        }
    }

    /// Checks an answer against this puzzle: the same board with every unknown cell filled, every number met.
    ///
    /// A safe cell may show its number instead of a gem, as minesweeper's answers do; that number must be right too.
    ///
    /// # Errors
    /// The first cell or number that is wrong, or the total.
    pub fn check(&self, answer: &Board, total: Option<usize>) -> Result<(), Broken> {
        if (self.rows, self.cols) != (answer.rows, answer.cols) {
            let (rows, cols) = (many(answer.rows, "row"), many(answer.cols, "column"));
            let what = format!("the answer has {rows} and {cols}, the puzzle {} and {}", self.rows, self.cols);
            return Err(Broken::whole(what));
        }
        for (index, (&mine, &theirs)) in self.cells.iter().zip(&answer.cells).enumerate() {
            let kept = match mine {
                Cell::Unknown => true,
                Cell::Gem => matches!(theirs, Cell::Gem | Cell::Clue(_)),
                Cell::Clue(_) | Cell::Trap => mine == theirs,
            };
            if !kept {
                return Err(self.broken(index, "the puzzle's cell was changed"));
            }
        }
        answer.check_filled(total)
    }

    /// What is wrong in a cell.
    fn broken(&self, cell: usize, what: &str) -> Broken {
        Broken::at(cell, format!("{}: {what}", grid_place(cell, self.cols)))
    }
}
