//! One run of the `solver` command: what is common to all engines between the command line and the exit code.
//!
//! A run reads the formula, has it solved, checks the model against the original clauses, and answers. It may be ended
//! from outside at any moment (see [`crate::signals`]); whoever has claimed the [`Agreement`] gives the one answer.

use crate::cdcl::kernels::heap::map_large_buffers;
use crate::cdcl::state::room::can_have;
use crate::cli::{ColorWhen, Flags, InputForm, StatsForm};
use crate::cnf::dimacs::write_dimacs;
use crate::cnf::input::{self, Format, ReadOptions};
use crate::cnf::packed::Packed;
use crate::cnf::symbolic::Names;
use crate::cnf::{Assignment, Formula, Lit, ReadError, Var};
use crate::engine::{Engine, Progress, Reporter, Simplified, Verdict};
use crate::limits::{Limits, Stop};
use crate::live::Live;
use crate::observe::{Board, Record, Words};
use crate::output::{self, Outcome, Output, complain};
use crate::proof;
use crate::report::{self, Palette, Table};
use crate::signals::{self, Agreement, Cause, Rescue};
use crate::statistics::{InputFacts, ProofFacts, Resources, ResultFacts, Statistics};
use std::collections::HashMap;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Declared variables above the largest one that occurs, from which on they are left out of the answer.
const MANY_UNUSED: u32 = 1_000_000;

/// Why a run ends without an answer of its engine.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The flags do not go together: exit code 2.
    Usage(String),
    /// The formula cannot be read: exit code 1.
    Input(ReadError),
    /// A limit ended the run before its engine began: `s UNKNOWN`, exit code 0.
    Stopped(Stop),
    /// A file cannot be written to: exit code 1.
    File(PathBuf, io::Error),
    /// The proof could not be completed: `s UNKNOWN`, exit code 1.
    Proof(PathBuf, io::Error),
    /// The model leaves the clause with this index, from 0, false: exit code 70.
    WrongModel(usize),
    /// The program panicked: exit code 70.
    Panic,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(text) => f.write_str(text),
            Failure::Input(error) => error.fmt(f),
            Failure::Stopped(stop) => stop.fmt(f),
            Failure::File(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Proof(path, error) => {
                write!(f, "{}: the proof is incomplete, it could not be written: {error}", path.display())
            }
            Failure::WrongModel(clause) => {
                write!(
                    f,
                    "internal check failed: the engine's model leaves clause {} false; please report this",
                    clause + 1
                )
            }
            Failure::Panic => f.write_str("internal error; please report this"),
        }
    }
}

impl std::error::Error for Failure {}

/// What is kept of the input while the engine has the formula.
#[derive(Debug)]
pub struct Original {
    clauses: Packed,
    names: Option<Names>,
    varnames: HashMap<u32, String>,
    notes: Vec<String>,
}

impl Original {
    /// The name of a variable, if it has one.
    fn name(&self, var: Var) -> Option<String> {
        match &self.names {
            Some(names) => Some(names.literal(var.pos()).to_string()),
            None => self.varnames.get(&(var.to_dimacs() as u32)).cloned(),
        }
    }
}

/// A run of the command. Clones are the same run.
#[derive(Clone)]
pub struct Session {
    flags: Arc<Flags>,
    started: Instant,
    limits: Limits,
    output: Output,
    agreement: Agreement,
    facts: Arc<Mutex<Statistics>>,
    table: Arc<Mutex<Table>>,
    live: Live,
    palette: Palette,
    /// Whether the search and the files that show it are done.
    recorded: Arc<AtomicBool>,
}

