//! A grid and its rules.

use super::pose;
use crate::csp::{Method, Outcome, Search};
use crate::limits::{Limits, Stop};

/// How many digits there are: 0 to 9.
pub const DIGITS: usize = 10;

/// A grid. Cells stand row by row; `None` is blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Columns: 10 in a grid that is read or made.
    pub columns: usize,
    /// The cells.
    pub cells: Vec<Option<u8>>,
    /// The columns' sums; `None` where a sum is not known.
    pub sums: Vec<Option<u32>>,
}

impl Grid {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// The row and column of a cell, from 0.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The cells of the next row that touch a cell.
    pub fn touching_below(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (row, column) = self.place(cell);
        let (columns, rows) = (self.columns, self.rows());
        let below = (row + 1 < rows).then_some((row + 1) * columns);
        let around = column.saturating_sub(1)..(column + 2).min(columns);
        below.into_iter().flat_map(move |start| around.clone().map(move |c| start + c))
    }

    /// The sum of a column's digits, blanks counting nothing.
    pub fn column_sum(&self, column: usize) -> u32 {
        self.cells.iter().skip(column).step_by(self.columns).flatten().map(|&digit| u32::from(digit)).sum()
    }

    /// This grid with these digits.
    pub fn filled(&self, digits: impl IntoIterator<Item = u8>) -> Grid {
        Grid { cells: digits.into_iter().map(Some).collect(), ..self.clone() }
    }

    /// Solutions one after another by forward checking, up to `limit`.
    ///
    /// # Errors
    /// When the limits run out, or (`Memory`) the grid is too large to be posed.
    pub fn solutions(&self, limit: usize, limits: &Limits) -> Result<Vec<Grid>, Stop> {
        let problem = pose::problem(self).map_err(|_| Stop::Memory)?;
        let mut search = Search::new(&problem, Method::ForwardCheckingMrv);
        let mut found = Vec::new();
        while found.len() < limit {
            match search.next(limits, None) {
                Outcome::Solved(values) => found.push(self.filled(values.into_iter().map(|value| value as u8))),
                Outcome::NoSolution => break,
                Outcome::Unknown(stop) => return Err(stop),
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "| 7  0  4 -1  2  9 -1  5  1  8 |\n| 2 -1  5  0  6  4 -1 -1 -1 -1 |\n\
                          | 0  8  4 -1 -1  1  9  5 -1  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n";

    #[test]
    fn the_reports_frame_round_trips_and_solves() {
        let grid = Grid::parse(SAMPLE).expect("a grid").puzzle;
        assert_eq!(grid.to_string(), SAMPLE);
        assert_eq!(Grid::from_line(&grid.to_line()), Some(grid.clone()));
        let solutions = grid.solutions(3, &Limits::none()).expect("no limit");
        assert_eq!(solutions.len(), 1);
        assert_eq!(grid.check(&solutions[0]), Ok(()));
        let mut wrong = solutions[0].clone();
        wrong.cells.swap(3, 6);
        let broken = grid.check(&wrong).expect_err("two digits changed places").to_string();
        assert!(broken.contains("touches") || broken.contains("sum"), "{broken}");
        wrong.cells[1] = Some(7);
        let broken = grid.check(&wrong).expect_err("a given was changed");
        assert_eq!((broken.cell, broken.what.as_str()), (Some(1), "row 1, column 2: the puzzle's digit was changed"));
    }
}
