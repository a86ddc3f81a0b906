//! Whether a filled grid keeps the rules and its sums, without a solver.

use super::Grid;
use std::fmt;

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
}
