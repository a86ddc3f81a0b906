//! Values: those of the trail and no others, and none of an inactive variable.

use super::{Broken, ensure};
use crate::cdcl::Solver;
use crate::cnf::Var;

pub(super) fn check(solver: &Solver) -> Result<(), Broken> {
    let (values, statuses, trail) = (&solver.values, &solver.statuses, &solver.trail);
    let (mut assigned, mut inactive) = (0, 0);
    for var in (0..trail.info.len()).map(Var::new) {
        let (value, negated) = (values.value(var.pos()), values.value(var.neg()));
        ensure((-1..=1).contains(&value) && value == -negated, || format!("{var:?} has values {value}, {negated}"))?;
        ensure(value == 0 || !statuses.is_inactive(var), || format!("{var:?} is inactive and has a value"))?;
        assigned += usize::from(value != 0);
        inactive += usize::from(statuses.is_inactive(var));
    }
    let noted = statuses.inactive();
    ensure(inactive == noted, || format!("{inactive} variables are inactive where {noted} are noted"))?;
    ensure(assigned == trail.lits.len(), || format!("{assigned} variables have values, {} a place", trail.lits.len()))?;
    let without = trail.lits.iter().find(|&&lit| values.value(lit) != 1);
    ensure(without.is_none(), || format!("{without:?} is on the trail but not true"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::broken_by;
    use super::check;
    use crate::cnf::Var;

    #[test]
    fn a_value_without_a_place_on_the_trail_is_found() {
        let broken = broken_by(check, |solver| {
            let free = |&var: &Var| solver.values.value(var.pos()) == 0 && !solver.statuses.is_inactive(var);
            let var = (0..200).map(Var::new).find(free).expect("an unassigned variable");
            solver.values.assign(var.pos());
        });
        assert!(broken.contains("a place"), "{broken}");
    }

    #[test]
    fn a_literal_that_is_true_and_false_is_found() {
        let broken = broken_by(check, |solver| {
            let lit = solver.trail.lits[0];
            solver.values.table[(!lit).index()] = 1;
        });
        assert!(broken.contains("has values"), "{broken}");
    }
}
