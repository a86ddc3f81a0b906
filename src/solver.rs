//! The incremental solver: clauses may be added between calls, and each question may be asked under assumptions.
//!
//! What may be asked depends on the last answer, as in IPASIR (Balyo et al., AIJ'16):
//!
//! ```text
//!          add_clause, assume                        solve
//!   +-----> None -------------------------------------------+
//!   |                                                       |
//!   |   add_clause, assume      Sat: value                  v
//!   +------------------------ Unsat: failed <---------- solve ends
//!                           None: a limit was met
//! ```

mod builder;
mod proof;
mod questions;

pub use builder::{BuildError, Builder};
pub use proof::{ProofError, ProofHandle, TooLate};

use crate::cdcl::Status;
pub use crate::cdcl::search::learned::LearnedCallback;
use crate::cdcl::search::learned::OnLearned;
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::encode::ClauseSink;
use crate::engine::{Reporter, Verdict};
use crate::limits::{Limits, StopFlag, Threads};
use crate::parallel::Parallel;
pub use crate::parallel::together;
use crate::parallel::together::Requests;
use crate::proof::{ClauseId, Tracer};
use crate::util::table::{CounterRow, OptionError, OptionRow, OptionTable};
use std::time::Duration;

/// What the last call of [`Solver::solve`] answered, which says what may be asked of the solver now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastAnswer {
    /// There is no answer, or something was added or assumed since: only the next call can tell. IPASIR's INPUT.
    None,
    /// The last call found a model.
    Sat,
    /// The last call found that there is none under the assumptions.
    Unsat,
}

/// What unit propagation derives from assumptions: see [`Solver::propagate`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Propagation {
    /// The assumptions that were made true and all literals that they imply by unit propagation, in the order of
    /// assignment. Literals that the clauses force without assumptions are not among them (see [`Solver::fixed`]).
    pub implied: Vec<Lit>,
    /// Whether an assumption was false already, or a clause became false.
    pub conflict: bool,
}

/// An incremental solver.
///
/// ```
/// use gemsat::{engine::Verdict, solver::Solver};
/// let mut solver = Solver::new();
/// let [a, b] = [solver.new_var(), solver.new_var()];
/// solver.add_clause([a.pos(), b.pos()]);
/// solver.add_clause([a.neg(), b.pos()]);
/// assert!(matches!(solver.solve(), Verdict::Sat(_)));
/// assert_eq!(solver.value(b.pos()), Some(true));
/// assert_eq!(solver.solve_with([a.pos(), b.neg()]), Verdict::Unsat);
/// assert!(solver.core().is_some_and(|core| core.contains(&b.neg())), "some assumptions that cannot hold together");
/// assert!(matches!(solver.solve(), Verdict::Sat(_)), "assumptions hold for one call");
/// ```
///
/// A clone has the same clauses, learned ones included, and the same options and limits, and answers as the original
/// would. It writes no proof, and has no reporter and no callback; its terminator is its own. So one solver, shared by
/// several threads, can be the start of many requests:
///
/// ```
/// use gemsat::{Solver, Verdict};
/// let mut base = Solver::new();
/// let wishes: [_; 3] = base.new_lits();
/// base.add_clause(wishes.map(|wish| !wish));
/// std::thread::scope(|scope| {
///     for wish in wishes {
///         let base = &base;
///         scope.spawn(move || assert!(matches!(base.clone().solve_with([wish]), Verdict::Sat(_))));
///     }
/// });
/// ```
#[derive(Debug)]
pub struct Solver {
    inner: Parallel,
    requests: Requests,
    last_answer: LastAnswer,
    limits: Limits,
    /// What [`Solver::terminator`] hands out. The flag of `limits` is the caller's.
    stop: StopFlag,
    /// The newest model, over all declared variables.
    model: Assignment,
    /// The failed assumptions of the last call, in ascending order.
    core: Vec<Lit>,
    /// The clause that [`Solver::add`] builds.
    open: Vec<Lit>,
    /// Scratch: the clause that is being added.
    clause: Vec<Lit>,
    /// What the next call assumes.
    assumed: Vec<Lit>,
    declared: usize,
    /// How long a call may take.
    time: Option<Duration>,
    /// Whether a clause was added or a call made.
    begun: bool,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

impl Clone for Solver {
    fn clone(&self) -> Solver {
        Solver {
            inner: self.inner.copy(),
            requests: self.requests.clone(),
            last_answer: self.last_answer,
            limits: self.limits.clone(),
            stop: StopFlag::default(),
            model: self.model.clone(),
            core: self.core.clone(),
            open: self.open.clone(),
            clause: Vec::new(),
            assumed: self.assumed.clone(),
            declared: self.declared,
            time: self.time,
            begun: self.begun,
        }
    }
}

impl Solver {
    /// A solver without clauses.
    pub fn new() -> Solver {
        let mut requests = Requests::default();
        requests.later_calls();
        Solver {
            inner: Parallel::default(),
            requests,
            last_answer: LastAnswer::None,
            limits: Limits::none(),
            stop: StopFlag::default(),
            model: Assignment::default(),
            core: Vec::new(),
            open: Vec::new(),
            clause: Vec::new(),
            assumed: Vec::new(),
            declared: 0,
            time: None,
            begun: false,
        }
    }

