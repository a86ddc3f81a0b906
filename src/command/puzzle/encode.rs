//! `encode`: the puzzle as DIMACS, or in names.

use super::{FormArgs, Input, Own, Tool};
use crate::command::exit::{Exit, Failure};
use crate::command::output::{Output, complain};
use crate::encode::Encoding;
use crate::puzzle::face::{Family, Puzzle};
use crate::puzzle::{Reading, Remark};
use crate::util::words::many;
use clap::Args;

/// The verb's flags.
#[derive(Debug, Args)]
#[group(skip)]
pub struct Encode<T: Tool> {
    /// Which puzzle.
    #[command(flatten)]
    pub input: Input<T>,
    /// Which clauses.
    #[command(flatten)]
    pub form: T::Form,
    /// Write the named form in place of DIMACS: one clause a line, no header.
    #[arg(long)]
    pub symbolic: bool,
    /// What only this tool has.
    #[command(flatten)]
    pub own: T::Encoding,
}

impl<T: Tool> Encode<T> {
    pub(super) fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        if let Some(exit) = self.own.instead(self, out)? {
            return Ok(exit);
        }
        let Reading { puzzle, remarks } = self.input.reading()?;
        let encoding = self.form.encode(&puzzle, false)?;
        say_hopeless(&puzzle, "");
        self.write(encoding, &remarks, out)
    }

    /// Writes a formula as the flags say, with how its puzzle was read.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, mut encoding: Encoding, remarks: &[Remark], out: &mut Output) -> Result<Exit, Failure> {
        encoding.remarks.extend(remarks.iter().map(|remark| format!("line {remark}")));
        if self.symbolic {
            encoding.write_symbolic(out)?
        } else {
            encoding.write_dimacs(out)?
        }
        Ok(Exit::Done)
    }
}

/// The most reasons that are printed for a puzzle that obviously has no solution.
const MOST_SAID: usize = 10;

/// Prints why a puzzle obviously has no solution, up to [`MOST_SAID`] reasons; `place` stands before each.
pub fn say_hopeless<P: Family>(puzzle: &P, place: &str) {
    let hopeless = Puzzle::hopeless(puzzle);
    for why in hopeless.iter().take(MOST_SAID) {
        complain(format_args!("{}: {place}{why}", P::NAME));
    }
    if let more @ 1.. = hopeless.len().saturating_sub(MOST_SAID) {
        complain(format_args!("{}: {place}so it is with {}", P::NAME, many(more, "more clue")));
    }
}
