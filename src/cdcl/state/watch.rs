//! Watch lists: for every literal the clauses to look at when it becomes false.
//!
//! Invariant (Moskewicz et al., DAC'01; Zhang, Stickel, CADE'96): every clause of two or more literals is in the lists of
//! two of its literals, and if one of these is false, then the other one is true, or the false one has yet to be
//! propagated; a true *blocker* (Sörensson, Eén, MiniSat 2.1) may stand in for the other.
//!
//! A watch is 8 bytes: another literal of the clause, and where the clause is. Binary clauses exist nowhere but here. All
//! lists live in one buffer; a list that outgrows its room moves to the end and leaves a hole, and the buffer is packed
//! when holes make up a large part of it.

use super::clause::{BINARY_TAG, ClauseRef};
use super::renumbering::Renumbering;
use crate::cnf::Lit;
use crate::util::sort::rank_of;

const REDUNDANT_TAG: u32 = 1 << 30;
/// The largest index into the table of binary ids.
pub const MAX_BINARY_ID: u32 = REDUNDANT_TAG - 1;

/// Watches from which on a buffer with holes is packed: 64 kB. Half of that packed every sixth conflict of some formulas with
/// a few hundred clauses.
const WORTH_PACKING: usize = 1 << 13;

/// One entry of a watch list.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Watch {
    pub(in crate::cdcl) blocker: Lit,
    pub(in crate::cdcl) data: u32,
}

/// Where a watched clause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    /// A binary clause: the blocker is its other literal.
    Binary {
        /// Whether it may be forgotten.
        redundant: bool,
        /// Its index in the table of ids, 0 without ids.
        id: u32,
    },
    /// A long clause.
    Long(ClauseRef),
}

impl Watch {
    /// A binary clause whose other literal is `other`.
    #[inline]
    pub fn binary(other: Lit, redundant: bool, id: u32) -> Watch {
        debug_assert!(id <= MAX_BINARY_ID);
        Watch { blocker: other, data: BINARY_TAG | id | if redundant { REDUNDANT_TAG } else { 0 } }
    }

    /// A long clause, of which `blocker` is another literal.
    #[inline]
    pub fn long(blocker: Lit, clause: ClauseRef) -> Watch {
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

    /// Whether it is a binary clause that may be forgotten.
    #[inline]
    pub fn is_redundant_binary(self) -> bool {
        self.data & (BINARY_TAG | REDUNDANT_TAG) == BINARY_TAG | REDUNDANT_TAG
    }

    /// The index in the table of binary ids.
    #[inline]
    pub fn binary_id(self) -> u32 {
        self.data & MAX_BINARY_ID
    }

    /// Where the clause is.
    #[inline]
    pub fn watched(self) -> Watched {
        if self.is_binary() {
            Watched::Binary { redundant: self.is_redundant_binary(), id: self.binary_id() }
        } else {
            Watched::Long(ClauseRef(self.data))
        }
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.blocker, self.watched())
    }
}

/// How much room a list of this room gets besides when it has to move: long ones are rarely filled again.
fn more_room(room: u32) -> u32 {
    if room < 256 { (room / 2).max(2) } else { room / 4 }
}

const HOLE: Watch = Watch { blocker: Lit::from_code(u32::MAX), data: u32::MAX };

/// Where a list lives in the buffer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    pub(in crate::cdcl) start: u32,
    pub(in crate::cdcl) len: u32,
    room: u32,
}

impl Span {
    /// Where the next watch goes, if there is room for it.
    #[inline(always)]
    pub(in crate::cdcl) fn vacancy(&self) -> Option<usize> {
        (self.len < self.room).then(|| (self.start + self.len) as usize)
    }
}

/// All watch lists.
#[derive(Debug, Default)]
pub struct Watches {
    pub(in crate::cdcl) spans: Vec<Span>,
    pub(in crate::cdcl) buffer: Vec<Watch>,
    holes: usize,
    lost: bool,
}

impl Watches {
    /// Makes room for `vars` variables.
    pub fn grow(&mut self, vars: usize) {
        self.spans.resize(2 * vars, Span::default());
    }