impl Session {
    /// Begins a run: makes sure that its files can be written, starts the watch, and says hello.
    ///
    /// # Errors
    /// When the files get in each other's way, or a folder is missing.
    pub fn start(flags: Flags, engine: &mut dyn Engine, started: Instant) -> Result<Session, Failure> {
        check_files(&flags)?;
        map_large_buffers();
        let limits = Limits {
            deadline: flags.time_limit.and_then(|limit| started.checked_add(limit)),
            cpu: least(flags.cpu_limit, signals::hard_cpu_limit()),
            conflicts: flags.conflict_limit,
            decisions: flags.decision_limit,
            ticks: flags.tick_limit,
            steps: flags.step_limit,
            memory: least(flags.memory_limit, signals::hard_memory_limit()),
            ..Limits::none()
        };
        let facts = Statistics {
            source: flags.source(),
            engine: engine.name().to_owned(),
            options: if flags.writes_json() { engine.options() } else { Vec::new() },
            limits: limits.clone(),
            time_limit: flags.time_limit,
            input: None,
            result: ResultFacts::default(),
            counters: Vec::new(),
            proof: None,
            resources: Resources::default(),
        };
        let session = Session {
            started,
            output: Output::stdout(),
            agreement: Agreement::default(),
            facts: Arc::new(Mutex::new(facts)),
            table: Arc::default(),
            live: live_line(&flags, started),
            palette: Palette { on: colored(flags.color, io::stdout().is_terminal()) },
            limits,
            flags: Arc::new(flags),
            recorded: Arc::default(),
        };
        if let Err(error) = signals::watch(session.limits.clone(), session.agreement.clone(), session.clone()) {
            complain(format_args!("solver: warning: signals are not watched: {error}"));
        }
        if !session.flags.quiet {
            engine.set_reporter(Box::new(session.clone()));
            session.greet(engine);
        }
        Ok(session)
    }

    /// The limits of the run.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Reads the formula and keeps a packed copy of its clauses.
    ///
    /// # Errors
    /// When it cannot be read, or a limit ends the reading.
    pub fn read(&self) -> Result<(Formula, Original), Failure> {
        let defaults = ReadOptions::default();
        let options = ReadOptions {
            format: match self.flags.format {
                InputForm::Auto => Format::Auto,
                InputForm::Dimacs => Format::Dimacs,
                InputForm::Symbolic => Format::Symbolic,
            },
            relaxed: self.flags.relaxed,
            max_vars: self.flags.max_vars.unwrap_or(defaults.max_vars),
            max_input: self.flags.max_input.unwrap_or(defaults.max_input),
        };
        let path =
            if self.flags.from_stdin() { Path::new("-") } else { self.flags.file.as_deref().unwrap_or(Path::new("-")) };
        let document = input::read_path(path, &options, &self.limits).map_err(|error| match error {
            ReadError::Stopped { stop, .. } => Failure::Stopped(stop),
            error => Failure::Input(error),
        })?;
        for warning in &document.warnings {
            self.live.suspend(|| complain(format_args!("solver: warning: {}", report::clean(warning))));
        }
        let mut formula = document.formula;
        let declared = formula.num_vars();
        let unused = declared - formula.used_vars();
        let unused = if unused > MANY_UNUSED && document.names.is_none() { unused } else { 0 };
        if unused > 0 {
            formula.keep_vars(declared - unused);
        }
        let clauses = Packed::new(&formula).map_err(|_| Failure::Stopped(Stop::Memory))?;
        probe_memory(&formula)?;
        let facts = InputFacts {
            format: if document.names.is_some() { "symbolic" } else { "dimacs" },
            variables: declared.into(),
            clauses: formula.num_clauses() as u64,
            literals: formula.num_lits() as u64,
        };
        let reading = self.started.elapsed();
        self.say(format_args!(
            "c {} variables, {} clauses, {} literals, read in {:.2} seconds",
            facts.variables,
            facts.clauses,
            facts.literals,
            reading.as_secs_f64()
        ));
        if unused > 0 {
            self.say(format_args!("c the last {unused} variables occur in no clause and are left out of the answer"));
        }
        let mut known = self.facts();
        known.input = Some(facts);
        known.resources.reading = reading;
        drop(known);
        self.live.set_message("solving");
        let varnames = document.varnames.into_iter().collect();
        Ok((formula, Original { clauses, names: document.names, varnames, notes: document.notes }))
    }

    /// Starts the proof, if one is asked for.
    ///
    /// # Errors
    /// When its file cannot be created.
    pub fn open_proof(&self, engine: &mut dyn Engine) -> Result<(), Failure> {
        let Some(path) = &self.flags.proof else { return Ok(()) };
        let clauses = self.facts().input.as_ref().map_or(0, |facts| facts.clauses);
        let format = self.flags.proof_format;
        let tracer = proof::create(path, format, clauses).map_err(|error| Failure::File(path.clone(), error))?;
        engine
            .set_tracer(tracer)
            .map_err(|_| Failure::Usage(format!("engine '{}' writes no proofs", self.flags.engine)))?;
        let file = path.display().to_string();
        self.facts().proof = Some(ProofFacts { file, format: format.to_string(), bytes: None });
        Ok(())
    }

