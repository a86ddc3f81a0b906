//! The tool `coloring`: graphs and maps to formulas and back, coloured, counted, made, explained and drawn.

use gemsat::command::puzzle::{self, NoArgs, NoVerbs, Tool};
use gemsat::puzzle::coloring::Coloring;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

#[path = "coloring/check.rs"]
mod check;
#[path = "coloring/draw.rs"]
mod draw;
#[path = "coloring/fewest.rs"]
mod fewest;
#[path = "coloring/form.rs"]
mod form;
#[path = "coloring/generate.rs"]
mod generate;
#[path = "coloring/look.rs"]
mod look;
#[path = "coloring/read.rs"]
mod read;
#[path = "coloring/solve.rs"]
mod solve;

const EXAMPLES: &str = "  coloring solve graph.col                   the chromatic number, with what proves it
  coloring solve usa -k 4                    the 50 states in four colours; --dc, --four-corners
  coloring encode usa -k 4 | solver | coloring decode
  coloring encode graph.col -k 3 | solver --proof k3.drat
  coloring solve usa -k 4 | coloring check usa
  coloring explain graph.col -k 3            vertices that need a 4th colour, none to spare
  coloring explain usa -k 4 --cell NY        what forces the colour of New York, if anything does
  coloring solve usa -k 4 --certain          the colours that follow from those of a clique
  coloring count graph.col -k 4
  coloring draw usa -k 4 -o usa.svg
  coloring generate 40 --seed 3 | coloring solve";

#[derive(Debug)]
struct ColoringTool;

impl Tool for ColoringTool {
    type Puzzle = Coloring;
    const ABOUT: &'static str = "Colours graphs and maps by SAT: neighbours differ.\n\nA GRAPH is a file (DIMACS .col, neighbour lists, pairs, JSON, GeoJSON shapes), `-`, or `usa`.";
    const EXAMPLES: &'static str = EXAMPLES;
    type Read = read::ReadArgs;
    type Form = form::Form;
    type Look = look::Look;
    type Making = generate::Making;
    type Encoding = NoArgs;
    type Solving = solve::Fewest;
    type Checking = check::Certificate;
    type Counting = NoArgs;
    type Explaining = NoArgs;
    type Drawing = draw::Colored;
    type Verbs = NoVerbs;
}

/// The command line.
pub fn command() -> clap::Command {
    puzzle::command::<ColoringTool>()
}

fn main() -> ExitCode {
    puzzle::run::<ColoringTool>()
}
