//! What the subcommands share: how grids are read, filled and printed. And `encode`.

use clap::{Args, ValueEnum};
use gemsat::command::color;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::source::{InputArgs, Source};
use gemsat::command::tool;
use gemsat::puzzle::Reading;
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
        let source = self.input.read()?;
        let Reading { puzzle: grid, remarks } = source.take(Grid::parse(&source.text))?;
        let sums = match self.encoding {
            EncodingChoice::Layered => Sums::Layered,
            EncodingChoice::Direct => Sums::Direct,
        };
        let encoding = encoder::encode_with(&grid, sums).map_err(Failure::input)?;
        tool::write_encoding(out, &tool::remarked(encoding, &remarks), self.symbolic)
    }
}

/// All grids of a text, with their listed solutions.
pub fn grids(source: &Source) -> Result<Vec<(Grid, Option<Grid>)>, Failure> {
    source.take(Grid::parse_all(&source.text)).map(|reading| reading.puzzle)
}

/// The one grid of a text.
pub fn grid(source: &Source) -> Result<Grid, Failure> {
    source.take(Grid::parse(&source.text)).map(|reading| reading.puzzle)
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
