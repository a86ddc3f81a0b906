//! Random numbers: xoshiro256++ (Blackman, Vigna, TOMS'21) from the `rand_xoshiro` crate, identical on all platforms.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// A seeded generator of random numbers.
///
/// ```
/// use gemsat::util::rng::Rng;
/// let (mut rng, mut same) = (Rng::new(7), Rng::new(7));
/// assert!(rng.below(10) < 10);
/// assert_eq!(same.below(10), Rng::new(7).below(10));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Default for Rng {
    fn default() -> Self {
        Rng::new(0)
    }
}

impl Rng {
    /// The generator for this seed.
    pub fn new(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, by one multiplication (Lemire, TOMACS'19), without the rejection step: the bias is below
    /// `bound / 2^64`.
    ///
    /// # Panics
    /// In debug builds, when `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        debug_assert!(bound > 0);
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u64
    }

    /// An index below `len`.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A fair coin.
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.bits() >> 63 != 0
    }

    /// A number in `[0, 1)` with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Shuffles a slice uniformly (Fisher, Yates; Durstenfeld, CACM'64).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_below_their_bound_and_repeat_with_the_seed() {
        let (mut a, mut b) = (Rng::new(7), Rng::new(7));
        for bound in 1..200 {
            let number = a.below(bound);
            assert!(number < bound);
            assert_eq!(number, b.below(bound));
            assert!((0.0..1.0).contains(&a.unit()));
            b.bits();
        }
    }
}
