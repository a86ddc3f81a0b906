//! What became of each variable.

use super::renumbering::Renumbering;
use crate::cnf::Var;

/// The fate of a variable that is not fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// The search decides it.
    #[default]
    Active,
    /// Its clauses were replaced by their resolvents; the extension stack knows its value.
    Eliminated,
    /// Another literal stands in its place everywhere; the extension stack knows its value.
    Substituted,
}

/// The fates of all variables.
#[derive(Debug, Default)]
pub struct Fates {
    fates: Vec<Fate>,
    gone: usize,
}

impl Fates {
    /// Makes room for `vars` variables.
    pub fn grow(&mut self, vars: usize) {
        self.fates.resize(vars, Fate::Active);
    }

    /// Goes over to new numbers.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        renumbering.shrink_vars(&mut self.fates);
        self.gone = self.fates.iter().filter(|&&fate| fate != Fate::Active).count();
    }

    /// Whether the variable is no longer in any clause.
    #[inline]
    pub fn is_gone(&self, var: Var) -> bool {
        self.fates[var.index()] != Fate::Active
    }

    /// How many variables are gone.
    #[inline]
    pub fn gone(&self) -> usize {
        self.gone
    }

    /// Sets the fate of a variable.
    pub fn set(&mut self, var: Var, fate: Fate) {
        let was_gone = self.is_gone(var);
        self.fates[var.index()] = fate;
        let is_gone = self.is_gone(var);
        self.gone = self.gone + usize::from(is_gone) - usize::from(was_gone);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.fates.capacity()
    }
}
