//! `gemsat.gems`: what it has beside [`super::kind`].

use super::{invalid, taken};
use crate::literals::whole;
use crate::running::run;
use gemsat::puzzle::gems::chances::{Chances, ChancesError, chances};
use gemsat::puzzle::gems::{Board, GemsReadOptions};
use pyo3::prelude::*;

fn counted(py: Python<'_>, text: &str, traps: Option<usize>) -> PyResult<(Board, Chances)> {
    let board = taken(Board::parse(text, GemsReadOptions::default()))?;
    let traps = traps.or(board.mines);
    let counted = run(py, None, |limits| match chances(&board, traps, limits) {
        Err(ChancesError::Stopped(stop)) => Err(stop),
        other => Ok(other),
    })?;
    Ok((board, counted.map_err(invalid)?))
}

/// The number of fillings. ValueError when the board is too entangled to count.
#[pyfunction]
#[pyo3(signature = (text, traps=None))]
pub fn gems_count<'py>(py: Python<'py>, text: &str, traps: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
    whole(py, &counted(py, text, traps)?.1.total)
}

/// For each unknown cell its row and column, from 0, and the probability of a trap there if all fillings are equally
/// likely.
#[pyfunction]
#[pyo3(signature = (text, traps=None))]
pub fn gems_probabilities(py: Python<'_>, text: &str, traps: Option<usize>) -> PyResult<Vec<(usize, usize, f64)>> {
    let (board, chances) = counted(py, text, traps)?;
    let places = board.unknown_cells().map(|cell| board.place(cell));
    Ok(places.zip(&chances.cells).map(|((row, column), chance)| (row, column, chance.probability)).collect())
}
