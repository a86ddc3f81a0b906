//! A sudoku as a finite-domain problem.

use super::Sudoku;
use crate::csp::{PoseError, Problem};

/// A sudoku of any size and variant: rows, columns, boxes or regions, diagonals, cages, givens and excluded digits.
/// Variable `cell` is a cell in reading order; its value is the digit less 1.
///
/// # Errors
/// When there are too many values.
pub fn problem(board: &Sudoku) -> Result<Problem, PoseError> {
    let mut problem = Problem::new(board.num_cells(), board.side())?;
    let given = |&digit: &u16| usize::from(digit).checked_sub(1);
    problem.fix_given(board.givens().iter().map(given))?;
    for &(cell, digit) in board.excluded() {
        problem.forbid(cell, usize::from(digit).checked_sub(1).ok_or(PoseError::OutOfRange)?)?;
    }
    for group in board.groups() {
        problem.all_different(group.cells.iter().copied())?;
    }
    for cage in board.cages() {
        problem.all_different(cage.cells.iter().copied())?;
        problem.sum(cage.cells.iter().copied(), i64::from(cage.sum) - cage.cells.len() as i64)?;
    }
    Ok(problem)
}
