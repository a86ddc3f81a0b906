//! The puzzles: each a module with `solve`, `count`, `check` and `draw`, which take and return text as the programs do.

pub mod coloring;
pub mod gems;
pub mod queens;
pub mod sudoku;
pub mod tenner;

use gemsat::cnf::Assignment;
use gemsat::cnf::Formula;
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Stop};
use gemsat::solver::Solver;
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// `ValueError` with what went wrong.
fn invalid(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A model of a formula; `None` when there is none.
fn model(formula: &Formula, limits: &Limits) -> Result<Option<Assignment>, Stop> {
    match Solver::from_formula(formula).solve_limited(limits) {
        Verdict::Sat(model) => Ok(Some(model)),
        Verdict::Unsat => Ok(None),
        Verdict::Unknown(stop) => Err(stop),
    }
}
