//! `gemsat.sudoku`: what it has beside [`super::kind`].

use super::{invalid, solved, taken};
use gemsat::puzzle::sudoku::{First, read};
use pyo3::prelude::*;

/// A solution as a list of digits, cell by cell in rows, counted from 0 where the puzzle counts from 0; None when there
/// is none.
#[pyfunction]
#[pyo3(signature = (text, time_limit=None))]
pub fn sudoku_digits(py: Python<'_>, text: &str, time_limit: Option<f64>) -> PyResult<Option<Vec<u16>>> {
    let sudoku = taken(read::read(text, read::SudokuReadOptions::default()))?;
    let from_zero = u16::from(sudoku.notation().first == First::Zero);
    let Some(values) = solved(py, &sudoku, time_limit)? else { return Ok(None) };
    let digits = values.into_iter().map(|value| value.map(|value| value - from_zero)).collect::<Option<Vec<u16>>>();
    digits.map(Some).ok_or_else(|| invalid("a cell of the solution is empty"))
}
