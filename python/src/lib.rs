//! The native part of the Python package `gemsat`: a thin layer over [`gemsat::solver`] and its neighbours.

mod buffers;
mod cardinality;
mod checking;
mod formula;
mod literals;
mod puzzle;
mod reasoning;
mod running;
mod simplifying;
mod solver;

/// The native part of gemsat; its names are those of the package.
#[pyo3::pymodule]
mod _gemsat {
    #[pymodule_export]
    use crate::cardinality::{at_least_alone, at_most_alone, exactly_alone};
    #[pymodule_export]
    use crate::checking::{ProofError, check_proof};
    #[pymodule_export]
    use crate::formula::Cnf;
    #[pymodule_export]
    use crate::puzzle::coloring::coloring;
    #[pymodule_export]
    use crate::puzzle::gems::{gems_count, gems_probabilities};
    #[pymodule_export]
    use crate::puzzle::kind::Puzzles;
    #[pymodule_export]
    use crate::puzzle::queens::queens;
    #[pymodule_export]
    use crate::puzzle::sudoku::sudoku_digits;
    #[pymodule_export]
    use crate::reasoning::{backbone, count_models, mus, sample_models};
    #[pymodule_export]
    use crate::simplifying::{reconstruct, simplify};
    #[pymodule_export]
    use crate::solver::{Models, Solver};

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use pyo3::types::PyModuleMethods;
        module.add("puzzles", crate::puzzle::kind::all(module.py())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
