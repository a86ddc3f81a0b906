//! Marks of conflict analysis: one byte a variable, and lists of what is to be cleared.

use super::renumbering::Renumbering;
use crate::cnf::Var;

/// The variable takes part in the derivation of the clause being learned.
pub const ANALYZED: u8 = 1;
/// Minimisation found that the literal follows from others of the clause.
pub const REMOVABLE: u8 = 2;
/// Minimisation found that it does not.
pub const POISONED: u8 = 4;
/// The literal is in the block that is being shrunk.
pub const SHRINKABLE: u8 = 8;
/// The reason's side has been looked at for bumping, or the proof's chain has it.
pub const CHAINED: u8 = 16;

/// The marks, with what was marked.
#[derive(Debug, Default)]
pub struct Flags {
    pub(in crate::cdcl) marks: Vec<u8>,
    /// Variables marked [`ANALYZED`], in the order in which they were met.
    pub analyzed: Vec<Var>,
    /// Variables marked [`REMOVABLE`] or [`POISONED`].
    pub minimized: Vec<Var>,
}

impl Flags {
    /// Makes room for `vars` variables.
    pub fn grow(&mut self, vars: usize) {
        self.marks.resize(vars, 0);
    }

    /// Goes over to new numbers; nothing is marked.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        debug_assert!(self.analyzed.is_empty() && self.minimized.is_empty());
        renumbering.shrink_vars(&mut self.marks);
    }

    /// Whether the variable has one of these marks.
    #[inline]
    pub fn has(&self, var: Var, mark: u8) -> bool {
        self.marks[var.index()] & mark != 0
    }

    /// Marks the variable.
    #[inline]
    pub fn put(&mut self, var: Var, mark: u8) {
        self.marks[var.index()] |= mark;
    }

    /// Takes a mark away.
    #[inline]
    pub fn take(&mut self, var: Var, mark: u8) {
        self.marks[var.index()] &= !mark;
    }

    /// Marks the variable as analysed and remembers it; false when it was already.
    #[inline]
    pub fn analyze(&mut self, var: Var) -> bool {
        if self.has(var, ANALYZED) {
            return false;
        }
        self.put(var, ANALYZED);
        self.analyzed.push(var);
        true
    }

    /// Marks the variable with the outcome of minimisation and remembers it.
    #[inline]
    pub fn minimize(&mut self, var: Var, mark: u8) {
        self.put(var, mark);
        self.minimized.push(var);
    }

    /// Takes all marks of analysis and minimisation away.
    pub fn clear(&mut self) {
        let marks = &mut self.marks[..];
        for list in [&mut self.analyzed, &mut self.minimized] {
            list.drain(..).for_each(|var| marks[var.index()] = 0);
        }
    }
}
