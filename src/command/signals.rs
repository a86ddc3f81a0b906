//! Ends a run from outside: signals, and limits that the run itself cannot notice because it is held up.
//!
//! A thread waits for signals and looks at the limits. It raises the stop flag, and when the run has not come to its
//! answer shortly after, because it waits for input that does not come, it gives the answer itself: `s UNKNOWN`, once.
//!
//! * `SIGTERM`, `SIGXCPU`: end the run. `SIGINT`, `SIGHUP`: too, unless they were ignored when the process began (a job in
//!   the background of a shell, `nohup`).
//! * A second signal ends the process at once, by that signal. GNU `timeout` sends its signal twice, to the process and
//!   to its group, so a second one counts only `TWICE` later.
//! * `SIGXFSZ` is caught and left at that, so that writing beyond the limit of file sizes fails as an error.

use crate::limits::{Limits, Stop, StopFlag};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXCPU, SIGXFSZ};
use signal_hook::{flag, low_level};
use std::fmt;
use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Signals that come closer to the first one are its echo.
const TWICE: Duration = Duration::from_millis(50);

/// How long the run has to come to an answer after it was told to stop.
const PATIENCE: Duration = Duration::from_millis(250);

/// How often CPU time and memory are looked at, where they are limited.
const GLANCE: Duration = Duration::from_millis(50);

/// Why a run is ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// This signal came.
    Signal(i32),
    /// This limit was passed.
    Limit(Stop),
}

impl Cause {
    /// The reason as engines give it.
    pub fn stop(self) -> Stop {
        match self {
            Cause::Signal(_) => Stop::Interrupted,
            Cause::Limit(stop) => stop,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Signal(signal) => write!(f, "caught {}", low_level::signal_name(*signal).unwrap_or("a signal")),
            Cause::Limit(stop) => stop.fmt(f),
        }
    }
}

/// What the run and its watch agree upon: who gives the answer, and why the run was told to stop.
#[derive(Clone, Debug, Default)]
pub struct Agreement(Arc<Mutex<Terms>>);

#[derive(Debug, Default)]
struct Terms {
    claimed: bool,
    cause: Option<Cause>,
    /// How long the run has to come to its answer, where [`PATIENCE`] is not enough.
    patience: Option<Duration>,
}

impl Agreement {
    /// Takes the right to give the answer: true for the first caller only.
    pub fn claim(&self) -> bool {
        let mut terms = self.lock();
        !std::mem::replace(&mut terms.claimed, true)
    }

    /// Why the run was told to stop, if it was.
    pub fn cause(&self) -> Option<Cause> {
        self.lock().cause
    }

    /// Gives the run so much time to come to its answer after it was told to stop: it has files to write first.
    pub fn set_patience(&self, patience: Duration) {
        self.lock().patience = Some(patience);
    }

    /// Whether a run that was told to stop so long ago and has no answer yet has more time.
    fn is_waited_for(&self, since: Duration) -> bool {
        let terms = self.lock();
        !terms.claimed && terms.patience.is_some_and(|patience| since < patience)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Terms> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Notes the first cause before an answer is given; tells whether this was it.
    fn note(&self, cause: Cause) -> bool {
        let mut terms = self.lock();
        let first = !terms.claimed && terms.cause.is_none();
        if first {
            terms.cause = Some(cause);
        }
        first
    }
}

/// What the watch does when a run does not end by itself. Both end the process.
pub trait Rescue: Send + 'static {
    /// The run is held up, and the answer is the watch's to give.
    fn give_answer(&self, cause: Cause);
    /// The run is held up while it writes its answer, and was told by a signal to end.
    fn give_up(&self, cause: Cause);
}

