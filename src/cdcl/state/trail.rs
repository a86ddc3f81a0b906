//! The trail: true literals in the order of their assignment, with levels and reasons.

use super::clause::{BinaryIndex, Clause, Reason, UnpackedReason};
use crate::cnf::{Lit, Var};
use crate::order::renumbering::Renumbering;
use crate::util::rank::rank_of;

/// A decision level. Level 0 holds the literals that follow from the formula alone.
pub type Level = u32;

/// Level, trail position and reason of an assigned variable; meaningless when unassigned.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Info {
    /// The decision level.
    pub level: Level,
    /// The position on the trail.
    pub position: u32,
    /// Why it is true.
    pub reason: Reason,
    /// The reason's index in the table of binary ids, if it is binary and ids are kept.
    pub binary: BinaryIndex,
}

/// One decision level.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The decision; `None` where the level's assumption was true already.
    pub decision: Option<Lit>,
    /// The length of the trail when the level began.
    pub start: u32,
    /// Scratch of conflict analysis: how many literals of the clause being learned are on this level.
    pub seen: u32,
    /// Scratch of minimisation: the lowest trail position of these literals.
    pub earliest: u32,
}

/// The assigned literals and the decision levels.
///
/// Invariant: a literal comes after the other literals of its reason. With chronological backtracking (Nadel, Ryvchin,
/// SAT'18) the levels along the trail need not ascend; then `unordered` is set.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    pub(in crate::cdcl) lits: Vec<Lit>,
    pub(in crate::cdcl) info: Vec<Info>,
    pub(in crate::cdcl) frames: Vec<Frame>,
    /// Literals before this position have been propagated.
    pub(in crate::cdcl) propagated: usize,
    /// Whether the levels along the trail may descend.
    pub(in crate::cdcl) unordered: bool,
    /// Literals before this position have stayed on the trail since an observer was last notified.
    pub(in crate::cdcl) notified: usize,
    /// Literals before this position have been entered into the rows of the XOR constraints.
    pub(in crate::cdcl) in_rows: usize,
    /// Scratch of [`Trail::partition`]: the literals of higher levels.
    higher: Vec<Lit>,
}

impl Trail {
    /// Grows to `vars` variables.
    pub fn grow(&mut self, vars: usize) {
        debug_assert!(vars >= self.info.len());
        self.info.resize(vars, Info { level: 0, position: 0, reason: Reason::DECISION, binary: BinaryIndex::NONE });
        self.lits.reserve(vars.saturating_sub(self.lits.len()));
    }

