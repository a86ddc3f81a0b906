//! `gems explain`: which numbers contradict each other, or force a cell.

use super::BoardArgs;
use clap::Args;
use gemsat::cnf::Lit;
use gemsat::encode::gems::{self as encoder, Numbering};
use gemsat::puzzle::cli::{EngineArgs, Exit, Failure, Output, core_words, parse_cell, unknown};
use gemsat::puzzle::gems::{Board, Cell};
use gemsat::reason::core::{Why, why};
use std::io::Write;

#[derive(Args)]
pub struct Explain {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Explain why this cell (row,column from 1) is what it is.
    #[arg(long, value_parser = parse_cell)]
    cell: Option<(usize, usize)>,
}

pub fn explain(args: &Explain, out: &mut Output) -> Result<Exit, Failure> {
    let board = args.board.read()?;
    let impossible = board.impossible_clues();
    if !impossible.is_empty() {
        for (_, why) in impossible {
            writeln!(out, "{why}")?;
        }
        return Ok(Exit::NoSolution);
    }
    let switched = encoder::encode_switched(&board, args.board.mines).map_err(Failure::input)?;
    let mut oracle = args.engine.oracle(&switched.encoding.formula)?;
    let mut numbers = switched.numbers.clone();
    let (mut place, mut about) = (String::new(), Vec::new());
    if let Some((row, col)) = args.cell {
        let index = row.saturating_mul(board.cols).saturating_add(col);
        place = format!("row {}, column {}", row + 1, col + 1);
        if row >= board.rows || col >= board.cols || board.cells[index] != Cell::Unknown {
            return Err(Failure::usage(format!("{place} is no unknown cell")));
        }
        about = Numbering::Unknown.variables(&board)[index].iter().flat_map(|var| [var.pos(), var.neg()]).collect();
        // Numbers close to the cell come first, so that the explanation stays near it.
        numbers.sort_by_key(|&(at, _)| {
            let (r, c) = board.place(at);
            (r.abs_diff(row).max(c.abs_diff(col)), at)
        });
    }
    let switches: Vec<Lit> = numbers.iter().map(|&(_, switch)| switch).chain(switched.total).collect();
    let (core, exit) = match why(&mut *oracle, &switches, &about, &args.engine.limits()?) {
        Err(stop) => return unknown(out, stop),
        Ok(Why::Consistent) => {
            writeln!(out, "The numbers do not contradict each other")?;
            return Ok(Exit::Solved);
        }
        Ok(Why::Open(_)) => {
            writeln!(out, "{place} is open: there are solutions with a trap and with a gem")?;
            return Ok(Exit::Done);
        }
        Ok(Why::Forced(holds, core)) => {
            let what = if holds.is_positive() { "a trap" } else { "a gem" };
            writeln!(out, "{place} is {what}, because of{}", core_words(core.stopped, ""))?;
            (core, Exit::Solved)
        }
        Ok(Why::Contradiction(core)) => {
            writeln!(out, "No solution, because of{}", core_words(core.stopped, ""))?;
            (core, Exit::NoSolution)
        }
    };
    print_core(&board, &core.members, &switched, args.board.mines, out)?;
    Ok(exit)
}

fn print_core(
    board: &Board,
    core: &[Lit],
    switched: &encoder::Switched,
    mines: Option<usize>,
    out: &mut Output,
) -> Result<(), Failure> {
    for &(at, _) in switched.numbers.iter().filter(|(_, switch)| core.contains(switch)) {
        let (row, col) = board.place(at);
        writeln!(out, "  the number {} in row {}, column {}", board.symbol(at, false), row + 1, col + 1)?;
    }
    if let (Some(switch), Some(mines)) = (switched.total, mines)
        && core.contains(&switch)
    {
        writeln!(out, "  the total of {mines} traps")?;
    }
    Ok(())
}
