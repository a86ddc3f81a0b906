//! Back-off: a technique that finds little is tried less often.

/// How many times a technique is passed over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Delay {
    /// Times to pass over after the next failure.
    interval: u32,
    /// Times left now.
    waiting: u32,
}

impl Delay {
    /// Whether the technique may run now; counts the times that it may not.
    pub fn due(&mut self) -> bool {
        let due = self.waiting == 0;
        self.waiting = self.waiting.saturating_sub(1);
        due
    }

    /// Tells how it went: after a failure it waits once more than after the last one, a success halves the wait.
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
