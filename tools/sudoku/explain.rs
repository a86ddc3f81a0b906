//! `sudoku explain`: the clues that contradict each other, or that force a cell.

use super::args::PuzzleArgs;
use super::solve::session;
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::tool;
use gemsat::command::values::parse_cell;
use gemsat::puzzle::sudoku::ask::Outcome;
use gemsat::puzzle::sudoku::explain::Clue;
use gemsat::puzzle::sudoku::{Sudoku, print};
use std::io::Write;

#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// The cell, row and column from 1.
    #[arg(long, value_name = "ROW,COLUMN", value_parser = parse_cell)]
    cell: Option<(usize, usize)>,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Explain {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let puzzle = &self.puzzle.read()?;
        let limits = self.engine.limits();
        let mut session = session(puzzle, &self.engine)?;
        let contradiction = match session.contradiction(puzzle, &[], &limits) {
            Ok(contradiction) => contradiction,
            Err(stop) => return tool::unknown(out, stop),
        };
        if let Some(core) = contradiction {
            let needed = tool::core_words(core.stopped, ", and none can be left out");
            writeln!(out, "No solution. These clues contradict each other{needed}:")?;
            list(out, puzzle, &core.members)?;
            return Ok(Exit::Done);
        }
        let Some((row, column)) = self.cell else {
            writeln!(out, "There is a solution; --cell ROW,COLUMN shows what forces a cell.")?;
            return Ok(Exit::Done);
        };
        let cell = puzzle
            .cell_at(row, column)
            .ok_or_else(|| Failure::usage(format!("there is no cell in row {}, column {}", row + 1, column + 1)))?;
        let name = print::cell(puzzle, cell);
        let solution = match session.solve(puzzle, &limits) {
            Outcome::Solved(solution) => solution,
            Outcome::None => return Err(Failure::internal("a puzzle that had a solution has none")),
            Outcome::Unknown(stop) => return tool::unknown(out, stop),
        };
        if puzzle.givens()[cell] > 0 {
            writeln!(out, "{name} is given: {}", print::digit(puzzle, solution[cell]))?;
            return Ok(Exit::Done);
        }
        let digit = print::digit(puzzle, solution[cell]);
        match session.forcing(puzzle, cell, solution[cell], &limits) {
            Ok(Some(core)) => {
                let needed = tool::core_words(core.stopped, ", none of which can be left out");
                writeln!(out, "{name} is {digit}, forced by these clues{needed}:")?;
                list(out, puzzle, &core.members)?;
            }
            Ok(None) => writeln!(out, "{name} is not forced: {digit} is one of its digits")?,
            Err(stop) => return tool::unknown(out, stop),
        }
        Ok(Exit::Done)
    }
}

fn list(out: &mut Output, puzzle: &Sudoku, clues: &[Clue]) -> Result<(), Failure> {
    for clue in clues {
        match *clue {
            Clue::Given(cell, digit) => {
                writeln!(out, "{} is {}", print::cell(puzzle, cell), print::digit(puzzle, digit))?;
            }
            Clue::Mark(cell, digit) => {
                writeln!(out, "{} is not {}", print::cell(puzzle, cell), print::digit(puzzle, digit))?;
            }
            Clue::Cage(index) => {
                let cage = &puzzle.cages()[index];
                let cells: Vec<String> = cage.cells.iter().map(|&cell| print::cell(puzzle, cell)).collect();
                writeln!(out, "{} add up to {}", cells.join(" "), cage.sum)?;
            }
        }
    }
    Ok(())
}