    /// Says first what a solver is to be; what does not go together is refused.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// A solver with the clauses of a formula: faster than adding them one by one.
    pub fn from_formula(formula: &Formula) -> Solver {
        let mut solver = Solver::new();
        solver.load(formula);
        solver
    }

    /// Adds a formula, whose variables are those of the same numbers here. Loaded before all other clauses it is loaded
    /// faster, and a proof numbers its clauses from 1, as LRAT demands.
    pub fn load(&mut self, formula: &Formula) {
        self.last_answer = LastAnswer::None;
        self.begun = true;
        self.inner.solver.load(formula);
        self.declared = self.declared.max(formula.num_vars());
    }

    /// Declares a new variable: the one after all that were declared by this method or by a formula, or used in a
    /// clause or an assumption.
    ///
    /// # Panics
    /// When there are [`Var::MAX_COUNT`] variables already.
    pub fn new_var(&mut self) -> Var {
        assert!(self.declared < Var::MAX_COUNT, "DIMACS has no more variables");
        self.declared += 1;
        Var::new(self.declared - 1)
    }

    /// Declares so many new variables.
    ///
    /// # Panics
    /// When that makes more than [`Var::MAX_COUNT`] variables.
    pub fn new_vars(&mut self, count: usize) -> Vec<Var> {
        (0..count).map(|_| self.new_var()).collect()
    }

    /// Declares `N` new variables, and returns their positive literals.
    ///
    /// ```
    /// let mut solver = gemsat::Solver::new();
    /// let [tea, milk] = solver.new_lits();
    /// solver.add_clause([!milk, tea]);
    /// assert_eq!(solver.num_vars(), 2);
    /// ```
    ///
    /// # Panics
    /// When that makes more than [`Var::MAX_COUNT`] variables.
    pub fn new_lits<const N: usize>(&mut self) -> [Lit; N] {
        [(); N].map(|()| self.new_var().pos())
    }

    /// Makes sure that at least `count` variables are declared: [`Solver::new_var`] returns none of them.
    pub fn declare_vars(&mut self, count: usize) {
        self.declared = self.declared.max(count);
    }

    /// How many variables were declared or used.
    pub fn num_vars(&self) -> usize {
        self.declared
    }

    /// Adds a literal to the clause that is being built; 0 closes it, as IPASIR's `add` does.
    ///
    /// # Panics
    /// When the number is `-2^31`, which is no literal.
    pub fn add(&mut self, number: i32) {
        if number == 0 {
            let mut clause = std::mem::take(&mut self.open);
            self.add_clause(clause.drain(..));
            self.open = clause;
        } else {
            self.open.push(Lit::from_dimacs(number).expect("DIMACS has no literal -2^31"));
        }
    }

    /// Adds a clause, given as literals, as references to them, or as variables that are to be true; it cannot be
    /// removed again.
    pub fn add_clause<L: Into<Lit>>(&mut self, clause: impl IntoIterator<Item = L>) {
        self.last_answer = LastAnswer::None;
        self.begun = true;
        self.clause.clear();
        self.clause.extend(clause.into_iter().map(Into::into));
        self.declared = self.clause.iter().map(|lit| lit.var().index() + 1).fold(self.declared, usize::max);
        self.inner.solver.add_clause(&self.clause);
    }

    /// Assumes a literal for the next call of [`Solver::solve`] only.
    pub fn assume(&mut self, lit: impl Into<Lit>) {
        let lit = lit.into();
        self.last_answer = LastAnswer::None;
        self.declared = self.declared.max(lit.var().index() + 1);
        self.assumed.push(lit);
        self.inner.solver.assume(lit);
    }

