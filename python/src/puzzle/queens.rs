//! `gemsat.queens`.

/// Queens that do not attack each other: a size alone, or a board as text with queens placed and squares blocked.
#[pyo3::pymodule(submodule)]
pub mod queens {
    use crate::puzzle::{invalid, model, taken};
    use crate::running::run;
    use gemsat::encode::cardinality::AtMostOne;
    use gemsat::puzzle::queens::read::{QueensReadOptions, read};
    use gemsat::puzzle::queens::{self as queens_rules, Queens, count as counter, draw as drawer, encode};
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
        run(py, time_limit, |limits| {
            let encoding = encode::encode(&puzzle, encode::Style::Applied, AtMostOne::Auto, false);
            Ok(model(&encoding.formula, limits)?.map(|model| queens_rules::squares(puzzle.size(), &model)))
        })
    }

    /// The number of solutions, counted up to limit; for boards up to 63 x 63.
    #[pyfunction]
    #[pyo3(signature = (board, limit=u64::MAX, time_limit=None))]
    fn count(py: Python<'_>, board: &Bound<'_, PyAny>, limit: u64, time_limit: Option<f64>) -> PyResult<u64> {
        let puzzle = puzzle(board)?;
        if puzzle.size() > counter::MAX_SIZE {
            return Err(invalid(format!("expected a board of at most {} rows", counter::MAX_SIZE)));
        }
        run(py, time_limit, |limits| counter::count(&puzzle, limit, limits)).map(|(found, _)| found)
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
        Ok(drawer::svg(&puzzle, &squares))
    }
}
