//! `cnfquery core`.

use super::backbone::{refute, write_model};
use super::run::{InputArgs, Run};
use clap::Args;
use gemsat::cnf::question::Asked;
use gemsat::cnf::{Document, Formula, write_dimacs};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::write_whole;
use gemsat::reason::muses::{Found, Grouped, Subset, minimal, smallest};
use gemsat::util::words::many;
use std::io::{self, Write};
use std::path::PathBuf;

/// Which core, and where it is written.
#[derive(Args, Clone, Debug)]
pub struct CoreArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// A core with as few clauses (or groups) as there can be
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
    let formula = std::mem::take(&mut text.formula);
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
            run.out.line(if args.json { "{\"satisfiable\":true}" } else { "s SATISFIABLE" });
            return Ok(Exit::Solved);
        }
        Found::Stopped(stop) => return Err(Failure::Stopped(stop)),
    };
    let core = grouped.only(|group| subset.groups.binary_search(&group).is_ok());
    if let Some(path) = &args.output {
        let mut comments = vec![format!("{} of {}", core.num_clauses(), many(grouped.formula.num_clauses(), "clause"))];
        comments.extend(asked.comments());
        write_whole(path, |file| write_dimacs(&core, comments, file))
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    }
    if let Some(path) = &args.proof {
        refute(&core, path, &run.limits)?;
    }
    if let Some(path) = &args.witnesses {
        write_whole(path, |file| witnesses(&grouped, &subset, &run.limits, file))
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    }
    print(args, run, (&text, grouped.num_groups), &subset, &core)?;
    Ok(Exit::NoSolution)
}

/// Models of all members but one, in the order of the members; those that were not met are searched for.
fn witnesses(
    grouped: &Grouped,
    subset: &Subset,
    limits: &gemsat::limits::Limits,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (place, &member) in subset.groups.iter().enumerate() {
        let rest = grouped.only(|group| group != member && subset.groups.binary_search(&group).is_ok());
        let model = match &subset.witnesses[place] {
            Some(model) => Some(model.clone()),
            None => {
                let mut solver = gemsat::solver::Solver::from_formula(&rest);
                solver.set_limits(limits.clone());
                match solver.solve() {
                    gemsat::engine::Verdict::Sat(model) => Some(model),
                    _ => None,
                }
            }
        };
        let Some(model) = model else { continue };
        if let Some(clause) = gemsat::cnf::model::first_falsified(&model, &rest) {
            return Err(io::Error::other(format!("a model leaves clause {} of the rest false", clause + 1)));
        }
        writeln!(out, "c without {}", member + 1)?;
        write_model(&model, out)?;
    }
    Ok(())
}

fn print(
    args: &CoreArgs,
    run: &Run,
    (text, all): (&Document, u32),
    subset: &Subset,
    core: &Formula,
) -> Result<(), Failure> {
    let what = if text.groups.is_none() { "clauses" } else { "groups" };
    let numbers: Vec<u64> = subset.groups.iter().map(|&group| u64::from(group) + 1).collect();
    let lines: Vec<u64> = match text.groups {
        None => subset.groups.iter().map(|&group| text.lines[group as usize]).collect(),
        Some(_) => Vec::new(),
    };
    if args.json {
        let json = serde_json::json!({
            "satisfiable": false, "of": what, "members": numbers, "lines": lines, "clauses": core.num_clauses(),
            "minimal": subset.stopped.is_none(), "smallest": args.smallest && subset.stopped.is_none(),
            "stopped": subset.stopped.map(|stop| stop.to_string()), "questions": subset.questions,
        });
        run.out.line(json);
        return Ok(());
    }
    let kind = match (subset.stopped, args.smallest) {
        (Some(_), _) => "unsatisfiable, perhaps not minimal",
        (None, true) => "smallest",
        (None, false) => "minimal",
    };
    run.comment(format_args!("{kind}: {} of {all} {what}, {}", numbers.len(), many(subset.questions, "question")));
    if let Some(stop) = subset.stopped {
        run.stopped(stop, "a smaller core may exist inside this one");
    }
    let words = |numbers: &[u64]| numbers.iter().map(|number| format!(" {number}")).collect::<String>();
    if !lines.is_empty() {
        run.out.line(format_args!("c lines{}", words(&lines)));
    }
    run.out.line("s UNSATISFIABLE");
    run.out.line(format_args!("v{} 0", words(&numbers)));
    Ok(())
}
