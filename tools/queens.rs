//! The tool `queens`: boards of queens to formulas and back, solved, counted, made, explained and drawn.

use clap::{Parser, Subcommand};
use gemsat::command::frame;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

#[path = "queens/args.rs"]
mod args;
#[path = "queens/count.rs"]
mod count;
#[path = "queens/draw.rs"]
mod draw;
#[path = "queens/encode.rs"]
mod encode;
#[path = "queens/explain.rs"]
mod explain;
#[path = "queens/generate.rs"]
mod generate;
#[path = "queens/read.rs"]
mod read;
#[path = "queens/solution.rs"]
mod solution;
#[path = "queens/solve.rs"]
mod solve;

const EXAMPLES: &str = "  queens solve 8                             a board; --columns: a line of columns
  queens encode 8 | kissat -q | queens decode 8
  queens solve placed.txt                    with some queens placed beforehand
  queens solve --search --trace placed.txt   best-first search (A*), step by step
  queens solve placed.txt | queens check placed.txt
  queens count 8                             92; with --distinct 12
  queens solve --certain placed.txt          what all solutions share
  queens encode 8 --square 3,3 --notation words
  queens explain --cell 8,8 placed.txt       what forces or forbids a queen there
  queens generate 12 --unique --seed 3
  queens draw 6 --trace --engine dpll -o moves.svg";

/// Places queens on a board of any size by SAT, with placed queens, blocked squares and excluded diagonals.
///
/// A PUZZLE is a size, a file, or `-`. Rows and columns count from 1, but from 0 in files of the course and in the formulas
/// of its report.
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write the board as a formula, or as clauses over b[row][column].
    Encode(encode::Encode),
    /// Read a solver's answer and print the board.
    Decode(read::Decode),
    /// Solve a board, or every board of a folder.
    Solve(solve::Solve),
    /// Check a board of queens; the first broken rule is named.
    Check(read::Check),
    /// Print the number of solutions, `>N` when there are more than the limit.
    Count(count::Count),
    /// Make a completion puzzle: some queens of a solution.
    Generate(generate::Generate),
    /// Say why a board has no solution, or what forces or forbids a square.
    Explain(explain::Explain),
    /// Draw the board as SVG or PNG.
    Draw(draw::Draw),
}

/// The command line.
pub fn command() -> clap::Command {
    frame::command::<Cli>("queens", EXAMPLES)
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
