//! `gems explain`: which numbers contradict each other, or force a cell.

use super::args::BoardArgs;
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::tool::{core_words, unknown};
use gemsat::command::values::parse_cell;
use gemsat::puzzle::gems::encode::encode_switched;
use gemsat::puzzle::gems::explain::{self, Clue};
use gemsat::puzzle::gems::{Board, Cell};
use gemsat::reason::core::Why;
use gemsat::util::words::many;
use std::io::Write;

#[derive(Args)]
pub struct Explain {
    #[command(flatten)]
    board: BoardArgs,
    /// Explain why this cell (row,column from 1) is what it is.
    #[arg(long, value_name = "ROW,COLUMN", value_parser = parse_cell)]
    cell: Option<(usize, usize)>,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Explain {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let board = self.board.read()?;
        let impossible = board.impossible_clues();
        if !impossible.is_empty() {
            for (_, why) in impossible {
                writeln!(out, "{why}")?;
            }
            return Ok(Exit::Done);
        }
        let cell = match self.cell {
            None => None,
            Some((row, col)) if row < board.rows && col < board.cols => Some(row * board.cols + col),
            Some((row, col)) => return Err(Failure::usage(format!("there is no row {}, column {}", row + 1, col + 1))),
        };
        let place = cell.map_or(String::new(), |cell| place_of(&board, cell));
        if cell.is_some_and(|cell| board.cells[cell] != Cell::Unknown) {
            return Err(Failure::usage(format!("{place} is no unknown cell")));
        }
        let switched = encode_switched(&board, board.mines).map_err(Failure::input)?;
        let mut oracle = self.engine.oracle(&switched.encoding.formula)?;
        let core = match explain::explain(&board, &switched, cell, &mut *oracle, &self.engine.limits()) {
            Err(stop) => return unknown(out, stop),
            Ok(Why::Consistent) => {
                writeln!(out, "The numbers do not contradict each other")?;
                return Ok(Exit::Done);
            }
            Ok(Why::Open(_)) => {
                writeln!(out, "{place} is open: there are solutions with a trap and with a gem")?;
                return Ok(Exit::Done);
            }
            Ok(Why::Forced(holds, core)) => {
                let what = if holds.is_positive() { "a trap" } else { "a gem" };
                writeln!(out, "{place} is {what}, because of{}", core_words(core.stopped, ""))?;
                core
            }
            Ok(Why::Contradiction(core)) => {
                writeln!(out, "No solution, because of{}", core_words(core.stopped, ""))?;
                core
            }
        };
        for clue in core.members {
            match clue {
                Clue::Number(at) => {
                    writeln!(out, "  the number {} in {}", board.symbol(at, false), place_of(&board, at))?
                }
                Clue::Total => writeln!(out, "  the total of {}", many(board.mines.unwrap_or_default(), "trap"))?,
            }
        }
        Ok(Exit::Done)
    }
}

/// A cell as users see it.
fn place_of(board: &Board, cell: usize) -> String {
    let (row, col) = board.place(cell);
    format!("row {}, column {}", row + 1, col + 1)
}
