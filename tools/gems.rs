//! The tool `gems`: gem hunter and minesweeper boards to formulas and back, solved, counted, made, explained and drawn.

use clap::{Parser, Subcommand};
use gemsat::command::frame;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

#[path = "gems/args.rs"]
mod args;
#[path = "gems/batch.rs"]
mod batch;
#[path = "gems/check.rs"]
mod check;
#[path = "gems/count.rs"]
mod count;
#[path = "gems/decode.rs"]
mod decode;
#[path = "gems/draw.rs"]
mod draw;
#[path = "gems/explain.rs"]
mod explain;
#[path = "gems/generate.rs"]
mod generate;
#[path = "gems/look.rs"]
mod look;
#[path = "gems/solve.rs"]
mod solve;

const EXAMPLES: &str = "  gems solve board.txt                       a gem grid (3, _, 2) or a mine board (3 - X)
  gems solve --certain board.txt             what all solutions share
  gems solve --probabilities --mines 10 board.txt
  gems encode board.txt | solver | gems decode
  gems encode board.txt | minisat -verb=0 /dev/stdin /dev/stdout | gems decode board.txt
  gems check board.txt answer.txt            names the broken rule and its cell
  gems count --unique board.txt              exit code 10 where there is one solution
  gems explain --cell 3,1 board.txt          the numbers that force this cell
  gems generate --rows 8 --cols 8 --unique --seed 7
  gems generate --no-guess --mines 10 --start 1,1
  gems batch input/ --out output/            output_x.txt and times.txt of the gem hunter report
  gems draw --probabilities -o chances.svg board.txt";

/// Solves gem hunter and minesweeper boards by SAT.
#[derive(Parser)]
#[command(arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the board as a formula.
    Encode(args::Encode),
    /// Read a solver's answer and print the board.
    Decode(decode::Decode),
    /// Solve a board, or every board of a folder or of a file with one a line.
    Solve(solve::Solve),
    /// Check a filled board; the broken rule and its cell are named.
    Check(check::Check),
    /// Print the number of solutions.
    Count(count::Count),
    /// Make a board.
    Generate(generate::Generate),
    /// Say which numbers contradict each other, or which force a cell.
    Explain(explain::Explain),
    /// Draw the board as SVG or PNG.
    Draw(draw::Draw),
    /// Solve a folder as the gem hunter report does: output_x.txt and times.txt.
    ///
    /// The limits hold for each run anew, that is for each board by each of the three engines; a signal ends them all.
    Batch(batch::Batch),
}

/// The command line.
pub fn command() -> clap::Command {
    frame::command::<Cli>("gems", EXAMPLES)
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
        Command::Batch(command) => command.run(out),
    })
}
