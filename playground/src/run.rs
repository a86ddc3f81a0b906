//! The limits of a run in a browser: time by the page's clock, memory by the module's, progress on the way.

use crate::page;
use gemsat::engine::{Progress, Reporter};
use gemsat::limits::{Gauge, Limits, Question, Stop};
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Milliseconds between two reports of a run.
const REPORT_INTERVAL: f64 = 100.0;

/// The memory that a run may have unless the page says otherwise, in MiB.
const MEGABYTES: u64 = 1024;

/// The limits of one run, and whether time was what ended it.
pub struct Run {
    /// What the library is given.
    pub limits: Limits,
    began: f64,
    late: Arc<AtomicBool>,
    messages: Arc<Mutex<Messages>>,
}

/// What an engine has reported so far.
#[derive(Default)]
struct Messages {
    columns: Vec<(&'static str, f64)>,
    remarks: Vec<String>,
}

/// Keeps what an engine reports.
struct Collector(Arc<Mutex<Messages>>);

impl Reporter for Collector {
    fn progress(&mut self, progress: &Progress) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).columns.clone_from(&progress.columns);
    }

    fn remark(&mut self, text: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remarks.push(text.to_string());
    }
}

/// The columns of an engine's progress that the page shows.
const SHOWN: [&str; 5] = ["conflicts", "restarts", "redundant", "variables", "MB"];

impl Run {
    /// Reads the fields `seconds`, `megabytes` and `conflicts`, each of which may be missing or 0 for none.
    pub fn new(question: &Value) -> Run {
        let (began, late) = (page::now(), Arc::new(AtomicBool::new(false)));
        let seconds = question["seconds"].as_f64().filter(|&seconds| seconds > 0.0);
        let end = seconds.map_or(f64::INFINITY, |seconds| began + 1000.0 * seconds);
        let megabytes = question["megabytes"].as_u64().filter(|&megabytes| megabytes > 0).unwrap_or(MEGABYTES);
        let gauge = Gauge::watched();
        let messages = Arc::new(Mutex::new(Messages::default()));
        let (shown, timed_out, reported) = (gauge.clone(), late.clone(), messages.clone());
        let mut last = began;
        let ask = move || {
            let now = page::now();
            if now - last >= REPORT_INTERVAL {
                last = now;
                let rows = shown.figures().into_iter().map(|(name, value)| (name.to_string(), value.into()));
                let columns = reported.lock().unwrap_or_else(PoisonError::into_inner).columns.clone();
                let columns = columns.into_iter().filter(|(name, _)| SHOWN.contains(name));
                let columns = columns.map(|(name, value)| (name.to_string(), value.into()));
                let figures: Map<String, Value> = rows.chain(columns).collect();
                page::progress(&json!({ "seconds": (now - began) / 1000.0, "figures": figures }).to_string());
            }
            if now >= end {
                timed_out.store(true, Ordering::Relaxed);
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
        Run { limits, began, late, messages }
    }

    /// The reporter that keeps what the engine reports about this run.
    pub fn reporter(&self) -> Box<dyn Reporter> {
        Box::new(Collector(self.messages.clone()))
    }

    /// The sentences that the engine has said.
    pub fn remarks(&self) -> Vec<String> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).remarks.clone()
    }

    /// Seconds since it began.
    pub fn seconds(&self) -> f64 {
        (page::now() - self.began) / 1000.0
    }

    /// Why the run ended, in words. The clock asks through the library's question, whose answer it calls an
    /// interruption.
    pub fn why(&self, stop: Stop) -> String {
        match stop {
            Stop::Interrupted if self.late.load(Ordering::Relaxed) => Stop::WallTime.to_string(),
            stop => stop.to_string(),
        }
    }
}
