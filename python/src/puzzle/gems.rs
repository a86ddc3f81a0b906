//! `gemsat.gems`.

/// Gem hunter and minesweeper: a number says how many of the cells around it hold a trap (a mine).
#[pyo3::pymodule(submodule)]
pub mod gems {
    use crate::literals::whole;
    use crate::puzzle::{invalid, model, taken};
    use crate::running::run;
    use gemsat::puzzle::gems::chances::{Chance, Chances, ChancesError, chances};
    use gemsat::puzzle::gems::encode::{Numbering, encode};
    use gemsat::puzzle::gems::{Board, GemsReadOptions, draw as drawer};
    use pyo3::prelude::*;

    fn board(text: &str, answer: bool) -> PyResult<Board> {
        taken(Board::parse(text, GemsReadOptions { zero_unknown: false, answer }))
    }

    /// A filling as a board of text; None when there is none. traps is the number of traps on the board, if it is known.
    ///
    /// >>> print(gemsat.gems.solve("1 T\n_ 1\n"))
    /// 1 T
    /// G 1
    /// <BLANKLINE>
    #[pyfunction]
    #[pyo3(signature = (text, traps=None, time_limit=None))]
    fn solve(py: Python<'_>, text: &str, traps: Option<usize>, time_limit: Option<f64>) -> PyResult<Option<String>> {
        let board = board(text, false)?;
        let encoding = encode(&board, Numbering::Unknown, traps.or(board.mines)).map_err(invalid)?;
        let found = run(py, time_limit, |limits| model(&encoding.formula, limits))?;
        Ok(found.map(|model| Numbering::Unknown.fill(&board, &model).to_string()))
    }

    /// The number of fillings. ValueError when the board is too entangled to count.
    #[pyfunction]
    #[pyo3(signature = (text, traps=None))]
    fn count<'py>(py: Python<'py>, text: &str, traps: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        whole(py, &counted(py, &board(text, false)?, traps)?.total)
    }

    /// For each unknown cell its row and column, from 0, and the probability of a trap there if all fillings are equally
    /// likely.
    #[pyfunction]
    #[pyo3(signature = (text, traps=None))]
    fn probabilities(py: Python<'_>, text: &str, traps: Option<usize>) -> PyResult<Vec<(usize, usize, f64)>> {
        let board = board(text, false)?;
        let chances = counted(py, &board, traps)?;
        let share = |(cell, chance): (usize, &Chance)| {
            let (row, column) = board.place(cell);
            (row, column, chance.probability)
        };
        Ok(board.unknown_cells().zip(&chances.cells).map(share).collect())
    }

    fn counted(py: Python<'_>, board: &Board, traps: Option<usize>) -> PyResult<Chances> {
        let traps = traps.or(board.mines);
        let counted = run(py, None, |limits| match chances(board, traps, limits) {
            Err(ChancesError::Stopped(stop)) => Err(stop),
            other => Ok(other),
        })?;
        counted.map_err(invalid)
    }

    /// Whether a filled board solves the puzzle. None when it does, otherwise what is wrong with it.
    #[pyfunction]
    #[pyo3(signature = (text, filled, traps=None))]
    fn check(text: &str, filled: &str, traps: Option<usize>) -> PyResult<Option<String>> {
        let (puzzle, answer) = (board(text, false)?, board(filled, true)?);
        Ok(puzzle.check(&answer, traps.or(puzzle.mines)).err().map(|fault| fault.to_string()))
    }

    /// The board as an SVG picture, or a filled one in its place.
    #[pyfunction]
    #[pyo3(signature = (text, filled=None))]
    fn draw(text: &str, filled: Option<&str>) -> PyResult<String> {
        let board = match filled {
            Some(filled) => self::board(filled, true)?,
            None => self::board(text, false)?,
        };
        Ok(drawer::svg(&board, None, &vec![false; board.cells.len()]))
    }
}