    /// Has the engine solve the formula, and shows the search as the flags ask.
    ///
    /// # Errors
    /// When a record or a page of the search cannot be written.
    pub fn solve(&self, engine: &mut dyn Engine, formula: Formula, original: &Original) -> Result<Verdict, Failure> {
        if let Some(path) = &self.flags.simplify {
            return self.simplify(path, engine, formula);
        }
        let count = formula.num_vars() as usize;
        let words = || Words::named(count, |var| original.name(var));
        let title = Path::new(&self.flags.source()).file_name().map(|name| name.to_string_lossy().into_owned());
        if self.flags.see.any() {
            self.agreement.set_patience(SEEN_PATIENCE);
        }
        let board = |words, record: &Record| Board::strip(&title.unwrap_or_default(), words, record);
        let seen = self.flags.see.solve(engine, formula, &self.limits, words, board);
        self.recorded.store(true, Ordering::SeqCst);
        seen.map_err(|(path, error)| Failure::File(path, error))
    }

    /// Says which files of the search are not written, when a run ends before they are.
    fn tell_unrecorded(&self) {
        if self.recorded.load(Ordering::SeqCst) {
            return;
        }
        for path in [&self.flags.see.record, &self.flags.see.play].into_iter().flatten() {
            complain(format_args!("solver: {}: not written, the run was ended before its search was", path.display()));
        }
    }

    /// Has the engine simplify the formula, and writes what is left and the way back.
    fn simplify(&self, path: &Path, engine: &mut dyn Engine, formula: Formula) -> Result<Verdict, Failure> {
        let usage = || Failure::Usage(format!("engine '{}' does not simplify", self.flags.engine));
        let (verdict, simplified) =
            engine.simplify(formula, self.flags.simplify_rounds, &self.limits).ok_or_else(usage)?;
        let Some(simplified) = simplified else { return Ok(verdict) };
        let mut way_back = path.as_os_str().to_owned();
        way_back.push(".rec");
        let way_back = Path::new(&way_back);
        let origin = format!("made of {} by gemsat {}", report::clean(&self.flags.source()), env!("CARGO_PKG_VERSION"));
        let note = "removed clauses, oldest first, witness in front; see cnfcheck reconstruct --help";
        for (path, formula, comments) in
            [(way_back, &simplified.removed, vec![&*origin, note]), (path, &simplified.formula, vec![&*origin])]
        {
            output::write_whole(path, |file| write_dimacs(formula, comments, file))
                .map_err(|error| Failure::File(path.to_owned(), error))?;
        }
        let Simplified { formula, .. } = simplified;
        self.say(format_args!(
            "c {} variables, {} clauses, {} literals are left",
            formula.occurring_vars(),
            formula.num_clauses(),
            formula.num_lits()
        ));
        Ok(verdict)
    }

    /// Ends the proof: an answer is given only when all of it has been written.
    ///
    /// # Errors
    /// When it could not be written.
    pub fn close_proof(&self, engine: &mut dyn Engine, verdict: &Verdict) -> Result<(), Failure> {
        let Some(path) = &self.flags.proof else { return Ok(()) };
        self.facts().counters = engine.counters();
        engine.finish_proof().map_err(|error| Failure::Proof(path.clone(), error))?;
        if *verdict == Verdict::Unknown(Stop::Proof) {
            return Err(Failure::Proof(path.clone(), io::Error::other("the engine has ended it")));
        }
        if let Some(proof) = &mut self.facts().proof {
            proof.bytes = std::fs::metadata(path).ok().map(|metadata| metadata.len());
        }
        Ok(())
    }

