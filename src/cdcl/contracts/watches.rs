//! The watch invariant (header of `state/watch.rs`).
//!
//! Every clause is in the lists of two literals, the first two of a long one. If one of these is false and propagated,
//! then the other one or the blocker is true. Lists do not overlap, and holes are counted.

use super::{Broken, ensure};
use crate::cdcl::Solver;
use crate::cdcl::state::watch::Layout;
use crate::cdcl::state::watch::{Watch, Watches};
use crate::cnf::Lit;

pub(super) fn check(solver: &Solver) -> Result<(), Broken> {
    lists_are_apart(&solver.db.watches)?;
    binaries_are_in_both_lists(solver)?;
    match solver.layout {
        Layout::Watched => long_clauses_are_watched(solver)?,
        Layout::Bare => no_long_clause_is_watched(solver)?,
        Layout::Occurring(_) => return Err("clauses are still in the lists of all their literals".to_owned()),
    }
    each_watch(solver).try_for_each(|(lit, watch)| false_literals_are_watched_last(solver, lit, watch))
}

fn each_watch(solver: &Solver) -> impl Iterator<Item = (Lit, Watch)> + '_ {
    let lits = (0..solver.db.watches.spans.len() as u32).map(Lit::from_code);
    lits.flat_map(|lit| solver.db.watches.list(lit).iter().map(move |&watch| (lit, watch)))
}

fn lists_are_apart(watches: &Watches) -> Result<(), Broken> {
    let mut spans: Vec<_> = watches.spans.iter().filter(|span| span.capacity > 0).collect();
    spans.sort_unstable_by_key(|span| span.start);
    let mut end = 0;
    for span in &spans {
        ensure(span.start as usize >= end, || format!("{span:?} begins before {end}, where another list ends"))?;
        ensure(span.len <= span.capacity, || format!("{span:?} is longer than its capacity"))?;
        end = (span.start + span.capacity) as usize;
    }
    let len = watches.buffer.len();
    ensure(end <= len, || format!("a list ends at {end} of {len}"))?;
    let used: usize = spans.iter().map(|span| span.capacity as usize).sum();
    ensure(used + watches.holes == len, || format!("{} holes with {used} of {len} watches in use", watches.holes))
}

fn binaries_are_in_both_lists(solver: &Solver) -> Result<(), Broken> {
    let (mut below, mut above) = (Vec::new(), Vec::new());
    for (lit, watch) in each_watch(solver).filter(|(_, watch)| watch.is_binary()) {
        let other = watch.blocker();
        let usable = other.var().index() < solver.trail.info.len()
            && [lit, other].iter().all(|lit| !solver.statuses.is_inactive(lit.var()));
        ensure(usable && other.var() != lit.var(), || format!("a binary clause of {lit:?} and {other:?}"))?;
        if lit < other {
            below.push((lit, other, watch.data));
        } else {
            above.push((other, lit, watch.data));
        }
    }
    below.sort_unstable();
    above.sort_unstable();
    let differs = below.iter().zip(&above).find(|(a, b)| a != b);
    let both = differs.is_none() && below.len() == above.len();
    ensure(both, || format!("{} and {} binary watches, first different: {differs:?}", below.len(), above.len()))
}

fn no_long_clause_is_watched(solver: &Solver) -> Result<(), Broken> {
    let long = each_watch(solver).find(|(_, watch)| !watch.is_binary());
    ensure(long.is_none(), || format!("a long clause is in a list: {long:?}"))
}

