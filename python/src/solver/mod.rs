//! The class `Solver`: PySAT's names on the library's incremental solver.

mod core;
mod listen;
mod models;
mod proofs;

pub use models::Models;

use self::core::{Core, budget};
use self::proofs::Format;
use crate::formula;
use crate::literals;
use crate::puzzle::warn;
use crate::running::{Signals, within};
use gemsat::cnf::{Lit, Var};
use gemsat::limits::{Limits, Question, StopFlag, Threads};
use gemsat::util::table::OptionError;
use pyo3::exceptions::{PyNotImplementedError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// An incremental SAT solver (CDCL with inprocessing) with the methods of PySAT's solvers.
///
/// A literal is an integer other than 0; its sign is its value, its magnitude the variable. A clause is any iterable of
/// literals. After delete() every method answers None.
///
/// Parameters
/// ----------
/// bootstrap_with
///     Clauses to begin with: anything that append_formula() takes.
/// use_timer
///     Measure the wall-clock time of each call for time() and time_accum().
/// name
///     Accepted from PySAT's users: "gemsat" or "gem".
/// incr, warm_start
///     Accepted for PySAT; the solver is always incremental and always starts from what it knows.
/// with_proof
///     Keep a proof in memory for get_proof(): True or "drat" for DRAT, "lrat" and "dsr" for LRAT and DSR, which show
///     that the clauses have no model (in LRAT those of bootstrap_with, and no others can be added); "lidrup" for
///     LIDRUP, which shows every answer of every call, assumptions and later clauses included.
/// proof_file
///     Write a proof to this file instead: in LRAT, DSR or LIDRUP when its name ends in ".lrat", ".dsr" or ".lidrup",
///     and in DRAT otherwise; binary, or text when ".txt" comes after that. ".gz" and ".zst" at the end compress.
/// threads
///     Threads that search together on long calls.
/// options
///     Options of the engine by name, see options().
///
/// >>> from gemsat import Solver
/// >>> with Solver(bootstrap_with=[[1, 2], [-1, 2]]) as solver:
/// ...     solver.solve(assumptions=[-2])
/// ...     solver.get_core()
/// ...     solver.solve()
/// ...     2 in solver.get_model()
/// False
/// [-2]
/// True
/// True
#[pyclass(module = "gemsat", name = "Solver", frozen, weakref)]
pub struct Solver {
    core: Mutex<Option<Core>>,
    signals: Signals,
    interrupted: StopFlag,
}

impl Solver {
    fn of(core: Option<Core>) -> Solver {
        Solver { core: Mutex::new(core), signals: Signals::default(), interrupted: StopFlag::default() }
    }

    /// Exclusive use of the solver.
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Core>>> {
        match self.core.try_lock() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "another thread uses this solver: wait for it, or end its call with interrupt()",
            )),
        }
    }

    /// Applies `ask` to the solver unless it is deleted.
    fn with<T>(&self, ask: impl FnOnce(&mut Core) -> PyResult<T>) -> PyResult<Option<T>> {
        self.lock()?.as_mut().map(ask).transpose()
    }

    fn set_budget(&self, number: i64, set: impl FnOnce(&mut Core, Option<u64>)) -> PyResult<()> {
        let value = budget(number)?;
        self.change(|core| set(core, value))
    }

    /// Changes the solver unless it is deleted.
    fn change(&self, change: impl FnOnce(&mut Core)) -> PyResult<()> {
        if let Some(core) = self.lock()?.as_mut() {
            change(core);
        }
        Ok(())
    }

    /// Solves without limits: the next answer of an enumeration.
    fn next_model(&self, py: Python<'_>, assumptions: &[Lit], of: Option<&[Var]>) -> PyResult<Option<Vec<i32>>> {
        let limits = Limits { question: self.signals.question(), ..Limits::none() };
        let found = self.with(|core| {
            let found = core.solve(py, &self.signals, &limits, assumptions)? == Some(true);
            if found && let Some(var) = of.into_iter().flatten().find(|var| var.index() >= core.model.len()) {
                let message = format!("expected variables of the model, found {} in the projection", var.to_dimacs());
                return Err(PyValueError::new_err(message));
            }
            let model = found.then(|| core.numbers(of));
            if found {
                core.block(of)?;
            }
            Ok(model)
        })?;
        Ok(found.flatten())
    }
}

