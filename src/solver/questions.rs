//! What the questions in `reason/` need of a solver.

use super::Solver;
use crate::cnf::{Lit, Var};
use crate::limits::Limits;

impl Solver {
    /// For a question of several calls: takes what was assumed, and adds the solver's limits to those of the question.
    pub(crate) fn begin_question(&mut self, limits: &Limits) -> (Vec<Lit>, Limits) {
        self.inner.solver.forget_assumptions();
        (std::mem::take(&mut self.assumed), self.own_limits(limits))
    }

    /// These limits and the solver's own, for what begins now.
    pub(crate) fn own_limits(&self, limits: &Limits) -> Limits {
        limits.and(&self.limits).capped(self.time)
    }

    /// The ticks spent since the solver was made.
    pub(crate) fn ticks(&self) -> u64 {
        self.inner.solver.counters().ticks
    }

    /// Whether a variable may occur in clauses: it is neither fixed nor eliminated nor substituted.
    pub(crate) fn is_active(&self, var: Var) -> bool {
        self.inner.solver.is_active(var)
    }

    /// Prefers a literal when its variable is decided next; the search may change that.
    pub(crate) fn save_phase(&mut self, lit: Lit) {
        self.inner.solver.save_phase(lit);
    }

    /// Declares that no clause, assumption or call will follow the next call.
    pub(crate) fn set_non_incremental(&mut self) {
        self.inner.solver.set_non_incremental();
    }
}
