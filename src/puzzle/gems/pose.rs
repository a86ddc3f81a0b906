//! A gem grid as a finite-domain problem.

use super::Board;
use crate::csp::{PoseError, Problem};

/// A gem hunter or minesweeper board: a variable for each unknown cell in row order, 1 a trap and 0 a gem; the cells
/// around a number add up to it. With `total`, exactly this many traps on the whole board. A number that no filling can
/// meet becomes one more variable, last, that has no values.
///
/// # Errors
/// When there are too many cells.
pub fn problem(board: &Board, total: Option<usize>) -> Result<Problem, PoseError> {
    let mut vars = vec![0; board.cells.len()];
    let unknown: Vec<usize> = board.unknown_cells().collect();
    unknown.iter().enumerate().for_each(|(var, &cell)| vars[cell] = var);
    let left = total.map(|total| total.checked_sub(board.given_traps()).filter(|&left| left <= unknown.len()));
    let impossible = left == Some(None) || board.constraints().any(|constraint| constraint.is_impossible());
    let mut problem = Problem::new(unknown.len() + usize::from(impossible), 2)?;
    if impossible {
        (0..2).try_for_each(|value| problem.forbid(unknown.len(), value))?;
        return Ok(problem);
    }
    for constraint in board.constraints() {
        problem.sum(constraint.cells.iter().map(|&cell| vars[cell as usize]), i64::from(constraint.traps))?;
    }
    if let Some(Some(left)) = left {
        problem.sum(0..unknown.len(), left as i64)?;
    }
    Ok(problem)
}
