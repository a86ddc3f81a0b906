//! All models, as far as some variables distinguish them.
//!
//! What it does: solves, adds a clause that forbids the model's values of the given variables, and solves again. These
//! clauses hold while a variable of their own is assumed; at the end it is made false, so that none of them is left.

use super::oracle::{Oracle, Reply};
use crate::cnf::{Assignment, Lit, Var};
use crate::limits::{Limits, Stop};
use std::ops::ControlFlow;

/// How an enumeration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enumerated {
    /// How many models were seen.
    pub models: u64,
    /// Why there may be more: the visitor broke off (`Ok`), or the limits ran out. `None`: these are all.
    pub stopped: Option<Result<(), Stop>>,
}

impl Enumerated {
    /// Whether all models were seen.
    ///
    /// # Errors
    /// The limit that ran out.
    pub fn all(self) -> Result<bool, Stop> {
        match self.stopped {
            None => Ok(true),
            Some(Ok(())) => Ok(false),
            Some(Err(stop)) => Err(stop),
        }
    }
}

/// Shows `visit` every model, distinguished by `vars` alone, until it stops. Afterwards the oracle has the same models
/// as before, and one variable more, which is false.
///
/// ```
/// use gemsat::{limits::Limits, reason::enumerate::enumerate, solver::Solver};
/// use std::ops::ControlFlow;
///
/// let mut solver = Solver::new();
/// let vars = solver.new_vars(3);
/// solver.add_clause(&vars);
/// for _ in 0..2 {
///     let seen = enumerate(&mut solver, &vars[..2], &Limits::none(), |_| ControlFlow::Continue(()));
///     assert_eq!(seen.models, 4);
/// }
/// ```
pub fn enumerate(
    oracle: &mut dyn Oracle,
    vars: &[Var],
    limits: &Limits,
    visit: impl FnMut(&Assignment) -> ControlFlow<()>,
) -> Enumerated {
    let shown: Vec<Lit> = vars.iter().map(|var| var.pos()).collect();
    oracle.reserve(&shown);
    let switch = oracle.new_var();
    let (mut assumed, limits) = oracle.begin(limits);
    assumed.push(switch.pos());
    let seen = enumerate_under(oracle, &assumed, vars, &limits, visit);
    oracle.add_clause(&[!switch]);
    seen
}

/// Forbids models as long as the last of the assumptions, a switch, is on.
fn enumerate_under(
    oracle: &mut dyn Oracle,
    assumed: &[Lit],
    vars: &[Var],
    limits: &Limits,
    mut visit: impl FnMut(&Assignment) -> ControlFlow<()>,
) -> Enumerated {
    let switch = *assumed.last().expect("the switch");
    let mut models = 0;
    loop {
        let mut model = match oracle.solve_under(assumed, limits) {
            Reply::Sat(model) => model,
            Reply::Unsat(_) => return Enumerated { models, stopped: None },
            Reply::Unknown(stop) => return Enumerated { models, stopped: Some(Err(stop)) },
        };
        models += 1;
        // The switch is nobody's business.
        model.resize(switch.var().index());
        if visit(&model).is_break() {
            return Enumerated { models, stopped: Some(Ok(())) };
        }
        let clause: Vec<Lit> = vars.iter().map(|&var| var.lit(!model.value(var))).chain([!switch]).collect();
        oracle.add_clause(&clause);
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::FromScratch;
    use super::*;
    use crate::cnf::Formula;
    use crate::engines;

    #[test]
    fn models_are_counted_on_the_variables_asked_for() {
        let formula = Formula::from_dimacs_lists(&[&[1, 2], &[3, 4]]);
        let vars: Vec<Var> = (0..2).map(Var::new).collect();
        let oracle = || FromScratch::new(formula.clone(), engines::by_name("dpll").expect("registered"));
        let seen = |vars: &[Var], most| {
            let mut left = most;
            enumerate(&mut oracle(), vars, &Limits::none(), |_| {
                left -= 1;
                if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
        };
        assert_eq!(seen(&vars, 9), Enumerated { models: 3, stopped: None });
        assert_eq!(seen(&vars, 2), Enumerated { models: 2, stopped: Some(Ok(())) });
        let all: Vec<Var> = (0..4).map(Var::new).collect();
        assert_eq!(seen(&all, 10), Enumerated { models: 9, stopped: None });
    }
}
