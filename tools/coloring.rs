//! The tool `coloring`: graphs and maps to formulas and back, coloured, counted, made, explained and drawn.

use clap::{Parser, Subcommand};
use gemsat::command::frame;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

#[path = "coloring/args.rs"]
mod args;
#[path = "coloring/color.rs"]
mod color;
#[path = "coloring/count.rs"]
mod count;
#[path = "coloring/draw.rs"]
mod draw;
#[path = "coloring/explain.rs"]
mod explain;
#[path = "coloring/generate.rs"]
mod generate;
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

/// Colours graphs and maps by SAT: neighbours differ.
///
/// A GRAPH is a file (DIMACS .col, neighbour lists, pairs, JSON, GeoJSON shapes), `-`, or `usa`.
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write "the graph can be coloured with K colours" as a formula.
    Encode(args::Encode),
    /// Read a solver's answer and print the colours. Without GRAPH, the answer's `c @` line or --cnf gives the names.
    Decode(read::Decode),
    /// Colour a graph, or every graph of a folder, with K colours, or with the fewest.
    Solve(solve::Solve),
    /// Check a colouring, or a proof that a number of colours is not enough.
    Check(read::Check),
    /// Print the number of colourings, `>N` when there are more than the limit.
    Count(count::Count),
    /// Make a random planar map.
    Generate(generate::Generate),
    /// Name vertices that cannot be coloured with K colours, none of which can be left out.
    Explain(explain::Explain),
    /// Draw the coloured graph as SVG or PNG: states and countries as a map, others as vertices and edges.
    Draw(draw::Draw),
}

/// The command line.
pub fn command() -> clap::Command {
    frame::command::<Cli>("coloring", EXAMPLES)
}

fn main() -> ExitCode {
    frame::run(command(), |cli: Cli, out| match cli.command {
        Command::Encode(command) => command.run(out),
        Command::Decode(command) => command.run(out),
        Command::Solve(command) => command.run(out),
        Command::Check(command) => command.run(out),
        Command::Count(command) => command.run(out),
        Command::Generate(command) => command.run(out),
        Command::Explain(command) => command.run(out),
        Command::Draw(command) => command.run(out),
    })
}
