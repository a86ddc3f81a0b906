//! What the command lines of the puzzle tools share: input, output, engines and limits, exit codes.

use super::play::Scene;
use super::{SyntaxError, png};
use crate::cnf::Formula;
use crate::cnf::model::first_falsified;
use crate::csp::{Method, Outcome, PoseError, Problem, Search};
use crate::encode::Encoding;
use crate::engine::{self, Engine, Observer, Verdict};
use crate::limits::{Limits, Stop, cpu_time};
use crate::observe::args::{Search as Seen, SeeArgs};
use crate::output::write_whole;
use crate::process::Process;
use crate::reason::{Incremental, Oracle, Resolving};
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The largest puzzle text that is read, so that an endless input ends.
const MAX_INPUT: u64 = 1 << 30;

/// How a tool ends when nothing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: done, or no answer within the limits.
    Done,
    /// 10: solved.
    Solved,
    /// 20: no solution, or a wrong answer.
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
}

/// How a tool ends when something failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// 1: bad input, or a failing read or write.
    Input(String),
    /// 2: the command line asks for something that cannot be.
    Usage(String),
    /// 70: an engine's answer was found wrong.
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
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Failure::Input(message) | Failure::Usage(message) | Failure::Internal(message)) = self;
        f.write_str(message)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Input(error.to_string())
    }
}

/// Standard output, buffered. When the reader has closed it, the rest is dropped silently, so that the tool ends with the
/// exit code that its answer has.
#[derive(Debug)]
pub struct Output {
    inner: BufWriter<io::Stdout>,
    closed: bool,
}

impl Output {
    fn quiet(&mut self, error: io::Error) -> io::Result<()> {
        if error.kind() == io::ErrorKind::BrokenPipe {
            self.closed = true;
            Ok(())
        } else {
            Err(error)
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        match self.inner.write(bytes) {
            Ok(count) => Ok(count),
            Err(error) => self.quiet(error).map(|()| bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        self.inner.flush().or_else(|error| self.quiet(error))
    }
}

/// Runs a tool: gives it standard output, prints what failed on stderr after the tool's name, and makes the exit code.
pub fn run(tool: &str, body: impl FnOnce(&mut Output) -> Result<Exit, Failure>) -> ExitCode {
    let mut out = Output { inner: BufWriter::with_capacity(1 << 16, io::stdout()), closed: false };
    let ended = body(&mut out).and_then(|exit| out.flush().map(|()| exit).map_err(Failure::from));
    if ended.is_err() {
        // What was printed before the failure still belongs to the user; the failure itself is told below.
        let _ = out.flush();
    }
    // A buffer that cannot be written would be tried again when dropped; leave it.
    let code = match ended {
        Ok(exit) => exit.code(),
        Err(failure) => {
            eprintln!("{tool}: {failure}");
            match failure {
                Failure::Input(_) => 1,
                Failure::Usage(_) => 2,
                Failure::Internal(_) => 70,
            }
        }
    };
    ExitCode::from(code)
}

/// A puzzle's text and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name for messages; `<stdin>` for standard input.
    pub name: String,
    /// The text, without a byte order mark.
    pub text: String,
}

impl Source {
    /// Reads a file, or standard input when there is no path or it is `-`.
    ///
    /// # Errors
    /// When it cannot be read, is too large, or is not UTF-8.
    pub fn read(path: Option<&Path>) -> Result<Source, Failure> {
        let path = path.filter(|path| *path != Path::new("-"));
        let name = path.map_or("<stdin>".into(), |path| path.display().to_string());
        let mut bytes = Vec::new();
        let read = match path {
            Some(path) => std::fs::File::open(path).and_then(|file| file.take(MAX_INPUT + 1).read_to_end(&mut bytes)),
            None => io::stdin().lock().take(MAX_INPUT + 1).read_to_end(&mut bytes),
        };
        read.map_err(|error| Failure::input(format!("{name}: {error}")))?;
        if bytes.len() as u64 > MAX_INPUT {
            return Err(Failure::input(format!("{name}: larger than 1 GiB")));
        }
        Source::from_bytes(name, bytes)
    }

    /// A source from bytes that were read already.
    ///
    /// # Errors
    /// When they are not UTF-8.
    pub fn from_bytes(name: String, bytes: Vec<u8>) -> Result<Source, Failure> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let column = good.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
            Failure::input(format!("{name}:{line}:{column}: expected UTF-8 text"))
        })?;
        let text = text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text);
        Ok(Source { name, text })
    }

    /// The failure of this source for an error in its text.
    pub fn failure(&self, error: &SyntaxError) -> Failure {
        Failure::Input(format!("{}:{error}", self.name))
    }
}

