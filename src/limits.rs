//! Limits of a run, and why one stopped.
//!
//! The lowest layer: every other one may use it. A run counts its own conflicts, decisions, ticks and steps and
//! compares them with the numbers here; time, memory and the stop flag are checked through [`Limits::exceeded`], every
//! few thousand ticks.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A flag that any thread may raise to end a run; clones share it.
///
/// ```
/// use gemsat::{Formula, Limits, Solver, Stop, StopFlag, Verdict};
///
/// let flag = StopFlag::new();
/// let limits = Limits::none().with_stop(&flag);
/// std::thread::spawn(move || flag.raise()).join().expect("it does nothing else");
/// let mut solver = Solver::from_formula(&Formula::from_dimacs_lists(&[&[1, 2]]));
/// assert_eq!(solver.solve_limited(&limits), Verdict::Unknown(Stop::Interrupted));
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    flag: Arc<AtomicBool>,
    /// A second flag that ends the same run.
    other: Option<Arc<StopFlag>>,
}

impl StopFlag {
    /// A flag that is not raised.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Asks the run to end as soon as it can.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Withdraws the request, so that another run can begin.
    pub fn lower(&self) {
        self.flag.store(false, Ordering::Relaxed);
    }

    /// Whether the run was asked to end.
    #[inline]
    pub fn raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.other.as_ref().is_some_and(|other| other.raised())
    }

    /// This flag for a run that `other` ends, too. Raising and lowering the result leaves `other` as it is.
    pub fn or(&self, other: &StopFlag) -> StopFlag {
        let others = self.other.as_ref().map_or_else(|| other.clone(), |known| known.or(other));
        StopFlag { flag: self.flag.clone(), other: Some(Arc::new(others)) }
    }
}

/// A figure of a run and what it counts.
pub type Figure = (&'static str, u64);

/// Shows how far a run has come to whoever looks, from any thread; clones share it. The default one shows nothing.
#[derive(Clone, Debug, Default)]
pub struct Gauge(Option<Arc<Mutex<Vec<Figure>>>>);

impl Gauge {
    /// A gauge that somebody looks at.
    pub fn watched() -> Gauge {
        Gauge(Some(Arc::default()))
    }

    /// Shows these figures in place of those before.
    #[inline]
    pub fn show(&self, figures: &[Figure]) {
        if let Some(shown) = &self.0 {
            let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
            shown.clear();
            shown.extend_from_slice(figures);
        }
    }

    /// The figures that are shown.
    pub fn figures(&self) -> Vec<Figure> {
        self.0.as_ref().map_or(Vec::new(), |shown| shown.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

/// Asks the caller whether a run is to end, each time that the run looks at the clock; clones share it. The default one
/// asks nobody.
#[derive(Clone, Default)]
pub struct Question(Vec<Arc<(usize, Mutex<Ask>)>>);

type Ask = Box<dyn FnMut() -> bool + Send>;

impl Question {
    /// A question that is asked only on this thread, not on others that work on the run. The answer `true` ends the
    /// run.
    pub fn new(ask: impl FnMut() -> bool + Send + 'static) -> Question {
        Question(vec![Arc::new((this_thread(), Mutex::new(Box::new(ask))))])
    }

    fn ends(&self) -> bool {
        self.0.iter().any(|asked| {
            let (thread, ask) = &**asked;
            *thread == this_thread() && ask.lock().unwrap_or_else(PoisonError::into_inner)()
        })
    }
}

/// A number that no other living thread has: an address of its own. The library's thread id would allocate memory in a
/// thread that Rust has not started, and keep it until the process ends.
fn this_thread() -> usize {
    thread_local! {
        static HERE: u8 = const { 0 };
    }
    HERE.with(|here| std::ptr::from_ref(here).addr())
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "Question(nobody)" } else { "Question(..)" })
    }
}

/// What happens when memory is refused to an allocation on this thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asking {
    /// It cannot fail: without the memory the run ends.
    Needs,
    /// It may fail; the code that asked can go on without the memory.
    MayFail,
    /// The memory is given back at once, so the user's memory limit does not count, only what the system can give.
    Probes,
}

