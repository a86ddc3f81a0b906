//! Watch lists: for every literal, the clauses to visit when it becomes false.
//!
//! **What it does.** A watch is 8 bytes: another literal of the clause (the *blocker*), and where the clause is. Binary
//! clauses exist only here. All lists are in one buffer. A list that outgrows its capacity moves to the end and leaves
//! a hole; the buffer is packed when holes make up more than a sixth of it.
//!
//! **Soundness and proof.** Invariant: every clause of two or more literals is in the lists of two of its literals, and
//! if one of these is false, then the other one or the blocker is true, or the false one has yet to be propagated.
//!
//! **References.** Zhang, Stickel (CADE'96); Moskewicz et al. (DAC'01); Sörensson, Eén (MiniSat 2.1) for blockers.

use super::clause::{BINARY_TAG, BinaryIndex, Clause, ClauseRef};
use crate::cnf::Lit;
use crate::limits::may_fail;
use crate::order::renumbering::Renumbering;
use crate::util::rank::rank_of;

const REDUNDANT_TAG: u32 = 1 << 30;

/// Buffers of fewer watches than this are never packed (2 MB, about what a second-level cache holds). With a limit 32
/// times as low, seven searches of 1 to 4 seconds took 1.035 times the CPU time (geometric mean; `hanoi5` 1.10).
const MIN_PACKED: usize = 1 << 18;

/// One entry of a watch list.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Watch {
    pub(in crate::cdcl) blocker: Lit,
    pub(in crate::cdcl) data: u32,
}

impl Watch {
    /// A binary clause whose other literal is `other`.
    #[inline]
    pub fn binary(other: Lit, redundant: bool, index: BinaryIndex) -> Watch {
        debug_assert!(index <= BinaryIndex::MAX);
        Watch { blocker: other, data: BINARY_TAG | index.0 | if redundant { REDUNDANT_TAG } else { 0 } }
    }

    /// A long clause with the literal `blocker`.
    #[inline]
    pub fn long(blocker: Lit, clause: ClauseRef) -> Watch {
        debug_assert!(clause.0 < BINARY_TAG);
        Watch { blocker, data: clause.0 }
    }

    /// Another literal of the clause (the other one, if binary).
    #[inline]
    pub fn blocker(self) -> Lit {
        self.blocker
    }

    /// Whether the clause is binary.
    #[inline]
    pub fn is_binary(self) -> bool {
        self.data & BINARY_TAG != 0
    }

    /// Whether the clause is binary and redundant.
    #[inline]
    pub fn is_redundant_binary(self) -> bool {
        self.data & (BINARY_TAG | REDUNDANT_TAG) == BINARY_TAG | REDUNDANT_TAG
    }

    /// The index in the table of binary ids.
    #[inline]
    pub fn binary_index(self) -> BinaryIndex {
        debug_assert!(self.is_binary());
        BinaryIndex(self.data & BinaryIndex::MAX.0)
    }

    /// The clause, where this is a watch of the literal `lit`.
    #[inline]
    pub fn clause(self, lit: Lit) -> Clause {
        debug_assert!(!self.is_binary() || self.blocker.var() != lit.var());
        match self.long_clause() {
            None => Clause::Binary(lit, self.blocker, self.binary_index()),
            Some(clause) => Clause::Long(clause),
        }
    }

    /// The clause, if it is long.
    #[inline]
    pub fn long_clause(self) -> Option<ClauseRef> {
        (!self.is_binary()).then_some(ClauseRef(self.data))
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:x}", self.blocker, self.data)
    }
}

/// By how much the capacity of a list grows when it is full. Long lists rarely fill up again.
fn growth(capacity: u32) -> u32 {
    if capacity < 256 { (capacity / 2).max(2) } else { capacity / 4 }
}

const HOLE: Watch = Watch { blocker: Lit::from_code(u32::MAX), data: u32::MAX };

/// The place of a list in the buffer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    pub(in crate::cdcl) start: u32,
    pub(in crate::cdcl) len: u32,
    pub(in crate::cdcl) capacity: u32,
}

impl Span {
    /// The index where the next watch goes, unless the list is full.
    #[inline(always)]
    pub(in crate::cdcl) fn free_slot(&self) -> Option<usize> {
        (self.len < self.capacity).then(|| (self.start + self.len) as usize)
    }
}

