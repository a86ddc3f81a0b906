//! The tool `gems`: gem hunter and minesweeper boards to formulas and back, solved, counted, made, explained and drawn.

use clap::Subcommand;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::puzzle::{self, NoArgs, Run, Tool};
use gemsat::puzzle::gems::Board;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

#[path = "gems/batch.rs"]
mod batch;
#[path = "gems/chances.rs"]
mod chances;
#[path = "gems/form.rs"]
mod form;
#[path = "gems/generate.rs"]
mod generate;
#[path = "gems/look.rs"]
mod look;
#[path = "gems/read.rs"]
mod read;

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

#[derive(Debug)]
struct GemsTool;

impl Tool for GemsTool {
    type Puzzle = Board;
    const ABOUT: &'static str = "Solves gem hunter and minesweeper boards by SAT.";
    const EXAMPLES: &'static str = EXAMPLES;
    type Read = read::ReadArgs;
    type Form = form::Form;
    type Look = look::Look;
    type Making = generate::Making;
    type Encoding = NoArgs;
    type Solving = chances::Solving;
    type Checking = NoArgs;
    type Counting = NoArgs;
    type Explaining = NoArgs;
    type Drawing = chances::Drawing;
    type Verbs = Verbs;
}

#[derive(Debug, Subcommand)]
enum Verbs {
    /// Solve a folder as the gem hunter report does: output_x.txt and times.txt.
    ///
    /// The limits hold for each run anew, that is for each board by each of the three engines; a signal ends them all.
    Batch(batch::Batch),
}

impl Run for Verbs {
    fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let Verbs::Batch(verb) = self;
        verb.run(out)
    }
}

/// The command line.
pub fn command() -> clap::Command {
    puzzle::command::<GemsTool>()
}

fn main() -> ExitCode {
    puzzle::run::<GemsTool>()
}
