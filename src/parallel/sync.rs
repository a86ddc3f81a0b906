//! The primitives by which the threads of a team synchronise: those of the standard library. The model checker in
//! `../fuzz/loom` replaces this file by its own.

pub(super) use std::sync::atomic::{AtomicBool, Ordering};
pub(super) use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// Locks a mutex even if a thread that held it has panicked: no thread leaves its data half changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
