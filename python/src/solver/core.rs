//! What a `Solver` of Python holds: the library's solver, its last answer, and its budgets.

use crate::formula::{self, Cnf};
use crate::literals;
use crate::running::{Signals, raise};
use crate::solver::proofs::Kept;
use gemsat::cnf::{Assignment, Formula, Lit, Var};
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Stop};
use gemsat::solver::Solver;
use pyo3::exceptions::{PyNotImplementedError, PyValueError};
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// Counted budgets of limited calls, as in MiniSat: what is left of them for all calls to come.
#[derive(Clone, Debug, Default)]
pub struct Budgets {
    pub conflicts: Option<u64>,
    pub propagations: Option<u64>,
    pub decisions: Option<u64>,
    /// Seconds for each call.
    pub seconds: Option<f64>,
}

impl Budgets {
    fn counted(&self) -> [Option<u64>; 3] {
        [self.conflicts, self.propagations, self.decisions]
    }
}

/// The library's solver with everything that a Python `Solver` remembers beside it.
pub struct Core {
    pub solver: Solver,
    /// The last answer; `None` before the first one, and after a call that ended without an answer.
    pub status: Option<bool>,
    pub model: Assignment,
    /// The failed assumptions, if there are any.
    pub failed: Vec<i32>,
    pub clauses: u64,
    pub budgets: Budgets,
    /// The proof, where it is kept in memory.
    pub kept: Option<Kept>,
    /// How many clauses the proof numbers before its steps, if it does.
    pub numbered: Option<u64>,
    /// Whether a proof is written to a file.
    pub file: bool,
    /// Whether calls are timed.
    pub timed: bool,
    pub last_time: Duration,
    pub all_time: Duration,
    /// Whether the solver was asked already, so that formulas are added clause by clause.
    asked: bool,
    clause: Vec<Lit>,
}

impl Core {
    pub fn new(solver: Solver) -> Core {
        Core {
            solver,
            status: None,
            model: Assignment::default(),
            failed: Vec::new(),
            clauses: 0,
            budgets: Budgets::default(),
            kept: None,
            numbered: None,
            file: false,
            timed: false,
            last_time: Duration::ZERO,
            all_time: Duration::ZERO,
            asked: false,
            clause: Vec::new(),
        }
    }

    /// Completes the proof's file, if there is one.
    ///
    /// # Errors
    /// When it could not be written.
    pub fn complete(&mut self) -> std::io::Result<()> {
        if self.file { self.solver.finish_proof() } else { Ok(()) }
    }

    /// A copy without the proof.
    pub fn copy(&self) -> Core {
        Core {
            status: self.status,
            model: self.model.clone(),
            failed: self.failed.clone(),
            clauses: self.clauses,
            budgets: self.budgets.clone(),
            timed: self.timed,
            asked: self.asked,
            ..Core::new(self.solver.clone())
        }
    }

    /// Adds a clause; the solver is as it was when that fails.
    pub fn add_clause(&mut self, clause: &Bound<'_, PyAny>) -> PyResult<()> {
        literals::read_clause(clause, &mut self.clause)?;
        self.make_room(1)?;
        self.solver.add_clause(self.clause.iter().copied());
        self.clauses += 1;
        Ok(())
    }

    /// Adds a `CNF`, a block of memory or an iterable of clauses; the solver is as it was when that fails.
    pub fn append(&mut self, clauses: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(cnf) = clauses.cast::<Cnf>() {
            return self.load(cnf.try_borrow_mut()?.current(cnf.py())?);
        }
        if clauses.getattr_opt("atmosts")?.is_some_and(|atmosts| atmosts.is_truthy().unwrap_or(true)) {
            return Err(PyNotImplementedError::new_err(
                "gemsat has no native cardinality constraints: encode them with gemsat.at_most or pysat.card",
            ));
        }
        let read = formula::any(clauses)?;
        clauses.py().detach(|| self.load(&read))
    }

    /// Makes sure that the proof has a number for this many more clauses.
    fn make_room(&self, more: usize) -> PyResult<()> {
        match self.numbered {
            Some(all) if self.clauses + more as u64 > all => Err(PyValueError::new_err(
                "an LRAT proof numbers the clauses before its steps: give all of them as bootstrap_with",
            )),
            _ => Ok(()),
        }
    }

    /// Adds a formula.
    ///
    /// # Errors
    /// `ValueError` when the proof has no numbers for its clauses.
    pub fn load(&mut self, formula: &Formula) -> PyResult<()> {
        self.make_room(formula.num_clauses())?;
        if self.clauses == 0 && !self.asked && self.solver.num_vars() == 0 {
            self.solver.load(formula);
        } else {
            formula.clauses().for_each(|clause| self.solver.add_clause(clause.iter().copied()));
        }
        self.clauses += formula.num_clauses() as u64;
        Ok(())
    }

