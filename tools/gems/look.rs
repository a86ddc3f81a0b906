//! How boards are printed: the alphabet, free cells, colours.

use clap::{Args, ValueEnum};
use gemsat::command::color;
use gemsat::command::exit::Failure;
use gemsat::command::output::Output;
use gemsat::puzzle::gems::{Board, Cell, Style, Symbols, draw};
use std::io::Write;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Free {
    /// As the solver left it.
    Model,
    /// A gem.
    Gem,
    /// A trap.
    Trap,
    /// The unknown symbol.
    Blank,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum SymbolChoice {
    /// As the board is written.
    Auto,
    /// T, G and _.
    Gems,
    /// X, - and numbers.
    Mines,
}

#[derive(Args)]
pub struct Look {
    /// What a cell next to no number becomes.
    #[arg(long, value_enum, default_value = "gem")]
    free: Free,
    /// The alphabet of the answer.
    #[arg(long, value_enum, default_value = "auto")]
    symbols: SymbolChoice,
}

impl Look {
    /// Sets the free cells, where no total binds them, and the alphabet.
    pub fn dress(&self, puzzle: &Board, answer: &mut Board, total: Option<usize>) {
        let value = match self.free {
            Free::Gem => Some(Cell::Gem),
            Free::Trap => Some(Cell::Trap),
            Free::Blank => Some(Cell::Unknown),
            Free::Model => None,
        };
        if let (Some(value), None) = (value, total) {
            for cell in puzzle.unknown_cells().filter(|&cell| puzzle.is_free(cell)) {
                answer.cells[cell] = value;
            }
        }
        self.symbols(answer);
    }

    pub fn symbols(&self, board: &mut Board) {
        let symbols = match self.symbols {
            SymbolChoice::Auto => return,
            SymbolChoice::Gems => Symbols::Gems,
            SymbolChoice::Mines => Symbols::Mines,
        };
        if symbols != board.style.symbols {
            board.style = Style::of(symbols);
        }
    }
}

/// The board in its own style, or coloured on a terminal that knows colours.
pub fn print_board(board: &Board, out: &mut Output) -> Result<(), Failure> {
    match color::on_stdout() {
        true => out.write_all(draw::coloured(board, &[]).as_bytes())?,
        false => write!(out, "{board}")?,
    }
    Ok(())
}
