//! Ends a run from outside: signals, and limits that the run itself cannot notice because it is held up.
//!
//! A thread waits for signals and looks at the limits. It raises the stop flag, and the alarm that ends waits for
//! input. When the run has given no answer shortly after, the thread gives the answer itself: `s UNKNOWN`, once.
//!
//! * `SIGTERM`, `SIGXCPU`, `SIGALRM`, `SIGUSR1`, `SIGUSR2`: end the run. `SIGINT`, `SIGHUP`: end the run as well,
//!   unless they were ignored when the process began (a job in the background of a shell, `nohup`).
//! * A second signal ends the process at once, by that signal. GNU `timeout` sends its signal twice, to the process and
//!   to its group, so a second one counts only `ECHO_WINDOW` later.
//! * Memory that is refused to code that cannot go on without it ends the run like a limit: the thread that asked for
//!   it waits, and this one gives the answer.
//! * `SIGXFSZ` is caught and otherwise ignored, so that writing beyond the limit of file sizes fails with an error.
//! * If standard output is a pipe whose reader has gone, nobody can read the answer, so the process ends by
//!   `SIGPIPE`, like programs that write to such a pipe, unless the run already has its answer or writes other files.
//!
//! Each kind of system has a file for the signals that it knows; Windows knows `SIGINT` and `SIGTERM`.

use super::output;
use crate::cnf::alarm;
use crate::limits::{Limits, Stop, StopFlag, may_fail, resident_bytes};
use crate::util::malloc;
pub use crate::util::malloc::{Guarded, map_large_buffers};
use std::cell::Cell;
use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use system::Inbox;
#[cfg(unix)]
pub use system::catch_file_size;
pub use system::{hard_cpu_limit, hard_memory_limit};

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "other.rs")]
mod system;

/// Signals that come closer to the first one are its echo.
const ECHO_WINDOW: Duration = Duration::from_millis(50);

/// How long the run has to give its answer once the stop flag is raised.
const STOP_GRACE: Duration = Duration::from_millis(250);

/// How often CPU time and memory are looked at, where they are limited.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How often memory is looked at when there is little left.
const SHORT_INTERVAL: Duration = Duration::from_millis(2);

/// Bytes that a process may come to hold in a millisecond, in round numbers.
const BYTES_A_MILLISECOND: u64 = 2 << 20;

/// How long a run whose standard output was closed has to find its answer, for the sake of its exit code.
const CLOSED_GRACE: Duration = Duration::from_millis(100);

/// How much longer it has if it writes its answer: its next write fails, as soon as the machine lets it run.
const ANSWER_GRACE: Duration = Duration::from_secs(1);

/// Address space that is kept for the end of a run without memory, reserved and not used: the C library takes 1 MB at
/// once.
const RESERVED_BYTES: usize = 3 << 19;

/// How long the watch has to end a run without memory.
const LAST_GRACE: Duration = Duration::from_secs(2);

static RESERVED: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static EXHAUSTED: AtomicBool = AtomicBool::new(false);
static WATCHED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Whether this thread is the watch.
    static IS_WATCH: Cell<bool> = const { Cell::new(false) };
}

/// Makes memory that is refused end the process in good order: by the watch with the run's answer, or where nobody
/// watches with a message. Has no effect in programs whose allocator is not [`Guarded`].
pub fn guard_memory() {
    if let Ok(mut reserved) = RESERVED.lock()
        && reserved.capacity() == 0
    {
        // Without the reserve the end of the run may fail, but that is no reason not to begin it.
        let _ = may_fail(|| reserved.try_reserve_exact(RESERVED_BYTES));
    }
    malloc::set_refused(memory_refused);
}

