//! What a run has used and done, as JSON with a documented, versioned schema: `docs/statistics.md`.
//!
//! Everything outside of `resources` is the same in every run with the same input, options and seed, unless a clock or a
//! signal ended it.

use crate::limits::{self, Limits, Stop};
use crate::util::table::{CounterRow, OptionRow};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The version of the schema. It changes when a key is renamed, removed or changes its meaning; new keys do not change it.
pub const VERSION: u32 = 1;

/// The formula as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFacts {
    /// `dimacs` or `symbolic`.
    pub format: &'static str,
    /// Declared variables.
    pub variables: u64,
    /// Clauses.
    pub clauses: u64,
    /// Literals in all clauses.
    pub literals: u64,
}

/// How the run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultFacts {
    /// The text of the `s` line; none after an error.
    pub status: Option<&'static str>,
    /// The exit code that goes with it.
    pub exit_code: i32,
    /// Why there is no answer.
    pub stop: Option<Stop>,
    /// Clauses that the best assignment of an incomplete engine leaves false.
    pub best_falsified: Option<u64>,
}

/// The proof that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFacts {
    /// The file.
    pub file: String,
    /// The format's name as given on the command line.
    pub format: String,
    /// Bytes of the file, once it is complete.
    pub bytes: Option<u64>,
}

/// Time and memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Resources {
    /// Wall time since the start.
    pub wall: Duration,
    /// Of that, reading the formula.
    pub reading: Duration,
    /// CPU time of the process.
    pub cpu: Duration,
    /// The most bytes in memory at once.
    pub peak_bytes: u64,
}

impl Resources {
    /// What the process has used until now; `reading` is left at 0.
    pub fn now(started: std::time::Instant) -> Resources {
        Resources {
            wall: started.elapsed(),
            reading: Duration::ZERO,
            cpu: limits::cpu_time(),
            peak_bytes: limits::peak_bytes(),
        }
    }
}

/// All that is known about a run.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// The file as it was named; `stdin` for standard input.
    pub source: String,
    /// The formula, once it is read.
    pub input: Option<InputFacts>,
    /// The engine's name.
    pub engine: String,
    /// Its options, where they are to be written.
    pub options: Vec<OptionRow>,
    /// The limits.
    pub limits: Limits,
    /// The wall-clock limit as it was given.
    pub time_limit: Option<Duration>,
    /// How it ended.
    pub result: ResultFacts,
    /// What the engine has counted, where it is to be told.
    pub counters: Vec<CounterRow>,
    /// The proof.
    pub proof: Option<ProofFacts>,
    /// Time and memory.
    pub resources: Resources,
}

impl Statistics {
    /// The JSON object of `docs/statistics.md`.
    pub fn to_json(&self) -> Value {
        let options: Map<String, Value> =
            self.options.iter().map(|row| (row.name.to_owned(), typed(&row.value))).collect();
        let counters: Map<String, Value> =
            self.counters.iter().map(|row| (row.name.to_owned(), row.value.into())).collect();
        let input = self.input.as_ref();
        json!({
            "schema": "gemsat-statistics",
            "version": VERSION,
            "solver": { "name": "gemsat", "version": env!("CARGO_PKG_VERSION") },
            "input": {
                "file": self.source,
                "format": input.map(|facts| facts.format),
                "variables": input.map(|facts| facts.variables),
                "clauses": input.map(|facts| facts.clauses),
                "literals": input.map(|facts| facts.literals),
            },
            "engine": self.engine,
            "options": options,
            "limits": {
                "wall_seconds": self.time_limit.map(|time| time.as_secs_f64()),
                "cpu_seconds": self.limits.cpu.map(|time| time.as_secs_f64()),
                "conflicts": self.limits.conflicts,
                "decisions": self.limits.decisions,
                "ticks": self.limits.ticks,
                "steps": self.limits.steps,
                "memory_bytes": self.limits.memory,
            },
            "result": {
                "status": self.result.status,
                "exit_code": self.result.exit_code,
                "stop": self.result.stop.map(stop_key),
                "best_falsified": self.result.best_falsified,
            },
            "counters": counters,
            "proof": self.proof.as_ref().map(|proof| json!({
                "file": proof.file,
                "format": proof.format,
                "bytes": proof.bytes,
            })),
            "resources": {
                "wall_seconds": self.resources.wall.as_secs_f64(),
                "reading_seconds": self.resources.reading.as_secs_f64(),
                "cpu_seconds": self.resources.cpu.as_secs_f64(),
                "peak_bytes": self.resources.peak_bytes,
            },
        })
    }
}

/// The stable key of a reason to stop.
pub fn stop_key(stop: Stop) -> &'static str {
    match stop {
        Stop::Interrupted => "interrupted",
        Stop::WallTime => "wall_time",
        Stop::CpuTime => "cpu_time",
        Stop::Conflicts => "conflicts",
        Stop::Decisions => "decisions",
        Stop::Ticks => "ticks",
        Stop::Memory => "memory",
        Stop::Steps => "steps",
        Stop::Incomplete => "incomplete",
        Stop::Proof => "proof",
        Stop::Simplified => "simplified",
    }
}

/// An option's value as the JSON type that it is.
fn typed(text: &str) -> Value {
    match text {
        "true" => true.into(),
        "false" => false.into(),
        _ => match (text.parse::<u64>(), text.parse::<f64>()) {
            (Ok(number), _) => number.into(),
            (_, Ok(number)) if number.is_finite() => number.into(),
            _ => text.into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::table::Per;

    #[test]
    fn values_have_their_types() {
        assert_eq!(typed("true"), json!(true));
        assert_eq!(typed("18446744073709551615"), json!(u64::MAX));
        assert_eq!(typed("0.5"), json!(0.5));
        assert_eq!(typed("best"), json!("best"));
        assert_eq!(typed("inf"), json!("inf"));
    }

    #[test]
    fn what_is_not_known_is_null() {
        let mut statistics = Statistics { source: "stdin".into(), ..Statistics::default() };
        let value = statistics.to_json();
        assert_eq!(value["version"], VERSION);
        assert!(value["input"]["clauses"].is_null() && value["proof"].is_null() && value["result"]["stop"].is_null());
        statistics.result.stop = Some(Stop::WallTime);
        statistics.counters = vec![CounterRow { name: "conflicts", value: 7, per: Per::Nothing, help: "" }];
        let value = statistics.to_json();
        assert_eq!(value["result"]["stop"], "wall_time");
        assert_eq!(value["counters"]["conflicts"], 7);
    }
}
