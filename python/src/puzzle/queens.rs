//! `gemsat.queens`.

/// Queens that do not attack each other: a size alone, or a board as text with queens placed and squares blocked.
#[pyo3::pymodule(submodule)]
pub mod queens {
    use crate::puzzle::{counted, invalid, solved, taken};
    use gemsat::puzzle::face::Values;
    use gemsat::puzzle::queens::read::{QueensReadOptions, read};
    use gemsat::puzzle::queens::{self as queens_rules, Queens, draw as drawer};
    use pyo3::exceptions::PyTypeError;
    use pyo3::prelude::*;
    use pyo3::types::PyString;

    fn puzzle(board: &Bound<'_, PyAny>) -> PyResult<Queens> {
        if let Ok(text) = board.cast::<PyString>() {
            return taken(read(text.to_cow()?.as_ref(), QueensReadOptions::default()));
        }
        let Ok(size) = board.extract::<usize>() else {
            return Err(PyTypeError::new_err("expected the size of the board, or a board as text"));
        };
        Queens::new(size).ok_or_else(|| invalid(format!("expected a size from 1 to {}", queens_rules::MAX_SIZE)))
    }

    /// The squares of the queens as rows and columns, from 0; None when there is no solution.
    ///
    /// >>> gemsat.queens.check(6, gemsat.queens.solve(6))
    /// >>> gemsat.queens.solve(3)
    #[pyfunction]
    #[pyo3(signature = (board, time_limit=None))]
    fn solve(
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        time_limit: Option<f64>,
    ) -> PyResult<Option<Vec<(usize, usize)>>> {
        let puzzle = puzzle(board)?;
        let size = puzzle.size();
        let queens = |values: Values| {
            (0..values.len())
                .filter(|&square| values[square] == Some(1))
                .map(|square| (square / size, square % size))
                .collect()
        };
        Ok(solved(py, &puzzle, time_limit)?.map(queens))
    }

    /// The number of solutions, counted up to limit.
    #[pyfunction]
    #[pyo3(signature = (board, limit=u64::MAX, time_limit=None))]
    fn count(py: Python<'_>, board: &Bound<'_, PyAny>, limit: u64, time_limit: Option<f64>) -> PyResult<u64> {
        counted(py, &puzzle(board)?, limit, time_limit)
    }

    /// Whether queens on these squares solve the puzzle. None when they do, otherwise what is wrong.
    #[pyfunction]
    fn check(board: &Bound<'_, PyAny>, squares: Vec<(usize, usize)>) -> PyResult<Option<String>> {
        Ok(queens_rules::check(&puzzle(board)?, &squares).err().map(|broken| broken.what))
    }

    /// The board as an SVG picture, with queens on these squares.
    #[pyfunction]
    #[pyo3(signature = (board, squares=None))]
    fn draw(board: &Bound<'_, PyAny>, squares: Option<Vec<(usize, usize)>>) -> PyResult<String> {
        let puzzle = puzzle(board)?;
        let squares = squares.unwrap_or_default();
        if let Some(&(row, column)) = squares.iter().find(|&&(row, column)| row.max(column) >= puzzle.size()) {
            return Err(invalid(format!("the queen at {} is off the board", queens_rules::place((row, column)))));
        }
        Ok(drawer::svg(&puzzle, &squares, &[]))
    }
}
