//! The iterator that `enum_models` returns.

use super::Solver;
use gemsat::cnf::{Lit, Var};
use pyo3::prelude::*;

/// An iterator over the models of a solver.
#[pyclass(module = "gemsat", frozen)]
pub struct Models {
    solver: Py<Solver>,
    assumptions: Vec<Lit>,
    project: Option<Vec<Var>>,
}

impl Models {
    /// The models under these assumptions, as far as the variables of `project` tell them apart.
    pub fn new(solver: Py<Solver>, assumptions: Vec<Lit>, project: Option<Vec<Var>>) -> Models {
        Models { solver, assumptions, project }
    }
}

#[pymethods]
impl Models {
    fn __iter__(slf: Py<Models>) -> Py<Models> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Vec<i32>>> {
        self.solver.get().next_model(py, &self.assumptions, self.project.as_deref())
    }
}
