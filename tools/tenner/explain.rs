//! `tenner explain`: the givens and sums that contradict each other, or that force a cell.

use super::args::{NONE, grid};
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::source::InputArgs;
use gemsat::command::tool::{core_words, unknown};
use gemsat::command::values::parse_cell;
use gemsat::puzzle::tenner::encode as encoder;
use gemsat::puzzle::tenner::explain::{self, Clue};
use gemsat::reason::core::Why;
use std::io::Write;

#[derive(Args)]
pub struct Explain {
    #[command(flatten)]
    input: InputArgs,
    /// Explain why this cell (row,column from 1) holds its digit.
    #[arg(long, value_name = "ROW,COLUMN", value_parser = parse_cell)]
    cell: Option<(usize, usize)>,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Explain {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let grid = grid(&self.input.read()?)?;
        let cell = match self.cell {
            None => None,
            Some((row, column)) if row < grid.rows() && column < grid.columns => Some(row * grid.columns + column),
            Some((row, column)) => {
                return Err(Failure::usage(format!("there is no row {}, column {}", row + 1, column + 1)));
            }
        };
        let place = |cell: usize| {
            let (row, column) = grid.place(cell);
            format!("row {}, column {}", row + 1, column + 1)
        };
        let asked = cell.map_or(String::new(), place);
        let switched = encoder::encode_switched(&grid).map_err(Failure::input)?;
        let mut oracle = self.engine.oracle(&switched.encoding.formula)?;
        let core = match explain::explain(&grid, &switched, cell, &mut *oracle, &self.engine.limits()) {
            Err(stop) => return unknown(out, stop),
            Ok(Why::Consistent) => {
                writeln!(out, "The givens and sums do not contradict each other")?;
                return Ok(Exit::Done);
            }
            Ok(Why::Open(holds)) => {
                let digit = explain::digit(holds);
                writeln!(out, "{asked} is open: there are solutions with a {digit} and with another digit")?;
                return Ok(Exit::Done);
            }
            Ok(Why::Forced(holds, core)) => {
                let digit = explain::digit(holds);
                writeln!(out, "{asked} holds a {digit}, because of{}", core_words(core.stopped, ""))?;
                core
            }
            Ok(Why::Contradiction(core)) => {
                writeln!(out, "{NONE}, because of{}", core_words(core.stopped, ""))?;
                core
            }
        };
        for clue in &core.members {
            match *clue {
                Clue::Given(cell) => writeln!(out, "  the {} in {}", grid.cells[cell].unwrap_or(0), place(cell))?,
                Clue::Sum(column) => {
                    writeln!(out, "  the sum {} of column {}", grid.sums[column].unwrap_or(0), column + 1)?;
                }
            }
        }
        if core.members.is_empty() {
            writeln!(out, "  the rules alone")?;
        }
        Ok(Exit::Done)
    }
}
