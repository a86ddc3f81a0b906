//! Symmetries broken before the search.
//!
//! **What it does.** Adds the units and binary clauses that [`crate::symmetry`] finds to a formula that is loaded
//! whole.
//!
//! **Soundness and proof.** Its steps come first in the proof, before the deletions of loading: a checker recognises a
//! DSR proof by them.
//!
//! **Schedule and cost.** Once, before the search, bounded by `symmetry_ticks`; formulas with too many literals for
//! that budget are skipped. So are formulas that are given clause by clause, since a later clause may destroy a
//! symmetry, and runs with proofs in other formats.

use super::Solver;
use crate::cnf::{Formula, Lit};
use crate::proof::ClauseId;
use crate::symmetry::{Step, break_symmetries};

/// The least ticks per literal in the clauses for which symmetries are searched.
const TICKS_OF_LITERAL: u64 = 64;

impl Solver {
    /// Loads the formula, to which no clause will be added, and breaks its symmetries if the option is on.
    pub(crate) fn load_and_break(&mut self, formula: &Formula) {
        let breaking = if self.options.symmetry {
            self.timed("symmetry", |solver| solver.break_symmetries(formula))
        } else {
            Vec::new()
        };
        self.timed("load", |solver| solver.load(formula));
        self.report('*');
        if breaking.is_empty() {
            return;
        }
        for (clause, id) in breaking {
            self.add_original(&clause, id);
        }
        self.report('s');
    }

    /// The clauses that break symmetries, which are in the proof already. Their ids come before those of the formula;
    /// this would be wrong in LRAT alone, which has no such steps.
    fn break_symmetries(&mut self, formula: &Formula) -> Vec<(Vec<Lit>, ClauseId)> {
        let mut lasting: Vec<(Vec<Lit>, ClauseId)> = Vec::new();
        let obstacle = if !self.db.supports_substitutions() {
            Some("symmetries are not broken: only a DSR proof can notify why that is sound")
        } else if formula.num_lits() as u64 > self.options.symmetry_ticks / TICKS_OF_LITERAL {
            Some("symmetries are not looked for: the formula is too large for the limit symmetry_ticks")
        } else {
            None
        };
        if let Some(obstacle) = obstacle {
            if let Some(reporter) = &mut self.reporter {
                reporter.remark(obstacle);
            }
            return lasting;
        }
        let db = &mut self.db;
        let breaking = break_symmetries(formula, self.options.symmetry_ticks, &mut |step| match step {
            Step::Symmetric(clause, images) => {
                let id = db.substitute(&clause, &images);
                lasting.push((clause, id));
            }
            Step::Implied(clause) => {
                let id = db.substitute(&clause, &[]);
                lasting.push((clause, id));
            }
            Step::Deleted(clause) => {
                let at = lasting.iter().rposition(|(other, _)| *other == clause).expect("was added");
                db.delete_original(lasting.remove(at).1, &clause);
            }
        });
        self.counters.symmetry_ticks = breaking.ticks;
        self.counters.symmetries = breaking.generators as u64;
        self.counters.symmetry_units = breaking.units as u64;
        self.counters.symmetry_binaries = breaking.binaries as u64;
        lasting
    }
}
