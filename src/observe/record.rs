//! A recorded search as text: one JSON value on each line. `docs/record.md` describes the format for other programs.

use super::recorder::{Recorder, bits};
use super::{Event, Replay};
use crate::cnf::{Assignment, Lit, Var};
use serde_json::{Value, json};
use std::fmt::{self, Write as _};
use std::sync::OnceLock;

/// The version of the format.
pub(super) const VERSION: u32 = 4;

/// The most literals of a clause that are written; of a longer clause these are the first ones.
const MOST_LITS: usize = 64;

/// What has happened up to a place in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Events of any kind.
    pub events: u64,
    /// Decisions.
    pub decisions: u64,
    /// Literals made true without a decision.
    pub assigned: u64,
    /// Clauses that became false.
    pub conflicts: u64,
    /// Clauses learned.
    pub learned: u64,
    /// Times that assignments were taken back.
    pub backtracks: u64,
    /// Restarts.
    pub restarts: u64,
    /// Complete assignments at which a search began.
    pub starts: u64,
    /// Variables inverted.
    pub flips: u64,
    /// States that A* expanded.
    pub expanded: u64,
    /// Consistency checks.
    pub checks: u64,
    /// Variables that simplification removed.
    pub removed: u64,
}

impl Counts {
    /// Counts an event.
    pub fn add(&mut self, event: &Event<'_>) {
        self.events += 1;
        match *event {
            Event::Decide(_) => self.decisions += 1,
            Event::Assign(..) => self.assigned += 1,
            Event::Conflict(_) => self.conflicts += 1,
            Event::Learn(_) => self.learned += 1,
            Event::Backtrack(_) => self.backtracks += 1,
            Event::Restart => self.restarts += 1,
            Event::Start(_) => self.starts += 1,
            Event::Flip(..) => self.flips += 1,
            Event::Expand(..) => self.expanded += 1,
            Event::Check(checks) => self.checks += checks,
            Event::Remove(_) => self.removed += 1,
            Event::Resolve(_) | Event::Extend(_) | Event::Temperature(_) => {}
            Event::Watch(_) | Event::Rate(_) | Event::Open(..) => {}
        }
    }

    /// The counts by name, in a fixed order.
    pub fn rows(&self) -> [(&'static str, u64); 12] {
        [
            ("events", self.events),
            ("decisions", self.decisions),
            ("assigned", self.assigned),
            ("conflicts", self.conflicts),
            ("learned", self.learned),
            ("backtracks", self.backtracks),
            ("restarts", self.restarts),
            ("starts", self.starts),
            ("flips", self.flips),
            ("expanded", self.expanded),
            ("checks", self.checks),
            ("removed", self.removed),
        ]
    }
}

/// A step of a record: an [`Event`] that owns its data.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the variants are those of Event")]
pub enum Step {
    Decide(Lit),
    Assign(Lit, Option<Vec<Lit>>),
    Conflict(Vec<Lit>),
    Backtrack(u32),
    Learn(Vec<Lit>),
    Restart,
    Start(Assignment),
    Flip(Var, u64),
    Temperature(f64),
    Expand(Vec<Lit>, Vec<Lit>, u64),
    Check(u64),
    Resolve(Vec<Lit>),
    Remove(Var),
    Extend(Lit),
    Watch(Vec<Lit>),
    Rate(Vec<(Lit, f64)>),
    Open(Lit, u64),
}

impl Step {
    /// The step as an engine reports it.
    pub fn event(&self) -> Event<'_> {
        match self {
            Step::Decide(lit) => Event::Decide(*lit),
            Step::Assign(lit, reason) => Event::Assign(*lit, reason.as_deref()),
            Step::Conflict(clause) => Event::Conflict(clause),
            Step::Backtrack(level) => Event::Backtrack(*level),
            Step::Learn(clause) => Event::Learn(clause),
            Step::Restart => Event::Restart,
            Step::Start(assignment) => Event::Start(assignment),
            Step::Flip(var, falsified) => Event::Flip(*var, *falsified),
            Step::Temperature(temperature) => Event::Temperature(*temperature),
            Step::Expand(decisions, implied, cost) => Event::Expand(decisions, implied, *cost),
            Step::Check(checks) => Event::Check(*checks),
            Step::Resolve(pivots) => Event::Resolve(pivots),
            Step::Remove(var) => Event::Remove(*var),
            Step::Extend(lit) => Event::Extend(*lit),
            Step::Watch(clause) => Event::Watch(clause),
            Step::Rate(rated) => Event::Rate(rated),
            Step::Open(lit, cost) => Event::Open(*lit, *cost),
        }
    }
}

