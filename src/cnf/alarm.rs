//! Ends waits for input: who waits for the bytes of a pipe or a terminal waits for this alarm as well, which is raised
//! once, when the program is to end. What is to be done then the limits say.

use std::io::{PipeReader, PipeWriter, pipe};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A pipe whose writing end is closed when the alarm is raised, which its reading end notices; none where the system
/// gives no pipe.
static PIPE: OnceLock<Option<(PipeReader, Mutex<Option<PipeWriter>>)>> = OnceLock::new();

/// What hangs up when the alarm is raised. To be asked for before the limits are: then none of the two is missed.
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
