//! `decode`: a solver's answer as a solution.

use super::source::Source;
use super::{FormArgs, Input, LookArgs, ReadArgs, Tool, no_solution};
use crate::command::color;
use crate::command::exit::{Exit, Failure};
use crate::command::output::{Output, complain};
use crate::encode::answer::{Answer, Status};
use crate::puzzle::face::{Family, Puzzle};
use clap::Args;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;

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

/// Where a solver's answer comes from.
#[derive(Clone, Debug, clap::Args)]
struct AnswerArgs {
    /// The solver's answer; `-` or nothing is standard input.
    #[arg(long, value_name = "FILE")]
    answer: Option<PathBuf>,
    /// The formula that was solved, for its `c @` line and the names of its variables.
    #[arg(long, value_name = "FILE")]
    cnf: Option<PathBuf>,
}

/// An answer with a model, and where it came from.
#[derive(Clone, Debug)]
struct Model {
    /// The answer, with the notes of the formula.
    answer: Answer,
    name: String,
}

/// What an answer says.
#[derive(Clone, Debug)]
enum Answered {
    /// A model.
    Model(Model),
    /// The answer has no model; that was printed, and the tool ends with this exit.
    Ended(Exit),
}

impl AnswerArgs {
    /// The answer, if it has a model; if it has none, that is printed.
    fn model(&self, out: &mut Output) -> Result<Answered, Failure> {
        let source = Source::read(self.answer.as_deref())?;
        let mut answer =
            Answer::parse(&source.text).map_err(|error| Failure::input(format!("{}: {error}", source.name)))?;
        match answer.status {
            Status::Unsatisfiable => {
                return Ok(Answered::Ended(no_solution(out)?));
            }
            Status::Unknown => {
                writeln!(out, "UNKNOWN")?;
                return Ok(Answered::Ended(Exit::Done));
            }
            Status::Satisfiable => {}
        }
        if let Some(path) = &self.cnf {
            answer.add_notes(&Source::read(Some(path))?.text);
        }
        Ok(Answered::Model(Model { answer, name: source.name }))
    }
}

impl Model {
    /// The failure for something wrong with the answer.
    fn failure(&self, error: impl fmt::Display) -> Failure {
        Failure::Input(format!("{}: {error}", self.name))
    }
}
