//! One reporter for several threads: their lines of progress get a column that names the thread.

use super::sync::{Arc, Mutex, lock};
use crate::engine::{Progress, Reporter};

/// A reporter that threads share.
pub(super) struct Shared(Arc<Mutex<Option<Box<dyn Reporter>>>>);

/// A thread's access to the shared reporter.
struct OfThread {
    shared: Arc<Mutex<Option<Box<dyn Reporter>>>>,
    thread: usize,
}

/// Shares a reporter.
pub(super) fn shared(reporter: Box<dyn Reporter>) -> Shared {
    Shared(Arc::new(Mutex::new(Some(reporter))))
}

impl Shared {
    /// The access of a thread.
    pub(super) fn of_thread(&self, thread: usize) -> impl Reporter + 'static {
        OfThread { shared: Arc::clone(&self.0), thread }
    }

    /// The reporter itself; what threads report from now on is dropped.
    pub(super) fn end(self) -> Option<Box<dyn Reporter>> {
        lock(&self.0).take()
    }
}

impl Reporter for OfThread {
    fn progress(&mut self, progress: &Progress) {
        let mut progress = progress.clone();
        progress.columns.insert(0, ("thread", self.thread as f64));
        if let Some(reporter) = &mut *lock(&self.shared) {
            reporter.progress(&progress);
        }
    }

    fn remark(&mut self, text: &str) {
        if let Some(reporter) = &mut *lock(&self.shared) {
            reporter.remark(text);
        }
    }
}
