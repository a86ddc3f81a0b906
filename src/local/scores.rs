//! What algorithms keep of each variable: breaks alone, or gains.

use super::flips::Scores;

/// The number of clauses that each variable alone keeps true: what its flip would break.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Breaks(pub Vec<u32>);

impl Breaks {
    pub fn new(num_vars: usize) -> Breaks {
        Breaks(vec![0; num_vars])
    }
}

impl Scores for Breaks {
    fn clear(&mut self) {
        self.0.fill(0);
    }
    #[inline]
    fn lose(&mut self, _: usize, _: &[u32]) {}
    #[inline]
    fn regain(&mut self, _: usize, _: &[u32]) {}
    #[inline]
    fn bind(&mut self, _: usize, var: usize) {
        self.0[var] += 1;
    }
    #[inline]
    fn free(&mut self, _: usize, var: usize) {
        self.0[var] -= 1;
    }
}

/// The number of clauses that become true less the number that become false when a variable is flipped.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Gains(pub Vec<i32>);

impl Gains {
    pub fn new(num_vars: usize) -> Gains {
        Gains(vec![0; num_vars])
    }
}

impl Scores for Gains {
    fn clear(&mut self) {
        self.0.fill(0);
    }
    #[inline]
    fn lose(&mut self, _: usize, lits: &[u32]) {
        for &lit in lits {
            self.0[lit as usize >> 1] += 1;
        }
    }
    #[inline]
    fn regain(&mut self, _: usize, lits: &[u32]) {
        for &lit in lits {
            self.0[lit as usize >> 1] -= 1;
        }
    }
    #[inline]
    fn bind(&mut self, _: usize, var: usize) {
        self.0[var] -= 1;
    }
    #[inline]
    fn free(&mut self, _: usize, var: usize) {
        self.0[var] += 1;
    }
}
