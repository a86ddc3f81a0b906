//! The incremental solver: clauses come and go between calls, questions are asked under assumptions.
//!
//! The states are IPASIR's (Balyo et al., AIJ'16):
//!
//! ```text
//!            add_clause, assume                      solve
//!   +-----> Input ------------------------------------------+
//!   |                                                       |
//!   |   add_clause, assume      Sat: value                  v
//!   +------------------------ Unsat: failed <---------- solve ends
//!                           Input: a limit was met
//! ```

use crate::cdcl::Status;
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::engine::{Reporter, Verdict};
use crate::limits::{Limits, StopFlag, Threads};
use crate::parallel::Parallel;
use crate::proof::Tracer;
use crate::util::table::{CounterRow, OptionError, OptionRow, OptionTable};

/// What may be asked of a [`Solver`] now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Something was added or assumed since the last answer, or there is none.
    Input,
    /// The last call found a model.
    Sat,
    /// The last call found that there is none under the assumptions.
    Unsat,
}

/// An incremental solver.
///
/// ```
/// use gemsat::{cnf::Lit, engine::Verdict, solver::Solver};
/// let lit = |number| Lit::from_dimacs(number).expect("not 0");
/// let mut solver = Solver::new();
/// solver.add_clause(&[lit(1), lit(2)]);
/// solver.add_clause(&[lit(-1), lit(2)]);
/// assert!(matches!(solver.solve(), Verdict::Sat(_)));
/// assert_eq!(solver.value(lit(2)), Some(true));
/// solver.assume(lit(-2));
/// assert_eq!(solver.solve(), Verdict::Unsat);
/// assert_eq!(solver.failed(lit(-2)), Some(true));
/// assert!(matches!(solver.solve(), Verdict::Sat(_)), "assumptions hold for one call");
/// ```
#[derive(Debug)]
pub struct Solver {
    inner: Parallel,
    state: State,
    limits: Limits,
    /// What [`Solver::terminator`] hands out. The flag of `limits` is the caller's.
    stop: StopFlag,
    /// The newest model, over all declared variables.
    model: Assignment,
    open: Vec<Lit>,
    declared: usize,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

impl Solver {
    /// A solver without clauses.
    pub fn new() -> Solver {
        Solver {
            inner: Parallel::default(),
            state: State::Input,
            limits: Limits::none(),
            stop: StopFlag::default(),
            model: Assignment::default(),
            open: Vec::new(),
            declared: 0,
        }
    }

    /// A solver with the clauses of a formula: faster than adding them one by one.
    pub fn from_formula(formula: &Formula) -> Solver {
        let mut solver = Solver::new();
        solver.load(formula);
        solver
    }

    /// Loads a formula into a solver that has no clauses yet. A proof of it numbers its clauses from 1, as LRAT demands.
    pub fn load(&mut self, formula: &Formula) {
        self.state = State::Input;
        self.inner.solver.load(formula);
        self.declared = self.declared.max(formula.num_vars() as usize);
    }

    /// Adds a literal to the clause that is being built; 0 closes it, as IPASIR's `add` does.
    ///
    /// # Panics
    /// When the number is `-2^31`, which is no literal.
    pub fn add(&mut self, number: i32) {
        if number == 0 {
            let clause = std::mem::take(&mut self.open);
            self.add_clause(&clause);
            self.open = clause;
            self.open.clear();
        } else {
            self.open.push(Lit::from_dimacs(number).expect("DIMACS has no literal -2^31"));
        }
    }

    /// Adds a clause; it cannot be removed again.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.state = State::Input;
        self.declared = clause.iter().map(|lit| lit.var().index() + 1).fold(self.declared, usize::max);
        self.inner.solver.add_clause(clause);
    }

    /// Assumes a literal for the next call of [`Solver::solve`] only.
    pub fn assume(&mut self, lit: Lit) {
        self.state = State::Input;
        self.declared = self.declared.max(lit.var().index() + 1);
        self.inner.solver.assume(lit);
    }

    /// Searches for a model of all clauses under the assumptions, within the limits.
    pub fn solve(&mut self) -> Verdict {
        let limits = Limits { stop: self.stop.or(&self.limits.stop), ..self.limits.clone() };
        let (state, verdict) = match self.inner.solve(&limits) {
            Status::Sat => {
                self.model.clone_from(self.inner.solver.model());
                self.model.resize(self.declared);
                (State::Sat, Verdict::Sat(self.model.clone()))
            }
            Status::Unsat => (State::Unsat, Verdict::Unsat),
            Status::Unknown(stop) => (State::Input, Verdict::Unknown(stop)),
        };
        self.state = state;
        verdict
    }

