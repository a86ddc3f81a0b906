//! How far a run has come: what workers report about themselves, and the sum of the results.

use crate::Trouble;
use crate::directory::{Directory, write_json};
use crate::local::{Known, update};
use crate::record::{Outcome, Record, is_worker_name};
use crate::tree::CubeName;
use gemsat::command::report::clean;
use gemsat::limits::resident_bytes;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How often a worker's file is written, at most.
const BEAT: Duration = Duration::from_secs(1);
/// A worker that was silent for this many seconds is considered gone.
const SILENT: u64 = 90;

/// What a worker does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worker {
    /// Its name.
    pub name: String,
    /// The cube that it is at.
    pub cube: Option<CubeName>,
    /// Cubes that it has refuted.
    pub refuted: u64,
    /// Cubes that it has split.
    pub split: u64,
    /// Its conflicts.
    pub conflicts: u64,
    /// Milliseconds in its solver.
    pub busy: u64,
    /// Milliseconds since it began.
    pub lifetime: u64,
    /// Bytes of its process in memory.
    pub memory: u64,
    /// When this was written, in seconds since 1970.
    pub time: u64,
    #[serde(skip, default = "Instant::now")]
    began: Instant,
}

impl Worker {
    /// A worker that begins.
    pub fn new(name: &str) -> Worker {
        Worker {
            name: name.into(),
            cube: None,
            refuted: 0,
            split: 0,
            conflicts: 0,
            busy: 0,
            lifetime: 0,
            memory: 0,
            time: 0,
            began: Instant::now(),
        }
    }

    /// Notes that the worker begins with a cube.
    pub fn begins(&mut self, cube: &CubeName) {
        self.cube = Some(cube.clone());
    }

    /// Notes that the worker has a result.
    pub fn ended(&mut self, record: &Record) {
        match record.outcome {
            Outcome::Split { .. } => self.split += 1,
            Outcome::Unsat { .. } | Outcome::Sat { .. } => self.refuted += 1,
        }
        self.conflicts += record.conflicts;
        self.busy += record.milliseconds;
    }

    /// Notes that the worker has nothing to do.
    pub fn idles(&mut self) {
        self.cube = None;
    }

    /// Whether the worker has reported recently.
    pub fn is_alive(&self) -> bool {
        now().saturating_sub(self.time) < SILENT
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Writes what the workers of this process do.
#[derive(Debug)]
pub struct Workers {
    folder: PathBuf,
    written: Mutex<Vec<Option<Instant>>>,
}

impl Workers {
    /// The workers of a process.
    pub fn new(directory: &Directory) -> Workers {
        Workers { folder: directory.file("workers"), written: Mutex::new(Vec::new()) }
    }

    /// Shows what a worker does. A file that cannot be written is no trouble: it is for people alone.
    pub fn show(&self, thread: usize, worker: &Worker) {
        {
            let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
            if written.len() <= thread {
                written.resize(thread + 1, None);
            }
            if worker.cube.is_some() && written[thread].is_some_and(|last| last.elapsed() < BEAT) {
                return;
            }
            written[thread] = Some(Instant::now());
        }
        let mut shown = worker.clone();
        (shown.memory, shown.time) = (resident_bytes(), now());
        shown.lifetime = worker.began.elapsed().as_millis() as u64;
        let _ = write_json(&self.folder.join(format!("{}.json", worker.name)), &shown);
    }
}

/// What a run adds up to.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The name of the formula.
    pub name: String,
    /// Its hash.
    pub formula: String,
    /// `SATISFIABLE`, `UNSATISFIABLE` once that was checked, or nothing yet.
    pub verdict: Option<String>,
    /// The cubes that there are, parts in place of what was split.
    pub cubes: usize,
    /// Those that are closed.
    pub closed: usize,
    /// Those that are open.
    pub open: usize,
    /// How many were split again.
    pub split: u64,
    /// Results that were refutations.
    pub refuted: u64,
    /// Files that are no results of this run.
    pub foreign: usize,
    /// Conflicts of all results.
    pub conflicts: u64,
    /// Milliseconds of all results.
    pub busy: u64,
    /// Cubes per second: over the last minute while the run is being watched, otherwise since the beginning.
    pub rate: f64,
    /// Seconds that the open cubes need at this rate.
    pub left: Option<f64>,
    /// How many results took less than 1, 4, 16 ... milliseconds.
    pub times: [u64; 10],
    /// The workers.
    pub workers: Vec<Worker>,
    /// When this summary was made, in seconds since 1970.
    pub time: u64,
}

/// Results, added up.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    split: u64,
    refuted: u64,
    conflicts: u64,
    busy: u64,
    times: [u64; 10],
}

impl Tally {
    /// Counts a result.
    pub fn count(&mut self, record: &Record) {
        match record.outcome {
            Outcome::Split { .. } => self.split += 1,
            Outcome::Unsat { .. } => self.refuted += 1,
            Outcome::Sat { .. } => {}
        }
        self.conflicts += record.conflicts;
        self.busy += record.milliseconds;
        let place = (record.milliseconds.max(1).ilog2() as usize).div_ceil(2);
        self.times[place.min(self.times.len() - 1)] += 1;
    }
}

