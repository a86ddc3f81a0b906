//! Marks of conflict analysis: one byte for each variable, and lists of the marked variables to clear.

use crate::cnf::Var;
use crate::order::renumbering::Renumbering;

/// The variable takes part in the derivation of the clause being learned.
pub const ANALYZED: u8 = 1;
/// Minimisation found that the literal is implied by the clause.
pub const REMOVABLE: u8 = 2;
/// Minimisation found that the literal is not implied by the clause.
pub const POISONED: u8 = 4;
/// The literal is in the block that is being shrunk.
pub const SHRINKABLE: u8 = 8;
/// The variable is in the cone of the proof's chain, or in the derived clause.
pub const CHAINED: u8 = 16;

/// The marks, with lists of marked variables.
#[derive(Clone, Debug, Default)]
pub struct AnalysisMarks {
    /// For each variable its marks, as bits.
    pub(in crate::cdcl) of_var: Vec<u8>,
    /// Variables marked [`ANALYZED`], in the order in which they were visited.
    pub analyzed: Vec<Var>,
    /// Variables marked [`REMOVABLE`] or [`POISONED`].
    pub minimized: Vec<Var>,
}

impl AnalysisMarks {
    /// Grows to `vars` variables.
    pub fn grow(&mut self, vars: usize) {
        debug_assert!(vars >= self.of_var.len());
        debug_assert!(self.analyzed.is_empty() && self.minimized.is_empty(), "no analysis is under way");
        self.of_var.resize(vars, 0);
    }

    /// Renumbers the variables; none may be marked.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        debug_assert!(self.analyzed.is_empty() && self.minimized.is_empty());
        debug_assert_eq!(renumbering.before(), self.of_var.len());
        renumbering.shrink_vars(&mut self.of_var);
    }

    /// Whether the variable has one of these marks.
    #[inline]
    pub fn has(&self, var: Var, mark: u8) -> bool {
        self.of_var[var.index()] & mark != 0
    }

    /// Marks the variable.
    #[inline]
    pub fn mark(&mut self, var: Var, mark: u8) {
        self.of_var[var.index()] |= mark;
    }

    /// Removes a mark.
    #[inline]
    pub fn unmark(&mut self, var: Var, mark: u8) {
        self.of_var[var.index()] &= !mark;
    }

    /// Marks the variable as analysed and lists it; false when it was marked already.
    #[inline]
    pub fn analyze(&mut self, var: Var) -> bool {
        if self.has(var, ANALYZED) {
            return false;
        }
        self.mark(var, ANALYZED);
        self.analyzed.push(var);
        true
    }

    /// Marks the variable with the result of minimisation and lists it.
    #[inline]
    pub fn minimize(&mut self, var: Var, mark: u8) {
        debug_assert!(mark == REMOVABLE || mark == POISONED);
        debug_assert!(!self.has(var, REMOVABLE | POISONED), "minimisation decides once");
        self.mark(var, mark);
        self.minimized.push(var);
    }

    /// Clears all marks of the listed variables.
    pub fn clear(&mut self) {
        let marks = &mut self.of_var[..];
        for list in [&mut self.analyzed, &mut self.minimized] {
            list.drain(..).for_each(|var| marks[var.index()] = 0);
        }
    }
}