    /// Gives the answer, once a model is checked against the original clauses.
    ///
    /// # Errors
    /// When the model is wrong.
    pub fn answer(&self, verdict: &Verdict, original: &Original, engine: &dyn Engine) -> Result<i32, Failure> {
        check_model(verdict, original)?;
        self.take_floor();
        let (status, code, stop) = match verdict {
            Verdict::Sat(_) => ("SATISFIABLE", 10, None),
            Verdict::Unsat => ("UNSATISFIABLE", 20, None),
            Verdict::Unknown(stop) => ("UNKNOWN", 0, Some(self.reason(*stop))),
        };
        let model = if let Verdict::Sat(model) = verdict { Some(model) } else { None };
        let best = engine.best().filter(|_| stop.is_some());
        let mut facts = self.facts();
        if self.flags.reports() {
            facts.counters = engine.counters();
        }
        facts.result.best_falsified = best.map(|(_, falsified)| falsified);
        drop(facts);
        let mut code = self.state(status, code, stop, Some((original, model)));
        if let Some(path) = &self.flags.best {
            match model.or(best.map(|(assignment, _)| assignment)) {
                Some(assignment) => {
                    let written = self.write_answer(path, status, original, Some(assignment));
                    code = self.judge(path, written, code);
                }
                None => self.say("c engine has no best assignment to write"),
            }
        }
        let meanings = engine.legend();
        let legend = self.table.lock().map(|table| table.legend(meanings)).unwrap_or_default();
        Ok(self.report(code, &legend))
    }

    /// Ends the process with the code of a run, after saying what went wrong.
    pub fn end(&self, result: Result<i32, Failure>) -> ! {
        self.live.end();
        let code = match result {
            Ok(code) => code,
            Err(failure) => {
                self.take_floor();
                match failure {
                    Failure::Stopped(stop) => {
                        self.tell_unrecorded();
                        let code = self.state("UNKNOWN", 0, Some(self.reason(stop)), None);
                        self.report(code, &[])
                    }
                    Failure::Proof(..) => {
                        let code = self.state("UNKNOWN", alarm(&failure, self.flags.color), Some(Stop::Proof), None);
                        self.report(code, &[])
                    }
                    failure => alarm(&failure, self.flags.color),
                }
            }
        };
        let code = match self.output.outcome() {
            Outcome::Failed(reason) if code != 70 => {
                complain(format_args!("solver: standard output: {reason}"));
                1
            }
            _ => code,
        };
        // Not by returning: an engine's memory need not be taken apart first.
        std::process::exit(code)
    }

    fn greet(&self, engine: &dyn Engine) {
        self.say(format_args!("c gemsat {}, engine {}", env!("CARGO_PKG_VERSION"), engine.name()));
        self.say(report::remark(&format!("reading {}", self.flags.source())));
        if self.flags.seed.is_some() && engine.options().iter().all(|row| row.name != "seed") {
            self.say(format_args!("c engine {} makes no random choices: the seed has no effect", engine.name()));
        }
        if self.flags.verbose > 0 {
            for row in engine.options() {
                let help = if self.flags.verbose > 1 { format!("  {}", row.help) } else { String::new() };
                self.say(report::remark(&format!("option {:<24} {:>12}{help}", row.name, row.value)));
            }
        }
        self.live.set_message(format!("reading {}", report::clean(&self.flags.source())));
    }

    /// Prints a line unless the run is quiet.
    fn say(&self, line: impl fmt::Display) {
        if self.flags.quiet {
            return;
        }
        self.live.suspend(|| self.output.line(line));
        if matches!(self.output.outcome(), Outcome::Failed(_)) {
            // Nobody can be told the answer.
            self.limits.stop.raise();
        }
    }

    fn facts(&self) -> MutexGuard<'_, Statistics> {
        self.facts.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Waits for ever when the watch has taken the answer upon itself: it is about to end the process.
    fn take_floor(&self) {
        while !self.agreement.claim() {
            std::thread::park();
        }
        self.live.end();
    }

    /// The engine's reason to stop, unless the watch had one.
    fn reason(&self, stop: Stop) -> Stop {
        match self.agreement.cause() {
            Some(cause) if stop == Stop::Interrupted => cause.stop(),
            _ => stop,
        }
    }