    /// Solves, and keeps the answer.
    ///
    /// # Errors
    /// `MemoryError`, and what a signal's handler raises.
    pub fn solve(
        &mut self,
        py: Python<'_>,
        signals: &Signals,
        limits: &Limits,
        assumptions: &[Lit],
    ) -> PyResult<Option<bool>> {
        let start = self.timed.then(Instant::now);
        self.asked = true;
        self.status = None;
        let verdict = signals.run(py, || {
            assumptions.iter().for_each(|&lit| self.solver.assume(lit));
            self.solver.solve_limited(limits)
        })?;
        if let Some(start) = start {
            self.last_time = start.elapsed();
            self.all_time += self.last_time;
        }
        self.status = match verdict {
            Verdict::Sat(model) => {
                self.model = model;
                Some(true)
            }
            Verdict::Unsat => {
                self.failed.clear();
                self.failed.extend(self.solver.core().unwrap_or(&[]).iter().map(|lit| lit.to_dimacs()));
                Some(false)
            }
            Verdict::Unknown(stop @ (Stop::Memory | Stop::Proof)) => return Err(raise(stop)),
            Verdict::Unknown(_) => None,
        };
        Ok(self.status)
    }

    /// Solves within the budgets, and subtracts what was used.
    ///
    /// # Errors
    /// As [`Core::solve`].
    pub fn solve_limited(
        &mut self,
        py: Python<'_>,
        signals: &Signals,
        limits: Limits,
        assumptions: &[Lit],
    ) -> PyResult<Option<bool>> {
        let [conflicts, propagations, decisions] = self.budgets.counted();
        let counted = [conflicts, propagations, decisions].iter().any(Option::is_some);
        let before = if counted { self.counted() } else { [0; 3] };
        let limits = Limits { conflicts, propagations, decisions, ..limits };
        let answer = self.solve(py, signals, &limits, assumptions);
        if counted {
            let used: Vec<u64> = self.counted().iter().zip(before).map(|(now, before)| now - before).collect();
            let Budgets { conflicts, propagations, decisions, .. } = &mut self.budgets;
            for (budget, used) in [conflicts, propagations, decisions].into_iter().zip(used) {
                *budget = budget.map(|left| left.saturating_sub(used));
            }
        }
        answer
    }

    /// Conflicts, propagations and decisions so far.
    fn counted(&self) -> [u64; 3] {
        let rows = self.solver.stats();
        ["conflicts", "propagations", "decisions"].map(|name| {
            let row = rows.iter().find(|row| row.name == name);
            row.map_or(0, |row| row.value)
        })
    }

    /// The lines of the proof in memory, if there is one.
    ///
    /// # Errors
    /// `OSError` when it could not be written.
    pub fn proof_lines(&mut self) -> PyResult<Option<Vec<String>>> {
        if self.kept.is_some() {
            self.solver.finish_proof()?;
        }
        Ok(self.kept.as_mut().map(Kept::lines))
    }

    /// Propagates the assumptions.
    pub fn propagate(&mut self, assumptions: Vec<Lit>) -> (bool, Vec<i32>) {
        self.asked = true;
        let propagation = self.solver.propagate(assumptions);
        (!propagation.conflict, literals::numbers(propagation.implied))
    }

    /// The model as DIMACS numbers, of these variables or of all.
    pub fn numbers(&self, of: Option<&[Var]>) -> Vec<i32> {
        let value = |&var: &Var| var.lit(var.index() < self.model.len() && self.model.value(var)).to_dimacs();
        of.map_or_else(|| literals::numbers(self.model.lits()), |vars| vars.iter().map(value).collect())
    }

    /// Forbids the values of these variables in the model, or of all.
    ///
    /// # Errors
    /// `ValueError` when the proof has no number for that clause.
    pub fn block(&mut self, of: Option<&[Var]>) -> PyResult<()> {
        self.make_room(1)?;
        let clause: Vec<Lit> = self.numbers(of).into_iter().filter_map(|number| Lit::from_dimacs(-number)).collect();
        self.solver.add_clause(clause);
        self.clauses += 1;
        Ok(())
    }
}

/// A budget as PySAT's users give it: 0 and -1 take it away.
///
/// # Errors
/// `ValueError` for other negative numbers.
pub fn budget(number: i64) -> PyResult<Option<u64>> {
    match number {
        0 | -1 => Ok(None),
        _ => u64::try_from(number)
            .map(Some)
            .map_err(|_| PyValueError::new_err(format!("expected a budget above 0, or -1 for none, found {number}"))),
    }
}
