//! Many puzzles one after the other: a line for each, and how many were solved how fast.

use super::totals::{Totals, ended};
use super::{Found, LookArgs, Solve, Tool, find, no_solution, unknown};
use crate::command::exit::{Exit, Failure};
use crate::command::output::{Output, complain};
use crate::puzzle::face::{Family, Listed, Values};
use std::io::Write;
use std::path::PathBuf;

/// A function that solves one puzzle after the other.
pub type Session<P> = Box<dyn FnMut(&P) -> Result<Found, Failure>>;

/// A run over many puzzles.
pub(super) struct Many<'a, T: Tool> {
    solve: &'a Solve<T>,
    session: Option<Session<T::Puzzle>>,
    totals: Totals,
}

impl<'a, T: Tool> Many<'a, T> {
    pub(super) fn new(solve: &'a Solve<T>) -> Result<Many<'a, T>, Failure> {
        Ok(Many { session: T::session(solve)?, solve, totals: Totals::default() })
    }

    /// Solves the puzzles of one text. If the text lists solutions, reports how many differ from those found.
    pub(super) fn lines(mut self, all: &[Listed<T::Puzzle>], out: &mut Output) -> Result<Exit, Failure> {
        let mut different = 0;
        for listed in all.iter().take_while(|_| !ended()) {
            let found = self.line(&listed.puzzle, out)?;
            different += usize::from(found.zip(listed.solution.as_ref()).is_some_and(|(a, b)| a != *b));
        }
        if all.iter().any(|listed| listed.solution.is_some()) {
            complain(format_args!("{}: {different} differ from the listed solution", T::Puzzle::NAME));
        }
        self.end(out)
    }

    /// Solves the puzzles of all files of a folder; each line begins with its file's name.
    pub(super) fn folder(mut self, files: &[PathBuf], out: &mut Output) -> Result<Exit, Failure> {
        for path in files.iter().take_while(|_| !ended()) {
            match self.solve.input.source(Some(path)).and_then(|source| self.solve.input.parse(&source)) {
                Ok(all) => {
                    for listed in all.puzzle.iter().take_while(|_| !ended()) {
                        write!(out, "{}: ", path.display())?;
                        self.line(&listed.puzzle, out)?;
                    }
                }
                Err(failure) => self.totals.unread(T::Puzzle::NAME, failure)?,
            }
        }
        self.end(out)
    }

    /// Solves one puzzle and prints its line.
    fn line(&mut self, puzzle: &T::Puzzle, out: &mut Output) -> Result<Option<Values>, Failure> {
        let found = match &mut self.session {
            Some(session) => session(puzzle)?,
            None => find::<T>(puzzle, &self.solve.form, &self.solve.engine, &self.solve.show, "")?,
        };
        match found {
            Found::Solved(values) => {
                self.totals.solved();
                writeln!(out, "{}", self.solve.look.line(puzzle, &values).trim_end())?;
                return Ok(Some(values));
            }
            Found::None => {
                self.totals.without();
                no_solution(out)?;
            }
            Found::Unknown(stop) => {
                self.totals.unknown();
                unknown(out, stop)?;
            }
        }
        Ok(None)
    }

    fn end(self, out: &mut Output) -> Result<Exit, Failure> {
        out.flush()?;
        self.totals.end(T::Puzzle::NAME)
    }
}