    /// The state.
    pub fn state(&self) -> State {
        self.state
    }

    /// The literal's value in the model that was just found; `None` in other states. A variable that occurs nowhere is
    /// false.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.model().map(|model| model.is_true(lit))
    }

    /// The model that [`Solver::solve`] has just returned; `None` in other states. It has a value for every variable that
    /// a loaded formula declares or that a clause or an assumption has named.
    pub fn model(&self) -> Option<&Assignment> {
        (self.state == State::Sat).then_some(&self.model)
    }

    /// Whether this assumption is one of those that contradicted the clauses in the call that just ended; `None` in
    /// other states.
    pub fn failed(&self, lit: Lit) -> Option<bool> {
        (self.state == State::Unsat).then(|| self.inner.solver.failed(lit))
    }

    /// The value that the clauses alone are known to force on a literal.
    pub fn fixed(&self, lit: Lit) -> Option<bool> {
        self.inner.solver.fixed(lit)
    }

    /// Protects a variable from elimination while later clauses or assumptions will use it; counted.
    pub fn freeze(&mut self, var: Var) {
        self.inner.solver.freeze(var);
    }

    /// Takes one protection back.
    pub fn melt(&mut self, var: Var) {
        self.inner.solver.melt(var);
    }

    /// Prefers a literal whenever its variable is decided.
    pub fn phase(&mut self, lit: Lit) {
        self.inner.solver.set_phase(lit.var(), Some(lit.is_positive()));
    }

    /// Takes a preference back.
    pub fn unphase(&mut self, var: Var) {
        self.inner.solver.set_phase(var, None);
    }

    /// Sets the limits of the calls to come. Counted limits are for each call. The limits' stop flag ends a call as the
    /// [`Solver::terminator`] does, and does not replace it.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// A flag that ends the current call (or the next one, until it is lowered) from any thread, whatever limits are set
    /// later.
    pub fn terminator(&self) -> StopFlag {
        self.stop.clone()
    }

    /// Writes a proof of everything that follows to `tracer`. Must come before the first clause.
    pub fn set_tracer(&mut self, tracer: Box<dyn Tracer>) {
        self.inner.set_tracer(tracer);
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// The first failure to write it.
    pub fn finish_proof(&mut self) -> std::io::Result<()> {
        self.inner.solver.finish_proof()
    }

    /// Sends lines of progress to `reporter`.
    pub fn set_reporter(&mut self, reporter: Box<dyn Reporter>) {
        self.inner.solver.set_reporter(reporter);
    }

    /// The options.
    pub fn options(&self) -> Vec<OptionRow> {
        self.inner.solver.options.rows()
    }

    /// Sets an option; before the first clause.
    ///
    /// # Errors
    /// When there is no such option, or the value is out of its range.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.inner.solver.options.set(name, value)
    }

    /// Sets how many threads search in the calls to come. Must come before the tracer, where there is one.
    pub fn set_threads(&mut self, threads: Threads) {
        self.inner.set_threads(threads);
    }

    /// What has been counted since the solver was made.
    pub fn stats(&self) -> Vec<CounterRow> {
        self.inner.counted().sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Stop;

    #[test]
    fn a_terminator_outlives_new_limits() {
        let mut solver = Solver::from_formula(&Formula::from_dimacs_lists(&[&[1, 2]]));
        let terminator = solver.terminator();
        let limits = Limits::none();
        let stop = limits.stop.clone();
        solver.set_limits(limits);
        terminator.raise();
        assert_eq!(solver.solve(), Verdict::Unknown(Stop::Interrupted));
        terminator.lower();
        stop.raise();
        assert_eq!(solver.solve(), Verdict::Unknown(Stop::Interrupted));
        stop.lower();
        assert!(matches!(solver.solve(), Verdict::Sat(_)));
    }

    #[test]
    fn the_model_has_all_declared_variables() {
        let mut formula = Formula::from_dimacs_lists(&[&[1, -2]]);
        formula.declare_vars(100);
        let mut solver = Solver::from_formula(&formula);
        solver.assume(Var::new(119).pos());
        let Verdict::Sat(model) = solver.solve() else { panic!("there is a model") };
        assert_eq!(model.len(), 120);
        assert_eq!(solver.model(), Some(&model));
    }
}
