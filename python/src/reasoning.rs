//! Questions about a formula: how many models, which literals in all of them, which clauses contradict each other.

use crate::formula;
use crate::literals;
use crate::running::run;
use gemsat::cnf::Var;
use gemsat::reason::Incremental;
use gemsat::reason::backbone::backbone as find_backbone;
use gemsat::reason::count::{CountOptions, Question, count};
use gemsat::reason::muses::{Found, Grouped, minimal, smallest};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// The exact number of models, of all variables of the formula or as far as those of projection tell models apart.
///
/// Raises TimeoutError after time_limit seconds.
///
/// >>> gemsat.count_models([[1, 2], [-1, 3]])
/// 4
#[pyfunction]
#[pyo3(signature = (formula, projection=None, time_limit=None))]
pub fn count_models<'py>(
    py: Python<'py>,
    formula: &Bound<'_, PyAny>,
    projection: Option<&Bound<'_, PyAny>>,
    time_limit: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let formula = formula::any(formula)?;
    let show = projection.map(literals::vars).transpose()?;
    let question = Question { show, weights: Vec::new() };
    let counted =
        run(py, time_limit, |limits| match count(&formula, &question, &CountOptions::default(), limits, None) {
            Ok(counted) => counted.stopped.map_or(Ok(Ok(counted.whole().cloned())), Err),
            Err(error) => Ok(Err(error)),
        })?;
    let whole = counted.map_err(|error| PyOSError::new_err(error.to_string()))?;
    literals::whole(py, &whole.unwrap_or_default())
}

/// The literals that are true in every model; None when there is no model.
///
/// >>> gemsat.backbone([[1], [-1, -2], [3, 4]])
/// [1, -2]
#[pyfunction]
#[pyo3(signature = (formula, time_limit=None))]
pub fn backbone(py: Python<'_>, formula: &Bound<'_, PyAny>, time_limit: Option<f64>) -> PyResult<Option<Vec<i32>>> {
    let formula = formula::any(formula)?;
    let found = run(py, time_limit, |limits| {
        let vars: Vec<Var> = (0..formula.num_vars()).map(Var::new).collect();
        find_backbone(&mut Incremental::new(&formula), &vars, limits)
    })?;
    Ok(found.map(literals::numbers))
}

/// The indices of a minimal set of clauses that have no model together (a MUS), or of a smallest one; None when the formula
/// has a model.
///
/// >>> gemsat.mus([[1], [2], [-1]])
/// [0, 2]
#[pyfunction]
#[pyo3(signature = (formula, smallest=false, time_limit=None))]
pub fn mus(
    py: Python<'_>,
    formula: &Bound<'_, PyAny>,
    smallest: bool,
    time_limit: Option<f64>,
) -> PyResult<Option<Vec<u32>>> {
    let grouped = Grouped::by_clause(formula::any(formula)?);
    let ask = if smallest { self::smallest } else { minimal };
    run(py, time_limit, |limits| match ask(&grouped, limits) {
        Found::Core(subset) => subset.stopped.map_or(Ok(Some(subset.groups)), Err),
        Found::Satisfiable(_) => Ok(None),
        Found::Stopped(stop) => Err(stop),
    })
}
