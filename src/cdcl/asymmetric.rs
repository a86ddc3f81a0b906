//! Symmetries broken for one call of a solver to which clauses may come later.
//!
//! **What it does.** Breaking symmetries removes models, so it must end as soon as something is added: a later clause
//! or an assumption may exclude just those models that were left. A copy of the solver as it was before is therefore
//! kept aside, and takes the solver's place again when the call has found a model, or when the caller adds, assumes or
//! prefers anything after a call that a limit has ended. A refutation needs no way back: the clauses have no model
//! then.
//!
//! **Why it pays.** Eleven pigeons in ten holes take 0.01 s from the library, as from the command line, and would take
//! millions of conflicts otherwise.
//!
//! **Soundness and proof.** What is learned from the breaking clauses goes with them. There is no breaking under
//! assumptions, nor where the caller would see the difference: with a proof, a callback for learned clauses, an
//! observer, or preferred values, by which some callers look for minimal models.
//!
//! **Schedule and cost.** Once in a solver's life, since the call's learned clauses are lost afterwards. The copy takes
//! as much memory as the solver itself, whose clauses are few (`given.rs`).

use super::Solver;
use super::options::Symmetry;
use super::stats::CdclCounters;
use crate::util::table::CounterTable;

/// The way back from broken symmetries.
#[derive(Default)]
pub struct Asymmetric {
    /// The solver as it was before symmetries were broken, while they are.
    before: Option<Box<Solver>>,
    /// What was counted by solvers that have been replaced, beyond what their replacements know.
    uncounted: CdclCounters,
}

impl Solver {
    /// Whether symmetries may be broken for this call, though clauses may follow.
    pub(super) fn may_break_for_now(&self) -> bool {
        self.options.symmetry != Symmetry::Never
            && !self.non_incremental
            && !self.db.traced()
            && self.on_learned.is_none()
            && !self.learned.observed
            && self.phases.forced.iter().all(|&value| value == 0)
    }

    /// Breaks the symmetries of the given clauses, which are all that the user has added. Level 0.
    pub(super) fn break_for_now(&mut self) {
        debug_assert!(self.trail.level() == 0 && self.asymmetric.before.is_none());
        debug_assert!(self.assumptions.is_empty());
        let copy = self.copy();
        let formula = std::mem::take(&mut self.given.formula);
        self.break_in_search(&formula);
        if self.counters.symmetries > 0 {
            self.asymmetric.before = Some(Box::new(copy));
        } else {
            self.given.formula = formula;
        }
    }

    /// What the solver was before symmetries were broken, while they are.
    pub(super) fn if_broken(&self) -> Option<&Solver> {
        self.asymmetric.before.as_deref()
    }

    /// The solver without broken symmetries: this one, or what it was.
    pub(crate) fn symmetric(&self) -> &Solver {
        self.if_broken().unwrap_or(self)
    }

    /// Takes the breaking of symmetries back, since the caller is about to add something.
    #[inline]
    pub(super) fn unbreak(&mut self) {
        if self.asymmetric.before.is_some() {
            self.return_to_symmetric();
        }
    }

    #[cold]
    fn return_to_symmetric(&mut self) {
        let Some(mut before) = self.asymmetric.before.take() else { return };
        before.asymmetric.uncounted = std::mem::take(&mut self.asymmetric.uncounted);
        before.asymmetric.uncounted.add_growth(&before.counters, &self.counters);
        before.model = std::mem::take(&mut self.model);
        before.reporter = self.reporter.take();
        before.on_learned = self.on_learned.take();
        before.exhausted |= self.exhausted;
        *self = *before;
    }

    /// Ends a call that has found its model with broken symmetries; whether it was one.
    pub(super) fn unbreak_after_model(&mut self) -> bool {
        let broken = self.asymmetric.before.is_some();
        if broken {
            self.return_to_symmetric();
            self.assumptions.clear();
            let model = std::mem::take(&mut self.model);
            model.lits().for_each(|lit| self.save_phase(lit));
            self.model = model;
        }
        broken
    }

    /// Ends a call that has found the clauses to be unsatisfiable.
    pub(super) fn forget_symmetric(&mut self) {
        self.asymmetric.before = None;
    }

    /// Gives the way back to a solver that takes the place of this one, which is one of a team.
    pub(crate) fn take_asymmetric(&mut self) -> Asymmetric {
        std::mem::take(&mut self.asymmetric)
    }

    /// Takes over the way back from the solver whose place this one has taken.
    pub(crate) fn set_asymmetric(&mut self, asymmetric: Asymmetric) {
        self.asymmetric = asymmetric;
    }

    /// What was counted by solvers that have been replaced.
    pub(super) fn uncounted(&self) -> &CdclCounters {
        &self.asymmetric.uncounted
    }
}
