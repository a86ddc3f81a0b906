//! The puzzles: each a module with `solve`, `count`, `check` and `draw`, which take and return text as the programs do.

pub mod coloring;
pub mod gems;
mod graphs;
pub mod queens;
pub mod sudoku;
pub mod tenner;

use gemsat::cnf::Assignment;
use gemsat::cnf::Formula;
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Stop};
use gemsat::puzzle::{Reading, SyntaxError};
use gemsat::solver::Solver;
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::{PyErr, PyResult, Python};
use std::ffi::CString;

/// `ValueError` with what went wrong.
fn invalid(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `UserWarning` for the caller.
pub fn warn(py: Python<'_>, message: &str) -> PyResult<()> {
    let message = CString::new(message.replace('\0', "?")).map_err(invalid)?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)
}

/// What a reader made of a text. Where the text can be read in more than one way, a `UserWarning` says which was taken.
fn taken<P>(reading: Result<Reading<P>, SyntaxError>) -> PyResult<P> {
    let Reading { puzzle, remarks } = reading.map_err(invalid)?;
    Python::attach(|py| remarks.iter().try_for_each(|remark| warn(py, &format!("line {remark}"))))?;
    Ok(puzzle)
}

/// A model of a formula; `None` when there is none.
fn model(formula: &Formula, limits: &Limits) -> Result<Option<Assignment>, Stop> {
    match Solver::from_formula(formula).solve_limited(limits) {
        Verdict::Sat(model) => Ok(Some(model)),
        Verdict::Unsat => Ok(None),
        Verdict::Unknown(stop) => Err(stop),
    }
}
