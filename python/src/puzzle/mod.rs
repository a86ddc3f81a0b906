//! The puzzles: whatever kind the registry has, in [`kind`], and what is special to some of them.

pub mod coloring;
pub mod gems;
mod graphs;
pub mod kind;
pub mod queens;
pub mod sudoku;

use crate::running::run;
use gemsat::cnf::Assignment;
use gemsat::cnf::Formula;
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Stop};
use gemsat::puzzle::face::{Asking, Unanswered, Values};
use gemsat::puzzle::{Puzzle, Reading, SyntaxError};
use gemsat::reason::Incremental;
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

/// What the cells hold in a solution; `None` when there is none.
fn solved(py: Python<'_>, puzzle: &dyn Puzzle, seconds: Option<f64>) -> PyResult<Option<Values>> {
    let encoding = puzzle.encode(false).map_err(invalid)?;
    let found = run(py, seconds, |limits| model(&encoding.formula, limits))?;
    Ok(found.map(|model| puzzle.decode(&model)))
}

/// The number of solutions, counted up to the limit.
fn counted(py: Python<'_>, puzzle: &dyn Puzzle, limit: u64, seconds: Option<f64>) -> PyResult<u64> {
    let counted = run(py, seconds, |limits| {
        let asking = Asking { oracle: &|formula| Box::new(Incremental::new(formula)), chosen: false, limits };
        let mut found = 0;
        let mut visit = |_: &Values| {
            found += 1;
            found < limit
        };
        match puzzle.each(&asking, &mut visit) {
            Err(Unanswered::Stopped(stop)) => Err(stop),
            Err(Unanswered::Impossible(why)) => Ok(Err(why)),
            Ok(_) => Ok(Ok(found.min(limit))),
        }
    })?;
    counted.map_err(invalid)
}

/// A model of a formula; `None` when there is none.
fn model(formula: &Formula, limits: &Limits) -> Result<Option<Assignment>, Stop> {
    match Solver::from_formula(formula).solve_limited(limits) {
        Verdict::Sat(model) => Ok(Some(model)),
        Verdict::Unsat => Ok(None),
        Verdict::Unknown(stop) => Err(stop),
    }
}
