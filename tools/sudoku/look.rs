//! How a filled sudoku is printed.

use clap::Args;
use gemsat::command::puzzle::LookArgs;
use gemsat::puzzle::face::{Puzzle, Values};
use gemsat::puzzle::sudoku::{Sudoku, digits_of, print};

#[derive(Args, Clone, Copy, Debug, Default)]
#[group(skip)]
pub struct Look {
    /// A `.sol` file: every variable's name, `-` before false ones.
    #[arg(long, conflicts_with = "line")]
    sol: bool,
}

impl Look {
    fn names(puzzle: &Sudoku, values: &Values) -> String {
        print::names(puzzle, &digits_of(values))
    }
}

impl LookArgs<Sudoku> for Look {
    fn text(&self, puzzle: &Sudoku, values: &Values, color: bool) -> String {
        match (self.sol, color) {
            (true, _) => Look::names(puzzle, values),
            (false, true) => puzzle.colored(values, &[]),
            (false, false) => puzzle.print(values),
        }
    }

    fn line(&self, puzzle: &Sudoku, values: &Values) -> String {
        if self.sol { Look::names(puzzle, values) } else { puzzle.line(values) }
    }
}