/// Called by the allocator on the thread that cannot go on.
fn memory_refused() {
    let first = !EXHAUSTED.swap(true, Ordering::SeqCst);
    if let (true, Ok(mut reserved)) = (first, RESERVED.try_lock()) {
        *reserved = Vec::new();
    }
    match (IS_WATCH.get(), first) {
        // The thread goes on with the memory that was reserved.
        (true, true) => return,
        (false, _) if WATCHED.load(Ordering::SeqCst) => {
            system::wake();
            std::thread::sleep(LAST_GRACE);
        }
        _ => {}
    }
    // `complain` is not used here: the thread that cannot go on may hold the live line.
    let _ = writeln!(io::stderr(), "error: out of memory");
    std::process::exit(1);
}

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
    /// How long the run has to give its answer, where [`STOP_GRACE`] is not enough.
    grace: Option<Duration>,
}

/// What the watcher wakes up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// A signal came.
    Signal,
    /// The reader of standard output has gone.
    Closed,
    /// The time is over.
    Time,
}

impl AnswerClaim {
    /// Takes the right to give the answer: true for the first caller only.
    pub fn take(&self) -> bool {
        let mut terms = self.lock();
        // The answer may take as much memory as it needs.
        malloc::set_limit(None);
        !std::mem::replace(&mut terms.claimed, true)
    }

    /// Why the run is to stop, if it is.
    pub fn cause(&self) -> Option<Cause> {
        self.lock().cause
    }

    /// Sets how long the run has to give its answer once the stop flag is raised, for runs that have files to write
    /// first.
    pub fn set_grace(&self, grace: Duration) {
        self.lock().grace = Some(grace);
    }

    /// Whether a run without an answer has more time, this long after the stop flag was raised.
    fn has_grace_left(&self, since: Duration) -> bool {
        let terms = self.lock();
        !terms.claimed && terms.grace.is_some_and(|grace| since < grace)
    }

    fn is_taken(&self) -> bool {
        self.lock().claimed
    }

    /// Takes back a limit that was noted, since the run has gone on to something with limits of its own.
    fn forget_limit(&self) {
        let mut terms = self.lock();
        terms.cause = terms.cause.filter(|cause| matches!(cause, Cause::Signal(_)));
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
    let stop = limits.stop.clone();
    // Only this thread and the run itself raise the flag, so this thread need not look at it.
    let clocks = Limits { stop: StopFlag::default(), ..limits };
    start(Watcher { stop, clocks: move || clocks.clone(), changing: false, claim, fallback })
}

/// Starts the watcher of a run whose limits are those that `clocks` gives at any moment: a run that solves one puzzle
/// after the other has the same limits for each. Only signals raise the flag.
///
/// # Errors
/// When the system gives no handler, socket pair or thread.
pub fn watch_changing(
    stop: StopFlag,
    clocks: impl Fn() -> Limits + Send + 'static,
    claim: AnswerClaim,
    fallback: impl Fallback,
) -> io::Result<()> {
    start(Watcher { stop, clocks, changing: true, claim, fallback })
}

/// What the thread works with.
struct Watcher<C, F> {
    stop: StopFlag,
    clocks: C,
    /// Whether the limits may change after one of them was passed.
    changing: bool,
    claim: AnswerClaim,
    fallback: F,
}

fn start(watcher: Watcher<impl Fn() -> Limits + Send + 'static, impl Fallback>) -> io::Result<()> {
    guard_memory();
    let armed = Arc::new(AtomicBool::new(false));
    let inbox = Inbox::open(&armed)?;
    let watch = move || watcher.run(inbox, &armed);
    std::thread::Builder::new().name("watch".into()).stack_size(512 << 10).spawn(watch)?;
    Ok(())
}

impl<C: Fn() -> Limits, F: Fallback> Watcher<C, F> {
    fn run(&self, mut inbox: Inbox, armed: &AtomicBool) {
        IS_WATCH.set(true);
        WATCHED.store(true, Ordering::SeqCst);
        // Set only now, when the watch is there to answer if memory is refused.
        malloc::set_limit((self.clocks)().memory);
        loop {
            let event = inbox.wait(self.next_poll(), !self.claim.is_taken() && !output::has_other_readers());
            if EXHAUSTED.load(Ordering::SeqCst) {
                self.end_without_memory();
            }
            let cause = match event {
                Event::Signal => Some(Cause::Signal(inbox.last())),
                Event::Time => (self.clocks)().exceeded().map(Cause::Limit),
                Event::Closed => {
                    std::thread::sleep(CLOSED_GRACE);
                    let since = Instant::now();
                    while output::is_answering() && !self.claim.is_taken() && since.elapsed() < ANSWER_GRACE {
                        std::thread::sleep(POLL_INTERVAL);
                    }
                    if !self.claim.is_taken() {
                        output::discard_unfinished();
                        system::end_by_closed_pipe();
                    }
                    None
                }
            };
            if let Some(cause) = cause {
                self.end(cause, &mut inbox, armed);
            }
        }
    }

