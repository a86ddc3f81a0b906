//! The map of variables: internal variables and user variables that have one are each other's images.

use super::{Broken, ensure};
use crate::cdcl::Solver;
use crate::cnf::Var;

pub(super) fn check(solver: &Solver) -> Result<(), Broken> {
    let external = &solver.db.external;
    for var in (0..external.internal_vars()).map(Var::new) {
        let user = external.user_lit(var.pos());
        let back = external.internal_lit(user);
        ensure(back == Some(var.pos()), || format!("{var:?} is the user's {user:?}, which is {back:?}"))?;
    }
    let users = (0..external.user_vars()).map(Var::new);
    let mapped = users.filter(|user| external.internal_lit(user.pos()).is_some()).count();
    let vars = external.internal_vars();
    ensure(mapped == vars, || format!("{mapped} user variables for {vars} internal ones"))?;
    let (fixed, noted) = (external.removed_fixed_lits().count(), external.removed_fixed());
    ensure(fixed == noted, || format!("{fixed} removed variables are fixed where {noted} are noted"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::broken_by;
    use super::check;
    use crate::order::renumbering::Renumbering;

    #[test]
    fn variables_that_are_renumbered_here_alone_are_found() {
        let broken = broken_by(super::super::tables::check, |solver| {
            let renumbering = Renumbering::new(solver.trail.info.len(), |var| var.index() > 0);
            solver.db.external.renumber(&renumbering, &solver.values, &[]);
            assert_eq!(check(solver), Ok(()), "the map itself is whole");
        });
        assert!(broken.contains("rows"), "{broken}");
    }
}
