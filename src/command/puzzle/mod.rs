//! The tools for puzzles: every verb once, for whatever kind of puzzle a tool is.
//!
//! A tool names its kind of puzzle and the flags that only it has ([`Tool`]). The verbs do everything else, so that a
//! flag means the same and has the same default in all tools.

pub mod backend;
mod check;
mod count;
pub mod counting;
mod decode;
mod draw;
mod encode;
mod explain;
mod find;
mod generate;
mod input;
mod many;
pub mod picture;
pub mod scene;
mod solve;
pub mod source;
pub mod totals;

pub use check::{Check, CheckArgs, print_checked};
pub use count::Count;
pub use decode::Decode;
pub use draw::Draw;
pub use encode::{Encode, say_hopeless};
pub use explain::Explain;
pub use find::{Found, asking, find, verify};
pub use generate::{Generate, Made, MakeArgs};
pub use input::{Input, ReadArgs};
pub use many::Session;
pub use solve::Solve;

use crate::command::exit::{Exit, Failure};
use crate::command::frame;
use crate::command::output::Output;
use crate::encode::Encoding;
use crate::encode::answer::{Answer, AnswerError};
use crate::limits::Stop;
use crate::puzzle::face::{Family, Puzzle, Values};
use backend::EngineArgs;
use clap::{Args, Command, Subcommand};
use std::fmt::Debug;
use std::io::Write;
use std::process::ExitCode;

/// A tool for one kind of puzzle.
pub trait Tool: Debug + Sized + 'static {
    /// The puzzles.
    type Puzzle: Family;
    /// What the tool does, in a sentence, and perhaps how its puzzles are named.
    const ABOUT: &'static str;
    /// Examples for its help, a line each.
    const EXAMPLES: &'static str;
    /// Whether `decode` prints a model that is not a solution, together with what is wrong with it, instead of refusing
    /// it.
    const SHOWS_WRONG: bool = false;

    /// How a text is read.
    type Read: ReadArgs<Self::Puzzle>;
    /// Which clauses a formula has.
    type Form: FormArgs<Self::Puzzle>;
    /// How a solution is printed.
    type Look: LookArgs<Self::Puzzle>;
    /// What is made.
    type Making: MakeArgs<Self::Puzzle>;
    /// Flags of `encode` that only this tool has.
    type Encoding: Own<Encode<Self>>;
    /// Flags of `solve` that only this tool has.
    type Solving: Own<Solve<Self>>;
    /// Flags of `check` that only this tool has.
    type Checking: Own<Check<Self>>;
    /// Flags of `count` that only this tool has.
    type Counting: Own<Count<Self>>;
    /// Flags of `explain` that only this tool has.
    type Explaining: Own<Explain<Self>>;
    /// Flags of `draw` that only this tool has.
    type Drawing: Own<Draw<Self>>;
    /// Verbs that only this tool has.
    type Verbs: Subcommand + Run + Debug;

    /// The engine and the clauses that work best for a puzzle, if the user has chosen none.
    fn tuned(_puzzle: &Self::Puzzle, form: &Self::Form, engine: &EngineArgs) -> (Self::Form, EngineArgs) {
        (form.clone(), engine.clone())
    }

    /// A function that solves many puzzles faster than starting anew for each, if there is one.
    ///
    /// # Errors
    /// When the engine has not the options that are asked for.
    fn session(_solve: &Solve<Self>) -> Result<Option<Session<Self::Puzzle>>, Failure> {
        Ok(None)
    }
}

/// A verb, its flags read.
pub trait Run {
    /// Does what it says.
    ///
    /// # Errors
    /// When that fails.
    fn run(&self, out: &mut Output) -> Result<Exit, Failure>;
}

/// Flags of a verb that only one tool has.
pub trait Own<Verb>: Args + Debug {
    /// Does something other than the verb, if these flags ask for it.
    ///
    /// # Errors
    /// When that fails.
    fn instead(&self, _verb: &Verb, _out: &mut Output) -> Result<Option<Exit>, Failure> {
        Ok(None)
    }
}

/// Which clauses a formula has.
pub trait FormArgs<P: Puzzle>: Args + Clone + Debug + Default {
    /// The puzzle's formula; with `plain`, one without auxiliary variables if possible.
    ///
    /// # Errors
    /// When it would be too large, or what was asked for is wrong for this puzzle.
    fn encode(&self, puzzle: &P, plain: bool) -> Result<Encoding, Failure> {
        puzzle.encode(plain).map_err(Failure::input)
    }

