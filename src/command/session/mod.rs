//! One run of the `solver` command: what is common to all engines between the command line and the exit code.
//!
//! A run reads the formula, has it solved, checks the model against the original clauses, and answers. It may be ended
//! from outside at any moment (see [`crate::command::signals`]); the side that has taken the [`AnswerClaim`], the run
//! or its watch, gives the one answer.

mod answer;
mod files;
mod original;

pub(crate) use answer::status;
pub use original::Original;

use crate::cnf::input::{self, ReadOptions};
use crate::cnf::inputs;
use crate::cnf::packed::Packed;
use crate::cnf::question::{Asked, CountKind};
use crate::cnf::{Formula, ReadError, Var, name_comment, write_dimacs};
use crate::command::color::Palette;
use crate::command::exit::Failure;
use crate::command::flags::Flags;
use crate::command::flags::engine::OfLiterals;
use crate::command::live::Live;
use crate::command::observe::{Screen, Search, SharedScreen};
use crate::command::output::{self, Outcome, Output, complain};
use crate::command::report::{self, Table};
use crate::command::signals::{self, AnswerClaim};
use crate::command::statistics::{InputFacts, ProofFacts, Statistics};
use crate::command::terminal;
use crate::command::text::Form;
use crate::engine::{Engine, Progress, Reporter, Simplified, Verdict};
use crate::engines::named;
use crate::limits::{Gauge, Limits, Stop};
use crate::observe::{Board, Record, Words};
use crate::proof;
use crate::util::malloc::map_large_buffers;
use crate::util::table::CounterRow;
use crate::util::words::many;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// If more variables than this are declared beyond the largest one that occurs, they are left out of the answer.
const MANY_UNUSED: usize = 1_000_000;

/// A run of the command. Clones are the same run.
#[derive(Clone)]
pub struct Session {
    flags: Arc<Flags>,
    started: Instant,
    limits: Limits,
    output: Output,
    claim: AnswerClaim,
    facts: Arc<Mutex<Statistics>>,
    table: Arc<Mutex<Table>>,
    live: Live,
    palette: Palette,
    /// What is shown of the search, until its files are written.
    screen: SharedScreen,
}

