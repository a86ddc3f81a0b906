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
use gemsat::puzzle::Remark;
use gemsat::solver::Solver;
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;

/// `ValueError` with what went wrong.
fn invalid(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Warns of how a text was read, where it could be read in more than one way.
fn say(py: Python<'_>, remarks: &[Remark]) -> PyResult<()> {
    for remark in remarks {
        let message = std::ffi::CString::new(format!("line {remark}")).map_err(invalid)?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)?;
    }
    Ok(())
}

/// A model of a formula; `None` when there is none.
fn model(formula: &Formula, limits: &Limits) -> Result<Option<Assignment>, Stop> {
    match Solver::from_formula(formula).solve_limited(limits) {
        Verdict::Sat(model) => Ok(Some(model)),
        Verdict::Unsat => Ok(None),
        Verdict::Unknown(stop) => Err(stop),
    }
}
