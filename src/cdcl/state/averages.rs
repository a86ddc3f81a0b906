//! Moving averages that control restarts and bumping, one set for each mode.

/// An exponential moving average with bias correction (Kingma, Ba, ICLR'15; for restarts Biere, Fröhlich, POS'15).
#[derive(Clone, Debug)]
pub struct Ema {
    biased: f64,
    alpha: f64,
    /// The weight that the initial 0 still has in the average: `(1 - alpha)^updates`.
    missing: f64,
}

impl Ema {
    /// An average over about `window` values.
    pub fn new(window: f64) -> Ema {
        debug_assert!(window >= 1.0, "a value has a weight of at most 1");
        Ema { biased: 0.0, alpha: 1.0 / window, missing: 1.0 }
    }

    /// Adds a value.
    #[inline]
    pub fn update(&mut self, value: f64) {
        debug_assert!(value.is_finite());
        self.biased += self.alpha * (value - self.biased);
        self.missing *= 1.0 - self.alpha;
        debug_assert!((0.0..1.0).contains(&self.missing), "each value leaves less weight to the start");
    }

    /// The average; 0 before the first value.
    #[inline]
    pub fn value(&self) -> f64 {
        if self.missing == 1.0 { 0.0 } else { self.biased / (1.0 - self.missing) }
    }
}

/// The moving averages of one mode.
#[derive(Clone, Debug)]
pub struct Averages {
    /// Glue of learned clauses, recent.
    pub fast_glue: Ema,
    /// Glue of learned clauses, long term.
    pub slow_glue: Ema,
    /// Decisions per conflict.
    pub decision_rate: Ema,
    /// Size of learned clauses.
    pub size: Ema,
    /// Level of the conflicts.
    pub level: Ema,
    /// Percentage of variables on the trail at a conflict.
    pub trail: Ema,
    /// The count of decisions at the last conflict.
    pub last_decisions: u64,
}

impl Default for Averages {
    fn default() -> Self {
        Averages {
            fast_glue: Ema::new(33.0),
            slow_glue: Ema::new(1e5),
            decision_rate: Ema::new(1e5),
            size: Ema::new(1e5),
            level: Ema::new(1e5),
            trail: Ema::new(1e5),
            last_decisions: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_is_its_own_average_from_the_start() {
        let mut ema = Ema::new(1e5);
        assert_eq!(ema.value(), 0.0);
        for _ in 0..3 {
            ema.update(7.0);
            assert!((ema.value() - 7.0).abs() < 1e-6);
        }
    }
}
