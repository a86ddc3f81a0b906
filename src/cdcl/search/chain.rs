//! The antecedents of a derived clause, for proofs that need them (LRAT).
//!
//! **What it does.** Once the literals of a learned clause are final, walks the implication graph from the conflict
//! down to them. Every literal met on the way that is not in the clause contributes its reason, or its unit clause at
//! level 0. Sorted by trail position these are valid LRAT hints, since a literal comes after those that its reason
//! contains.
//!
//! **Why it pays.** One walk serves first UIP clauses, minimised and shrunken ones. It visits reasons that analysis has
//! just visited, and costs nothing without a proof.
//!
//! **References.** Cruz-Filipe et al. (CADE'17) for LRAT; Pollitt, Fleury, Biere (SAT'23) for emitting it while
//! solving.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::{Conflict, ReasonKind};
use crate::cdcl::state::flags::CHAINED;
use crate::cdcl::state::rank::rank_of;
use crate::cnf::Lit;

impl Solver {
    /// Fills the chain with the ids of the clauses that the learned clause follows from, the conflicting clause last.
    pub(in crate::cdcl) fn collect_chain(&mut self, conflict: Conflict) {
        if !self.db.chained() {
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
                for at in 0..self.db.arena.size(clause) {
                    self.enter_cone(self.db.arena.lit(clause, at));
                }
            }
        }
        self.close_chain();
        self.learned.chain.push(self.conflict_id(conflict));
    }

    /// Begins a chain for the clause in `learned.lits`. The walk ends at these literals.
    pub(super) fn begin_chain(&mut self) {
        debug_assert!(self.db.chained());
        debug_assert!(self.learned.lits.iter().all(|lit| !self.flags.has(lit.var(), CHAINED)));
        self.learned.chain.clear();
        self.learned.cone.clear();
        for lit in &self.learned.lits {
            self.flags.mark(lit.var(), CHAINED);
        }
    }

    /// Adds a literal to the cone, unless it is in it already or in the clause.
    #[inline]
    pub(super) fn enter_cone(&mut self, lit: Lit) {
        let var = lit.var();
        if !self.flags.has(var, CHAINED) {
            debug_assert_ne!(self.values.value(lit), 0, "antecedents are of assigned literals");
            self.flags.mark(var, CHAINED);
            let position = self.trail.info[var.index()].position;
            self.learned.cone.push(rank_of(position, var.index() as u32));
        }
    }

    /// Completes the cone and appends its ids to the chain, in trail order.
    pub(super) fn close_chain(&mut self) {
        let mut at = 0;
        while at < self.learned.cone.len() {
            let var = self.learned.cone[at] as u32 as usize;
            at += 1;
            let info = self.trail.info[var];
            if info.level == 0 {
                continue;
            }
            match info.reason.kind() {
                ReasonKind::Binary(other) => self.enter_cone(other),
                ReasonKind::Long(clause) => {
                    for place in 0..self.db.arena.size(clause) {
                        let other = self.db.arena.lit(clause, place);
                        if other.var().index() != var {
                            self.enter_cone(other);
                        }
                    }
                }
                ReasonKind::Decision | ReasonKind::Unit => {
                    debug_assert!(false, "the cone ends at the clause's literals")
                }
            }
        }
        self.learned.cone.sort_unstable();
        for at in 0..self.learned.cone.len() {
            let var = self.learned.cone[at] as u32 as usize;
            self.flags.marks[var] &= !CHAINED;
            let info = self.trail.info[var];
            let id = match info.reason.kind() {
                _ if info.level == 0 => self.unit_ids[var],
                ReasonKind::Binary(_) => self.db.binary_id(info.binary),
                ReasonKind::Long(clause) => self.db.arena.id(clause),
                ReasonKind::Decision | ReasonKind::Unit => continue,
            };
            self.learned.chain.push(id);
        }
        for lit in &self.learned.lits {
            self.flags.unmark(lit.var(), CHAINED);
        }
    }
}