thread_local! {
    static ASKING: Cell<Asking> = const { Cell::new(Asking::Needs) };
}

/// Runs an allocation whose failure is dealt with, such as `try_reserve`. When memory is refused to any other
/// allocation, our programs end (`util/malloc.rs`).
#[inline]
pub(crate) fn may_fail<T>(allocate: impl FnOnce() -> T) -> T {
    asking(Asking::MayFail, allocate)
}

/// Runs something that asks for memory in this way.
#[inline]
pub(crate) fn asking<T>(how: Asking, allocate: impl FnOnce() -> T) -> T {
    let before = ASKING.replace(how);
    let result = allocate();
    ASKING.set(before);
    result
}

/// How this thread asks for memory now.
#[cfg(all(feature = "cli", not(feature = "safe")))]
pub(crate) fn how_asked() -> Asking {
    ASKING.get()
}

/// Why a run ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// The stop flag was raised: a signal, or a caller's `terminate`.
    Interrupted,
    /// The wall-clock limit.
    WallTime,
    /// The CPU-time limit.
    CpuTime,
    /// The limit on conflicts.
    Conflicts,
    /// The limit on decisions.
    Decisions,
    /// The limit on propagations.
    Propagations,
    /// The limit on ticks (an estimate of memory accesses).
    Ticks,
    /// The memory limit, or an allocation that failed.
    Memory,
    /// The limit on an engine's own steps: attempts, calls, flips, expanded states.
    Steps,
    /// An incomplete engine ended its search without a model.
    Incomplete,
    /// The proof could not be written, or is in LRAT and there were more clauses than it was announced for:
    /// `Solver::finish_proof` says which.
    Proof,
    /// Only simplification was asked for.
    Simplified,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Interrupted => "interrupted",
            Stop::WallTime => "time limit",
            Stop::CpuTime => "CPU time limit",
            Stop::Conflicts => "conflict limit",
            Stop::Decisions => "decision limit",
            Stop::Propagations => "propagation limit",
            Stop::Ticks => "tick limit",
            Stop::Memory => "memory limit",
            Stop::Steps => "step limit",
            Stop::Incomplete => "incomplete search ended without a model",
            Stop::Proof => "the proof could not be written",
            Stop::Simplified => "the formula was to be simplified only",
        })
    }
}

impl std::error::Error for Stop {}

/// What a run may use. `None` is no limit.
///
/// Counted limits are deterministic: the same limit gives the same run. Limits on time and memory are not.
///
/// ```
/// use gemsat::{cnf::Formula, engine::Verdict, engines, limits::{Limits, Stop}};
/// use std::time::Duration;
///
/// let limits = Limits { steps: Some(1_000), ..Limits::none() }.with_wall_time(Duration::from_secs(60));
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
/// let mut walksat = engines::by_name("walksat").expect("a registered name");
/// assert_eq!(walksat.solve(formula, &limits, None), Verdict::Unknown(Stop::Steps));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The moment at which the run must end.
    pub deadline: Option<Instant>,
    /// CPU time of the process, user and system, since it began.
    pub cpu: Option<Duration>,
    /// Conflicts in one call.
    pub conflicts: Option<u64>,
    /// Decisions in one call.
    pub decisions: Option<u64>,
    /// Literals propagated by CDCL in one call; checked between conflicts.
    pub propagations: Option<u64>,
    /// Search ticks in one call.
    pub ticks: Option<u64>,
    /// An engine's own steps in one call: attempts (brute force), calls (backtracking, DPLL), flips (local search),
    /// expanded states (A*).
    pub steps: Option<u64>,
    /// Bytes that the process may have in memory (its resident set).
    pub memory: Option<u64>,
    /// Raised to end the run.
    pub stop: StopFlag,
    /// Asked each time that the run looks at the clock.
    pub question: Question,
    /// Shows how far the run has come.
    pub gauge: Gauge,
}

impl Limits {
    /// No limits.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// These limits, with a deadline this long from now; none on WebAssembly without a system, which has no clock.
    pub fn with_wall_time(mut self, after: Duration) -> Limits {
        self.deadline = moment().and_then(|now| now.checked_add(after));
        self
    }