    /// Searches for a model of all clauses under the assumptions, within the limits.
    pub fn solve(&mut self) -> Verdict {
        self.solve_limited(&self.limits.clone())
    }

    /// Searches for a model of all clauses under these assumptions and those made by [`Solver::assume`].
    pub fn solve_with<L: Into<Lit>>(&mut self, assumptions: impl IntoIterator<Item = L>) -> Verdict {
        assumptions.into_iter().for_each(|lit| self.assume(lit));
        self.solve()
    }

    /// As [`Solver::solve`], with these limits for this one call in place of those of [`Solver::set_limits`]. The time
    /// of [`Solver::set_time_per_call`] holds as well.
    ///
    /// Propagation and the lucky phases come before the first conflict that counts, so a limit of no conflicts at all
    /// still lets through what they answer.
    ///
    /// ```
    /// use gemsat::{engine::Verdict, limits::{Limits, Stop}, solver::Solver};
    /// let mut solver = Solver::new();
    /// // Five pigeons in four holes: pigeon p sits in hole h.
    /// let sits: Vec<_> = (0..5).map(|_| solver.new_lits::<4>()).collect();
    /// sits.iter().for_each(|pigeon| solver.add_clause(*pigeon));
    /// for (p, q) in (0..5).flat_map(|q| (0..q).map(move |p| (p, q))) {
    ///     (0..4).for_each(|hole| solver.add_clause([!sits[p][hole], !sits[q][hole]]));
    /// }
    /// let limits = Limits { conflicts: Some(0), ..Limits::none() };
    /// assert_eq!(solver.solve_limited(&limits), Verdict::Unknown(Stop::Conflicts));
    /// assert_eq!(solver.solve(), Verdict::Unsat);
    /// ```
    pub fn solve_limited(&mut self, limits: &Limits) -> Verdict {
        self.begun = true;
        let limits = Limits { stop: self.stop.or(&limits.stop), ..limits.capped(self.time) };
        self.core.clear();
        self.assumed.clear();
        let (last_answer, verdict) = match self.inner.solve(&limits) {
            Status::Sat => {
                self.model.clone_from(self.inner.solver.model());
                self.model.resize(self.declared);
                (LastAnswer::Sat, Verdict::Sat(self.model.clone()))
            }
            Status::Unsat => {
                self.core.extend(self.inner.solver.failed());
                self.core.sort_unstable();
                self.core.dedup();
                (LastAnswer::Unsat, Verdict::Unsat)
            }
            Status::Unknown(stop) => (LastAnswer::None, Verdict::Unknown(stop)),
        };
        self.last_answer = last_answer;
        verdict
    }

    /// Propagates the assumptions given here and by [`Solver::assume`], without a search, and undoes that again.
    ///
    /// Variables that an earlier call has eliminated or substituted are not seen, unless they are frozen or assumed
    /// (see [`Solver::freeze`]).
    ///
    /// ```
    /// use gemsat::solver::Solver;
    /// let mut solver = Solver::new();
    /// let [a, b, c] = solver.new_lits();
    /// solver.add_clause([!a, b]);
    /// solver.add_clause([!b, c]);
    /// assert_eq!(solver.propagate([a]).implied, [a, b, c]);
    /// assert!(solver.propagate([a, !c]).conflict);
    /// ```
    pub fn propagate<L: Into<Lit>>(&mut self, assumptions: impl IntoIterator<Item = L>) -> Propagation {
        assumptions.into_iter().for_each(|lit| self.assume(lit));
        self.last_answer = LastAnswer::None;
        let mut implied = Vec::new();
        let consistent = self.inner.solver.propagate_assumptions(&mut implied);
        self.assumed.clear();
        Propagation { implied, conflict: !consistent }
    }

    /// What the last call answered, if nothing has been added or assumed since.
    pub fn last_answer(&self) -> LastAnswer {
        self.last_answer
    }

    /// The literal's value in the model that was just found; `None` in other cases. A variable that occurs nowhere is
    /// false.
    pub fn value(&self, lit: impl Into<Lit>) -> Option<bool> {
        self.model().map(|model| model.is_true(lit.into()))
    }

    /// The model that [`Solver::solve`] has just returned; `None` in other cases. It has a value for every variable
    /// that a loaded formula declares or that a clause or an assumption has named.
    pub fn model(&self) -> Option<&Assignment> {
        (self.last_answer == LastAnswer::Sat).then_some(&self.model)
    }

