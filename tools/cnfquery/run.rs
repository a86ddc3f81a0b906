//! What the subcommands share: input, limits, and what they print.

use clap::Args;
use gemsat::cnf::input::{Document, ReadOptions, read_path};
use gemsat::cnf::question::Asked;
use gemsat::cnf::{ReadError, Var};
use gemsat::command::exit::Failure;
use gemsat::command::limits::LimitArgs;
use gemsat::command::output::{Outcome, Output, complain};
use gemsat::command::text::TextArgs;
use gemsat::command::{process, report, terminal};
use gemsat::limits::{Limits, Stop};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The formula, and how long the run may take.
#[derive(Args, Clone, Debug)]
pub struct InputArgs {
    /// The formula: DIMACS or one clause of names a line, plain or compressed; - is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub file: PathBuf,
    /// Read files whose header or end is not what it should be, with warnings
    #[arg(long)]
    pub relaxed: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub text: TextArgs,
    /// Print the answer alone
    #[arg(short, long)]
    pub quiet: bool,
}

/// A run of a subcommand.
pub struct Run {
    /// Its limits; raised by signals.
    pub limits: Limits,
    out: Output,
    input: InputArgs,
    /// Whether standard output holds JSON and nothing else.
    json: bool,
}

/// The bytes that the nodes and the cache may take each when there is no memory limit.
const CIRCUIT_BYTES: u64 = 1 << 30;
const CIRCUIT_SHARES: u64 = 3;

impl Run {
    /// Begins a run; `json`: its answer is a line of JSON.
    pub fn begin(input: &InputArgs, json: bool, out: &Output) -> Run {
        if input.quiet {
            process::live().end();
        }
        Run { limits: input.limits.from_now(), out: out.clone(), input: input.clone(), json }
    }

    /// Reads the run's formula.
    pub fn read(&self) -> Result<Document, Failure> {
        self.read_file(&self.input.file)
    }

    /// Reads the run's formula with the lines of its clauses, and their groups if it has any.
    pub fn read_grouped(&self) -> Result<Document, Failure> {
        self.read_with(&self.input.file, &ReadOptions { groups: true, lines: true, ..self.options() })
    }

    /// Reads another formula in the same way.
    pub fn read_file(&self, path: &Path) -> Result<Document, Failure> {
        self.read_with(path, &self.options())
    }

    fn options(&self) -> ReadOptions {
        self.input.text.options(self.input.relaxed)
    }

    fn read_with(&self, path: &Path, options: &ReadOptions) -> Result<Document, Failure> {
        if terminal::is_stdin(Some(path)) {
            terminal::announce();
        }
        self.doing(&format!("reading {}", report::clean(&path.display().to_string())));
        let document = read_path(path, options, &self.limits).map_err(unread)?;
        self.input.text.complain("cnfquery", path.display(), &document);
        document.remarks.iter().filter(|_| !self.json).for_each(|remark| self.comment(remark));
        self.doing("searching");
        Ok(document)
    }

    /// What the comments of a formula ask.
    pub fn asked(&self, document: &Document) -> Result<Asked, Failure> {
        document.asked(&self.file()).map_err(Failure::input)
    }

    /// The formula's file as messages name it.
    pub fn file(&self) -> String {
        if terminal::is_stdin(Some(&self.input.file)) { "stdin".into() } else { self.input.file.display().to_string() }
    }

    /// Reports a decision between several possible readings, on standard error and as a comment.
    pub fn remark(&self, text: impl fmt::Display) {
        complain(format_args!("cnfquery: {}: {text}", self.file()));
        if !self.json {
            self.comment(text);
        }
    }

    /// The bytes that the nodes of a count may take if they are kept; its cache may take as many.
    pub fn circuit_bytes(&self) -> usize {
        self.input.limits.resources.memory_limit.map_or(CIRCUIT_BYTES, |limit| limit / CIRCUIT_SHARES) as usize
    }

    /// Prints a line.
    pub fn line(&self, text: impl fmt::Display) {
        self.out.line(text);
    }

    /// Prints whole lines at once.
    ///
    /// # Errors
    /// When standard output has failed.
    pub fn bulk(&self, lines: &[u8]) -> io::Result<()> {
        self.out.bulk().write_all(lines)
    }

    /// Prints a line for people, unless only the answer is asked for.
    pub fn comment(&self, text: impl fmt::Display) {
        if !self.input.quiet {
            self.line(format_args!("c {text}"));
        }
    }

    /// Whether only the answer is asked for.
    pub fn is_quiet(&self) -> bool {
        self.input.quiet
    }

    /// Sets what the live line on a terminal says is being done.
    pub fn doing(&self, what: &str) {
        process::live().set_message(what);
    }

    /// Whether nobody reads standard output any more.
    pub fn is_closed(&self) -> bool {
        self.out.outcome() != Outcome::Written
    }

    /// Reports why the answer is incomplete.
    pub fn stopped(&self, stop: Stop, means: &str) {
        self.line(format_args!("c stopped: {stop}; {means}"));
    }
}

/// The failure of a formula that cannot be read.
fn unread(error: ReadError) -> Failure {
    match error {
        ReadError::Stopped { stop, .. } => Failure::Stopped(stop),
        error => Failure::input(error),
    }
}

/// Variables as `1,5-9` names them; with names, those that begin so or are so called are found by `NAME` and `PREFIX*`.
pub fn variables(text: &str, document: &Document) -> Result<Vec<Var>, Failure> {
    let mut vars = Vec::new();
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let number = |word: &str| word.parse::<u32>().ok().and_then(Var::from_dimacs);
        let range = word.split_once('-').map(|(from, to)| (number(from), number(to)));
        let found = vars.len();
        if let (None, Some(var)) = (&document.names, number(word)) {
            vars.push(var);
        } else if let (None, Some((Some(from), Some(to)))) = (&document.names, range) {
            vars.extend((from.index()..=to.index()).map(Var::new));
        } else {
            let called = |name: &str| word.strip_suffix('*').map_or(name == word, |prefix| name.starts_with(prefix));
            if let Some(names) = &document.names {
                let all = (0..names.len()).map(Var::new);
                vars.extend(all.filter(|&var| names.name(var).is_some_and(called)));
            }
            let named = document.varnames.iter().filter(|(_, name)| called(name));
            vars.extend(named.filter_map(|&(number, _)| Var::from_dimacs(number)));
        }
        if vars.len() == found {
            let message = format!("--show: expected variables such as 3, 5-9, NAME or PREFIX*, found '{word}'");
            return Err(Failure::Usage(message));
        }
    }
    vars.sort_unstable();
    vars.dedup();
    Ok(vars)
}
