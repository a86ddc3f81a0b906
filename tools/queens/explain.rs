//! `queens explain`: the clues that contradict each other, or that force or forbid a square.

use super::args::PuzzleArgs;
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::tool;
use gemsat::command::values::parse_cell;
use gemsat::puzzle::queens::{Queens, astar, explain, place};
use std::io::Write;

#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// The square, row and column from 1.
    #[arg(long, value_name = "ROW,COLUMN", value_parser = parse_cell)]
    cell: Option<(usize, usize)>,
    /// For each square of the first row without a queen, print h, the number of squares that stay free, as the report on
    /// queens does: row and column from 0.
    #[arg(long, conflicts_with = "cell")]
    free: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Explain {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let puzzle = &self.puzzle.read()?;
        if self.free { free(out, puzzle) } else { self.clues(out, puzzle) }
    }

    fn clues(&self, out: &mut Output, puzzle: &Queens) -> Result<Exit, Failure> {
        let outside = |&(row, column): &(usize, usize)| row >= puzzle.size() || column >= puzzle.size();
        if let Some((row, column)) = self.cell.filter(outside) {
            return Err(Failure::usage(format!("there is no {}", place((row, column)))));
        }
        let limits = self.engine.limits();
        let mut oracle = self.engine.oracle(&explain::rules(puzzle))?;
        match explain::contradiction(puzzle, &mut *oracle, None, &limits) {
            Err(stop) => return tool::unknown(out, stop),
            Ok(Some(core)) => {
                let needed = tool::core_words(core.stopped, ", and none can be left out");
                writeln!(out, "No solution. These clues contradict each other{needed}:")?;
                explain::list(&core.members, out)?;
                return Ok(Exit::Done);
            }
            Ok(None) => {}
        }
        let Some((row, column)) = self.cell else {
            writeln!(out, "There is a solution; --cell ROW,COLUMN shows what forces or forbids a square.")?;
            return Ok(Exit::Done);
        };
        for (queen, word) in [(true, "has a queen"), (false, "is empty")] {
            match explain::contradiction(puzzle, &mut *oracle, Some(((row, column), !queen)), &limits) {
                Err(stop) => return tool::unknown(out, stop),
                Ok(Some(core)) => {
                    let needed = tool::core_words(core.stopped, "");
                    writeln!(out, "{} {word} in every solution, forced by{needed}:", place((row, column)))?;
                    explain::list(&core.members, out)?;
                    return Ok(Exit::Done);
                }
                Ok(None) => {}
            }
        }
        writeln!(out, "{} has a queen in some solutions and none in others", place((row, column)))?;
        Ok(Exit::Done)
    }
}

/// Prints the heuristic of the best-first search for the next row.
fn free(out: &mut Output, puzzle: &Queens) -> Result<Exit, Failure> {
    for state in astar::successors(puzzle, &puzzle.placed) {
        if let Some((row, column)) = state.queens.last() {
            writeln!(out, "({row},{column}): h = {}", state.free)?;
        }
    }
    Ok(Exit::Done)
}
