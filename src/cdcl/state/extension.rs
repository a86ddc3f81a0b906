//! The extension stack, which turns a model of the simplified formula into one of the user's formula.
//!
//! **What it does.** Whenever a technique removes an irredundant clause and equivalence is lost, it pushes the clause
//! with its *witness* here: a literal of the clause that may be made true whenever the clause is false, without
//! falsifying any clause that was in the formula then. A model is extended from the newest entry to the oldest: the
//! witness of each false clause is made true. When the user adds clauses or assumptions that contain the negation of a
//! witness, the entries with this witness are restored to the formula, from the oldest to the newest, since a restored
//! clause may taint the witnesses of newer entries only.
//!
//! Literals are the user's, which are never renumbered.
//!
//! **References.** Järvisalo, Biere (SAT'10); Järvisalo, Heule, Biere (IJCAR'12); Fazekas, Biere, Scholl (SAT'19) for
//! restoring.

use crate::cnf::{Assignment, Lit};
use crate::limits::may_fail;
use crate::proof::ClauseId;

/// The stack.
#[derive(Clone, Debug, Default)]
pub struct Extension {
    /// Entries: the literals, the witness first; then the id in two words; then the number of literals.
    words: Vec<u32>,
    /// By user literal: whether it is a witness, and whether its negation has been used since.
    marks: Vec<u8>,
    /// The negation of a witness has been used since the last restoration.
    tainted: bool,
}

const WITNESS: u8 = 1;
const TAINTED: u8 = 2;
/// Words of an entry besides its literals.
const OVERHEAD: usize = 3;

impl Extension {
    /// Pushes a clause whose first literal is the witness. False when memory cannot be allocated; then nothing is
    /// pushed.
    #[must_use]
    pub fn push(&mut self, clause: impl ExactSizeIterator<Item = Lit>, id: ClauseId) -> bool {
        let size = clause.len();
        debug_assert!(size > 0, "an entry has a witness");
        // Grows by an eighth, where vectors would double: elimination pushes large parts of large formulas.
        let (len, needed) = (self.words.len(), size + OVERHEAD);
        if self.words.capacity() - len < needed && may_fail(|| self.words.try_reserve_exact(needed + len / 8)).is_err()
        {
            return false;
        }
        let start = self.words.len();
        self.words.extend(clause.map(|lit| lit.code()));
        let witness = self.words[start] as usize;
        if witness >= self.marks.len() {
            self.marks.resize((witness | 1) + 1, 0);
        }
        self.marks[witness] |= WITNESS;
        self.words.extend([(id >> 32) as u32, id as u32, size as u32]);
        debug_assert!(self.is_witness(Lit::from_code(witness as u32)), "the first literal is the witness");
        true
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether the user literal is the witness of an entry.
    pub(in crate::cdcl) fn is_witness(&self, lit: Lit) -> bool {
        self.marks.get(lit.index()).is_some_and(|marks| marks & WITNESS != 0)
    }

    /// Taints the negation of a user literal that is in a new clause or assumption, if it is a witness.
    #[inline]
    pub fn taint(&mut self, lit: Lit) {
        if let Some(marks) = self.marks.get_mut((!lit).index())
            && *marks & WITNESS != 0
        {
            *marks |= TAINTED;
            self.tainted = true;
        }
    }

    /// Whether entries must be restored to the formula.
    pub fn is_tainted(&self) -> bool {
        self.tainted
    }

    /// Extends a model of the formula to one of the removed clauses too.
    pub fn extend(&self, model: &mut Assignment) {
        let mut end = self.words.len();
        while end > 0 {
            let size = self.words[end - 1] as usize;
            debug_assert!(size > 0 && size + OVERHEAD <= end, "an entry ends with its size");
            let start = end - OVERHEAD - size;
            let lits = self.words[start..start + size].iter().map(|&code| Lit::from_code(code));
            if !lits.clone().any(|lit| model.is_true(lit)) {
                model.satisfy(Lit::from_code(self.words[start]));
            }
            debug_assert!(lits.clone().any(|lit| model.is_true(lit)), "the witness satisfies its clause");
            end = start;
        }
    }

    /// The clauses, oldest first, each with its witness in front.
    pub fn clauses(&self) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        let mut end = self.words.len();
        while end > 0 {
            let size = self.words[end - 1] as usize;
            end -= OVERHEAD + size;
            clauses.push(self.words[end..end + size].iter().map(|&code| Lit::from_code(code)).collect());
        }
        clauses.reverse();
        clauses
    }

    /// Removes and returns the entries to restore, oldest first, each with its id.
    pub fn take_tainted(&mut self) -> Vec<(ClauseId, Vec<Lit>)> {
        debug_assert!(self.tainted);
        let mut taken = Vec::new();
        let mut spans = Vec::new();
        let mut end = self.words.len();
        while end > 0 {
            let size = self.words[end - 1] as usize;
            let start = end - OVERHEAD - size;
            spans.push((start, size));
            end = start;
        }
        let mut kept = Vec::new();
        for &(start, size) in spans.iter().rev() {
            let entry = &self.words[start..start + size + OVERHEAD];
            if self.marks[entry[0] as usize] & TAINTED == 0 {
                kept.extend_from_slice(entry);
                continue;
            }
            let id = ClauseId::from(entry[size]) << 32 | ClauseId::from(entry[size + 1]);
            let lits: Vec<Lit> = entry[..size].iter().map(|&code| Lit::from_code(code)).collect();
            for &lit in &lits {
                if let Some(marks) = self.marks.get_mut((!lit).index())
                    && *marks & WITNESS != 0
                {
                    *marks |= TAINTED;
                }
            }
            taken.push((id, lits));
        }
        debug_assert!(!taken.is_empty(), "a tainted witness has an entry");
        self.words = kept;
        self.rebuild_marks();
        taken
    }

    fn rebuild_marks(&mut self) {
        self.tainted = false;
        self.marks.fill(0);
        let mut end = self.words.len();
        while end > 0 {
            let size = self.words[end - 1] as usize;
            end -= OVERHEAD + size;
            self.marks[self.words[end] as usize] |= WITNESS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Lit::from_dimacs(number).expect("a literal")).collect()
    }

    #[test]
    fn a_model_is_extended_from_the_newest_entry_to_the_oldest() {
        let mut extension = Extension::default();
        assert!(extension.push(lits(&[1, 2]).into_iter(), 1));
        assert!(extension.push(lits(&[-2, 3]).into_iter(), 2));
        let mut model = Assignment::all_false(3);
        model.satisfy(lits(&[2])[0]);
        extension.extend(&mut model);
        assert!(!model.is_true(lits(&[2])[0]), "the newer entry flips its witness");
        assert!(model.is_true(lits(&[1])[0]), "and so the older one needs its own");
    }

    #[test]
    fn restored_entries_taint_newer_ones() {
        let mut extension = Extension::default();
        assert!(extension.push(lits(&[1, 2]).into_iter(), 1));
        assert!(extension.push(lits(&[4, 5]).into_iter(), 2));
        assert!(extension.push(lits(&[-2, 3]).into_iter(), 3));
        extension.taint(lits(&[1])[0]);
        assert!(!extension.is_tainted(), "a clause with the witness itself stays satisfied");
        extension.taint(lits(&[-1])[0]);
        assert!(extension.is_tainted());
        let taken = extension.take_tainted();
        assert_eq!(taken, [(1, lits(&[1, 2])), (3, lits(&[-2, 3]))]);
        assert!(!extension.is_tainted() && !extension.is_empty());
    }
}
