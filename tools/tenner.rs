//! The tool `tenner`: Tenner grids to formulas and back, solved, counted, made, explained, drawn, and compared.

use clap::{Parser, Subcommand};
use gemsat::command::frame;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

#[path = "tenner/args.rs"]
mod args;
#[path = "tenner/compare.rs"]
mod compare;
#[path = "tenner/count.rs"]
mod count;
#[path = "tenner/draw.rs"]
mod draw;
#[path = "tenner/explain.rs"]
mod explain;
#[path = "tenner/generate.rs"]
mod generate;
#[path = "tenner/read.rs"]
mod read;
#[path = "tenner/solve.rs"]
mod solve;

const EXAMPLES: &str = "  tenner solve grid.txt
  tenner encode grid.txt | solver | tenner decode
  tenner encode grid.txt | minisat -verb=0 /dev/stdin /dev/stdout | tenner decode grid.txt
  tenner solve --engine csp-fc-mrv grid.txt  a search over digits in place of clauses
  tenner solve grid.txt | tenner check grid.txt
  tenner count --unique grid.txt             exit code 10 where there is one solution
  tenner explain --cell 1,1 grid.txt         the digits and sums that force this cell
  tenner generate --rows 5 --unique --seed 3
  tenner compare grid.txt                    three searches with their counters
  tenner draw --solve -o grid.svg grid.txt";

/// Solves Tenner grids by SAT and by constraint search.
#[derive(Parser)]
#[command(arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the grid as a formula.
    Encode(args::Encode),
    /// Read a solver's answer and print the grid.
    Decode(read::Decode),
    /// Solve a grid, or every grid of a collection, one result a line.
    Solve(solve::Solve),
    /// Check a filled grid; the broken rule is named. A collection is checked by its listed solutions.
    Check(read::Check),
    /// Print the number of solutions.
    Count(count::Count),
    /// Make a grid.
    Generate(generate::Generate),
    /// Say which givens and sums contradict each other, or which force a cell.
    Explain(explain::Explain),
    /// Draw the grid as SVG or PNG.
    Draw(draw::Draw),
    /// Run backtracking, forward checking and forward checking with MRV, as in the Tenner report.
    Compare(compare::Compare),
}

/// The command line.
pub fn command() -> clap::Command {
    frame::command::<Cli>("tenner", EXAMPLES)
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
        Command::Compare(command) => command.run(out),
    })
}