/// Where a puzzle comes from.
#[derive(Clone, Debug, clap::Args)]
pub struct InputArgs {
    /// The puzzle's file; `-` or nothing is standard input.
    #[arg(value_name = "FILE")]
    pub path: Option<PathBuf>,
}

impl InputArgs {
    /// Reads the puzzle's text.
    ///
    /// # Errors
    /// As [`Source::read`].
    pub fn read(&self) -> Result<Source, Failure> {
        Source::read(self.path.as_deref())
    }

    /// The files of a folder in the order of their names, hidden ones left out; nothing when the input is no folder.
    ///
    /// # Errors
    /// When the folder cannot be read or holds no file.
    pub fn folder(&self) -> Result<Option<Vec<PathBuf>>, Failure> {
        let Some(folder) = self.path.as_deref().filter(|path| path.is_dir()) else { return Ok(None) };
        let failure = |error: io::Error| Failure::input(format!("{}: {error}", folder.display()));
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(failure)? {
            let entry = entry.map_err(failure)?;
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            if entry.path().is_file() && !hidden {
                files.push(entry.path());
            }
        }
        if files.is_empty() {
            return Err(Failure::input(format!("{}: expected files in this folder, found none", folder.display())));
        }
        files.sort();
        Ok(Some(files))
    }
}

/// What became of many puzzles, and how long they took.
#[derive(Clone, Debug)]
pub struct Tally {
    start: Instant,
    solved: usize,
    refuted: usize,
    open: usize,
    unread: usize,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { start: Instant::now(), solved: 0, refuted: 0, open: 0, unread: 0 }
    }
}

impl Tally {
    /// One more puzzle with a solution.
    pub fn solved(&mut self) {
        self.solved += 1;
    }

    /// One more puzzle without any.
    pub fn refuted(&mut self) {
        self.refuted += 1;
    }

    /// One more puzzle that no answer was found for within the limits.
    pub fn open(&mut self) {
        self.open += 1;
    }

    /// One more puzzle that could not be read.
    pub fn unread(&mut self) {
        self.unread += 1;
    }

    /// Tells the figures on stderr; the exit code: solved when all are.
    ///
    /// # Errors
    /// When a puzzle could not be read.
    pub fn end(&self, tool: &str) -> Result<Exit, Failure> {
        let all = self.solved + self.refuted + self.open + self.unread;
        let seconds = self.start.elapsed().as_secs_f64();
        let mut line = format!("{tool}: {} of {all} solved", self.solved);
        for (count, what) in [(self.refuted, "without solution"), (self.open, "unknown"), (self.unread, "not read")] {
            if count > 0 {
                line.push_str(&format!(", {count} {what}"));
            }
        }
        eprintln!("{line}, {seconds:.2} s, {:.0} a second", all as f64 / seconds.max(1e-9));
        match (self.unread, self.solved == all) {
            (0, true) => Ok(Exit::Solved),
            (0, false) => Ok(Exit::Done),
            (unread, _) => Err(Failure::input(format!("{unread} of {all} could not be read"))),
        }
    }
}

/// Whether standard output wants colours: it is a terminal that knows them, and `NO_COLOR` is not set.
pub fn colours() -> bool {
    let told_not_to = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let simple = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && !told_not_to && !simple
}

