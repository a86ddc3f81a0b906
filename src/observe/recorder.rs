//! Keeps the events of a search in a bounded space.
//!
//! # What it does Events become lines (see [`super::record`]) that are gathered in segments, each of which but the
//! first begins with a snapshot of the search's state. The first segment holds the beginning of the search. The last
//! two hold its end so far: when the last one is full, the one before it is dropped, and a new one begins. Of the
//! dropped segments the first, second, fourth, eighth and so on leave their first lines as a sample. So a search of any
//! length becomes a record of at most [`Recorder::MOST_BYTES`], with its beginning, its end, and ever rarer windows in
//! between.
//!
//! Of very many variables only the first [`Recorder::MOST_VARS`] are recorded.

use super::record::{Counts, encode, object, snapshot};
use super::{Event, Observer, Record, Replay};
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::engine::Verdict;
use crate::util::table::{CounterRow, OptionRow};
use serde_json::{Value, json};

/// The parts of the bounded space, in bytes.
#[derive(Clone, Copy, Debug)]
struct Space {
    /// The beginning.
    head: usize,
    /// Each of the two segments of the end.
    tail: usize,
    /// Each sample in between.
    sample: usize,
}

/// An observer that keeps what it sees.
#[derive(Debug)]
pub struct Recorder {
    space: Space,
    replay: Replay,
    counts: Counts,
    header: Value,
    /// Segments that stay: the beginning and the samples.
    kept: Vec<String>,
    /// The segment before the open one, once the beginning of the search is complete.
    last: Option<String>,
    open: String,
    /// How many tail segments were dropped.
    dropped: u64,
}

impl Recorder {
    /// The most bytes of a record.
    pub const MOST_BYTES: usize = 3 << 20;
    /// The most variables whose values are kept.
    pub const MOST_VARS: usize = 20_000;
    /// The most clauses of a formula that a record lists.
    pub const MOST_CLAUSES: usize = 2_000;
    /// The most literals of these clauses.
    pub const MOST_LITS: usize = 40_000;

    /// A recorder for an engine's search on a formula of this many variables.
    pub fn new(engine: &str, num_vars: usize) -> Recorder {
        Recorder::with_space(engine, num_vars, Space { head: 1 << 20, tail: 512 << 10, sample: 24 << 10 })
    }

    fn with_space(engine: &str, num_vars: usize, space: Space) -> Recorder {
        let kept = num_vars.min(Recorder::MOST_VARS);
        let header = json!({
            "format": "gemsat-record",
            "version": super::record::VERSION,
            "engine": engine,
            "variables": num_vars,
            "kept": kept,
        });
        Recorder {
            space,
            replay: Replay::new(kept),
            counts: Counts::default(),
            header,
            kept: Vec::new(),
            last: None,
            open: String::new(),
            dropped: 0,
        }
    }

    /// Writes the names of the kept variables into the record's header.
    pub fn name(&mut self, name: impl Fn(Var) -> Option<String>) {
        let mut names = json!({});
        for var in (0..self.replay.num_vars()).map(Var::new) {
            if let Some(name) = name(var) {
                names[var.to_dimacs().to_string()] = Value::from(name);
            }
        }
        self.header["names"] = names;
    }

    /// Writes the engine's options into the record's header.
    pub fn set_options(&mut self, options: &[OptionRow]) {
        self.header["options"] = object(&mut options.iter().map(|row| (row.name, Value::from(row.value.clone()))));
    }

    /// Writes the clauses of the formula into the record's header, if they are few enough to be shown beside a search.
    pub fn set_clauses(&mut self, formula: &Formula) {
        if formula.num_clauses() <= Recorder::MOST_CLAUSES && formula.num_lits() <= Recorder::MOST_LITS {
            let numbers = |clause: &[Lit]| -> Value { clause.iter().map(|lit| lit.to_dimacs()).collect() };
            self.header["clauses"] = formula.clauses().map(numbers).collect();
        }
    }

    /// How many events have been seen.
    pub fn num_events(&self) -> u64 {
        self.counts.events
    }

