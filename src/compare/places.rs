//! The places of a race: there are as many as `--jobs` says, and a run takes one for each of its threads.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Free places, and a way to wait for them.
#[derive(Debug)]
pub(super) struct Places {
    all: usize,
    free: Mutex<usize>,
    freed: Condvar,
}

/// Places that a run has taken, until it is dropped.
#[derive(Debug)]
pub(super) struct Taken<'a> {
    places: &'a Places,
    count: usize,
}

impl Places {
    pub fn new(all: usize) -> Places {
        Places { all, free: Mutex::new(all), freed: Condvar::new() }
    }

    /// Takes a place for each of a run's threads, but no more than there are; waits until they are free.
    pub fn take(&self, threads: usize) -> Taken<'_> {
        let count = threads.clamp(1, self.all);
        let free = self.freed.wait_while(self.lock(), |free| *free < count);
        *free.unwrap_or_else(PoisonError::into_inner) -= count;
        Taken { places: self, count }
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        *self.places.lock() += self.count;
        self.places.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn no_more_threads_run_than_there_are_places() {
        let places = Places::new(3);
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for worker in 0..8 {
                let (places, running, most) = (&places, &running, &most);
                scope.spawn(move || {
                    for round in 0..50 {
                        let threads = (worker + round) % 5;
                        let _taken = places.take(threads);
                        let counted = threads.clamp(1, 3);
                        let now = running.fetch_add(counted, Ordering::SeqCst) + counted;
                        most.fetch_max(now, Ordering::SeqCst);
                        std::thread::yield_now();
                        running.fetch_sub(counted, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!((running.into_inner(), *places.lock()), (0, 3));
        assert!(most.into_inner() <= 3);
    }
}
