//! The status of each variable: active, eliminated or substituted.

use crate::cnf::Var;
use crate::order::renumbering::Renumbering;

/// The status of a variable that is not fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VarStatus {
    /// It may occur in clauses and be decided.
    #[default]
    Active,
    /// Its clauses were replaced by their resolvents; the extension stack determines its value.
    Eliminated,
    /// An equivalent literal replaces it in all clauses; the extension stack determines its value.
    Substituted,
}

/// The statuses of all variables.
#[derive(Clone, Debug, Default)]
pub struct Statuses {
    statuses: Vec<VarStatus>,
    inactive: usize,
}

impl Statuses {
    /// Grows to `vars` variables.
    pub fn grow(&mut self, vars: usize) {
        debug_assert!(vars >= self.statuses.len());
        self.statuses.resize(vars, VarStatus::Active);
    }

    /// Renumbers the variables.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        debug_assert_eq!(renumbering.before(), self.statuses.len());
        renumbering.shrink_vars(&mut self.statuses);
        self.inactive = self.statuses.iter().filter(|&&status| status != VarStatus::Active).count();
    }

    /// The number of variables.
    pub(in crate::cdcl) fn len(&self) -> usize {
        self.statuses.len()
    }

    /// Whether the variable is eliminated or substituted, and so in no clause.
    #[inline]
    pub fn is_inactive(&self, var: Var) -> bool {
        self.statuses[var.index()] != VarStatus::Active
    }

    /// The number of inactive variables.
    #[inline]
    pub fn inactive(&self) -> usize {
        self.inactive
    }

    /// Sets the status of a variable.
    pub fn set(&mut self, var: Var, status: VarStatus) {
        let was_inactive = self.is_inactive(var);
        self.statuses[var.index()] = status;
        let is_inactive = self.is_inactive(var);
        debug_assert!(!was_inactive || !is_inactive, "an inactive variable first becomes active again");
        self.inactive = self.inactive + usize::from(is_inactive) - usize::from(was_inactive);
        debug_assert!(self.inactive <= self.statuses.len());
    }
}