/// Which engine solves, and how long it may.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct EngineArgs {
    /// The engine, by name (see `solver --help`); the default is CDCL. Where a puzzle is solved also the finite-domain
    /// searches csp-backtrack, csp-fc and csp-fc-mrv.
    #[arg(long, value_name = "NAME", conflicts_with = "solver")]
    pub engine: Option<String>,
    /// A foreign solver: a program, or a command with `{cnf}` and perhaps `{out}` in it.
    #[arg(long, value_name = "COMMAND")]
    pub solver: Option<String>,
    /// An option of the engine; may be given several times.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Seed of all random choices.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Wall-clock limit in seconds.
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// CPU-time limit in seconds: what other programs do in the meantime does not count.
    #[arg(long, value_name = "SECONDS")]
    pub cpu: Option<f64>,
    /// Limit on conflicts in each search; explain, count and --certain search several times.
    #[arg(long, value_name = "N")]
    pub conflicts: Option<u64>,
    /// Limit on decisions in each search; explain, count and --certain search several times.
    #[arg(long, value_name = "N")]
    pub decisions: Option<u64>,
    /// Limit on the engine's own steps (attempts, calls, flips, expanded states) in each search; explain, count and
    /// --certain search several times.
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
}

/// The engine that is used when none is named.
const DEFAULT_ENGINE: &str = "cdcl";

/// Engines by local search: they get encodings without auxiliary variables, and never say that there is no solution.
const LOCAL_SEARCH: &[&str] =
    &["gsat", "walksat", "probsat", "novelty", "adaptnovelty", "annealing", "ddfw", "focused", "local"];

/// What solves: an engine of this package or a foreign program.
pub enum Backend {
    /// An engine of this package.
    Engine(Box<dyn Engine>),
    /// A foreign program.
    Process(Process),
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Backend::Engine(engine) => f.debug_tuple("Engine").field(&engine.name()).finish(),
            Backend::Process(process) => process.fmt(f),
        }
    }
}

impl EngineArgs {
    /// The chosen engine with its options.
    ///
    /// # Errors
    /// When there is no such engine, or it has no such option.
    pub fn backend(&self) -> Result<Backend, Failure> {
        if let Some(command) = &self.solver {
            return Process::new(command).map(Backend::Process).map_err(Failure::usage);
        }
        self.built_in().map(Backend::Engine)
    }

    /// Whether the engine is our CDCL, chosen or by default.
    pub fn is_cdcl(&self) -> bool {
        self.solver.is_none() && self.engine.as_deref().is_none_or(|name| name == DEFAULT_ENGINE)
    }

    /// The chosen engine of this package.
    ///
    /// # Errors
    /// When there is no such engine, or it has no such option.
    pub fn built_in(&self) -> Result<Box<dyn Engine>, Failure> {
        let chosen = self.engine.as_deref().unwrap_or(DEFAULT_ENGINE);
        let mut engine = engine::by_name(chosen).ok_or_else(|| {
            let names: Vec<&str> = engine::names().collect();
            Failure::usage(format!("there is no engine called '{chosen}'; known are {}", names.join(", ")))
        })?;
        for (name, value) in self.pairs()? {
            engine.set_option(name, value).map_err(Failure::usage)?;
        }
        if let Some(seed) = self.seed
            && engine.options().iter().any(|row| row.name == "seed")
        {
            engine.set_option("seed", &seed.to_string()).map_err(Failure::usage)?;
        }
        Ok(engine)
    }

