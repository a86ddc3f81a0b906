//! The glue limits of the first two tiers of redundant clauses, computed from how often clauses of each glue are used.
//!
//! **What it does.** Counts the uses of clauses in conflict analysis by glue, separately in each mode. Tier 1 extends
//! to the least glue that covers half of the uses, tier 2 to the least that covers nine tenths. Before the first update
//! the limits are those of the options (2 and 6).
//!
//! **Schedule and cost.** After intervals of conflicts that double up to 65,536, and at every reduction.
//!
//! **References.** Audemard, Simon (IJCAI'09) for glue; Oh (SAT'15) for three tiers; Biere et al. (SAT Competition
//! 2024) for the limits from usage.

/// Larger glues are counted as this one.
const LARGEST_COUNTED_GLUE: usize = 128;

/// The use counts and the limits.
#[derive(Clone, Debug)]
pub struct Tiers {
    uses: [[u64; LARGEST_COUNTED_GLUE + 1]; 2],
    limits: [[u32; 2]; 2],
    interval: u64,
    due: u64,
}

impl Default for Tiers {
    fn default() -> Self {
        Tiers { uses: [[0; LARGEST_COUNTED_GLUE + 1]; 2], limits: [[2, 6]; 2], interval: 2, due: 2 }
    }
}

impl Tiers {
    /// Sets the initial limits.
    pub fn reset(&mut self, tier1: u32, tier2: u32) {
        *self = Tiers { limits: [[tier1, tier2.max(tier1)]; 2], ..Tiers::default() };
    }

    /// Counts a use of a clause.
    #[inline]
    pub fn used(&mut self, stable: bool, glue: u32) {
        self.uses[usize::from(stable)][(glue as usize).min(LARGEST_COUNTED_GLUE)] += 1;
    }

    /// The largest glue of tier 1.
    #[inline]
    pub fn tier1(&self, stable: bool) -> u32 {
        self.limits[usize::from(stable)][0]
    }

    /// The largest glue of tier 2.
    #[inline]
    pub fn tier2(&self, stable: bool) -> u32 {
        self.limits[usize::from(stable)][1]
    }

    /// Recomputes the limits when that is due, after intervals of conflicts that double up to 65,536.
    #[inline]
    pub fn update_when_due(&mut self, conflicts: u64, stable: bool) {
        if conflicts >= self.due {
            debug_assert!(self.interval.is_power_of_two(), "intervals double");
            self.interval = (2 * self.interval).min(1 << 16);
            self.due = conflicts + self.interval;
            self.update(stable);
        }
    }

    /// Recomputes the limits of a mode.
    pub fn update(&mut self, stable: bool) {
        let uses = &self.uses[usize::from(stable)];
        let total: u64 = uses.iter().sum();
        if total == 0 {
            return;
        }
        let covering = |percent: u64| {
            let mut sum = 0;
            uses.iter().position(|&count| {
                sum += count;
                sum * 100 >= total * percent
            })
        };
        let tier1 = covering(50).unwrap_or(LARGEST_COUNTED_GLUE) as u32;
        let tier2 = covering(90).unwrap_or(LARGEST_COUNTED_GLUE) as u32;
        self.limits[usize::from(stable)] = [tier1, tier2.max(tier1)];
        debug_assert!(self.tier1(stable) <= self.tier2(stable));
    }
}