/// Steps without a gap between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Segment {
    /// How many events of the search came before.
    pub at: u64,
    /// The steps.
    pub steps: Vec<Step>,
    snapshot: Snapshot,
}

/// The state at which a segment begins.
#[derive(Clone, Debug, PartialEq)]
enum Snapshot {
    Levels(Vec<(Option<Lit>, Vec<Lit>)>),
    Values(Assignment),
}

impl Default for Snapshot {
    fn default() -> Snapshot {
        Snapshot::Levels(Vec::new())
    }
}

impl Segment {
    /// The state of the first `kept` variables at which the segment begins.
    pub fn start(&self, kept: usize) -> Replay {
        let mut replay = Replay::new(kept);
        match &self.snapshot {
            Snapshot::Levels(levels) => replay.set_levels(levels),
            Snapshot::Values(values) => replay.start(values.lits()),
        }
        replay
    }
}

/// A recorded search.
///
/// ```
/// use gemsat::observe::Record;
///
/// let text = "{\"engine\":\"dpll\",\"format\":\"gemsat-record\",\"kept\":1,\"names\":{},\"options\":{},\
///     \"variables\":1,\"version\":4}\n\
///     [\"d\",1]\n{\"counters\":{},\"events\":1,\"values\":\"1\",\"verdict\":\"SATISFIABLE\"}\n";
/// let record = Record::parse(text)?;
/// assert_eq!((record.engine(), record.segments()[0].steps.len()), ("dpll", 1));
/// # Ok::<(), gemsat::observe::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    header: Value,
    /// The segments, which are read from the text when they are first needed.
    segments: OnceLock<Vec<Segment>>,
    end: Value,
    text: String,
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.text == other.text
    }
}

/// Why a text is not a record: a line, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected there.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Reads a record's text.
    ///
    /// # Errors The first line that does not belong into a record.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let (header, segments, end) = Record::read(text)?;
        Ok(Record { header, segments: segments.into(), end, text: text.to_string() })
    }

    /// The header, the segments and the verdict in a text.
    fn read(text: &str) -> Result<(Value, Vec<Segment>, Value), RecordError> {
        let fail = |line: usize, message: &str| RecordError { line: line + 1, message: message.to_string() };
        let mut header = Value::Null;
        let mut segments = vec![Segment::default()];
        let mut end = Value::Null;
        for (index, line) in text.lines().enumerate() {
            let value: Value = serde_json::from_str(line).map_err(|error| fail(index, &format!("JSON: {error}")))?;
            if index == 0 {
                let kept = value["kept"].as_u64().is_some_and(|kept| kept <= Recorder::MOST_VARS as u64);
                if value["format"] != "gemsat-record" || value["version"] != VERSION || !kept {
                    return Err(fail(0, &format!("expected the header of a gemsat-record of version {VERSION}")));
                }
                header = value;
            } else if !end.is_null() {
                return Err(fail(index, "expected nothing after the verdict"));
            } else if value["verdict"].is_string() {
                end = value;
            } else if value.is_object() {
                segments.push(segment(&value).ok_or_else(|| fail(index, "expected a snapshot or the verdict"))?);
            } else if let (Some(step), Some(segment)) = (step(&value), segments.last_mut()) {
                segment.steps.push(step);
            } else {
                return Err(fail(index, "expected an event"));
            }
        }
        if end.is_null() {
            return Err(fail(text.lines().count(), "expected the verdict"));
        }
        Ok((header, segments, end))
    }

    /// A record that consists of these lines, which are known to be valid.
    pub(super) fn from_parts(header: Value, segments: &[String], end: Value) -> Record {
        let mut text = String::with_capacity(segments.iter().map(String::len).sum());
        let _ = writeln!(text, "{header}");
        segments.iter().for_each(|segment| text.push_str(segment));
        let _ = writeln!(text, "{end}");
        Record { header, segments: OnceLock::new(), end, text }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The engine's name.
    pub fn engine(&self) -> &str {
        self.header["engine"].as_str().unwrap_or("")
    }

    /// The number of the variables whose values are kept.
    pub fn kept(&self) -> usize {
        self.header["kept"].as_u64().unwrap_or(0) as usize
    }

    /// `SATISFIABLE`, `UNSATISFIABLE` or `UNKNOWN`.
    pub fn verdict(&self) -> &str {
        self.end["verdict"].as_str().unwrap_or("")
    }

    /// The model's values of the kept variables, if there is one.
    pub fn model(&self) -> Option<Assignment> {
        assignment(&self.end["values"])
    }

    /// The parts of the search that were kept, in order.
    pub fn segments(&self) -> &[Segment] {
        self.segments.get_or_init(|| match Record::read(&self.text) {
            Ok((_, segments, _)) => segments,
            Err(error) => unreachable!("what the recorder writes is a record: {error}"),
        })
    }

    /// How often each kept variable is named by events, for a picture that can only show some of the variables.
    pub fn mentions(&self) -> Vec<u32> {
        let mut mentions = vec![0; self.kept()];
        let mut see = |var: Var| {
            if let Some(count) = mentions.get_mut(var.index()) {
                *count += 1;
            }
        };
        for step in self.segments().iter().flat_map(|segment| &segment.steps) {
            match step {
                Step::Decide(lit) | Step::Assign(lit, _) | Step::Extend(lit) => see(lit.var()),
                Step::Flip(var, _) | Step::Remove(var) => see(*var),
                Step::Conflict(lits) | Step::Learn(lits) | Step::Expand(lits, ..) => {
                    lits.iter().for_each(|lit| see(lit.var()));
                }
                _ => {}
            }
        }
        mentions
    }
}