    /// Inverts the value of a variable in the model that was just found, if all clauses stay true; whether it did.
    /// Other values change only where earlier calls have eliminated a variable. A variable that is fixed or that was
    /// eliminated itself is not flipped, and assumptions are not looked at. Each question visits all clauses.
    ///
    /// ```
    /// use gemsat::{Solver, Verdict};
    /// let mut solver = Solver::new();
    /// let [a, b] = solver.new_lits();
    /// solver.add_clause([a, b]);
    /// assert!(matches!(solver.solve_with([a, b]), Verdict::Sat(_)));
    /// assert!(solver.flip(a.var()) && solver.value(a) == Some(false));
    /// assert!(!solver.flip(b.var()), "one of the two has to be true");
    /// ```
    pub fn flip(&mut self, var: Var) -> bool {
        let flipped = self.flipped(var);
        let changed = flipped.is_some();
        if let Some(model) = flipped {
            self.inner.solver.set_model(model);
            self.model.clone_from(self.inner.solver.model());
            self.model.resize(self.declared);
        }
        changed
    }

    /// Whether [`Solver::flip`] would invert the value of this variable.
    pub fn is_flippable(&self, var: Var) -> bool {
        self.flipped(var).is_some()
    }

    fn flipped(&self, var: Var) -> Option<Assignment> {
        let asked = self.last_answer == LastAnswer::Sat && var.index() < self.declared;
        if asked { self.inner.solver.flipped(var) } else { None }
    }

    /// The failed assumptions: some of those of the call that just ended which together contradict the clauses, in
    /// ascending order; none of them when the clauses are unsatisfiable without assumptions. `None` when the call did
    /// not end in `Unsat`.
    pub fn core(&self) -> Option<&[Lit]> {
        (self.last_answer == LastAnswer::Unsat).then_some(&self.core)
    }

    /// Whether this assumption is in the [`Solver::core`]; `None` unless the last answer was unsatisfiable.
    pub fn failed(&self, lit: Lit) -> Option<bool> {
        (self.last_answer == LastAnswer::Unsat).then(|| self.core.binary_search(&lit).is_ok())
    }

    /// The id, in an LRAT proof, of the clause that says that not all literals of the [`Solver::core`] are true; it
    /// proves the answer of the call that just ended. `None` without such a proof, when two assumptions contradict each
    /// other, and when the core is empty: then the proof ends with the empty clause. [`ProofHandle::check_core`] checks
    /// it.
    ///
    /// An LRAT proof is about the clauses that were there before the first call; if clauses come later, see
    /// [`crate::proof::create_of_calls`].
    pub fn core_clause(&self) -> Option<ClauseId> {
        let id = self.inner.failure_id();
        (self.last_answer == LastAnswer::Unsat && id != 0).then_some(id)
    }

    /// The value that the clauses alone are known to force on a literal.
    pub fn fixed(&self, lit: Lit) -> Option<bool> {
        self.inner.solver.fixed(lit)
    }

    /// Calls back with every learned clause of at most `max_len` literals, as IPASIR's `set_learn` does. Every one of
    /// them follows from the clauses. With several threads, only clauses that the first one learns before the others
    /// begin are reported.
    ///
    /// ```
    /// use gemsat::{Solver, Verdict};
    /// use std::sync::mpsc::channel;
    /// let mut solver = Solver::new();
    /// let (sender, learned) = channel();
    /// solver.on_learned(1, Box::new(move |clause| drop(sender.send(clause.to_vec()))));
    /// let [a, b] = solver.new_lits();
    /// solver.add_clause([a, b]);
    /// solver.add_clause([a, !b]);
    /// assert_eq!(solver.solve_with([!a]), Verdict::Unsat);
    /// assert!(learned.try_iter().any(|clause| clause == [a]));
    /// ```
    pub fn on_learned(&mut self, max_len: usize, callback: LearnedCallback) {
        self.inner.solver.on_learned = Some(OnLearned::new(max_len, callback));
    }

    /// Protects a variable, which later clauses or assumptions will use, from elimination, until [`Solver::melt`] was
    /// called as many times.
    pub fn freeze(&mut self, var: Var) {
        self.inner.solver.freeze(var);
    }

    /// Undoes one call of [`Solver::freeze`].
    pub fn melt(&mut self, var: Var) {
        self.inner.solver.melt(var);
    }

