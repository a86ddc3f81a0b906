//! The counts of clauses of each kind are right.

use super::{Broken, ensure};
use crate::cdcl::Solver;
use crate::cdcl::database::Population;
use crate::cnf::Lit;

pub(super) fn check(solver: &Solver) -> Result<(), Broken> {
    let (arena, watches) = (&solver.db.arena, &solver.db.watches);
    let mut counted = Population::default();
    for clause in arena.refs() {
        *(if arena.redundant(clause) { &mut counted.redundant } else { &mut counted.irredundant }) += 1;
    }
    for code in 0..watches.spans.len() as u32 {
        let lit = Lit::from_code(code);
        for watch in watches.list(lit).iter().filter(|watch| watch.is_binary() && lit < watch.blocker()) {
            *(if watch.is_redundant_binary() { &mut counted.redundant_binary } else { &mut counted.binary }) += 1;
        }
    }
    let population = solver.db.population();
    ensure(counted == population, || format!("{counted:?} where {population:?} is noted"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::broken_by;
    use super::check;

    #[test]
    fn a_clause_that_is_not_counted_is_found() {
        let broken = broken_by(check, |solver| {
            let clause = solver.db.arena.refs().next().expect("a clause");
            solver.db.arena.set_garbage(clause);
        });
        assert!(broken.contains("Population"), "{broken}");
    }
}
