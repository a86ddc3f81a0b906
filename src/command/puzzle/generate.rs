//! `generate`: puzzles from random numbers.

use super::backend::EngineArgs;
use super::scene::ShowArgs;
use super::{Found, Tool, find};
use crate::command::color;
use crate::command::exit::{Exit, Failure};
use crate::command::output::{Output, write_file};
use crate::command::process;
use crate::limits::Limits;
use crate::puzzle::face::{Puzzle, Values};
use crate::util::rng::Rng;
use clap::Args;
use std::fmt::Debug;
use std::io::Write;
use std::path::PathBuf;

/// What is made.
pub trait MakeArgs<P: Puzzle>: Args + Debug {
    /// Makes a puzzle, either with the random numbers of the whole run or with this seed of its own.
    ///
    /// # Errors
    /// When there is no such puzzle, or a limit runs out.
    fn make(&self, seed: u64, rng: &mut Rng, limits: &Limits) -> Result<Made<P>, Failure>;

    /// The puzzle as text that can be read again; in colour for a terminal.
    fn text(&self, made: &Made<P>, color: bool) -> String {
        let given = made.puzzle.given();
        if color { made.puzzle.colored(&given, &[]) } else { made.puzzle.print(&given) }
    }

    /// The puzzle in one line, or in a form of several lines that can be followed by another puzzle, if there is such a
    /// form.
    fn line(&self, made: &Made<P>) -> Option<String> {
        Some(made.puzzle.line(&made.puzzle.given()))
    }
}

/// A puzzle that was made.
#[derive(Clone, Debug)]
pub struct Made<P> {
    /// The puzzle.
    pub puzzle: P,
    /// Its solution, if it is known from making the puzzle.
    pub solution: Option<Values>,
}

/// The verb's flags.
#[derive(Debug, Args)]
#[group(skip)]
pub struct Generate<T: Tool> {
    /// What is made.
    #[command(flatten)]
    making: T::Making,
    /// Seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many puzzles; more than one are written one a line.
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Write one line a puzzle.
    #[arg(long)]
    line: bool,
    /// Write the solution to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    solution: Option<PathBuf>,
}

impl<T: Tool> Generate<T> {
    pub(super) fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let mut rng = Rng::new(self.seed);
        let limits = process::limits();
        for index in 0..self.count {
            let made = self.making.make(self.seed.saturating_add(index), &mut rng, &limits)?;
            if self.line || self.count > 1 {
                let line = self.making.line(&made);
                let line =
                    line.ok_or_else(|| Failure::usage("such puzzles have no form of one line: make one at a time"))?;
                writeln!(out, "{}", line.trim_end())?;
            } else {
                write!(out, "{}", self.making.text(&made, color::on_stdout()))?;
            }
            if let Some(path) = &self.solution {
                let solution = self.solved(&made)?;
                write_file(path, |file| write!(file, "{}", made.puzzle.print(&solution)))?;
            }
        }
        Ok(Exit::Done)
    }

    /// The solution of a puzzle that was made.
    fn solved(&self, made: &Made<T::Puzzle>) -> Result<Values, Failure> {
        if let Some(solution) = &made.solution {
            return Ok(solution.clone());
        }
        let engine = EngineArgs::of_run();
        match find::<T>(&made.puzzle, &T::Form::default(), &engine, &ShowArgs::default(), "")? {
            Found::Solved(values) => Ok(values),
            Found::None => Err(Failure::internal("a puzzle was made that has no solution")),
            Found::Unknown(stop) => Err(Failure::Stopped(stop)),
        }
    }
}
