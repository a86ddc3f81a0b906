//! `cnfquery count`.

use super::marginals;
use super::run::{InputArgs, Run, variables};
use clap::Args;
use gemsat::cnf::{Document, Formula};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::frame;
use gemsat::command::output::write_whole;
use gemsat::limits::{Limits, Stop};
use gemsat::reason::count::{self, Count, CountKind, CountOptions, CountQuestion, Posed, Trace};
use gemsat::util::words::many;
use std::io;
use std::path::{Path, PathBuf};

/// What is counted, and how.
#[derive(Args, Clone, Debug)]
pub struct CountArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Tell models apart by these variables alone: numbers, ranges, names, such as 1-20,33 or AL_*
    #[arg(long, value_name = "VARS")]
    show: Option<String>,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
    /// Write a decision-DNNF that `cnfcheck count` recounts
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Also print in what share of the models each variable is true, from 0 to 1
    #[arg(long, conflicts_with = "certificate")]
    marginals: bool,
}

/// The share of the memory limit that the cache may take.
const CACHE_SHARE: u64 = 2;

pub fn count(args: &CountArgs, run: &Run) -> Result<Exit, Failure> {
    let document = run.read()?;
    let (kind, question) = question(args, &document, run)?;
    let mut options = CountOptions::default();
    if let Some(bytes) = args.input.limits.resources.memory_limit {
        options.cache_bytes = (bytes / CACHE_SHARE) as usize;
    }
    if args.marginals {
        if kind.is_weighted() {
            return Err(Failure::Usage("--marginals: expected a count without weights".into()));
        }
        return marginals::count(args, kind, question.show, &document, run);
    }
    let formula = &document.formula;
    let counted = match &args.certificate {
        None => count::count(formula, &question, &options, &run.limits, None)?,
        Some(_) if kind != CountKind::Mc => {
            return Err(Failure::Usage("--certificate: expected a count without weights and shown variables".into()));
        }
        Some(path) => certified(path, formula, &question, &options, run)?,
    };
    let value = Value::of(&counted, run);
    frame::begin_answer();
    if args.json {
        run.line(json(kind, &counted, &value));
    } else if run.is_quiet() {
        run.line(match &value {
            Value::Whole(digits) => digits,
            Value::AtLeast(..) | Value::Unwritten(..) => "s UNKNOWN",
        });
    } else {
        print(run, kind, &counted, &value);
    }
    Ok(match (counted.satisfiable, &value) {
        (Some(false), _) => Exit::NoSolution,
        (_, Value::Whole(_)) => Exit::Solved,
        _ => Exit::Done,
    })
}

/// What is counted: what the comments ask, with the variables of `--show` if that is given.
fn question(args: &CountArgs, document: &Document, run: &Run) -> Result<(CountKind, CountQuestion), Failure> {
    let mut asked = run.asked(document)?;
    if let Some(text) = &args.show {
        asked.show = Some(variables(text, document)?);
        let weighted = asked.kind.map_or(!asked.weights.is_empty(), CountKind::is_weighted);
        asked.kind = Some(if weighted { CountKind::Pwmc } else { CountKind::Pmc });
    }
    let Posed { kind, question, remarks } = CountQuestion::posed(&asked, &run.file()).map_err(Failure::input)?;
    for remark in remarks {
        run.remark(remark);
    }
    Ok((kind, question))
}

/// Counts, and writes the certificate if all were counted.
fn certified(
    path: &Path,
    formula: &Formula,
    question: &CountQuestion,
    options: &CountOptions,
    run: &Run,
) -> Result<Count, Failure> {
    let mut counted = None;
    let written = write_whole(path, |file| {
        let count = count::count(formula, question, options, &run.limits, Some(Trace::new(file)))?;
        let stopped = count.stopped;
        counted = Some(count);
        stopped.map_or(Ok(()), |stop| Err(io::Error::other(stop)))
    });
    match (counted, written) {
        (Some(count), _) if count.stopped.is_some() => Ok(count),
        (Some(count), Ok(())) => Ok(count),
        (_, Err(error)) => Err(Failure::file(path, error)),
        (None, Ok(())) => Err(Failure::internal("nothing was counted")),
    }
}

