//! Long clauses: three or more different variables that are in use, and a saved position within the clause.
//!
//! Propagation reads a clause without bounds checks from its size, its saved position and its literals.

use super::{Broken, ensure};
use crate::cdcl::Solver;
use crate::cdcl::state::arena::HEADER;
use crate::cdcl::state::watch::Layout;

pub(super) fn check(solver: &Solver) -> Result<(), Broken> {
    let arena = &solver.db.arena;
    let vars = solver.trail.info.len();
    let mut seen_in = vec![u32::MAX; vars];
    let (mut next, mut kept_words) = (arena.first(), 0);
    while let Some(clause) = next {
        let size = arena.size(clause);
        let end = clause.index() + HEADER + size;
        ensure(size > 2 && end <= arena.words.len(), || format!("{clause:?} has size {size}"))?;
        next = arena.next(clause);
        if arena.garbage(clause) {
            continue;
        }
        kept_words += arena.words_of(clause);
        let saved = arena.words[clause.index() + 1] as usize;
        ensure((2..size).contains(&saved), || format!("{clause:?} of size {size} has saved position {saved}"))?;
        ensure(!arena.is_reason(clause), || format!("{clause:?} is still marked as a reason"))?;
        for lit in arena.lits(clause) {
            ensure(lit.var().index() < vars, || format!("{clause:?} has {lit:?} of {vars} variables"))?;
            let seen = std::mem::replace(&mut seen_in[lit.var().index()], clause.0);
            ensure(seen != clause.0, || format!("{clause:?} has the variable of {lit:?} twice"))?;
            // Elimination deletes redundant clauses with inactive variables before it watches clauses again.
            let forgotten_later = arena.redundant(clause) && solver.layout != Layout::Watched;
            let usable = !solver.statuses.is_inactive(lit.var()) || forgotten_later;
            ensure(usable, || format!("{clause:?} has the inactive {lit:?}"))?;
        }
    }
    let wasted = arena.words.len() - kept_words;
    ensure(wasted == arena.wasted(), || format!("{wasted} words are wasted, not {}", arena.wasted()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::broken_by;
    use super::check;

    #[test]
    fn a_saved_position_beyond_the_clause_is_found() {
        let broken = broken_by(check, |solver| {
            let clause = solver.db.arena.refs().next().expect("a clause");
            solver.db.arena.words[clause.index() + 1] = solver.db.arena.size(clause) as u32;
        });
        assert!(broken.contains("saved position"), "{broken}");
    }

    #[test]
    fn a_repeated_variable_is_found() {
        let broken = broken_by(check, |solver| {
            let clause = solver.db.arena.refs().next().expect("a clause");
            let codes = solver.db.arena.codes_mut(clause);
            codes[0] = codes[1] ^ 1;
        });
        assert!(broken.contains("twice"), "{broken}");
    }
}
