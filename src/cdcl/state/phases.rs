//! Remembered values: what a variable will be set to when it is decided.
//!
//! Phase saving (Pipatsrisawat, Darwiche, SAT'07), and target and best phases (Biere, Fleury, POS'20): the largest
//! assignments without a conflict since the last rephasing.

use super::renumbering::Renumbering;

/// The phases of all variables, each 1 or -1, and 0 where there is none.
#[derive(Debug, Default)]
pub struct Phases {
    /// The last value.
    pub saved: Vec<i8>,
    /// The value in the largest conflict-free trail since the last rephasing.
    pub target: Vec<i8>,
    /// The value in the largest conflict-free trail since the last rephasing to best.
    pub best: Vec<i8>,
    /// What the user wants (0: no wish).
    pub wished: Vec<i8>,
}

impl Phases {
    /// Makes room for `vars` variables, the new ones saved as `initial`.
    pub fn grow(&mut self, vars: usize, initial: i8) {
        self.saved.resize(vars, initial);
        self.target.resize(vars, 0);
        self.best.resize(vars, 0);
        self.wished.resize(vars, 0);
    }

    /// Goes over to new numbers.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        for table in [&mut self.saved, &mut self.target, &mut self.best, &mut self.wished] {
            renumbering.shrink_vars(table);
        }
    }
}
