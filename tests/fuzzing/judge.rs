//! Replays a trace and judges every answer: models against the clauses, refutations against enumeration or by their
//! proofs (LRAT and DRAT, by the package's own checkers), failed assumptions, fixed literals, states, reasons to stop.

use super::formula::formula;
use super::record::{Recorder, Steps};
use super::trace::{Call, Proof, Trace};
use gemsat::cnf::{Lit, model};
use gemsat::engine::{Engine, Simplified, Verdict};
use gemsat::engines;
use gemsat::engines::brute;
use gemsat::limits::{Limits, Stop};
use gemsat::solver::{LastAnswer, Solver};
use gemsat::util::table::{CounterRow, OptionError};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Up to this many variables, refutations are compared with enumeration.
const ENUMERABLE: usize = 16;

/// What a trace that was replayed without a fault has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Answers: satisfiable, unsatisfiable, unknown.
    pub answers: [u64; 3],
    /// Refutations that were compared with enumeration.
    pub enumerated: u64,
    /// Proofs that were checked.
    pub proofs: u64,
    /// The solver's counters at the end, but for those of memory.
    pub counters: Vec<(&'static str, u64)>,
}

/// Replays a trace; a panic is a fault as well.
///
/// # Errors
/// What is wrong, in words.
pub fn replay(trace: &Trace) -> Result<Account, String> {
    let run = || if trace.whole { Replay::new(trace)?.run_engine() } else { Replay::new(trace)?.run() };
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("?");
            Err(format!("panic: {text}"))
        }
    }
}

struct Replay<'t> {
    trace: &'t Trace,
    solver: Solver,
    clauses: Vec<Vec<Lit>>,
    assumed: Vec<Lit>,
    limits: Limits,
    steps: Option<Steps>,
    account: Account,
}

