//! Whether a filled square keeps the rules, without a solver.

use super::Square;
use std::fmt;

/// A rule that a filled square breaks. Places and values count from 0 here and are shown from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The answer has another size than the puzzle.
    Shape,
    /// A given cell was changed.
    Changed((usize, usize)),
    /// A cell is blank.
    Blank((usize, usize)),
    /// A row holds this value twice, the second time here.
    Row((usize, usize), u8),
    /// A column holds this value twice, the second time here.
    Column((usize, usize), u8),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |&(row, column): &(usize, usize)| format!("row {}, column {}", row + 1, column + 1);
        match self {
            Fault::Shape => f.write_str("the answer has another size than the puzzle"),
            Fault::Changed(cell) => write!(f, "{}: the puzzle's number was changed", place(cell)),
            Fault::Blank(cell) => write!(f, "{}: blank", place(cell)),
            Fault::Row(cell, value) => write!(f, "{}: a second {} in its row", place(cell), value + 1),
            Fault::Column(cell, value) => write!(f, "{}: a second {} in its column", place(cell), value + 1),
        }
    }
}

impl Square {
    /// Checks a filled square by the rules.
    ///
    /// # Errors
    /// The first broken rule.
    pub fn check_filled(&self) -> Result<(), Fault> {
        for (cell, value) in self.cells.iter().enumerate() {
            let place = self.place(cell);
            let Some(value) = *value else { return Err(Fault::Blank(place)) };
            if self.cells[place.0 * self.size..cell].contains(&Some(value)) {
                return Err(Fault::Row(place, value));
            }
            if self.cells[..cell].iter().skip(place.1).step_by(self.size).any(|&above| above == Some(value)) {
                return Err(Fault::Column(place, value));
            }
        }
        Ok(())
    }

    /// Checks an answer against this puzzle.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, answer: &Square) -> Result<(), Fault> {
        if self.size != answer.size {
            return Err(Fault::Shape);
        }
        let mut pairs = self.cells.iter().zip(&answer.cells);
        if let Some(cell) = pairs.position(|(given, there)| given.is_some() && given != there) {
            return Err(Fault::Changed(self.place(cell)));
        }
        answer.check_filled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_named() {
        let puzzle = Square::parse("1 _\n_ _\n").expect("a square");
        let fault = |text: &str| puzzle.check(&Square::parse(text).expect("a square"));
        assert_eq!(fault("1 2\n2 1\n"), Ok(()));
        assert_eq!(fault("1\n"), Err(Fault::Shape));
        assert_eq!(fault("2 1\n1 2\n"), Err(Fault::Changed((0, 0))));
        assert_eq!(fault("1 2\n2 _\n"), Err(Fault::Blank((1, 1))));
        assert_eq!(fault("1 1\n2 2\n"), Err(Fault::Row((0, 1), 0)));
        assert_eq!(fault("1 2\n1 2\n"), Err(Fault::Column((1, 0), 0)));
    }
}
