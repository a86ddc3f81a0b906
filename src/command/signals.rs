//! Ends a run from outside: signals, and limits that the run itself cannot notice because it is held up.
//!
//! A thread waits for signals and looks at the limits. It raises the stop flag. When the run has given no answer
//! shortly after, because it waits for input, the thread gives the answer itself: `s UNKNOWN`, once.
//!
//! * `SIGTERM`, `SIGXCPU`: end the run. `SIGINT`, `SIGHUP`: too, unless they were ignored when the process began (a job in
//!   the background of a shell, `nohup`).
//! * A second signal ends the process at once, by that signal. GNU `timeout` sends its signal twice, to the process and
//!   to its group, so a second one counts only `ECHO_WINDOW` later.
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
const ECHO_WINDOW: Duration = Duration::from_millis(50);

/// How long the run has to give its answer once the stop flag is raised.
const GRACE: Duration = Duration::from_millis(250);

/// How often CPU time and memory are looked at, where they are limited.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

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

/// Which of the run and its watcher gives the answer, and why the run is to stop.
#[derive(Clone, Debug, Default)]
pub struct AnswerClaim(Arc<Mutex<Terms>>);

#[derive(Debug, Default)]
struct Terms {
    claimed: bool,
    cause: Option<Cause>,
    /// How long the run has to give its answer, where [`GRACE`] is not enough.
    grace: Option<Duration>,
}

impl AnswerClaim {
    /// Takes the right to give the answer: true for the first caller only.
    pub fn take(&self) -> bool {
        let mut terms = self.lock();
        !std::mem::replace(&mut terms.claimed, true)
    }

    /// Why the run is to stop, if it is.
    pub fn cause(&self) -> Option<Cause> {
        self.lock().cause
    }

    /// Sets how long the run has to give its answer once the stop flag is raised, for runs that have files to write first.
    pub fn set_grace(&self, grace: Duration) {
        self.lock().grace = Some(grace);
    }

    /// Whether a run without an answer has more time, this long after the stop flag was raised.
    fn has_grace_left(&self, since: Duration) -> bool {
        let terms = self.lock();
        !terms.claimed && terms.grace.is_some_and(|grace| since < grace)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Terms> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Notes the cause, unless there is one already or the answer has been given; true if it was noted.
    fn note(&self, cause: Cause) -> bool {
        let mut terms = self.lock();
        let first = !terms.claimed && terms.cause.is_none();
        if first {
            terms.cause = Some(cause);
        }
        first
    }
}

/// What the watcher does when a run does not end by itself. Both methods end the process.
pub trait Fallback: Send + 'static {
    /// The run does not respond: the watcher gives the answer.
    fn give_answer(&self, cause: Cause);
    /// The run does not end although it has begun to write its answer, and a signal asks it to.
    fn abandon_output(&self, cause: Cause);
}

/// Starts the watcher of a run with these limits.
///
/// # Errors
/// When the system gives no handler, socket pair or thread.
pub fn watch(limits: Limits, claim: AnswerClaim, fallback: impl Fallback) -> io::Result<()> {
    let (mut wake, waker) = UnixStream::pair()?;
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
        low_level::pipe::register(signal, waker.try_clone()?)?;
    }
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    // The flag is raised by this thread or by the run itself, so this thread need not look at it.
    let clocks = Limits { stop: StopFlag::default(), ..limits.clone() };
    let watch = move || {
        loop {
            let answered = claim.lock().claimed;
            let cause = match wait(&mut wake, if answered { None } else { next_poll(&clocks) }) {
                true => Some(Cause::Signal(last.load(Ordering::SeqCst) as i32)),
                false => clocks.exceeded().map(Cause::Limit),
            };
            let Some(cause) = cause else { continue };
            let signalled = matches!(cause, Cause::Signal(_));
            claim.note(cause);
            limits.stop.raise();
            std::thread::sleep(if signalled { ECHO_WINDOW } else { Duration::ZERO });
            armed.store(signalled, Ordering::SeqCst);
            drain(&mut wake);
            let since = Instant::now();
            let mut signalled_again = wait(&mut wake, Some(GRACE));
            while !signalled_again && claim.has_grace_left(since.elapsed()) {
                signalled_again = wait(&mut wake, Some(POLL_INTERVAL));
            }
            if signalled_again && !signalled {
                // A signal after a limit: the first one.
                armed.store(true, Ordering::SeqCst);
            }
            if claim.take() {
                fallback.give_answer(claim.cause().unwrap_or(cause));
            } else if signalled {
                fallback.abandon_output(cause);
            }
        }
    };
    std::thread::Builder::new().name("watch".into()).stack_size(512 << 10).spawn(watch)?;
    Ok(())
}

/// Waits for a signal, up to this time if there is one; true if a signal came.
fn wait(wake: &mut UnixStream, at_most: Option<Duration>) -> bool {
    let at_most = at_most.map(|time| time.max(Duration::from_millis(1)));
    if wake.set_read_timeout(at_most).is_err() {
        std::thread::sleep(POLL_INTERVAL);
        return false;
    }
    matches!(wake.read(&mut [0; 64]), Ok(read) if read > 0)
}

/// Forgets signals that have come already.
fn drain(wake: &mut UnixStream) {
    if wake.set_nonblocking(true).is_ok() {
        while matches!(wake.read(&mut [0; 64]), Ok(read) if read > 0) {}
        // A socket that cannot block any more makes `wait` return at once: the loop then polls, which is slow but right.
        let _ = wake.set_nonblocking(false);
    }
}

/// When the limits are to be looked at again.
fn next_poll(limits: &Limits) -> Option<Duration> {
    let poll = (limits.cpu.is_some() || limits.memory.is_some()).then_some(POLL_INTERVAL);
    let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    match (poll, left) {
        (Some(poll), Some(left)) => Some(poll.min(left)),
        (poll, left) => poll.or(left),
    }
}

/// The signals that were ignored when the process began, as a bit set; none where the system has no such list.
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