/// What the lists hold besides binary clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// Every long clause, in the lists of its first two literals.
    #[default]
    Watched,
    /// Irredundant clauses of at most this many literals, in the lists of all their literals.
    Occurring(usize),
    /// Nothing.
    Bare,
}

/// Clauses that were added before the first call, and are watched when it begins.
#[derive(Clone, Debug, Default)]
pub struct Unwatched {
    /// The binary clauses, in the order of their ids; they are stored nowhere else until then.
    pub(in crate::cdcl) binaries: Vec<[Lit; 2]>,
    /// Scratch: the clause that is being added.
    pub(in crate::cdcl) clean: Vec<Lit>,
}

/// All watch lists.
#[derive(Clone, Debug, Default)]
pub struct Watches {
    pub(in crate::cdcl) spans: Vec<Span>,
    pub(in crate::cdcl) buffer: Vec<Watch>,
    /// The number of entries of the buffer that belong to no list.
    pub(in crate::cdcl) holes: usize,
    incomplete: bool,
}

impl Watches {
    /// Grows to `vars` variables.
    pub fn grow(&mut self, vars: usize) {
        debug_assert!(2 * vars >= self.spans.len());
        self.spans.resize(2 * vars, Span::default());
    }

    /// Reserves space for this many more watches, plus an eighth of the buffer for lists that move during propagation.
    /// False when memory cannot be allocated. Lists may move.
    pub fn try_reserve(&mut self, watches: usize) -> bool {
        let ahead = watches + self.buffer.len() / 8;
        if self.buffer.capacity() - self.buffer.len() < ahead {
            self.pack_if_sparse();
        }
        self.pack_if_mostly_holes();
        self.buffer.len() + 2 * ahead < u32::MAX as usize && self.try_grow(ahead)
    }

    /// Reserves space for this many watches at the end of the buffer. If it has to grow, it grows by a quarter:
    /// doubling, as vectors do, allocates memory that is rarely used.
    fn try_grow(&mut self, watches: usize) -> bool {
        let (len, capacity) = (self.buffer.len(), self.buffer.capacity());
        capacity - len >= watches || may_fail(|| self.buffer.try_reserve_exact(watches + len / 4)).is_ok()
    }

    /// The clauses to visit when `lit` becomes false.
    #[inline]
    pub fn list(&self, lit: Lit) -> &[Watch] {
        let span = self.spans[lit.index()];
        debug_assert!(span.len <= span.capacity && (span.start + span.capacity) as usize <= self.buffer.len());
        &self.buffer[span.start as usize..(span.start + span.len) as usize]
    }

    /// The clauses to visit when `lit` becomes false, to be changed in place.
    #[inline]
    pub fn list_mut(&mut self, lit: Lit) -> &mut [Watch] {
        let span = self.spans[lit.index()];
        &mut self.buffer[span.start as usize..(span.start + span.len) as usize]
    }

    /// Appends a watch.
    #[inline]
    pub fn push(&mut self, lit: Lit, watch: Watch) {
        debug_assert!(lit.index() < self.spans.len() && watch.blocker.index() < self.spans.len());
        debug_assert!(!watch.is_binary() || watch.blocker.var() != lit.var());
        let span = self.spans[lit.index()];
        if span.len == span.capacity && !self.move_to_end(lit, span.capacity + growth(span.capacity)) {
            return;
        }
        let span = &mut self.spans[lit.index()];
        self.buffer[(span.start + span.len) as usize] = watch;
        span.len += 1;
    }

    #[cold]
    #[inline(never)]
    fn move_to_end(&mut self, lit: Lit, capacity: u32) -> bool {
        debug_assert!(capacity > self.spans[lit.index()].len);
        let full = self.buffer.len() + capacity as usize >= u32::MAX as usize;
        if full || !self.try_grow(capacity as usize) {
            self.incomplete = true;
            return false;
        }
        let span = self.spans[lit.index()];
        let (start, len) = (span.start as usize, span.len as usize);
        let to = self.buffer.len();
        self.buffer.extend_from_within(start..start + len);
        self.buffer.resize(to + capacity as usize, HOLE);
        self.holes += span.capacity as usize;
        self.spans[lit.index()] = Span { start: to as u32, len: span.len, capacity };
        true
    }

    /// Whether a watch is missing because memory for its list could not be allocated. Propagation may then miss
    /// literals and conflicts; what it does find is still implied.
    pub fn incomplete(&self) -> bool {
        self.incomplete
    }