    /// An oracle for many questions about a formula: the incremental solver, or the chosen engine anew each time.
    ///
    /// # Errors
    /// When there is no such engine, or it has no such option.
    pub fn oracle(&self, formula: &Formula) -> Result<Box<dyn Oracle>, Failure> {
        if self.solver.is_some() {
            return Err(Failure::usage("--solver: a foreign solver answers one question; name an --engine instead"));
        }
        if !self.is_cdcl() {
            return Ok(Box::new(Resolving::new(formula.clone(), self.built_in()?)));
        }
        let options = self.cdcl_options()?;
        let named: Vec<(&str, &str)> = options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let oracle = Incremental::with_options(formula, &named).map_err(Failure::usage)?;
        Ok(Box::new(oracle))
    }

    /// What was asked for of the CDCL engine, the seed first.
    ///
    /// # Errors
    /// When an option is no name and value.
    pub fn cdcl_options(&self) -> Result<Vec<(String, String)>, Failure> {
        let seed = self.seed.map(|seed| ("seed".to_string(), seed.to_string()));
        let named = self.pairs()?.into_iter().map(|(name, value)| (name.to_string(), value.to_string()));
        Ok(seed.into_iter().chain(named).collect())
    }

    /// The engine's options as names and values.
    fn pairs(&self) -> Result<Vec<(&str, &str)>, Failure> {
        let pair = |option: &'_ str| -> Failure { Failure::usage(format!("expected NAME=VALUE, found '{option}'")) };
        self.options.iter().map(|option| option.split_once('=').ok_or_else(|| pair(option))).collect()
    }

    /// Whether the chosen engine walks among assignments: it then gets no auxiliary variables.
    pub fn is_local_search(&self) -> bool {
        self.engine.as_deref().is_some_and(|name| LOCAL_SEARCH.iter().any(|known| name.starts_with(known)))
    }

    /// The finite-domain search, if the engine's name is one's.
    pub fn csp(&self) -> Option<Method> {
        self.engine.as_deref().and_then(Method::by_name)
    }

    /// The first solution of a puzzle that is posed as finite-domain problem; recorded, played or watched if the scene
    /// asks for that.
    ///
    /// # Errors
    /// When the puzzle could not be posed, options were given for the search, which has none, or a file cannot be written.
    pub fn search(
        &self,
        problem: Result<Problem, PoseError>,
        method: Method,
        limits: &Limits,
        scene: &Scene<'_>,
    ) -> Result<Outcome, Failure> {
        if let Some(option) = self.options.first() {
            return Err(Failure::usage(format!("{} has no options; found --set {option}", method.name())));
        }
        let problem = problem.map_err(Failure::input)?;
        let num_vars = problem.num_vars() * problem.num_values();
        let (name, mut outcome) = (method.name(), Outcome::NoSolution);
        let run = |observer: Option<&mut dyn Observer>| {
            let mut search = Search::new(&problem, method);
            outcome = search.next(limits, observer);
            (problem.verdict(&outcome), search.counters().rows())
        };
        let words = || (scene.words)(num_vars as u32);
        let engine = Seen { engine: &name, options: &[], num_vars };
        scene.see.run(engine, words, |words, _| (scene.board)(words), run).map_err(unwritten)?;
        Ok(outcome)
    }

    /// Counts the solutions of a puzzle that is posed as finite-domain problem, up to `limit`; the flag says whether all
    /// were counted.
    ///
    /// # Errors
    /// As [`EngineArgs::search`].
    pub fn count(
        &self,
        problem: Result<Problem, PoseError>,
        method: Method,
        limit: u64,
        limits: &Limits,
    ) -> Result<Result<(u64, bool), Stop>, Failure> {
        if let Some(option) = self.options.first() {
            return Err(Failure::usage(format!("{} has no options; found --set {option}", method.name())));
        }
        let problem = problem.map_err(Failure::input)?;
        let mut search = Search::new(&problem, method);
        let mut found = 0;
        loop {
            match search.next(limits, None) {
                Outcome::Solved(_) if found == limit => return Ok(Ok((found, false))),
                Outcome::Solved(_) => found += 1,
                Outcome::NoSolution => return Ok(Ok((found, true))),
                Outcome::Unknown(stop) => return Ok(Err(stop)),
            }
        }
    }

