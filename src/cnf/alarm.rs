//! Ends waits for input. A read that waits for the bytes of a pipe or a terminal waits for this alarm as well, which is
//! raised once, when the program is to end. The limits then say why.

use std::io::{PipeReader, PipeWriter, pipe};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A pipe whose writing end is closed when the alarm is raised, so that waiting at its reading end stops; `None` if the
/// system gives no pipe.
static PIPE: OnceLock<Option<(PipeReader, Mutex<Option<PipeWriter>>)>> = OnceLock::new();

/// The reading end that hangs up when the alarm is raised. It must be fetched before the limits are checked, so that no
/// alarm is missed in between.
#[cfg(all(unix, feature = "system"))]
pub(super) fn end() -> Option<&'static PipeReader> {
    let open = || pipe().ok().map(|(end, raised)| (end, Mutex::new(Some(raised))));
    PIPE.get_or_init(open).as_ref().map(|(end, _)| end)
}

/// Raises the alarm, once a stop flag is raised.
pub fn raise() {
    if let Some(Some((_, raised))) = PIPE.get() {
        drop(raised.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}
