//! Phases: the value that a variable gets when it is decided.
//!
//! **References.** Pipatsrisawat, Darwiche (SAT'07) for phase saving; Biere, Fleury (POS'20) for target and best
//! phases, which are those of the largest assignments without a conflict.

use crate::order::renumbering::Renumbering;

/// The phases of all variables: 1 or -1, and 0 for none.
#[derive(Clone, Debug, Default)]
pub struct Phases {
    /// The value that the variable had last.
    pub saved: Vec<i8>,
    /// The value in the largest conflict-free trail since the last rephasing.
    pub target: Vec<i8>,
    /// The value in the largest conflict-free trail since the last rephasing to best.
    pub best: Vec<i8>,
    /// The phase set by the user.
    pub forced: Vec<i8>,
}

impl Phases {
    /// Grows to `vars` variables; the saved phase of new ones is `initial`.
    pub fn grow(&mut self, vars: usize, initial: i8) {
        debug_assert!(vars >= self.saved.len() && initial.abs() == 1, "a saved phase is 1 or -1");
        self.saved.resize(vars, initial);
        self.target.resize(vars, 0);
        self.best.resize(vars, 0);
        self.forced.resize(vars, 0);
    }

    /// Renumbers the variables.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        for table in [&mut self.saved, &mut self.target, &mut self.best, &mut self.forced] {
            debug_assert_eq!(table.len(), renumbering.before());
            renumbering.shrink_vars(table);
        }
    }
}