impl Drop for Solver {
    /// Completes the proof's file. To learn whether that succeeds, call `delete`.
    fn drop(&mut self) {
        let core = self.core.get_mut().unwrap_or_else(PoisonError::into_inner);
        drop(core.as_mut().map(Core::complete));
    }
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (bootstrap_with=None, use_timer=None, incr=false, with_proof=None, warm_start=false, *,
        name=None, proof_file=None, threads=1, options=None))]
    #[expect(clippy::too_many_arguments, reason = "PySAT's names, and each has a default")]
    fn new(
        py: Python<'_>,
        bootstrap_with: Option<&Bound<'_, PyAny>>,
        use_timer: Option<&Bound<'_, PyAny>>,
        incr: bool,
        with_proof: Option<&Bound<'_, PyAny>>,
        warm_start: bool,
        name: Option<&str>,
        proof_file: Option<PathBuf>,
        threads: usize,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Solver> {
        let _ = (incr, warm_start);
        let mut core = Core::new(gemsat::solver::Solver::new());
        let by_position = bootstrap_with.and_then(|first| first.extract::<String>().ok());
        if let Some(name) = by_position.as_deref().or(name).filter(|&name| !is_our_name(name) || by_position.is_some())
        {
            return Err(PyTypeError::new_err(format!(
                "gemsat.Solver is one solver, and '{name}' names another, or comes where the clauses do: \
                 write gemsat.Solver([[1, 2], [-1]]), or gemsat.Solver(bootstrap_with=clauses, name='gemsat')"
            )));
        }
        core.timed = use_timer.is_some_and(|timed| timed.is_truthy().unwrap_or(true));
        if threads == 0 {
            return Err(PyValueError::new_err("expected at least 1 thread"));
        }
        if threads > 1 {
            core.solver.set_threads(Threads { count: threads, deterministic: false });
        }
        if let Some(options) = options {
            configure(&mut core, options)?;
        }
        let format = match (&proof_file, with_proof) {
            (Some(path), _) => Some(Format::of_file(path)),
            (None, Some(wanted)) => Format::in_memory(wanted)?,
            (None, None) => None,
        };
        let numbered = format.is_some_and(Format::numbers_clauses);
        let first = bootstrap_with.filter(|_| numbered).map(formula::any).transpose()?;
        if let Some(format) = format {
            if format == Format::Calls && threads > 1 {
                return Err(PyValueError::new_err("a LIDRUP proof is written by one thread"));
            }
            format.begin(
                &mut core,
                proof_file.as_deref(),
                first.as_ref().map_or(0, |first| first.num_clauses() as u64),
            )?;
        }
        warn_without_effect(py, &core)?;
        match (first, bootstrap_with) {
            (Some(first), _) => core.load(&first)?,
            (None, Some(clauses)) => core.append(clauses)?,
            (None, None) => {}
        }
        Ok(Solver::of(Some(core)))
    }

    fn __enter__(slf: Py<Solver>) -> Py<Solver> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.delete()
    }

    fn __repr__(&self) -> PyResult<String> {
        let shown = self.with(|core| {
            let (vars, clauses) = (core.solver.num_vars(), core.clauses);
            Ok(format!("<gemsat.Solver: {vars} variables, {clauses} clauses>"))
        })?;
        Ok(shown.unwrap_or_else(|| "<gemsat.Solver: deleted>".into()))
    }

    /// Frees the solver's memory, and completes the proof's file if there is one.
    fn delete(&self) -> PyResult<()> {
        self.lock()?.take().map_or(Ok(()), |mut core| Ok(core.complete()?))
    }

    /// Add a clause: an iterable of literals.
    ///
    /// With no_return=False the answer is whether unit propagation finds no contradiction.
    #[pyo3(signature = (clause, no_return=true))]
    fn add_clause(&self, clause: &Bound<'_, PyAny>, no_return: bool) -> PyResult<Option<bool>> {
        let answer = self.with(|core| {
            core.add_clause(clause)?;
            Ok(if no_return { None } else { Some(consistent(core)) })
        })?;
        Ok(answer.flatten())
    }

    /// Add clauses: a CNF; any iterable of clauses; an array of integers (flat, each clause ended by a 0, or one clause
    /// a row, filled up with zeros), from numpy or any other with the buffer protocol; or bytes in DIMACS.
    ///
    /// Nothing is added when a clause is wrong.
    #[pyo3(signature = (formula, no_return=true))]
    fn append_formula(&self, formula: &Bound<'_, PyAny>, no_return: bool) -> PyResult<Option<bool>> {
        let answer = self.with(|core| {
            core.append(formula)?;
            Ok(if no_return { None } else { Some(consistent(core)) })
        })?;
        Ok(answer.flatten())
    }

    /// PySAT's native cardinality constraints, which this solver does not have: raises NotImplementedError.
    #[pyo3(signature = (lits, k, weights=None, no_return=true))]
    fn add_atmost(
        &self,
        lits: &Bound<'_, PyAny>,
        k: &Bound<'_, PyAny>,
        weights: Option<&Bound<'_, PyAny>>,
        no_return: bool,
    ) -> PyResult<()> {
        let _ = (lits, k, weights, no_return);
        Err(PyNotImplementedError::new_err(
            "gemsat has no native cardinality constraints: encode them with gemsat.at_most or pysat.card",
        ))
    }

    /// PySAT's XOR clauses, which this solver does not have: raises NotImplementedError.
    #[pyo3(signature = (lits, value=true))]
    fn add_xor_clause(&self, lits: &Bound<'_, PyAny>, value: bool) -> PyResult<()> {
        let _ = (lits, value);
        Err(PyNotImplementedError::new_err("gemsat has no XOR clauses"))
    }

    /// Whether there are native cardinality constraints: False.
    fn supports_atmost(&self) -> bool {
        false
    }

    /// Solve under these assumptions: True or False. Ctrl-C ends it with KeyboardInterrupt; the solver stays usable.
    #[pyo3(signature = (assumptions=None))]
    fn solve(&self, py: Python<'_>, assumptions: Option<&Bound<'_, PyAny>>) -> PyResult<Option<bool>> {
        let assumptions = literals::list(assumptions)?;
        let limits = Limits { question: self.signals.question(), ..Limits::none() };
        Ok(self.with(|core| core.solve(py, &self.signals, &limits, &assumptions))?.flatten())
    }

    /// Solve within the budgets: True, False, or None when one of them is used up or interrupt() was called.
    ///
    /// expect_interrupt is accepted for PySAT: every limited call can be interrupted.
    #[pyo3(signature = (assumptions=None, expect_interrupt=false))]
    fn solve_limited(
        &self,
        py: Python<'_>,
        assumptions: Option<&Bound<'_, PyAny>>,
        expect_interrupt: bool,
    ) -> PyResult<Option<bool>> {
        let _ = expect_interrupt;
        let assumptions = literals::list(assumptions)?;
        let answer = self.with(|core| {
            let limits = within(core.budgets.seconds, &self.interrupted, self.signals.question())?;
            core.solve_limited(py, &self.signals, limits, &assumptions)
        })?;
        Ok(answer.flatten())
    }

    /// Conflicts that limited calls may have from now on, all together; 0 or -1 for no limit.
    fn conf_budget(&self, budget: i64) -> PyResult<()> {
        self.set_budget(budget, |core, value| core.budgets.conflicts = value)
    }

    /// Literals that limited calls may propagate from now on, all together; 0 or -1 for no limit.
    fn prop_budget(&self, budget: i64) -> PyResult<()> {
        self.set_budget(budget, |core, value| core.budgets.propagations = value)
    }

    /// Decisions that limited calls may make from now on, all together; 0 or -1 for no limit.
    fn dec_budget(&self, budget: i64) -> PyResult<()> {
        self.set_budget(budget, |core, value| core.budgets.decisions = value)
    }

    /// Seconds that each limited call may take; None for no limit.
    #[pyo3(signature = (seconds))]
    fn time_budget(&self, seconds: Option<f64>) -> PyResult<()> {
        within(seconds, &StopFlag::default(), Question::default())?;
        self.change(|core| core.budgets.seconds = seconds)
    }

    /// End the limited call that another thread is in, and those to come until clear_interrupt().
    fn interrupt(&self) {
        self.interrupted.raise();
    }

    /// Allow limited calls again.
    fn clear_interrupt(&self) {
        self.interrupted.lower();
    }

    /// Propagate the assumptions without a search: whether no contradiction was met, and the literals that became true,
    /// the assumptions among them.
    ///
    /// After a call of solve(), variables that it has eliminated are not seen unless they are frozen, see freeze().
    /// phase_saving is accepted for PySAT; nothing is saved.
    #[pyo3(signature = (assumptions=None, phase_saving=0))]
    fn propagate(
        &self,
        py: Python<'_>,
        assumptions: Option<&Bound<'_, PyAny>>,
        phase_saving: i32,
    ) -> PyResult<Option<(bool, Vec<i32>)>> {
        let _ = phase_saving;
        let assumptions = literals::list(assumptions)?;
        self.with(|core| Ok(py.detach(|| core.propagate(assumptions))))
    }

    /// Prefer these literals whenever their variables are decided.
    #[pyo3(signature = (literals=None))]
    fn set_phases(&self, literals: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let lits = literals::list(literals)?;
        self.change(|core| lits.into_iter().for_each(|lit| core.solver.phase(lit)))
    }

    /// Keep these variables from elimination, as propagate() and set_phases() after a call want it; solve() needs no
    /// such promise. Counted: unfreeze() takes back one freeze().
    fn freeze(&self, variables: &Bound<'_, PyAny>) -> PyResult<()> {
        let vars = literals::vars(variables)?;
        self.change(|core| vars.into_iter().for_each(|var| core.solver.freeze(var)))
    }

    /// Take one freeze() of these variables back.
    fn unfreeze(&self, variables: &Bound<'_, PyAny>) -> PyResult<()> {
        let vars = literals::vars(variables)?;
        self.change(|core| vars.into_iter().for_each(|var| core.solver.melt(var)))
    }

    /// The last answer: True, False, or None when there is none.
    fn get_status(&self) -> PyResult<Option<bool>> {
        Ok(self.with(|core| Ok(core.status))?.flatten())
    }

    /// The model of the last call, a literal for each variable; None unless it answered True.
    fn get_model<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let model = self.with(|core| {
            let found = core.status == Some(true);
            found
                .then(|| PyList::new(py, core.model.lits().map(|lit| lit.to_dimacs()).collect::<Vec<i32>>()))
                .transpose()
        })?;
        Ok(model.flatten())
    }

    /// Assumptions of the last call that contradict the clauses together; None unless it answered False, and when the
    /// clauses have no model without any assumption.
    fn get_core(&self) -> PyResult<Option<Vec<i32>>> {
        let core = self.with(|core| {
            let failed = core.status == Some(false) && !core.failed.is_empty();
            Ok(failed.then(|| core.failed.clone()))
        })?;
        Ok(core.flatten())
    }

    /// The proof so far, one step a line; None without with_proof.
    fn get_proof(&self) -> PyResult<Option<Vec<String>>> {
        Ok(self.with(Core::proof_lines)?.flatten())
    }

    /// Call a function with every clause that is learned from now on and has at most max_length literals: it gets a
    /// list of literals, and what it raises ends the call. None calls nobody any more.
    ///
    /// A learned clause follows from the clauses that were added.
    #[pyo3(signature = (function, max_length=10))]
    fn on_learned(&self, function: Option<Py<PyAny>>, max_length: usize) -> PyResult<()> {
        let signals = self.signals.clone();
        self.change(|core| match function {
            Some(function) => core.solver.on_learned(max_length, listen::learned(function, signals)),
            None => core.solver.on_learned(0, Box::new(|_| {})),
        })
    }

    /// Call a function with a dictionary of figures whenever the search reports its progress, from now on: the event as
    /// a letter, conflicts, clauses and so on. What it raises ends the call.
    fn on_progress(&self, function: Py<PyAny>) -> PyResult<()> {
        let signals = self.signals.clone();
        self.change(|core| core.solver.set_reporter(Box::new(listen::ProgressListener { function, signals })))
    }

    /// Iterate over the models, each forbidden by a clause once it is found, so that the formula has none in the end.
    ///
    /// With projection, an iterable of variables of the model, models are told apart by these alone and have only their
    /// literals; an empty one stands for all variables, as in PySAT.
    /// With keep=True the clauses go to a copy of the solver, and this one stays as it is.
    #[pyo3(signature = (assumptions=None, projection=None, keep=false))]
    fn enum_models(
        slf: Py<Solver>,
        py: Python<'_>,
        assumptions: Option<&Bound<'_, PyAny>>,
        projection: Option<&Bound<'_, PyAny>>,
        keep: bool,
    ) -> PyResult<Models> {
        let assumptions = literals::list(assumptions)?;
        let projection = literals::list(projection)?;
        let mut seen = HashSet::new();
        if let Some(lit) = projection.iter().find(|&&lit| lit.is_negative() || !seen.insert(lit)) {
            let message = format!("expected distinct variables in the projection, found {}", lit.to_dimacs());
            return Err(PyValueError::new_err(message));
        }
        let projection: Vec<Var> = projection.into_iter().map(Lit::var).collect();
        let projection = Some(projection).filter(|vars| !vars.is_empty());
        let solver = if keep { Py::new(py, slf.get().copy()?)? } else { slf };
        Ok(Models::new(solver, assumptions, projection))
    }

    /// A copy with the same clauses, learned ones included; it writes no proof.
    fn copy(&self) -> PyResult<Solver> {
        Ok(Solver::of(self.with(|core| Ok(core.copy()))?))
    }

    fn __copy__(&self) -> PyResult<Solver> {
        self.copy()
    }

    /// The number of variables: the largest that a clause or an assumption has named.
    fn nof_vars(&self) -> PyResult<Option<usize>> {
        self.with(|core| Ok(core.solver.num_vars()))
    }

    /// The number of clauses that were added.
    fn nof_clauses(&self) -> PyResult<Option<u64>> {
        self.with(|core| Ok(core.clauses))
    }

    /// What was counted since the solver was made: restarts, conflicts, decisions, propagations.
    fn accum_stats<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.with(|core| counters(py, core, |name| PYSAT_COUNTERS.contains(&name)))
    }

    /// Everything that was counted, by name.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.with(|core| counters(py, core, |_| true))
    }

    /// The options of the engine: their values as text, what they accept, and what they do.
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.with(|core| {
            let options = PyDict::new(py);
            for row in core.solver.options() {
                options.set_item(row.name, (row.value, row.accepts, row.help))?;
            }
            Ok(options)
        })
    }

    /// Set options by name, before the first clause. ValueError says what an option accepts.
    fn configure(&self, parameters: &Bound<'_, PyDict>) -> PyResult<()> {
        self.with(|core| {
            configure(core, parameters)?;
            warn_without_effect(parameters.py(), core)
        })?;
        Ok(())
    }

    /// Accepted for PySAT: the solver always starts from what it knows.
    #[pyo3(signature = (warm=false))]
    fn start_mode(&self, warm: bool) {
        let _ = warm;
    }

    /// Seconds of the last call, with use_timer.
    fn time(&self) -> PyResult<Option<f64>> {
        self.with(|core| Ok(core.last_time.as_secs_f64()))
    }

    /// Seconds of all calls, with use_timer.
    fn time_accum(&self) -> PyResult<Option<f64>> {
        self.with(|core| Ok(core.all_time.as_secs_f64()))
    }
}

