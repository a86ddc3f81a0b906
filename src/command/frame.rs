//! The frame of every tool: the command line, the limits that hold for every verb, signals, a closed pipe, the line of
//! progress, the status line of a run that was ended, and the exit code. Verbs have nothing to do with all this, so
//! none can forget it.

use super::color::ColorWhen;
use super::exit::{Exit, Failure, code_after, guarded};
use super::help;
use super::limits::{self, ResourceArgs, advice};
use super::output::{Output, complain, end_process};
use super::process::{self, Said};
use super::signals::{self, AnswerClaim, Cause, Fallback};
use crate::limits::{Limits, Stop, StopFlag};
use clap::{ArgMatches, Command, FromArgMatches};
use std::io::Write;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a run that a limit or a signal has ended has to report how far it has come.
const LAST_WORDS: Duration = Duration::from_millis(250);

/// How long a run that has begun to write its answer may go on after a signal, where nothing holds it up.
const LAST_PATIENCE: Duration = Duration::from_secs(1);

/// The command line of a tool, as [`help::command`] makes it, with the limits that every verb obeys.
pub fn command<T: clap::CommandFactory>(name: &'static str, examples: &'static str) -> Command {
    limits::add_to(help::command::<T>(name, examples))
}

/// Reads the command line and runs a tool, as [`run_with`] does.
pub fn run<T: FromArgMatches>(
    command: Command,
    body: impl FnOnce(T, &mut Output) -> Result<Exit, Failure>,
) -> ExitCode {
    run_after(command, |_| {}, body)
}

/// As [`run`], but first does what must be settled before a limit can end the run.
pub fn run_after<T: FromArgMatches>(
    mut command: Command,
    settle: impl FnOnce(&T),
    body: impl FnOnce(T, &mut Output) -> Result<Exit, Failure>,
) -> ExitCode {
    let matches = help::matches(&mut command);
    let flags = match T::from_arg_matches(&matches) {
        Ok(flags) => flags,
        Err(error) => {
            let error = error.format(&mut command);
            help::exit(command.get_name(), &error.into())
        }
    };
    settle(&flags);
    run_with(command.get_name(), &matches, |out| body(flags, out))
}

/// Runs the body of a tool: gives it standard output, prints what failed to standard error, and makes the exit code.
///
/// A limit or a signal ends the run, whether or not the body notices, with exit code 0 and one line: `UNKNOWN` and why,
/// or what [`process::speak`] has set. A tool that writes a formula prints that line on standard error instead, with
/// exit code 1, since a part of a formula is of no use.
pub fn run_with(tool: &str, matches: &ArgMatches, body: impl FnOnce(&mut Output) -> Result<Exit, Failure>) -> ExitCode {
    let resources = ResourceArgs::from_arg_matches(matches).unwrap_or_default();
    process::begin(resources, Instant::now());
    let verb = matches.subcommand_name().unwrap_or_default();
    process::live().set_message(if verb.is_empty() { tool } else { verb });
    let mut out = Output::beside(&process::live());
    let makes_formula = verb == "encode" || ["cnfmake", "cnfrandom", "cnfshuffle"].contains(&tool);
    let frame = Frame { tool: tool.to_owned(), makes_formula, out: out.clone(), claim: CLAIM.clone() };
    frame.watch();
    let ended = guarded(|| body(&mut out));
    begin_answer();
    // What was printed before a failure is still shown, and before the failure is.
    let ended = match ended {
        Err(Failure::Stopped(stop)) => Ok(frame.say_stopped(stop)),
        Err(failure) => Err(failure),
        Ok(exit) => Ok(exit.code()),
    };
    out.outcome();
    frame.say_cause();
    ExitCode::from(match ended {
        Err(failure) => failure.print(tool, ColorWhen::Auto),
        Ok(code) => code_after(&out, tool, code),
    })
}

/// Decides who gives the answer of the process's run: the run itself, or the watch over it.
static CLAIM: LazyLock<AnswerClaim> = LazyLock::new(AnswerClaim::default);

/// Whether the run itself gives the answer.
static ANSWERING: AtomicBool = AtomicBool::new(false);

/// Begins the answer of a run, at the latest once its body is over. From now on the run ends by itself; before, it is
/// ended without an answer if it does not react to a limit or a signal. Work that takes long and can be stopped must be
/// done before this call.
pub fn begin_answer() {
    if ANSWERING.swap(true, Ordering::SeqCst) {
        return;
    }
    while !CLAIM.take() {
        // The watch gives the answer and ends the process.
        std::thread::park();
    }
    process::live().end();
}

/// A run of a tool, as the thread that watches it knows it.
#[derive(Clone)]
struct Frame {
    tool: String,
    makes_formula: bool,
    out: Output,
    claim: AnswerClaim,
}

impl Frame {
    /// Starts the watcher.
    fn watch(&self) {
        self.claim.set_grace(LAST_WORDS);
        let clocks = || Limits { stop: StopFlag::default(), ..process::limits() };
        if let Err(error) = signals::watch_changing(process::stop(), clocks, self.claim.clone(), self.clone()) {
            complain(format_args!("{}: warning: signals are not watched: {error}", self.tool));
        }
    }

    /// Prints that there is no answer, and why; returns the exit code.
    fn say_stopped(&self, stop: Stop) -> u8 {
        let stop = match self.claim.cause() {
            Some(cause) if stop == Stop::Interrupted => cause.stop(),
            _ => stop,
        };
        if let Some(advice) = advice(stop, &process::limits()) {
            complain(format_args!("{}: {advice}", self.tool));
        }
        if self.makes_formula {
            return Failure::Input(format!("{stop}: {}", self.incomplete())).print(&self.tool, ColorWhen::Auto);
        }
        self.out.end_with(process::unknown(stop));
        Exit::Done.code()
    }

    /// Prints what is known so far; returns the exit code.
    fn say_known(&self, said: Said) -> u8 {
        if let Some(errors) = said.errors {
            complain(errors);
        }
        // Whether standard output can be written to is checked at the end.
        let _ = self.out.clone().write_all(said.out.as_bytes());
        said.exit.code()
    }

    /// What to say about output that breaks off.
    fn incomplete(&self) -> &'static str {
        if self.makes_formula { "the formula is not whole" } else { "the output is incomplete" }
    }

    /// Says which signal ended the run, if one has.
    fn say_cause(&self) {
        if let Some(cause @ Cause::Signal(_)) = self.claim.cause() {
            complain(format_args!("{}: {cause}", self.tool));
        }
    }
}

impl Fallback for Frame {
    fn give_answer(&self, cause: Cause) {
        if self.out.is_blocked() {
            // Written directly, without clearing the live line first: a thread that waits for standard output may hold
            // that.
            eprintln!("{}: {cause} while standard output is held up: {}", self.tool, self.incomplete());
            end_process(1);
        }
        process::live().end();
        let code = match process::take_known() {
            Some(known) => self.say_known(known(cause.stop())),
            None => self.say_stopped(cause.stop()),
        };
        self.say_cause();
        end_process(code_after(&self.out, &self.tool, code));
    }

    fn abandon_output(&self, cause: Cause) {
        // If nothing blocks the run, it may only be slow.
        let until = Instant::now() + LAST_PATIENCE;
        while !self.out.held() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        eprintln!("{}: {cause} while writing: {}", self.tool, self.incomplete());
        end_process(1);
    }
}
