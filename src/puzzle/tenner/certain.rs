//! The digits that are the same in all solutions of a grid.

use super::{DIGITS, Grid};
use crate::cnf::Var;
use crate::limits::{Limits, Stop};
use crate::reason::Oracle;
use crate::reason::backbone::backbone;

/// The grid with its certain digits filled in; `None` when it has no solution. The oracle holds the clauses of
/// [`encode`](super::encode::encode).
///
/// # Errors
/// The limit that ran out.
pub fn certain(grid: &Grid, oracle: &mut dyn Oracle, limits: &Limits) -> Result<Option<Grid>, Stop> {
    let vars: Vec<Var> = (0..(grid.cells.len() * DIGITS) as u32).map(Var::new).collect();
    let Some(lits) = backbone(oracle, &vars, limits)? else { return Ok(None) };
    let mut certain = grid.clone();
    for lit in lits.into_iter().filter(|lit| lit.is_positive()) {
        certain.cells[lit.var().index() / DIGITS] = Some((lit.var().index() % DIGITS) as u8);
    }
    Ok(Some(certain))
}