/// The first two literals of each clause have one watch each; garbage may still be watched.
fn long_clauses_are_watched(solver: &Solver) -> Result<(), Broken> {
    let arena = &solver.db.arena;
    let mut watched = vec![0u8; arena.words.len()];
    let mut heads = vec![false; arena.words.len()];
    let mut next = arena.first();
    while let Some(clause) = next {
        heads[clause.index()] = true;
        next = arena.next(clause);
    }
    for (lit, watch) in each_watch(solver) {
        let Some(clause) = watch.long_clause() else { continue };
        let known = heads.get(clause.index()).is_some_and(|&head| head);
        ensure(known, || format!("{lit:?} watches {clause:?}, where no clause begins"))?;
        if arena.garbage(clause) {
            continue;
        }
        let place = (0..2).find(|&place| arena.lit(clause, place) == lit);
        let Some(place) = place else { return Err(format!("{lit:?} is not among the first two of {clause:?}")) };
        let places = &mut watched[clause.index()];
        ensure(*places & 1 << place == 0, || format!("{lit:?} watches {clause:?} twice"))?;
        *places |= 1 << place;
        let blocker = watch.blocker();
        // A blocker that was fixed to false may have been removed from the clause.
        let blocks = blocker != lit
            && (arena.lits(clause).any(|other| other == blocker)
                || solver.values.value(blocker) < 0 && solver.trail.level_of(blocker) == 0);
        ensure(blocks, || format!("{blocker:?} blocks {clause:?} in the list of {lit:?}"))?;
    }
    let unwatched = arena.refs().find(|clause| watched[clause.index()] != 3);
    ensure(unwatched.is_none(), || format!("{unwatched:?} lacks a watch"))
}

/// If the literal is false and propagated, then the blocker or the other watched literal is true.
fn false_literals_are_watched_last(solver: &Solver, lit: Lit, watch: Watch) -> Result<(), Broken> {
    let (values, trail, arena) = (&solver.values, &solver.trail, &solver.db.arena);
    if values.value(lit) >= 0 || trail.position(lit) as usize >= trail.propagated || values.value(watch.blocker()) > 0 {
        return Ok(());
    }
    let satisfied = watch
        .long_clause()
        .is_some_and(|clause| arena.garbage(clause) || (0..2).any(|at| values.value(arena.lit(clause, at)) > 0));
    ensure(satisfied, || format!("{lit:?} is false and propagated, but {watch:?} is neither satisfied nor moved"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::broken_by;
    use super::*;

    /// A long clause whose first literal is unassigned.
    fn a_watch(solver: &Solver) -> (Lit, Watch) {
        each_watch(solver).find(|(_, watch)| !watch.is_binary()).expect("a long clause")
    }

    #[test]
    fn a_missing_watch_is_found() {
        let broken = broken_by(check, |solver| {
            let (lit, watch) = a_watch(solver);
            solver.db.watches.remove(lit, watch);
        });
        assert!(broken.contains("lacks a watch"), "{broken}");
        let broken = broken_by(check, |solver| {
            let (lit, watch) = each_watch(solver).find(|(_, watch)| watch.is_binary()).expect("a binary clause");
            solver.db.watches.remove(lit, watch);
        });
        assert!(broken.contains("binary watches"), "{broken}");
    }

    #[test]
    fn a_watch_of_a_third_literal_is_found() {
        let broken = broken_by(check, |solver| {
            let (_, watch) = a_watch(solver);
            let clause = watch.long_clause().expect("a long clause");
            solver.db.arena.codes_mut(clause).swap(0, 2);
        });
        assert!(broken.contains("first two"), "{broken}");
    }

    #[test]
    fn a_false_watch_of_an_open_clause_is_found() {
        let broken = broken_by(check, |solver| {
            let (lit, watch) = a_watch(solver);
            assert!(solver.values.value(watch.blocker()) == 0);
            solver.decide_lit(!lit);
            solver.trail.propagated = solver.trail.lits.len();
        });
        assert!(broken.contains("false and propagated"), "{broken}");
    }

    #[test]
    fn overlapping_lists_are_found() {
        let broken = broken_by(check, |solver| {
            let (lit, _) = a_watch(solver);
            let span = solver.db.watches.spans[lit.index()];
            solver.db.watches.spans[(!lit).index()] = span;
        });
        assert!(broken.contains("begins before"), "{broken}");
    }
}