    /// Renumbers the variables, at level 0. Literals of variables that are not kept leave the trail.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        debug_assert!(self.level() == 0 && self.is_propagated() && !self.unordered);
        debug_assert_eq!(renumbering.before(), self.info.len());
        renumbering.shrink_vars(&mut self.info);
        let old = std::mem::replace(&mut self.lits, Vec::with_capacity(self.info.len()));
        for lit in old.into_iter().filter_map(|lit| renumbering.lit(lit)) {
            let info = &mut self.info[lit.var().index()];
            debug_assert_eq!(info.reason, Reason::UNIT);
            info.position = self.lits.len() as u32;
            self.lits.push(lit);
        }
        self.propagated = self.lits.len();
        self.in_rows = 0;
    }

    /// The current decision level.
    #[inline]
    pub fn level(&self) -> Level {
        self.frames.len() as Level
    }

    /// The level of an assigned variable.
    #[inline]
    pub fn level_of(&self, lit: Lit) -> Level {
        self.info[lit.var().index()].level
    }

    /// The reason of an assigned variable.
    #[inline]
    pub fn reason(&self, var: Var) -> Reason {
        self.info[var.index()].reason
    }

    /// The clause that implies a true literal; `None` of a decision or a unit.
    #[inline]
    pub fn implied_by(&self, lit: Lit) -> Option<Clause> {
        let info = self.info[lit.var().index()];
        match info.reason.unpack() {
            UnpackedReason::Binary(other) => Some(Clause::Binary(lit, other, info.binary)),
            UnpackedReason::Long(clause) => Some(Clause::Long(clause)),
            UnpackedReason::Decision | UnpackedReason::Unit => None,
        }
    }

    /// Whether the variable was decided on one of the first `assumed` levels, which are those of assumptions.
    #[inline]
    pub fn is_assumed(&self, var: Var, assumed: Level) -> bool {
        let info = &self.info[var.index()];
        info.level <= assumed && info.reason == Reason::DECISION
    }

    /// The trail position of an assigned variable.
    #[inline]
    pub fn position(&self, lit: Lit) -> u32 {
        self.info[lit.var().index()].position
    }

    /// A key that orders assigned variables by level, then by trail position.
    #[inline]
    pub fn rank(&self, lit: Lit) -> u64 {
        let info = self.info[lit.var().index()];
        rank_of(info.level, info.position)
    }

    /// The true literal with this rank.
    #[inline]
    pub fn lit_of_rank(&self, rank: u64) -> Lit {
        debug_assert!((rank as u32 as usize) < self.lits.len());
        self.lits[rank as u32 as usize]
    }

    /// The frame of a level above 0.
    #[inline]
    pub fn frame(&mut self, level: Level) -> &mut Frame {
        debug_assert!((1..=self.level()).contains(&level));
        &mut self.frames[level as usize - 1]
    }

    /// Opens a new level.
    pub fn open(&mut self, decision: Option<Lit>) {
        debug_assert!(self.frames.last().is_none_or(|last| last.start as usize <= self.lits.len()), "levels follow");
        self.frames.push(Frame { decision, start: self.lits.len() as u32, seen: 0, earliest: u32::MAX });
    }

    /// Appends a literal that has just become true.
    #[inline]
    pub fn push(&mut self, lit: Lit, level: Level, reason: Reason, binary: BinaryIndex) {
        debug_assert!(level <= self.level() && self.lits.len() < self.info.len());
        debug_assert!(binary == BinaryIndex::NONE || matches!(reason.unpack(), UnpackedReason::Binary(_)));
        self.info[lit.var().index()] = Info { level, position: self.lits.len() as u32, reason, binary };
        self.lits.push(lit);
    }

    /// Removes a literal from anywhere on the trail; the last literal takes its place. Only for literals whose order
    /// does not matter: they have no reason and are in no other literal's reason.
    pub fn remove(&mut self, lit: Lit) {
        let place = self.position(lit);
        debug_assert!(self.lits[place as usize] == lit);
        self.lits.swap_remove(place as usize);
        if let Some(&moved) = self.lits.get(place as usize) {
            self.info[moved.var().index()].position = place;
        }
    }

    /// From position `start` on, moves the literals of levels up to `level` to the front, and returns where the others
    /// begin. The order within both parts stays the same.
    #[cold]
    pub fn partition(&mut self, start: usize, level: Level) -> usize {
        debug_assert!(self.propagated <= self.lits.len() && start <= self.lits.len());
        let mut kept = start;
        self.higher.clear();
        for at in start..self.lits.len() {
            let lit = self.lits[at];
            let info = &mut self.info[lit.var().index()];
            if info.level <= level {
                info.position = kept as u32;
                self.lits[kept] = lit;
                kept += 1;
            } else {
                self.higher.push(lit);
            }
        }
        self.lits[kept..].copy_from_slice(&self.higher);
        debug_assert!(self.lits[start..kept].iter().all(|&lit| self.level_of(lit) <= level));
        kept
    }

    /// Whether everything on the trail has been propagated.
    pub fn is_propagated(&self) -> bool {
        self.propagated == self.lits.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partition_puts_lower_levels_first_and_keeps_the_order() {
        let mut trail = Trail::default();
        trail.grow(6);
        let lits: Vec<Lit> = (0..6).map(|index| Var::new(index).pos()).collect();
        (0..3).for_each(|_| trail.open(None));
        for (&lit, level) in lits.iter().zip([0, 2, 1, 3, 1, 2]) {
            trail.push(lit, level, Reason::DECISION, BinaryIndex::NONE);
        }
        assert_eq!(trail.partition(1, 1), 3);
        let order = [0, 2, 4, 1, 3, 5].map(|at: usize| lits[at]);
        assert_eq!(trail.lits, order);
        for (place, &lit) in order[..3].iter().enumerate() {
            assert_eq!(trail.position(lit), place as u32);
        }
    }
}
