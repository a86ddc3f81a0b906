//! The budget of a count: a bound on its states, and the limits of the run, which are checked every few thousand
//! operations.

use super::CountError;
use crate::limits::Limits;

/// Operations on numbers between two looks at the limits.
const POLL: usize = 1 << 12;

/// What is left for a count.
pub(super) struct Meter<'l> {
    limits: &'l Limits,
    states: usize,
    work: usize,
}

impl Meter<'_> {
    /// A count that may visit this many states within these limits.
    pub(super) fn new(states: usize, limits: &Limits) -> Meter<'_> {
        Meter { limits, states, work: POLL }
    }

    /// Counts further states that are kept.
    pub(super) fn keep(&mut self, states: usize) -> Result<(), CountError> {
        self.states = self.states.checked_sub(states).ok_or(CountError::TooEntangled)?;
        Ok(())
    }

    /// Counts operations on numbers that are about to be done.
    pub(super) fn work(&mut self, operations: usize) -> Result<(), CountError> {
        self.work += operations;
        if self.work < POLL {
            return Ok(());
        }
        self.work = 0;
        self.limits.exceeded().map_or(Ok(()), |stop| Err(CountError::Stopped(stop)))
    }
}