    /// Prefers a literal whenever its variable is decided.
    pub fn phase(&mut self, lit: Lit) {
        self.inner.solver.set_phase(lit.var(), Some(lit.is_positive()));
    }

    /// Undoes [`Solver::phase`].
    pub fn unphase(&mut self, var: Var) {
        self.inner.solver.set_phase(var, None);
    }

    /// Sets the limits of the calls to come. Limits that are counts apply to each call by itself. The limits' stop flag
    /// ends a call as the [`Solver::terminator`] does, and does not replace it.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Ends each call to come after this time, beside what [`Solver::set_limits`] says, whose deadline is one moment
    /// for all calls. `None`, as at first, is no such limit.
    ///
    /// ```
    /// use gemsat::{Formula, Solver, Verdict};
    /// use std::time::Duration;
    /// let mut solver = Solver::from_formula(&Formula::from_dimacs_lists(&[&[1, 2]]));
    /// solver.set_time_per_call(Some(Duration::from_millis(200)));
    /// for _ in 0..2 {
    ///     std::thread::sleep(Duration::from_millis(150));
    ///     assert!(matches!(solver.solve(), Verdict::Sat(_)));
    /// }
    /// ```
    pub fn set_time_per_call(&mut self, time: Option<Duration>) {
        self.time = time;
    }

    /// A flag that ends the current call (or the next one, until it is lowered) from any thread, whatever limits are
    /// set later.
    pub fn terminator(&self) -> StopFlag {
        self.stop.clone()
    }

    /// Writes a proof of everything that follows to `tracer`. One of all calls
    /// ([`crate::proof::create_of_calls`]) makes the solver use one thread.
    ///
    /// # Errors
    /// When a clause was added or a call made before.
    pub fn set_tracer(&mut self, tracer: Box<dyn Tracer>) -> Result<(), TooLate> {
        if self.begun {
            return Err(TooLate);
        }
        self.requests.proof(tracer.as_ref());
        self.inner.set_tracer(tracer);
        Ok(())
    }

    /// Writes a proof of everything that follows to the place of this handle.
    ///
    /// # Errors
    /// As for [`Solver::set_tracer`].
    pub fn attach(&mut self, proof: &ProofHandle) -> Result<(), TooLate> {
        self.set_tracer(proof.tracer())
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
    /// ```
    /// use gemsat::{Solver, util::table::OptionError};
    /// // Later clauses may have the variables that it would add; `Builder::solve_whole` takes this option.
    /// let refused = Solver::new().set_option("factor", "true");
    /// assert!(matches!(refused, Err(OptionError::WithoutEffect(_))));
    /// ```
    ///
    /// # Errors
    /// When there is no such option, when the value is out of its range, and when the option would have no effect; then
    /// it stays as it was. What comes later can take its effect from an option: see [`Solver::without_effect`].
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some(sentence) = self.requests.refusal(name, value) {
            return Err(OptionError::WithoutEffect(sentence));
        }
        self.inner.solver.options.set(name, value)?;
        self.requests.option(name, value);
        Ok(())
    }

    /// Sets how many threads search in the calls to come. Must come before the tracer, where there is one.
    pub fn set_threads(&mut self, threads: Threads) {
        self.requests.threads(threads.count);
        self.inner.set_threads(threads);
    }

    /// One sentence for each setting that has no effect here, with the reason; see [`together`].
    ///
    /// ```
    /// use gemsat::{proof::create_of_calls_in_memory, solver::Solver};
    /// let mut solver = Solver::new();
    /// solver.set_option("gauss", "true")?;
    /// assert!(solver.without_effect().is_empty());
    /// solver.set_tracer(create_of_calls_in_memory(1 << 20).0).expect("there are no clauses yet");
    /// assert!(solver.without_effect()[0].starts_with("option 'gauss' has no effect with a proof in "));
    /// # Ok::<(), gemsat::util::table::OptionError>(())
    /// ```
    pub fn without_effect(&self) -> Vec<String> {
        self.requests.without_effect()
    }

    /// What has been counted since the solver was made.
    pub fn stats(&self) -> Vec<CounterRow> {
        self.inner.counted().sum.rows()
    }
}

impl ClauseSink for Solver {
    fn new_var(&mut self) -> Var {
        Solver::new_var(self)
    }

    fn declare_vars(&mut self, count: usize) {
        Solver::declare_vars(self, count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        Solver::add_clause(self, clause);
    }
}

#[cfg(test)]
mod tests;
