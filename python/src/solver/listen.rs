//! Python functions that are called while the solver runs.

use crate::running::Signals;
use gemsat::cnf::Lit;
use gemsat::engine::{Progress, Reporter};
use gemsat::solver::LearnedCallback;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Calls `function` with each learned clause, as a list of numbers. An exception ends the call of the solver.
pub fn learned(function: Py<PyAny>, signals: Signals) -> LearnedCallback {
    Box::new(move |clause| {
        let numbers: Vec<i32> = clause.iter().map(|lit: &Lit| lit.to_dimacs()).collect();
        signals.call(|py| function.call1(py, (numbers,)).map(drop));
    })
}

/// Calls `function` with each report of progress, as a dictionary.
pub struct ProgressListener {
    pub function: Py<PyAny>,
    pub signals: Signals,
}

impl Reporter for ProgressListener {
    fn progress(&mut self, progress: &Progress) {
        self.signals.call(|py| {
            let figures = PyDict::new(py);
            figures.set_item("event", progress.letter)?;
            for &(name, value) in &progress.columns {
                figures.set_item(name, value)?;
            }
            self.function.call1(py, (figures,)).map(drop)
        });
    }
}