/// Whether PySAT finds this solver by the name, see gemsat/pysat.py.
fn is_our_name(name: &str) -> bool {
    ["gemsat", "gem"].contains(&name.to_lowercase().as_str())
}

const PYSAT_COUNTERS: [&str; 4] = ["restarts", "conflicts", "decisions", "propagations"];

fn counters<'py>(py: Python<'py>, core: &Core, wanted: impl Fn(&str) -> bool) -> PyResult<Bound<'py, PyDict>> {
    let counted = PyDict::new(py);
    for row in core.solver.stats().into_iter().filter(|row| wanted(row.name)) {
        counted.set_item(row.name, row.value)?;
    }
    Ok(counted)
}

/// Whether unit propagation finds no contradiction; if it does, that is the status.
fn consistent(core: &mut Core) -> bool {
    let (consistent, _) = core.propagate(Vec::new());
    if !consistent {
        core.status = Some(false);
        core.failed.clear();
    }
    consistent
}

/// Warns about settings that have no effect.
fn warn_without_effect(py: Python<'_>, core: &Core) -> PyResult<()> {
    core.solver.without_effect().iter().try_for_each(|text| warn(py, text))
}

fn configure(core: &mut Core, parameters: &Bound<'_, PyDict>) -> PyResult<()> {
    if core.clauses > 0 {
        return Err(PyValueError::new_err("options must be set before the first clause"));
    }
    for (name, value) in parameters {
        let name: String = name.extract()?;
        let value = value.str()?.to_string();
        let value = match value.as_str() {
            "True" => "true",
            "False" => "false",
            other => other,
        };
        match core.solver.set_option(&name, value) {
            Err(OptionError::WithoutEffect(sentence)) => warn(parameters.py(), &sentence)?,
            set => set.map_err(|error| PyValueError::new_err(error.to_string()))?,
        }
    }
    Ok(())
}
