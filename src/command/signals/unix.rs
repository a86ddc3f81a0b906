//! Signals and the limits of a process, as Unix has them.

use super::{Event, POLL_INTERVAL};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::FileType;
use signal_hook::consts::{SIGALRM, SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};
use signal_hook::{flag, low_level};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The end that signals write to.
static WAKER: OnceLock<UnixStream> = OnceLock::new();

/// Wakes the watch without a signal.
pub(super) fn wake() {
    if let Some(mut waker) = WAKER.get() {
        // A full pipe wakes the watch just as well.
        let _ = waker.write(&[0]);
    }
}

/// Makes writing beyond the limit of file sizes an error, instead of ending the process by `SIGXFSZ`; for programs that
/// have no watch.
///
/// # Errors
/// When the system gives no handler.
pub fn catch_file_size() -> io::Result<()> {
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).map(|_| ())
}

/// Where signals arrive.
pub(super) struct Inbox {
    wake: UnixStream,
    last: Arc<AtomicUsize>,
    /// Whether standard output is a pipe or a socket whose reader may go.
    piped: bool,
}

impl Inbox {
    /// Catches signals from now on. While `armed` is raised, a signal ends the process at once, as if it were not
    /// caught.
    pub(super) fn open(armed: &Arc<AtomicBool>) -> io::Result<Inbox> {
        let (wake, waker) = UnixStream::pair()?;
        let last = Arc::new(AtomicUsize::new(0));
        let ignored = ignored_signals();
        for signal in [SIGINT, SIGHUP, SIGTERM, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2] {
            if matches!(signal, SIGINT | SIGHUP) && ignored >> (signal - 1) & 1 == 1 {
                continue;
            }
            // In this order: the end at once must see the flag as it was before this signal.
            flag::register_conditional_default(signal, armed.clone())?;
            flag::register_usize(signal, last.clone(), signal as usize)?;
            low_level::pipe::register(signal, waker.try_clone()?)?;
        }
        catch_file_size()?;
        wake.set_nonblocking(true)?;
        let _ = WAKER.set(waker);
        Ok(Inbox { wake, last, piped: is_pipe(io::stdout().as_fd()) })
    }

    /// The signal that came last.
    pub(super) fn last(&self) -> i32 {
        self.last.load(Ordering::SeqCst) as i32
    }

    /// Waits for a signal, or, if that matters, for the reader of standard output to go away; at most for this time if
    /// there is one.
    pub(super) fn wait(&mut self, at_most: Option<Duration>, while_read: bool) -> Event {
        // Rounding to whole milliseconds would end the wait too early.
        let at_most = at_most.and_then(|time| Timespec::try_from(time.max(Duration::from_millis(1))).ok());
        let stdout = io::stdout();
        // No event is asked for, since errors of a pipe are reported anyway.
        let mut watched = [PollFd::new(&self.wake, PollFlags::IN), PollFd::new(&stdout, PollFlags::empty())];
        let count = if while_read && self.piped { 2 } else { 1 };
        if poll(&mut watched[..count], at_most.as_ref()).is_err() {
            std::thread::sleep(POLL_INTERVAL);
        }
        let closed = watched[1].revents().intersects(PollFlags::ERR | PollFlags::HUP);
        if matches!(self.wake.read(&mut [0; 64]), Ok(read) if read > 0) {
            Event::Signal
        } else if closed {
            // This is reported only once, since it stays true.
            self.piped = false;
            Event::Closed
        } else {
            Event::Time
        }
    }

    /// Forgets signals that have come already.
    pub(super) fn drain(&mut self) {
        while matches!(self.wake.read(&mut [0; 64]), Ok(read) if read > 0) {}
    }
}

/// Whether a reader at the other end may go.
fn is_pipe(fd: BorrowedFd<'_>) -> bool {
    rustix::fs::fstat(fd)
        .is_ok_and(|stat| matches!(FileType::from_raw_mode(stat.st_mode), FileType::Fifo | FileType::Socket))
}

/// Ends the process as a program ends that writes to a pipe without a reader.
pub(super) fn end_by_closed_pipe() {
    let _ = low_level::emulate_default_handler(SIGPIPE);
}

/// The name of a signal, if it has one.
pub(super) fn name(signal: i32) -> Option<&'static str> {
    low_level::signal_name(signal)
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
