//! Symmetries broken before the search.
//!
//! **What it does.** Adds to a formula that is loaded whole what [`crate::symmetry`] finds: units, and binary clauses.
//!
//! Its steps come first in the proof, before what loading deletes: a checker sees by them that the proof is DSR.
//!
//! **Schedule and cost.** Once, before the search, bounded by `symmetry_ticks`; formulas for which these are few are left
//! alone. A formula that is given clause by clause may still change, and its symmetries with it: there it steps aside, as it
//! does beside proofs that cannot hold its clauses.

use super::Solver;
use crate::cnf::{Formula, Lit};
use crate::proof::ClauseId;
use crate::symmetry::{Step, break_symmetries};

/// Ticks that a search for symmetries should have for each literal in the clauses.
const TICKS_OF_LITERAL: u64 = 64;

impl Solver {
    /// Loads the formula, which is all there is, and what breaks its symmetries if that is wanted.
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

    /// The clauses that break symmetries, told to the proof already. Their ids come before those of the formula, which
    /// matters to LRAT alone, and that has no such clauses.
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
                db.forget_original(lasting.remove(at).1, &clause);
            }
        });
        self.counters.symmetry_ticks = breaking.ticks;
        self.counters.symmetries = breaking.generators as u64;
        self.counters.symmetry_units = breaking.units as u64;
        self.counters.symmetry_binaries = breaking.binaries as u64;
        lasting
    }
}
