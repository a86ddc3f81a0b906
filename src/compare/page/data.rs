//! What the script of a page knows of a race, as JSON.

use super::super::judge::Word;
use super::super::measure::Measure;
use super::super::picture;
use super::super::results::{Results, Row};
use super::super::verdicts::Basis;
use crate::util::escape::clean;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The most bytes of logs on a page: beyond them a run's log is left out.
const MOST_LOGS: usize = 4 << 20;

/// The kind of a result, by which formulas are chosen; empty without a run.
fn kind(word: Option<Word>) -> &'static str {
    match word {
        None => "",
        Some(Word::Sat) => "sat",
        Some(Word::Unsat) => "unsat",
        Some(Word::Unknown) => "unknown",
        Some(Word::Time | Word::Wall) => "time",
        Some(Word::Memory) => "memory",
        Some(_) => "error",
    }
}

/// The data of the script.
pub(super) fn data(results: &Results<'_>) -> Value {
    let plan = results.plan;
    let measures = Measure::of_race(results);
    let grouped = grouped(results);
    let mut cells = Vec::new();
    let mut best = Vec::new();
    for (instance, line) in results.cells.iter().enumerate() {
        let values: Vec<Vec<Option<f64>>> =
            measures.iter().map(|measure| grouped[instance].iter().map(|runs| measure.value(runs)).collect()).collect();
        let of = |solver: usize| values.iter().map(|values| values[solver]).collect::<Vec<_>>();
        let cell = |(solver, cell): (usize, &super::Cell)| json!({ "v": of(solver), "w": cell.word.map_or("-", Word::text), "k": kind(cell.word) });
        cells.push(line.iter().enumerate().map(cell).collect::<Vec<_>>());
        let first = |(measure, values): (&Measure, &Vec<_>)| measure.best(values, results, instance);
        best.push(measures.iter().zip(&values).map(first).collect::<Vec<_>>());
    }
    let measure = |measure: &Measure| {
        json!({
            "name": measure.name(), "amount": measure.amount(), "unit": measure.unit(),
            "units": measure.in_units(), "star": measure.star(), "floor": measure.floor(),
            "limit": measure.limit(plan),
        })
    };
    json!({
        "solvers": plan.solvers.iter().map(|at| clean(&at.label)).collect::<Vec<_>>(),
        "out": results.scores.iter().map(|score| score.is_out()).collect::<Vec<_>>(),
        "names": plan.instances.iter().map(|at| clean(&at.name)).collect::<Vec<_>>(),
        "measures": measures.iter().map(measure).collect::<Vec<_>>(),
        "cells": cells,
        "best": best,
        "runs": runs(&grouped),
        "charted": super::MOST_CHARTED,
        "look": picture::look(),
    })
}

/// The runs by instance and solver.
fn grouped<'a>(results: &Results<'a>) -> Vec<Vec<Vec<Row<'a>>>> {
    let place = |names: Vec<&'a str>| -> HashMap<&'a str, usize> {
        names.into_iter().enumerate().map(|(index, name)| (name, index)).collect()
    };
    let instances = place(results.plan.instances.iter().map(|at| at.name.as_str()).collect());
    let solvers = place(results.plan.solvers.iter().map(|at| at.label.as_str()).collect());
    let mut grouped = vec![vec![Vec::new(); results.plan.solvers.len()]; results.plan.instances.len()];
    for row in &results.rows {
        let record = row.record;
        grouped[instances[record.instance.as_str()]][solvers[record.solver.as_str()]].push(*row);
    }
    grouped
}

/// How each run ended, and what the solver said, by instance and solver.
fn runs(grouped: &[Vec<Vec<Row<'_>>>]) -> Value {
    let mut room = MOST_LOGS;
    let mut run = |row: &Row<'_>| {
        let record = row.record;
        let log =
            if record.log.len() <= room { record.log.as_str() } else { "(left out: the page has enough of them)" };
        room = room.saturating_sub(record.log.len());
        let basis = row.basis.map_or("", Basis::means);
        let lines: Vec<String> = log.lines().map(|line| clean(line).to_string()).collect();
        let how = clean(&super::super::files::how(record)).to_string();
        json!({ "run": record.run + 1, "word": row.word.text(), "basis": basis, "how": how, "log": lines })
    };
    let mut lines = Vec::new();
    for line in grouped {
        lines.push(line.iter().map(|runs| runs.iter().map(&mut run).collect::<Vec<_>>()).collect::<Vec<_>>());
    }
    json!(lines)
}