/// Starts the watch over a run with these limits.
///
/// # Errors
/// When the system gives no handler, socket pair or thread.
pub fn watch(limits: Limits, agreement: Agreement, rescue: impl Rescue) -> io::Result<()> {
    let (mut bell, ringer) = UnixStream::pair()?;
    let last = Arc::new(AtomicUsize::new(0));
    let armed = Arc::new(AtomicBool::new(false));
    let ignored = ignored_signals();
    for signal in [SIGINT, SIGHUP, SIGTERM, SIGXCPU] {
        if matches!(signal, SIGINT | SIGHUP) && ignored >> (signal - 1) & 1 == 1 {
            continue;
        }
        // In this order: the end at once must see the flag as it was before this signal.
        flag::register_conditional_default(signal, armed.clone())?;
        flag::register_usize(signal, last.clone(), signal as usize)?;
        low_level::pipe::register(signal, ringer.try_clone()?)?;
    }
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    // The flag is raised by this watch or by the run itself: the watch only has to see what neither has noticed.
    let clocks = Limits { stop: StopFlag::default(), ..limits.clone() };
    let watch = move || {
        loop {
            let answered = agreement.lock().claimed;
            let cause = match wait(&mut bell, if answered { None } else { next_glance(&clocks) }) {
                true => Some(Cause::Signal(last.load(Ordering::SeqCst) as i32)),
                false => clocks.exceeded().map(Cause::Limit),
            };
            let Some(cause) = cause else { continue };
            let signalled = matches!(cause, Cause::Signal(_));
            agreement.note(cause);
            limits.stop.raise();
            std::thread::sleep(if signalled { TWICE } else { Duration::ZERO });
            armed.store(signalled, Ordering::SeqCst);
            drain(&mut bell);
            let told = Instant::now();
            let mut rung = wait(&mut bell, Some(PATIENCE));
            while !rung && agreement.is_waited_for(told.elapsed()) {
                rung = wait(&mut bell, Some(GLANCE));
            }
            if rung && !signalled {
                // A signal after a limit: the first one.
                armed.store(true, Ordering::SeqCst);
            }
            if agreement.claim() {
                rescue.give_answer(agreement.cause().unwrap_or(cause));
            } else if signalled {
                rescue.give_up(cause);
            }
        }
    };
    std::thread::Builder::new().name("watch".into()).stack_size(512 << 10).spawn(watch)?;
    Ok(())
}

/// Waits for a signal, at most so long; tells whether one came.
fn wait(bell: &mut UnixStream, at_most: Option<Duration>) -> bool {
    let at_most = at_most.map(|time| time.max(Duration::from_millis(1)));
    if bell.set_read_timeout(at_most).is_err() {
        std::thread::sleep(GLANCE);
        return false;
    }
    matches!(bell.read(&mut [0; 64]), Ok(read) if read > 0)
}

/// Forgets signals that have come already.
fn drain(bell: &mut UnixStream) {
    if bell.set_nonblocking(true).is_ok() {
        while matches!(bell.read(&mut [0; 64]), Ok(read) if read > 0) {}
        // A bell that cannot block any more makes `wait` return at once: the loop then polls, which is slow but right.
        let _ = bell.set_nonblocking(false);
    }
}

/// When the limits are to be looked at again.
fn next_glance(limits: &Limits) -> Option<Duration> {
    let glance = (limits.cpu.is_some() || limits.memory.is_some()).then_some(GLANCE);
    let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    match (glance, left) {
        (Some(glance), Some(left)) => Some(glance.min(left)),
        (glance, left) => glance.or(left),
    }
}

/// The signals that the process was told to ignore when it began, as a bit set; none where the system does not tell.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    mask.unwrap_or(0)
}

/// CPU time after which the system would kill the process without a warning, less what is needed for an answer.
///
/// `ulimit -t` sets the soft and the hard limit to the same number, so that no `SIGXCPU` comes before the end.
pub fn hard_cpu_limit() -> Option<Duration> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Cpu);
    let hard = limit.maximum?;
    let warned = limit.current.is_some_and(|soft| soft < hard);
    (!warned).then(|| Duration::from_secs(hard).saturating_sub(Duration::from_millis(500)))
}

/// Bytes in memory at which a run should stop where the system limits its address space (`ulimit -v`): three quarters,
/// since the address space also holds what is reserved and not used.
pub fn hard_memory_limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current.map(|bytes| bytes / 4 * 3)
}
