//! Questions about a formula: how many models, which literals in all of them, which clauses contradict each other.

use crate::formula::{self, Cnf};
use crate::literals;
use crate::running::run;
use gemsat::cnf::Var;
use gemsat::reason::backbone::common_to_models;
use gemsat::reason::count::{CountOptions, CountQuestion, Drawn, Posed, Sampler, count};
use gemsat::reason::muses::{Found, Grouped, minimal, smallest};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// The exact number of models, of all variables of the formula or as far as those of projection tell models apart.
///
/// Without a projection a CNF is counted as its comments ask ("c p show", "c p weight", "c t"): with weights, the sum
/// of the models' weights is a Fraction. What could be taken in another way is said by a warning.
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
    let (question, weighted) = match (projection, formula.cast::<Cnf>()) {
        (Some(vars), _) => (CountQuestion { show: Some(literals::vars(vars)?), weights: Vec::new() }, false),
        (None, Ok(cnf)) => asked(cnf)?,
        (None, Err(_)) => (CountQuestion::default(), false),
    };
    let formula = formula::any(formula)?;
    let counted =
        run(py, time_limit, |limits| match count(&formula, &question, &CountOptions::default(), limits, None) {
            Ok(counted) => counted.stopped.map_or(Ok(Ok(counted.value)), Err),
            Err(error) => Ok(Err(error)),
        })?;
    let value = counted.map_err(|error| PyOSError::new_err(error.to_string()))?;
    let (numerator, denominator) = value.parts();
    let numerator = literals::whole(py, numerator)?;
    if !weighted {
        return Ok(numerator);
    }
    py.import("fractions")?.getattr("Fraction")?.call1((numerator, literals::whole(py, denominator)?))
}

/// Bytes that the nodes of a count may take when models are drawn, and its cache as many.
const CIRCUIT_BYTES: usize = 1 << 30;

/// This many random models, each as likely as every other; the same one may come again. None when there is no model.
///
/// With a projection, or with "c p show" in a CNF's comments, these are the values of its variables, and each of them
/// that some model has is as likely as every other. The models are counted first: MemoryError when that takes too much.
///
/// Raises TimeoutError after time_limit seconds, and ValueError where models have weights.
///
/// >>> sorted(map(tuple, gemsat.sample_models([[1], [-1, 2]], 2)))
/// [(1, 2), (1, 2)]
#[pyfunction]
#[pyo3(signature = (formula, number=1, projection=None, seed=0, time_limit=None))]
pub fn sample_models(
    py: Python<'_>,
    formula: &Bound<'_, PyAny>,
    number: usize,
    projection: Option<&Bound<'_, PyAny>>,
    seed: u64,
    time_limit: Option<f64>,
) -> PyResult<Option<Vec<Vec<i32>>>> {
    let shown = match (projection, formula.cast::<Cnf>()) {
        (Some(vars), _) => Some(literals::vars(vars)?),
        (None, Ok(cnf)) => match asked(cnf)? {
            (_, true) => return Err(PyValueError::new_err("models are drawn without weights")),
            (question, false) => question.show,
        },
        (None, Err(_)) => None,
    };
    let mut formula = formula::any(formula)?;
    shown.iter().flatten().for_each(|var| formula.declare_vars(var.index() + 1));
    let shown = shown.unwrap_or_else(|| (0..formula.num_vars()).map(Var::new).collect());
    let drawn = run(py, time_limit, |limits| {
        let Some(mut sampler) = Sampler::new(&formula, &shown, CIRCUIT_BYTES, seed, limits)? else {
            return Ok(Ok(None));
        };
        let mut models = Vec::new();
        for _ in 0..number {
            match sampler.draw(limits) {
                Drawn::Model(model) => {
                    models.push(literals::numbers(shown.iter().map(|&var| var.lit(model.value(var)))));
                }
                Drawn::Stopped(stop) => return Err(stop),
                Drawn::Wrong => return Ok(Err("what was drawn is no model; please report this")),
            }
        }
        Ok(Ok(Some(models)))
    })?;
    drawn.map_err(PyRuntimeError::new_err)
}

/// What the comments of a formula ask, and whether models have weights.
fn asked(cnf: &Bound<'_, Cnf>) -> PyResult<(CountQuestion, bool)> {
    let py = cnf.py();
    let mut cnf = cnf.try_borrow_mut()?;
    let asked = cnf.asked(py)?;
    let Posed { kind, question, remarks } =
        CountQuestion::posed(&asked, cnf.source()).map_err(|error| PyValueError::new_err(error.to_string()))?;
    for remark in remarks {
        py.import("warnings")?.call_method1("warn", (format!("{}: {remark}", cnf.source()),))?;
    }
    Ok((question, kind.is_weighted()))
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
        let mut found = common_to_models(&formula, &vars, false, limits, |_| {});
        found.certain.sort_unstable();
        found.stopped.map_or(Ok(found.satisfiable.filter(|&is| is).map(|_| found.certain)), Err)
    })?;
    Ok(found.map(literals::numbers))
}

/// The indices of a minimal set of clauses that have no model together (a MUS), or of a smallest one; None when the
/// formula has a model.
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
    let ask =
        |limits: &_| if smallest { self::smallest(&grouped, limits, &mut |_| {}) } else { minimal(&grouped, limits) };
    run(py, time_limit, |limits| match ask(limits) {
        Found::Core(subset) => subset.stopped.map_or(Ok(Some(subset.groups)), Err),
        Found::Satisfiable(_) => Ok(None),
        Found::Stopped(stop) => Err(stop),
    })
}
