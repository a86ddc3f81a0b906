//! Copies of long clauses.
//!
//! **What it does.** Keeps one of the irredundant clauses that have the same literals.
//!
//! **Why it pays.** Two circuits that congruence closure has made one leave every clause twice, and elimination would
//! resolve each of the two. Subsumption finds copies, too, but only once elimination has begun, and at ten times the
//! cost.
//!
//! **Soundness and proof.** A clause is deleted only while another one with its literals stays.
//!
//! **Schedule and cost.** After congruence closure has merged variables. Linear: a hash of each clause that does not
//! depend on the order of its literals, and a sort of the hashes; literals are compared only where hashes are equal.
//! Sixteen bytes a clause while it runs.
//!
//! **References.** Biere, Fazekas, Fleury, Froleyks (SAT'24), who subsume modulo the classes of the closure.

use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cdcl::state::clause::ClauseRef;

pub(super) const COPIES: Technique = Technique {
    on: |options| options.deduplicate,
    ticks: |counters| counters.copies_ticks,
    removes_satisfied: true,
    ..Technique::new("copies", |solver, _| solver.remove_copies().into())
};

impl Solver {
    /// Removes copies of irredundant long clauses; whether there were any.
    fn remove_copies(&mut self) -> bool {
        let arena = &self.db.arena;
        let irredundant = arena.refs().filter(|&clause| !arena.redundant(clause));
        let mut hashes: Vec<(u64, ClauseRef)> = irredundant.map(|clause| (hash(arena.codes(clause)), clause)).collect();
        hashes.sort_unstable();
        let mut marks = vec![false; 2 * self.trail.info.len()];
        let mut copies = Vec::new();
        for group in hashes.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
            // A clause with the first one's hash but other literals is left alone.
            let (_, first) = group[0];
            arena.codes(first).iter().for_each(|&code| marks[code as usize] = true);
            copies.extend(group[1..].iter().map(|&(_, clause)| clause).filter(|&clause| {
                let codes = arena.codes(clause);
                codes.len() == arena.size(first) && codes.iter().all(|&code| marks[code as usize])
            }));
            arena.codes(first).iter().for_each(|&code| marks[code as usize] = false);
        }
        debug_assert!(marks.iter().all(|&mark| !mark));
        debug_assert!(copies.iter().all(|&clause| !arena.redundant(clause)), "redundant clauses are not compared");
        self.counters.copies_ticks += 2 * hashes.len() as u64;
        self.counters.copies += copies.len() as u64;
        copies.iter().for_each(|&clause| self.db.delete(clause));
        if !copies.is_empty() {
            self.collect_garbage();
        }
        !copies.is_empty()
    }
}

/// A hash of the literals in any order.
fn hash(codes: &[u32]) -> u64 {
    let mixed = codes.iter().map(|&code| {
        let product = (u64::from(code) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (product ^ product >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    });
    mixed.fold(0, u64::wrapping_add)
}
