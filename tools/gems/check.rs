//! `gems check`: filled boards against their numbers and the puzzle, and claims that there is no solution.

use super::args::ReadArgs;
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::process;
use gemsat::command::source::Source;
use gemsat::command::tool::{CheckArgs, print_checked};
use gemsat::engine::Verdict;
use gemsat::puzzle::gems::encode::{Numbering, encode};
use gemsat::puzzle::gems::{Board, Claim, GemsReadOptions};

#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    what: CheckArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Check {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let source = Source::read(self.what.puzzle())?;
        let puzzle = self.read.board(&source);
        let total = puzzle.as_ref().map_or(self.read.mines, |puzzle| puzzle.mines);
        // Answers of several solvers, under headings, are no puzzle.
        let open = puzzle.as_ref().is_ok_and(|puzzle| puzzle.unknown_cells().next().is_some());
        let Some(answer) = self.what.answer(!open)? else {
            return print_claims(&claims(&source)?, out, |claim| match claim {
                Claim::Filled(board) => Ok(board.check_filled(total).map_err(|fault| fault.to_string())),
                Claim::NoSolution | Claim::Nothing => Ok(Err("there is no board to look at".into())),
            });
        };
        let puzzle = puzzle?;
        print_claims(&claims(&answer)?, out, |claim| match claim {
            Claim::Filled(board) => Ok(puzzle.check(board, total).map_err(|fault| fault.to_string())),
            Claim::Nothing => Ok(Err("no answer was given".into())),
            Claim::NoSolution => {
                let formula = encode(&puzzle, Numbering::Unknown, total).map_err(Failure::input)?.formula;
                match EngineArgs::default().backend()?.solve(&formula, &process::limits())? {
                    Verdict::Unsat => Ok(Ok(())),
                    Verdict::Sat(_) => Ok(Err("no board was given, though there is a solution".into())),
                    Verdict::Unknown(stop) => Err(Failure::Stopped(stop)),
                }
            }
        })
    }
}

/// What an answer claims, block by block.
fn claims(source: &Source) -> Result<Vec<(String, Claim)>, Failure> {
    let options = GemsReadOptions { zero_unknown: false, answer: true };
    source.take(Board::parse_blocks(&source.text, options)).map(|claims| claims.puzzle)
}

fn print_claims(
    claims: &[(String, Claim)],
    out: &mut Output,
    judge: impl Fn(&Claim) -> Result<Result<(), String>, Failure>,
) -> Result<Exit, Failure> {
    let mut right = true;
    for (heading, claim) in claims {
        let heading = if heading.is_empty() { String::new() } else { format!("{heading}: ") };
        right &= print_checked(out, &heading, &judge(claim)?)? == Exit::Solved;
    }
    Ok(Exit::checked(right))
}