    /// The state of the search now.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Ends the record with the engine's verdict and counters.
    pub fn finish(mut self, verdict: &Verdict, counters: &[CounterRow]) -> Record {
        let (status, model) = match verdict {
            Verdict::Sat(model) => ("SATISFIABLE", Some(model)),
            Verdict::Unsat => ("UNSATISFIABLE", None),
            Verdict::Unknown(_) => ("UNKNOWN", None),
        };
        let mut end = json!({
            "verdict": status,
            "events": self.counts.events,
            "counters": object(&mut counters.iter().map(|row| (row.name, json!(row.value)))),
        });
        if let (Some(model), Value::Object(end)) = (model, &mut end) {
            end.insert("values".into(), Value::from(bits(model, self.replay.num_vars())));
        }
        if let (Verdict::Unknown(stop), Value::Object(end)) = (verdict, &mut end) {
            end.insert("reason".into(), Value::from(stop.to_string()));
        }
        self.kept.extend(self.last.take());
        self.kept.push(self.open);
        Record::from_parts(self.header, &self.kept, end)
    }

    /// Closes the open segment and begins another.
    fn turn(&mut self) {
        let next = snapshot(&self.replay, &self.counts);
        let full = std::mem::replace(&mut self.open, next);
        if self.kept.is_empty() {
            self.kept.push(full);
            return;
        }
        let Some(mut old) = self.last.replace(full) else { return };
        self.dropped += 1;
        if !self.dropped.is_power_of_two() {
            return;
        }
        if old.len() > self.space.sample {
            let lines = old[..self.space.sample].rfind('\n').map_or(0, |end| end + 1);
            old.truncate(lines);
        }
        // A sample that is nothing but a snapshot would show no steps.
        if old.lines().count() > 1 {
            self.kept.push(old);
        }
    }
}

impl Observer for Recorder {
    fn event(&mut self, event: Event<'_>) {
        let room = if self.kept.is_empty() { self.space.head } else { self.space.tail };
        let limit = self.replay.num_vars();
        let before = self.open.len();
        encode(&event, limit, &mut self.open);
        if self.open.len() > room && before > 0 {
            // The event goes to the next segment, whose snapshot is of the state before it.
            let line = self.open.split_off(before);
            self.turn();
            self.open.push_str(&line);
        }
        self.replay.apply(&event);
        self.counts.add(&event);
    }
}

