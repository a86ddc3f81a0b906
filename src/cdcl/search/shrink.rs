//! Shrinking: replacing all literals of a level by one.
//!
//! **What it does.** Takes the literals of the learned clause in blocks of one level, from the highest down, and looks for
//! the unique implication point of each block: resolves inside the level along the trail, and lets in a literal of a lower
//! level only if it follows from the clause. If one literal remains, it stands for the block; otherwise the literals of the
//! block are minimised one by one.
//!
//! **Soundness and proof.** The chain is found afterwards (`chain.rs`); nothing is needed here.
//!
//! **References.** Fleury, Biere (POS'21); Feng, Bacchus (SAT'20).

use crate::cdcl::Solver;
use crate::cdcl::state::clause::Because;
use crate::cdcl::state::flags::{ANALYZED, SHRINKABLE};
use crate::cdcl::state::trail::Level;
use crate::cnf::Lit;
use crate::util::sort::by_rank;

impl Solver {
    /// Shrinks and minimises the deduced clause.
    pub(super) fn shrink_and_minimize(&mut self) {
        if self.options.shrink == 0 && !self.options.minimize {
            return;
        }
        let mut lits = std::mem::take(&mut self.learned.lits);
        let trail = &self.trail;
        by_rank(&mut lits[1..], |lit| !trail.rank(lit));
        let (mut from, mut kept) = (1, 1);
        while from < lits.len() {
            let level = self.trail.level_of(lits[from]);
            let size = lits[from..].iter().take_while(|&&lit| self.trail.level_of(lit) == level).count();
            let block = from..from + size;
            if size > 1
                && self.options.shrink > 0
                && let Some(uip) = self.shrink_block(&lits[block.clone()], level)
            {
                self.counters.shrunken += size as u64 - 1;
                lits[kept] = !uip;
                kept += 1;
            } else {
                for at in block {
                    let lit = lits[at];
                    if self.options.minimize && self.removable(lit) {
                        self.counters.minimized += 1;
                    } else {
                        lits[kept] = lit;
                        kept += 1;
                    }
                }
            }
            from += size;
        }
        lits.truncate(kept);
        self.learned.lits = lits;
    }

    /// The true literal whose negation can replace the block, if there is one. The block is sorted from the latest literal
    /// to the earliest.
    fn shrink_block(&mut self, block: &[Lit], level: Level) -> Option<Lit> {
        let mut marked = std::mem::take(&mut self.learned.shrinkable);
        for &lit in block {
            self.flags.put(lit.var(), SHRINKABLE);
            marked.push(lit);
        }
        let mut open = block.len();
        let mut at = self.trail.position(block[0]) as usize + 1;
        let uip = loop {
            at -= 1;
            let lit = self.trail.lits[at];
            let var = lit.var();
            if !self.flags.has(var, SHRINKABLE) {
                continue;
            }
            open -= 1;
            if open == 0 {
                break Some(lit);
            }
            let fine = match self.trail.reason(var).because() {
                Because::Binary(other) => self.shrink_lit(other, level, &mut open, &mut marked),
                Because::Long(clause) if self.options.shrink > 1 => {
                    self.counters.ticks += 1;
                    (0..self.door.arena.size(clause)).all(|at| {
                        let other = self.door.arena.lit(clause, at);
                        other == lit || self.shrink_lit(other, level, &mut open, &mut marked)
                    })
                }
                _ => false,
            };
            if !fine {
                break None;
            }
        };
        for lit in marked.drain(..) {
            self.flags.take(lit.var(), SHRINKABLE);
        }
        self.learned.shrinkable = marked;
        if let Some(uip) = uip {
            // Later blocks may not lean on it, but bumping treats it as a part of the clause.
            if !self.flags.has(uip.var(), ANALYZED) {
                self.flags.analyze(uip.var());
            }
        }
        uip
    }

    /// Takes a literal of a reason into the block's resolution; false when that is impossible.
    fn shrink_lit(&mut self, lit: Lit, level: Level, open: &mut usize, marked: &mut Vec<Lit>) -> bool {
        let var = lit.var();
        let lit_level = self.trail.level_of(lit);
        if lit_level == 0 || self.flags.has(var, SHRINKABLE) {
            return true;
        }
        if lit_level == level {
            self.flags.put(var, SHRINKABLE);
            marked.push(lit);
            *open += 1;
            return true;
        }
        debug_assert!(lit_level < level);
        self.flags.has(var, ANALYZED) || self.options.shrink > 2 && self.follows(lit, 1)
    }
}
