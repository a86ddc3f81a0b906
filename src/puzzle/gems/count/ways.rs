//! Numbers of fillings, by how many traps they hold.

use super::CountError;
use super::meter::Meter;
use num_bigint::BigUint;

/// Ways by number of traps: entry `i` is for `low + i` traps. Without a total there is one entry, for any number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ways {
    pub(super) low: usize,
    pub(super) by_traps: Vec<BigUint>,
}

impl Ways {
    pub(super) fn one() -> Ways {
        Ways { low: 0, by_traps: vec![BigUint::from(1u8)] }
    }

    pub(super) fn none() -> Ways {
        Ways { low: 0, by_traps: Vec::new() }
    }

    /// Adds `factor` times `other`, moved up by `traps`.
    pub(super) fn add(&mut self, other: &Ways, factor: &BigUint, traps: usize) {
        if other.by_traps.is_empty() {
            return;
        }
        let low = other.low + traps;
        if self.by_traps.is_empty() {
            self.low = low;
        }
        if low < self.low {
            self.by_traps.splice(0..0, std::iter::repeat_n(BigUint::ZERO, self.low - low));
            self.low = low;
        }
        let end = low + other.by_traps.len() - self.low;
        if self.by_traps.len() < end {
            self.by_traps.resize(end, BigUint::ZERO);
        }
        for (index, ways) in other.by_traps.iter().enumerate() {
            self.by_traps[low - self.low + index] += ways * factor;
        }
    }

    pub(super) fn times(&self, other: &Ways, meter: &mut Meter<'_>) -> Result<Ways, CountError> {
        let mut product = Ways::none();
        for (index, factor) in self.by_traps.iter().enumerate() {
            meter.work(other.by_traps.len())?;
            product.add(other, factor, self.low + index);
        }
        Ok(product)
    }

    pub(super) fn sum(&self) -> BigUint {
        self.by_traps.iter().sum()
    }
}

/// `C(n, 0..=n)`.
pub(super) fn binomials(n: usize) -> Vec<BigUint> {
    let mut row = vec![BigUint::from(1u8)];
    for k in 0..n {
        row.push(&row[k] * (n - k) / (k + 1));
    }
    row
}

/// `C(n, k)`.
pub(super) fn binomial(n: usize, k: usize, meter: &mut Meter<'_>) -> Result<BigUint, CountError> {
    let mut value = BigUint::from(1u8);
    for i in 0..k.min(n - k) {
        meter.work(1 + value.bits() as usize / 64)?;
        value = value * (n - i) / (i + 1);
    }
    Ok(value)
}