    /// These limits, which this flag ends as well.
    pub fn with_stop(mut self, flag: &StopFlag) -> Limits {
        self.stop = self.stop.or(flag);
        self
    }

    /// What neither of the two exceeds. The gauge is that of `self`, if somebody looks at it.
    pub(crate) fn and(&self, other: &Limits) -> Limits {
        fn least<T: Ord + Copy>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        Limits {
            deadline: least(self.deadline, other.deadline),
            cpu: least(self.cpu, other.cpu),
            conflicts: least(self.conflicts, other.conflicts),
            decisions: least(self.decisions, other.decisions),
            propagations: least(self.propagations, other.propagations),
            ticks: least(self.ticks, other.ticks),
            steps: least(self.steps, other.steps),
            memory: least(self.memory, other.memory),
            stop: self.stop.or(&other.stop),
            question: Question(self.question.0.iter().chain(&other.question.0).cloned().collect()),
            gauge: if self.gauge.0.is_some() { self.gauge.clone() } else { other.gauge.clone() },
        }
    }

    /// These limits, for a run that begins now and may take this long.
    pub(crate) fn capped(&self, time: Option<Duration>) -> Limits {
        let capped = match time {
            Some(time) => self.clone().with_wall_time(time),
            None => self.clone(),
        };
        Limits { deadline: capped.deadline.into_iter().chain(self.deadline).min(), ..capped }
    }

    /// Shows these figures on the gauge, and checks the limits as [`Limits::exceeded`] does.
    pub fn poll(&self, figures: &[Figure]) -> Option<Stop> {
        self.gauge.show(figures);
        self.exceeded()
    }

    /// The reason to stop, if the flag is raised or time or memory have run out. Costs a few system calls when such
    /// limits are set: to be called every few thousand steps.
    pub fn exceeded(&self) -> Option<Stop> {
        if self.stop.raised() || self.question.ends() {
            return Some(Stop::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| moment() >= Some(deadline)) {
            return Some(Stop::WallTime);
        }
        if self.cpu.is_some_and(|limit| cpu_time() >= limit) {
            return Some(Stop::CpuTime);
        }
        if self.memory.is_some_and(|limit| resident_lately() > limit) {
            return Some(Stop::Memory);
        }
        None
    }
}

/// How many threads work on a formula, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    /// How many; at least 1.
    pub count: usize,
    /// Whether every run is the same: its answer, model, statistics and proof.
    pub deterministic: bool,
}

impl Default for Threads {
    fn default() -> Threads {
        Threads { count: 1, deterministic: false }
    }
}

/// CPU time that the process has used, user and system; zero where it is unknown (outside Linux).
///
/// Read from the process's clock with the feature `system`, and from `/proc` in hundredths of a second without it.
pub fn cpu_time() -> Duration {
    #[cfg(all(target_os = "linux", feature = "system"))]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(all(target_os = "linux", feature = "system")))]
    {
        let hundredths = std::fs::read_to_string("/proc/self/stat").ok().and_then(|stat| hundredths(&stat));
        Duration::from_millis(10 * hundredths.unwrap_or(0))
    }
}

/// User and system time in a line of `/proc/PID/stat`: fields 14 and 15, the name in parentheses being field 2.
#[cfg(any(test, not(all(target_os = "linux", feature = "system"))))]
fn hundredths(stat: &str) -> Option<u64> {
    let mut times = stat.rsplit_once(')')?.1.split_whitespace().skip(11).map(|field| field.parse::<u64>().ok());
    Some(times.next()?? + times.next()??)
}

/// The present moment; nothing on WebAssembly without a system, which has no clock.
pub(crate) fn moment() -> Option<Instant> {
    if cfg!(all(target_family = "wasm", target_os = "unknown")) { None } else { Some(Instant::now()) }
}

/// For how long a thread relies on the last answer of the system about the process's memory: asking takes some 20
/// microseconds.
const LATELY: Duration = Duration::from_millis(10);

