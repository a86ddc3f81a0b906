//! What the subcommands share: how grids are read, filled and printed. And `encode`.

use clap::{Args, ValueEnum};
use gemsat::command::color;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::source::{InputArgs, Source};
use gemsat::command::tool;
use gemsat::puzzle::SyntaxError;
use gemsat::puzzle::tenner::encode::{self as encoder, Sums};
use gemsat::puzzle::tenner::{Grid, draw};
use std::io::Write;

#[derive(Args)]
pub struct Encode {
    #[command(flatten)]
    input: InputArgs,
    /// How the columns keep their sums.
    #[arg(long, value_enum, default_value = "layered")]
    encoding: EncodingChoice,
    /// Write the named form in place of DIMACS: one clause a line, no header.
    #[arg(long)]
    symbolic: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum EncodingChoice {
    /// By partial sums, an auxiliary variable each.
    Layered,
    /// Without auxiliary variables where a column has at most five blanks.
    Direct,
}

impl Encode {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let grid = grid(&self.input.read()?)?;
        let sums = match self.encoding {
            EncodingChoice::Layered => Sums::Layered,
            EncodingChoice::Direct => Sums::Direct,
        };
        let encoding = encoder::encode_with(&grid, sums).map_err(Failure::input)?;
        tool::write_encoding(out, &encoding, self.symbolic)
    }
}

/// All grids of a text, with their listed solutions.
pub fn grids(source: &Source) -> Result<Vec<(Grid, Option<Grid>)>, Failure> {
    Grid::parse_all(&source.text).map_err(|error| source.failure(&error))
}

/// The one grid of a text.
pub fn grid(source: &Source) -> Result<Grid, Failure> {
    let mut all = grids(source)?;
    match all.len() {
        1 => Ok(all.remove(0).0),
        count => Err(source.failure(&SyntaxError::at(1, 1, format!("expected one grid, found {count}")))),
    }
}

/// The words where a grid has no solution, as in the Tenner report.
pub const NONE: &str = "No Solution exists";

pub fn no_solution(out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "{NONE}")?;
    Ok(Exit::NoSolution)
}

/// Prints a grid in the frame of the Tenner report; on a terminal, found digits have another colour than given ones.
pub fn print_grid(puzzle: &Grid, filled: &Grid, out: &mut Output) -> Result<(), Failure> {
    match color::on_stdout() {
        true => out.write_all(draw::coloured(puzzle, filled).as_bytes())?,
        false => write!(out, "{filled}")?,
    }
    Ok(())
}
