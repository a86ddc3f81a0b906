//! `solve`: one solution, all of them, what they share; one puzzle or many.

use super::backend::EngineArgs;
use super::many::Many;
use super::no_solution;
use super::say_hopeless;
use super::scene::ShowArgs;
use super::{Found, Input, LookArgs, Own, Tool, asking, find, verify};
use crate::command::color;
use crate::command::exit::{Exit, Failure};
use crate::command::output::{Output, complain};
use crate::csp::{Method, Outcome, Search};
use crate::limits::Limits;
use crate::puzzle::face::{Family, Puzzle, Values};
use clap::Args;
use std::io::Write;

/// The verb's flags.
#[derive(Debug, Args)]
#[group(skip)]
pub struct Solve<T: Tool> {
    /// Which puzzle.
    #[command(flatten)]
    pub input: Input<T>,
    /// Which clauses are solved.
    #[command(flatten)]
    pub form: T::Form,
    /// How solutions are printed.
    #[command(flatten)]
    pub look: T::Look,
    /// Print every solution, separated by empty lines.
    #[arg(long, conflicts_with = "certain")]
    pub all: bool,
    /// With --all: at most this many solutions.
    #[arg(long, value_name = "N", requires = "all")]
    pub limit: Option<u64>,
    /// Print only what is the same in all solutions; other cells stay open.
    #[arg(long)]
    pub certain: bool,
    /// Print one line a solution.
    #[arg(long)]
    pub line: bool,
    /// The engine, and when it stops.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// How the search is shown.
    #[command(flatten)]
    pub show: ShowArgs,
    /// What only this tool has.
    #[command(flatten)]
    pub own: T::Solving,
}

impl<T: Tool> Solve<T> {
    pub(super) fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        if let Some(exit) = self.own.instead(self, out)? {
            return Ok(exit);
        }
        self.show.only_one(!self.all && !self.certain)?;
        if let Some(files) = self.input.folder()? {
            self.show.only_one(false)?;
            self.only_solutions()?;
            return Many::new(self)?.folder(&files, out);
        }
        let listed = self.input.listed()?.puzzle;
        let [one] = &listed[..] else {
            self.show.only_one(false)?;
            self.only_solutions()?;
            return Many::new(self)?.lines(&listed, out);
        };
        self.one(&one.puzzle, out)
    }

    /// Solves one puzzle and prints what the flags ask for.
    ///
    /// # Errors
    /// When a limit runs out, or writing fails.
    pub fn one(&self, puzzle: &T::Puzzle, out: &mut Output) -> Result<Exit, Failure> {
        if self.certain {
            return self.certain(puzzle, out);
        }
        if self.all {
            return self.all(puzzle, out);
        }
        match find::<T>(puzzle, &self.form, &self.engine, &self.show, &self.input.name())? {
            Found::Solved(values) => {
                self.print(puzzle, &values, out)?;
                Ok(Exit::Solved)
            }
            Found::None => self.none(puzzle, out),
            Found::Unknown(stop) => Err(Failure::Stopped(stop)),
        }
    }

    /// Fails if flags about several solutions are given with many puzzles, for each of which one solution is printed.
    fn only_solutions(&self) -> Result<(), Failure> {
        match self.all || self.certain {
            true => Err(Failure::usage("--all and --certain take one puzzle")),
            false => Ok(()),
        }
    }

    /// A solution as the flags say.
    pub fn text(&self, puzzle: &T::Puzzle, values: &Values) -> String {
        match self.line {
            true => self.look.line(puzzle, values) + "\n",
            false => self.look.solved(puzzle, values, color::on_stdout()),
        }
    }

    /// Prints a solution as the flags say.
    ///
    /// # Errors
    /// When writing fails.
    pub fn print(&self, puzzle: &T::Puzzle, values: &Values, out: &mut Output) -> Result<(), Failure> {
        Ok(write!(out, "{}", self.text(puzzle, values))?)
    }

    /// Prints one of several solutions. If a solution has several lines, an empty line precedes all but the first.
    ///
    /// # Errors
    /// When writing fails.
    pub fn print_next(
        &self,
        number: u64,
        puzzle: &T::Puzzle,
        values: &Values,
        out: &mut Output,
    ) -> Result<(), Failure> {
        if number > 1 && !self.line {
            writeln!(out)?;
        }
        self.print(puzzle, values, out)
    }

    /// Prints that there is no solution, and why if that is obvious.
    ///
    /// # Errors
    /// When writing fails.
    pub fn none(&self, puzzle: &T::Puzzle, out: &mut Output) -> Result<Exit, Failure> {
        say_hopeless(puzzle, "");
        no_solution(out)
    }

    fn all(&self, puzzle: &T::Puzzle, out: &mut Output) -> Result<Exit, Failure> {
        let limits = self.engine.limits();
        let (mut seen, mut failed) = (0, Ok(()));
        let mut visit = |values: &Values| {
            if self.limit.is_some_and(|limit| seen >= limit) {
                return false;
            }
            seen += 1;
            failed = verify(puzzle, values).and_then(|()| self.print_next(seen, puzzle, values, out));
            failed.is_ok() && self.limit.is_none_or(|limit| seen < limit)
        };
        let ended = match self.engine.csp() {
            Some(method) => by_search(puzzle, method, &limits, &mut visit),
            None => asking(&self.engine, &limits, |asking| puzzle.each(asking, &mut visit)),
        };
        failed?;
        ended?;
        if seen == 0 { self.none(puzzle, out) } else { Ok(Exit::Solved) }
    }

    fn certain(&self, puzzle: &T::Puzzle, out: &mut Output) -> Result<Exit, Failure> {
        let limits = self.engine.limits();
        let Some(values) = asking(&self.engine, &limits, |asking| puzzle.certain(asking))? else {
            return self.none(puzzle, out);
        };
        match self.line {
            true => writeln!(out, "{}", self.look.line(puzzle, &values))?,
            false => write!(out, "{}", self.look.text(puzzle, &values, color::on_stdout()))?,
        }
        let given = puzzle.given();
        let open = given.iter().filter(|value| value.is_none()).count();
        let new = given.iter().zip(&values).filter(|(given, _)| given.is_none());
        let new: Vec<u16> = new.filter_map(|(_, value)| *value).collect();
        let tally = puzzle.tally(&new).map_or(String::new(), |words| format!(": {words}"));
        let naming = puzzle.naming().map_or(String::new(), |words| format!(", given {words}"));
        let name = T::Puzzle::NAME;
        complain(format_args!("{name}: {} of {open} open cells are certain{tally}{naming}", new.len()));
        Ok(Exit::Solved)
    }
}

/// Shows every solution of the finite-domain problem.
fn by_search(
    puzzle: &impl Puzzle,
    method: Method,
    limits: &Limits,
    visit: &mut dyn FnMut(&Values) -> bool,
) -> Result<bool, Failure> {
    let problem = puzzle.pose().map_err(Failure::input)?;
    let mut search = Search::new(&problem, method);
    loop {
        match search.next(limits, None) {
            Outcome::Solved(values) if visit(&puzzle.posed(&values)) => {}
            Outcome::Solved(_) => return Ok(false),
            Outcome::NoSolution => return Ok(true),
            Outcome::Unknown(stop) => return Err(Failure::Stopped(stop)),
        }
    }
}
