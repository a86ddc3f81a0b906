//! References to clauses, and reasons, in 32 bits each.

use crate::cnf::Lit;

/// The place of a long clause (three literals or more) in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub struct ClauseRef(pub(in crate::cdcl) u32);

impl ClauseRef {
    /// The arena index of the header.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The highest bit distinguishes binary clauses from long ones, in reasons and in watches.
pub const BINARY_TAG: u32 = 1 << 31;

/// Why a literal is true: a decision, a unit clause, a binary clause (its other literal) or a long clause.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Reason(pub(in crate::cdcl) u32);

/// A [`Reason`] with its parts apart, to be matched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackedReason {
    /// A decision or an assumption.
    Decision,
    /// A unit clause.
    Unit,
    /// A binary clause with this other literal, which is false.
    Binary(Lit),
    /// A long clause.
    Long(ClauseRef),
}

impl Reason {
    /// A decision or an assumption.
    pub const DECISION: Reason = Reason(u32::MAX);
    /// A unit clause.
    pub const UNIT: Reason = Reason(u32::MAX - 1);

    /// The binary clause whose other literal is `other`.
    #[inline]
    pub fn binary(other: Lit) -> Reason {
        debug_assert!(other.code() < BINARY_TAG - 2);
        Reason(other.code() | BINARY_TAG)
    }

    /// A long clause.
    #[inline]
    pub fn long(clause: ClauseRef) -> Reason {
        debug_assert!(clause.0 < BINARY_TAG);
        Reason(clause.0)
    }

    /// Tells which kind of reason it is, with the literal or the clause.
    #[inline]
    pub fn unpack(self) -> UnpackedReason {
        if self.0 < BINARY_TAG {
            UnpackedReason::Long(ClauseRef(self.0))
        } else if self == Reason::DECISION {
            UnpackedReason::Decision
        } else if self == Reason::UNIT {
            UnpackedReason::Unit
        } else {
            UnpackedReason::Binary(Lit::from_code(self.0 & !BINARY_TAG))
        }
    }

    /// The long clause, if it is one.
    #[inline]
    pub fn clause(self) -> Option<ClauseRef> {
        (self.0 < BINARY_TAG).then_some(ClauseRef(self.0))
    }
}

impl std::fmt::Debug for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.unpack().fmt(f)
    }
}

/// The index of a binary clause in the table of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub struct BinaryIndex(pub(in crate::cdcl) u32);

impl BinaryIndex {
    /// The index of every clause if ids are not kept, and of a reason that is not binary.
    pub const NONE: BinaryIndex = BinaryIndex(0);
    /// The index of the first clause if ids are kept.
    pub const FIRST: BinaryIndex = BinaryIndex(1);
    /// The largest index: a watch has no more bits for it.
    pub const MAX: BinaryIndex = BinaryIndex((1 << 30) - 1);
}

/// A clause of two or more literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// A binary clause, which is in the watch lists alone: its literals, and the index of its id.
    Binary(Lit, Lit, BinaryIndex),
    /// A long clause, which is in the arena.
    Long(ClauseRef),
}

impl Clause {
    /// The clause as the reason of one of its literals.
    #[inline]
    pub fn reason_of(self, lit: Lit) -> (Reason, BinaryIndex) {
        match self {
            Clause::Binary(a, b, index) => {
                debug_assert!(a == lit || b == lit);
                (Reason::binary(if a == lit { b } else { a }), index)
            }
            Clause::Long(clause) => (Reason::long(clause), BinaryIndex::NONE),
        }
    }
}
