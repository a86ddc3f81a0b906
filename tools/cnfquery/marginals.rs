//! `cnfquery count --marginals`.

use super::backbone::name;
use super::count::CountArgs;
use super::run::Run;
use gemsat::cnf::{Document, Var};
use gemsat::command::exit::{Exit, Failure};
use gemsat::limits::Stop;
use gemsat::reason::count::{Kind, Marginals, marginals};

/// Counts the models as far as the shown variables distinguish them.
pub fn count(
    args: &CountArgs,
    kind: Kind,
    show: Option<Vec<Var>>,
    document: &Document,
    run: &Run,
) -> Result<Exit, Failure> {
    let formula = &document.formula;
    let show = show.unwrap_or_else(|| (0..formula.num_vars()).map(Var::new).collect());
    let (found, stopped) = match marginals(formula, &show, run.circuit_bytes(), &run.limits) {
        Ok(found) => (Some(found.unwrap_or_default()), None),
        Err(stop) => (None, Some(stop)),
    };
    if args.json {
        run.out.line(json(kind, found.as_ref(), &show, document, stopped));
    } else {
        print(kind, found.as_ref(), &show, document, run);
        if let Some(stop) = stopped {
            run.stopped(stop, "the models were not counted");
        }
    }
    Ok(match found {
        None => Exit::Done,
        Some(found) if found.count == Default::default() => Exit::NoSolution,
        Some(_) => Exit::Solved,
    })
}

/// The answer in the words of the Model Counting Competition, and a line for each variable.
fn print(kind: Kind, found: Option<&Marginals>, show: &[Var], document: &Document, run: &Run) {
    let Some(Marginals { count, shares }) = found else {
        return run.out.line("s UNKNOWN");
    };
    run.out.line(if *count == Default::default() { "s UNSATISFIABLE" } else { "s SATISFIABLE" });
    run.out.line(format_args!("c s type {kind}"));
    run.out.line(format_args!("c s exact arb int {count}"));
    for (var, share) in show.iter().zip(shares) {
        run.out.line(format_args!("c s marginal {} {share:.9}", name(document, var.pos())));
    }
}

fn json(kind: Kind, found: Option<&Marginals>, show: &[Var], document: &Document, stopped: Option<Stop>) -> String {
    let marginals = |found: &Marginals| -> Vec<_> {
        show.iter().zip(&found.shares).map(|(var, share)| (name(document, var.pos()), *share)).collect()
    };
    serde_json::json!({
        "type": kind.to_string(),
        "count": found.map(|found| found.count.to_string()),
        "marginals": found.map(marginals),
        "stopped": stopped.map(|stop| stop.to_string()),
    })
    .to_string()
}