/// Appends the line of an event. Variables from `kept` on are left out.
pub(super) fn encode(event: &Event<'_>, kept: usize, line: &mut String) {
    let is_kept = |lit: Lit| lit.var().index() < kept;
    let number = |lit: Lit| if is_kept(lit) { lit.to_dimacs() } else { 0 };
    let list = |lits: &[Lit], line: &mut String| {
        line.push('[');
        let mut left = lits.len();
        for &lit in lits.iter().filter(|&&lit| is_kept(lit)).take(MOST_LITS) {
            let comma = if line.ends_with('[') { "" } else { "," };
            let _ = write!(line, "{comma}{lit}");
            left -= 1;
        }
        if left > 0 {
            let comma = if line.ends_with('[') { "" } else { "," };
            let _ = write!(line, "{comma}\"+{left}\"");
        }
        line.push(']');
    };
    // The states of A* and the steps of an analysis are lists of any length.
    let whole = |lits: &[Lit], line: &mut String| {
        let numbers: Vec<String> = lits.iter().filter(|&&lit| is_kept(lit)).map(Lit::to_string).collect();
        let _ = write!(line, "[{}]", numbers.join(","));
    };
    let _ = match *event {
        Event::Decide(lit) => write!(line, "[\"d\",{}", number(lit)),
        Event::Assign(lit, None) => write!(line, "[\"a\",{}", number(lit)),
        Event::Assign(lit, Some(reason)) => {
            let _ = write!(line, "[\"a\",{},", number(lit));
            list(reason, line);
            Ok(())
        }
        Event::Conflict(clause) => {
            line.push_str("[\"c\",");
            list(clause, line);
            Ok(())
        }
        Event::Learn(clause) => {
            line.push_str("[\"l\",");
            list(clause, line);
            Ok(())
        }
        Event::Backtrack(level) => write!(line, "[\"b\",{level}"),
        Event::Restart => write!(line, "[\"r\""),
        Event::Start(assignment) => write!(line, "[\"s\",\"{}\"", bits(assignment, kept)),
        Event::Flip(var, falsified) => write!(line, "[\"f\",{},{falsified}", number(var.pos())),
        Event::Temperature(temperature) => write!(line, "[\"t\",{}", json!(temperature)),
        Event::Expand(decisions, implied, cost) => {
            line.push_str("[\"x\",");
            whole(decisions, line);
            line.push(',');
            whole(implied, line);
            write!(line, ",{cost}")
        }
        Event::Open(lit, cost) => write!(line, "[\"o\",{},{cost}", number(lit)),
        Event::Check(checks) => write!(line, "[\"k\",{checks}"),
        Event::Resolve(pivots) => {
            line.push_str("[\"u\",");
            whole(pivots, line);
            Ok(())
        }
        Event::Watch(clause) => {
            line.push_str("[\"w\",");
            list(clause, line);
            Ok(())
        }
        Event::Rate(rated) => {
            let rated = rated.iter().map(|&(lit, rating)| (number(lit), rating)).filter(|&(number, _)| number != 0);
            write!(line, "[\"p\",{}", json!(rated.collect::<Vec<_>>()))
        }
        Event::Remove(var) => write!(line, "[\"e\",{}", number(var.pos())),
        Event::Extend(lit) => write!(line, "[\"v\",{}", number(lit)),
    };
    line.push_str("]\n");
}

