//! A race as files for other programs: CSV, JSON, and `times.txt` in the layout of the gem hunter report.
//! `docs/compare.md` describes them.

use super::child::{Cap, Ended};
use super::inside::Inside;
use super::judge::{ProofState, Record};
use super::machine::utc;
use super::results::{Cell, Results, time};
use super::statistics::Interval;
use super::table::seconds;
use super::verdicts::Basis;
use crate::command::report::clean;
use crate::util::escape::csv;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The name and version of the JSON's form. The number rises when a field changes its meaning or is removed.
pub const SCHEMA: &str = "gemsat-race/2";

/// How a run ended, in words.
pub fn how(record: &Record) -> String {
    let ended = match record.ended {
        None => "it could not be started".to_string(),
        Some(Ended::Exit(code)) => format!("exit code {code}"),
        Some(Ended::Signal(signal)) => match signal_name(signal) {
            Some(name) => format!("ended by {name}"),
            None => format!("ended by signal {signal}"),
        },
        Some(Ended::Cap(Cap::Cpu)) => "stopped by the limit on CPU time".to_string(),
        Some(Ended::Cap(Cap::Wall)) => "stopped by the limit on time by the clock".to_string(),
        Some(Ended::Cap(Cap::Idle)) => "stopped by the limit on time by the clock, asleep".to_string(),
        Some(Ended::Cap(Cap::Memory)) => "stopped by the limit on memory".to_string(),
        Some(Ended::Cap(Cap::Output)) => "stopped by the limit on output".to_string(),
    };
    let usage = match record.ended {
        Some(_) => format!(", {} s of CPU in {} s", seconds(record.usage.cpu()), seconds(record.usage.wall)),
        None => String::new(),
    };
    let note = if record.note.is_empty() { String::new() } else { format!("; {}", record.note) };
    format!("{ended}{usage}{note}")
}

fn signal_name(signal: i32) -> Option<&'static str> {
    signal_hook::low_level::signal_name(signal)
}

/// The names of the CSV's columns. Those of the counters follow, in the order of their names.
const COLUMNS: [&str; 22] = [
    "instance",
    "solver",
    "run",
    "verdict",
    "solved",
    "time_s",
    "cpu_s",
    "user_s",
    "system_s",
    "wall_s",
    "peak_bytes",
    "ended",
    "exit_code",
    "signal",
    "proof",
    "variables",
    "clauses",
    "note",
    "basis",
    "inside_cpu_ms",
    "inside_wall_ms",
    "reading_ms",
];

/// The counters that some run has counted above 0.
fn counters<'a>(results: &Results<'a>) -> BTreeSet<&'a str> {
    let all = results.rows.iter().filter_map(|row| row.record.inside.as_ref());
    let counted = all.flat_map(|inside| inside.counters.iter().filter(|(_, count)| **count > 0));
    counted.map(|(name, _)| name.as_str()).collect()
}

/// Writes a line for each run (RFC 4180). Texts are escaped so that no spreadsheet runs them as formulas.
///
/// # Errors
/// When writing fails.
pub fn write_csv(results: &Results<'_>, out: &mut dyn Write) -> io::Result<()> {
    let counters = counters(results);
    let heads = COLUMNS.into_iter().chain(counters.iter().copied()).map(csv);
    writeln!(out, "{}", heads.collect::<Vec<_>>().join(","))?;
    for row in &results.rows {
        let record = row.record;
        let instance = results.plan.instances.iter().find(|at| at.name == record.instance);
        let (exit, signal) = codes(record);
        let number = |value: Option<i32>| value.map_or_else(String::new, |value| value.to_string());
        let usage = record.usage;
        let inside = |time: fn(&Inside) -> f64| {
            record.inside.as_ref().map_or_else(String::new, |inside| format!("{:.3}", time(inside)))
        };
        let mut fields = vec![
            csv(&record.instance),
            csv(&record.solver),
            (u64::from(record.run) + 1).to_string(),
            row.word.text().to_string(),
            u8::from(row.word.is_solved()).to_string(),
            format!("{:.6}", time(record, results.clock)),
            format!("{:.6}", usage.cpu()),
            format!("{:.6}", usage.user),
            format!("{:.6}", usage.system),
            format!("{:.6}", usage.wall),
            usage.peak.to_string(),
            ended(record).to_string(),
            number(exit),
            number(signal),
            proof(record).to_string(),
            instance.map_or_else(String::new, |at| at.variables.to_string()),
            instance.map_or_else(String::new, |at| at.clauses.to_string()),
            csv(&record.note),
            row.basis.map_or("", Basis::text).to_string(),
            inside(|inside| inside.cpu_ms),
            inside(|inside| inside.wall_ms),
            inside(|inside| inside.reading_ms),
        ];
        let count = |name: &&str| Some(record.inside.as_ref()?.counters.get(*name)?.to_string());
        fields.extend(counters.iter().map(|name| count(name).unwrap_or_default()));
        writeln!(out, "{}", fields.join(","))?;
    }
    Ok(())
}

