//! Limits, clauses and models of the incremental solver.

use super::*;
use crate::limits::Stop;

#[test]
fn a_terminator_outlives_new_limits() {
    let mut solver = Solver::from_formula(&Formula::from_dimacs_lists(&[&[1, 2]]));
    let terminator = solver.terminator();
    let limits = Limits::none();
    let stop = limits.stop.clone();
    solver.set_limits(limits);
    terminator.raise();
    assert_eq!(solver.solve(), Verdict::Unknown(Stop::Interrupted));
    terminator.lower();
    stop.raise();
    assert_eq!(solver.solve(), Verdict::Unknown(Stop::Interrupted));
    stop.lower();
    assert!(matches!(solver.solve(), Verdict::Sat(_)));
}

#[test]
fn a_whole_clause_may_come_between_the_literals_of_another() {
    let mut solver = Solver::new();
    solver.add(1);
    solver.add_clause([Var::new(1).neg()]);
    solver.add(2);
    solver.add(0);
    assert!(matches!(solver.solve(), Verdict::Sat(_)));
    assert_eq!((solver.value(Var::new(0).pos()), solver.value(Var::new(1).pos())), (Some(true), Some(false)));
}

#[test]
fn the_model_has_all_declared_variables() {
    let mut formula = Formula::from_dimacs_lists(&[&[1, -2]]);
    formula.declare_vars(100);
    let mut solver = Solver::from_formula(&formula);
    solver.assume(Var::new(119).pos());
    let Verdict::Sat(model) = solver.solve() else { panic!("there is a model") };
    assert_eq!(model.len(), 120);
    assert_eq!(solver.model(), Some(&model));
}
