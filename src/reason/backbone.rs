//! What is certain: the literals that are true in every model.
//!
//! What it does: keeps a list of literals that were true in all models so far and asks for a model in which one of them
//! is false; a model strikes out all on which it differs, a refusal settles the one asked about.
//!
//! References: Janota, Lynce, Marques-Silva, "Algorithms for computing backbones of propositional formulae", AICOM'15.

use super::oracle::{Oracle, Reply};
use crate::cnf::{Lit, Var};
use crate::limits::{Limits, Stop};

/// The literals of `vars` that are true in every model, in the order of `vars`; `None` when there is no model. What is
/// found certain is added to the oracle as a unit clause.
///
/// # Errors
/// When the limits run out.
pub fn backbone(oracle: &mut dyn Oracle, vars: &[Var], limits: &Limits) -> Result<Option<Vec<Lit>>, Stop> {
    let first = match oracle.solve_under(&[], limits) {
        Reply::Sat(model) => model,
        Reply::Unsat(_) => return Ok(None),
        Reply::Unknown(stop) => return Err(stop),
    };
    let mut candidates: Vec<Lit> = vars.iter().map(|&var| var.lit(first.value(var))).collect();
    let mut certain = Vec::new();
    while let Some(lit) = candidates.first().copied() {
        match oracle.solve_under(&[!lit], limits) {
            Reply::Sat(model) => candidates.retain(|&other| model.is_true(other)),
            Reply::Unsat(_) => {
                oracle.add_clause(&[lit]);
                certain.push(lit);
                candidates.remove(0);
            }
            Reply::Unknown(stop) => return Err(stop),
        }
    }
    Ok(Some(certain))
}

#[cfg(test)]
mod tests {
    use super::super::oracle::Resolving;
    use super::*;
    use crate::cnf::Formula;
    use crate::engines;

    #[test]
    fn only_what_every_model_shares_is_certain() {
        let formula = Formula::from_dimacs_lists(&[&[1], &[-1, -2], &[3, 4], &[3, -4]]);
        let vars: Vec<Var> = (0..4).map(Var::new).collect();
        let mut oracle = Resolving::new(formula, engines::by_name("dpll").expect("registered"));
        let expected: Vec<Lit> = [1, -2, 3].into_iter().filter_map(Lit::from_dimacs).collect();
        assert_eq!(backbone(&mut oracle, &vars, &Limits::none()), Ok(Some(expected)));
        oracle.add_clause(&[Var::new(0).neg()]);
        assert_eq!(backbone(&mut oracle, &vars, &Limits::none()), Ok(None));
    }
}
