//! `gems generate`: boards, with a proof of uniqueness or without the need to guess where that is asked for.

use super::look::{SymbolChoice, print_board};
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::ResourceArgs;
use gemsat::command::output::{Output, write_file};
use gemsat::command::tool::unknown;
use gemsat::command::values::parse_cell;
use gemsat::puzzle::gems::generate::{GenerateError, Request, generate, generate_no_guess};
use gemsat::puzzle::gems::{Style, Symbols};
use gemsat::util::rng::Rng;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub struct Generate {
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
    #[arg(long, value_parser = parse_cell, requires = "no_guess")]
    start: Option<(usize, usize)>,
    /// The alphabet; mines with --no-guess, gems otherwise.
    #[arg(long, value_enum, default_value = "auto")]
    symbols: SymbolChoice,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many boards; more than one are written one a line.
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Write one line a board.
    #[arg(long)]
    line: bool,
    /// Write the solution to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    solution: Option<PathBuf>,
    #[command(flatten)]
    limits: ResourceArgs,
}

impl Generate {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let symbols = match self.symbols {
            SymbolChoice::Auto if self.no_guess => Symbols::Mines,
            SymbolChoice::Auto | SymbolChoice::Gems => Symbols::Gems,
            SymbolChoice::Mines => Symbols::Mines,
        };
        let traps = self.traps.unwrap_or(self.rows.saturating_mul(self.cols) / 5);
        let mut rng = Rng::new(self.seed);
        let limits = self.limits.from_now();
        for _ in 0..self.count {
            let style = Style::of(symbols);
            let made = if self.no_guess {
                let start = self.start.unwrap_or((self.rows / 2, self.cols / 2));
                generate_no_guess((self.rows, self.cols), traps, start, style, 10_000, &mut rng, &limits)
            } else {
                let (rows, cols, numbers, unique) = (self.rows, self.cols, self.numbers, self.unique);
                generate(&Request { rows, cols, traps, numbers, unique, style }, &mut rng, &limits)
            };
            let made = match made {
                Err(GenerateError::Stopped(stop)) => return unknown(out, stop),
                made => made.map_err(Failure::input)?,
            };
            if self.line || self.count > 1 {
                writeln!(out, "{}", made.puzzle.to_line())?;
            } else {
                print_board(&made.puzzle, out)?;
            }
            if let Some(path) = &self.solution {
                write_file(path, |file| write!(file, "{}", made.solution))?;
            }
        }
        Ok(Exit::Done)
    }
}