/// Bytes of the process that were in memory a few milliseconds ago; 0 where that is unknown.
fn resident_lately() -> u64 {
    thread_local! {
        static LAST: Cell<Option<(Instant, u64)>> = const { Cell::new(None) };
    }
    let Some(now) = moment() else { return resident_bytes() };
    match LAST.get() {
        Some((looked, bytes)) if now.duration_since(looked) < LATELY => bytes,
        _ => {
            let bytes = resident_bytes();
            LAST.set(Some((now, bytes)));
            bytes
        }
    }
}

/// Bytes of the process that are in memory now; on WebAssembly those that the module has, which never shrink; 0 where
/// that is unknown (elsewhere outside Linux).
pub fn resident_bytes() -> u64 {
    status_bytes("VmRSS:")
}

/// The most bytes of the process that were in memory at once; 0 where that is unknown (outside Linux and WebAssembly).
pub fn peak_bytes() -> u64 {
    status_bytes("VmHWM:")
}

#[cfg(target_arch = "wasm32")]
fn status_bytes(_key: &str) -> u64 {
    const PAGE: u64 = 1 << 16;
    core::arch::wasm32::memory_size::<0>() as u64 * PAGE
}

#[cfg(not(target_arch = "wasm32"))]
fn status_bytes(key: &str) -> u64 {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return 0 };
    let kilobytes =
        status.lines().find_map(|line| line.strip_prefix(key)?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_flag_is_seen_by_clones() {
        let limits = Limits::none();
        let flag = limits.clone().stop;
        assert_eq!(limits.exceeded(), None);
        flag.raise();
        assert_eq!(limits.exceeded(), Some(Stop::Interrupted));
    }

    #[test]
    fn either_of_two_flags_ends_a_run() {
        let (one, other) = (StopFlag::default(), StopFlag::default());
        let both = one.or(&other);
        assert!(!both.raised());
        other.raise();
        assert!(both.raised() && !one.raised());
        both.lower();
        assert!(both.raised());
        other.lower();
        one.raise();
        assert!(both.raised() && !other.raised());
        one.lower();
        let third = StopFlag::default();
        for flag in [&one, &other, &third] {
            flag.raise();
            assert!(both.or(&third).raised(), "a third one forgets neither of the two");
            flag.lower();
        }
    }

    #[test]
    fn cpu_time_is_found_behind_a_name_with_blanks() {
        let stat = "7 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 250 31 0 0 20 0 1 0 99";
        assert_eq!(hundredths(stat), Some(281));
        assert_eq!(hundredths("7 (a) S 1"), None);
    }

    #[test]
    fn a_watched_gauge_shows_the_last_figures() {
        let unwatched = Limits::none();
        assert_eq!((unwatched.poll(&[("flips", 1)]), unwatched.gauge.figures()), (None, Vec::new()));
        let watched = Limits { gauge: Gauge::watched(), ..Limits::none() };
        watched.clone().poll(&[("flips", 1), ("falsified", 9)]);
        watched.clone().poll(&[("flips", 2)]);
        assert_eq!(watched.gauge.figures(), [("flips", 2)]);
    }

    #[test]
    fn only_the_asked_thread_answers() {
        let limits = Limits { question: Question::new(|| true), ..Limits::none() };
        assert_eq!(limits.exceeded(), Some(Stop::Interrupted));
        std::thread::scope(|scope| scope.spawn(|| assert_eq!(limits.exceeded(), None)).join().expect("no panic"));
    }

    #[test]
    fn what_limits_one_of_two_limits_both() {
        let asked = Limits { question: Question::new(|| true), ..Limits::none() };
        let other = Limits { conflicts: Some(5), ticks: Some(9), ..Limits::none() };
        let both = Limits { conflicts: Some(7), ..Limits::none() }.and(&other).and(&asked);
        assert_eq!((both.conflicts, both.ticks, both.exceeded()), (Some(5), Some(9), Some(Stop::Interrupted)));
    }

    #[test]
    fn wall_time_runs_out() {
        let limits = Limits::none().with_wall_time(Duration::ZERO);
        assert_eq!(limits.exceeded(), Some(Stop::WallTime));
    }
}
