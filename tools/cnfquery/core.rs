//! `cnfquery core`.

use super::backbone::{refute, write_model};
use super::run::{InputArgs, Run};
use clap::Args;
use gemsat::cnf::question::Asked;
use gemsat::cnf::{Document, name_comment, write_dimacs};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::frame;
use gemsat::command::output::{write_file, write_whole};
use gemsat::command::process::{self, Said};
use gemsat::limits::Stop;
use gemsat::reason::muses::{Found, Grouped, Subset, each_witness, minimal, smallest};
use gemsat::util::words::many;
use std::io;
use std::path::{Path, PathBuf};

/// Which core, and where it is written.
#[derive(Args, Clone, Debug)]
pub struct CoreArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// A core with as few clauses (or groups) as there can be. When a limit ends the search, the smallest one found so
    /// far, and how many each core has at least
    #[arg(long)]
    smallest: bool,
    /// Write the core as a formula
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write an LRAT proof of the core, as --output writes it
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Write for each clause (or group) of the core a model of all others, as a v line
    #[arg(long, value_name = "FILE")]
    witnesses: Option<PathBuf>,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
}

pub fn core(args: &CoreArgs, run: &Run) -> Result<Exit, Failure> {
    let mut text = run.read_grouped()?;
    let asked = if args.output.is_some() { run.asked(&text)? } else { Asked::default() };
    let names: Vec<String> = text.named_vars().map(|(var, name)| name_comment(var, name)).collect();
    let formula = std::mem::take(&mut text.formula);
    run.doing("looking for a minimal core");
    let grouped = match &text.groups {
        None => Grouped::by_clause(formula),
        Some(groups) => Grouped {
            formula,
            groups: groups.of_clauses.iter().map(|&group| group.checked_sub(1)).collect(),
            num_groups: groups.declared,
        },
    };
    let writes_files = args.output.is_some() || args.proof.is_some() || args.witnesses.is_some();
    let mut better = |subset: &Subset| {
        // If files are part of the answer, the watch cannot give it, since it writes no files.
        if !writes_files {
            let answer = Answer::new(args, &text, &grouped, subset);
            process::know(move |stop| Said::out(answer.lines(Some(stop)), Exit::NoSolution));
        }
    };
    let found = match args.smallest {
        true => smallest(&grouped, &run.limits, &mut better),
        false => minimal(&grouped, &run.limits),
    };
    process::take_known();
    let subset = match found {
        Found::Core(subset) => subset,
        Found::Satisfiable(_) => {
            frame::begin_answer();
            run.line(if args.json { "{\"satisfiable\":true}" } else { "s SATISFIABLE" });
            return Ok(Exit::Solved);
        }
        Found::Stopped(stop) => return Err(Failure::Stopped(stop)),
    };
    let core = grouped.only(|group| subset.groups.binary_search(&group).is_ok());
    if let Some(path) = &args.proof {
        match refute(&core, path, &run.limits) {
            Err(Failure::Stopped(stop)) => run.stopped(stop, "the proof is not written"),
            ended => ended?,
        }
    }
    if let Some(path) = &args.output {
        let mut comments = vec![format!("{} of {}", core.num_clauses(), many(grouped.formula.num_clauses(), "clause"))];
        comments.extend(asked.comments());
        comments.extend(names);
        write_file(path, |file| write_dimacs(&core, comments, file))?;
    }
    if let Some(path) = &args.witnesses {
        write_witnesses(path, &grouped, &subset, run)?;
    }
    frame::begin_answer();
    Answer::new(args, &text, &grouped, &subset).lines(subset.stopped).iter().for_each(|line| run.line(line));
    Ok(Exit::NoSolution)
}

/// Writes a model of all members but one, for each member in their order.
fn write_witnesses(path: &Path, grouped: &Grouped, subset: &Subset, run: &Run) -> Result<(), Failure> {
    let mut stopped = None;
    let written = write_whole(path, |file| {
        stopped = each_witness(grouped, subset, &run.limits, |member, model| {
            writeln!(file, "c without {}", member + 1)?;
            write_model(model, file)
        })?;
        // An incomplete file is not kept.
        stopped.map_or(Ok(()), |stop| Err(io::Error::other(stop)))
    });
    match (stopped, written) {
        (Some(stop), _) => run.stopped(stop, "the models of all others are not written"),
        (None, written) => written.map_err(|error| Failure::file(path, error))?,
    }
    Ok(())
}

/// What is printed about a core.
struct Answer {
    json: bool,
    quiet: bool,
    /// Whether a smallest core was asked for.
    smallest: bool,
    /// What the members are called: clauses or groups.
    what: &'static str,
    all: u32,
    /// The numbers of the members.
    numbers: Vec<u64>,
    lines: Vec<u64>,
    clauses: usize,
    subset: Subset,
}

impl Answer {
    fn new(args: &CoreArgs, text: &Document, grouped: &Grouped, subset: &Subset) -> Answer {
        let holds = |group: u32| subset.groups.binary_search(&group).is_ok();
        let clauses = grouped.groups.iter().filter(|group| group.is_none_or(holds)).count();
        let what = if text.groups.is_none() { "clause" } else { "group" };
        let lines = match text.groups {
            None => subset.groups.iter().map(|&group| text.lines[group as usize]).collect(),
            Some(_) => Vec::new(),
        };
        Answer {
            json: args.json,
            quiet: args.input.quiet,
            smallest: args.smallest,
            what,
            all: grouped.num_groups,
            numbers: subset.groups.iter().map(|&group| u64::from(group) + 1).collect(),
            lines,
            clauses,
            subset: Subset { witnesses: Vec::new(), ..subset.clone() },
        }
    }

    /// The lines for standard output; `stop` is what ended the search early, if anything did.
    fn lines(&self, stop: Option<Stop>) -> Vec<String> {
        let subset = &self.subset;
        if self.json {
            let json = serde_json::json!({
                "satisfiable": false, "of": format!("{}s", self.what), "members": self.numbers, "lines": self.lines,
                "clauses": self.clauses, "minimal": subset.minimal, "smallest": self.smallest && stop.is_none(),
                "at_least": subset.at_least, "stopped": stop.map(|stop| stop.to_string()), "questions": subset.questions,
            });
            return vec![json.to_string()];
        }
        let kind = match stop {
            Some(_) if !subset.minimal => "unsatisfiable, perhaps not minimal",
            Some(_) => "minimal, perhaps not smallest",
            None if self.smallest => "smallest",
            None => "minimal",
        };
        let (all, questions) = (many(self.all, self.what), many(subset.questions, "question"));
        let counted = format!("c {kind}: {} of {all}, {questions}", self.numbers.len());
        let mut lines: Vec<String> = Some(counted).filter(|_| !self.quiet).into_iter().collect();
        let least = many(subset.at_least, self.what);
        lines.extend(stop.map(|stop| match subset.minimal {
            false => format!("c stopped: {stop}; a smaller core may exist inside this one"),
            true => format!("c stopped: {stop}; no part of it will do, and the smallest core has at least {least}"),
        }));
        let words = |numbers: &[u64]| numbers.iter().map(|number| format!(" {number}")).collect::<String>();
        if !self.lines.is_empty() {
            lines.push(format!("c lines{}", words(&self.lines)));
        }
        lines.push("s UNSATISFIABLE".into());
        lines.push(format!("v{} 0", words(&self.numbers)));
        lines
    }
}