impl<'t> Replay<'t> {
    fn new(trace: &'t Trace) -> Result<Replay<'t>, String> {
        let mut solver = Solver::new();
        for (name, value) in &trace.options {
            match solver.set_option(name, value) {
                Ok(()) | Err(OptionError::WithoutEffect(_)) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
        let limits = Limits::none();
        solver.set_limits(limits.clone());
        let account = Account::default();
        Ok(Replay { trace, solver, clauses: Vec::new(), assumed: Vec::new(), limits, steps: None, account })
    }

    /// The tracer that keeps the steps, if the trace wants a proof.
    fn recorder(&mut self) -> Option<Box<Recorder>> {
        if self.trace.proof == Proof::Without {
            return None;
        }
        let (recorder, shared) = Recorder::new(self.trace.proof == Proof::Lrat);
        self.steps = Some(shared);
        Some(Box::new(recorder))
    }

    /// The engine with the options of the trace.
    fn engine(&self) -> Result<Box<dyn Engine>, String> {
        let mut engine = engines::by_name("cdcl").expect("a known engine");
        for (name, value) in &self.trace.options {
            engine.set_option(name, value).map_err(|error| error.to_string())?;
        }
        Ok(engine)
    }

    /// The clauses as a formula for the engine, under the limits that are set last.
    fn run_engine(mut self) -> Result<Account, String> {
        let mut engine = self.engine()?;
        if let Some(recorder) = self.recorder() {
            engine.set_tracer(recorder).map_err(|_| "the engine takes no tracer")?;
        }
        for call in &self.trace.calls {
            match call {
                Call::Add(clause) => self.clauses.push(clause.clone()),
                Call::Limit(name, number) => self.limit(name, *number),
                _ => {}
            }
        }
        if self.trace.simplify > 0 {
            self.simplify(&mut *engine)?;
        } else {
            let verdict = engine.solve(formula(&self.clauses), &self.limits, None);
            engine.finish_proof().map_err(|error| error.to_string())?;
            self.judge_verdict(&verdict)?;
        }
        self.count(&engine.counters());
        Ok(self.account)
    }

    /// Simplifies the clauses, solves what is left, and judges the model that comes back. What is left has a model if
    /// and only if the clauses have one.
    fn simplify(&mut self, engine: &mut dyn Engine) -> Result<(), String> {
        let simplified = engine.simplify(formula(&self.clauses), &[], self.trace.simplify, &self.limits);
        engine.finish_proof().map_err(|error| error.to_string())?;
        let (verdict, Some(Simplified { formula: left, removed })) = simplified.ok_or("the engine cannot simplify")?
        else {
            return Err("memory has run out".into());
        };
        if verdict == Verdict::Unsat {
            return self.judge_verdict(&verdict);
        }
        let answer = self.engine()?.solve(left, &Limits::none(), None);
        // The proof is one of the simplification only.
        self.steps = None;
        let answer = match answer {
            Verdict::Sat(mut found) => {
                found.resize(found.len().max(self.trace.vars()));
                model::reconstruct(&mut found, &removed);
                Verdict::Sat(found)
            }
            other => other,
        };
        self.judge_verdict(&answer)
    }

    fn count(&mut self, counters: &[CounterRow]) {
        let steady = |row: &&CounterRow| !row.name.starts_with("memory");
        self.account.counters = counters.iter().filter(steady).map(|row| (row.name, row.value)).collect();
    }

    fn run(mut self) -> Result<Account, String> {
        if let Some(recorder) = self.recorder() {
            self.solver.set_tracer(recorder).expect("there are no clauses yet");
        }
        let mut calls = self.trace.calls.iter();
        if self.trace.load {
            let count = self.trace.calls.iter().take_while(|call| matches!(call, Call::Add(_))).count();
            self.clauses = calls.by_ref().take(count).filter_map(|call| call.clause().cloned()).collect();
            self.solver.load(&formula(&self.clauses));
        }
        for call in calls {
            self.call(call)?;
        }
        let counters = self.solver.stats();
        self.count(&counters);
        Ok(self.account)
    }

    /// Sets one limit, and no other.
    fn limit(&mut self, name: &str, number: u64) {
        let limit = |wanted| (name == wanted).then_some(number);
        self.limits = Limits {
            conflicts: limit("conflicts"),
            decisions: limit("decisions"),
            ticks: limit("ticks"),
            stop: self.limits.stop.clone(),
            ..Limits::none()
        };
    }

    fn call(&mut self, call: &Call) -> Result<(), String> {
        let solver = &mut self.solver;
        match call {
            Call::Add(clause) => {
                solver.add_clause(clause.iter().copied());
                self.clauses.push(clause.clone());
            }
            Call::Assume(lit) => {
                solver.assume(*lit);
                self.assumed.push(*lit);
            }
            Call::Freeze(var, true) => solver.freeze(*var),
            Call::Freeze(var, false) => solver.melt(*var),
            Call::Phase(lit) => solver.phase(*lit),
            Call::Unphase(var) => solver.unphase(*var),
            Call::Raise(true) => self.limits.stop.raise(),
            Call::Raise(false) => self.limits.stop.lower(),
            Call::Limit(name, number) => {
                self.limit(name, *number);
                self.solver.set_limits(self.limits.clone());
            }
            Call::Solve => {
                let verdict = solver.solve();
                self.judge(&verdict)?;
                self.assumed.clear();
            }
        }
        Ok(())
    }

    fn judge(&mut self, verdict: &Verdict) -> Result<(), String> {
        let expected = match verdict {
            Verdict::Sat(_) => LastAnswer::Sat,
            Verdict::Unsat => LastAnswer::Unsat,
            Verdict::Unknown(_) => LastAnswer::None,
        };
        if self.solver.last_answer() != expected {
            return Err(format!("{verdict:?} leaves the last answer {:?}", self.solver.last_answer()));
        }
        if let Verdict::Sat(_) = verdict
            && let Some(lit) = self.assumed.iter().find(|&&lit| self.solver.value(lit) != Some(true))
        {
            return Err(format!("the model leaves the assumption {} false", lit.to_dimacs()));
        }
        self.judge_verdict(verdict)?;
        self.judge_fixed()
    }

    fn judge_verdict(&mut self, verdict: &Verdict) -> Result<(), String> {
        match verdict {
            Verdict::Sat(found) => {
                self.account.answers[0] += 1;
                if let Some(index) = model::first_falsified(found, &formula(&self.clauses)) {
                    return Err(format!("the model leaves clause {} false: {:?}", index + 1, self.clauses[index]));
                }
            }
            Verdict::Unsat => {
                self.account.answers[1] += 1;
                self.judge_refutation()?;
            }
            Verdict::Unknown(stop) => {
                self.account.answers[2] += 1;
                let allowed = match stop {
                    Stop::Interrupted => self.limits.stop.raised(),
                    Stop::Conflicts => self.limits.conflicts.is_some(),
                    Stop::Decisions => self.limits.decisions.is_some(),
                    Stop::Ticks => self.limits.ticks.is_some(),
                    _ => false,
                };
                if !allowed {
                    return Err(format!("stopped without a cause: {stop}"));
                }
            }
        }
        Ok(())
    }

    /// The failed assumptions refute the clauses, by enumeration and by the proof.
    fn judge_refutation(&mut self) -> Result<(), String> {
        let mut core: Vec<Lit> =
            self.assumed.iter().copied().filter(|&lit| self.solver.failed(lit) == Some(true)).collect();
        core.sort_unstable();
        core.dedup();
        if self.trace.vars() <= ENUMERABLE {
            self.account.enumerated += 1;
            if brute::model(&self.with_units(&core)).is_some() {
                let core: Vec<i32> = core.iter().map(|lit| lit.to_dimacs()).collect();
                return Err(format!("unsatisfiable under {core:?} is wrong"));
            }
        }
        if let Some(steps) = &self.steps {
            let forward = self.account.proofs.is_multiple_of(2);
            self.account.proofs += 1;
            steps.check(&self.clauses, &core, forward)?;
        }
        Ok(())
    }

    /// Literals that are said to be fixed hold in every model.
    fn judge_fixed(&self) -> Result<(), String> {
        let vars = self.trace.vars();
        if vars > ENUMERABLE {
            return Ok(());
        }
        let all = (0..vars).map(|index| gemsat::cnf::Var::new(index).pos());
        let fixed: Vec<Lit> =
            all.filter_map(|lit| self.solver.fixed(lit).map(|value| if value { lit } else { !lit })).collect();
        let mut formula = formula(&self.clauses);
        formula.add_clause(fixed.iter().map(|&lit| !lit));
        match brute::model(&formula) {
            Some(_) => Err(format!("of the literals {fixed:?} not all are fixed")),
            None => Ok(()),
        }
    }

    fn with_units(&self, units: &[Lit]) -> gemsat::cnf::Formula {
        let mut formula = formula(&self.clauses);
        for &unit in units {
            formula.add_clause([unit]);
        }
        formula
    }
}
