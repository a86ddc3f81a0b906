//! Spoilt journals of races, see `tests/support/spoil.rs`.

use crate::support::spoil::{Outcome, never_another};
use gemsat::compare::journal::Journal;
use serde_json::Value;

/// A race of two solvers over two formulas: its plan, and three of its four runs.
const RACE: &str = concat!(
    r#"{"race":{"solvers":[{"label":"cdcl","command":["solver","--seed={seed}","{cnf}"],"version":"gemsat 0.1.0"},"#,
    r#"{"label":"dpll","command":["solver","--engine=dpll","{cnf}"],"version":"gemsat 0.1.0"}],"instances":[{"name":"#,
    r#""one","path":"one.cnf","part":0,"kind":"cnf","colors":4,"variables":2,"clauses":2,"expected":null,"#,
    r#""fingerprint":"644c1a4e8acd02ad"},{"name":"two","path":"two.cnf","part":0,"kind":"cnf","colors":4,"variables":1,"#,
    r#""clauses":2,"expected":false,"fingerprint":"780ee4b6fe1801cf"}],"caps":{"cpu":60.0,"wall":190.0,"#,
    r#""memory":20221211440,"output":67108888,"file":134217776},"runs":1,"seed":0,"check_proofs":false,"jobs":1,"#,
    r#""pin":false,"machine":{"cpu":"a processor","cores":2,"memory":25276514304,"system":"Linux"},"#,
    r#""started":1795901269,"command":["cnfcompare","one.cnf","two.cnf"],"left_out":[]}}"#,
    "\n",
    r#"{"run":{"instance":"one","solver":"dpll","run":0,"ended":{"exit":10},"usage":{"user":0.003,"system":0.0,"#,
    r#""wall":0.018,"peak":5001216},"claim":"sat","proof":"none","note":"","inside":{"cpu_ms":2.5,"wall_ms":1.25,"#,
    r#""reading_ms":1.5,"counters":{"calls":1,"conflicts":0}}}}"#,
    "\n",
    r#"{"run":{"instance":"two","solver":"cdcl","run":0,"ended":{"cap":"cpu"},"usage":{"user":61.5,"system":0.0,"#,
    r#""wall":62.0,"peak":5107712},"claim":"nothing","proof":"none","note":"no answer"}}"#,
    "\n",
    r#"{"run":{"instance":"two","solver":"dpll","run":0,"ended":{"exit":20},"usage":{"user":0.25,"system":0.125,"#,
    r#""wall":0.5,"peak":5173248},"claim":"unsat","proof":"none","note":""}}"#,
    "\n",
);

/// All numbers as real ones, whose texts differ: 60 and 60.0 are one.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(all) => all.into_iter().map(plain).collect(),
        Value::Object(all) => all.into_iter().map(|(key, value)| (key, plain(value))).collect(),
        other => other,
    }
}

/// What the lines say, each once; a last line that is torn says nothing.
fn literal(text: &str) -> Option<Vec<Value>> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut all = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        match serde_json::from_str::<Value>(line) {
            Ok(value) if !all.contains(&plain(value.clone())) => all.push(plain(value)),
            Ok(_) => {}
            Err(_) if line.is_empty() || index + 1 == lines.len() => {}
            Err(_) => return None,
        }
    }
    Some(all)
}

#[test]
fn a_spoilt_journal_is_never_another_race_in_silence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("race.jsonl");
    let outcome = |text: &str| {
        std::fs::write(&path, text).expect("written");
        let Ok(held) = Journal::show(&path) else { return Outcome::Refused };
        // What goes on with the race holds the same, and leaves whole lines.
        let (open, same) = Journal::open(&path).expect("what is shown can be resumed");
        drop(open);
        assert_eq!((&held.plan, &held.records), (&same.plan, &same.records));
        let left = std::fs::read(&path).expect("there");
        assert!(
            left.ends_with(b"\n") && Journal::show(&path).is_ok_and(|shown| shown.records == held.records),
            "{text}"
        );
        let mut all = vec![plain(serde_json::json!({ "race": held.plan }))];
        all.extend(held.records.iter().map(|record| plain(serde_json::json!({ "run": record }))));
        Outcome::Read(all)
    };
    never_another("journals", &[RACE], outcome, literal);
}

#[test]
fn what_no_race_has_written_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("race.jsonl");
    let refused = |text: String| {
        std::fs::write(&path, text).expect("written");
        format!("{:?}", Journal::show(&path).map(|held| held.records).expect_err("no journal"))
    };
    let last = RACE.lines().last().expect("a line");
    for (other, why) in [
        (last.replace("unsat", "sat"), ":5: expected one result of a run, found a second one"),
        (last.replace("two", "three"), ":5: expected a run of the plan above"),
        (last.replace("\"run\":0", "\"run\":1"), ":5: expected a run of the plan above"),
        (last.replace("\"user\":", "\"user\":-"), ":5: expected times of 0 seconds or more"),
        (last.replace("note", "notes"), ":5: expected a line of a race's journal: unknown field `notes`"),
    ] {
        let said = refused(format!("{RACE}{other}\n"));
        assert!(said.contains(why), "{said}");
    }
}