    /// The puzzle completed by what an answer knows and the puzzle's text leaves open.
    fn fitted(&self, puzzle: P, _answer: &Answer) -> P {
        puzzle
    }

    /// The values of the cells according to an answer to the formula.
    ///
    /// # Errors
    /// When the answer leaves out a variable, or names one that there is not.
    fn decode(&self, puzzle: &P, answer: &mut Answer) -> Result<Values, AnswerError> {
        let encoding = puzzle.encode(false).unwrap_or_default();
        Ok(puzzle.decode(&answer.assignment(&encoding)?))
    }

    /// Whether the clauses hold all rules, so that their models are solutions.
    fn is_whole(&self) -> bool {
        true
    }
}

/// How a solution is printed.
pub trait LookArgs<P: Puzzle>: Args + Clone + Debug + Default {
    /// The puzzle with these values, on a terminal in colour.
    fn text(&self, puzzle: &P, values: &Values, color: bool) -> String {
        if color { puzzle.colored(values, &[]) } else { puzzle.print(values) }
    }

    /// A solution as `solve` prints it.
    fn solved(&self, puzzle: &P, values: &Values, color: bool) -> String {
        self.text(puzzle, values, color)
    }

    /// A solution in one line.
    fn line(&self, puzzle: &P, values: &Values) -> String {
        puzzle.line(values)
    }
}

/// No flags.
#[derive(Args, Clone, Copy, Debug, Default)]
#[group(skip)]
pub struct NoArgs {}

impl<Verb> Own<Verb> for NoArgs {}
impl<P: Puzzle> FormArgs<P> for NoArgs {}
impl<P: Puzzle> LookArgs<P> for NoArgs {}

/// No verbs.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum NoVerbs {}

impl Run for NoVerbs {
    fn run(&self, _: &mut Output) -> Result<Exit, Failure> {
        match *self {}
    }
}

#[derive(Debug, clap::Parser)]
struct Cli<T: Tool> {
    #[command(subcommand)]
    verb: Verb<T>,
}

/// The verbs of every tool.
#[derive(Debug, Subcommand)]
enum Verb<T: Tool> {
    /// Write the puzzle as a formula.
    Encode(Box<Encode<T>>),
    /// Read a solver's answer and print the solution. Without PUZZLE, the answer's `c @` line or --cnf says what it is
    /// of.
    Decode(Box<Decode<T>>),
    /// Solve a puzzle, or all puzzles of a file or of a folder.
    Solve(Box<Solve<T>>),
    /// Check a solution; the first broken rule is named.
    Check(Box<Check<T>>),
    /// Print the number of solutions, `>N` when there are more than the limit; one line a puzzle.
    Count(Box<Count<T>>),
    /// Make puzzles.
    Generate(Box<Generate<T>>),
    /// Say which clues contradict each other, or which force a cell.
    Explain(Box<Explain<T>>),
    /// Draw the puzzle or its solution as SVG.
    Draw(Box<Draw<T>>),
    #[command(flatten)]
    Own(T::Verbs),
}

impl<T: Tool> Verb<T> {
    fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        match self {
            Verb::Encode(verb) => verb.run(out),
            Verb::Decode(verb) => verb.run(out),
            Verb::Solve(verb) => verb.run(out),
            Verb::Check(verb) => verb.run(out),
            Verb::Count(verb) => verb.run(out),
            Verb::Generate(verb) => verb.run(out),
            Verb::Explain(verb) => verb.run(out),
            Verb::Draw(verb) => verb.run(out),
            Verb::Own(verb) => verb.run(out),
        }
    }
}

/// The command line of a tool.
pub fn command<T: Tool>() -> Command {
    let (about, long) = T::ABOUT.split_once("\n\n").unwrap_or((T::ABOUT, ""));
    let command = frame::command::<Cli<T>>(T::Puzzle::NAME, T::EXAMPLES).about(about.to_owned());
    let command = command.arg_required_else_help(true);
    if long.is_empty() { command } else { command.long_about(T::ABOUT) }
}

/// Runs a tool.
pub fn run<T: Tool>() -> ExitCode {
    frame::run(command::<T>(), |cli: Cli<T>, out| cli.verb.run(out))
}

/// Prints that there is no solution.
///
/// # Errors
/// When writing fails.
pub fn no_solution(out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "No solution")?;
    Ok(Exit::NoSolution)
}

/// Prints that there is no answer, and why; the exit code is 0.
///
/// # Errors
/// When writing fails.
pub fn unknown(out: &mut Output, stop: Stop) -> Result<Exit, Failure> {
    writeln!(out, "UNKNOWN ({stop})")?;
    Ok(Exit::Done)
}
