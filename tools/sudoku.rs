//! The tool `sudoku`: puzzles of any size and variant to formulas and back, solved, counted, made, explained and drawn.

use gemsat::command::exit::Failure;
use gemsat::command::puzzle::{self, NoArgs, NoVerbs, Session, Solve, Tool};
use gemsat::puzzle::sudoku::Sudoku;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

#[path = "sudoku/check.rs"]
mod check;
#[path = "sudoku/form.rs"]
mod form;
#[path = "sudoku/generate.rs"]
mod generate;
#[path = "sudoku/look.rs"]
mod look;
#[path = "sudoku/many.rs"]
mod many;
#[path = "sudoku/read.rs"]
mod read;

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

#[derive(Debug)]
struct SudokuTool;

impl Tool for SudokuTool {
    type Puzzle = Sudoku;
    const ABOUT: &'static str =
        "Solves sudoku of any size (4, 6, 9, 12, 16, 25, 36, 100) and variant (X, jigsaw, killer, samurai) by SAT.";
    const EXAMPLES: &'static str = EXAMPLES;
    type Read = read::LayoutArgs;
    type Form = form::Form;
    type Look = look::Look;
    type Making = generate::Making;
    type Encoding = NoArgs;
    type Solving = NoArgs;
    type Checking = check::Rules;
    type Counting = many::Counting;
    type Explaining = NoArgs;
    type Drawing = NoArgs;
    type Verbs = NoVerbs;

    fn session(solve: &Solve<SudokuTool>) -> Result<Option<Session<Sudoku>>, Failure> {
        many::session(solve)
    }
}

/// The command line.
pub fn command() -> clap::Command {
    puzzle::command::<SudokuTool>()
}

fn main() -> ExitCode {
    puzzle::run::<SudokuTool>()
}