fn codes(record: &Record) -> (Option<i32>, Option<i32>) {
    match record.ended {
        Some(Ended::Exit(code)) => (Some(code), None),
        Some(Ended::Signal(signal)) => (None, Some(signal)),
        _ => (None, None),
    }
}

fn ended(record: &Record) -> &'static str {
    match record.ended {
        None => "not-started",
        Some(Ended::Exit(_)) => "exit",
        Some(Ended::Signal(_)) => "signal",
        Some(Ended::Cap(Cap::Cpu)) => "cpu-limit",
        Some(Ended::Cap(Cap::Wall | Cap::Idle)) => "wall-limit",
        Some(Ended::Cap(Cap::Memory)) => "memory-limit",
        Some(Ended::Cap(Cap::Output)) => "output-limit",
    }
}

fn proof(record: &Record) -> &'static str {
    match record.proof {
        ProofState::None => "",
        ProofState::Verified => "verified",
        ProofState::Rejected => "rejected",
        ProofState::Unchecked => "unchecked",
        ProofState::Unreadable => "unreadable",
    }
}

/// The race as JSON.
pub fn to_json(results: &Results<'_>) -> Value {
    let plan = results.plan;
    let rank = |solver: usize| results.order.iter().position(|&at| at == solver).map(|place| place + 1);
    let solvers = plan.solvers.iter().zip(&results.scores).enumerate().map(|(index, (solver, score))| {
        json!({
            "name": solver.label,
            "rank": rank(index).filter(|_| !score.is_out()),
            "out": score.is_out(),
            "version": solver.version,
            "command": solver.shown(),
            "solved": score.sat + score.unsat,
            "sat": score.sat,
            "unsat": score.unsat,
            "by_word": score.by_word,
            "par2_s": score.par2.map(micro),
            "ratio": score.ratio.map(interval),
            "compared": score.compared,
            "wins": score.wins,
            "wrong": score.wrong,
            "faults": score.faults,
            "peak_bytes": score.peak,
        })
    });
    let best = results.best.map(|best| {
        json!({ "solved": best.sat + best.unsat, "sat": best.sat, "unsat": best.unsat, "par2_s": micro(best.par2) })
    });
    let instances = plan.instances.iter().zip(&results.cells).map(|(instance, line)| {
        json!({
            "name": instance.name,
            "file": instance.file,
            "kind": instance.kind,
            "variables": instance.variables,
            "clauses": instance.clauses,
            "cells": line.iter().map(cell).collect::<Vec<_>>(),
        })
    });
    let runs = results.rows.iter().map(|row| {
        let record = row.record;
        let (exit, signal) = codes(record);
        json!({
            "instance": record.instance,
            "solver": record.solver,
            "run": u64::from(record.run) + 1,
            "verdict": row.word.text(),
            "basis": row.basis,
            "solved": row.word.is_solved(),
            "user_s": record.usage.user,
            "system_s": record.usage.system,
            "wall_s": micro(record.usage.wall),
            "peak_bytes": record.usage.peak,
            "ended": ended(record),
            "exit_code": exit,
            "signal": signal,
            "proof": Some(proof(record)).filter(|state| !state.is_empty()),
            "note": record.note,
            "inside": record.inside,
        })
    });
    let disagreements = results.disagreements().map(|at| {
        json!({ "instance": plan.instances[at.instance].name, "sat": at.sat, "unsat": at.unsat, "settled": at.settled })
    });
    json!({
        "schema": SCHEMA,
        "program": format!("cnfcompare {}", env!("CARGO_PKG_VERSION")),
        "started": format!("{} UTC", utc(plan.started)),
        "command": plan.command.join(" "),
        "machine": plan.machine,
        "clock": results.clock,
        "limits": {
            "cpu_s": plan.caps.cpu,
            "wall_s": plan.caps.wall,
            "memory_bytes": plan.caps.memory,
            "output_bytes": plan.caps.output,
        },
        "runs_each": plan.runs,
        "seed": plan.seed,
        "jobs": plan.jobs,
        "pinned": plan.pin,
        "proofs_checked": plan.check_proofs,
        "solvers": solvers.collect::<Vec<_>>(),
        "virtual_best": best,
        "instances": instances.collect::<Vec<_>>(),
        "runs": runs.collect::<Vec<_>>(),
        "disagreements": disagreements.collect::<Vec<_>>(),
        "left_out": plan.left_out,
    })
}

