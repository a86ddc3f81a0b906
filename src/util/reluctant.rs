//! Reluctant doubling: the Luby sequence of intervals, computed one after the other.
//!
//! **References.** Luby, Sinclair, Zuckerman (IPL'93); Knuth, TAOCP 7.2.2.2.

/// Knuth's reluctant doubling: triggers after `period` times 1, 1, 2, 1, 1, 2, 4, ... conflicts.
#[derive(Clone, Debug, Default)]
pub struct Reluctant {
    u: u64,
    v: u64,
    period: u64,
    limit: u64,
    countdown: u64,
    triggered: bool,
}

impl Reluctant {
    /// Resets the sequence. Intervals above `limit` conflicts restart it too.
    pub fn start(&mut self, period: u64, limit: u64) {
        *self = Reluctant { u: 1, v: 1, period, limit, countdown: period, triggered: false };
    }

    /// Counts a conflict.
    pub fn tick(&mut self) {
        self.countdown -= 1;
        if self.countdown > 0 {
            return;
        }
        if self.u & self.u.wrapping_neg() == self.v {
            self.u += 1;
            self.v = 1;
        } else {
            self.v *= 2;
        }
        if self.v * self.period > self.limit {
            (self.u, self.v) = (1, 1);
        }
        self.countdown = self.v * self.period;
        self.triggered = true;
    }

    /// Whether it has triggered since the last call.
    pub fn take(&mut self) -> bool {
        std::mem::take(&mut self.triggered)
    }
}

#[cfg(test)]
mod tests {
    use super::Reluctant;

    #[test]
    fn reluctant_doubling_follows_the_luby_sequence() {
        let mut reluctant = Reluctant::default();
        reluctant.start(1, 1 << 20);
        let mut gaps = Vec::new();
        let mut gap = 0;
        while gaps.len() < 15 {
            gap += 1;
            reluctant.tick();
            if reluctant.take() {
                gaps.push(gap);
                gap = 0;
            }
        }
        assert_eq!(gaps, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
