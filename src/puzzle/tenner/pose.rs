//! A Tenner grid as a finite-domain problem.

use super::{DIGITS, Grid};
use crate::csp::{PoseError, Problem};

/// The rules, the given digits and the given sums. Variable `row * columns + column` is a cell, its value the digit.
///
/// # Errors
/// When the grid is too large or a digit exceeds 9.
pub fn problem(grid: &Grid) -> Result<Problem, PoseError> {
    let (rows, columns) = (grid.rows(), grid.columns);
    let mut problem = Problem::new(grid.cells.len(), DIGITS)?;
    problem.fix_given(grid.cells.iter().map(|cell| cell.map(usize::from)))?;
    for row in 0..rows {
        problem.all_different((0..columns).map(|column| row * columns + column))?;
    }
    for row in 1..rows {
        for column in 0..columns {
            for above in column.saturating_sub(1)..(column + 2).min(columns) {
                problem.not_equal((row - 1) * columns + above, row * columns + column)?;
            }
        }
    }
    for (column, sum) in grid.sums.iter().enumerate() {
        if let &Some(sum) = sum {
            problem.sum((0..rows).map(|row| row * columns + column), i64::from(sum))?;
        }
    }
    Ok(problem)
}
