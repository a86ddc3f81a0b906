//! How a board with its queens is printed.

use clap::Args;
use gemsat::command::puzzle::LookArgs;
use gemsat::puzzle::face::{Puzzle, Values};
use gemsat::puzzle::queens::print::{FINAL, INITIAL, states};
use gemsat::puzzle::queens::{Queens, full, queens_of};

#[derive(Args, Clone, Copy, Debug, Default)]
#[group(skip)]
pub struct Look {
    /// Print states (1 a queen, 0 free, -1 attacked) in place of pictures.
    #[arg(long)]
    states: bool,
}

impl Look {
    /// One board.
    pub fn board(self, puzzle: &Queens, values: &Values, color: bool) -> String {
        match (self.states, color) {
            (true, _) => states(puzzle, &queens_of(puzzle.size(), values)),
            (false, true) => puzzle.colored(values, &[]),
            (false, false) => puzzle.print(values),
        }
    }
}

impl LookArgs<Queens> for Look {
    fn text(&self, puzzle: &Queens, values: &Values, color: bool) -> String {
        self.board(puzzle, values, color)
    }

    /// Under the headings of the report on queens when queens were placed beforehand.
    fn solved(&self, puzzle: &Queens, values: &Values, color: bool) -> String {
        let board = self.board(puzzle, values, color);
        if puzzle.placed.is_empty() || values.contains(&None) {
            return board;
        }
        let initial = self.board(puzzle, &full(puzzle.size(), &puzzle.placed), color);
        format!("{INITIAL}\n{initial}{FINAL}\n{board}")
    }
}
