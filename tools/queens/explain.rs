//! `queens explain --free`: the heuristic of the best-first search.

use super::QueensTool;
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::puzzle::{Explain, Own};
use gemsat::puzzle::queens::astar::successors;
use std::io::Write;

#[derive(Args, Debug)]
#[group(skip)]
pub struct Free {
    /// For each square of the first row without a queen, print h, the number of squares that stay free, as the report
    /// on queens does: row and column from 0.
    #[arg(long, conflicts_with_all = ["cell", "next"])]
    free: bool,
}

impl Own<Explain<QueensTool>> for Free {
    fn instead(&self, explain: &Explain<QueensTool>, out: &mut Output) -> Result<Option<Exit>, Failure> {
        if !self.free {
            return Ok(None);
        }
        let puzzle = explain.input.one()?;
        for state in successors(&puzzle, &puzzle.placed) {
            if let Some((row, column)) = state.queens.last() {
                writeln!(out, "({row},{column}): h = {}", state.free)?;
            }
        }
        Ok(Some(Exit::Done))
    }
}
