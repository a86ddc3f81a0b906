//! `queens generate`: a completion puzzle, some queens of a solution.

use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::process;
use gemsat::puzzle::queens::generate::{Wanted, generate};
use gemsat::puzzle::queens::print::board;
use std::io::Write;

#[derive(Debug, Args)]
pub struct Generate {
    /// The size of the board.
    #[arg(default_value_t = 8)]
    size: usize,
    /// How many queens are placed.
    #[arg(long)]
    placed: Option<usize>,
    /// Exactly one completion.
    #[arg(long)]
    unique: bool,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

impl Generate {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let wanted = Wanted { size: self.size, placed: self.placed, unique: self.unique };
        let limits = process::limits();
        let unmade = |why| limits.exceeded().map_or_else(|| Failure::usage(why), Failure::Stopped);
        let puzzle = generate(wanted, self.seed, &limits).map_err(unmade)?;
        write!(out, "{}", board(&puzzle, &puzzle.placed))?;
        Ok(Exit::Done)
    }
}
