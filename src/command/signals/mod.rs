//! Ends a run from outside: signals, and limits that the run itself cannot notice because it is held up.
//!
//! A thread waits for signals and looks at the limits. It raises the stop flag. When the run has given no answer
//! shortly after, because it waits for input, the thread gives the answer itself: `s UNKNOWN`, once.
//!
//! * `SIGTERM`, `SIGXCPU`, `SIGALRM`, `SIGUSR1`: end the run. `SIGINT`, `SIGHUP`: too, unless they were ignored when the process began (a job in
//!   the background of a shell, `nohup`).
//! * A second signal ends the process at once, by that signal. GNU `timeout` sends its signal twice, to the process and
//!   to its group, so a second one counts only `ECHO_WINDOW` later.
//! * `SIGXFSZ` is caught and left at that, so that writing beyond the limit of file sizes fails as an error.
//!
//! What a system has of these is in a file of its own; Windows has `SIGINT` and `SIGTERM`.

use crate::limits::{Limits, Stop, StopFlag};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use system::Inbox;
pub use system::{hard_cpu_limit, hard_memory_limit};

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "other.rs")]
mod system;

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
            Cause::Signal(signal) => write!(f, "caught {}", system::name(*signal).unwrap_or("a signal")),
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
    let armed = Arc::new(AtomicBool::new(false));
    let mut inbox = Inbox::open(&armed)?;
    // The flag is raised by this thread or by the run itself, so this thread need not look at it.
    let clocks = Limits { stop: StopFlag::default(), ..limits.clone() };
    let watch = move || {
        loop {
            let answered = claim.lock().claimed;
            let cause = match inbox.wait(if answered { None } else { next_poll(&clocks) }) {
                true => Some(Cause::Signal(inbox.last())),
                false => clocks.exceeded().map(Cause::Limit),
            };
            let Some(cause) = cause else { continue };
            let signalled = matches!(cause, Cause::Signal(_));
            claim.note(cause);
            limits.stop.raise();
            std::thread::sleep(if signalled { ECHO_WINDOW } else { Duration::ZERO });
            armed.store(signalled, Ordering::SeqCst);
            inbox.drain();
            let since = Instant::now();
            let mut signalled_again = inbox.wait(Some(GRACE));
            while !signalled_again && claim.has_grace_left(since.elapsed()) {
                signalled_again = inbox.wait(Some(POLL_INTERVAL));
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

/// When the limits are to be looked at again.
fn next_poll(limits: &Limits) -> Option<Duration> {
    let poll = (limits.cpu.is_some() || limits.memory.is_some()).then_some(POLL_INTERVAL);
    let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    match (poll, left) {
        (Some(poll), Some(left)) => Some(poll.min(left)),
        (poll, left) => poll.or(left),
    }
}