    /// Prints the `s` line and the values, into the file of `--output` and to standard output; tells the exit code.
    fn state(
        &self,
        status: &'static str,
        code: i32,
        stop: Option<Stop>,
        answer: Option<(&Original, Option<&Assignment>)>,
    ) -> i32 {
        let mut code = code;
        let mut values = !self.flags.no_witness;
        if let (Some(path), Some((original, model))) = (&self.flags.output, answer) {
            let written = self.write_answer(path, status, original, model);
            // What cannot be written to the file is not lost.
            values &= written.is_err();
            code = self.judge(path, written, code);
        }
        let mut facts = self.facts();
        (facts.result.status, facts.result.exit_code, facts.result.stop) = (Some(status), code, stop);
        let best = facts.result.best_falsified;
        drop(facts);
        if !self.flags.quiet {
            self.say_result(stop, best, answer.map_or(&[], |(original, _)| &original.notes));
        }
        self.output.line(self.palette.answer(&format!("s {status}")));
        if let (true, Some((original, Some(model)))) = (values, answer) {
            // The output keeps its errors for the end.
            let _ = write_values(&mut self.output.bulk(), original, model);
        }
        code
    }

    /// Prints what is to be known about the answer.
    fn say_result(&self, stop: Option<Stop>, best: Option<u64>, notes: &[String]) {
        self.say("c");
        self.say(self.palette.heading(&report::section("result")));
        self.say("c");
        if let Some(stop) = stop {
            let cause = self.agreement.cause().filter(|_| stop != Stop::Proof);
            let why = cause.map_or(stop.to_string(), |cause| cause.to_string());
            self.say(format_args!("c no answer: {why}"));
        }
        if let Some(falsified) = best {
            self.say(format_args!("c best {falsified} falsified"));
        }
        for note in notes {
            self.say(report::remark(note));
        }
    }

    /// Prints statistics and writes their file; tells the exit code.
    fn report(&self, code: i32, legend: &[String]) -> i32 {
        if !self.flags.reports() {
            return code;
        }
        let mut facts = self.facts();
        let reading = facts.resources.reading;
        facts.resources = Resources { reading, ..Resources::now(self.started) };
        let facts = facts.clone();
        self.say_statistics(&facts, legend);
        let Some(path) = &self.flags.stats_file else { return code };
        let written = output::write_whole(path, |file| writeln!(file, "{:#}", facts.to_json()));
        self.judge(path, written, code)
    }

    fn say_statistics(&self, facts: &Statistics, legend: &[String]) {
        if self.flags.quiet {
            return;
        }
        let resources = facts.resources;
        let section = |title: &str| self.palette.heading(&report::section(title));
        let all = self.flags.verbose > 0 || self.flags.stats == Some(StatsForm::Text);
        let counters = report::counter_lines(&facts.counters, resources.cpu.as_secs_f64(), all);
        let mut lines = Vec::new();
        if !legend.is_empty() {
            lines.extend(["c".into(), section("legend"), "c".into()]);
            lines.extend_from_slice(legend);
        }
        if !counters.is_empty() {
            lines.extend(["c".into(), section("statistics"), "c".into()]);
            lines.extend(counters);
            if self.flags.verbose > 1 {
                lines
                    .extend(facts.counters.iter().map(|row| format!("c {}: {}", row.name.replace('_', " "), row.help)));
            }
        }
        lines.extend(["c".into(), section("resources"), "c".into()]);
        let seconds =
            [("reading", resources.reading), ("wall-clock time", resources.wall), ("CPU time", resources.cpu)];
        lines.extend(
            seconds
                .iter()
                .map(|(name, time)| format!("c {:<26} {:>14.2} seconds", format!("{name}:"), time.as_secs_f64())),
        );
        lines.push(format!("c {:<26} {:>14.2} MB", "peak memory:", resources.peak_bytes as f64 / f64::from(1 << 20)));
        if self.flags.stats == Some(StatsForm::Json) {
            lines.push(format!("c json {}", facts.to_json()));
        }
        self.output.line(lines.join("\n"));
    }

    /// The exit code after a file was to be written.
    fn judge(&self, path: &Path, written: io::Result<()>, code: i32) -> i32 {
        written.map_or_else(|error| alarm(&Failure::File(path.to_owned(), error), self.flags.color), |()| code)
    }

