//! The tool `sudoku`: puzzles of any size and variant to formulas and back, solved, counted, made, explained and drawn.

use clap::{Parser, Subcommand};
use gemsat::command::frame;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

#[path = "sudoku/args.rs"]
mod args;
#[path = "sudoku/batch.rs"]
mod batch;
#[path = "sudoku/check.rs"]
mod check;
#[path = "sudoku/count.rs"]
mod count;
#[path = "sudoku/decode.rs"]
mod decode;
#[path = "sudoku/draw.rs"]
mod draw;
#[path = "sudoku/explain.rs"]
mod explain;
#[path = "sudoku/generate.rs"]
mod generate;
#[path = "sudoku/solve.rs"]
mod solve;

const EXAMPLES: &str = "  sudoku solve puzzle.txt                    any usual way of writing a grid is read
  sudoku solve --certain puzzle.txt          what all solutions share
  sudoku solve many.txt > solved.txt         one puzzle a line, throughput on stderr
  sudoku encode puzzle.txt | solver | sudoku decode
  sudoku encode puzzle.txt | minisat -verb=0 /dev/stdin /dev/stdout | sudoku decode puzzle.txt
  sudoku solve puzzle.txt | sudoku check puzzle.txt
  sudoku count --limit 1 puzzle.txt          1 where the solution is the only one
  sudoku explain --cell 1,3 puzzle.txt       the clues that force this cell
  sudoku generate --size 16 --seed 7         also --x, --jigsaw, --killer, --samurai
  sudoku draw --solve -o solved.svg puzzle.txt";

/// Solves sudoku of any size (4, 6, 9, 12, 16, 25, 36, 100) and variant (X, jigsaw, killer, samurai) by SAT.
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write the puzzle as a formula.
    Encode(args::Encode),
    /// Read a solver's answer and print the grid.
    Decode(decode::Decode),
    /// Solve one puzzle, or all puzzles of a file with one a line, or of a folder.
    Solve(solve::Solve),
    /// Check a filled grid; the first broken rule is named.
    Check(check::Check),
    /// Print the number of solutions, `>N` when there are more than the limit; one line a puzzle.
    Count(count::Count),
    /// Make puzzles with one solution.
    Generate(generate::Generate),
    /// Say why a puzzle has no solution, or what forces a cell.
    Explain(explain::Explain),
    /// Draw the puzzle as SVG or PNG.
    Draw(draw::Draw),
}

/// The command line.
pub fn command() -> clap::Command {
    frame::command::<Cli>("sudoku", EXAMPLES)
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
