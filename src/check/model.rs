//! Checks models.

use super::fault::{Fault, Refutation};
use crate::cnf::{Formula, Partial};

/// Checks that every clause of the formula has a true literal; variables without a value satisfy nothing.
///
/// # Errors
/// The first clause without one.
pub fn check(formula: &Formula, model: &Partial) -> Result<(), Refutation> {
    let satisfied = |clause: &[_]| clause.iter().any(|&lit| model.value(lit) == Some(true));
    match formula.clauses().position(|clause| !satisfied(clause)) {
        None => Ok(()),
        Some(index) => Err(Refutation::nowhere(Fault::FalseClause(index as u64 + 1))),
    }
}
