//! The values of literals under the current partial assignment.
//!
//! **What it does.** One signed byte for each *literal*: 1 true, -1 false, 0 unassigned. An assignment writes both
//! polarities.
//!
//! **Why it pays.** A look-up is one load without shifting or sign correction.
//!
//! **Tried and dropped.** Two bit planes (assigned, positive) of 64-bit words, an eighth of the memory: bytes take 0.82
//! to 0.93 of the CPU time, since the shifts cost more than the cache saves. Figures: bench/2026-11-28.txt.

use crate::cnf::Lit;
use crate::order::renumbering::Renumbering;

/// The table of values.
#[derive(Clone, Debug, Default)]
pub struct Values {
    pub(in crate::cdcl) table: Vec<i8>,
}

impl Values {
    /// Grows to `vars` variables; new ones are unassigned.
    pub fn grow(&mut self, vars: usize) {
        debug_assert!(2 * vars >= self.table.len());
        self.table.resize(2 * vars, 0);
    }

    /// Renumbers the variables.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        debug_assert_eq!(self.table.len(), 2 * renumbering.before());
        renumbering.shrink_lits(&mut self.table);
    }

    /// 1 when true, -1 when false, 0 when unassigned.
    #[inline]
    pub fn value(&self, lit: Lit) -> i8 {
        self.table[lit.index()]
    }

    /// Makes the literal true.
    #[inline]
    pub fn assign(&mut self, lit: Lit) {
        debug_assert_eq!(self.value(lit), 0);
        self.table[lit.index()] = 1;
        self.table[(!lit).index()] = -1;
    }

    /// Unassigns the literal.
    #[inline]
    pub fn unassign(&mut self, lit: Lit) {
        debug_assert_ne!(self.value(lit), 0);
        debug_assert_eq!(self.value(lit), -self.value(!lit));
        self.table[lit.index()] = 0;
        self.table[(!lit).index()] = 0;
    }
}