/// The JSON object with these fields. The iterator is a trait object, since each type of iterator would be compiled
/// with a tree and a sort of its own.
pub(crate) fn object(fields: &mut dyn Iterator<Item = (&str, Value)>) -> Value {
    fields.collect()
}

/// The line of a snapshot.
pub(super) fn snapshot(replay: &Replay, counts: &Counts) -> String {
    let counts = object(&mut counts.rows().iter().map(|&(name, count)| (name, json!(count))));
    let mut line = json!({ "at": counts["events"], "counts": counts });
    if let Value::Object(object) = &mut line {
        if replay.is_complete() {
            let value = |index: usize| replay.value(Var::new(index)) == Some(true);
            let values: Assignment = (0..replay.num_vars()).map(value).collect();
            object.insert("values".into(), Value::from(bits(&values, values.len())));
        } else {
            let level = |(decision, lits): (Option<Lit>, &[Lit])| -> Value {
                let first = decision.map_or(0, Lit::to_dimacs);
                [first].into_iter().chain(lits.iter().map(|lit| lit.to_dimacs())).collect()
            };
            object.insert("levels".into(), replay.levels().map(level).collect());
        }
    }
    format!("{line}\n")
}

fn lit(value: &Value) -> Option<Lit> {
    Lit::from_dimacs(i32::try_from(value.as_i64()?).ok()?)
}

/// The literal of a JSON value; for one that was left out, a literal of a variable that no record keeps.
fn lit_or_left_out(value: &Value) -> Option<Lit> {
    match value.as_i64()? {
        0 => Some(Var::new(Var::MAX_COUNT - 1).pos()),
        _ => lit(value),
    }
}

/// The literals of a clause, without those that are only counted.
fn lits(value: &Value) -> Option<Vec<Lit>> {
    value.as_array()?.iter().filter(|value| !value.is_string()).map(lit).collect()
}

fn assignment(value: &Value) -> Option<Assignment> {
    Some(value.as_str()?.bytes().map(|digit| digit == b'1').collect())
}

fn rated(value: &Value) -> Option<(Lit, f64)> {
    Some((lit(value.get(0)?)?, value.get(1)?.as_f64()?))
}

fn step(value: &Value) -> Option<Step> {
    let array = value.as_array()?;
    let at = |index: usize| array.get(index).unwrap_or(&Value::Null);
    Some(match at(0).as_str()? {
        "d" => Step::Decide(lit_or_left_out(at(1))?),
        "a" => Step::Assign(lit_or_left_out(at(1))?, if at(2).is_null() { None } else { Some(lits(at(2))?) }),
        "c" => Step::Conflict(lits(at(1))?),
        "l" => Step::Learn(lits(at(1))?),
        "b" => Step::Backtrack(u32::try_from(at(1).as_u64()?).ok()?),
        "r" => Step::Restart,
        "s" => Step::Start(assignment(at(1))?),
        "f" => Step::Flip(lit_or_left_out(at(1))?.var(), at(2).as_u64()?),
        "t" => Step::Temperature(at(1).as_f64()?),
        "x" => Step::Expand(lits(at(1))?, lits(at(2))?, at(3).as_u64()?),
        "k" => Step::Check(at(1).as_u64()?),
        "u" => Step::Resolve(lits(at(1))?),
        "e" => Step::Remove(lit_or_left_out(at(1))?.var()),
        "v" => Step::Extend(lit_or_left_out(at(1))?),
        "w" => Step::Watch(lits(at(1))?),
        "p" => Step::Rate(at(1).as_array()?.iter().map(rated).collect::<Option<_>>()?),
        "o" => Step::Open(lit_or_left_out(at(1))?, at(2).as_u64()?),
        _ => return None,
    })
}

