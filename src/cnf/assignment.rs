//! Bit-packed assignments: one bit for each variable when complete, two bit planes when partial.
//!
//! `bitvec` holds the bits. Loops that must be fast take the raw words ([`Assignment::words`]): a random get and set
//! costs 5.4 ns through `BitVec`, 1.8 ns through words (one core, measured before the first release).

use super::lit::{Lit, Var};
use bitvec::prelude::{BitVec, Lsb0};
use std::fmt;
use std::ops::Index;

/// A word of bits: `bitvec` has none that is wider than an address.
#[cfg(target_pointer_width = "64")]
pub type Word = u64;
/// A word of bits: `bitvec` has none that is wider than an address.
#[cfg(not(target_pointer_width = "64"))]
pub type Word = u32;

/// A complete assignment: every variable has a value, in one bit.
///
/// ```
/// use gemsat::cnf::{Assignment, Var};
///
/// let mut model = Assignment::all_false(3);
/// model.set(Var::new(1), true);
/// assert!(model.is_true(Var::new(0).neg()) && model.is_true(Var::new(1).pos()));
/// assert!(model[Var::new(1)] && !model[Var::new(1).neg()]);
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Assignment {
    bits: BitVec<Word, Lsb0>,
}

impl Assignment {
    /// The assignment of `num_vars` variables that makes all of them false.
    pub fn all_false(num_vars: usize) -> Assignment {
        Assignment { bits: BitVec::repeat(false, num_vars) }
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// The value of a variable; one beyond the end is false.
    #[inline]
    pub fn value(&self, var: Var) -> bool {
        self.bits.get(var.index()).is_some_and(|bit| *bit)
    }

    /// The place of the first of these literals that is true; `None` if none is. Of literals of which exactly one is
    /// true, this is the value that they stand for.
    ///
    /// ```
    /// use gemsat::cnf::{Assignment, Var};
    /// let mut model = Assignment::all_false(3);
    /// let lits = [0, 1, 2].map(|index| Var::new(index).pos());
    /// assert_eq!(model.first_true(&lits), None);
    /// model.satisfy(lits[2]);
    /// assert_eq!(model.first_true(&lits), Some(2));
    /// ```
    pub fn first_true(&self, lits: &[Lit]) -> Option<usize> {
        lits.iter().position(|&lit| self.is_true(lit))
    }

    /// Whether the literal is true.
    #[inline]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.value(lit.var()) != lit.is_negative()
    }

    /// Sets a variable.
    ///
    /// # Panics
    /// When the variable is beyond the end.
    #[inline]
    pub fn set(&mut self, var: Var, value: bool) {
        self.bits.set(var.index(), value);
    }

    /// Makes the literal true.
    #[inline]
    pub fn satisfy(&mut self, lit: Lit) {
        self.set(lit.var(), lit.is_positive());
    }

    /// Inverts a variable.
    #[inline]
    pub fn flip(&mut self, var: Var) {
        let value = self.value(var);
        self.set(var, !value);
    }

    /// Grows with false variables, or cuts, to `num_vars` variables.
    pub fn resize(&mut self, num_vars: usize) {
        self.bits.resize(num_vars, false);
    }

    /// The raw words: variable `v` is bit `v % 64` of word `v / 64` where a [`Word`] has 64 bits. Bits beyond the last
    /// variable are unspecified.
    pub fn words(&self) -> &[Word] {
        self.bits.as_raw_slice()
    }

    /// The raw words, to be written; see [`Assignment::words`].
    pub fn words_mut(&mut self) -> &mut [Word] {
        self.bits.as_raw_mut_slice()
    }

    /// The true literal of every variable, in order.
    pub fn lits(&self) -> impl Iterator<Item = Lit> + '_ {
        self.bits.iter().by_vals().enumerate().map(|(index, value)| Var::new(index).lit(value))
    }
}

/// The value of a variable; one beyond the end is false.
impl Index<Var> for Assignment {
    type Output = bool;

    fn index(&self, var: Var) -> &bool {
        if self.value(var) { &true } else { &false }
    }
}

/// Whether the literal is true.
impl Index<Lit> for Assignment {
    type Output = bool;

    fn index(&self, lit: Lit) -> &bool {
        if self.is_true(lit) { &true } else { &false }
    }
}

impl FromIterator<bool> for Assignment {
    fn from_iter<I: IntoIterator<Item = bool>>(values: I) -> Assignment {
        Assignment { bits: values.into_iter().collect() }
    }
}

impl fmt::Debug for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.lits()).finish()
    }
}

/// A partial assignment in two bit planes: which variables have a value, and which value.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Partial {
    assigned: Assignment,
    values: Assignment,
}

impl Partial {
    /// The empty assignment of `num_vars` variables.
    pub fn unassigned(num_vars: usize) -> Partial {
        Partial { assigned: Assignment::all_false(num_vars), values: Assignment::all_false(num_vars) }
    }

    /// The number of variables, assigned or not.
    pub fn len(&self) -> usize {
        self.assigned.len()
    }

    /// Whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.assigned.is_empty()
    }

    /// The value of a literal, if its variable has one.
    #[inline]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.assigned.value(lit.var()).then(|| self.values.is_true(lit))
    }

    /// Makes the literal true.
    #[inline]
    pub fn assign(&mut self, lit: Lit) {
        self.assigned.set(lit.var(), true);
        self.values.satisfy(lit);
    }

    /// Takes the value of a variable away. (Its value bit is cleared, so that equal partial assignments have equal
    /// bits.)
    #[inline]
    pub fn unassign(&mut self, var: Var) {
        self.assigned.set(var, false);
        self.values.set(var, false);
    }

    /// How many variables have a value.
    pub fn count(&self) -> usize {
        self.assigned.bits.count_ones()
    }

    /// The true literals of the assigned variables, in order.
    pub fn lits(&self) -> impl Iterator<Item = Lit> + '_ {
        self.assigned.bits.iter_ones().map(|index| {
            let var = Var::new(index);
            var.lit(self.values.value(var))
        })
    }

    /// The complete assignment in which the unassigned variables are false.
    pub fn complete(&self) -> Assignment {
        self.values.clone()
    }
}

impl fmt::Debug for Partial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.lits()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_forgets_what_is_unassigned() {
        let mut partial = Partial::unassigned(130);
        let lit = Var::new(128).neg();
        partial.assign(lit);
        partial.assign(Var::new(3).pos());
        assert_eq!(partial.value(lit), Some(true));
        assert_eq!(partial.value(!lit), Some(false));
        assert_eq!(partial.count(), 2);
        partial.unassign(lit.var());
        partial.unassign(Var::new(3));
        assert_eq!(partial, Partial::unassigned(130));
    }
}
