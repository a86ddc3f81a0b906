//! `cnfquery count --marginals`.

use super::backbone::name;
use super::count::CountArgs;
use super::run::Run;
use gemsat::cnf::{Document, Var};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::frame;
use gemsat::limits::Stop;
use gemsat::reason::count::{CountKind, Marginals, digits, marginals};

/// Counts the models as far as the shown variables distinguish them.
pub fn count(
    args: &CountArgs,
    kind: CountKind,
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
    frame::begin_answer();
    if args.json {
        run.line(json(kind, found.as_ref(), &show, document, (stopped, run)));
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
fn print(kind: CountKind, found: Option<&Marginals>, show: &[Var], document: &Document, run: &Run) {
    let Some(Marginals { count, shares }) = found else {
        return run.line("s UNKNOWN");
    };
    run.line(if *count == Default::default() { "s UNSATISFIABLE" } else { "s SATISFIABLE" });
    run.line(format_args!("c s type {kind}"));
    match digits(count, &run.limits) {
        Ok(count) => run.line(format_args!("c s exact arb int {count}")),
        Err(stop) => run.stopped(stop, "the count is known, its digits are not"),
    }
    let line = |(var, share): (&Var, &f64)| format!("c s marginal {} {share:.9}\n", name(document, var.pos()));
    let lines: String = show.iter().zip(shares).map(line).collect();
    // The output remembers errors for the end.
    let _ = run.bulk(lines.as_bytes());
}

fn json(
    kind: CountKind,
    found: Option<&Marginals>,
    show: &[Var],
    document: &Document,
    (stopped, run): (Option<Stop>, &Run),
) -> String {
    let marginals = |found: &Marginals| -> Vec<_> {
        show.iter().zip(&found.shares).map(|(var, share)| (name(document, var.pos()), *share)).collect()
    };
    serde_json::json!({
        "type": kind.to_string(),
        "count": found.and_then(|found| digits(&found.count, &run.limits).ok()),
        "marginals": found.map(marginals),
        "stopped": stopped.map(|stop| stop.to_string()),
    })
    .to_string()
}