fn segment(value: &Value) -> Option<Segment> {
    let level = |level: &Value| -> Option<(Option<Lit>, Vec<Lit>)> {
        let numbers = level.as_array()?;
        Some((lit(numbers.first()?), numbers[1..].iter().map(lit).collect::<Option<_>>()?))
    };
    let snapshot = match assignment(&value["values"]) {
        Some(values) => Snapshot::Values(values),
        None => Snapshot::Levels(value["levels"].as_array()?.iter().map(level).collect::<Option<_>>()?),
    };
    Some(Segment { at: value["at"].as_u64()?, steps: Vec::new(), snapshot })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_lines_and_lines_are_events() {
        let lit = |number: i32| Lit::from_dimacs(number).expect("not 0");
        let clause: Vec<Lit> = [1, -2, 3].map(lit).to_vec();
        let steps = [
            Step::Decide(lit(-3)),
            Step::Assign(lit(2), None),
            Step::Assign(lit(2), Some(clause.clone())),
            Step::Conflict(clause.clone()),
            Step::Learn(vec![]),
            Step::Backtrack(7),
            Step::Restart,
            Step::Start([true, false, true].into_iter().collect()),
            Step::Flip(Var::new(2), 17),
            Step::Temperature(0.125),
            Step::Expand(clause.clone(), vec![lit(-1)], 12),
            Step::Check(9),
            Step::Resolve(clause.clone()),
            Step::Remove(Var::new(1)),
            Step::Extend(lit(-3)),
            Step::Watch(clause.clone()),
            Step::Rate(vec![(lit(2), 5.0), (lit(-1), 0.25)]),
            Step::Open(lit(-2), 5),
        ];
        for wanted in steps {
            let mut line = String::new();
            encode(&wanted.event(), 3, &mut line);
            let value: Value = serde_json::from_str(line.trim_end()).expect("JSON");
            assert_eq!(step(&value), Some(wanted), "{line}");
        }
        let mut line = String::new();
        encode(&Event::Conflict(&[1, 9, 2].map(lit)), 3, &mut line);
        encode(&Event::Decide(lit(9)), 3, &mut line);
        assert_eq!(line, "[\"c\",[1,2,\"+1\"]]\n[\"d\",0]\n");
        let long: Vec<Lit> = (1..=100).map(lit).collect();
        line.clear();
        encode(&Event::Learn(&long), 200, &mut line);
        assert!(line.ends_with("64,\"+36\"]]\n"), "{line}");
    }

    #[test]
    fn other_texts_are_refused_with_their_line() {
        let header = "{\"format\":\"gemsat-record\",\"version\":4,\"engine\":\"x\",\"variables\":1,\"kept\":1}\n";
        let error = |text: String| Record::parse(&text).expect_err("no record").to_string();
        assert_eq!(error(String::new()), "1: expected the verdict");
        assert_eq!(error("{}".into()), "1: expected the header of a gemsat-record of version 4");
        assert_eq!(error(format!("{header}[\"q\",1]\n")), "2: expected an event");
        assert_eq!(error(format!("{header}[\"d\",1]\n{{\"at\":3}}\n")), "3: expected a snapshot or the verdict");
        assert_eq!(error(format!("{header}[\"d\",1]\n")), "3: expected the verdict");
        assert!(error(format!("{header}[\"d\"\n")).starts_with("2: JSON"));
        let end = "{\"verdict\":\"UNKNOWN\"}\n";
        assert!(Record::parse(&format!("{header}[\"d\",1]\n{end}")).is_ok());
        assert_eq!(error(format!("{header}{end}{end}")), "3: expected nothing after the verdict");
    }
}
