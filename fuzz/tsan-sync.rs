//! What the threads of a team synchronise with under ThreadSanitizer, in the place of `src/parallel/sync.rs`: the
//! standard library's locks, each with a counter beside it. Where the standard library is compiled without the
//! sanitizer, a lock that has to wait is invisible to it; the counter, which every holder reads first and writes last,
//! shows the same order.

use std::ops::{Deref, DerefMut};
pub(super) use std::sync::Arc;
pub(super) use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LockResult, PoisonError, WaitTimeoutResult, atomic::AtomicU64};
use std::time::Duration;

#[derive(Default)]
pub(super) struct Mutex<T> {
    inner: std::sync::Mutex<T>,
    holders: AtomicU64,
}

impl<T> Mutex<T> {
    pub(super) fn new(value: T) -> Mutex<T> {
        Mutex { inner: std::sync::Mutex::new(value), holders: AtomicU64::new(0) }
    }
}

pub(super) struct MutexGuard<'m, T> {
    /// Absent only while [`Condvar::wait_timeout`] has it.
    guard: Option<std::sync::MutexGuard<'m, T>>,
    holders: &'m AtomicU64,
}

impl<'m, T> MutexGuard<'m, T> {
    fn new(guard: std::sync::MutexGuard<'m, T>, holders: &'m AtomicU64) -> MutexGuard<'m, T> {
        holders.load(Ordering::Acquire);
        MutexGuard { guard: Some(guard), holders }
    }
}

impl<T> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        self.holders.fetch_add(1, Ordering::Release);
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.guard.as_ref().expect("it is held")
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.guard.as_mut().expect("it is held")
    }
}

/// Locks what no thread leaves half changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    MutexGuard::new(mutex.inner.lock().unwrap_or_else(PoisonError::into_inner), &mutex.holders)
}

#[derive(Default)]
pub(super) struct Condvar(std::sync::Condvar);

impl Condvar {
    pub(super) fn new() -> Condvar {
        Condvar::default()
    }

    pub(super) fn notify_all(&self) {
        self.0.notify_all();
    }

    pub(super) fn wait_timeout<'m, T>(
        &self,
        mut held: MutexGuard<'m, T>,
        time: Duration,
    ) -> LockResult<(MutexGuard<'m, T>, WaitTimeoutResult)> {
        let holders = held.holders;
        let guard = held.guard.take().expect("it is held");
        drop(held);
        let (guard, timed_out) = self.0.wait_timeout(guard, time).unwrap_or_else(PoisonError::into_inner);
        Ok((MutexGuard::new(guard, holders), timed_out))
    }
}
