//! Shrinking: replacing all literals of a level by one.
//!
//! **What it does.** Takes the literals of the learned clause in blocks of one level, from the highest down, and looks
//! for the unique implication point of each block: resolves within the level along the trail, and accepts a literal of
//! a lower level only if it is implied by the clause. If one literal remains, it replaces the block; otherwise the
//! literals of the block are minimised one by one.
//!
//! **Soundness and proof.** The chain is computed afterwards (`chain.rs`).
//!
//! **References.** Fleury, Biere (POS'21); Feng, Bacchus (SAT'20).

use super::minimize::Implications;
use crate::cdcl::Solver;
use crate::cdcl::state::clause::UnpackedReason;
use crate::cdcl::state::learned::Learned;
use crate::cdcl::state::marks::{ANALYZED, SHRINKABLE};
use crate::cdcl::state::trail::Level;
use crate::cnf::{Lit, Var};

impl Solver {
    /// Shrinks and minimises the deduced clause. Its literals after the first are then sorted by level, the highest
    /// first.
    pub(super) fn shrink_and_minimize(&mut self) {
        let options = &self.options;
        let Solver { trail, marks, db, counters, learned, .. } = self;
        let Learned { lits, sorted: ranks, shrinkable, .. } = learned;
        ranks.clear();
        ranks.extend(lits[1..].iter().map(|&lit| !trail.rank(lit)));
        ranks.sort_unstable();
        let mut implications = Implications { trail, arena: &db.arena, marks, ticks: &mut counters.ticks };
        lits.truncate(1);
        for block in ranks.chunk_by(|a, b| a >> 32 == b >> 32) {
            if block.len() > 1
                && options.shrink > 0
                && let Some(uip) = implications.shrink_block(block, options.shrink, shrinkable)
            {
                counters.shrunken += block.len() as u64 - 1;
                lits.push(!uip);
                continue;
            }
            for &rank in block {
                let lit = !trail.lit_of_rank(!rank);
                if options.minimize && implications.removable(lit) {
                    counters.minimized += 1;
                } else {
                    lits.push(lit);
                }
            }
        }
    }
}

impl Implications<'_> {
    /// The true literal whose negation can replace the block, if there is one. The block is given as the complements of
    /// its literals' ranks, so the latest literal comes first.
    fn shrink_block(&mut self, block: &[u64], effort: u64, marked: &mut Vec<Var>) -> Option<Lit> {
        let (trail, arena) = (self.trail, self.arena);
        let level = !(block[0] >> 32) as Level;
        debug_assert!(block.len() > 1 && (1..trail.level()).contains(&level));
        marked.clear();
        for &rank in block {
            let var = trail.lit_of_rank(!rank).var();
            debug_assert!(!self.marks.has(var, SHRINKABLE) && trail.info[var.index()].level == level);
            self.marks.mark(var, SHRINKABLE);
            marked.push(var);
        }
        let mut visited = 0;
        let mut at = !block[0] as u32 as usize + 1;
        let uip = loop {
            at -= 1;
            let lit = trail.lits[at];
            if !self.marks.has(lit.var(), SHRINKABLE) {
                continue;
            }
            visited += 1;
            debug_assert!(visited <= marked.len());
            if visited == marked.len() {
                break Some(lit);
            }
            let resolved = match trail.reason(lit.var()).unpack() {
                UnpackedReason::Binary(other) => self.shrink_lit(other, level, effort, marked),
                UnpackedReason::Long(clause) if effort > 1 => {
                    *self.ticks += 1;
                    arena.lits(clause).all(|other| self.shrink_lit(other, level, effort, marked))
                }
                _ => false,
            };
            if !resolved {
                break None;
            }
        };
        for &var in marked.iter() {
            self.marks.unmark(var, SHRINKABLE);
        }
        if let Some(uip) = uip {
            // Bumping treats the literal as a part of the clause.
            self.marks.analyze(uip.var());
        }
        uip
    }

    /// Adds a literal of a reason to the block's resolvent; false when it is of a lower level and not implied.
    #[inline(always)]
    fn shrink_lit(&mut self, lit: Lit, level: Level, effort: u64, marked: &mut Vec<Var>) -> bool {
        let var = lit.var();
        let marks = self.marks.of_var[var.index()];
        let lit_level = self.trail.level_of(lit);
        if marks & SHRINKABLE != 0 || lit_level == 0 {
            return true;
        }
        if lit_level == level {
            self.marks.mark(var, SHRINKABLE);
            marked.push(var);
            return true;
        }
        debug_assert!(lit_level < level);
        marks & ANALYZED != 0 || effort > 2 && self.implied(lit, 1)
    }
}