/// The values of the first variables, a digit each.
pub(super) fn bits(assignment: &Assignment, most: usize) -> String {
    assignment.lits().take(most).map(|lit: Lit| if lit.is_positive() { '1' } else { '0' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::random::RandomSat;
    use crate::engines;
    use crate::limits::{Limits, Stop};

    const SMALL: Space = Space { head: 6000, tail: 4000, sample: 1500 };

    fn queens(size: usize) -> Formula {
        use crate::encode::cardinality::AtMostOne;
        use crate::puzzle::queens;
        let puzzle = queens::Queens::new(size).expect("a board");
        queens::encode::encode(&puzzle, queens::encode::Style::Applied, AtMostOne::Pairwise, false).formula
    }

    /// For each segment of a record, applies its events to its snapshot; returns the states at the ends.
    fn ends(record: &Record) -> Vec<Replay> {
        let segments = record.segments().iter();
        segments
            .map(|segment| {
                let mut replay = segment.start(record.kept());
                segment.steps.iter().for_each(|step| replay.apply(&step.event()));
                replay
            })
            .collect()
    }

    #[test]
    fn replaying_reproduces_the_model_with_every_engine() {
        for name in engines::names() {
            let size = if name == "brute" { 4 } else { 6 };
            let formula = queens(size);
            let mut engine = engines::by_name(name).expect("an engine");
            let mut recorder = Recorder::new(name, formula.num_vars());
            let Verdict::Sat(model) = engine.solve(formula.clone(), &Limits::none(), Some(&mut recorder)) else {
                panic!("{name}: {size} queens fit")
            };
            let (state, events) = (recorder.replay().clone(), recorder.num_events());
            assert!(state.agrees(&model), "{name}");
            let mut queens = model.lits().filter(|lit| lit.is_positive());
            assert!(queens.all(|lit| state.value(lit.var()) == Some(true)), "{name}: every queen was placed");
            let record = recorder.finish(&Verdict::Sat(model.clone()), &engine.counters());
            let read = Record::parse(record.text()).expect("a record");
            assert_eq!(read, record, "{name}");
            assert_eq!(read.segments().iter().map(|segment| segment.steps.len() as u64).sum::<u64>(), events);
            assert_eq!(ends(&read).last(), Some(&state), "{name}");
            assert_eq!(read.model().as_ref(), Some(&model), "{name}");
        }
    }

    #[test]
    fn a_long_search_leaves_its_beginning_its_end_and_samples() {
        for (name, steps) in [("dpll", 0), ("walksat", 30_000), ("cdcl", 0), ("astar", 400)] {
            let random = RandomSat { num_vars: 150, num_clauses: 640, width: 3, planted: false };
            let formula = random.draw(5).expect("a formula").0;
            let mut recorder = Recorder::with_space(name, formula.num_vars(), SMALL);
            let limits =
                Limits { steps: Some(steps).filter(|&steps| steps > 0), conflicts: Some(3000), ..Limits::none() };
            let mut engine = engines::by_name(name).expect("an engine");
            let verdict = engine.solve(formula, &limits, Some(&mut recorder));
            let (state, events) = (recorder.replay().clone(), recorder.num_events());
            let record = recorder.finish(&verdict, &engine.counters());
            let samples = u64::BITS as usize - (events.leading_zeros() as usize);
            let header = 400 + engine.counters().len() * 40;
            let most = SMALL.head + 2 * SMALL.tail + samples * SMALL.sample + header + 4 * 3000;
            let text = record.text();
            assert!(text.len() <= most, "{name}: {} bytes of {most}", text.len());
            assert!(record.segments().len() > 4, "{name}: {} segments", record.segments().len());
            assert_eq!(ends(&record).last(), Some(&state), "{name}");
            let first = &record.segments()[0];
            assert_eq!((first.at, first.steps.is_empty()), (0, false), "{name}");
            // Each segment begins after the one before has ended, and the last ends with the search.
            let mut at = 0;
            for segment in record.segments() {
                assert!(segment.at >= at, "{name}");
                at = segment.at + segment.steps.len() as u64;
            }
            assert_eq!(at, events, "{name}");
            // If nothing is missing between two segments, the snapshot of the second is the state at the end of the
            // first.
            let states = ends(&record);
            for (pair, state) in record.segments().windows(2).zip(&states) {
                if pair[0].at + pair[0].steps.len() as u64 == pair[1].at {
                    assert_eq!(&pair[1].start(record.kept()), state, "{name}");
                }
            }
        }
    }

    #[test]
    fn of_very_many_variables_the_first_are_kept() {
        let mut formula = Formula::new();
        let vars: Vec<Var> = (0..50_000).map(|_| formula.new_var()).collect();
        vars.windows(2).for_each(|pair| formula.add_clause([pair[1].neg(), pair[0].pos()]));
        formula.add_clause([vars[vars.len() - 1].pos()]);
        let mut recorder = Recorder::new("dpll", vars.len());
        let mut engine = engines::by_name("dpll").expect("an engine");
        let verdict = engine.solve(formula, &Limits::none(), Some(&mut recorder));
        assert!(recorder.num_events() >= 50_000);
        let record = recorder.finish(&verdict, &[]);
        assert_eq!(record.kept(), Recorder::MOST_VARS);
        assert!(record.text().len() < Recorder::MOST_BYTES);
        assert_eq!(record.model().map(|model| model.len()), Some(Recorder::MOST_VARS));
    }

    #[test]
    fn an_unfinished_search_says_why() {
        let recorder = Recorder::new("dpll", 1);
        let record = recorder.finish(&Verdict::Unknown(Stop::Conflicts), &[]);
        assert!(record.text().contains("\"reason\":\"conflict limit\""));
    }
}