    /// Whether the buffer can take this many more watches, and an eighth of what it holds for lists that propagation
    /// moves; false too when memory cannot be had. Lists may move.
    pub fn try_reserve(&mut self, watches: usize) -> bool {
        let ahead = watches + self.buffer.len() / 8;
        if self.buffer.capacity() - self.buffer.len() < ahead {
            self.pack_if_sparse();
        }
        self.pack_if_mostly_holes();
        self.buffer.len() + 2 * ahead < u32::MAX as usize && self.try_grow(ahead)
    }

    /// Makes room for so many watches at the end of the buffer, and a quarter of what it holds where that means to grow:
    /// twice as much, as vectors do, is memory that is rarely used.
    fn try_grow(&mut self, watches: usize) -> bool {
        let (len, capacity) = (self.buffer.len(), self.buffer.capacity());
        capacity - len >= watches || self.buffer.try_reserve_exact(watches + len / 4).is_ok()
    }

    /// The clauses to look at when `lit` becomes false.
    #[inline]
    pub fn list(&self, lit: Lit) -> &[Watch] {
        let span = self.spans[lit.index()];
        &self.buffer[span.start as usize..(span.start + span.len) as usize]
    }

    /// The same, to be changed in place.
    #[inline]
    pub fn list_mut(&mut self, lit: Lit) -> &mut [Watch] {
        let span = self.spans[lit.index()];
        &mut self.buffer[span.start as usize..(span.start + span.len) as usize]
    }

    /// Appends a watch.
    #[inline]
    pub fn push(&mut self, lit: Lit, watch: Watch) {
        let span = self.spans[lit.index()];
        if span.len == span.room && !self.move_to_end(lit, span.room + more_room(span.room)) {
            return;
        }
        let span = &mut self.spans[lit.index()];
        self.buffer[(span.start + span.len) as usize] = watch;
        span.len += 1;
    }

    #[cold]
    #[inline(never)]
    fn move_to_end(&mut self, lit: Lit, room: u32) -> bool {
        let full = self.buffer.len() + room as usize >= u32::MAX as usize;
        if full || !self.try_grow(room as usize) {
            self.lost = true;
            return false;
        }
        let span = self.spans[lit.index()];
        let (start, len) = (span.start as usize, span.len as usize);
        let to = self.buffer.len();
        self.buffer.extend_from_within(start..start + len);
        self.buffer.resize(to + room as usize, HOLE);
        self.holes += span.room as usize;
        self.spans[lit.index()] = Span { start: to as u32, len: span.len, room };
        true
    }

    /// Whether a watch was lost because memory for its list could not be had. Then propagation misses consequences: what
    /// it finds holds, but that nothing is falsified means nothing.
    pub fn lost(&self) -> bool {
        self.lost
    }

