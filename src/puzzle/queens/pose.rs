//! Queens as a finite-domain problem.

use super::Queens;
use crate::csp::{PoseError, Problem};

/// A board with its placed queens and blocked squares. Variable `row` has its queen's column as value.
///
/// # Errors
/// When a placed queen is off the board.
pub fn problem(board: &Queens) -> Result<Problem, PoseError> {
    let size = board.size();
    let mut problem = Problem::new(size, size)?;
    for &(row, column) in &board.placed {
        problem.fix(row, column)?;
    }
    problem.all_different(0..size)?;
    problem.all_different_by((0..size).map(|row| (row, row as i64)))?;
    problem.all_different_by((0..size).map(|row| (row, -(row as i64))))?;
    for (row, column) in board.blocked() {
        problem.forbid(row, column)?;
    }
    Ok(problem)
}
