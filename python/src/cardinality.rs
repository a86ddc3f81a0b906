//! Cardinality constraints as clauses.

use crate::formula::Cnf;
use crate::literals;
use gemsat::cnf::{Formula, Lit};
use gemsat::encode::cardinality::{AT_MOST_NAMES, AT_MOST_ONE_NAMES, AtMost, AtMostOne, binomial_clauses};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The most literals that an encoding by subsets may write.
const MAX_LITERALS: u64 = 1 << 30;

/// An encoding by its name; those that only at-most-one has require `k = 1`.
enum Scheme {
    One(AtMostOne),
    Count(AtMost),
}

fn scheme(name: &str, n: usize, k: usize) -> PyResult<Scheme> {
    if k == 1
        && let Some(one) = AtMostOne::by_name(name)
    {
        return Ok(Scheme::One(one));
    }
    let Some(scheme) = AtMost::by_name(name) else {
        let one = AT_MOST_ONE_NAMES.iter().any(|(known, _)| *known == name);
        let names: Vec<&str> = AT_MOST_NAMES.iter().map(|&(name, _)| name).collect();
        let reason = if one { "is for k = 1 alone" } else { "is unknown" };
        return Err(PyValueError::new_err(format!("encoding '{name}' {reason}: expected one of {}", names.join(", "))));
    };
    if scheme == AtMost::Binomial {
        let width = (k + 1).max(n.saturating_sub(k) + 1) as u64;
        let literals =
            binomial_clauses(n, k + 1).max(binomial_clauses(n, (n + 1).saturating_sub(k))).saturating_mul(width);
        if literals > MAX_LITERALS {
            return Err(PyValueError::new_err(format!("'binomial' with {k} of {n} has too many clauses: try 'auto'")));
        }
    }
    Ok(Scheme::Count(scheme))
}

/// The bound of a constraint.
///
/// # Errors `ValueError` for a negative number or one beyond all formulas, `TypeError` for anything but an integer.
pub fn bound(k: &Bound<'_, PyAny>) -> PyResult<usize> {
    let wrong = || PyValueError::new_err(format!("expected a bound of 0 or more, found {k}"));
    match k.extract::<i64>() {
        Ok(number) => usize::try_from(number).map_err(|_| wrong()),
        Err(error) if error.is_instance_of::<PyOverflowError>(k.py()) => Err(wrong()),
        Err(_) => Err(PyTypeError::new_err(format!("expected an integer as bound, found {}", literals::kind(k)))),
    }
}

/// The bound of an "at least" constraint, which may be negative: then it always holds.
///
/// # Errors
/// As [`bound`].
pub fn least(k: &Bound<'_, PyAny>) -> PyResult<usize> {
    if k.extract::<i64>().is_ok_and(|number| number < 0) { Ok(0) } else { bound(k) }
}

/// Declares the variables of literals, so that those which an encoding adds come behind them.
fn reserve(formula: &mut Formula, lits: &[Lit]) {
    lits.iter().for_each(|lit| formula.declare_vars(lit.var().index() + 1));
}

/// Adds "at most `k`".
///
/// # Errors
/// `ValueError` for an unknown encoding, or one that would be too large.
pub fn at_most(formula: &mut Formula, lits: &[Lit], k: usize, encoding: &str) -> PyResult<()> {
    reserve(formula, lits);
    match scheme(encoding, lits.len(), k)? {
        Scheme::One(one) => one.encode(formula, lits),
        Scheme::Count(count) => count.at_most(formula, lits, k),
    }
    Ok(())
}

/// Adds "at least `k`".
///
/// # Errors
/// As [`at_most`].
pub fn at_least(formula: &mut Formula, lits: &[Lit], k: usize, encoding: &str) -> PyResult<()> {
    reserve(formula, lits);
    match scheme(encoding, lits.len(), k)? {
        Scheme::One(_) => formula.add_clause(lits.iter().copied()),
        Scheme::Count(count) => count.at_least(formula, lits, k),
    }
    Ok(())
}

/// Adds "exactly `k`".
///
/// # Errors
/// As [`at_most`].
pub fn exactly(formula: &mut Formula, lits: &[Lit], k: usize, encoding: &str) -> PyResult<()> {
    reserve(formula, lits);
    match scheme(encoding, lits.len(), k)? {
        Scheme::One(one) => one.exactly(formula, lits),
        Scheme::Count(count) => count.exactly(formula, lits, k),
    }
    Ok(())
}

/// A function that adds a constraint.
pub type Add = fn(&mut Formula, &[Lit], usize, &str) -> PyResult<()>;

fn alone(add: Add, lits: &Bound<'_, PyAny>, k: usize, top: u32, encoding: &str) -> PyResult<Cnf> {
    let lits = literals::list(Some(lits))?;
    if top > literals::MAX_VAR {
        return Err(PyValueError::new_err(format!("expected a variable up to {}, found {top}", literals::MAX_VAR)));
    }
    let mut formula = Formula::new();
    formula.declare_vars(top as usize);
    reserve(&mut formula, &lits);
    let first = formula.num_vars();
    add(&mut formula, &lits, k, encoding)?;
    Ok(Cnf::with_auxiliary(formula, first))
}

/// "At most k of the literals are true" as a CNF. New variables come after top and after those of the literals.
///
/// Encodings: auto, binomial, sequential, totalizer, kmodulo, network; for k = 1 also pairwise, product, commander,
/// bitwise, ladder.
///
/// >>> gemsat.at_most([1, 2, 3], 2).clauses
/// [[-1, -2, -3]]
#[pyfunction(name = "at_most")]
#[pyo3(signature = (lits, k, top=0, encoding="auto"))]
pub fn at_most_alone(lits: &Bound<'_, PyAny>, k: &Bound<'_, PyAny>, top: u32, encoding: &str) -> PyResult<Cnf> {
    alone(at_most, lits, bound(k)?, top, encoding)
}

/// "At least k of the literals are true" as a CNF; see at_most().
#[pyfunction(name = "at_least")]
#[pyo3(signature = (lits, k, top=0, encoding="auto"))]
pub fn at_least_alone(lits: &Bound<'_, PyAny>, k: &Bound<'_, PyAny>, top: u32, encoding: &str) -> PyResult<Cnf> {
    alone(at_least, lits, least(k)?, top, encoding)
}

/// "Exactly k of the literals are true" as a CNF; see at_most().
#[pyfunction(name = "exactly")]
#[pyo3(signature = (lits, k, top=0, encoding="auto"))]
pub fn exactly_alone(lits: &Bound<'_, PyAny>, k: &Bound<'_, PyAny>, top: u32, encoding: &str) -> PyResult<Cnf> {
    alone(exactly, lits, bound(k)?, top, encoding)
}
