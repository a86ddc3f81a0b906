//! The limits of a run in a browser: time by the page's clock, memory by the module's, progress on the way.

use crate::page;
use gemsat::limits::{Gauge, Limits, Question, Stop};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Milliseconds between two reports of a run.
const BEAT: f64 = 100.0;

/// Memory that a run may have where the page says nothing, in MiB.
const MEGABYTES: u64 = 1024;

/// The limits of one run, and whether time was what ended it.
pub struct Run {
    /// What the library is given.
    pub limits: Limits,
    began: f64,
    late: Arc<AtomicBool>,
}

impl Run {
    /// Reads the fields `seconds`, `megabytes` and `conflicts`, each of which may be missing or 0 for none.
    pub fn new(question: &Value) -> Run {
        let (began, late) = (page::now(), Arc::new(AtomicBool::new(false)));
        let seconds = question["seconds"].as_f64().filter(|&seconds| seconds > 0.0);
        let end = seconds.map_or(f64::INFINITY, |seconds| began + 1000.0 * seconds);
        let megabytes = question["megabytes"].as_u64().filter(|&megabytes| megabytes > 0).unwrap_or(MEGABYTES);
        let gauge = Gauge::watched();
        let (shown, rung) = (gauge.clone(), late.clone());
        let mut last = began;
        let ask = move || {
            let now = page::now();
            if now - last >= BEAT {
                last = now;
                let rows = shown.figures().into_iter().map(|(name, value)| (name.to_string(), value.into()));
                let figures: Map<String, Value> = rows.collect();
                page::progress(&json!({ "seconds": (now - began) / 1000.0, "figures": figures }).to_string());
            }
            if now >= end {
                rung.store(true, Ordering::Relaxed);
            }
            now >= end
        };
        let limits = Limits {
            conflicts: question["conflicts"].as_u64().filter(|&conflicts| conflicts > 0),
            memory: Some(megabytes << 20),
            question: Question::new(ask),
            gauge,
            ..Limits::none()
        };
        Run { limits, began, late }
    }

    /// Seconds since it began.
    pub fn seconds(&self) -> f64 {
        (page::now() - self.began) / 1000.0
    }

    /// Why the run ended, in words. The clock asks through the library's question, whose answer it calls an interruption.
    pub fn why(&self, stop: Stop) -> String {
        match stop {
            Stop::Interrupted if self.late.load(Ordering::Relaxed) => Stop::WallTime.to_string(),
            stop => stop.to_string(),
        }
    }
}
