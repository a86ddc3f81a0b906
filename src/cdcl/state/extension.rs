//! The extension stack: what turns a model of the simplified formula into one of the user's.
//!
//! Whenever a technique removes an irredundant clause without keeping an equivalent formula, it pushes the clause with its
//! *witness* here: a literal of the clause that may be made true, whenever the clause is false, without falsifying any
//! clause that was in the formula then. Going from the newest entry to the oldest and flipping the witness of each false
//! clause extends a model (Järvisalo, Biere, SAT'10; Järvisalo, Heule, Biere, IJCAR'12).
//!
//! When the user comes back with clauses or assumptions that contain the negation of a witness, the entries with this
//! witness return to the formula (Fazekas, Biere, Scholl, SAT'19): from the oldest entry to the newest, since a restored
//! clause may taint the witnesses of newer entries only.
//!
//! Everything is kept in the user's literals, which outlive the solver's own numbers.

use crate::cnf::{Assignment, Lit};
use crate::proof::ClauseId;

/// The stack.
#[derive(Debug, Default)]
pub struct Extension {
    /// Entries: the literals, the witness first, then the id in two words, and the number of literals last.
    words: Vec<u32>,
    /// For each user literal: whether it is a witness, and whether its negation has come back.
    marks: Vec<u8>,
    /// A witness's negation has come back since the last restoration.
    tainted: bool,
}

const WITNESS: u8 = 1;
const TAINTED: u8 = 2;
/// Words of an entry besides its literals.
const FRAME: usize = 3;

impl Extension {
    /// Pushes a clause whose first literal is the witness. False when memory cannot be had; then nothing was pushed.
    #[must_use]
    pub fn push(&mut self, clause: impl ExactSizeIterator<Item = Lit>, id: ClauseId) -> bool {
        let size = clause.len();
        // An eighth at a time, not twice as much as vectors do: elimination on large formulas puts much here.
        let (len, needed) = (self.words.len(), size + FRAME);
        if self.words.capacity() - len < needed && self.words.try_reserve_exact(needed + len / 8).is_err() {
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
        true
    }

    /// Whether nothing was pushed.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Tells that a literal of the user's is in a clause or assumption that has just come.
    #[inline]
    pub fn touch(&mut self, lit: Lit) {
        if let Some(marks) = self.marks.get_mut((!lit).index())
            && *marks & WITNESS != 0
        {
            *marks |= TAINTED;
            self.tainted = true;
        }
    }

    /// Whether entries must return to the formula.
    pub fn is_tainted(&self) -> bool {
        self.tainted
    }

    /// Extends a model of the formula to the removed clauses.
    pub fn extend(&self, model: &mut Assignment) {
        let mut end = self.words.len();
        while end > 0 {
            let size = self.words[end - 1] as usize;
            let start = end - FRAME - size;
            let lits = self.words[start..start + size].iter().map(|&code| Lit::from_code(code));
            if !lits.clone().any(|lit| model.is_true(lit)) {
                model.satisfy(Lit::from_code(self.words[start]));
            }
            end = start;
        }
    }

    /// The clauses, oldest first, the witness of each in front.
    pub fn clauses(&self) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        let mut end = self.words.len();
        while end > 0 {
            let size = self.words[end - 1] as usize;
            end -= FRAME + size;
            clauses.push(self.words[end..end + size].iter().map(|&code| Lit::from_code(code)).collect());
        }
        clauses.reverse();
        clauses
    }

    /// Takes the entries out that must return, oldest first, each with its id.
    pub fn take_tainted(&mut self) -> Vec<(ClauseId, Vec<Lit>)> {
        let mut taken = Vec::new();
        let mut spans = Vec::new();
        let mut end = self.words.len();
        while end > 0 {
            let size = self.words[end - 1] as usize;
            let start = end - FRAME - size;
            spans.push((start, size));
            end = start;
        }
        let mut kept = Vec::new();
        for &(start, size) in spans.iter().rev() {
            let entry = &self.words[start..start + size + FRAME];
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
        self.words = kept;
        self.mark_witnesses();
        taken
    }

    fn mark_witnesses(&mut self) {
        self.tainted = false;
        self.marks.fill(0);
        let mut end = self.words.len();
        while end > 0 {
            let size = self.words[end - 1] as usize;
            end -= FRAME + size;
            self.marks[self.words[end] as usize] |= WITNESS;
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * 4 + self.marks.capacity()
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
    fn entries_return_with_those_that_they_taint() {
        let mut extension = Extension::default();
        assert!(extension.push(lits(&[1, 2]).into_iter(), 1));
        assert!(extension.push(lits(&[4, 5]).into_iter(), 2));
        assert!(extension.push(lits(&[-2, 3]).into_iter(), 3));
        extension.touch(lits(&[1])[0]);
        assert!(!extension.is_tainted(), "a clause with the witness itself is no danger");
        extension.touch(lits(&[-1])[0]);
        assert!(extension.is_tainted());
        let taken = extension.take_tainted();
        assert_eq!(taken, [(1, lits(&[1, 2])), (3, lits(&[-2, 3]))]);
        assert!(!extension.is_tainted() && !extension.is_empty());
    }
}
