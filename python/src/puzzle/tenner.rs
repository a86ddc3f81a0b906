//! `gemsat.tenner`.

/// Tenner grids: rows of ten different digits, touching cells differ, columns have sums.
#[pyo3::pymodule(submodule)]
pub mod tenner {
    use crate::puzzle::{invalid, model, taken};
    use crate::running::run;
    use gemsat::puzzle::tenner::{Grid, draw as drawer, encode};
    use pyo3::prelude::*;

    fn grid(text: &str) -> PyResult<Grid> {
        taken(Grid::parse(text))
    }

    /// A solution in one line, in the form "7042951863/2509...=9,9,13"; None when there is none.
    #[pyfunction]
    #[pyo3(signature = (text, time_limit=None))]
    fn solve(py: Python<'_>, text: &str, time_limit: Option<f64>) -> PyResult<Option<String>> {
        let grid = grid(text)?;
        let encoding = encode::encode(&grid).map_err(invalid)?;
        let found = run(py, time_limit, |limits| model(&encoding.formula, limits))?;
        Ok(found.map(|model| encode::fill(&grid, &model).to_line()))
    }

    /// The number of solutions, counted up to limit.
    #[pyfunction]
    #[pyo3(signature = (text, limit=10_000, time_limit=None))]
    fn count(py: Python<'_>, text: &str, limit: usize, time_limit: Option<f64>) -> PyResult<usize> {
        let grid = grid(text)?;
        run(py, time_limit, |limits| Ok(grid.solutions(limit, limits)?.len()))
    }

    /// Whether a filled grid solves the puzzle. None when it does, otherwise what is wrong with it.
    #[pyfunction]
    fn check(text: &str, filled: &str) -> PyResult<Option<String>> {
        let (puzzle, answer) = (grid(text)?, grid(filled)?);
        Ok(puzzle.check(&answer).err().map(|fault| fault.to_string()))
    }

    /// The grid as an SVG picture, with the digits of a filled one.
    #[pyfunction]
    #[pyo3(signature = (text, filled=None))]
    fn draw(text: &str, filled: Option<&str>) -> PyResult<String> {
        let puzzle = grid(text)?;
        let filled = filled.map(grid).transpose()?;
        if filled
            .as_ref()
            .is_some_and(|filled| (filled.columns, filled.cells.len()) != (puzzle.columns, puzzle.cells.len()))
        {
            return Err(invalid("the filled grid has another shape than the puzzle"));
        }
        Ok(drawer::svg(&puzzle, filled.as_ref()))
    }
}