    /// Asks the run to end, and ends it where it does not.
    fn end(&self, cause: Cause, inbox: &mut Inbox, armed: &AtomicBool) {
        let signalled = matches!(cause, Cause::Signal(_));
        self.claim.note(cause);
        if signalled || !self.changing {
            self.raise();
        }
        std::thread::sleep(if signalled { ECHO_WINDOW } else { Duration::ZERO });
        armed.store(signalled, Ordering::SeqCst);
        inbox.drain();
        let since = Instant::now();
        let mut signalled_again = self.is_full() || self.wait_for_answer(cause, inbox, since);
        while !signalled_again && self.claim.has_grace_left(since.elapsed()) && !self.is_full() {
            signalled_again = inbox.wait(Some(POLL_INTERVAL), false) == Event::Signal;
        }
        if signalled_again && !signalled {
            // A signal that comes after a limit is the first signal.
            armed.store(true, Ordering::SeqCst);
        }
        if !signalled && self.changing && !signalled_again && (self.clocks)().exceeded().is_none() {
            self.claim.forget_limit();
            return;
        }
        if self.claim.take() {
            self.fallback.give_answer(self.claim.cause().unwrap_or(cause));
        } else if signalled {
            self.fallback.abandon_output(cause);
        }
    }

    /// Raises the stop flag, and ends waits for input.
    fn raise(&self) {
        self.stop.raise();
        alarm::raise();
    }

    /// Gives the answer of a run that cannot go on without the memory that it was refused.
    fn end_without_memory(&self) {
        let cause = Cause::Limit(Stop::Memory);
        self.claim.note(cause);
        self.raise();
        if self.claim.take() {
            self.fallback.give_answer(self.claim.cause().unwrap_or(cause));
        } else {
            self.fallback.abandon_output(cause);
        }
    }

    /// Gives the run time for its answer, as long as it does not take much more memory than it may; true if a signal
    /// came.
    fn wait_for_answer(&self, cause: Cause, inbox: &mut Inbox, since: Instant) -> bool {
        let interval = if cause == Cause::Limit(Stop::Memory) { SHORT_INTERVAL } else { STOP_GRACE };
        while since.elapsed() < STOP_GRACE && !self.is_full() {
            if inbox.wait(Some(interval), false) == Event::Signal {
                return true;
            }
        }
        false
    }

    /// Whether a run without an answer has so much more memory than it may that it is ended at once.
    fn is_full(&self) -> bool {
        let limit = (self.clocks)().memory;
        !self.claim.is_taken() && limit.is_some_and(|limit| resident_bytes() > limit + limit / 16)
    }

    /// When the limits are to be looked at again; never once there is an answer.
    fn next_poll(&self) -> Option<Duration> {
        if self.claim.is_taken() {
            return None;
        }
        let limits = (self.clocks)();
        let memory = limits.memory.map(|limit| {
            let room = limit.saturating_sub(resident_bytes());
            Duration::from_millis(room / BYTES_A_MILLISECOND).clamp(SHORT_INTERVAL, POLL_INTERVAL)
        });
        let cpu = limits.cpu.map(|_| POLL_INTERVAL);
        let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        [memory, cpu, left].into_iter().flatten().min()
    }
}
