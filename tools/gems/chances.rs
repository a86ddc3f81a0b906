//! `gems solve --probabilities` and `gems draw --probabilities`: how likely a trap is in each unknown cell.

use super::GemsTool;
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{Output, complain};
use gemsat::command::puzzle::{Draw, Own, Solve};
use gemsat::limits::Limits;
use gemsat::puzzle::gems::chances::{Chance, Chances, ChancesError, chances};
use gemsat::puzzle::gems::{Board, Cell, draw};
use std::io::Write;

#[derive(Args, Debug)]
#[group(skip)]
pub struct Solving {
    /// Print the probability of a trap in each unknown cell, all solutions being equally likely.
    #[arg(long, conflicts_with_all = ["all", "certain", "line"])]
    probabilities: bool,
}

#[derive(Args, Debug)]
#[group(skip)]
pub struct Drawing {
    /// Show the probability of a trap in each unknown cell.
    #[arg(long, conflicts_with_all = ["solve", "text"])]
    probabilities: bool,
}

/// The chances of a board.
fn of(board: &Board, limits: &Limits) -> Result<Chances, Failure> {
    chances(board, board.mines, limits).map_err(|error| match error {
        ChancesError::Stopped(stop) => Failure::Stopped(stop),
        error => Failure::input(error),
    })
}

impl Own<Solve<GemsTool>> for Solving {
    fn instead(&self, solve: &Solve<GemsTool>, out: &mut Output) -> Result<Option<Exit>, Failure> {
        if !self.probabilities {
            return Ok(None);
        }
        solve.show.only_one(false)?;
        solve.engine.check()?;
        let board = solve.input.one()?;
        let chances = of(&board, &solve.engine.limits())?;
        if chances.total == Default::default() {
            return solve.none(&board, out).map(Some);
        }
        print(&board, &chances, out)?;
        Ok(Some(Exit::Solved))
    }
}

impl Own<Draw<GemsTool>> for Drawing {
    fn instead(&self, draw: &Draw<GemsTool>, out: &mut Output) -> Result<Option<Exit>, Failure> {
        if !self.probabilities {
            return Ok(None);
        }
        let board = draw.input.one()?;
        let chances = of(&board, &draw.engine.limits())?;
        match draw.picture.on_terminal() {
            true => print(&board, &chances, out)?,
            false => draw.picture.write(&draw::svg(&board, Some(&chances), &[]), out)?,
        }
        Ok(Some(Exit::Done))
    }
}

fn print(board: &Board, chances: &Chances, out: &mut Output) -> Result<(), Failure> {
    let mut probabilities = chances.cells.iter().map(|chance| chance.probability);
    for (index, cell) in board.cells.iter().enumerate() {
        let text = match (cell, board.symbol(index, false)) {
            (Cell::Unknown, symbol) => probabilities.next().map_or(symbol, |chance| format!("{chance:.6}")),
            (_, symbol) => symbol,
        };
        let end = if (index + 1) % board.cols == 0 { "\n" } else { " " };
        write!(out, "{text:>8}{end}")?;
    }
    let by_chance = |a: &(usize, &Chance), b: &(usize, &Chance)| a.1.probability.total_cmp(&b.1.probability);
    if let Some((cell, Chance { probability, .. })) = board.unknown_cells().zip(&chances.cells).min_by(by_chance) {
        let (row, col) = board.place(cell);
        complain(format_args!(
            "gems: safest: row {}, column {}, a trap with probability {probability:.6}",
            row + 1,
            col + 1
        ));
    }
    Ok(())
}