/// Follows a run by its results.
#[derive(Debug)]
pub struct Watcher<'a> {
    directory: &'a Directory,
    pub(crate) known: Known,
    began: u64,
    /// How many cubes were closed, and when.
    history: Vec<(Instant, usize)>,
}

impl<'a> Watcher<'a> {
    /// Begins to follow.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn new(directory: &'a Directory) -> Result<Watcher<'a>, Trouble> {
        let began = fs::metadata(directory.file("run.json")).and_then(|data| data.modified()).ok();
        let began = began.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |time| time.as_secs());
        Ok(Watcher { directory, known: Known::nothing(directory)?, began, history: Vec::new() })
    }

    /// The state that the results show.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// Reads what is new.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn look(&mut self) -> Result<Summary, Trouble> {
        update(self.directory, &mut self.known)?;
        Ok(self.summary())
    }

    /// What is known, without reading results.
    pub fn summary(&mut self) -> Summary {
        let tree = &self.known.tree;
        let (cubes, open) = (tree.num_leaves(), tree.open());
        let closed = cubes - open;
        self.history.push((Instant::now(), closed));
        self.history.retain(|(time, _)| time.elapsed() < Duration::from_secs(60));
        let rate = match self.history[..] {
            [(first, before), .., (last, after)] if last.duration_since(first) > Duration::from_secs(5) => {
                after.saturating_sub(before) as f64 / last.duration_since(first).as_secs_f64()
            }
            _ => closed as f64 / now().saturating_sub(self.began).max(1) as f64,
        };
        let verdict = match (&self.known.model, tree.is_closed()) {
            (Some(_), _) => Some("SATISFIABLE".to_owned()),
            (None, true) if self.directory.is_answered() => Some("UNSATISFIABLE".to_owned()),
            _ => None,
        };
        let Tally { split, refuted, conflicts, busy, times } = self.known.tally;
        Summary {
            name: self.directory.run.name.clone(),
            formula: self.directory.run.formula.clone(),
            left: (verdict.is_none() && rate > 0.0).then(|| open as f64 / rate),
            verdict,
            cubes,
            closed,
            open,
            split,
            refuted,
            foreign: self.known.foreign,
            conflicts,
            busy,
            rate,
            times,
            workers: workers(self.directory),
            time: now(),
        }
    }
}

/// What the workers of a run say of themselves, in the order of their names.
fn workers(directory: &Directory) -> Vec<Worker> {
    let Ok(entries) = fs::read_dir(directory.file("workers")) else { return Vec::new() };
    let files = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "json"));
    let mut workers: Vec<Worker> =
        files.filter_map(|path| serde_json::from_slice(&fs::read(path).ok()?).ok()).collect();
    workers.retain(|worker| is_worker_name(&worker.name));
    workers.sort_by(|a, b| a.name.cmp(&b.name));
    workers
}

/// Seconds for people: `75 s`, `3 min`, `2.5 h`, `40 days`.
pub fn duration(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}

impl Summary {
    /// The verdict, or why there is none.
    pub fn state(&self) -> &str {
        self.verdict.as_deref().unwrap_or(if self.open > 0 {
            "open"
        } else {
            "no cube is open, the answer is not checked yet"
        })
    }

    /// The lines of a report.
    pub fn lines(&self) -> Vec<String> {
        let alive = self.workers.iter().filter(|worker| worker.is_alive() && worker.cube.is_some()).count();
        let memory: u64 = self.workers.iter().filter(|worker| worker.is_alive()).map(|worker| worker.memory).sum();
        let percent = 100.0 * self.closed as f64 / self.cubes.max(1) as f64;
        let mut lines = vec![
            format!("c {}: {}", clean(&self.name), self.state()),
            format!(
                "c cubes     {:>12} of {}  ({percent:.1} %), {} open, {} split again",
                self.closed, self.cubes, self.open, self.split
            ),
            format!(
                "c rate      {:>12.2} a second{}",
                self.rate,
                self.left.map_or(String::new(), |left| format!(", {} left at this rate", duration(left)))
            ),
            format!("c effort    {:>12} conflicts, {} of solving", self.conflicts, duration(self.busy as f64 / 1000.0)),
            format!("c workers   {alive:>12} at work, {} in memory", mebibytes(memory)),
        ];
        if self.foreign > 0 {
            lines.push(format!("c ignored   {:>12} files that are no results of this run", self.foreign));
        }
        for worker in self.workers.iter().filter(|worker| worker.cube.is_some() || worker.is_alive()) {
            let cube = worker.cube.as_ref().map_or("idle".into(), |cube| format!("at cube {cube}"));
            let silent = if worker.is_alive() {
                String::new()
            } else {
                format!(", silent for {}", duration(now().saturating_sub(worker.time) as f64))
            };
            lines.push(format!(
                "c   {:<36} {:>8} refuted {:>6} split {:>10}  {cube}{silent}",
                worker.name,
                worker.refuted,
                worker.split,
                mebibytes(worker.memory)
            ));
        }
        lines
    }
}

/// Bytes for people.
pub fn mebibytes(bytes: u64) -> String {
    format!("{} MB", bytes >> 20)
}
