//! Running the library's functions without Python's lock, so that other threads go on and Ctrl-C takes effect.

use gemsat::cnf::ReadError;
use gemsat::limits::{Limits, Question, Stop, StopFlag};
use pyo3::exceptions::{PyFileNotFoundError, PyMemoryError, PyOSError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Milliseconds between two looks at Python's signals.
const POLL_INTERVAL: u64 = 40;

/// Asks Python every [`POLL_INTERVAL`] milliseconds whether a signal has arrived, such as Ctrl-C.
///
/// Python runs the handlers of signals in its main thread alone, between two instructions of Python. So a run in that
/// thread takes Python's lock for a moment, in which handlers can run.
#[derive(Clone, Debug)]
pub struct Signals(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    made: Instant,
    /// When to look next, in milliseconds after `made`.
    due: AtomicU64,
    /// The exception that a handler has raised, if any.
    raised: Mutex<Option<PyErr>>,
    failed: AtomicBool,
}

impl Default for Signals {
    fn default() -> Signals {
        let shared = Shared {
            made: Instant::now(),
            due: AtomicU64::new(0),
            raised: Mutex::default(),
            failed: AtomicBool::new(false),
        };
        Signals(Arc::new(shared))
    }
}

impl Shared {
    fn now(&self) -> u64 {
        self.made.elapsed().as_millis() as u64
    }

    /// Whether a handler, or a function that is called during the run, has raised an exception.
    fn ask(&self) -> bool {
        let now = self.now();
        if self.failed.load(Ordering::Relaxed) {
            return true;
        }
        if now < self.due.load(Ordering::Relaxed) {
            return false;
        }
        self.due.store(now + POLL_INTERVAL, Ordering::Relaxed);
        let Err(error) = Python::attach(|py| py.check_signals()) else { return false };
        self.keep(error);
        true
    }

    /// Keeps an exception for the caller, and makes the run end.
    fn keep(&self, error: PyErr) {
        *lock(&self.raised) = Some(error);
        self.failed.store(true, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Signals {
    /// The question, for the limits of a run by this thread.
    pub fn question(&self) -> Question {
        let shared = self.0.clone();
        Question::new(move || shared.ask())
    }

    /// Calls a Python function during a run; an exception ends the run.
    pub fn call(&self, function: impl FnOnce(Python<'_>) -> PyResult<()>) {
        if self.0.failed.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = Python::attach(function) {
            self.0.keep(error);
        }
    }

    /// Runs `task` without Python's lock.
    ///
    /// # Errors
    /// What the handler of a signal has raised, for Ctrl-C `KeyboardInterrupt`.
    pub fn run<T: Send>(&self, py: Python<'_>, task: impl FnOnce() -> T + Send) -> PyResult<T> {
        self.0.due.store(self.0.now() + POLL_INTERVAL, Ordering::Relaxed);
        let result = py.detach(task);
        if !self.0.failed.swap(false, Ordering::Relaxed) {
            return Ok(result);
        }
        match lock(&self.0.raised).take() {
            Some(error) => Err(error),
            None => Ok(result),
        }
    }
}

/// Runs `task` once, within `seconds` if they are given.
///
/// # Errors
/// `TimeoutError` when they are over, `MemoryError`, and what the handler of a signal raises.
pub fn run<T: Send>(
    py: Python<'_>,
    seconds: Option<f64>,
    task: impl FnOnce(&Limits) -> Result<T, Stop> + Send,
) -> PyResult<T> {
    let signals = Signals::default();
    let limits = within(seconds, &StopFlag::default(), signals.question())?;
    signals.run(py, || task(&limits))?.map_err(raise)
}

/// Limits with a deadline.
///
/// # Errors
/// `ValueError` when the seconds are negative or no number.
pub fn within(seconds: Option<f64>, stop: &StopFlag, question: Question) -> PyResult<Limits> {
    let limits = Limits { stop: stop.clone(), question, ..Limits::none() };
    let Some(seconds) = seconds else { return Ok(limits) };
    if seconds == f64::INFINITY {
        return Ok(limits);
    }
    let Ok(time) = Duration::try_from_secs_f64(seconds) else {
        return Err(PyValueError::new_err(format!("expected a number of seconds, 0 or more, found {seconds}")));
    };
    Ok(limits.with_wall_time(time))
}

/// The exception for a run that ended without an answer.
pub fn raise(stop: Stop) -> PyErr {
    match stop {
        Stop::WallTime | Stop::CpuTime => PyTimeoutError::new_err(stop.to_string()),
        Stop::Memory => PyMemoryError::new_err(stop.to_string()),
        _ => PyRuntimeError::new_err(stop.to_string()),
    }
}

/// The exception for a formula that cannot be read.
pub fn raise_read_error(error: ReadError) -> PyErr {
    match &error {
        ReadError::Io { source, .. } if source.kind() == ErrorKind::NotFound => {
            PyFileNotFoundError::new_err(error.to_string())
        }
        ReadError::Io { .. } => PyOSError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}
