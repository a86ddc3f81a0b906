//! The signals of systems that are not Unix, such as Windows: those of the C language, looked at again and again.

use super::{Event, POLL_INTERVAL};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Raised when the watch is to wake without a signal.
static WOKEN: AtomicBool = AtomicBool::new(false);

/// Wakes the watch without a signal.
pub(super) fn wake() {
    WOKEN.store(true, Ordering::SeqCst);
}

/// Where signals arrive.
pub(super) struct Inbox {
    arrived: Arc<AtomicUsize>,
    last: usize,
}

impl Inbox {
    /// Catches signals from now on. While `armed` is raised, a signal ends the process at once, as if it were not
    /// caught.
    pub(super) fn open(armed: &Arc<AtomicBool>) -> io::Result<Inbox> {
        let arrived = Arc::new(AtomicUsize::new(0));
        for signal in [SIGINT, SIGTERM] {
            // Registered in this order, since the immediate end must see the flag as it was before this signal.
            flag::register_conditional_default(signal, armed.clone())?;
            flag::register_usize(signal, arrived.clone(), signal as usize)?;
        }
        Ok(Inbox { arrived, last: 0 })
    }

    /// The signal that came last.
    pub(super) fn last(&self) -> i32 {
        self.last as i32
    }

    /// Waits for a signal, up to this time if there is one. Whether standard output is read is not known here.
    pub(super) fn wait(&mut self, at_most: Option<Duration>, _while_read: bool) -> Event {
        let since = Instant::now();
        loop {
            let signal = self.arrived.swap(0, Ordering::SeqCst);
            if signal != 0 {
                self.last = signal;
                return Event::Signal;
            }
            if WOKEN.swap(false, Ordering::SeqCst) {
                return Event::Time;
            }
            let left = at_most.map_or(POLL_INTERVAL, |time| time.saturating_sub(since.elapsed()));
            if left.is_zero() {
                return Event::Time;
            }
            std::thread::sleep(left.min(POLL_INTERVAL));
        }
    }

    /// Forgets signals that have come already.
    pub(super) fn drain(&mut self) {
        self.arrived.store(0, Ordering::SeqCst);
    }
}

/// Ends the process because nobody reads its output; nothing here says that.
pub(super) fn end_by_closed_pipe() {}

/// The name of a signal, if it has one.
pub(super) fn name(signal: i32) -> Option<&'static str> {
    low_level::signal_name(signal)
}

/// CPU time after which the system would kill the process; these systems have no such limit.
pub fn hard_cpu_limit() -> Option<Duration> {
    None
}

/// Bytes in memory at which a run should stop where the system limits its address space: it limits none.
pub fn hard_memory_limit() -> Option<u64> {
    None
}
