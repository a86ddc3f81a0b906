//! `gemsat.sudoku`.

/// Sudoku of any size and variant, as text in every form that the program `sudoku` reads.
#[pyo3::pymodule(submodule)]
pub mod sudoku {
    use crate::puzzle::{invalid, taken};
    use crate::running::{raise, run};
    use gemsat::puzzle::sudoku::ask::{Outcome, Session};
    use gemsat::puzzle::sudoku::{First, Sudoku, check as checker, draw as drawer, print, read};
    use pyo3::prelude::*;

    /// The puzzle of a text; a warning says how it was read where there is more than one way.
    fn puzzle(text: &str) -> PyResult<Sudoku> {
        taken(read::read(text, read::SudokuReadOptions::default()))
    }

    /// The digits of an answer in the puzzle's digits, which must have as many cells as the puzzle.
    fn answer(puzzle: &Sudoku, text: &str) -> PyResult<Vec<u16>> {
        let first = Some(puzzle.notation().first);
        let options = read::SudokuReadOptions { first, ..read::SudokuReadOptions::default() };
        let filled = taken(read::read(text, options))?;
        if filled.num_cells() != puzzle.num_cells() {
            return Err(invalid(format!("{} cells where the puzzle has {}", filled.num_cells(), puzzle.num_cells())));
        }
        Ok(filled.givens().to_vec())
    }

    fn solved(py: Python<'_>, sudoku: &Sudoku, seconds: Option<f64>) -> PyResult<Option<Vec<u16>>> {
        run(py, seconds, |limits| match Session::new(sudoku).solve(sudoku, limits) {
            Outcome::Solved(values) => Ok(Some(values)),
            Outcome::None => Ok(None),
            Outcome::Unknown(stop) => Err(stop),
        })
    }

    /// A solution as a grid of text; None when there is none.
    ///
    /// >>> print(gemsat.sudoku.solve("1...\n..3.\n.4..\n...2\n"))
    /// 1 3 | 2 4
    /// 4 2 | 3 1
    /// ---------
    /// 2 4 | 1 3
    /// 3 1 | 4 2
    /// <BLANKLINE>
    #[pyfunction]
    #[pyo3(signature = (text, time_limit=None))]
    fn solve(py: Python<'_>, text: &str, time_limit: Option<f64>) -> PyResult<Option<String>> {
        let sudoku = puzzle(text)?;
        Ok(solved(py, &sudoku, time_limit)?.map(|values| print::grid(&sudoku, &values)))
    }

    /// A solution as a list of digits, cell by cell in rows, counted from 0 where the puzzle counts from 0; None when there
    /// is none.
    #[pyfunction]
    #[pyo3(signature = (text, time_limit=None))]
    fn digits(py: Python<'_>, text: &str, time_limit: Option<f64>) -> PyResult<Option<Vec<u16>>> {
        let sudoku = puzzle(text)?;
        let from_zero = u16::from(sudoku.notation().first == First::Zero);
        let values = solved(py, &sudoku, time_limit)?;
        Ok(values.map(|values| values.into_iter().map(|value| value - from_zero).collect()))
    }

    /// The number of solutions, counted up to limit.
    #[pyfunction]
    #[pyo3(signature = (text, limit=1_000_000, time_limit=None))]
    fn count(py: Python<'_>, text: &str, limit: u64, time_limit: Option<f64>) -> PyResult<u64> {
        let sudoku = puzzle(text)?;
        run(py, time_limit, |limits| Ok(Session::new(&sudoku).count(&sudoku, limit, limits)))?
            .map(|(found, _)| found)
            .map_err(|(_, stop)| raise(stop))
    }

    /// Whether a filled grid solves the puzzle. None when it does, otherwise what is wrong with it.
    #[pyfunction]
    fn check(text: &str, filled: &str) -> PyResult<Option<String>> {
        let sudoku = puzzle(text)?;
        let values = answer(&sudoku, filled)?;
        Ok(checker::check(&sudoku, &values).err().map(|broken| broken.to_string()))
    }

    /// The puzzle as an SVG picture, with the digits of a filled grid if there is one.
    #[pyfunction]
    #[pyo3(signature = (text, filled=None))]
    fn draw(text: &str, filled: Option<&str>) -> PyResult<String> {
        let sudoku = puzzle(text)?;
        let values = filled.map_or_else(|| Ok(sudoku.givens().to_vec()), |filled| answer(&sudoku, filled))?;
        Ok(drawer::svg(&sudoku, &values, &vec![false; sudoku.num_cells()]))
    }
}