    /// The limits of one run that begins now.
    ///
    /// # Errors
    /// When the time is not a number of seconds.
    pub fn limits(&self) -> Result<Limits, Failure> {
        let mut limits =
            Limits { conflicts: self.conflicts, decisions: self.decisions, steps: self.steps, ..Limits::none() };
        if let Some(seconds) = self.time {
            let time = Duration::try_from_secs_f64(seconds)
                .map_err(|_| Failure::usage(format!("--time: expected seconds, found {seconds}")))?;
            limits = limits.with_wall_time(time);
        }
        if let Some(seconds) = self.cpu {
            let time = Duration::try_from_secs_f64(seconds)
                .map_err(|_| Failure::usage(format!("--cpu: expected seconds, found {seconds}")))?;
            limits.cpu = Some(cpu_time() + time);
        }
        Ok(limits)
    }
}

impl Backend {
    /// Solves a formula and checks a model against it.
    ///
    /// # Errors
    /// When a foreign program fails, or a model is wrong.
    pub fn solve(&mut self, formula: &Formula, limits: &Limits) -> Result<Verdict, Failure> {
        self.solve_seen(formula, limits, &Scene::unseen())
    }

    /// The same, with the search recorded, played or watched if the scene asks for that.
    ///
    /// # Errors
    /// As [`Backend::solve`]; also when a foreign program is to be seen, or a file cannot be written.
    pub fn solve_seen(&mut self, formula: &Formula, limits: &Limits, scene: &Scene<'_>) -> Result<Verdict, Failure> {
        match self {
            Backend::Process(_) if scene.see.any() => {
                Err(Failure::usage("the search of a foreign solver cannot be seen: name an --engine"))
            }
            Backend::Process(process) => process.run(formula, limits).map_err(Failure::input),
            Backend::Engine(engine) => {
                let seen = scene.see.solve(
                    engine.as_mut(),
                    formula.clone(),
                    limits,
                    || (scene.words)(formula.num_vars()),
                    |words, _| (scene.board)(words),
                );
                let verdict = seen.map_err(unwritten)?;
                if let Verdict::Sat(model) = &verdict
                    && let Some(clause) = first_falsified(model, formula)
                {
                    let message = format!("engine {}: its model leaves clause {} false", engine.name(), clause + 1);
                    return Err(Failure::Internal(message));
                }
                Ok(verdict)
            }
        }
    }
}

/// Makes sure that what is to be seen is one search.
///
/// # Errors
/// When something is to be seen, but there are many searches or none.
pub fn see_one(see: &SeeArgs, one: bool) -> Result<(), Failure> {
    if see.any() && !one {
        return Err(Failure::usage("--record, --play and --watch show one search for one solution of one puzzle"));
    }
    Ok(())
}

/// The failure of a file that could not be written.
pub fn unwritten((path, error): (PathBuf, io::Error)) -> Failure {
    Failure::input(format!("{}: {error}", path.display()))
}

/// Writes an encoding as DIMACS or in the named form.
///
/// # Errors
/// When writing fails.
pub fn write_encoding(out: &mut Output, encoding: &Encoding, symbolic: bool) -> Result<Exit, Failure> {
    if symbolic {
        encoding.write_symbolic(out)?
    } else {
        encoding.write_dimacs(out)?
    }
    Ok(Exit::Done)
}

/// Where a picture goes, and as what.
#[derive(clap::Args, Clone, Debug)]
pub struct PictureArgs {
    /// Write to this file instead of standard output; a name that ends in .png asks for PNG.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write PNG instead of SVG.
    #[arg(long)]
    pub png: bool,
    /// Pixels of a PNG for each unit of the SVG.
    #[arg(long, value_name = "X", default_value_t = 2.0)]
    pub scale: f64,
}

impl Default for PictureArgs {
    fn default() -> PictureArgs {
        PictureArgs { output: None, png: false, scale: 2.0 }
    }
}

