//! The run of this process, which the frame of every tool begins: its stop flag, its limits, and the line that shows
//! how far it has come. A process has one run, as it has one set of signals.
//!
//! Limits that are made from flags carry the flag and the gauge of the run ([`watched`]), so that every search ends at
//! a signal and shows its figures without any code in the verb that started it.

use super::exit::Exit;
use super::limits::ResourceArgs;
use super::live::Live;
use super::report;
use crate::limits::{Gauge, Limits, Stop, StopFlag, cpu_time};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The run, once a frame has begun it.
static RUN: OnceLock<Run> = OnceLock::new();

/// A run shows its live line only after this time.
const UNTIL_LIVE: Duration = Duration::from_secs(1);

struct Run {
    resources: ResourceArgs,
    stop: StopFlag,
    gauge: Gauge,
    live: Live,
    /// When the limits began to count, and the CPU time that was used until then.
    begun: Mutex<(Instant, Duration)>,
}

/// What is printed about a run that was ended early.
#[derive(Clone, Debug)]
pub struct Said {
    /// For standard output: whole lines.
    pub out: String,
    /// For standard error, if anything.
    pub errors: Option<String>,
    /// The exit with which the program ends.
    pub exit: Exit,
}

impl Said {
    /// A report that consists of lines for standard output.
    pub fn out(lines: Vec<String>, exit: Exit) -> Said {
        Said { out: lines.iter().map(|line| format!("{line}\n")).collect(), errors: None, exit }
    }
}

/// What the run knows so far, in words that name what ends it.
pub type Known = Box<dyn FnOnce(Stop) -> Said + Send>;

static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

/// Notes what the run knows so far, in place of what was noted before. If the run does not notice in time that it has
/// to stop, and the watch must end it, this is printed instead of `UNKNOWN`.
pub fn know(known: impl FnOnce(Stop) -> Said + Send + 'static) {
    *KNOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(known));
}

/// Takes away what the run has noted; from now on it is as if nothing was known.
pub fn take_known() -> Option<Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Makes the line for a run that was ended without an answer, in place of `UNKNOWN (why)`.
type Unknown = Box<dyn Fn(Stop) -> String + Send>;

static UNKNOWN: Mutex<Option<Unknown>> = Mutex::new(None);

/// Makes a run that ends without an answer print `s UNKNOWN`, as solvers do, and why in a comment before it unless it
/// is quiet.
pub fn speak_as_solver(quiet: bool) {
    speak(move |stop| if quiet { "s UNKNOWN".into() } else { format!("c stopped: {stop}\ns UNKNOWN") });
}

/// Sets what is printed when the run ends without an answer.
pub fn speak(unknown: impl Fn(Stop) -> String + Send + 'static) {
    *UNKNOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(unknown));
}

/// The line that is printed when this has ended the run without an answer.
pub fn unknown(stop: Stop) -> String {
    let unknown = UNKNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    unknown.as_ref().map_or_else(|| format!("UNKNOWN ({stop})"), |unknown| unknown(stop))
}

/// Begins the run of the process, with these limits for all that it does.
pub fn begin(resources: ResourceArgs, started: Instant) {
    RUN.get_or_init(|| {
        let gauge = Gauge::watched();
        let shown = gauge.clone();
        let live = Live::stderr_after(UNTIL_LIVE, started, move || report::figures(&shown.figures()));
        Run { resources, stop: StopFlag::default(), gauge, live, begun: Mutex::new((started, Duration::ZERO)) }
    });
}

/// When the limits of the present puzzle began to count, and the CPU time that was used until then: now, if no frame
/// has begun a run.
pub fn begun() -> (Instant, Duration) {
    RUN.get().map_or_else(|| (Instant::now(), cpu_time()), |run| *run.begun())
}

/// Restarts the limits, since the run goes on to its next puzzle.
pub fn next_puzzle() {
    if let Some(run) = RUN.get() {
        *run.begun() = (Instant::now(), cpu_time());
    }
}

/// The limits of the run, for verbs that have no flags of their own for them; no limits if no frame has begun a run.
pub fn limits() -> Limits {
    RUN.get().map_or_else(Limits::none, |run| run.resources.from_now())
}

/// The flags of the run's limits, for searches that have none of their own.
pub fn resources() -> ResourceArgs {
    RUN.get().map_or_else(ResourceArgs::default, |run| run.resources.clone())
}

/// Limits that the run's stop flag ends, too, and whose figures the run shows. If no frame has begun a run, they are
/// returned unchanged.
pub fn watched(limits: Limits) -> Limits {
    let Some(run) = RUN.get() else { return limits };
    Limits { stop: run.stop.clone(), gauge: run.gauge.clone(), ..limits }
}

/// The flag that ends the run.
pub fn stop() -> StopFlag {
    RUN.get().map_or_else(StopFlag::default, |run| run.stop.clone())
}

/// Whether a signal asks the run to end, and not only its present puzzle.
pub fn interrupted() -> bool {
    RUN.get().is_some_and(|run| run.stop.raised())
}

/// The line that shows how far the run has come; a hidden one where no frame has begun a run.
pub fn live() -> Live {
    RUN.get().map_or_else(Live::hidden, |run| run.live.clone())
}

impl Run {
    fn begun(&self) -> MutexGuard<'_, (Instant, Duration)> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
