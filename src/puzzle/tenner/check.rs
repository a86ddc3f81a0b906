//! Whether a filled grid keeps the rules and its sums, without a solver.

use super::Grid;
use crate::puzzle::Broken;
use crate::puzzle::face::grid_place;

impl Grid {
    /// Checks a filled grid by the rules and its own sums.
    ///
    /// # Errors
    /// The first broken rule.
    pub fn check_filled(&self) -> Result<(), Broken> {
        let broken = |cell: usize, what: String| Err(Broken::at(cell, format!("{}: {what}", self.name(cell))));
        for (cell, digit) in self.cells.iter().enumerate() {
            let Some(digit) = *digit else { return broken(cell, "blank".into()) };
            let row = &self.cells[cell / self.columns * self.columns..cell];
            if row.contains(&Some(digit)) {
                return broken(cell, format!("a second {digit} in its row"));
            }
        }
        for (cell, digit) in self.cells.iter().enumerate() {
            if let Some(below) = self.touching_below(cell).find(|&below| self.cells[below] == *digit) {
                let digit = digit.unwrap_or(0);
                return broken(below, format!("the {digit} touches a {digit} in the row above"));
            }
        }
        for (column, sum) in self.sums.iter().enumerate() {
            let there = self.column_sum(column);
            if let Some(asked) = sum.filter(|&asked| asked != there) {
                let column = column + 1;
                return Err(Broken::whole(format!("column {column}: the digits sum to {there} instead of {asked}")));
            }
        }
        Ok(())
    }

    /// Checks an answer against this puzzle. An answer without sums is taken to mean the puzzle's.
    ///
    /// # Errors
    /// The first rule, digit or sum that is not kept.
    pub fn check(&self, answer: &Grid) -> Result<(), Broken> {
        if (self.columns, self.cells.len()) != (answer.columns, answer.cells.len()) {
            return Err(Broken::whole("the answer has another shape than the puzzle"));
        }
        if let Some(cell) = (0..self.cells.len()).find(|&c| self.cells[c].is_some() && self.cells[c] != answer.cells[c])
        {
            return Err(Broken::at(cell, format!("{}: the puzzle's digit was changed", self.name(cell))));
        }
        let changed =
            |c: &usize| answer.sums[*c].is_some() && self.sums[*c].is_some() && self.sums[*c] != answer.sums[*c];
        if let Some(column) = (0..self.columns).find(changed) {
            return Err(Broken::whole(format!("column {}: the puzzle's sum was changed", column + 1)));
        }
        Grid { sums: self.sums.clone(), ..answer.clone() }.check_filled()
    }

    /// A cell's place for people.
    fn name(&self, cell: usize) -> String {
        grid_place(cell, self.columns)
    }
}
