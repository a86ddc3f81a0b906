//! Simplifying without a search, and the way back: the native part of gemsat/process.py.

use crate::formula::{self, Cnf};
use crate::literals;
use crate::running::run;
use gemsat::cnf::{Assignment, model};
use gemsat::engine::Verdict;
use gemsat::engines;
use gemsat::limits::Stop;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;

/// The formula that is left after some rounds of these techniques, or after some seconds of them; what was removed, as
/// `reconstruct` takes it; and whether a contradiction was not found. The frozen variables can take the same
/// combinations of values as before.
#[pyfunction]
pub fn simplify(
    py: Python<'_>,
    formula: &Bound<'_, PyAny>,
    frozen: &Bound<'_, PyAny>,
    rounds: u32,
    options: HashMap<String, bool>,
    time_limit: Option<f64>,
) -> PyResult<(Cnf, Cnf, bool)> {
    let (mut formula, frozen) = (formula::any(formula)?, literals::vars(frozen)?);
    frozen.iter().for_each(|var| formula.declare_vars(var.index() + 1));
    let mut engine = engines::by_name("cdcl").ok_or_else(|| PyValueError::new_err("no engine simplifies"))?;
    for (name, on) in &options {
        engine
            .set_option(name, if *on { "true" } else { "false" })
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    let (verdict, simplified) =
        run(py, time_limit, |limits| match engine.simplify(formula, &frozen, rounds, limits) {
            Some((verdict, Some(simplified))) => Ok((verdict, simplified)),
            _ => Err(Stop::Memory),
        })?;
    Ok((simplified.formula.into(), simplified.removed.into(), verdict != Verdict::Unsat))
}

/// A model of the formula that was simplified, from a model of what was left and from what was removed. Variables that
/// the model lacks are false where nothing asks for another value.
#[pyfunction]
pub fn reconstruct(model: &Bound<'_, PyAny>, removed: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    let (lits, removed) = (literals::list(Some(model))?, formula::any(removed)?);
    let vars = lits.iter().fold(removed.num_vars(), |most, lit| most.max(lit.var().index() + 1));
    let mut model = Assignment::all_false(vars);
    lits.into_iter().for_each(|lit| model.satisfy(lit));
    model::reconstruct(&mut model, &removed);
    Ok(literals::numbers(model.lits()))
}
