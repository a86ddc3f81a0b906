//! All long clauses in one buffer of 32-bit words.
//!
//! A clause is a header of three words, followed by its literals:
//!
//! ```text
//! flags and glue | saved position | size | literal 0 | literal 1 | ...
//! ```
//!
//! A [`ClauseRef`] is the index of the first word. When a proof needs ids, two more words *before* the header hold the
//! clause's id (high word first), so the hot loops see the same layout with and without ids. Words that shrinking frees
//! are filled with [`FILLER`]. No clause begins with this word, since no id and no glue is that large, so the buffer
//! can always be walked from front to back. Clauses are in order of allocation; nothing relies on that order.

use super::clause::{BINARY_TAG, ClauseRef};
use crate::cnf::Lit;
use crate::limits::may_fail;
use crate::order::renumbering::Renumbering;
use crate::proof::ClauseId;

/// Words of a header.
pub const HEADER: usize = 3;
/// Fills words that belong to no clause.
pub const FILLER: u32 = u32::MAX;

const GLUE_MASK: u32 = (1 << 20) - 1;
const REDUNDANT: u32 = 1 << 20;
const GARBAGE: u32 = 1 << 21;
const REASON: u32 = 1 << 22;
const VIVIFY: u32 = 1 << 23;
const USED_SHIFT: u32 = 26;
const USED_MASK: u32 = 31 << USED_SHIFT;

/// The largest glue that is stored.
pub const MAX_GLUE: u32 = GLUE_MASK - 1;
/// The value that using a clause sets its `used` counter to; it is counted down once per reduction.
pub const MAX_USED: u32 = 31;

/// Whether the first word of a header marks the clause as garbage.
#[inline(always)]
pub fn is_garbage(flags: u32) -> bool {
    flags & GARBAGE != 0
}

/// The buffer of long clauses.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    pub(in crate::cdcl) words: Vec<u32>,
    with_ids: bool,
    /// Words in garbage clauses and fillers.
    wasted: usize,
}

impl Arena {
    /// Stores an id with every clause from now on. Must be called before the first clause.
    pub fn keep_ids(&mut self) {
        debug_assert!(!self.with_ids);
        debug_assert!(self.words.is_empty());
        self.with_ids = true;
    }

    fn prefix(&self) -> usize {
        if self.with_ids { 2 } else { 0 }
    }

    /// Reserves space for this many more words; false when the arena would be too large or memory cannot be allocated.
    pub fn try_reserve(&mut self, words: usize) -> bool {
        // Grows by a quarter. Doubling, as vectors do, allocates memory that is rarely used.
        let (len, capacity) = (self.words.len(), self.words.capacity());
        len + words < BINARY_TAG as usize
            && (capacity - len >= words || may_fail(|| self.words.try_reserve_exact(words + len / 4)).is_ok())
    }

    /// Adds a clause; `None` when the arena is full or memory cannot be allocated.
    pub fn alloc(&mut self, lits: &[Lit], redundant: bool, glue: u32, id: ClauseId) -> Option<ClauseRef> {
        debug_assert!(lits.len() > 2);
        debug_assert!(!self.with_ids || id != 0, "a clause needs its id");
        debug_assert!(glue < lits.len() as u32, "glue counts levels without the highest");
        debug_assert!(lits.windows(2).all(|pair| pair[0].var() != pair[1].var()), "variables of a clause are distinct");
        if !self.try_reserve(lits.len() + HEADER + self.prefix()) {
            return None;
        }
        if self.with_ids {
            self.words.extend([(id >> 32) as u32, id as u32]);
        }
        let place = ClauseRef(self.words.len() as u32);
        debug_assert!(place.0 < BINARY_TAG, "a reference leaves the tag of binary reasons free");
        let flags = if redundant { REDUNDANT } else { 0 };
        self.words.extend([glue.min(MAX_GLUE) | flags, 2, lits.len() as u32]);
        self.words.extend(lits.iter().map(|lit| lit.code()));
        Some(place)
    }

    /// The number of words that a collection would free.
    pub fn wasted(&self) -> usize {
        self.wasted
    }

    /// The number of literals.
    #[inline]
    pub fn size(&self, clause: ClauseRef) -> usize {
        self.words[clause.index() + 2] as usize
    }

    /// The words that the clause takes, with its id and its header.
    pub(in crate::cdcl) fn words_of(&self, clause: ClauseRef) -> usize {
        self.prefix() + HEADER + self.size(clause)
    }

