//! The antecedents of a derived clause, for proofs that want them.
//!
//! **What it does.** Once the final literals of a learned clause are known, walks the implication graph from the conflict
//! down to them: whatever is met on the way and is not in the clause needs its reason, or its unit at level 0. In order of
//! the trail these are the hints that LRAT wants, since a literal always stands behind those that its reason needs.
//!
//! **Why it pays.** It is one walk, the same for first UIP clauses, minimised and shrunk ones, and costs nothing without
//! a proof. It touches reasons that analysis has just touched.
//!
//! **References.** Cruz-Filipe et al. (CADE'17) for LRAT; Pollitt, Fleury, Biere (SAT'23) for emitting it while solving.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::{Because, Conflict};
use crate::cdcl::state::flags::CHAINED;
use crate::cnf::Lit;
use crate::util::sort::rank_of;

impl Solver {
    /// Puts into the chain what the learned clause follows from, the conflicting clause last.
    pub(in crate::cdcl) fn collect_chain(&mut self, conflict: Conflict) {
        if !self.door.chained() {
            return;
        }
        match conflict {
            Conflict::Binary(a, b, _) => {
                self.begin_chain();
                self.enter_cone(a);
                self.enter_cone(b);
            }
            Conflict::Long(clause) => {
                self.begin_chain();
                for at in 0..self.door.arena.size(clause) {
                    self.enter_cone(self.door.arena.lit(clause, at));
                }
            }
        }
        self.close_chain();
        self.learned.chain.push(self.conflict_id(conflict));
    }

    /// Begins a chain for the clause in `learned.lits`, whose literals end the walk.
    pub(super) fn begin_chain(&mut self) {
        self.learned.chain.clear();
        self.learned.cone.clear();
        for lit in &self.learned.lits {
            self.flags.put(lit.var(), CHAINED);
        }
    }

    /// Takes a literal into the cone, unless it is there or in the clause.
    #[inline]
    pub(super) fn enter_cone(&mut self, lit: Lit) {
        let var = lit.var();
        if !self.flags.has(var, CHAINED) {
            self.flags.put(var, CHAINED);
            let position = self.trail.info[var.index()].position;
            self.learned.cone.push(rank_of(position, var.index() as u32));
        }
    }

    /// Walks the cone to its end and writes the ids in order of the trail.
    pub(super) fn close_chain(&mut self) {
        let mut at = 0;
        while at < self.learned.cone.len() {
            let var = self.learned.cone[at] as u32 as usize;
            at += 1;
            let info = self.trail.info[var];
            if info.level == 0 {
                continue;
            }
            match info.reason.because() {
                Because::Binary(other) => self.enter_cone(other),
                Because::Long(clause) => {
                    for place in 0..self.door.arena.size(clause) {
                        let other = self.door.arena.lit(clause, place);
                        if other.var().index() != var {
                            self.enter_cone(other);
                        }
                    }
                }
                Because::Decision | Because::Unit => debug_assert!(false, "the cone ends at the clause's literals"),
            }
        }
        self.learned.cone.sort_unstable();
        for at in 0..self.learned.cone.len() {
            let var = self.learned.cone[at] as u32 as usize;
            self.flags.marks[var] &= !CHAINED;
            let info = self.trail.info[var];
            let id = match info.reason.because() {
                _ if info.level == 0 => self.unit_ids[var],
                Because::Binary(_) => self.door.binary_id(info.binary),
                Because::Long(clause) => self.door.arena.id(clause),
                Because::Decision | Because::Unit => continue,
            };
            self.learned.chain.push(id);
        }
        for lit in &self.learned.lits {
            self.flags.take(lit.var(), CHAINED);
        }
    }
}
