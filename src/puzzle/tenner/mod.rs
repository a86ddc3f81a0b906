//! Tenner grids: rows of ten different digits, touching cells differ, columns have sums.
//!
//! Read in the report's frame (`| 7  0 -1 ...|`), as plain rows of numbers with the sums last, as JSON (one puzzle or a
//! collection), as the Python tuple of course material, and one a line (`704_29_518/2_50...=9,9,13`).

pub mod draw;
mod generate;
mod read;

pub use generate::generate;

use crate::csp::pose::{self, PoseError};
use crate::csp::{Method, Outcome, Problem, Search};
use crate::limits::{Limits, Stop};
use serde_json::Value;
use std::fmt;

/// How many digits there are: 0 to 9.
pub const DIGITS: usize = 10;

/// A grid. Cells stand row by row; `None` is blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Columns, 1 to 10.
    pub columns: usize,
    /// The cells.
    pub cells: Vec<Option<u8>>,
    /// The columns' sums; `None` where a sum is not told.
    pub sums: Vec<Option<u32>>,
}

/// A rule that a filled grid breaks. Places count from 0 here and are shown from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The answer has another shape than the puzzle.
    Shape,
    /// A given cell was changed.
    Changed((usize, usize)),
    /// A sum was changed.
    ChangedSum(usize),
    /// A cell is blank.
    Blank((usize, usize)),
    /// A row holds this digit twice, the second time here.
    Row((usize, usize), u8),
    /// This cell equals one that touches it in the row above.
    Touching((usize, usize), u8),
    /// A column's digits sum to the second number instead of the first.
    Sum(usize, u32, u32),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |&(row, column): &(usize, usize)| format!("row {}, column {}", row + 1, column + 1);
        match self {
            Fault::Shape => f.write_str("the answer has another shape than the puzzle"),
            Fault::Changed(cell) => write!(f, "{}: the puzzle's digit was changed", place(cell)),
            Fault::ChangedSum(column) => write!(f, "column {}: the puzzle's sum was changed", column + 1),
            Fault::Blank(cell) => write!(f, "{}: blank", place(cell)),
            Fault::Row(cell, digit) => write!(f, "{}: a second {digit} in its row", place(cell)),
            Fault::Touching(cell, digit) => {
                write!(f, "{}: the {digit} touches a {digit} in the row above", place(cell))
            }
            Fault::Sum(column, asked, there) => {
                write!(f, "column {}: the digits sum to {there} instead of {asked}", column + 1)
            }
        }
    }
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

    /// Checks a filled grid by the rules and its own sums.
    ///
    /// # Errors
    /// The first broken rule.
    pub fn check_filled(&self) -> Result<(), Fault> {
        for (cell, digit) in self.cells.iter().enumerate() {
            let place = self.place(cell);
            let Some(digit) = *digit else { return Err(Fault::Blank(place)) };
            let row = &self.cells[place.0 * self.columns..cell];
            if row.contains(&Some(digit)) {
                return Err(Fault::Row(place, digit));
            }
        }
        for (cell, digit) in self.cells.iter().enumerate() {
            if let Some(below) = self.touching_below(cell).find(|&below| self.cells[below] == *digit) {
                return Err(Fault::Touching(self.place(below), digit.unwrap_or(0)));
            }
        }
        for (column, sum) in self.sums.iter().enumerate() {
            let there = self.column_sum(column);
            match sum {
                Some(asked) if *asked != there => return Err(Fault::Sum(column, *asked, there)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks an answer against this puzzle. An answer without sums is taken to mean the puzzle's.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, answer: &Grid) -> Result<(), Fault> {
        if (self.columns, self.cells.len()) != (answer.columns, answer.cells.len()) {
            return Err(Fault::Shape);
        }
        if let Some(cell) = (0..self.cells.len()).find(|&c| self.cells[c].is_some() && self.cells[c] != answer.cells[c])
        {
            return Err(Fault::Changed(self.place(cell)));
        }
        let changed =
            |c: &usize| answer.sums[*c].is_some() && self.sums[*c].is_some() && self.sums[*c] != answer.sums[*c];
        if let Some(column) = (0..self.columns).find(changed) {
            return Err(Fault::ChangedSum(column));
        }
        Grid { sums: self.sums.clone(), ..answer.clone() }.check_filled()
    }

    /// The sum of a column's digits, blanks counting nothing.
    pub fn column_sum(&self, column: usize) -> u32 {
        self.cells.iter().skip(column).step_by(self.columns).flatten().map(|&digit| u32::from(digit)).sum()
    }

    /// This grid with these digits.
    pub fn filled(&self, digits: impl IntoIterator<Item = u8>) -> Grid {
        Grid { cells: digits.into_iter().map(Some).collect(), ..self.clone() }
    }

    /// The grid as a finite-domain problem.
    ///
    /// # Errors
    /// When it is too large.
    pub fn problem(&self) -> Result<Problem, PoseError> {
        pose::tenner(&self.cells, &self.sums)
    }

    /// The grid on one line: rows separated by `/`, `_` for a blank, then `=` and the sums separated by commas.
    pub fn to_line(&self) -> String {
        let mut line = String::new();
        for (cell, digit) in self.cells.iter().enumerate() {
            if cell > 0 && cell % self.columns == 0 {
                line.push('/');
            }
            line.push(digit.map_or('_', |digit| char::from(b'0' + digit)));
        }
        let sums: Vec<String> = self.sums.iter().map(|sum| sum.map_or("_".into(), |sum| sum.to_string())).collect();
        line.push('=');
        line.push_str(&sums.join(","));
        line
    }

    /// Reads what [`Grid::to_line`] writes.
    pub fn from_line(line: &str) -> Option<Grid> {
        read::one_line(1, line).ok()
    }

    /// The grid as JSON, as puzzle collections hold it.
    pub fn to_json(&self, solution: Option<&Grid>) -> Value {
        let rows = |grid: &Grid| -> Value {
            grid.cells
                .chunks(grid.columns)
                .map(|row| row.iter().map(|&digit| Value::from(digit)).collect::<Value>())
                .collect()
        };
        let mut object = serde_json::json!({
            "columns": self.columns,
            "rows": self.rows(),
            "target_sums": self.sums,
            "initial_grid": rows(self),
        });
        if let (Some(solution), Some(map)) = (solution, object.as_object_mut()) {
            map.insert("solution".into(), rows(solution));
        }
        object
    }

    /// Solutions one after another by forward checking, up to `limit`.
    ///
    /// # Errors
    /// When the limits run out, or (`Memory`) the grid is too large to be posed.
    pub fn solutions(&self, limit: usize, limits: &Limits) -> Result<Vec<Grid>, Stop> {
        let problem = self.problem().map_err(|_| Stop::Memory)?;
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

/// The report's text: `%2d ` for each cell between bars, the sums in the last line.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(self.columns) {
            f.write_str("|")?;
            for digit in row {
                write!(f, "{:2} ", digit.map_or(-1, i32::from))?;
            }
            f.write_str("|\n")?;
        }
        f.write_str("|")?;
        for sum in &self.sums {
            write!(f, "{:2} ", sum.map_or(-1, i64::from))?;
        }
        f.write_str("|\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "| 7  0  4 -1  2  9 -1  5  1  8 |\n| 2 -1  5  0  6  4 -1 -1 -1 -1 |\n\
                          | 0  8  4 -1 -1  1  9  5 -1  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n";

    #[test]
    fn the_reports_frame_round_trips_and_solves() {
        let grid = Grid::parse(SAMPLE).expect("a grid");
        assert_eq!(grid.to_string(), SAMPLE);
        assert_eq!(Grid::from_line(&grid.to_line()), Some(grid.clone()));
        let solutions = grid.solutions(3, &Limits::none()).expect("no limit");
        assert_eq!(solutions.len(), 1);
        assert_eq!(grid.check(&solutions[0]), Ok(()));
        let mut wrong = solutions[0].clone();
        wrong.cells.swap(3, 6);
        assert!(matches!(grid.check(&wrong), Err(Fault::Touching(..) | Fault::Sum(..))));
        wrong.cells[1] = Some(7);
        assert_eq!(grid.check(&wrong), Err(Fault::Changed((0, 1))));
    }
}
