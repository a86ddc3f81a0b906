//! In the place of `src/parallel/sync.rs`.

pub(super) use loom::sync::atomic::{AtomicBool, Ordering};
pub(super) use loom::sync::{Arc, Condvar, Mutex, MutexGuard};

/// Locks a mutex.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread panics")
}
