//! `check`: solutions that others have found, against the rules and their puzzles.

use super::backend::EngineArgs;
use super::scene::ShowArgs;
use super::source::Source;
use super::{Found, Input, Own, ReadArgs, Tool, find};
use crate::command::exit::{Exit, Failure};
use crate::command::output::Output;
use crate::command::terminal::is_stdin;
use crate::puzzle::face::{Broken, Claim, Family, Listed, Puzzle, Said};
use clap::Args;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The verb's flags.
#[derive(Debug, Args)]
#[group(skip)]
pub struct Check<T: Tool> {
    /// The puzzle and the solution.
    #[command(flatten)]
    pub what: CheckArgs,
    /// How both are read.
    #[command(flatten)]
    pub read: T::Read,
    /// What only this tool has.
    #[command(flatten)]
    pub own: T::Checking,
}

/// What was read: the puzzles, unless the solutions stand alone, and what is claimed.
pub type Claimed<T> = (Option<Vec<Listed<<T as Tool>::Puzzle>>>, Vec<Claim>);

impl<T: Tool> Check<T> {
    pub(super) fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        if let Some(exit) = self.own.instead(self, out)? {
            return Ok(exit);
        }
        let (puzzles, claims) = self.claimed()?;
        if let Some(expected) = puzzles.as_ref().map(Vec::len).filter(|&count| count > 1 && count != claims.len()) {
            let found = claims.len();
            return Err(Failure::input(format!("expected an answer for each of {expected} puzzles, found {found}")));
        }
        let mut right = true;
        for (index, claim) in claims.iter().enumerate() {
            let heading = match (claim.heading.as_str(), claims.len()) {
                ("", 1) => String::new(),
                ("", _) => format!("{}: ", index + 1),
                (heading, _) => format!("{heading}: "),
            };
            let puzzle = puzzles.as_ref().map(|all| &all.get(index).unwrap_or(&all[0]).puzzle);
            right &= print_checked(out, &heading, self.judge(claim, puzzle)?)? == Exit::Solved;
        }
        Ok(Exit::checked(right))
    }

    /// The puzzle alone, if there is exactly one.
    ///
    /// # Errors
    /// When it cannot be read, or is not one.
    pub fn puzzle(&self) -> Result<T::Puzzle, Failure> {
        Input::<T> { puzzle: self.what.puzzle().map(Path::to_owned), read: self.read.clone() }.one()
    }

    /// How both are read.
    pub fn options(&self) -> <T::Puzzle as Family>::Options {
        self.read.options()
    }

    /// Reads what is to be checked.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn claimed(&self) -> Result<Claimed<T>, Failure> {
        let options = self.read.options();
        let named = self.what.puzzle().and_then(Path::to_str).map_or(Ok(None), |name| self.read.named(name))?;
        if let Some(puzzle) = named {
            let answer = self.what.answer(false)?.ok_or_else(|| Failure::usage("expected an answer to check"))?;
            let claims = answer.take(T::Puzzle::claims_about(std::slice::from_ref(&puzzle), &answer.text, &options))?;
            return Ok((Some(vec![Listed::alone(puzzle)]), claims.puzzle));
        }
        self.what.puzzle().map_or(Ok(()), |path| self.read.accepts(path))?;
        let source = Source::read(self.what.puzzle())?;
        // A text with the answers of several solvers, under headings, is not a puzzle.
        let whole = |listed: &Listed<T::Puzzle>| listed.solution.is_some() || listed.puzzle.is_full();
        let alone = T::Puzzle::read(&source.text, &options).map_or(true, |read| read.puzzle.iter().all(whole));
        let Some(answer) = self.what.answer(alone)? else {
            return Ok((None, source.take(T::Puzzle::claims(&source.text, &options))?.puzzle));
        };
        let (puzzles, claims) = T::Puzzle::with_claims(&source.text, &answer.text, &options);
        let puzzles = source.take(puzzles)?;
        Ok((Some(puzzles.puzzle), answer.take(claims)?.puzzle))
    }

    /// What is wrong with a claim, if anything. A claim that there is no solution is checked by looking for one.
    fn judge(&self, claim: &Claim, puzzle: Option<&T::Puzzle>) -> Result<Option<Broken>, Failure> {
        let wrong = |what: &str| Ok(Some(Broken::whole(what)));
        match (&claim.said, puzzle) {
            (Said::Wrong(broken), _) => Ok(Some(broken.clone())),
            (Said::Filled(_), None) => Ok(None),
            (Said::Filled(values), Some(puzzle)) => Ok(puzzle.check(values).err()),
            (Said::NoSolution | Said::Nothing, None) => wrong("there is no puzzle to look at"),
            (Said::Nothing, Some(_)) => wrong("no answer was given"),
            (Said::NoSolution, Some(puzzle)) => {
                let engine = EngineArgs::of_run();
                match find::<T>(puzzle, &T::Form::default(), &engine, &ShowArgs::default(), "")? {
                    Found::None => Ok(None),
                    Found::Solved(_) => wrong("no solution was given, though there is one"),
                    Found::Unknown(stop) => Err(Failure::Stopped(stop)),
                }
            }
        }
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

    /// The solution's text; `None` if the puzzle is to be checked by itself, because it came from standard input
    /// without a solution or is filled.
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

/// Prints whether an answer is right, or what is wrong with it, after a heading, and gives the exit.
///
/// # Errors
/// When printing fails.
pub fn print_checked<E: fmt::Display>(out: &mut Output, heading: &str, wrong: Option<E>) -> Result<Exit, Failure> {
    match &wrong {
        None => writeln!(out, "{heading}right")?,
        Some(fault) => writeln!(out, "{heading}wrong: {fault}")?,
    }
    Ok(Exit::checked(wrong.is_none()))
}
