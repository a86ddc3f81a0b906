//! What a run has used and done, as JSON with a documented, versioned schema: `docs/statistics.md`.
//!
//! Everything outside of `resources` is the same in every run with the same input, options and seed, unless a clock or
//! a signal ended it.

use super::color::Palette;
use super::exit::Failure;
use super::output::write_file;
use super::report::{counter_lines, profile_lines, section};
use super::values::file_name;
use crate::engine::{Engine, ProfileRow};
use crate::limits::{self, Limits, Stop};
use crate::observe::record::object;
use crate::util::table::{CounterRow, OptionRow};
use clap::ValueEnum;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// The version of the schema. It changes when a key is renamed, removed or changes its meaning; new keys do not change
/// it.
pub const VERSION: u32 = 2;

/// Which statistics a command writes.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct StatsArgs {
    /// Print all statistics: text (c lines) or json (a line after 'c json')
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, help_heading = "Report")]
    #[arg(default_missing_value = "text", hide_possible_values = true)]
    pub stats: Option<StatsForm>,

    /// Write the statistics to FILE, as JSON
    #[arg(long, value_name = "FILE", value_parser = file_name(), help_heading = "Report")]
    pub stats_file: Option<PathBuf>,
}

/// How statistics are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsForm {
    /// As `c` lines.
    Text,
    /// As one line of JSON.
    Json,
}

/// How much of the statistics is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// Counters that are zero, too.
    pub all: bool,
    /// What each counter counts.
    pub explained: bool,
    /// A line of JSON.
    pub json: bool,
}

impl StatsArgs {
    /// Whether statistics are asked for.
    pub fn any(&self) -> bool {
        self.stats.is_some() || self.stats_file.is_some()
    }

    /// Whether they are asked for as JSON, which lists the engine's options.
    pub fn any_json(&self) -> bool {
        self.stats == Some(StatsForm::Json) || self.stats_file.is_some()
    }

    /// How much is printed at this verbosity.
    pub fn detail(&self, verbose: u8) -> Detail {
        Detail {
            all: verbose > 0 || self.stats == Some(StatsForm::Text),
            explained: verbose > 1,
            json: self.stats == Some(StatsForm::Json),
        }
    }

    /// Writes the file, if one is asked for.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_file(&self, statistics: &Statistics) -> Result<(), Failure> {
        let Some(path) = &self.stats_file else { return Ok(()) };
        write_file(path, |file| writeln!(file, "{:#}", statistics.to_json()))
    }
}

/// The formula as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFacts {
    /// `dimacs`, `symbolic`, `infix`, or `puzzle`.
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
    /// The part of the wall time that reading the formula took.
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
    /// What the engine has counted, if that is asked for.
    pub counters: Vec<CounterRow>,
    /// How the engine's time was spent, if that is asked for.
    pub profile: Vec<ProfileRow>,
    /// The proof.
    pub proof: Option<ProofFacts>,
    /// Time and memory.
    pub resources: Resources,
}

impl Statistics {
    /// Takes over what the engine has counted and measured.
    pub fn take_counts(&mut self, engine: &dyn Engine) {
        self.counters = engine.counters();
        self.profile = engine.profile();
    }

    /// The `c` lines of the statistics: the legend of the progress lines, the counters, time and memory.
    pub fn lines(&self, detail: Detail, legend: &[String], palette: Palette) -> Vec<String> {
        let heading = |title: &str| ["c".into(), palette.heading(&section(title)), "c".into()];
        let mut lines = Vec::new();
        if !legend.is_empty() {
            lines.extend(heading("legend"));
            lines.extend_from_slice(legend);
        }
        let counters = counter_lines(&self.counters, self.resources.cpu.as_secs_f64(), detail.all);
        if !counters.is_empty() {
            lines.extend(heading("statistics"));
            lines.extend(counters);
            if detail.explained {
                lines.extend(self.counters.iter().map(|row| format!("c {}: {}", row.name.replace('_', " "), row.help)));
            }
        }
        let profile = profile_lines(&self.profile, detail.all);
        if !profile.is_empty() {
            lines.extend(heading("profile"));
            lines.extend(profile);
        }
        lines.extend(heading("resources"));
        let Resources { reading, wall, cpu, peak_bytes } = self.resources;
        let figures = [
            ("reading", reading.as_secs_f64(), "seconds"),
            ("wall-clock time", wall.as_secs_f64(), "seconds"),
            ("CPU time", cpu.as_secs_f64(), "seconds"),
            ("peak memory", peak_bytes as f64 / f64::from(1 << 20), "MB"),
        ];
        lines.extend(
            figures.iter().map(|(name, value, unit)| format!("c {:<26} {value:>14.2} {unit}", format!("{name}:"))),
        );
        if detail.json {
            lines.push(format!("c json {}", self.to_json()));
        }
        lines
    }

    /// The JSON object of `docs/statistics.md`.
    pub fn to_json(&self) -> Value {
        let options = object(&mut self.options.iter().map(|row| (row.name, typed(&row.value))));
        let counters = object(&mut self.counters.iter().map(|row| (row.name, row.value.into())));
        let profile = object(&mut self.profile.iter().map(|row| (row.name, row.seconds.into())));
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
                "profile": profile,
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
        Stop::Propagations => "propagations",
        Stop::Ticks => "ticks",
        Stop::Memory => "memory",
        Stop::Steps => "steps",
        Stop::Incomplete => "incomplete",
        Stop::Proof => "proof",
        Stop::Simplified => "simplified",
    }
}

/// An option's value as JSON: a boolean or a number if it looks like one.
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