    /// Shortens a list.
    #[inline]
    pub fn truncate(&mut self, lit: Lit, len: usize) {
        debug_assert!(len <= self.spans[lit.index()].len as usize);
        self.spans[lit.index()].len = len as u32;
    }

    /// Keeps the watches for which `keep` holds; it may change them.
    pub fn retain(&mut self, lit: Lit, mut keep: impl FnMut(&mut Watch) -> bool) {
        let list = self.list_mut(lit);
        let mut kept = 0;
        for at in 0..list.len() {
            let mut watch = list[at];
            if keep(&mut watch) {
                list[kept] = watch;
                kept += 1;
            }
        }
        self.truncate(lit, kept);
    }

    /// Moves the binary clauses to the front of every list, keeping the order otherwise.
    pub fn binaries_first(&mut self) {
        let mut long = Vec::new();
        for code in 0..self.spans.len() as u32 {
            let list = self.list_mut(Lit::from_code(code));
            if list.is_sorted_by_key(|watch| !watch.is_binary()) {
                continue;
            }
            long.clear();
            let mut kept = 0;
            for at in 0..list.len() {
                let watch = list[at];
                if watch.is_binary() {
                    list[kept] = watch;
                    kept += 1;
                } else {
                    long.push(watch);
                }
            }
            list[kept..].copy_from_slice(&long);
            debug_assert!(list.is_sorted_by_key(|watch| !watch.is_binary()));
        }
    }

    /// Removes one watch equal to `watch`, keeping the order of the others.
    pub fn remove(&mut self, lit: Lit, watch: Watch) {
        let list = self.list_mut(lit);
        let at =
            list.iter().position(|&other| other == watch).expect("a clause is in the lists of its watched literals");
        list.copy_within(at + 1.., at);
        let len = list.len() - 1;
        self.truncate(lit, len);
    }

    /// Removes the long clauses from all lists. These keep their places: the long clauses come back soon.
    pub fn drop_long(&mut self) {
        for code in 0..self.spans.len() as u32 {
            self.retain(Lit::from_code(code), |watch| watch.is_binary());
        }
    }

    /// Removes the long clauses from all lists, and gives each list capacity for `counts[lit]` more watches, so that no
    /// list moves while these are pushed. False when memory cannot be allocated.
    pub fn keep_binaries(&mut self, counts: &[u32]) -> bool {
        debug_assert_eq!(counts.len(), self.spans.len());
        self.drop_long();
        let order = self.pack(|span| span.len);
        // Each list gets a sixteenth more, since a list that outgrows its place leaves a hole.
        let capacity = |len: u32, more: u32| len as usize + more as usize + (len as usize + more as usize) / 16;
        let total: usize = self.spans.iter().zip(counts).map(|(span, &more)| capacity(span.len, more)).sum();
        // Memory that is reserved and not touched costs nothing, whereas growing later may copy the whole buffer.
        let reserved = total + total / 4;
        let missing = reserved.saturating_sub(self.buffer.capacity());
        if total >= u32::MAX as usize
            || missing > 0 && may_fail(|| self.buffer.try_reserve_exact(reserved - self.buffer.len())).is_err()
        {
            return false;
        }
        self.buffer.resize(total, HOLE);
        let mut end = total as u32;
        let mut place = |lit: usize, span: &mut Span| {
            let capacity = capacity(span.len, counts[lit]) as u32;
            let from = span.start as usize;
            end -= capacity;
            *span = Span { start: end, len: span.len, capacity };
            self.buffer.copy_within(from..from + span.len as usize, end as usize);
        };
        let empty = self.spans.iter_mut().enumerate().rev().filter(|(_, span)| span.len == 0);
        empty.for_each(|(lit, span)| place(lit, span));
        for &lit in order.iter().rev() {
            place(lit as usize, &mut self.spans[lit as usize]);
        }
        debug_assert_eq!(end, 0);
        true
    }

    /// Packs the buffer when more than half of it is holes.
    #[inline]
    pub fn pack_if_mostly_holes(&mut self) {
        if self.holes > self.buffer.len() / 2 {
            self.pack_if_sparse();
        }
    }