    /// The literals' codes.
    #[inline]
    pub fn codes(&self, clause: ClauseRef) -> &[u32] {
        debug_assert!(self.size(clause) > 2, "shorter clauses are not in the arena");
        let start = clause.index() + HEADER;
        &self.words[start..start + self.size(clause)]
    }

    /// The literals' codes, mutable.
    #[inline]
    pub fn codes_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause.index() + HEADER;
        let size = self.size(clause);
        &mut self.words[start..start + size]
    }

    /// The literals.
    #[inline]
    pub fn lits(&self, clause: ClauseRef) -> impl DoubleEndedIterator<Item = Lit> + ExactSizeIterator + Clone + '_ {
        self.codes(clause).iter().map(|&code| Lit::from_code(code))
    }

    /// One literal.
    #[inline]
    pub fn lit(&self, clause: ClauseRef, index: usize) -> Lit {
        debug_assert!(index < self.size(clause));
        Lit::from_code(self.words[clause.index() + HEADER + index])
    }

    /// The id; 0 without ids.
    pub fn id(&self, clause: ClauseRef) -> ClauseId {
        if !self.with_ids {
            return 0;
        }
        let at = clause.index() - 2;
        u64::from(self.words[at]) << 32 | u64::from(self.words[at + 1])
    }

    /// Changes the id, when the clause was replaced by a shorter one.
    pub fn set_id(&mut self, clause: ClauseRef, id: ClauseId) {
        if self.with_ids {
            debug_assert!(id != 0);
            let at = clause.index() - 2;
            self.words[at] = (id >> 32) as u32;
            self.words[at + 1] = id as u32;
        }
    }

    #[inline]
    fn has(&self, clause: ClauseRef, flag: u32) -> bool {
        self.words[clause.index()] & flag != 0
    }

    #[inline]
    fn put(&mut self, clause: ClauseRef, flag: u32, on: bool) {
        let word = &mut self.words[clause.index()];
        if on { *word |= flag } else { *word &= !flag }
    }

    /// Whether the clause may be deleted at any moment.
    #[inline]
    pub fn redundant(&self, clause: ClauseRef) -> bool {
        self.has(clause, REDUNDANT)
    }

    /// Makes a redundant clause irredundant.
    pub fn set_irredundant(&mut self, clause: ClauseRef) {
        debug_assert!(self.redundant(clause) && !self.garbage(clause));
        self.put(clause, REDUNDANT, false);
    }

    /// Whether the clause is deleted and not collected yet.
    #[inline]
    pub fn garbage(&self, clause: ClauseRef) -> bool {
        self.has(clause, GARBAGE)
    }

    pub(in crate::cdcl) fn set_garbage(&mut self, clause: ClauseRef) {
        debug_assert!(!self.garbage(clause));
        self.wasted += self.words_of(clause);
        self.put(clause, GARBAGE, true);
    }

    /// Whether the clause was marked as the reason of a literal (during reduction).
    pub fn is_reason(&self, clause: ClauseRef) -> bool {
        self.has(clause, REASON)
    }

    /// Marks or unmarks the clause as the reason of a literal.
    pub fn set_reason(&mut self, clause: ClauseRef, on: bool) {
        debug_assert!(!self.garbage(clause), "reasons are not deleted");
        self.put(clause, REASON, on);
    }

    /// Whether the last round of vivification did not get to this clause.
    pub fn vivify(&self, clause: ClauseRef) -> bool {
        self.has(clause, VIVIFY)
    }

    /// Marks the clause for the next round of vivification.
    pub fn set_vivify(&mut self, clause: ClauseRef, on: bool) {
        self.put(clause, VIVIFY, on);
    }

    /// The stored glue: the number of decision levels among the literals, minus 1, the last time it was computed.
    #[inline]
    pub fn glue(&self, clause: ClauseRef) -> u32 {
        self.words[clause.index()] & GLUE_MASK
    }

    /// Changes the stored glue.
    #[inline]
    pub fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        debug_assert!((glue as usize) < self.size(clause), "glue counts levels without the highest");
        let word = &mut self.words[clause.index()];
        *word = *word & !GLUE_MASK | glue.min(MAX_GLUE);
    }

    /// How recently the clause was used: [`MAX_USED`], minus 1 for each reduction since.
    #[inline]
    pub fn used(&self, clause: ClauseRef) -> u32 {
        (self.words[clause.index()] & USED_MASK) >> USED_SHIFT
    }

    /// Sets [`Arena::used`].
    #[inline]
    pub fn set_used(&mut self, clause: ClauseRef, used: u32) {
        debug_assert!(used <= MAX_USED);
        let word = &mut self.words[clause.index()];
        *word = *word & !USED_MASK | used << USED_SHIFT;
    }

    /// Keeps only the first `size` literals, at least 3.
    pub(in crate::cdcl) fn truncate(&mut self, clause: ClauseRef, size: usize) {
        let old = self.size(clause);
        debug_assert!(2 < size && size <= old);
        debug_assert!(!self.garbage(clause), "a deleted clause is not shortened");
        let start = clause.index() + HEADER;
        self.words[start + size..start + old].fill(FILLER);
        self.words[clause.index() + 2] = size as u32;
        self.words[clause.index() + 1] = 2;
        self.wasted += old - size;
        debug_assert!(self.wasted <= self.words.len());
        let glue = self.glue(clause);
        self.set_glue(clause, glue.min(size as u32 - 1));
    }

    /// The first clause at or after this word.
    fn next_from(&self, mut at: usize) -> Option<ClauseRef> {
        debug_assert!(at <= self.words.len());
        while self.words.get(at) == Some(&FILLER) {
            at += 1;
        }
        (at < self.words.len()).then(|| ClauseRef((at + self.prefix()) as u32))
    }

    /// The first clause, garbage included.
    pub fn first(&self) -> Option<ClauseRef> {
        self.next_from(0)
    }

    /// The clause after this one, garbage included.
    pub fn next(&self, clause: ClauseRef) -> Option<ClauseRef> {
        self.next_from(clause.index() + HEADER + self.size(clause))
    }

    /// All clauses that are not garbage, in order.
    pub fn refs(&self) -> Refs<'_> {
        Refs { arena: self, next: self.first() }
    }

    /// Stores in each kept clause, in place of its saved position, where [`Arena::compact`] will move it.
    pub(in crate::cdcl) fn plan(&mut self) {
        debug_assert!(self.wasted <= self.words.len());
        let (mut next, mut to) = (self.first(), 0);
        while let Some(clause) = next {
            if !self.garbage(clause) {
                self.words[clause.index() + 1] = (to + self.prefix()) as u32;
                to += self.words_of(clause);
            }
            next = self.next(clause);
        }
    }

    /// The new place that [`Arena::plan`] has computed for the clause.
    #[inline]
    pub(in crate::cdcl) fn planned(&self, clause: ClauseRef) -> ClauseRef {
        debug_assert!(!self.garbage(clause), "garbage has no new place");
        debug_assert!(self.words[clause.index() + 1] as usize <= clause.index(), "clauses move down");
        ClauseRef(self.words[clause.index() + 1])
    }

    /// Moves every kept clause to its planned place and frees the others.
    pub(in crate::cdcl) fn compact(&mut self) {
        let (mut next, mut end) = (self.first(), 0);
        while let Some(clause) = next {
            next = self.next(clause);
            if !self.garbage(clause) {
                let from = clause.index() - self.prefix();
                debug_assert_eq!(
                    self.planned(clause).index(),
                    end + self.prefix(),
                    "the plan was made for these clauses"
                );
                debug_assert!(end <= from, "clauses move down");
                let words = self.words_of(clause);
                self.words[clause.index() + 1] = 2;
                self.words.copy_within(from..from + words, end);
                end += words;
            }
        }
        self.words.truncate(end);
        if self.words.capacity() > 2 * end + (1 << 20) {
            self.words.shrink_to(end + end / 2);
        }
        self.wasted = 0;
    }

    /// Renumbers the literals. There must be no garbage, and every variable of a clause must be kept.
    pub(in crate::cdcl) fn renumber(&mut self, renumbering: &Renumbering) {
        debug_assert_eq!(self.wasted, 0, "garbage was collected");
        let mut next = self.first();
        while let Some(clause) = next {
            next = self.next(clause);
            for code in self.codes_mut(clause) {
                *code = renumbering.lit(Lit::from_code(*code)).expect("variables of clauses are kept").code();
            }
        }
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * 4
    }
}

/// Iterates over the clauses that are not garbage.
#[derive(Debug)]
pub struct Refs<'a> {
    arena: &'a Arena,
    next: Option<ClauseRef>,
}

impl Iterator for Refs<'_> {
    type Item = ClauseRef;

    fn next(&mut self) -> Option<ClauseRef> {
        while let Some(clause) = self.next {
            self.next = self.arena.next(clause);
            if !self.arena.garbage(clause) {
                return Some(clause);
            }
        }
        None
    }
}
