//! Squares as text.

use super::Square;
use std::fmt;

impl Square {
    /// The square on one line: cells separated by blanks, rows by `/`.
    pub fn to_line(&self) -> String {
        self.to_string().trim_end().replace('\n', "/")
    }
}

/// A row on each line, all cells as wide as the largest number.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.size.to_string().len();
        for row in self.cells.chunks(self.size) {
            for (column, value) in row.iter().enumerate() {
                let text = value.map_or("_".to_string(), |value| (value + 1).to_string());
                write!(f, "{}{text:>width$}", if column > 0 { " " } else { "" })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
