//! What the subcommands share: input, limits, signals, exit codes.

use clap::Args;
use gemsat::cnf::input::{Document, ReadOptions, read_path};
use gemsat::cnf::question::Asked;
use gemsat::cnf::{ReadError, Var};
use gemsat::command::exit::{self, Exit, Failure, code_after};
use gemsat::command::limits::{LimitArgs, advice};
use gemsat::command::live::Live;
use gemsat::command::output::{Outcome, Output, complain, end_process};
use gemsat::command::signals::{self, AnswerClaim, Cause, Fallback, map_large_buffers};
use gemsat::command::text::TextArgs;
use gemsat::command::{process, report, terminal};
use gemsat::limits::{Gauge, Limits, Stop};
use std::cell::Cell;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

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
    live: Live,
    claim: AnswerClaim,
    /// Whether the claim is the run's.
    answering: Cell<bool>,
    input: InputArgs,
    /// Whether standard output holds JSON and nothing else.
    json: bool,
}

/// Answers when the run does not in time: it waits for input, or works on something that cannot be divided.
struct Unknown {
    out: Output,
    live: Live,
    json: bool,
}

/// How long a run that has begun to write its answer may go on after a signal, where nothing holds it up.
const PATIENCE: Duration = Duration::from_secs(1);

impl Unknown {
    /// Says why the run ends; not after the live line is cleared, which whoever writes may have in hand.
    fn complain(&self, cause: Cause, means: &str) {
        if !self.out.held() {
            self.live.end();
        }
        complain(format_args!("cnfquery: {cause}{means}"));
    }
}

impl Fallback for Unknown {
    fn give_answer(&self, cause: Cause) {
        if self.out.is_blocked() {
            self.complain(cause, " while standard output is held up");
            end_process(1);
        }
        self.complain(cause, "");
        if let Some(known) = process::take_known() {
            let said = known(cause.stop());
            // A standard output that cannot be written to is seen at the end.
            let _ = self.out.bulk().write_all(said.out.as_bytes());
            end_process(code_after(&self.out, "cnfquery", said.exit.code()));
        }
        match self.json {
            true => self.out.line(format_args!("{{\"satisfiable\":null,\"stopped\":\"{}\"}}", cause.stop())),
            false => self.out.line("s UNKNOWN"),
        }
        end_process(code_after(&self.out, "cnfquery", Exit::Done.code()));
    }

    fn abandon_output(&self, cause: Cause) {
        // A run that nothing holds up may only be slow.
        let until = Instant::now() + PATIENCE;
        while !self.out.held() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        self.complain(cause, " while writing the answer: it is incomplete");
        end_process(1);
    }
}

/// What nodes and cache each may take when there is no limit of memory, and the shares that there are of a limit.
const CIRCUIT_BYTES: u64 = 1 << 30;
const CIRCUIT_SHARES: u64 = 3;

impl Run {
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
            self.live.suspend(terminal::announce);
        }
        self.doing(&format!("reading {}", report::clean(&path.display().to_string())));
        let document = read_path(path, options, &self.limits).map_err(unread)?;
        self.live.suspend(|| self.input.text.complain("cnfquery", path.display(), &document));
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

    /// Says how something was taken that could be taken in another way, on standard error and as a comment.
    pub fn remark(&self, text: impl fmt::Display) {
        complain(format_args!("cnfquery: {}: {text}", self.file()));
        if !self.json {
            self.comment(text);
        }
    }

    /// The bytes that the nodes of a count may take where they are kept, and as many its cache.
    pub fn circuit_bytes(&self) -> usize {
        self.input.limits.resources.memory_limit.map_or(CIRCUIT_BYTES, |limit| limit / CIRCUIT_SHARES) as usize
    }

    /// Begins the answer. From now on the run ends by itself; before, it is ended without an answer when it does not hear
    /// a limit or a signal. What takes long and can be stopped belongs in front of this.
    pub fn answer(&self) {
        if self.answering.replace(true) {
            return;
        }
        while !self.claim.take() {
            // The watch answers, and ends the process.
            std::thread::park();
        }
        self.live.end();
    }

    /// Prints a line.
    pub fn line(&self, text: impl fmt::Display) {
        self.live.suspend(|| self.out.line(text));
    }

    /// Prints whole lines at once.
    ///
    /// # Errors
    /// When standard output has failed.
    pub fn bulk(&self, lines: &[u8]) -> io::Result<()> {
        let mut written = Ok(());
        self.live.suspend(|| written = self.out.bulk().write_all(lines));
        written
    }

    /// A line for people, unless only the answer is asked for.
    pub fn comment(&self, text: impl fmt::Display) {
        if !self.input.quiet {
            self.line(format_args!("c {text}"));
        }
    }

    /// Whether only the answer is asked for.
    pub fn is_quiet(&self) -> bool {
        self.input.quiet
    }

    /// What the line on a terminal says is being done.
    pub fn doing(&self, what: &str) {
        self.live.set_message(what);
    }

    /// Whether nobody reads standard output any more.
    pub fn is_closed(&self) -> bool {
        self.out.outcome() != Outcome::Written
    }

    /// Why the run is to stop, where its search knows only that it is.
    pub fn reason(&self, stop: Stop) -> Stop {
        self.claim.cause().filter(|_| stop == Stop::Interrupted).map_or(stop, Cause::stop)
    }

    /// Says why the answer is not whole.
    pub fn stopped(&self, stop: Stop, means: &str) {
        let stop = self.reason(stop);
        self.line(format_args!("c stopped: {stop}; {means}"));
    }
}

/// Runs a subcommand and makes the exit code; `json`: its answer is a line of JSON.
pub fn run(input: &InputArgs, json: bool, subcommand: impl FnOnce(&Run) -> Result<Exit, Failure>) -> ExitCode {
    exit::run("cnfquery", |out| {
        map_large_buffers();
        let limits = Limits { gauge: Gauge::watched(), ..input.limits.from_now() };
        let gauge = limits.gauge.clone();
        let live = match input.quiet {
            true => Live::hidden(),
            false => Live::stderr(Instant::now(), move || report::figures(&gauge.figures())),
        };
        let claim = AnswerClaim::default();
        let unknown = Unknown { out: out.clone(), live: live.clone(), json };
        if let Err(error) = signals::watch(limits.clone(), claim.clone(), unknown) {
            complain(format_args!("cnfquery: signals cannot be waited for: {error}"));
        }
        let run =
            Run { limits, out: out.clone(), live, claim, answering: Cell::new(false), input: input.clone(), json };
        let ended = subcommand(&run);
        run.answer();
        match ended {
            Err(Failure::Stopped(stop)) => {
                let stop = run.reason(stop);
                if json {
                    run.line(format_args!("{{\"satisfiable\":null,\"stopped\":\"{stop}\"}}"));
                    return Ok(Exit::Done);
                }
                if let Some(advice) = advice(stop, &run.limits) {
                    run.comment(advice);
                }
                run.comment(format_args!("stopped: {stop}"));
                run.line("s UNKNOWN");
                Ok(Exit::Done)
            }
            ended => ended,
        }
    })
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
            vars.extend((from.index()..=to.index()).map(|index| Var::new(index as u32)));
        } else {
            let called = |name: &str| word.strip_suffix('*').map_or(name == word, |prefix| name.starts_with(prefix));
            if let Some(names) = &document.names {
                let all = (0..names.len() as u32).map(Var::new);
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
