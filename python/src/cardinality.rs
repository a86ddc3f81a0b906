//! Cardinality constraints as clauses.

use crate::formula::Cnf;
use crate::literals;
use gemsat::cnf::{Formula, Lit};
use gemsat::encode::cardinality::{AT_MOST_NAMES, AT_MOST_ONE_NAMES, AtMost, AtMostOne, binomial_clauses};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The most literals that an encoding by subsets may write.
const MAX_LITERALS: u64 = 1 << 30;

/// An encoding by its name; those of at-most-one alone are for `k = 1`.
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

/// Adds "at most `k`".
///
/// # Errors
/// `ValueError` for an unknown encoding, or one that would be too large.
pub fn at_most(formula: &mut Formula, lits: &[Lit], k: usize, encoding: &str) -> PyResult<()> {
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
    match scheme(encoding, lits.len(), k)? {
        Scheme::One(one) => one.exactly(formula, lits),
        Scheme::Count(count) => count.exactly(formula, lits, k),
    }
    Ok(())
}

type Add = fn(&mut Formula, &[Lit], usize, &str) -> PyResult<()>;

fn alone(add: Add, lits: &Bound<'_, PyAny>, k: usize, top: u32, encoding: &str) -> PyResult<Cnf> {
    let lits = literals::list(Some(lits))?;
    if top > literals::MAX_VAR {
        return Err(PyValueError::new_err(format!("expected a variable up to {}, found {top}", literals::MAX_VAR)));
    }
    let mut formula = Formula::new();
    formula.declare_vars(lits.iter().fold(top, |top, lit| top.max(lit.var().to_dimacs() as u32)));
    add(&mut formula, &lits, k, encoding)?;
    Ok(formula.into())
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
pub fn at_most_alone(lits: &Bound<'_, PyAny>, k: usize, top: u32, encoding: &str) -> PyResult<Cnf> {
    alone(at_most, lits, k, top, encoding)
}

/// "At least k of the literals are true" as a CNF; see at_most().
#[pyfunction(name = "at_least")]
#[pyo3(signature = (lits, k, top=0, encoding="auto"))]
pub fn at_least_alone(lits: &Bound<'_, PyAny>, k: usize, top: u32, encoding: &str) -> PyResult<Cnf> {
    alone(at_least, lits, k, top, encoding)
}

/// "Exactly k of the literals are true" as a CNF; see at_most().
#[pyfunction(name = "exactly")]
#[pyo3(signature = (lits, k, top=0, encoding="auto"))]
pub fn exactly_alone(lits: &Bound<'_, PyAny>, k: usize, top: u32, encoding: &str) -> PyResult<Cnf> {
    alone(exactly, lits, k, top, encoding)
}
