//! Why a grid has no solution, or why a cell holds its digit: givens and sums as assumptions.

use super::encode::{Switched, literal};
use super::{DIGITS, Grid};
use crate::cnf::Lit;
use crate::limits::{Limits, Stop};
use crate::reason::Oracle;
use crate::reason::core::{Why, why};

/// A clue of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clue {
    /// The digit that is given in this cell.
    Given(usize),
    /// The sum of this column.
    Sum(usize),
}

/// Why the grid has no solution or, where it has one, why `cell` holds its digit; [`digit`] reads it off the literal.
/// The oracle holds the clauses of `switched`.
///
/// # Errors
/// The limit that ran out before it was known which of these is the case.
pub fn explain(
    grid: &Grid,
    switched: &Switched,
    cell: Option<usize>,
    oracle: &mut dyn Oracle,
    limits: &Limits,
) -> Result<Why<Clue>, Stop> {
    let switches: Vec<Lit> = switched.sums.iter().chain(&switched.givens).map(|&(_, switch)| switch).collect();
    let digits = |cell: usize| (0..DIGITS).map(move |digit| literal(grid, cell, digit));
    let about: Vec<Lit> = cell.into_iter().flat_map(digits).collect();
    let why = why(oracle, &switches, &about, limits)?;
    let givens = switched.givens.iter().map(|&(cell, switch)| (switch, Clue::Given(cell)));
    Ok(why.named(givens.chain(switched.sums.iter().map(|&(column, switch)| (switch, Clue::Sum(column))))))
}

/// The digit that a literal of [`explain`] stands for.
pub fn digit(lit: Lit) -> usize {
    lit.var().index() % DIGITS
}
