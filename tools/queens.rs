//! The tool `queens`: boards of queens to formulas and back, solved, counted, made, explained and drawn.

use gemsat::command::puzzle::backend::EngineArgs;
use gemsat::command::puzzle::{self, NoArgs, NoVerbs, Tool};
use gemsat::encode::cardinality::AtMostOne;
use gemsat::puzzle::queens::Queens;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

#[path = "queens/count.rs"]
mod count;
#[path = "queens/draw.rs"]
mod draw;
#[path = "queens/encode.rs"]
mod encode;
#[path = "queens/explain.rs"]
mod explain;
#[path = "queens/form.rs"]
mod form;
#[path = "queens/generate.rs"]
mod generate;
#[path = "queens/look.rs"]
mod look;
#[path = "queens/read.rs"]
mod read;
#[path = "queens/solve.rs"]
mod solve;

const EXAMPLES: &str = "  queens solve 8                             a board; --line: the column of each row's queen
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

#[derive(Debug)]
struct QueensTool;

impl Tool for QueensTool {
    type Puzzle = Queens;
    const ABOUT: &'static str = "Places queens on a board of any size by SAT, with placed queens, blocked squares and excluded diagonals.\n\nA PUZZLE is a size, a file, or `-`. Rows and columns count from 1, but from 0 in files of the course and in the formulas\nof its report.";
    const EXAMPLES: &'static str = EXAMPLES;
    // Level 1 of the report on queens has no rules for columns, so its models are printed together with their faults.
    const SHOWS_WRONG: bool = true;
    type Read = read::BoardArgs;
    type Form = form::Form;
    type Look = look::Look;
    type Making = generate::Making;
    type Encoding = encode::Notations;
    type Solving = solve::Solving;
    type Checking = NoArgs;
    type Counting = count::Counting;
    type Explaining = explain::Free;
    type Drawing = draw::Moves;
    type Verbs = NoVerbs;

    fn tuned(puzzle: &Queens, form: &form::Form, engine: &EngineArgs) -> (form::Form, EngineArgs) {
        tuned(puzzle, form, engine)
    }
}

/// The largest board with blocked squares that is solved with pairwise clauses by default.
const BLOCKED_PAIRWISE: usize = 64;

/// The engine and the clauses that solve boards with blocked squares best, if the user has chosen none: stable mode and
/// pairwise clauses. The 16 blocked boards of 28 to 56 rows of the ASP competition are all solved in less than 6 s
/// each, 33 s in all; stable mode with product encodings above 30 squares leaves one unsolved after 8 s, alternating
/// modes leave four.
fn tuned(puzzle: &Queens, form: &form::Form, engine: &EngineArgs) -> (form::Form, EngineArgs) {
    let (mut form, mut engine) = (*form, engine.clone());
    if puzzle.any_blocked() && engine.is_cdcl() {
        engine.options.insert(0, "stable=2".into());
        if form.at_most_one == AtMostOne::Auto && puzzle.size() <= BLOCKED_PAIRWISE {
            form.at_most_one = AtMostOne::Pairwise;
        }
    }
    (form, engine)
}

/// The command line.
pub fn command() -> clap::Command {
    puzzle::command::<QueensTool>()
}

fn main() -> ExitCode {
    puzzle::run::<QueensTool>()
}
