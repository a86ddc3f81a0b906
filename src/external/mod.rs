//! An external solver: a program that reads DIMACS and prints `s SATISFIABLE`, behind [`Engine`].
//!
//! The formula goes to a temporary file, the program is started without a shell, and its answer is read as text and
//! checked: a model that leaves a clause false is an error, not an answer.

pub(crate) mod known;

use crate::cnf::model::first_falsified;
use crate::cnf::{Assignment, Formula};
use crate::encode::answer::{Answer, AnswerError, Status};
use crate::encode::vars::write_formula;
use crate::engine::{Engine, Observer, Verdict};
use crate::limits::{Limits, Stop};
use crate::util::table::{CounterRow, OptionError, OptionRow};
use known::{fill, known_solver, split};
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, BufWriter, Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// An external solver.
///
/// ```no_run
/// use gemsat::{cnf::Formula, external::Process, limits::Limits};
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1]]);
/// let verdict = Process::new("minisat")?.run(&formula, &Limits::none())?;
/// # Ok::<(), gemsat::external::ProcessError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    command: Vec<String>,
}

/// Why an external solver gave no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum ProcessError {
    /// The command is empty or a quotation mark in it is not closed.
    BadCommand(String),
    /// The program could not be started, or its files could not be written or read.
    Io(String, io::Error),
    /// The program printed something that is not an answer; the last text is its last line on standard error.
    Answer(String, AnswerError, String),
    /// The program's model leaves the clause with this number (from 1) false.
    WrongModel(String, usize),
}

impl fmt::Display for ProcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProcessError::BadCommand(why) => write!(f, "the solver's command: {why}"),
            ProcessError::Io(program, error) => write!(f, "{program}: {error}"),
            ProcessError::Answer(program, error, stderr) if stderr.is_empty() => write!(f, "{program}: {error}"),
            ProcessError::Answer(program, error, stderr) => {
                write!(f, "{program}: {error}; its standard error: {stderr}")
            }
            ProcessError::WrongModel(program, clause) => {
                write!(f, "{program}: its model leaves clause {clause} false")
            }
        }
    }
}

impl std::error::Error for ProcessError {}

impl Process {
    /// The solver of this command: a program's name or path alone, or with arguments, where `{cnf}` stands for the
    /// formula's file, `{out}` for a result file and `{seed}` for 0. Words are split at blanks; `'` and `"` keep blanks
    /// inside.
    ///
    /// # Errors
    /// When the command is empty or a quotation mark is not closed.
    pub fn new(command: &str) -> Result<Process, ProcessError> {
        let mut words = split(command).map_err(ProcessError::BadCommand)?;
        let Some(program) = words.first() else { return Err(ProcessError::BadCommand("it is empty".into())) };
        if words.len() == 1 {
            let args = known_solver(program).map_or(&["{cnf}"][..], |known| known.args);
            words.extend(args.iter().map(|arg| arg.to_string()));
        } else if !words.iter().any(|word| word.contains("{cnf}")) {
            words.push("{cnf}".into());
        }
        Ok(Process { command: words })
    }

    /// The program's name or path.
    pub fn program(&self) -> &str {
        &self.command[0]
    }

