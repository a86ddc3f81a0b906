//! `cnfquery models`.

use super::checkpoint::Checkpoint;
use super::run::{InputArgs, Run, variables};
use super::sample;
use clap::Args;
use gemsat::cnf::Names;
use gemsat::cnf::{Document, Lit, Var, inputs};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::frame;
use gemsat::command::terminal;
use gemsat::limits::Stop;
use gemsat::reason::models::{ModelStep, Models};
use gemsat::util::words::many;
use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Which models, and in what form.
#[derive(Args, Clone, Debug)]
pub struct ModelsArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Tell models apart by these variables alone, and print only them: numbers, ranges, names, such as 1-20,33 or AL_*
    #[arg(long, value_name = "VARS")]
    show: Option<String>,
    /// Stop after this many models
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<u64>,
    /// Print cubes: models in which some variables are left out because both values do; cubes do not overlap
    #[arg(long)]
    cubes: bool,
    /// Print one line of JSON for each model
    #[arg(long)]
    pub json: bool,
    /// Print no models, only how many there are
    #[arg(long)]
    pub no_witness: bool,
    /// Write the models to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Go on where an earlier run that was given this file stopped, and note in it where this one stops. With --output
    /// even a run that was killed loses no model and repeats none
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Draw N models at random, each as likely as every other; one may come more than once. They are counted first
    #[arg(long, value_name = "N", conflicts_with_all = ["limit", "cubes", "checkpoint"])]
    pub sample: Option<u64>,
    /// Seed of --sample
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
    pub seed: u64,
}

/// Time between two notes of where the run is.
const NOTE_PERIOD: Duration = Duration::from_secs(1);

pub fn models(args: &ModelsArgs, run: &Run) -> Result<Exit, Failure> {
    let document = run.read()?;
    let shown = shown(args.show.as_deref(), &document, run)?;
    if let Some(number) = args.sample {
        return sample::sample(args, number, &document, &shown, run);
    }
    let mut models = Models::new(&document.formula, &shown, args.cubes);
    let question = Checkpoint::question(&document.formula, &shown, args.cubes);
    let mut checkpoint = match &args.checkpoint {
        Some(path) => Checkpoint::read(path, question)?,
        None => None,
    };
    if let Some(checkpoint) = &checkpoint {
        run.comment(format_args!("going on after {}", many(checkpoint.models, "model")));
        models.resume(&checkpoint.decisions);
    }
    let mut lines = Lines::new(&shown, document.names.as_ref(), args.json);
    let mut sink = Sink::open(args, run, checkpoint.as_ref())?;
    let before = checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.models);
    let over = checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.done);
    let mut found = before;
    let mut noted = Instant::now();
    let ended = loop {
        if over {
            break None;
        }
        if args.limit.is_some_and(|limit| found - before >= limit) {
            break Some(Stop::Steps);
        }
        match models.advance_to_model(&run.limits) {
            ModelStep::Found => {
                found += 1;
                if !args.no_witness {
                    sink.write(lines.line(models.take_changed(), |lit| models.value(lit)))?;
                }
            }
            ModelStep::Done => break None,
            ModelStep::Stopped(stop) => break Some(stop),
            ModelStep::Wrong(clause) => {
                return Err(Failure::Internal(format!(
                    "a model leaves clause {} false; please report this",
                    clause + 1
                )));
            }
        }
        // Printing takes time that the search does not notice, so limits are checked here, too.
        if found.is_multiple_of(256) {
            match run.limits.exceeded() {
                Some(stop) => break Some(stop),
                None if sink.closed() => break Some(Stop::Interrupted),
                None => {}
            }
        }
        if let Some(path) = &args.checkpoint
            && found.is_multiple_of(256)
            && noted.elapsed() > NOTE_PERIOD
        {
            let bytes = sink.settle()?;
            // Taking the decisions gives up the current model, whose line has been written already.
            checkpoint = Some(Checkpoint::of(&mut models, question, found, bytes));
            checkpoint.iter().try_for_each(|checkpoint| checkpoint.write(path))?;
            noted = Instant::now();
        }
    };
    frame::begin_answer();
    let bytes = sink.settle()?;
    drop(sink);
    if let Some(path) = &args.checkpoint {
        let mut checkpoint = Checkpoint::of(&mut models, question, found, bytes);
        checkpoint.done |= over;
        checkpoint.write(path)?;
    }
    // The model found last may have been the very last one.
    let ended = ended.filter(|stop| *stop != Stop::Steps || models.decisions().is_some());
    let what = if args.cubes { "cubes" } else { "models" };
    let end = match ended {
        None => "these are all".to_owned(),
        Some(Stop::Steps) => "there may be more".to_owned(),
        Some(stop) => format!("stopped: {stop}; there may be more"),
    };
    if args.json {
        let stopped = ended.map_or("null".into(), |stop| format!("\"{stop}\""));
        run.line(format_args!("{{\"{what}\":{found},\"complete\":{},\"stopped\":{stopped}}}", ended.is_none()));
    } else {
        run.line(match (found, ended) {
            (0, None) => "s UNSATISFIABLE",
            (0, Some(_)) => "s UNKNOWN",
            _ => "s SATISFIABLE",
        });
        run.line(format_args!("c {found} {what}; {end}"));
    }
    Ok(match (found, ended) {
        (0, None) => Exit::NoSolution,
        (0, Some(_)) => Exit::Done,
        _ => Exit::Solved,
    })
}

