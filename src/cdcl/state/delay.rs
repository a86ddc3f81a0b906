//! Back-off: a technique whose passes do not pay is tried less often.

/// How many times a technique is skipped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Delay {
    /// How many times the technique is skipped after the last outcome.
    interval: u32,
    /// How many of these are left.
    waiting: u32,
}

impl Delay {
    /// Whether the technique may run now; if not, this counts as one of the skips.
    pub fn due(&mut self) -> bool {
        debug_assert!(self.waiting <= self.interval, "a wait is at most one interval");
        let due = self.waiting == 0;
        self.waiting = self.waiting.saturating_sub(1);
        due
    }

    /// Notes the outcome of a pass: a failure makes the technique skip one more time than before, a success half as
    /// many.
    pub fn outcome(&mut self, success: bool) {
        self.interval = if success { self.interval / 2 } else { self.interval + 1 };
        self.waiting = self.interval;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_lengthen_the_wait_and_successes_shorten_it() {
        let mut delay = Delay::default();
        let waits = |delay: &mut Delay| (0..).take_while(|_| !delay.due()).count();
        for failures in 1..=4 {
            assert!(delay.due());
            delay.outcome(false);
            assert_eq!(waits(&mut delay), failures);
        }
        assert!(delay.due());
        delay.outcome(true);
        assert_eq!(waits(&mut delay), 2);
    }
}
