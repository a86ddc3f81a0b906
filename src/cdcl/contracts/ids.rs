//! Ids of clauses, where the proof needs them: each clause has its own, at most the last that was given. The clauses of
//! rows have none until they are proved.

use super::{Broken, ensure, ensure_unique};
use crate::cdcl::Solver;
use crate::cdcl::database::is_unproved;
use crate::cdcl::state::clause::BinaryIndex;
use crate::cnf::Lit;

pub(super) fn check(solver: &Solver) -> Result<(), Broken> {
    let (db, arena) = (&solver.db, &solver.db.arena);
    if !db.chained() {
        return Ok(());
    }
    let (mut ids, mut indices) = (Vec::new(), Vec::new());
    ids.extend(arena.refs().map(|clause| arena.id(clause)).filter(|&id| !is_unproved(id)));
    for lit in (0..db.watches.spans.len() as u32).map(Lit::from_code) {
        let binaries = db.watches.list(lit).iter().filter(|watch| watch.is_binary() && lit < watch.blocker());
        indices.extend(binaries.map(|watch| u64::from(watch.binary_index().0)));
    }
    ids.extend(indices.iter().map(|&index| db.binary_id(BinaryIndex(index as u32))));
    let fixed = solver.trail.lits.iter().filter(|&&lit| solver.trail.level_of(lit) == 0);
    ids.extend(fixed.map(|lit| solver.unit_ids[lit.var().index()]));
    let last = db.last_id();
    let wrong = ids.iter().find(|&&id| id == 0 || id > last);
    ensure(wrong.is_none(), || format!("a clause has id {wrong:?} where the last is {last}"))?;
    indices.extend(db.free_ids().iter().map(|&index| u64::from(index.0)));
    let none = indices.iter().find(|&&index| index < u64::from(BinaryIndex::FIRST.0));
    ensure(none.is_none(), || format!("the binary clauses have an index {none:?}"))?;
    ensure_unique(&mut indices, "the index of a binary clause")?;
    ensure_unique(&mut ids, "the id")
}

#[cfg(test)]
mod tests {
    use super::super::tests::broken_by;
    use super::check;

    #[test]
    fn an_id_of_two_clauses_is_found() {
        let broken = broken_by(check, |solver| {
            let arena = &mut solver.db.arena;
            let (a, b) = (arena.refs().next().expect("a clause"), arena.refs().last().expect("a clause"));
            let id = arena.id(a);
            arena.set_id(b, id);
        });
        assert!(broken.contains("occurs twice"), "{broken}");
    }

    #[test]
    fn a_unit_without_an_id_is_found() {
        let broken = broken_by(check, |solver| {
            let unit = solver.trail.lits[0];
            solver.unit_ids[unit.var().index()] = 0;
        });
        assert!(broken.contains("has id"), "{broken}");
    }
}