    /// Writes an answer whole: a `.sol` file holds a model only, others what standard output shows.
    fn write_answer(
        &self,
        path: &Path,
        status: &str,
        original: &Original,
        model: Option<&Assignment>,
    ) -> io::Result<()> {
        if path.extension().is_some_and(|extension| extension == "sol") || original.names.is_some() {
            let Some(model) = model else {
                self.say(report::remark(&format!("there is no model: {} is not written", path.display())));
                return Ok(());
            };
            return output::write_whole(path, |file| write_sol(file, original, model));
        }
        output::write_whole(path, |file| {
            for note in &original.notes {
                writeln!(file, "{}", report::remark(note))?;
            }
            writeln!(file, "s {status}")?;
            model.filter(|_| !self.flags.no_witness).map_or(Ok(()), |model| write_values(file, original, model))
        })
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("flags", &self.flags).finish_non_exhaustive()
    }
}

impl Reporter for Session {
    fn progress(&mut self, progress: &Progress) {
        let seconds = self.started.elapsed().as_secs_f64();
        let Ok(lines) = self.table.lock().map(|mut table| table.lines(progress, seconds)) else {
            return;
        };
        if let Some(figures) = lines.last() {
            self.live.set_message(figures[1..].to_owned());
        }
        self.say(lines.join("\n"));
    }

    fn remark(&mut self, text: &str) {
        self.say(report::remark(text));
    }
}

/// How long a run whose search is seen may take to come to an end: it writes the record and the page, megabytes that a
/// loaded machine does not write in the usual time.
const SEEN_PATIENCE: Duration = Duration::from_secs(10);

/// How long a run that is writing its answer may go on after a signal, where nothing holds it up.
const MORE_PATIENCE: Duration = Duration::from_secs(1);

impl Rescue for Session {
    fn give_answer(&self, cause: Cause) {
        if self.output.held() {
            // Not after the live line is cleared: whoever waits for standard output may have it in hand.
            complain(format_args!("solver: {cause} while standard output is held up"));
            std::process::exit(1)
        }
        self.live.end();
        self.tell_unrecorded();
        self.end(Ok(self.report(self.state("UNKNOWN", 0, Some(cause.stop()), None), &[])))
    }

    fn give_up(&self, cause: Cause) {
        // On a loaded machine a run that nothing holds up may only be slow.
        let until = Instant::now() + MORE_PATIENCE;
        while !self.output.held() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        complain(format_args!("solver: {cause} while writing the answer: it is incomplete"));
        std::process::exit(1)
    }
}

/// Where the system limits the address space (`ulimit -v`): makes sure that there is room for an engine's own copy of the
/// formula with its watch lists. Rust ends a process whose small allocations fail, and a formula that only just fits
/// would come to that.
fn probe_memory(formula: &Formula) -> Result<(), Failure> {
    if signals::hard_memory_limit().is_none() {
        return Ok(());
    }
    let need = formula.bytes() + 64 * formula.num_vars() as usize;
    if can_have(need) { Ok(()) } else { Err(Failure::Stopped(Stop::Memory)) }
}

/// Makes sure that every model is one, against the clauses as they were read.
fn check_model(verdict: &Verdict, original: &Original) -> Result<(), Failure> {
    let Verdict::Sat(model) = verdict else { return Ok(()) };
    original.clauses.first_falsified(model).map_or(Ok(()), |clause| Err(Failure::WrongModel(clause)))
}

fn write_values(out: &mut dyn Write, original: &Original, model: &Assignment) -> io::Result<()> {
    match &original.names {
        Some(names) => report::write_values(out, model.lits(), |lit, text| {
            // Writing to a vector cannot fail.
            let _ = write!(text, "{}", names.literal(lit));
        }),
        None => report::write_values(out, model.lits(), report::push_number),
    }
}

/// One signed name a line; variables without a name are given by their number.
fn write_sol(out: &mut dyn Write, original: &Original, model: &Assignment) -> io::Result<()> {
    if let Some(names) = &original.names {
        return names.write_sol(model, out);
    }
    let name = |lit: Lit| original.varnames.get(&(lit.var().to_dimacs() as u32));
    for lit in model.lits() {
        match name(lit) {
            Some(name) => writeln!(out, "{}{name}", if lit.is_negative() { "-" } else { "" })?,
            None => writeln!(out, "{lit}")?,
        }
    }
    Ok(())
}

