//! What a search may spend: work that it counts, and limits that it looks at now and then.

use crate::limits::Limits;

/// Work between two looks at the limits: some milliseconds at most.
const POLL: u64 = 1 << 16;

/// The work that is left, in numbers or words read, and the limits.
pub(super) struct Budget<'a> {
    pub(super) work: &'a mut u64,
    limits: &'a Limits,
    /// Work since the last look at the limits.
    unseen: u64,
}

impl<'a> Budget<'a> {
    pub(super) fn new(work: &'a mut u64, limits: &'a Limits) -> Budget<'a> {
        Budget { work, limits, unseen: 0 }
    }

    /// Counts this much work; `None` when there was less left, or a limit is reached.
    pub(super) fn spend(&mut self, work: usize) -> Option<()> {
        let left = self.work.checked_sub(work as u64);
        *self.work = left.unwrap_or(0);
        self.unseen += work as u64;
        if self.unseen >= POLL {
            self.unseen = 0;
            if self.limits.exceeded().is_some() {
                return None;
            }
        }
        left.map(|_| ())
    }
}
