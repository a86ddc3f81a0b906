//! `cnfquery count`.

use super::marginals;
use super::run::{InputArgs, Run, variables};
use clap::Args;
use gemsat::cnf::Document;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::write_whole;
use gemsat::reason::count::{self, Count, CountOptions, Kind, Posed, Question, Trace};
use gemsat::util::words::many;
use std::path::PathBuf;

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
        Some(_) if kind != Kind::Mc => {
            return Err(Failure::Usage("--certificate: expected a count without weights and shown variables".into()));
        }
        Some(path) => {
            let mut counted = Err(Failure::Internal("no count".into()));
            write_whole(path, |file| {
                let result = count::count(formula, &question, &options, &run.limits, Some(Trace::new(file)));
                result.map(|count| counted = Ok(count))
            })
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
            counted?
        }
    };
    if args.json {
        run.out.line(json(kind, &counted));
    } else {
        print(run, kind, &counted);
    }
    Ok(match (counted.satisfiable, counted.stopped) {
        (Some(false), _) => Exit::NoSolution,
        (_, Some(_)) => Exit::Done,
        _ => Exit::Solved,
    })
}

/// What is counted: what the comments ask, of the variables of `--show` where that is given.
fn question(args: &CountArgs, document: &Document, run: &Run) -> Result<(Kind, Question), Failure> {
    let mut asked = run.asked(document)?;
    if let Some(text) = &args.show {
        asked.show = Some(variables(text, document)?);
        let weighted = asked.kind.map_or(!asked.weights.is_empty(), Kind::is_weighted);
        asked.kind = Some(if weighted { Kind::Pwmc } else { Kind::Pmc });
    }
    let Posed { kind, question, remarks } = Question::posed(&asked, &run.file()).map_err(Failure::input)?;
    for remark in remarks {
        run.remark(remark);
    }
    Ok((kind, question))
}

/// The answer in the words of the Model Counting Competition.
fn print(run: &Run, kind: Kind, counted: &Count) {
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
    run.out.line(match counted.satisfiable {
        Some(true) => "s SATISFIABLE",
        Some(false) => "s UNSATISFIABLE",
        None => "s UNKNOWN",
    });
    if let Some(stop) = counted.stopped {
        run.out.line(format_args!("c s type {kind}"));
        run.stopped(stop, &format!("there are at least {} models, and there may be more", counted.value));
        return;
    }
    run.out.line(format_args!("c s type {kind}"));
    if counted.value.is_zero() {
        run.out.line("c s log10-estimate -inf");
    } else {
        run.out.line(format_args!("c s log10-estimate {:.15}", counted.value.log10()));
    }
    let form = if counted.value.whole().is_some() { "int" } else { "frac" };
    run.out.line(format_args!("c s exact arb {form} {}", counted.value));
}

fn json(kind: Kind, counted: &Count) -> String {
    let stopped = counted.stopped.map_or("null".into(), |stop| format!("\"{stop}\""));
    let satisfiable = counted.satisfiable.map_or("null".into(), |known| known.to_string());
    let (figures, width) = (&counted.figures, counted.width.map_or("null".into(), |width| width.to_string()));
    format!(
        "{{\"type\":\"{kind}\",\"satisfiable\":{satisfiable},\"count\":\"{}\",\"exact\":{},\"stopped\":{stopped},\
         \"decisions\":{},\"conflicts\":{},\"lookups\":{},\"hits\":{},\"width\":{width}}}",
        counted.value,
        counted.stopped.is_none(),
        figures.decisions,
        figures.conflicts,
        figures.lookups,
        figures.hits,
    )
}
