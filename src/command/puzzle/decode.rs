//! `decode`: a solver's answer as a solution.

use super::{FormArgs, Input, LookArgs, ReadArgs, Tool};
use crate::command::color;
use crate::command::exit::{Exit, Failure};
use crate::command::output::{Output, complain};
use crate::command::tool::{AnswerArgs, Answered};
use crate::puzzle::face::{Family, Puzzle};
use clap::Args;
use std::io::Write;

/// The verb's flags.
#[derive(Debug, Args)]
#[group(skip)]
pub struct Decode<T: Tool> {
    /// Which puzzle.
    #[command(flatten)]
    input: Input<T>,
    /// The answer.
    #[command(flatten)]
    from: AnswerArgs,
    /// Which clauses were solved.
    #[command(flatten)]
    form: T::Form,
    /// How the solution is printed.
    #[command(flatten)]
    look: T::Look,
    /// Print one line.
    #[arg(long)]
    line: bool,
}

impl<T: Tool> Decode<T> {
    pub(super) fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let mut model = match self.from.model(out)? {
            Answered::Model(model) => model,
            Answered::Ended(exit) => return Ok(exit),
        };
        let puzzle = match self.input.puzzle {
            Some(_) => self.input.one()?,
            None => T::Puzzle::of_answer(&model.answer, &self.input.read.options()).ok_or_else(|| {
                let name = T::Puzzle::NAME;
                model.failure(format!(
                    "expected a line 'c @ {name}' that says what was solved; name the puzzle, or the formula with --cnf"
                ))
            })?,
        };
        let puzzle = self.form.fitted(puzzle, &model.answer);
        let values = self.form.decode(&puzzle, &mut model.answer).map_err(|error| model.failure(error))?;
        let wrong = Puzzle::check(&puzzle, &values).err().filter(|_| self.form.is_whole());
        if let Some(broken) = wrong.as_ref().filter(|_| !T::SHOWS_WRONG) {
            return Err(model.failure(format!("the model is no solution: {broken}")));
        }
        if self.line {
            writeln!(out, "{}", self.look.line(&puzzle, &values))?;
        } else {
            write!(out, "{}", self.look.text(&puzzle, &values, color::on_stdout()))?;
        }
        match wrong {
            None => Ok(Exit::Solved),
            Some(broken) => {
                complain(format_args!("{}: the model is no solution: {broken}", T::Puzzle::NAME));
                Ok(Exit::NoSolution)
            }
        }
    }
}