/// Rounded to microseconds, the resolution of the accounting.
fn micro(time: f64) -> f64 {
    (time * 1e6).round() / 1e6
}

fn interval(at: Interval) -> Value {
    json!({ "median": at.value, "low": at.low, "high": at.high })
}

fn cell(cell: &Cell) -> Value {
    json!({
        "verdict": cell.word.map(|word| word.text()),
        "basis": cell.basis,
        "fault": cell.word.is_some_and(|word| word.is_fault()),
        "time_s": cell.time.map(micro),
        "least_s": cell.span.map(|span| micro(span.0)),
        "most_s": cell.span.map(|span| micro(span.1)),
        "solved": cell.solved.0,
        "runs": cell.solved.1,
        "peak_bytes": cell.peak,
        "notes": cell.notes,
    })
}

/// Writes `times.txt` as the gem hunter report has it: a column for the test case and one for each solver, ten and
/// twenty letters wide, seconds with six decimals; `unsolved` where there is no answer. The test case of `input_7` is
/// `7`.
///
/// # Errors
/// When writing fails.
pub fn write_times(results: &Results<'_>, out: &mut dyn Write) -> io::Result<()> {
    let labels: Vec<String> = results.plan.instances.iter().map(|at| clean(case(&at.name))).collect();
    let first = labels.iter().map(|label| label.chars().count()).chain([10]).max().unwrap_or(10);
    write!(out, "{:>first$}", "Testcase")?;
    for solver in &results.plan.solvers {
        write!(out, " | {:>20}", format!("{} (s)", clean(&solver.label)))?;
    }
    writeln!(out)?;
    for (label, line) in labels.iter().zip(&results.cells) {
        write!(out, "{label:>first$}")?;
        for cell in line {
            let text = cell.time.map_or_else(|| "unsolved".to_string(), |time| format!("{time:.6}"));
            write!(out, " | {text:>20}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The number of a test case, or its whole name.
fn case(name: &str) -> &str {
    let rest = name.strip_prefix("input").or(name.strip_prefix("Input")).unwrap_or(name);
    let rest = rest.trim_start_matches(['_', ' ', '-']);
    if rest.is_empty() { name } else { rest }
}

#[cfg(test)]
mod tests {
    use super::super::results::Clock;
    use super::super::results::tests::{plan, record};
    use super::*;

    #[test]
    fn times_have_the_layout_of_the_report() {
        let plan = plan(&["brute", "cdcl"], &["input_0", "input_10"], 1);
        let records = [record("brute", "input_0", 0, 0.25), record("cdcl", "input_10", 0, 0.001)];
        let results = Results::new(&plan, &records, Clock::Cpu);
        let mut text = Vec::new();
        write_times(&results, &mut text).expect("written");
        let expected = "  Testcase |            brute (s) |             cdcl (s)
         0 |             0.250000 |             unsolved
        10 |             unsolved |             0.001000
";
        assert_eq!(String::from_utf8(text).expect("text"), expected);
    }

    #[test]
    fn csv_and_json_hold_every_run() {
        let plan = plan(&["a", "=b,\"c\""], &["x"], 1);
        let mut other = record("=b,\"c\"", "x", 0, 0.5);
        other.note = "two\nlines".into();
        let counters = [("flips".to_string(), 7), ("restarts".to_string(), 0)].into();
        other.inside = Some(Inside { cpu_ms: 1.5, wall_ms: 2.0, reading_ms: 0.25, counters });
        let records = [record("a", "x", 0, 1.25), other];
        let results = Results::new(&plan, &records, Clock::Cpu);
        let mut text = Vec::new();
        write_csv(&results, &mut text).expect("written");
        let text = String::from_utf8(text).expect("text");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], COLUMNS.join(",") + ",flips");
        let first = "x,a,1,sat,1,1.250000,1.250000,1.250000,0.000000,1.250000,1048576,exit,10,,,3,4,,model,,,,";
        assert_eq!(lines[1], first);
        assert!(lines[2].starts_with("x,\"'=b,\"\"c\"\"\",1,sat,1,0.500000,"), "{text}");
        assert!(text.ends_with(",3,4,\"two\nlines\",model,1.500,2.000,0.250,7\n"), "{text}");
        let json = to_json(&results);
        assert_eq!(json["schema"], SCHEMA);
        assert_eq!(json["runs"].as_array().map(Vec::len), Some(2));
        assert_eq!(json["runs"][1]["inside"]["counters"]["flips"], 7);
        assert_eq!(json["instances"][0]["cells"][0]["time_s"], 1.25);
        assert_eq!(json["solvers"][1]["ratio"]["median"], 0.4);
        assert_eq!((&json["solvers"][1]["rank"], &json["virtual_best"]["par2_s"]), (&1.into(), &0.5.into()));
    }
}
