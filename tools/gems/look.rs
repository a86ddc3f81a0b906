//! How boards are printed: the alphabet, and what cells next to no number become.

use clap::{Args, ValueEnum};
use gemsat::command::puzzle::LookArgs;
use gemsat::puzzle::face::{Puzzle, Values};
use gemsat::puzzle::gems::{Board, Style, Symbols};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Free {
    /// As the solver left it.
    Model,
    /// A gem.
    #[default]
    Gem,
    /// A trap.
    Trap,
    /// The unknown symbol.
    Blank,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SymbolChoice {
    /// As the board is written.
    #[default]
    Auto,
    /// T, G and _.
    Gems,
    /// X, - and numbers.
    Mines,
}

#[derive(Args, Clone, Copy, Debug, Default)]
#[group(skip)]
pub struct Look {
    /// What a cell next to no number becomes.
    #[arg(long, value_enum, default_value_t)]
    free: Free,
    /// The alphabet of the answer.
    #[arg(long, value_enum, default_value_t)]
    symbols: SymbolChoice,
}

impl Look {
    /// The board in the chosen alphabet, and the values with the free cells set, unless a total restricts them or they
    /// are left open.
    fn dressed(self, puzzle: &Board, values: &Values) -> (Board, Values) {
        let mut board = puzzle.clone();
        let symbols = match self.symbols {
            SymbolChoice::Auto => board.style.symbols,
            SymbolChoice::Gems => Symbols::Gems,
            SymbolChoice::Mines => Symbols::Mines,
        };
        if symbols != board.style.symbols {
            board.style = Style::of(symbols);
        }
        let mut values = values.clone();
        if self.free != Free::Model && puzzle.mines.is_none() && !values.contains(&None) {
            for cell in puzzle.unknown_cells().filter(|&cell| puzzle.is_free(cell)) {
                values[cell] = match self.free {
                    Free::Gem => Some(0),
                    Free::Trap => Some(1),
                    Free::Blank | Free::Model => None,
                };
            }
        }
        (board, values)
    }
}

impl LookArgs<Board> for Look {
    fn text(&self, puzzle: &Board, values: &Values, color: bool) -> String {
        let (board, values) = self.dressed(puzzle, values);
        if color { board.colored(&values, &[]) } else { board.print(&values) }
    }

    fn line(&self, puzzle: &Board, values: &Values) -> String {
        let (board, values) = self.dressed(puzzle, values);
        board.line(&values)
    }
}
