//! What the command lines of the puzzle tools share: decoding, checking, and the sentences of answers.

use super::exit::{Exit, Failure};
use super::output::Output;
use super::source::Source;
use super::terminal::is_stdin;
use crate::encode::Encoding;
use crate::encode::answer::{Answer, Status};
use crate::limits::Stop;
use crate::puzzle::Remark;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where a solver's answer comes from.
#[derive(Clone, Debug, clap::Args)]
pub struct AnswerArgs {
    /// The solver's answer; `-` or nothing is standard input.
    #[arg(long, value_name = "FILE")]
    pub answer: Option<PathBuf>,
    /// The formula that was solved, for its `c @` line and the names of its variables.
    #[arg(long, value_name = "FILE")]
    pub cnf: Option<PathBuf>,
}

/// An answer with a model, and where it came from.
#[derive(Clone, Debug)]
pub struct Model {
    /// The answer, with the notes of the formula.
    pub answer: Answer,
    name: String,
}

/// What an answer comes to.
#[derive(Clone, Debug)]
pub enum Answered {
    /// A model.
    Model(Model),
    /// No model: that is said, and the tool ends so.
    Ended(Exit),
}

impl AnswerArgs {
    /// The answer, if it has a model. Where it has none, that is printed.
    ///
    /// # Errors
    /// When the answer or the formula cannot be read, or printing fails.
    pub fn model(&self, out: &mut Output) -> Result<Answered, Failure> {
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
    pub fn failure(&self, error: impl fmt::Display) -> Failure {
        Failure::Input(format!("{}: {error}", self.name))
    }
}

/// What is checked.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct CheckArgs {
    /// The puzzle; - is standard input. A filled one is checked by itself.
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<PathBuf>,
    /// The solution; - or nothing is standard input.
    #[arg(value_name = "SOLUTION")]
    solution: Option<PathBuf>,
}

impl CheckArgs {
    /// The puzzle's file; none is standard input.
    pub fn puzzle(&self) -> Option<&Path> {
        self.puzzle.as_deref()
    }

    /// The solution's text; nothing where the puzzle is to be checked by itself: it came from standard input without a
    /// solution beside it, or it is filled.
    ///
    /// # Errors
    /// When the solution cannot be read, or both come from standard input.
    pub fn answer(&self, filled: bool) -> Result<Option<Source>, Failure> {
        let solution = self.solution.as_deref();
        match solution {
            Some(_) if is_stdin(self.puzzle()) && is_stdin(solution) => {
                Err(Failure::usage("only one of puzzle and solution can be standard input"))
            }
            None if filled || is_stdin(self.puzzle()) => Ok(None),
            solution => Source::read(solution).map(Some),
        }
    }
}

/// Prints whether an answer is right, after a heading, and gives the exit.
///
/// # Errors
/// When printing fails.
pub fn print_checked<E: fmt::Display>(
    out: &mut Output,
    heading: &str,
    checked: &Result<(), E>,
) -> Result<Exit, Failure> {
    match checked {
        Ok(()) => writeln!(out, "{heading}right")?,
        Err(fault) => writeln!(out, "{heading}wrong: {fault}")?,
    }
    Ok(Exit::checked(checked.is_ok()))
}

/// Writes an encoding as DIMACS or in the named form.
///
/// # Errors
/// When writing fails.
pub fn write_encoding(out: &mut Output, encoding: &Encoding, symbolic: bool) -> Result<Exit, Failure> {
    if symbolic {
        encoding.write_symbolic(out)?
    } else {
        encoding.write_dimacs(out)?
    }
    Ok(Exit::Done)
}

/// An encoding with how its puzzle was read, for the comments of the formula.
pub fn remarked(mut encoding: Encoding, remarks: &[Remark]) -> Encoding {
    encoding.remarks.extend(remarks.iter().map(|remark| format!("line {remark}")));
    encoding
}

/// Says that there is no solution.
///
/// # Errors
/// When writing fails.
pub fn no_solution(out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "No solution")?;
    Ok(Exit::NoSolution)
}

/// Says that there is no answer, and why; the exit code is 0.
///
/// # Errors
/// When writing fails.
pub fn unknown(out: &mut Output, stop: Stop) -> Result<Exit, Failure> {
    writeln!(out, "UNKNOWN ({stop})")?;
    Ok(Exit::Done)
}

/// The remark on the clues of a core: `minimal` when none of them can be left out, otherwise that a limit ran out.
pub fn core_words(stopped: Option<Stop>, minimal: &str) -> String {
    stopped.map_or_else(|| minimal.into(), |stop| format!(" ({stop}: perhaps not all of these are needed)"))
}