/// The variables by which models are told apart: those asked for, or those of `c p show` lines, or all.
pub fn shown(named: Option<&str>, document: &Document, run: &Run) -> Result<Vec<Var>, Failure> {
    if let Some(text) = named {
        return variables(text, document);
    }
    let asked = run.asked(document)?;
    match (asked.show, asked.kind.filter(|kind| !kind.is_projected())) {
        (Some(show), None) => return Ok(show),
        (Some(_), Some(kind)) => {
            run.remark(format_args!("'c t {kind}' shows all variables: shown variables are left out"))
        }
        (None, _) => {}
    }
    Ok((0..document.formula.num_vars() - document.definitions).map(Var::new).collect())
}

/// Makes the line of a model from that of the last one: only the variables from the first changed one on are written
/// again.
pub struct Lines<'l> {
    shown: &'l [Var],
    /// By shown variable: its literals as text.
    texts: Vec<[Vec<u8>; 2]>,
    line: Vec<u8>,
    /// Where the text of each shown variable begins.
    starts: Vec<usize>,
    end: &'static [u8],
    json: bool,
}

impl<'l> Lines<'l> {
    pub fn new(shown: &'l [Var], names: Option<&Names>, json: bool) -> Lines<'l> {
        let text = |var: Var, value: bool| {
            let lit = var.lit(value);
            let text = names.map_or_else(|| lit.to_string(), |names| names.literal(lit).to_string());
            match (json, names) {
                (true, Some(_)) => format!("{},", serde_json::Value::from(text)),
                (true, None) => format!("{text},"),
                (false, _) => format!(" {text}"),
            }
            .into_bytes()
        };
        let texts = shown.iter().map(|&var| [text(var, false), text(var, true)]).collect();
        let (start, end): (&[u8], &'static [u8]) = match (json, names) {
            (true, _) => (b"{\"model\":[", b"]}\n"),
            (false, None) => (b"v", b" 0\n"),
            (false, Some(_)) => (b"v", b"\n"),
        };
        Lines { shown, texts, starts: vec![start.len(); shown.len()], line: start.to_vec(), end, json }
    }

    /// The line of a model whose shown variables before this place are those of the last one; values are 1, -1, or 0 if
    /// both are possible.
    pub fn line(&mut self, changed: usize, value: impl Fn(Lit) -> i8) -> &[u8] {
        let from = changed.min(self.shown.len());
        let behind = match self.starts.get(from) {
            Some(&start) => start,
            None => self.line.len() - if self.line.ends_with(self.end) { self.end.len() } else { 0 },
        };
        self.line.truncate(behind);
        if self.json && from > 0 && from < self.shown.len() && !matches!(self.line.last(), Some(b',' | b'[')) {
            self.line.push(b',');
        }
        for place in from..self.shown.len() {
            self.starts[place] = self.line.len();
            match value(self.shown[place].pos()) {
                0 => {}
                value => self.line.extend_from_slice(&self.texts[place][usize::from(value > 0)]),
            }
        }
        if self.json && self.line.last() == Some(&b',') {
            self.line.pop();
        }
        self.line.extend_from_slice(self.end);
        &self.line
    }
}

/// Where models are written.
pub enum Sink<'s> {
    Standard(&'s Run, Vec<u8>),
    File(PathBuf, BufWriter<File>, u64),
}

impl<'s> Sink<'s> {
    pub fn open(args: &ModelsArgs, run: &'s Run, checkpoint: Option<&Checkpoint>) -> Result<Sink<'s>, Failure> {
        let Some(path) = args.output.as_ref().filter(|path| !terminal::is_dash(path)) else {
            return Ok(Sink::Standard(run, Vec::new()));
        };
        let failed = |error: std::io::Error| Failure::input(format!("{}: {error}", path.display()));
        let bytes = checkpoint.map_or(0, |checkpoint| checkpoint.bytes);
        inputs::refuse(path).map_err(failed)?;
        let mut file = File::options().write(true).create(true).truncate(false).open(path).map_err(failed)?;
        let about = file.metadata().map_err(failed)?;
        if !about.is_file() {
            return Ok(Sink::File(path.clone(), BufWriter::with_capacity(1 << 18, file), bytes));
        }
        if about.len() < bytes {
            let message = format!("{}: expected the {bytes} bytes of the run to go on from", path.display());
            return Err(Failure::input(message));
        }
        // Models that were written after the last checkpoint will be found again, so they are cut off.
        file.set_len(bytes).map_err(failed)?;
        file.seek(SeekFrom::Start(bytes)).map_err(failed)?;
        Ok(Sink::File(path.clone(), BufWriter::with_capacity(1 << 18, file), bytes))
    }

    pub fn write(&mut self, line: &[u8]) -> Result<(), Failure> {
        match self {
            Sink::Standard(run, pending) => {
                pending.extend_from_slice(line);
                if pending.len() > 1 << 15 {
                    run.bulk(pending)?;
                    pending.clear();
                }
            }
            Sink::File(path, file, bytes) => {
                file.write_all(line).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
                *bytes += line.len() as u64;
            }
        }
        Ok(())
    }

    /// Writes everything out; returns how many bytes the file has.
    pub fn settle(&mut self) -> Result<u64, Failure> {
        match self {
            Sink::Standard(run, pending) => {
                run.bulk(pending)?;
                pending.clear();
                Ok(0)
            }
            Sink::File(path, file, bytes) => {
                // Devices and pipes cannot be synchronized.
                let settled = file.flush().and_then(|()| match file.get_ref().metadata()?.is_file() {
                    true => file.get_ref().sync_data(),
                    false => Ok(()),
                });
                settled.map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
                Ok(*bytes)
            }
        }
    }

    /// Whether nobody reads the output any more.
    pub fn closed(&self) -> bool {
        match self {
            Sink::Standard(run, pending) => pending.is_empty() && run.is_closed(),
            Sink::File(..) => false,
        }
    }
}
