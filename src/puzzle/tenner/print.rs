//! Grids as text and JSON.

use super::{Grid, read};
use serde_json::Value;
use std::fmt;

impl Grid {
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
        read::one_line(1, line, &mut Vec::new()).ok()
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
