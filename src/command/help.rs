//! Help and versions, in one shape for every program; a long page goes through a pager.

use super::color::ColorWhen;
use super::exit::{EXIT_CODES, Failure};
use super::files;
use super::values::join_stats;
use crate::cnf::inputs;
use crate::external::known::split;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};
use console::Term;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::process::{Command as Program, Stdio};

/// The most columns of a page.
pub const WIDTH: usize = 100;

/// Reads the command line of a tool; prints help, or what is wrong with the usage, and ends the process there.
pub fn parse<T: FromArgMatches>(mut command: Command) -> T {
    let mut matches = matches(&mut command);
    let parsed = T::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command));
    parsed.unwrap_or_else(|error| exit(command.get_name(), &error.into()))
}

/// Reads the command line as [`parse`] does, for a tool that takes the values one by one. From then on, no file that
/// the tool reads is written over.
pub fn matches(command: &mut Command) -> ArgMatches {
    let matches = command.try_get_matches_from_mut(join_stats(std::env::args_os().collect()));
    let matches = matches.unwrap_or_else(|error| exit(command.get_name(), &error.into()));
    if let Err(failure) = files::check(command, &matches) {
        std::process::exit(failure.print(command.get_name(), ColorWhen::Auto).into());
    }
    inputs::keep_track();
    matches
}

/// The command line of a tool with its name, its version, and the end of its help.
///
/// Help has the same shape for all tools: it ends with examples and the exit codes, and the page of a subcommand with
/// its own examples.
pub fn command<T: CommandFactory>(name: &'static str, examples: &'static str) -> Command {
    finish(T::command(), name, examples)
}

/// A command with its name, its version, and the end of its help, for a tool that makes its command when it starts.
pub fn finish(command: Command, name: &'static str, examples: &'static str) -> Command {
    finish_with(command, name, examples, EXIT_CODES)
}

/// As [`finish`], for a tool with exit codes of its own.
pub fn finish_with(command: Command, name: &'static str, examples: &'static str, exit_codes: &'static str) -> Command {
    let command = command
        .name(name)
        .version(env!("CARGO_PKG_VERSION"))
        .max_term_width(WIDTH)
        .after_help(format!("Examples:\n{examples}\n\n{exit_codes}"));
    command.mut_subcommands(|subcommand| {
        let start = format!("{name} {}", subcommand.get_name());
        let about = |line: &&str| line.contains(&format!("{start} ")) || line.ends_with(&start);
        let own: Vec<&str> = examples.lines().filter(about).collect();
        if own.is_empty() { subcommand } else { subcommand.after_help(format!("Examples:\n{}", own.join("\n"))) }
    })
}

/// Why a command line does not lead to a run.
#[derive(Debug)]
pub enum NoRun {
    /// A page of help is asked for, which may be long.
    Page(String),
    /// Wrong usage, or a request for clap's own help.
    Clap(clap::Error),
}

impl From<clap::Error> for NoRun {
    fn from(error: clap::Error) -> NoRun {
        NoRun::Clap(error)
    }
}

impl fmt::Display for NoRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoRun::Page(text) => f.write_str(text),
            NoRun::Clap(error) => error.fmt(f),
        }
    }
}

/// Prints help, or what is wrong with the usage, and ends the process.
pub fn exit(program: &str, why: &NoRun) -> ! {
    let (wrong, printed) = match why {
        NoRun::Page(text) => (false, print_page(text)),
        NoRun::Clap(error) => (error.use_stderr(), error.print()),
    };
    let code = match printed {
        _ if wrong => 2,
        Err(failure) if failure.kind() != io::ErrorKind::BrokenPipe => {
            Failure::Input(format!("standard output: {failure}")).print(program, ColorWhen::Auto)
        }
        _ => 0,
    };
    std::process::exit(code.into())
}

/// Prints a page of help: on a terminal through a pager, if the page is longer than the screen and there is a pager.
fn print_page(text: &str) -> io::Result<()> {
    let screen = usize::from(Term::stdout().size().0);
    if io::stdout().is_terminal() && text.lines().count() >= screen && through_pager(text).is_some() {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    match ColorWhen::Auto.on(&io::stdout()) {
        true => out.write_all(text.as_bytes())?,
        false => out.write_all(console::strip_ansi_codes(text).as_bytes())?,
    }
    out.flush()
}

/// Shows a text in the program that `PAGER` names, `less` otherwise; nothing when that cannot be started.
fn through_pager(text: &str) -> Option<()> {
    let named = std::env::var("PAGER").unwrap_or_else(|_| "less".into());
    let words = split(&named).ok()?;
    let (pager, args) = words.split_first()?;
    let mut command = Program::new(pager);
    command.args(args).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Keep colours, end at once if everything fits, and leave the screen as it is.
        command.env("LESS", "FRX");
    }
    let mut child = command.spawn().ok()?;
    // A user may leave the pager before the end.
    let _ = child.stdin.take()?.write_all(text.as_bytes());
    child.wait().ok()?;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_s_page_ends_with_its_own_examples() {
        let subcommands = ["solve", "encode"].map(Command::new);
        let examples = "  toy solve a.txt\n  toy encode a.txt | solver\n  toy solve b.txt";
        let mut command = finish(Command::new("x").subcommands(subcommands), "toy", examples);
        let page = command.render_help().to_string();
        assert!(page.contains("Examples:\n  toy solve a.txt") && page.ends_with(&format!("{EXIT_CODES}\n")), "{page}");
        let solve = command.find_subcommand_mut("solve").expect("a subcommand").render_help().to_string();
        assert!(solve.ends_with("Examples:\n  toy solve a.txt\n  toy solve b.txt\n"), "{solve}");
        assert!(command.render_version().starts_with("toy "), "{}", command.render_version());
    }
}