/// A count as text.
enum Value {
    /// All digits.
    Whole(String),
    /// The lower bound of a count that was stopped.
    AtLeast(Stop, String),
    /// A limit ended the conversion to digits; the text says what is known of the number.
    Unwritten(Stop, String),
}

/// Lower bounds with more digits than this are given as logarithms.
const LONG_BOUND: f64 = 100.0;

impl Value {
    fn of(counted: &Count, run: &Run) -> Value {
        let (value, none) = (&counted.value, Limits::none());
        match counted.stopped {
            Some(stop) if value.is_zero() || value.log10() < LONG_BOUND => {
                Value::AtLeast(stop, value.text(&none).unwrap_or_default())
            }
            Some(stop) => Value::AtLeast(stop, format!("10^{}", value.log10().floor())),
            None => value.text(&run.limits).map_or_else(
                |stop| {
                    let form = match value.power_of_two() {
                        Some((power, 1)) => format!(": 2^{power}"),
                        Some((power, odd)) => format!(": 2^{power} * {odd}"),
                        None => String::new(),
                    };
                    Value::Unwritten(stop, form)
                },
                Value::Whole,
            ),
        }
    }
}

/// The answer in the words of the Model Counting Competition.
fn print(run: &Run, kind: CountKind, counted: &Count, value: &Value) {
    let figures = &counted.figures;
    let (vars, clauses) = counted.searched;
    let width = counted.width.map_or("none".into(), |width| width.to_string());
    let searched = format!("{}, {}", many(vars, "variable"), many(clauses, "clause"));
    run.comment(format_args!("searched {searched}; width of the tree decomposition {width}"));
    run.comment(format_args!(
        "{}, {}, {} of {} known, cache {} MB",
        many(figures.decisions, "decision"),
        many(figures.conflicts, "conflict"),
        figures.hits,
        many(figures.lookups, "component"),
        figures.cache_bytes >> 20
    ));
    run.line(match counted.satisfiable {
        Some(true) => "s SATISFIABLE",
        Some(false) => "s UNSATISFIABLE",
        None => "s UNKNOWN",
    });
    run.line(format_args!("c s type {kind}"));
    if let Value::AtLeast(stop, bound) = value {
        run.stopped(*stop, &format!("at least {}, and there may be more", many(bound, "model")));
        return;
    }
    if counted.value.is_zero() {
        run.line("c s log10-estimate -inf");
    } else {
        run.line(format_args!("c s log10-estimate {:.15}", counted.value.log10()));
    }
    let form = if counted.value.whole().is_some() { "int" } else { "frac" };
    match value {
        Value::Unwritten(stop, known) => run.stopped(*stop, &format!("the count is known, its digits are not{known}")),
        Value::Whole(digits) | Value::AtLeast(_, digits) => run.line(format_args!("c s exact arb {form} {digits}")),
    }
}

fn json(kind: CountKind, counted: &Count, value: &Value) -> String {
    let (count, stopped) = match value {
        Value::Whole(digits) => (format!("\"{digits}\""), None),
        Value::AtLeast(stop, bound) => (format!("\"{bound}\""), Some(stop)),
        Value::Unwritten(stop, _) => ("null".into(), Some(stop)),
    };
    let stopped = stopped.map_or("null".into(), |stop| format!("\"{stop}\""));
    let satisfiable = counted.satisfiable.map_or("null".into(), |known| known.to_string());
    let log10 = if counted.value.is_zero() { "null".into() } else { format!("{:.15}", counted.value.log10()) };
    let (figures, width) = (&counted.figures, counted.width.map_or("null".into(), |width| width.to_string()));
    format!(
        "{{\"type\":\"{kind}\",\"satisfiable\":{satisfiable},\"count\":{count},\"exact\":{},\"log10\":{log10},\
         \"stopped\":{stopped},\"decisions\":{},\"conflicts\":{},\"lookups\":{},\"hits\":{},\"width\":{width}}}",
        matches!(value, Value::Whole(_)),
        figures.decisions,
        figures.conflicts,
        figures.lookups,
        figures.hits,
    )
}
