//! The trail: positions, levels and reasons.
//!
//! A literal comes after the other literals of its reason, which are false. Its level is the one that was current when
//! it was assigned, or, on a trail that is not in the order of levels, the highest level of the other literals of its
//! reason. Literals of level 0 are units.

use super::{Broken, ensure};
use crate::cdcl::Solver;
use crate::cdcl::state::clause::{Reason, UnpackedReason};
use crate::cdcl::state::trail::{Info, Level};
use crate::cnf::Lit;

pub(super) fn check(solver: &Solver) -> Result<(), Broken> {
    let trail = &solver.trail;
    let (len, propagated) = (trail.lits.len(), trail.propagated);
    ensure(propagated <= len, || format!("{propagated} of {len} literals are propagated"))?;
    levels_begin_with_their_decisions(solver)?;
    let mut last = 0;
    for (place, &lit) in trail.lits.iter().enumerate() {
        let info = trail.info[lit.var().index()];
        ensure(info.position as usize == place, || format!("{lit:?} is at {place}, not {}", info.position))?;
        ensure(info.level <= trail.level(), || format!("{lit:?} has level {} of {}", info.level, trail.level()))?;
        ensure(trail.unordered || info.level >= last, || format!("{lit:?} has level {} after {last}", info.level))?;
        last = info.level;
        ensure(info.level > 0 || info.reason == Reason::UNIT, || format!("{lit:?} of level 0 is {:?}", info.reason))?;
        reason_implies(solver, lit, info)?;
    }
    Ok(())
}

fn levels_begin_with_their_decisions(solver: &Solver) -> Result<(), Broken> {
    let trail = &solver.trail;
    let mut end = 0;
    for (frame, level) in trail.frames.iter().zip(1..) {
        let start = frame.start as usize;
        ensure((end..=trail.lits.len()).contains(&start), || format!("level {level} begins at {start}"))?;
        end = start;
        let Some(decision) = frame.decision else { continue };
        ensure(trail.lits.get(start) == Some(&decision), || format!("level {level} lacks {decision:?} at {start}"))?;
        let info = trail.info[decision.var().index()];
        let decided = info.level == level && info.reason == Reason::DECISION;
        ensure(decided, || format!("the decision of level {level} has {info:?}"))?;
    }
    Ok(())
}

fn reason_implies(solver: &Solver, lit: Lit, info: Info) -> Result<(), Broken> {
    match info.reason.unpack() {
        UnpackedReason::Unit => ensure(info.level == 0, || format!("the unit {lit:?} has level {}", info.level)),
        UnpackedReason::Decision => {
            let decided = solver.trail.frames[info.level as usize - 1].decision == Some(lit);
            ensure(decided, || format!("{lit:?} is not the decision of level {}", info.level))
        }
        UnpackedReason::Binary(other) => {
            let list = solver.db.watches.list(lit).iter();
            let mut same = list.filter(|watch| watch.is_binary() && watch.blocker() == other);
            let exists = same.any(|watch| watch.binary_index() == info.binary);
            ensure(exists, || format!("there is no binary clause of {lit:?} and its reason {other:?}"))?;
            others_are_false_and_earlier(solver, lit, info, std::iter::once(other))
        }
        UnpackedReason::Long(clause) => {
            let arena = &solver.db.arena;
            ensure(!arena.garbage(clause), || format!("the reason of {lit:?} is garbage"))?;
            let watched = (0..2).any(|place| arena.lit(clause, place) == lit);
            ensure(watched, || format!("{lit:?} is not watched by its reason {clause:?}"))?;
            others_are_false_and_earlier(solver, lit, info, arena.lits(clause).filter(|&other| other != lit))
        }
    }
}

fn others_are_false_and_earlier(
    solver: &Solver,
    lit: Lit,
    info: Info,
    others: impl Iterator<Item = Lit>,
) -> Result<(), Broken> {
    let mut highest: Level = 0;
    for other in others {
        let earlier = solver.values.value(other) < 0 && solver.trail.position(other) < info.position;
        ensure(earlier, || format!("{other:?} in the reason of {lit:?} is not false before it"))?;
        highest = highest.max(solver.trail.level_of(other));
    }
    let right = if solver.trail.unordered { highest == info.level } else { highest <= info.level };
    ensure(right, || format!("{lit:?} has level {}, and its reason {highest}", info.level))
}

#[cfg(test)]
mod tests {
    use super::super::tests::broken_by;
    use super::*;
    use crate::cdcl::state::clause::ClauseRef;
    use crate::cnf::Var;

    /// Decides and propagates until a long clause implies a literal, which is returned with that clause.
    fn implied(solver: &mut Solver) -> (Lit, ClauseRef) {
        for var in (0..200).map(Var::new) {
            if solver.values.value(var.pos()) == 0 && !solver.statuses.is_inactive(var) {
                solver.decide_lit(var.pos());
                assert!(solver.propagate().is_none());
                assert_eq!(check(solver), Ok(()));
                let &last = solver.trail.lits.last().expect("a decision");
                if let Some(clause) = solver.trail.reason(last.var()).clause() {
                    return (last, clause);
                }
            }
        }
        panic!("a long clause implies a literal");
    }

    #[test]
    fn a_reason_that_is_not_false_before_its_literal_is_found() {
        let broken = broken_by(check, |solver| {
            let (lit, clause) = implied(solver);
            let codes = solver.db.arena.codes_mut(clause);
            let place = codes.iter().position(|&code| code != lit.code()).expect("another literal");
            codes[place] ^= 1;
        });
        assert!(broken.contains("is not false before"), "{broken}");
    }

    #[test]
    fn a_reason_that_was_deleted_is_found() {
        let broken = broken_by(check, |solver| {
            let (_, clause) = implied(solver);
            solver.db.delete(clause);
        });
        assert!(broken.contains("garbage"), "{broken}");
    }

    #[test]
    fn a_wrong_level_is_found() {
        let broken = broken_by(check, |solver| {
            let (lit, _) = implied(solver);
            solver.trail.info[lit.var().index()].level += 1;
        });
        assert!(broken.contains("has level"), "{broken}");
    }

    #[test]
    fn an_implied_literal_of_level_0_is_found() {
        let broken = broken_by(check, |solver| {
            let unit = solver.trail.lits[0];
            solver.trail.info[unit.var().index()].reason = Reason::DECISION;
        });
        assert!(broken.contains("of level 0"), "{broken}");
    }
}
