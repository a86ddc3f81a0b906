//! The trail: true literals in the order in which they became so, their levels and reasons.

use super::clause::Reason;
use super::renumbering::Renumbering;
use crate::cnf::{Lit, Var};
use crate::util::sort::rank_of;

/// A decision level: 0 holds what follows from the formula alone.
pub type Level = u32;

/// What the search knows of an assigned variable (stale when unassigned).
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Info {
    /// The decision level.
    pub level: Level,
    /// The place on the trail.
    pub position: u32,
    /// Why it is assigned.
    pub reason: Reason,
    /// The reason's index in the table of binary ids, where it is binary and ids are kept.
    pub binary: u32,
}

/// One decision level.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The decision; `None` where the level's assumption was true already.
    pub decision: Option<Lit>,
    /// The length of the trail when the level began.
    pub start: u32,
    /// How many literals of the clause being learned are on this level: scratch of conflict analysis.
    pub seen: u32,
    /// The least trail position among those: scratch of minimisation.
    pub least: u32,
}

/// The assigned literals in order, by levels.
///
/// Invariant: a literal stands behind the literals that its reason needs. With chronological backtracking (Nadel,
/// Ryvchin, SAT'18) the levels along the trail need not ascend; then `unordered` is set.
#[derive(Debug, Default)]
pub struct Trail {
    pub(in crate::cdcl) lits: Vec<Lit>,
    pub(in crate::cdcl) info: Vec<Info>,
    pub(in crate::cdcl) frames: Vec<Frame>,
    /// Literals before this place have been propagated.
    pub(in crate::cdcl) propagated: usize,
    /// Whether the levels along the trail may descend.
    pub(in crate::cdcl) unordered: bool,
    /// Scratch of [`Trail::part`].
    parted: Vec<Lit>,
    /// Whether what follows by a chain of binary clauses has the chain's first literal as its reason.
    pub(in crate::cdcl) jumping: bool,
}

impl Trail {
    /// Makes room for `vars` variables.
    pub fn grow(&mut self, vars: usize) {
        self.info.resize(vars, Info { level: 0, position: 0, reason: Reason::DECISION, binary: 0 });
        self.lits.reserve(vars.saturating_sub(self.lits.len()));
    }

    /// Goes over to new numbers, at level 0: literals of variables that do not stay leave the trail.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        debug_assert!(self.level() == 0 && self.is_propagated() && !self.unordered);
        renumbering.shrink_vars(&mut self.info);
        let old = std::mem::replace(&mut self.lits, Vec::with_capacity(self.info.len()));
        for lit in old.into_iter().filter_map(|lit| renumbering.lit(lit)) {
            let info = &mut self.info[lit.var().index()];
            debug_assert_eq!(info.reason, Reason::UNIT);
            info.position = self.lits.len() as u32;
            self.lits.push(lit);
        }
        self.propagated = self.lits.len();
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

    /// Why an assigned variable has its value.
    #[inline]
    pub fn reason(&self, var: Var) -> Reason {
        self.info[var.index()].reason
    }

    /// The place of an assigned variable on the trail.
    #[inline]
    pub fn position(&self, lit: Lit) -> u32 {
        self.info[lit.var().index()].position
    }

    /// The place of an assigned variable among all, by levels first.
    #[inline]
    pub fn rank(&self, lit: Lit) -> u64 {
        let info = self.info[lit.var().index()];
        rank_of(info.level, info.position)
    }

    /// The literal of a rank.
    #[inline]
    pub fn ranked(&self, rank: u64) -> Lit {
        self.lits[rank as u32 as usize]
    }

    /// The frame of a level above 0.
    #[inline]
    pub fn frame(&mut self, level: Level) -> &mut Frame {
        &mut self.frames[level as usize - 1]
    }

    /// Opens a level.
    pub fn open(&mut self, decision: Option<Lit>) {
        self.frames.push(Frame { decision, start: self.lits.len() as u32, seen: 0, least: u32::MAX });
    }

    /// Appends a literal that has just become true.
    #[inline]
    pub fn push(&mut self, lit: Lit, level: Level, reason: Reason, binary: u32) {
        self.info[lit.var().index()] = Info { level, position: self.lits.len() as u32, reason, binary };
        self.lits.push(lit);
    }

    /// Puts the literals of this level and of lower ones first among those from a place on, and returns where the others
    /// begin. All stay in their order otherwise.
    #[cold]
    pub fn part(&mut self, start: usize, level: Level) -> usize {
        let mut kept = start;
        self.parted.clear();
        for at in start..self.lits.len() {
            let lit = self.lits[at];
            let info = &mut self.info[lit.var().index()];
            if info.level <= level {
                info.position = kept as u32;
                self.lits[kept] = lit;
                kept += 1;
            } else {
                self.parted.push(lit);
            }
        }
        self.lits[kept..].copy_from_slice(&self.parted);
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
    fn parting_keeps_lower_levels_in_front_and_both_parts_in_order() {
        let mut trail = Trail::default();
        trail.grow(6);
        let lits: Vec<Lit> = (0..6).map(|index| Var::new(index).pos()).collect();
        for (&lit, level) in lits.iter().zip([0, 2, 1, 3, 1, 2]) {
            trail.push(lit, level, Reason::DECISION, 0);
        }
        assert_eq!(trail.part(1, 1), 3);
        let order = [0, 2, 4, 1, 3, 5].map(|at: usize| lits[at]);
        assert_eq!(trail.lits, order);
        for (place, &lit) in order[..3].iter().enumerate() {
            assert_eq!(trail.position(lit), place as u32);
        }
    }
}
