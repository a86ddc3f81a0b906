//! How programs end: the exit codes, the failures, and the frame around a tool's body.

use super::color::{ColorWhen, Palette};
use super::output::{Outcome, Output, complain};
use super::report::clean;
use super::signals::guard_memory;
use crate::engine::Verdict;
use crate::limits::Stop;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The exit codes of all programs, for their help texts.
pub const EXIT_CODES: &str = "\
Exit codes:
  10  satisfiable, solved or right
  20  unsatisfiable, no solution or wrong
   0  done, or no answer within the limits
   1  bad input, or a file or stream that cannot be read or written
   2  wrong usage
  70  an internal check failed";

/// How a program ends when nothing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: done, or no answer within the limits.
    Done,
    /// 10: satisfiable, solved or right.
    Solved,
    /// 20: unsatisfiable, no solution or wrong.
    NoSolution,
}

impl Exit {
    /// The process's exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Solved => 10,
            Exit::NoSolution => 20,
        }
    }

    /// The exit for an engine's verdict.
    pub fn of(verdict: &Verdict) -> Exit {
        match verdict {
            Verdict::Sat(_) => Exit::Solved,
            Verdict::Unsat => Exit::NoSolution,
            Verdict::Unknown(_) => Exit::Done,
        }
    }

    /// The exit of a check: solved when it found nothing wrong.
    pub fn checked(right: bool) -> Exit {
        if right { Exit::Solved } else { Exit::NoSolution }
    }
}

/// How a program ends when something failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// 2: the command line asks for something impossible.
    Usage(String),
    /// 1: bad input, or a failing read.
    Input(String),
    /// 1: a file that cannot be written.
    File(PathBuf, io::Error),
    /// 1: the proof could not be completed.
    Proof(PathBuf, io::Error),
    /// 0: a limit ended the run before its engine began.
    Stopped(Stop),
    /// 70: an answer was found wrong, or the program panicked.
    Internal(String),
}

impl Failure {
    /// Bad input: exit code 1.
    pub fn input(message: impl fmt::Display) -> Failure {
        Failure::Input(message.to_string())
    }

    /// Wrong usage: exit code 2.
    pub fn usage(message: impl fmt::Display) -> Failure {
        Failure::Usage(message.to_string())
    }

    /// A file that cannot be written: exit code 1.
    pub fn file(path: &Path, error: io::Error) -> Failure {
        Failure::File(path.to_owned(), error)
    }

    /// A check of our own that failed: exit code 70.
    pub fn internal(message: impl fmt::Display) -> Failure {
        Failure::Internal(format!("internal check failed: {message}; please report this"))
    }

    /// The process's exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Input(_) | Failure::File(..) | Failure::Proof(..) => 1,
            Failure::Stopped(_) => 0,
            Failure::Internal(_) => 70,
        }
    }

    /// Prints the failure to standard error after the program's name, and gives the exit code.
    pub fn print(&self, program: &str, color: ColorWhen) -> u8 {
        let palette = Palette::new(color, &io::stderr());
        let hint = match self {
            Failure::Usage(_) => format!(" (see {program} --help)"),
            _ => String::new(),
        };
        complain(format_args!("{program}: {} {}{hint}", palette.alarm("error:"), clean(&self.to_string())));
        self.code()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) | Failure::Input(message) | Failure::Internal(message) => f.write_str(message),
            Failure::File(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Proof(path, error) => {
                write!(f, "{}: the proof is incomplete, it could not be written: {error}", path.display())
            }
            Failure::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

#[cfg(feature = "puzzles")]
impl From<crate::puzzle::face::Unanswered> for Failure {
    fn from(why: crate::puzzle::face::Unanswered) -> Failure {
        match why {
            crate::puzzle::face::Unanswered::Stopped(stop) => Failure::Stopped(stop),
            crate::puzzle::face::Unanswered::Impossible(why) => Failure::Input(why),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Input(error.to_string())
    }
}

/// Runs the body of a program; a panic in it is a failed internal check.
pub fn guarded<T>(body: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let panicked = |_| Err(Failure::Internal("internal error; please report this".into()));
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(panicked)
}

/// Runs a tool: gives it standard output, prints what failed to standard error, and makes the exit code.
///
/// A closed standard output changes nothing; one that cannot be written to is a failure.
pub fn run(tool: &str, body: impl FnOnce(&mut Output) -> Result<Exit, Failure>) -> ExitCode {
    guard_memory();
    let mut out = Output::stdout();
    let ended = guarded(|| body(&mut out));
    // What was printed before a failure is still shown, and is shown before the failure.
    out.outcome();
    ExitCode::from(match ended {
        Err(failure) => failure.print(tool, ColorWhen::Auto),
        Ok(exit) => code_after(&out, tool, exit.code()),
    })
}

/// The exit code once everything is printed: this one, unless standard output cannot be written to, which is reported.
pub fn code_after(out: &Output, tool: &str, code: u8) -> u8 {
    match out.outcome() {
        Outcome::Failed(reason) => Failure::Input(format!("standard output: {reason}")).print(tool, ColorWhen::Auto),
        Outcome::Written | Outcome::Closed => code,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_lists_every_code() {
        let exits = [Exit::Done, Exit::Solved, Exit::NoSolution].map(Exit::code);
        let failures = [
            Failure::usage("u"),
            Failure::input("i"),
            Failure::file(Path::new("f"), io::ErrorKind::NotFound.into()),
            Failure::Stopped(Stop::Memory),
            Failure::internal("x"),
        ];
        let mut codes: Vec<u8> = exits.into_iter().chain(failures.iter().map(Failure::code)).collect();
        codes.sort_unstable();
        codes.dedup();
        let mut listed: Vec<u8> = EXIT_CODES.lines().skip(1).filter_map(|line| line[..4].trim().parse().ok()).collect();
        listed.sort_unstable();
        assert_eq!(codes, listed);
    }

    #[test]
    fn a_panic_is_an_internal_failure() {
        let ended: Result<(), Failure> = guarded(|| panic!("on purpose"));
        assert_eq!(ended.expect_err("a failure").code(), 70);
    }
}