    /// Cuts a list.
    #[inline]
    pub fn truncate(&mut self, lit: Lit, len: usize) {
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

    /// Puts the binary clauses first in every list, keeping the order otherwise.
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
        }
    }

    /// Removes one watch that is equal to `watch`, keeping the order of the others.
    pub fn remove(&mut self, lit: Lit, watch: Watch) {
        let list = self.list_mut(lit);
        let at =
            list.iter().position(|&other| other == watch).expect("a clause is in the lists of its watched literals");
        list.copy_within(at + 1.., at);
        let len = list.len() - 1;
        self.truncate(lit, len);
    }

    /// Keeps the binary clauses in all lists, in their order, with room behind them for `counts[lit]` watches each, so
    /// that nothing moves while these are pushed. False when memory cannot be had.
    pub fn keep_binaries(&mut self, counts: &[u32]) -> bool {
        for code in 0..self.spans.len() as u32 {
            self.retain(Lit::from_code(code), |watch| watch.is_binary());
        }
        let order = self.pack(|span| span.len);
        // Some room more in each list: one that has to move leaves a hole.
        let room = |len: u32, more: u32| len as usize + more as usize + (len as usize + more as usize) / 16;
        let total: usize = self.spans.iter().zip(counts).map(|(span, &more)| room(span.len, more)).sum();
        // Room that is not touched costs nothing, growing it later may cost a copy of everything.
        let wanted = total + total / 4;
        let missing = wanted.saturating_sub(self.buffer.capacity());
        if total >= u32::MAX as usize
            || missing > 0 && self.buffer.try_reserve_exact(wanted - self.buffer.len()).is_err()
        {
            return false;
        }
        self.buffer.resize(total, HOLE);
        let mut end = total as u32;
        let mut place = |lit: usize, span: &mut Span| {
            let room = room(span.len, counts[lit]) as u32;
            let from = span.start as usize;
            end -= room;
            *span = Span { start: end, len: span.len, room };
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

    /// Packs the buffer when most of it is holes.
    #[inline]
    pub fn pack_if_mostly_holes(&mut self) {
        if self.holes > self.buffer.len() / 2 {
            self.pack_if_sparse();
        }
    }

    /// Packs the buffer when holes make up more than a sixth of it, or these and unused room more than a third; a small
    /// buffer is left as it is.
    pub fn pack_if_sparse(&mut self) {
        let unused = || self.buffer.len() - self.spans.iter().map(|span| span.len as usize).sum::<usize>();
        let len = self.buffer.len();
        if len < WORTH_PACKING || self.holes < len / 6 && unused() < len / 3 {
            return;
        }
        self.pack(|span| (span.len + span.len / 4).min(span.room));
        if self.buffer.capacity() > 2 * self.buffer.len() {
            self.buffer.shrink_to(self.buffer.len() + self.buffer.len() / 4);
        }
    }

    /// Goes over to new numbers: the lists of variables that do not stay are empty. A blocker that does not stay was a false
    /// literal of a long clause: `blocker` has another one, with its new number, for the clause and the list's old literal.
    pub(in crate::cdcl) fn renumber(&mut self, renumbering: &Renumbering, blocker: impl Fn(ClauseRef, Lit) -> Lit) {
        for code in 0..self.spans.len() as u32 {
            let lit = Lit::from_code(code);
            if renumbering.lit(lit).is_none() {
                let span = self.spans[lit.index()];
                debug_assert_eq!(span.len, 0);
                self.holes += span.room as usize;
                continue;
            }
            for watch in self.list_mut(lit) {
                watch.blocker = match (renumbering.lit(watch.blocker), watch.watched()) {
                    (Some(new), _) => new,
                    (None, Watched::Long(clause)) => blocker(clause, lit),
                    (None, Watched::Binary { .. }) => unreachable!("variables of clauses stay"),
                };
            }
        }
        renumbering.shrink_lits(&mut self.spans);
        self.pack_if_sparse();
    }

    /// Moves all lists to the front of the buffer, each with so much room, empty ones with none; returns the literals of
    /// the others in their order there.
    fn pack(&mut self, room: impl Fn(&Span) -> u32) -> Vec<u32> {
        self.spans.iter_mut().filter(|span| span.len == 0).for_each(|span| *span = Span::default());
        let lists = self.spans.iter().zip(0..).filter(|(span, _)| span.len > 0);
        let mut order: Vec<u64> = lists.map(|(span, lit)| rank_of(span.start, lit)).collect();
        order.sort_unstable();
        let order: Vec<u32> = order.into_iter().map(|rank| rank as u32).collect();
        let mut end = 0u32;
        for &lit in &order {
            let span = &mut self.spans[lit as usize];
            let (start, len, room) = (span.start as usize, span.len, room(span));
            *span = Span { start: end, len, room };
            self.buffer.copy_within(start..start + len as usize, end as usize);
            end += room;
        }
        self.buffer.truncate(end as usize);
        self.holes = 0;
        order
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.buffer.capacity() * size_of::<Watch>() + self.spans.capacity() * size_of::<Span>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    #[test]
    fn lists_keep_their_watches_while_they_move_and_are_packed() {
        let (mut watches, mut rng) = (Watches::default(), Rng::new(3));
        watches.grow(100);
        let mut expected: Vec<Vec<Watch>> = vec![Vec::new(); 200];
        for step in 0..60_000u32 {
            let lit = Lit::from_code(rng.below(200) as u32);
            match rng.below(10) {
                0 => {
                    watches.truncate(lit, 0);
                    expected[lit.index()].clear();
                }
                1 if step % 100 == 0 => watches.pack_if_sparse(),
                2 if step % 100 == 1 => {
                    watches.pack_if_mostly_holes();
                    assert!(watches.buffer.len() < WORTH_PACKING || watches.holes <= watches.buffer.len() / 2);
                }
                _ => {
                    let watch = Watch::binary(Lit::from_code(step % 200), false, step);
                    watches.push(lit, watch);
                    expected[lit.index()].push(watch);
                }
            }
        }
        watches.pack_if_sparse();
        for (code, list) in expected.iter().enumerate() {
            assert_eq!(watches.list(Lit::from_code(code as u32)), list);
        }
    }
}
