//! `tenner generate`: grids, with a proof of uniqueness where that is asked for.

use super::args::print_grid;
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::LimitArgs;
use gemsat::command::output::{Output, write_file};
use gemsat::command::tool::unknown;
use gemsat::puzzle::tenner::{DIGITS, generate};
use gemsat::util::rng::Rng;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub struct Generate {
    /// Rows, 3 to 8 for the usual game.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    rows: u16,
    /// Blank cells of each row; by default random from 0 to 9, or as many as --unique allows.
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=10))]
    blanks: Option<u8>,
    /// Exactly one solution.
    #[arg(long)]
    unique: bool,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many grids; more than one are written one a line.
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Write one line a grid.
    #[arg(long, conflicts_with = "json")]
    line: bool,
    /// Write JSON, with the solution.
    #[arg(long)]
    json: bool,
    /// Write the solution to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    solution: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Generate {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let mut rng = Rng::new(self.seed);
        let limits = self.limits.from_now();
        for _ in 0..self.count {
            let blanks = match (self.blanks, self.unique) {
                (Some(blanks), _) => usize::from(blanks),
                (None, true) => DIGITS,
                (None, false) => rng.index(DIGITS),
            };
            let (puzzle, solution) = match generate(usize::from(self.rows), blanks, self.unique, &mut rng, &limits) {
                Ok(made) => made,
                Err(stop) => return unknown(out, stop),
            };
            if self.json {
                writeln!(out, "{}", puzzle.to_json(Some(&solution)))?
            } else if self.line || self.count > 1 {
                writeln!(out, "{}", puzzle.to_line())?
            } else {
                print_grid(&puzzle, &puzzle, out)?
            }
            if let Some(path) = &self.solution {
                write_file(path, |file| write!(file, "{solution}"))?;
            }
        }
        Ok(Exit::Done)
    }
}