/// Tells a failure on standard error, and its exit code.
pub fn alarm(failure: &Failure, color: ColorWhen) -> i32 {
    let palette = Palette { on: colored(color, io::stderr().is_terminal()) };
    let text = report::clean(&failure.to_string());
    let hint = if matches!(failure, Failure::Usage(_)) { " (solver --help tells more)" } else { "" };
    complain(format_args!("solver: {} {text}{hint}", palette.alarm("error:")));
    match failure {
        Failure::Usage(_) => 2,
        Failure::Stopped(_) => 0,
        Failure::Input(_) | Failure::File(..) | Failure::Proof(..) => 1,
        Failure::WrongModel(_) | Failure::Panic => 70,
    }
}

fn colored(when: ColorWhen, terminal: bool) -> bool {
    match when {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    }
}

/// The live line of the run, unless standard error has other uses.
fn live_line(flags: &Flags, started: Instant) -> Live {
    let shown = !flags.quiet && flags.see.watch.is_none() && io::stderr().is_terminal();
    if shown { Live::stderr(started) } else { Live::hidden() }
}

/// The smaller of two limits.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// Makes sure that no file is written over another one of the run, least of all over its input, and that their folders
/// exist: better now than after an hour of search.
fn check_files(flags: &Flags) -> Result<(), Failure> {
    let written = [("--output", &flags.output), ("--best", &flags.best), ("--proof", &flags.proof)];
    let seen = [("--stats-file", &flags.stats_file), ("--record", &flags.see.record), ("--play", &flags.see.play)];
    let written = written.into_iter().chain(seen);
    let mut taken: Vec<(&str, PathBuf)> = Vec::new();
    if let Some(file) = flags.file.as_deref().filter(|_| !flags.from_stdin()) {
        taken.extend(real_file(file).map(|file| ("the input", file)));
    }
    for (flag, path) in written.filter_map(|(flag, path)| Some((flag, path.as_deref()?))) {
        if !output::folder_of(path).is_dir() {
            return Err(Failure::File(
                path.to_owned(),
                io::Error::new(io::ErrorKind::NotFound, "there is no such folder"),
            ));
        }
        if path.is_dir() {
            return Err(Failure::File(path.to_owned(), io::ErrorKind::IsADirectory.into()));
        }
        let Some(file) = real_file(path) else { continue };
        if let Some((other, _)) = taken.iter().find(|(_, known)| *known == file) {
            return Err(Failure::Usage(format!("{flag} would write over {other}: {}", path.display())));
        }
        taken.push((flag, file));
    }
    Ok(())
}

/// The one path by which a plain file, or one that is to become, is known; nothing for devices and pipes.
fn real_file(path: &Path) -> Option<PathBuf> {
    match std::fs::canonicalize(path) {
        Ok(real) => real.is_file().then_some(real),
        Err(_) => Some(std::fs::canonicalize(output::folder_of(path)).ok()?.join(path.file_name()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn original(lists: &[&[i32]]) -> Original {
        let clauses = Packed::new(&Formula::from_dimacs_lists(lists)).expect("memory");
        Original { clauses, names: None, varnames: HashMap::new(), notes: Vec::new() }
    }

    #[test]
    fn a_wrong_model_is_an_internal_error() {
        let original = original(&[&[1], &[-1, 2]]);
        let model = |values: [bool; 2]| Verdict::Sat(values.into_iter().collect());
        assert!(check_model(&model([true, true]), &original).is_ok());
        let failure = check_model(&model([true, false]), &original).expect_err("a wrong model");
        assert!(matches!(failure, Failure::WrongModel(1)));
        assert!(failure.to_string().contains("clause 2"));
        assert_eq!(alarm(&failure, ColorWhen::Never), 70);
        assert!(check_model(&Verdict::Unsat, &original).is_ok());
    }

    #[test]
    fn solutions_of_numbers_use_the_names_that_are_known() {
        let mut original = original(&[&[1, 2]]);
        original.varnames.insert(2, "queen".into());
        let mut out = Vec::new();
        write_sol(&mut out, &original, &[true, false].into_iter().collect()).expect("a vector");
        assert_eq!(out, b"1\n-queen\n");
    }

    #[test]
    fn of_two_limits_the_smaller_counts() {
        assert_eq!(least(Some(2), Some(1)), Some(1));
        assert_eq!(least(None, Some(1)), Some(1));
        assert_eq!(least::<u8>(None, None), None);
    }
}
