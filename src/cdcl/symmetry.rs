//! Symmetries broken before or in the search.
//!
//! **What it does.** Adds the units and binary clauses that [`crate::symmetry`] finds to a formula that is given whole:
//! before the search if the user asks for it or if the proof is in DSR. Otherwise during the search, after a thousand
//! conflicts, so that easy formulas pay nothing, and only if there is no proof and the formula is small.
//!
//! **Soundness and proof.** The steps that break symmetries come first in the proof, before loading deletes clauses: a
//! checker recognises a DSR proof by them. During the search, breaking is sound as long as no variable was eliminated
//! or substituted: then the clauses, learned ones included, are still equivalent to the formula as it was given, whose
//! symmetries are broken. Added variables do not matter, since the other variables determine their values. Threads
//! begin later, and all have these clauses.
//!
//! **Schedule and cost.** Once, bounded by `symmetry_ticks` or [`TICKS_IN_SEARCH`]; formulas with too many literals
//! for that budget are skipped, and so are runs with proofs in other formats. Where clauses may come later, see
//! `asymmetric.rs`.

use super::Solver;
use super::options::Symmetry;
use crate::cnf::{Formula, Lit};
use crate::proof::ClauseId;
use crate::symmetry::{BreakingStep, break_symmetries};

/// Symmetries are searched for only with a budget of at least this many ticks for each literal of the formula.
pub(super) const TICKS_OF_LITERAL: u64 = 64;

/// The effort of finding symmetries in the search, in visits to neighbours.
pub(super) const TICKS_IN_SEARCH: u64 = 6_000_000;

impl Solver {
    /// The clauses that break the symmetries of a formula before the search, as the option says.
    pub(super) fn symmetry_clauses(&mut self, formula: &Formula) -> Vec<(Vec<Lit>, ClauseId)> {
        let before_search = match self.options.symmetry {
            Symmetry::Never => false,
            Symmetry::Auto => self.db.traced() && self.db.supports_substitutions(),
            Symmetry::First => true,
        };
        if before_search { self.timed("symmetry", |solver| solver.break_before_search(formula)) } else { Vec::new() }
    }

    /// Breaks the symmetries of the formula as it was given, to which the clauses are still equivalent. Level 0.
    pub(super) fn break_in_search(&mut self, formula: &Formula) {
        let ticks = TICKS_IN_SEARCH;
        let breaking = self.timed("symmetry", |solver| solver.find_breaking(formula, ticks));
        self.add_breaking(&breaking);
        self.propagate_root();
    }

    /// Adds the clauses that break symmetries.
    pub(super) fn add_breaking(&mut self, breaking: &[(Vec<Lit>, ClauseId)]) {
        if breaking.is_empty() {
            return;
        }
        for (clause, id) in breaking {
            self.add_original(clause, *id);
        }
        self.report('s');
    }

    /// The clauses that break symmetries, which are in the proof already. Their ids come before those of the formula's
    /// clauses. An LRAT proof would be wrong then, but it has no such steps.
    fn break_before_search(&mut self, formula: &Formula) -> Vec<(Vec<Lit>, ClauseId)> {
        if !self.db.supports_substitutions() {
            return Vec::new();
        }
        if formula.num_lits() as u64 > self.options.symmetry_ticks / TICKS_OF_LITERAL {
            if let Some(reporter) = &mut self.reporter {
                reporter
                    .get_mut()
                    .remark("symmetries are not looked for: the formula is too large for the limit symmetry_ticks");
            }
            return Vec::new();
        }
        self.find_breaking(formula, self.options.symmetry_ticks)
    }

    fn find_breaking(&mut self, formula: &Formula, ticks: u64) -> Vec<(Vec<Lit>, ClauseId)> {
        let mut lasting: Vec<(Vec<Lit>, ClauseId)> = Vec::new();
        let db = &mut self.db;
        let witnesses = db.traced();
        let breaking = break_symmetries(formula, ticks, witnesses, &mut |step| match step {
            BreakingStep::Symmetric(clause, images) => {
                let id = db.substitute(&clause, &images);
                lasting.push((clause, id));
            }
            BreakingStep::Implied(clause) => {
                let id = db.substitute(&clause, &[]);
                lasting.push((clause, id));
            }
            BreakingStep::Deleted(clause) => {
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
