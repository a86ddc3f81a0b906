//! A Latin square as a finite-domain problem.

use super::Square;
use crate::csp::{PoseError, Problem};

/// The rules and the givens. Variable `row * size + column` is a cell.
///
/// # Errors
/// When the square is too large or a value is out of range.
pub fn problem(square: &Square) -> Result<Problem, PoseError> {
    let mut problem = Problem::new(square.cells.len(), square.size)?;
    problem.fix_given(square.cells.iter().map(|cell| cell.map(usize::from)))?;
    for line in square.lines() {
        problem.all_different(line)?;
    }
    Ok(problem)
}
