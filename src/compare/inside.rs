//! What a run of one of our engines says of its own work: times without the start of the process, and counters.
//!
//! They come from the line `c json` of its report (`docs/statistics.md`), and are shown beside the operating system's
//! figures: the ranking uses only what is measured from outside, in the same way for all solvers.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The most counters of a run that are kept.
const MOST_COUNTERS: usize = 1000;

/// A run's own figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inside {
    /// CPU time, in milliseconds.
    pub cpu_ms: f64,
    /// Time by the clock, in milliseconds.
    pub wall_ms: f64,
    /// The part of the time by the clock that reading the formula took.
    pub reading_ms: f64,
    /// What the engine has counted, by name.
    pub counters: BTreeMap<String, u64>,
}

/// The figures in a run's standard output, if there are any.
pub fn read(stdout: &Path) -> Option<Inside> {
    let bytes = fs::read(stdout).ok()?;
    let lines = bytes.rsplit(|&byte| byte == b'\n');
    parse(lines.into_iter().find_map(|line| line.strip_prefix(b"c json "))?)
}

fn parse(text: &[u8]) -> Option<Inside> {
    let value: Value = serde_json::from_slice(text).ok()?;
    if value["schema"] != "gemsat-statistics" {
        return None;
    }
    let time = |key: &str| {
        let seconds = value["resources"][key].as_f64()?;
        (0.0..1e9).contains(&seconds).then_some((seconds * 1e6).round() / 1e3)
    };
    let plain = |name: &str| name.len() <= 60 && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let counters = value["counters"].as_object()?.iter();
    let counters = counters.filter(|(name, _)| plain(name)).filter_map(|(name, count)| Some((name, count.as_u64()?)));
    Some(Inside {
        cpu_ms: time("cpu_seconds")?,
        wall_ms: time("wall_seconds")?,
        reading_ms: time("reading_seconds")?,
        counters: counters.take(MOST_COUNTERS).map(|(name, count)| (name.clone(), count)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_statistics_are_read() {
        let text = r#"{"schema":"gemsat-statistics","counters":{"flips":7,"=x":1,"conflicts":-1},
            "resources":{"cpu_seconds":0.0012345,"wall_seconds":0.25,"reading_seconds":0}}"#;
        let inside = parse(text.as_bytes()).expect("statistics");
        assert_eq!((inside.cpu_ms, inside.wall_ms, inside.reading_ms), (1.235, 250.0, 0.0));
        assert_eq!(inside.counters.into_iter().collect::<Vec<_>>(), [("flips".to_string(), 7)]);
        for other in ["{}", "[", r#"{"schema":"gemsat-statistics","counters":{},"resources":{"cpu_seconds":-1}}"#] {
            assert_eq!(parse(other.as_bytes()), None, "{other}");
        }
    }
}
