//! Literals and clauses from Python's integers and iterables.

use gemsat::cnf::{Formula, Lit, ReadOptions, Var};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};

/// The largest variable: as many as the reader of files takes, so that a slip does not allocate gigabytes.
pub const MAX_VAR: u32 = ReadOptions::MAX_VARS;

/// The literal of a DIMACS number.
///
/// # Errors
/// `ValueError` for 0 and beyond [`MAX_VAR`].
pub fn literal(number: i64) -> PyResult<Lit> {
    let lit = i32::try_from(number).ok().and_then(Lit::from_dimacs);
    lit.filter(|_| number.unsigned_abs() <= u64::from(MAX_VAR)).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{number} is no literal: expected an integer other than 0 from -{MAX_VAR} to {MAX_VAR}"
        ))
    })
}

/// The literal that a Python object stands for.
///
/// # Errors
/// `TypeError` for what is no integer, `ValueError` for an integer that is no literal.
pub fn from_python(item: &Bound<'_, PyAny>) -> PyResult<Lit> {
    match item.extract::<i32>() {
        Ok(number) => literal(number.into()),
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyOverflowError>(item.py()) => Err(
            PyValueError::new_err(format!("{item} is no literal: expected an integer from -{MAX_VAR} to {MAX_VAR}")),
        ),
        Err(_) => {
            Err(PyTypeError::new_err(format!("expected a literal (an integer other than 0), found {}", kind(item))))
        }
    }
}

/// The name of an object's type.
pub fn kind(item: &Bound<'_, PyAny>) -> String {
    item.get_type().name().map_or_else(|_| "an object".into(), |name| name.to_string())
}

/// Shows `visit` every item of an iterable; lists and tuples are read without an iterator.
///
/// # Errors
/// `TypeError` with `expected` when the object is not iterable, and what the iterable or `visit` raises.
pub fn for_each<'py>(
    items: &Bound<'py, PyAny>,
    expected: &str,
    mut visit: impl FnMut(&Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    if let Ok(list) = items.cast::<PyList>() {
        return list.iter().try_for_each(|item| visit(&item));
    }
    if let Ok(tuple) = items.cast::<PyTuple>() {
        return tuple.iter().try_for_each(|item| visit(&item));
    }
    let Ok(iterator) = items.try_iter() else {
        return Err(PyTypeError::new_err(format!("expected {expected}, found {}", kind(items))));
    };
    for item in iterator {
        visit(&item?)?;
    }
    Ok(())
}

/// What is expected where a clause is.
const A_CLAUSE: &str = "a clause (an iterable of literals)";

/// Replaces `into` by the literals of a clause.
///
/// # Errors
/// As [`from_python`]; what was read until then stays in `into`.
pub fn read_clause(clause: &Bound<'_, PyAny>, into: &mut Vec<Lit>) -> PyResult<()> {
    into.clear();
    append(clause, A_CLAUSE, into)
}

fn append(items: &Bound<'_, PyAny>, expected: &str, into: &mut Vec<Lit>) -> PyResult<()> {
    for_each(items, expected, |item| {
        into.push(from_python(item)?);
        Ok(())
    })
}

/// The literals of an iterable, none without one.
///
/// # Errors
/// `TypeError` and `ValueError`, as [`from_python`].
pub fn list(items: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Lit>> {
    let mut lits = Vec::new();
    items.map_or(Ok(()), |items| append(items, "an iterable of literals", &mut lits))?;
    Ok(lits)
}

/// The variables of the literals of an iterable.
///
/// # Errors
/// As [`list`].
pub fn vars(items: &Bound<'_, PyAny>) -> PyResult<Vec<Var>> {
    Ok(list(Some(items))?.into_iter().map(Lit::var).collect())
}

/// Adds the clauses of an iterable of iterables to a formula.
///
/// # Errors
/// `TypeError` and `ValueError`, as [`from_python`]; `MemoryError` when there are too many literals.
pub fn read_clauses(clauses: &Bound<'_, PyAny>, formula: &mut Formula) -> PyResult<()> {
    let mut clause = Vec::new();
    for_each(clauses, "an iterable of clauses", |item| {
        read_clause(item, &mut clause)?;
        push(formula, &clause)
    })
}

/// Adds a clause to a formula.
///
/// # Errors
/// `MemoryError` when the formula has too many literals.
pub fn push(formula: &mut Formula, clause: &[Lit]) -> PyResult<()> {
    let too_large = |error: gemsat::cnf::FormulaTooLarge| pyo3::exceptions::PyMemoryError::new_err(error.to_string());
    clause.iter().try_for_each(|&lit| formula.try_push(lit)).map_err(too_large)?;
    formula.try_close().map_err(too_large)
}

/// Python's integer of a number of any size, from its hexadecimal digits: Python reads no more than 4300 decimal ones.
///
/// # Errors
/// `MemoryError`.
pub fn whole<'py>(py: Python<'py>, number: &impl std::fmt::LowerHex) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<PyInt>().call1((format!("{number:x}"), 16))
}

/// The DIMACS numbers of literals.
pub fn numbers(lits: impl IntoIterator<Item = Lit>) -> Vec<i32> {
    lits.into_iter().map(Lit::to_dimacs).collect()
}