    /// Runs the program on a formula.
    ///
    /// # Errors
    /// When it cannot be run, or its answer is missing, unreadable or wrong.
    pub fn run(&self, formula: &Formula, limits: &Limits) -> Result<Verdict, ProcessError> {
        let io = |error| ProcessError::Io(self.program().to_string(), error);
        let folder = tempfile::tempdir().map_err(io)?;
        let (cnf, out) = (folder.path().join("formula.cnf"), folder.path().join("result.txt"));
        let mut file = BufWriter::new(std::fs::File::create(&cnf).map_err(io)?);
        write_formula(formula, &mut file).and_then(|()| file.flush()).map_err(io)?;
        drop(file);

        let values = [("{cnf}", cnf.as_os_str()), ("{out}", out.as_os_str()), ("{seed}", OsStr::new("0"))];
        let (stdout, stderr, stopped) = {
            let mut child = Command::new(self.program())
                .args(self.command[1..].iter().map(|word| fill(word, &values)))
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .map_err(io)?;
            let stdout = drain(child.stdout.take());
            let stderr = drain(child.stderr.take());
            let mut pause = Duration::from_micros(200);
            let stopped = loop {
                if child.try_wait().map_err(io)?.is_some() {
                    break None;
                }
                if let Some(stop) = limits.exceeded() {
                    // Fails only when it has ended in between.
                    let _ = child.kill();
                    child.wait().map_err(io)?;
                    break Some(stop);
                }
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(20));
            };
            (stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default(), stopped)
        };
        if let Some(stop) = stopped {
            return Ok(Verdict::Unknown(stop));
        }
        let bytes = if out.exists() { std::fs::read(&out).map_err(io)? } else { stdout };
        let text = String::from_utf8_lossy(&bytes);
        let answer = Answer::parse(&text).map_err(|error| {
            let said = String::from_utf8_lossy(&stderr);
            let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("").to_string();
            ProcessError::Answer(self.program().to_string(), error, last)
        })?;
        match answer.status {
            Status::Unsatisfiable => Ok(Verdict::Unsat),
            Status::Unknown => Ok(Verdict::Unknown(Stop::Incomplete)),
            Status::Satisfiable => {
                let mut model = Assignment::all_false(formula.num_vars());
                for &lit in &answer.lits {
                    if lit.var().index() < model.len() {
                        model.satisfy(lit);
                    }
                }
                match first_falsified(&model, formula) {
                    Some(clause) => Err(ProcessError::WrongModel(self.program().to_string(), clause + 1)),
                    None => Ok(Verdict::Sat(model)),
                }
            }
        }
    }
}

/// Reads a pipe to its end in a thread, so that the program never waits for a reader.
fn drain(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // A killed program cuts its output short; what has arrived is enough.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

impl Engine for Process {
    fn name(&self) -> &'static str {
        "process"
    }

    fn about(&self) -> &'static str {
        "an external solver; its models are checked, its UNSAT is believed"
    }

    /// As [`Process::run`]; a program that fails is `Unknown(Incomplete)` here, and the reason goes to the log.
    fn solve(&mut self, formula: Formula, limits: &Limits, _observer: Option<&mut dyn Observer>) -> Verdict {
        self.run(&formula, limits).unwrap_or_else(|error| {
            log::warn!("{error}");
            Verdict::Unknown(Stop::Incomplete)
        })
    }

    fn options(&self) -> Vec<OptionRow> {
        Vec::new()
    }

    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), OptionError> {
        Err(OptionError::UnknownName(name.to_string()))
    }

    fn counters(&self) -> Vec<CounterRow> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_programs_get_their_arguments() {
        let words = |command: &str| Process::new(command).expect("a command").command;
        assert_eq!(words("/opt/minisat"), ["/opt/minisat", "-verb=0", "{cnf}", "{out}"]);
        assert_eq!(words("mine"), ["mine", "{cnf}"]);
        assert_eq!(words("mine --fast"), ["mine", "--fast", "{cnf}"]);
        assert_eq!(words("'my solver' \"{cnf}\" -x ''"), ["my solver", "{cnf}", "-x", ""]);
        assert!(Process::new("  ").is_err() && Process::new("a 'b").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn answers_are_read_and_wrong_models_refused() {
        let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1]]);
        let run = |command: &str| Process::new(command).expect("a command").run(&formula, &Limits::none());
        let says = |text: &str| format!("printf '%.0s{text}' {{cnf}}");
        let right = Assignment::from_iter([false, true]);
        assert_eq!(run(&says("s SATISFIABLE\\nv -1 2 0\\n")).expect("an answer"), Verdict::Sat(right));
        assert_eq!(run(&says("s UNSATISFIABLE\\n")).expect("an answer"), Verdict::Unsat);
        assert!(matches!(run(&says("s SATISFIABLE\\nv 1 2 0\\n")), Err(ProcessError::WrongModel(_, 2))));
        assert!(matches!(run("no-such-solver-here"), Err(ProcessError::Io(..))));
        assert!(matches!(run("cat /dev/null"), Err(ProcessError::WrongModel(..) | ProcessError::Answer(..))));
    }

    #[cfg(unix)]
    #[test]
    fn a_limit_ends_the_program() {
        let limits = Limits::none().with_wall_time(Duration::from_millis(50));
        let process = Process::new("sleep 60 {cnf}").map(|mut process| {
            process.command.truncate(2);
            process
        });
        let verdict = process.expect("a command").run(&Formula::new(), &limits).expect("an answer");
        assert_eq!(verdict, Verdict::Unknown(Stop::WallTime));
    }
}
