//! The face of a Tenner grid. A cell of the grid is a cell, its digit the value.

use super::encode::{Sums, encode_switched, encode_with, fill};
use super::explain::{Clue as Named, digit, explain};
use super::{DIGITS, Grid, draw, generate, play, pose, steps};
use crate::cnf::{Assignment, Lit};
use crate::csp::{PoseError, Problem};
use crate::encode::answer::Answer;
use crate::encode::{EncodeError, Encoding};
use crate::limits::{Limits, Stop};
use crate::observe::{Board, Words};
use crate::puzzle::face::{
    Asking, Broken, Claim, Clue, Explanation, Family, Listed, Puzzle, Read, Unanswered, Values, grid_cell, grid_place,
};
use crate::puzzle::steps::{Goal, Steps};
use crate::reason::core::Why;
use crate::util::rng::Rng;

/// The most rows of a grid that is made by its shape.
const MOST_ROWS: usize = 100;

/// The blank cells of each row of a grid that is made by its shape.
const BLANKS: usize = 6;

/// The grid with these values in its cells.
pub fn filled(grid: &Grid, values: &[Option<u16>]) -> Grid {
    Grid { cells: values.iter().map(|value| value.map(|digit| digit as u8)).collect(), ..grid.clone() }
}

/// The digits of a grid as values.
fn values(grid: &Grid) -> Values {
    grid.cells.iter().map(|digit| digit.map(u16::from)).collect()
}

impl Puzzle for Grid {
    fn text(&self) -> String {
        self.to_line()
    }

    fn num_cells(&self) -> usize {
        self.cells.len()
    }

    fn place(&self, cell: usize) -> String {
        grid_place(cell, self.columns)
    }

    fn cell(&self, name: &str) -> Result<usize, String> {
        grid_cell(name, self.rows(), self.columns)
    }

    fn given(&self) -> Values {
        values(self)
    }

    fn encode(&self, plain: bool) -> Result<Encoding, EncodeError> {
        encode_with(self, if plain { Sums::Direct } else { Sums::Layered })
    }

    fn decode(&self, model: &Assignment) -> Values {
        values(&fill(self, model))
    }

    fn meanings(&self, lits: &[Lit]) -> Vec<(usize, u16)> {
        let meaning = |&lit: &Lit| {
            let cell = lit.var().index() / DIGITS;
            (lit.is_positive() && cell < self.cells.len()).then(|| (cell, digit(lit) as u16))
        };
        lits.iter().filter_map(meaning).collect()
    }

    fn pose(&self) -> Result<Problem, PoseError> {
        pose::problem(self)
    }

    fn posed(&self, values: &[u32]) -> Values {
        values.iter().map(|&digit| Some(digit as u16)).collect()
    }

    fn check(&self, values: &Values) -> Result<(), Broken> {
        Grid::check(self, &filled(self, values))
    }

    fn print(&self, values: &Values) -> String {
        filled(self, values).to_string()
    }

    fn colored(&self, values: &Values, _guessed: &[bool]) -> String {
        draw::colored(self, &filled(self, values))
    }

    fn line(&self, values: &Values) -> String {
        filled(self, values).to_line()
    }

    fn draw(&self, values: &Values, _guessed: &[bool]) -> String {
        draw::svg(self, Some(&filled(self, values)))
    }

    fn words(&self, num_vars: usize) -> Words {
        play::words(self, num_vars)
    }

    fn board(&self, words: Words) -> Board {
        play::board(self, words)
    }

    fn steps(&self, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop> {
        steps::steps(self, goal, limits).map(Some)
    }

    fn explain(&self, cell: Option<usize>, asking: &Asking<'_>) -> Result<Explanation, Unanswered> {
        let switched = encode_switched(self)?;
        let mut oracle = (asking.oracle)(&switched.encoding.formula);
        let clue = |clue: Named| match clue {
            Named::Given(cell) => {
                let digit = self.cells[cell].unwrap_or(0);
                Clue { words: format!("the {digit} in {}", Puzzle::place(self, cell)), cells: vec![cell] }
            }
            Named::Sum(column) => {
                let sum = self.sums[column].unwrap_or(0);
                let spot = self.cells.len() + column;
                Clue { words: format!("the sum {sum} of column {}", column + 1), cells: vec![spot] }
            }
        };
        Ok(match explain(self, &switched, cell, &mut *oracle, asking.limits)? {
            Why::Contradiction(core) => Explanation::contradiction(core.map(clue)),
            Why::Consistent => Explanation::Consistent,
            Why::Forced(lit, _) if cell.is_some_and(|cell| self.cells[cell].is_some()) => {
                Explanation::Given(digit(lit).to_string())
            }
            Why::Forced(lit, core) => Explanation::Forced(digit(lit).to_string(), digit(lit) as u16, core.map(clue)),
            Why::Open(lit) => Explanation::Open(digit(lit).to_string()),
        })
    }
}

impl Family for Grid {
    const NAME: &'static str = "tenner";
    const FILES: &'static [&'static str] = &[];
    type Options = ();

    fn read(text: &str, (): &()) -> Read<Listed<Grid>> {
        let listed =
            |(puzzle, solution): (Grid, Option<Grid>)| Listed { solution: solution.map(|grid| values(&grid)), puzzle };
        Ok(Grid::parse_all(text)?.map(|all| all.into_iter().map(listed).collect()))
    }

    /// The sums of an answer must be those of the puzzle.
    fn claims_about(puzzles: &[Grid], answer: &str, (): &()) -> Read<Claim> {
        let claim = |(index, grid): (usize, Grid)| match puzzles
            .get(index)
            .or(puzzles.first())
            .map(|puzzle| puzzle.check(&grid))
        {
            Some(Err(broken)) => Claim::wrong(broken),
            _ => Claim::filled(values(&grid)),
        };
        let rows = puzzles.first().map_or(0, Grid::rows);
        Ok(Grid::parse_answers(answer, rows)?.map(|all| all.into_iter().enumerate().map(claim).collect()))
    }

    fn of_answer(answer: &Answer, (): &()) -> Option<Grid> {
        answer.notes.iter().find_map(|note| Grid::from_line(note.strip_prefix("tenner ")?))
    }

    fn blank(shape: &str, _now: &str) -> Result<Grid, String> {
        let rows = shape.parse().ok().filter(|rows| (1..=MOST_ROWS).contains(rows));
        let rows = rows.ok_or_else(|| format!("expected a number of rows from 1 to {MOST_ROWS}, found '{shape}'"))?;
        Ok(Grid { columns: DIGITS, cells: vec![None; rows * DIGITS], sums: vec![None; DIGITS] })
    }

    fn generate(shape: &str, seed: u64, limits: &Limits) -> Result<Grid, String> {
        let rows = Grid::blank(shape, "")?.rows();
        let made = generate(rows, BLANKS, true, &mut Rng::new(seed), limits);
        made.map(|(puzzle, _)| puzzle).map_err(|stop| stop.to_string())
    }
}