impl PictureArgs {
    /// Whether neither a file nor PNG was asked for.
    fn is_default(&self) -> bool {
        self.output.is_none() && !self.png
    }

    /// Whether the picture goes to a terminal, which then gets one of letters.
    pub fn on_terminal(&self) -> bool {
        self.is_default() && io::stdout().is_terminal()
    }

    /// Writes an SVG picture as the user wants it.
    ///
    /// # Errors
    /// When it cannot be drawn or written.
    pub fn write(&self, svg: &str, out: &mut Output) -> Result<(), Failure> {
        let named = |path: &PathBuf| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
        let png = self.png || self.output.as_ref().is_some_and(named);
        let bytes = match png {
            true => &png::render(svg, self.scale).map_err(|error| Failure::usage(format!("{error} (--scale)")))?,
            false => svg.as_bytes(),
        };
        match &self.output {
            Some(path) => write_file(path, |file| file.write_all(bytes)),
            None if png && io::stdout().is_terminal() => Err(Failure::usage("a PNG needs a file: name it with -o")),
            None => Ok(out.write_all(bytes)?),
        }
    }
}

/// Prints a count, `>N` where a limit cut it.
///
/// # Errors
/// When writing fails.
pub fn write_count(out: &mut Output, counted: Result<(u64, bool), Stop>) -> Result<Exit, Failure> {
    match counted {
        Ok((found, true)) => writeln!(out, "{found}")?,
        Ok((found, false)) => writeln!(out, ">{found}")?,
        Err(stop) => return unknown(out, stop),
    }
    Ok(Exit::Done)
}

/// The exit code of a count that was asked whether there is exactly one solution: 10 when there is, 20 when there are none
/// or more; `otherwise` when that was not asked or is not known.
pub fn uniqueness(asked: bool, counted: Result<(u64, bool), Stop>, otherwise: Exit) -> Exit {
    match counted {
        Ok((1, true)) if asked => Exit::Solved,
        Ok((1, false)) | Ok((0 | 2.., _)) if asked => Exit::NoSolution,
        _ => otherwise,
    }
}

/// Says that there is no answer, and why; the exit code is 0.
///
/// # Errors
/// When writing fails.
pub fn unknown(out: &mut Output, stop: Stop) -> Result<Exit, Failure> {
    writeln!(out, "UNKNOWN ({stop})")?;
    Ok(Exit::Done)
}

/// What is said of the clues of a core: `minimal` when none of them can be left out, else that a limit ran out.
pub fn core_words(stopped: Option<Stop>, minimal: &str) -> String {
    stopped.map_or_else(|| minimal.into(), |stop| format!(" ({stop}: perhaps not all of these are needed)"))
}

/// A cell as users write it: `row,column`, both from 1.
///
/// # Errors
/// A message for clap.
pub fn parse_cell(text: &str) -> Result<(usize, usize), String> {
    let expected = || format!("expected ROW,COLUMN, both from 1, found '{text}'");
    let (row, column) = text.split_once(',').ok_or_else(expected)?;
    let number = |word: &str| word.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1)).ok_or_else(expected);
    Ok((number(row)?, number(column)?))
}

/// Writes a file whole or not at all, see [`write_whole`].
///
/// # Errors
/// When it cannot be written.
pub fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    write_whole(path, write).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_count_from_one() {
        assert_eq!(parse_cell("1, 3"), Ok((0, 2)));
        assert!(parse_cell("0,1").is_err() && parse_cell("3").is_err() && parse_cell("a,b").is_err());
    }

    #[test]
    fn text_must_be_utf8_and_loses_its_mark() {
        let source = Source::from_bytes("x".into(), "\u{feff}1 2".into()).expect("text");
        assert_eq!(source.text, "1 2");
        let bad = Source::from_bytes("x".into(), b"1\n2 \xff".to_vec());
        assert_eq!(bad, Err(Failure::Input("x:2:3: expected UTF-8 text".into())));
    }
}
