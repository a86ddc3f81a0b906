//! `cnfquery core`.

use super::backbone::{refute, write_model};
use super::run::{InputArgs, Run};
use clap::Args;
use gemsat::cnf::question::Asked;
use gemsat::cnf::{Document, Formula, name_comment, write_dimacs};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{write_file, write_whole};
use gemsat::reason::muses::{Found, Grouped, Subset, each_witness, minimal, smallest};
use gemsat::util::words::many;
use std::io;
use std::path::{Path, PathBuf};

/// Which core, and where it is written.
#[derive(Args, Clone, Debug)]
pub struct CoreArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// A core with as few clauses (or groups) as there can be. When a limit ends the search, the smallest one found so far,
    /// and how many each core has at least
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
    let found = if args.smallest { smallest(&grouped, &run.limits) } else { minimal(&grouped, &run.limits) };
    let subset = match found {
        Found::Core(subset) => subset,
        Found::Satisfiable(_) => {
            run.answer();
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
    run.answer();
    print(args, run, (&text, grouped.num_groups), &subset, &core);
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
        // What is not whole is not kept.
        stopped.map_or(Ok(()), |stop| Err(io::Error::other(stop)))
    });
    match (stopped, written) {
        (Some(stop), _) => run.stopped(stop, "the models of all others are not written"),
        (None, written) => written.map_err(|error| Failure::file(path, error))?,
    }
    Ok(())
}

fn print(args: &CoreArgs, run: &Run, (text, all): (&Document, u32), subset: &Subset, core: &Formula) {
    let what = if text.groups.is_none() { "clause" } else { "group" };
    let numbers: Vec<u64> = subset.groups.iter().map(|&group| u64::from(group) + 1).collect();
    let lines: Vec<u64> = match text.groups {
        None => subset.groups.iter().map(|&group| text.lines[group as usize]).collect(),
        Some(_) => Vec::new(),
    };
    if args.json {
        let json = serde_json::json!({
            "satisfiable": false, "of": format!("{what}s"), "members": numbers, "lines": lines, "clauses": core.num_clauses(),
            "minimal": subset.minimal, "smallest": args.smallest && subset.stopped.is_none(),
            "at_least": subset.at_least, "stopped": subset.stopped.map(|stop| run.reason(stop).to_string()), "questions": subset.questions,
        });
        run.line(json);
        return;
    }
    let kind = match (subset.stopped, args.smallest) {
        (Some(_), _) if !subset.minimal => "unsatisfiable, perhaps not minimal",
        (Some(_), _) => "minimal, perhaps not smallest",
        (None, true) => "smallest",
        (None, false) => "minimal",
    };
    run.comment(format_args!(
        "{kind}: {} of {}, {}",
        numbers.len(),
        many(all, what),
        many(subset.questions, "question")
    ));
    if let Some(stop) = subset.stopped {
        match subset.minimal {
            false => run.stopped(stop, "a smaller core may exist inside this one"),
            true => {
                let least = many(subset.at_least, what);
                run.stopped(stop, &format!("no part of it will do, and the smallest core has at least {least}"));
            }
        }
    }
    let words = |numbers: &[u64]| numbers.iter().map(|number| format!(" {number}")).collect::<String>();
    if !lines.is_empty() {
        run.line(format_args!("c lines{}", words(&lines)));
    }
    run.line("s UNSATISFIABLE");
    run.line(format_args!("v{} 0", words(&numbers)));
}