impl Session {
    /// Begins a run: makes sure that its files can be written, starts the watch, and prints the first lines.
    ///
    /// # Errors
    /// When the files get in each other's way, or a folder is missing.
    pub fn start(flags: Flags, engine: &mut dyn Engine, started: Instant) -> Result<Session, Failure> {
        files::check(&flags)?;
        inputs::keep_track();
        map_large_buffers();
        let mut limits = flags.limits.since(started, Duration::ZERO);
        limits.gauge = Gauge::watched();
        let facts = Statistics {
            source: flags.source(),
            engine: engine.name().to_owned(),
            options: if flags.stats.any_json() { engine.options() } else { Vec::new() },
            limits: limits.clone(),
            time_limit: flags.limits.resources.time_limit,
            ..Statistics::default()
        };
        let session = Session {
            started,
            output: Output::stdout(),
            claim: AnswerClaim::default(),
            facts: Arc::new(Mutex::new(facts)),
            table: Arc::default(),
            live: live_line(&flags, started, &limits.gauge),
            palette: Palette::new(flags.color, &io::stdout()),
            limits,
            flags: Arc::new(flags),
            screen: SharedScreen::default(),
        };
        if let Err(error) = signals::watch(session.limits.clone(), session.claim.clone(), session.clone()) {
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
    /// When it cannot be read, a limit ends the reading, or an option lists literals that it does not have.
    pub fn read(&self) -> Result<(Formula, Original), Failure> {
        let options = ReadOptions {
            // With a proof, nothing is dropped, since the proof refers to the clauses of the text.
            thin: self.flags.proof.is_none(),
            max_vars: self.flags.max_vars.unwrap_or(ReadOptions::MAX_VARS),
            ..self.flags.text.options(self.flags.relaxed)
        };
        let path =
            if self.flags.from_stdin() { Path::new("-") } else { self.flags.file.as_deref().unwrap_or(Path::new("-")) };
        if self.flags.from_stdin() {
            self.live.suspend(terminal::announce);
        }
        let document = input::read_path(path, &options, &self.limits).map_err(|error| match error {
            ReadError::Stopped { stop, .. } => Failure::Stopped(stop),
            error => Failure::input(error),
        })?;
        self.live.suspend(|| self.flags.text.complain("solver", report::clean(&self.flags.source()), &document));
        // A question concerns unused variables, too.
        let asked = match self.flags.simplify {
            Some(_) => document.asked(&self.flags.source()).map_err(Failure::input)?,
            None => Asked::default(),
        };
        let numbers = |&(name, ref value): &(&'static str, String)| {
            let numbers = named::numbers(value, |name| document.var(name));
            let wrong = |error: String| Failure::usage(format!("--{}: {error}", name.replace('_', "-")));
            numbers.map(|numbers| (name, numbers)).map_err(wrong)
        };
        let of_literals = self.flags.of_literals.iter().map(numbers).collect::<Result<OfLiterals, Failure>>()?;
        let mut formula = document.formula;
        let declared = formula.num_vars();
        let unused = declared - formula.used_vars().max(document.dropped.vars);
        let unused = if unused > MANY_UNUSED && document.names.is_none() && asked.is_empty() { unused } else { 0 };
        if unused > 0 {
            formula.keep_vars(declared - unused);
        }
        let clauses = Packed::new(&formula).map_err(|_| Failure::Stopped(Stop::Memory))?;
        let facts = InputFacts {
            format: match (&document.names, self.flags.text.input) {
                (_, Form::Infix) => "infix",
                (Some(_), _) => "symbolic",
                (None, _) => "dimacs",
            },
            variables: declared as u64,
            clauses: formula.num_clauses() as u64 + document.dropped.clauses,
            literals: formula.num_lits() as u64 + document.dropped.lits,
        };
        for remark in &document.remarks {
            self.say(report::remark(remark));
        }
        let reading = self.started.elapsed();
        self.say(format_args!(
            "c {}, {}, {}, read in {:.2} seconds",
            many(facts.variables, "variable"),
            many(facts.clauses, "clause"),
            many(facts.literals, "literal"),
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
        Ok((formula, Original { clauses, names: document.names, varnames, notes: document.notes, asked, of_literals }))
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

    /// Lets the engine solve the formula, and keeps what is to be shown of the search.
    ///
    /// # Errors
    /// When steps of the search cannot be printed, and when an option lists a variable twice.
    pub fn solve(&self, engine: &mut dyn Engine, formula: Formula, original: &Original) -> Result<Verdict, Failure> {
        for (name, value) in &original.of_literals {
            engine.set_option(name, value).map_err(Failure::usage)?;
            let mut facts = self.facts();
            if !facts.options.is_empty() {
                facts.options = engine.options();
            }
        }
        if let Some(path) = &self.flags.simplify {
            return self.simplify(path, engine, formula, original);
        }
        if !self.flags.see.any() {
            return Ok(engine.solve(formula, &self.limits, None));
        }
        let (options, num_vars) = (engine.options(), formula.num_vars());
        let search = Search { engine: engine.name(), options: &options, num_vars, formula: Some(&formula) };
        let words = Words::named(num_vars, |var| original.name(var));
        self.screen.set(Screen::new(&self.flags.see, search, words));
        let verdict = engine.solve(formula, &self.limits, Some(&mut self.screen.clone()));
        self.screen.end_watch().map_err(|(path, error)| Failure::File(path, error))?;
        Ok(verdict)
    }

    /// Writes the files in which the search is to be shown; reports files that are not written because there was no
    /// search yet or because it is blocked.
    ///
    /// # Errors
    /// When one cannot be written.
    fn show(&self, verdict: &Verdict, counters: &[CounterRow]) -> Result<(), Failure> {
        let Some(mut screen) = self.screen.take() else {
            let see = &self.flags.see;
            for path in [&see.record, &see.play, &see.frames].into_iter().flatten() {
                let why = "not written, the run was ended before its search was";
                complain(format_args!("solver: {}: {why}", path.display()));
            }
            return Ok(());
        };
        let title = Path::new(&self.flags.source()).file_name().map(|name| name.to_string_lossy().into_owned());
        let board = |words, record: &Record| Board::strip(&title.unwrap_or_default(), words, record);
        let shown = screen.end_watch().and_then(|()| screen.write(verdict, counters, board));
        shown.map_err(|(path, error)| Failure::File(path, error))
    }

    /// Lets the engine simplify the formula, and writes what is left and the way back. What the formula's comments ask
    /// has the same answer afterwards.
    fn simplify(
        &self,
        path: &Path,
        engine: &mut dyn Engine,
        formula: Formula,
        original: &Original,
    ) -> Result<Verdict, Failure> {
        let asked = &original.asked;
        let all = || (0..formula.num_vars()).map(Var::new).collect();
        let frozen: Vec<Var> = match &asked.show {
            _ if asked.is_empty() => Vec::new(),
            Some(show) if asked.kind.is_none_or(CountKind::is_projected) => show.clone(),
            _ => all(),
        };
        if !asked.is_empty() {
            self.say(format_args!("c {} variables are kept for what the comments ask", frozen.len()));
        }
        let usage = || Failure::Usage(format!("engine '{}' does not simplify", self.flags.engine));
        let (verdict, simplified) =
            engine.simplify(formula, &frozen, self.flags.simplify_rounds, &self.limits).ok_or_else(usage)?;
        let Some(simplified) = simplified else { return Ok(verdict) };
        let way_back = &*files::way_back(path);
        let origin = format!("made of {} by gemsat {}", report::clean(&self.flags.source()), env!("CARGO_PKG_VERSION"));
        let note = "removed clauses, oldest first, witness in front; see cnfcheck reconstruct --help";
        let vars = (0..simplified.formula.num_vars()).map(Var::new);
        let names = vars.filter_map(|var| Some(name_comment(var, &original.name(var)?))).collect();
        let kept = [vec![origin.clone()], asked.comments(), names].concat();
        if !original.notes.is_empty() {
            let notes = many(original.notes.len(), "note");
            self.say(format_args!(
                "c {notes} to decoders left out, which go with the models that cnfcheck reconstruct gives"
            ));
        }
        for (path, formula, comments) in
            [(way_back, &simplified.removed, vec![origin, note.into()]), (path, &simplified.formula, kept)]
        {
            output::write_whole(path, |file| write_dimacs(formula, comments, file)).map_err(|error| {
                // A file with the way back from a formula that was not written would mislead, so it is removed, unless
                // it is a device.
                let _ = way_back.is_file().then(|| std::fs::remove_file(way_back));
                Failure::File(path.to_owned(), error)
            })?;
        }
        let Simplified { formula, .. } = simplified;
        self.say(format_args!(
            "c {}, {}, {} left",
            many(formula.occurring_vars(), "variable"),
            many(formula.num_clauses(), "clause"),
            many(formula.num_lits(), "literal")
        ));
        Ok(verdict)
    }

    /// Ends the proof: an answer is given only when all of it has been written.
    ///
    /// # Errors
    /// When it could not be written.
    pub fn close_proof(&self, engine: &mut dyn Engine, verdict: &Verdict) -> Result<(), Failure> {
        let Some(path) = &self.flags.proof else { return Ok(()) };
        self.facts().take_counts(engine);
        engine.finish_proof().map_err(|error| Failure::Proof(path.clone(), error))?;
        if *verdict == Verdict::Unknown(Stop::Proof) {
            return Err(Failure::Proof(path.clone(), io::Error::other("the engine has ended it")));
        }
        if let Some(proof) = &mut self.facts().proof {
            proof.bytes = std::fs::metadata(path).ok().map(|metadata| metadata.len());
        }
        Ok(())
    }

    fn greet(&self, engine: &dyn Engine) {
        self.say(format_args!("c gemsat {}, engine {}", env!("CARGO_PKG_VERSION"), engine.name()));
        self.say(report::remark(&format!("reading {}", self.flags.source())));
        if self.flags.seed.is_some() && engine.options().iter().all(|row| row.name != "seed") {
            self.say(format_args!("c engine {} makes no random choices: the seed has no effect", engine.name()));
        }
        if let Some(remark) = self.flags.threads.remark() {
            self.say(report::remark(&remark));
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
            // Nobody can read the answer any more.
            self.limits.stop.raise();
        }
    }

    fn facts(&self) -> MutexGuard<'_, Statistics> {
        self.facts.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
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
            self.limits.gauge.show(&[]);
            self.live.set_message(figures[1..].to_owned());
        }
        self.say(lines.join("\n"));
    }

    fn remark(&mut self, text: &str) {
        self.say(report::remark(text));
    }
}

/// The live line of the run, unless standard error has other uses.
fn live_line(flags: &Flags, started: Instant, gauge: &Gauge) -> Live {
    if flags.quiet || flags.see.watch.is_some() {
        return Live::hidden();
    }
    let gauge = gauge.clone();
    Live::stderr(started, move || report::figures(&gauge.figures()))
}