    /// Packs the buffer when holes make up at least a sixth of it, or holes and unused capacity at least a third.
    /// Buffers below [`MIN_PACKED`] are never packed.
    pub fn pack_if_sparse(&mut self) {
        let unused = || self.buffer.len() - self.spans.iter().map(|span| span.len as usize).sum::<usize>();
        let len = self.buffer.len();
        if len < MIN_PACKED || self.holes < len / 6 && unused() < len / 3 {
            return;
        }
        self.pack(|span| (span.len + span.len / 4).min(span.capacity));
        if self.buffer.capacity() > 2 * self.buffer.len() {
            self.buffer.shrink_to(self.buffer.len() + self.buffer.len() / 4);
        }
    }

    /// Renumbers the variables; the lists of those that are not kept must be empty. A blocker that is not kept was a
    /// false literal of a long clause: `blocker` gives a new one, renumbered, for the clause and the list's old
    /// literal.
    pub(in crate::cdcl) fn renumber(&mut self, renumbering: &Renumbering, blocker: impl Fn(ClauseRef, Lit) -> Lit) {
        for code in 0..self.spans.len() as u32 {
            let lit = Lit::from_code(code);
            if renumbering.lit(lit).is_none() {
                let span = self.spans[lit.index()];
                debug_assert_eq!(span.len, 0);
                self.holes += span.capacity as usize;
                continue;
            }
            for watch in self.list_mut(lit) {
                watch.blocker = renumbering
                    .lit(watch.blocker)
                    .unwrap_or_else(|| blocker(watch.long_clause().expect("variables of clauses are kept"), lit));
            }
        }
        renumbering.shrink_lits(&mut self.spans);
        self.pack_if_sparse();
    }

    /// Moves all lists to the front of the buffer, with the given capacities; empty lists get none. Returns the
    /// literals of the others in the order of their lists.
    fn pack(&mut self, capacity: impl Fn(&Span) -> u32) -> Vec<u32> {
        self.spans.iter_mut().filter(|span| span.len == 0).for_each(|span| *span = Span::default());
        let lists = self.spans.iter().zip(0..).filter(|(span, _)| span.len > 0);
        let mut order: Vec<u64> = lists.map(|(span, lit)| rank_of(span.start, lit)).collect();
        order.sort_unstable();
        let order: Vec<u32> = order.into_iter().map(|rank| rank as u32).collect();
        let mut end = 0u32;
        for &lit in &order {
            let span = &mut self.spans[lit as usize];
            let (start, len, capacity) = (span.start as usize, span.len, capacity(span));
            debug_assert!(end as usize <= start && len <= capacity, "lists move to the front");
            *span = Span { start: end, len, capacity };
            self.buffer.copy_within(start..start + len as usize, end as usize);
            end += capacity;
        }
        self.buffer.truncate(end as usize);
        self.holes = 0;
        debug_assert!(order.iter().all(|&lit| self.spans[lit as usize].len > 0));
        order
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> usize {
        self.buffer.capacity() * size_of::<Watch>() + self.spans.capacity() * size_of::<Span>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    #[test]
    fn moving_and_packing_keep_the_watches() {
        let (mut watches, mut rng) = (Watches::default(), Rng::new(3));
        watches.grow(100);
        let mut expected: Vec<Vec<Watch>> = vec![Vec::new(); 200];
        let mut packed = 0;
        for step in 0..600_000u32 {
            let lit = Lit::from_code(rng.below(200) as u32);
            match rng.below(10_000) {
                0..10 => {
                    watches.truncate(lit, 0);
                    expected[lit.index()].clear();
                }
                10 => {
                    let len = watches.buffer.len();
                    watches.pack_if_sparse();
                    packed += u32::from(watches.buffer.len() < len);
                }
                11 => {
                    watches.pack_if_mostly_holes();
                    assert!(watches.buffer.len() < MIN_PACKED || watches.holes <= watches.buffer.len() / 2);
                }
                _ => {
                    let other = Lit::from_code((lit.code() + 2 + 2 * (step % 99)) % 200);
                    let watch = Watch::binary(other, false, BinaryIndex(step));
                    watches.push(lit, watch);
                    expected[lit.index()].push(watch);
                }
            }
        }
        assert!(packed > 0, "the buffer was large enough");
        watches.pack_if_sparse();
        for (code, list) in expected.iter().enumerate() {
            assert_eq!(watches.list(Lit::from_code(code as u32)), list);
        }
    }
}
