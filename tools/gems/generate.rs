//! Which boards are made; if asked for, with exactly one solution or without the need to guess.

use super::look::SymbolChoice;
use clap::Args;
use gemsat::command::exit::Failure;
use gemsat::command::puzzle::{Made, MakeArgs};
use gemsat::limits::Limits;
use gemsat::puzzle::face::row_and_column;
use gemsat::puzzle::gems::generate::{GenerateError, Request, generate, generate_no_guess};
use gemsat::puzzle::gems::{Board, Style, Symbols, values_of};
use gemsat::util::rng::Rng;

/// The layouts that are tried for a board that needs no guess.
const MOST_LAYOUTS: usize = 10_000;

#[derive(Args, Debug)]
#[group(skip)]
pub struct Making {
    /// Rows.
    #[arg(long, default_value_t = 9)]
    rows: usize,
    /// Columns.
    #[arg(long, default_value_t = 9)]
    cols: usize,
    /// Traps; a fifth of the cells otherwise.
    #[arg(long, alias = "mines")]
    traps: Option<usize>,
    /// The share of numbers that are shown, from 0 to 1.
    #[arg(long, default_value_t = 0.5)]
    numbers: f64,
    /// Exactly one solution.
    #[arg(long)]
    unique: bool,
    /// A minesweeper board that needs no guess from the start cell.
    #[arg(long, conflicts_with_all = ["unique", "numbers"])]
    no_guess: bool,
    /// The cell that is opened first (row,column from 1); the middle otherwise.
    #[arg(long, value_parser = row_and_column, requires = "no_guess")]
    start: Option<(usize, usize)>,
    /// The alphabet; mines with --no-guess, gems otherwise.
    #[arg(long, value_enum, default_value_t)]
    symbols: SymbolChoice,
}

impl MakeArgs<Board> for Making {
    fn make(&self, _seed: u64, rng: &mut Rng, limits: &Limits) -> Result<Made<Board>, Failure> {
        let symbols = match self.symbols {
            SymbolChoice::Auto if self.no_guess => Symbols::Mines,
            SymbolChoice::Auto | SymbolChoice::Gems => Symbols::Gems,
            SymbolChoice::Mines => Symbols::Mines,
        };
        let (rows, cols, style) = (self.rows, self.cols, Style::of(symbols));
        let traps = self.traps.unwrap_or(rows.saturating_mul(cols) / 5);
        let made = if self.no_guess {
            let start = self.start.unwrap_or((rows / 2, cols / 2));
            generate_no_guess((rows, cols), traps, start, style, MOST_LAYOUTS, rng, limits)
        } else {
            let request = Request { rows, cols, traps, numbers: self.numbers, unique: self.unique, style };
            generate(&request, rng, limits)
        };
        let made = made.map_err(|error| match error {
            GenerateError::Stopped(stop) => Failure::Stopped(stop),
            error => Failure::input(error),
        })?;
        Ok(Made { puzzle: made.puzzle, solution: Some(values_of(&made.solution)) })
    }
}
