//! The extension stack: each entry is a clause of the user's variables, whose witness is marked, and none waits to be
//! restored.

use super::{Broken, ensure};
use crate::cdcl::Solver;

pub(super) fn check(solver: &Solver) -> Result<(), Broken> {
    let (extension, users) = (&solver.extension, solver.db.external.user_vars());
    ensure(!extension.is_tainted(), || "a tainted entry was not restored".to_owned())?;
    for clause in extension.clauses() {
        ensure(!clause.is_empty(), || "an entry is empty".to_owned())?;
        let known = clause.iter().all(|lit| lit.var().index() < users);
        ensure(known, || format!("{clause:?} has a variable beyond the user's {users}"))?;
        ensure(extension.is_witness(clause[0]), || format!("the witness of {clause:?} is not marked"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::broken_by;
    use super::check;
    use crate::cnf::Var;

    #[test]
    fn an_unknown_variable_and_a_tainted_entry_are_found() {
        let broken = broken_by(check, |solver| {
            assert!(solver.extension.push([Var::new(1000).pos()].into_iter(), 1));
        });
        assert!(broken.contains("beyond"), "{broken}");
        let broken = broken_by(check, |solver| {
            let witness = solver.extension.clauses()[0][0];
            solver.extension.taint(!witness);
        });
        assert!(broken.contains("tainted"), "{broken}");
    }
}
