//! What is found in a formula that is given whole, to which no clause will be added: symmetries and XOR constraints.
//!
//! **What it does.** Breaks symmetries before the search if that is asked for (`symmetry.rs`), and otherwise keeps the
//! formula until the search has taken `given_conflicts` conflicts, so that easy formulas pay nothing. Then parity
//! constraints are looked for (`gauss/`) and symmetries broken.
//!
//! **Schedule and cost.** In the search once, only without a proof and in formulas small enough for
//! `TICKS_IN_SEARCH`.

use super::Solver;
use super::options::Symmetry;
use super::symmetry::{TICKS_IN_SEARCH, TICKS_OF_LITERAL};
use crate::cnf::Formula;

impl Solver {
    /// Loads the formula, and keeps it if it is to be looked at in the search.
    pub(crate) fn load_given(&mut self, formula: Formula) {
        let breaking = self.symmetry_clauses(&formula);
        let small = formula.num_lits() as u64 <= TICKS_IN_SEARCH / TICKS_OF_LITERAL;
        self.timed("load", |solver| solver.load(&formula));
        self.report('*');
        self.add_breaking(&breaking);
        if (self.options.symmetry == Symmetry::Auto || self.options.gauss) && !self.db.traced() && small {
            self.given = Some(formula);
        }
    }

    /// Whether the given formula is to be looked at now.
    pub(super) fn looking_at_given(&self) -> bool {
        self.given.is_some() && self.counters.conflicts >= self.options.given_conflicts
    }

    /// Finds the XOR constraints of the given formula, and breaks its symmetries if the clauses are still equivalent
    /// to it.
    pub(super) fn look_at_given(&mut self) {
        let Some(formula) = self.given.take() else { return };
        // Compaction forgets variables that were eliminated; what restores their values does not.
        let equivalent = self.statuses.inactive() == 0 && self.extension.is_empty();
        if self.share.is_some() || !self.go_to_root() {
            return;
        }
        if self.options.gauss {
            self.timed("gauss", |solver| solver.recover_xors(&formula));
        }
        if equivalent && self.options.symmetry == Symmetry::Auto {
            self.break_in_search(&formula);
        }
    }
}
