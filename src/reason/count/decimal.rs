//! The decimal digits of large numbers.
//!
//! **What it does.** Divides by 10 to the power of half the digits, and writes both parts in the same way. Division is
//! multiplication by a reciprocal, which Newton's method computes from a reciprocal of half as many bits. `num-bigint`
//! multiplies in less than quadratic time, but divides and prints in quadratic time.
//!
//! **Why it pays.** `2^10000000` takes 4.5 s, the count of its formula included; `num-bigint` by itself takes 280 s.
//!
//! **References.** Knuth, The Art of Computer Programming 2, 4.4; Brent, Zimmermann, Modern Computer Arithmetic, 1.7.2.

use crate::limits::{Limits, Stop};
use num_bigint::{BigInt, BigUint, Sign};

/// The digits of the parts that `num-bigint` writes.
const PART_DIGITS: usize = 1024;

/// Reciprocals of numbers with up to this many bits are computed by division.
const MOST_DIVIDED_BITS: u64 = 2048;

/// A power of 10, and its reciprocal.
struct Divisor {
    power: BigUint,
    bits: u64,
    /// `2^(2 bits) / power`, rounded down.
    reciprocal: BigUint,
}

/// The decimal digits of a number.
///
/// # Errors
/// The limit that ran out.
pub(super) fn decimal(number: &BigUint, limits: &Limits) -> Result<String, Stop> {
    // Each power is the square of the one before; the square of the last one exceeds the number.
    let mut divisors: Vec<Divisor> = Vec::new();
    let mut power = BigUint::from(10u8).pow(PART_DIGITS as u32);
    while power <= *number {
        limits.exceeded().map_or(Ok(()), Err)?;
        let bits = power.bits();
        let enough = 2 * bits - 1 > number.bits();
        let next = if enough { BigUint::ZERO } else { &power * &power };
        let reciprocal = reciprocal(&power, bits);
        divisors.push(Divisor { power, bits, reciprocal });
        if enough {
            break;
        }
        power = next;
    }
    let mut digits = String::with_capacity((number.bits() as f64 * std::f64::consts::LOG10_2) as usize + 2);
    write(number, &divisors, &mut digits, limits)?;
    if digits.is_empty() {
        digits.push('0');
    }
    Ok(digits)
}

/// Appends a number below the square of the last divisor; with zeros in front unless it is the first part.
fn write(number: &BigUint, divisors: &[Divisor], digits: &mut String, limits: &Limits) -> Result<(), Stop> {
    let Some((divisor, smaller)) = divisors.split_last() else {
        let text = number.to_string();
        match digits.is_empty() {
            true if *number == BigUint::ZERO => {}
            true => digits.push_str(&text),
            false => digits.extend(std::iter::repeat_n('0', PART_DIGITS - text.len()).chain(text.chars())),
        }
        return Ok(());
    };
    limits.exceeded().map_or(Ok(()), Err)?;
    let (above, below) = divisor.divide(number);
    write(&above, smaller, digits, limits)?;
    write(&below, smaller, digits, limits)
}

impl Divisor {
    /// The quotient and the rest of a number below the square of the power.
    fn divide(&self, number: &BigUint) -> (BigUint, BigUint) {
        let mut quotient = ((number >> (self.bits - 1)) * &self.reciprocal) >> (self.bits + 1);
        // The quotient is too small by at most two.
        let mut rest = number - &quotient * &self.power;
        while rest >= self.power {
            rest -= &self.power;
            quotient += 1u8;
        }
        (quotient, rest)
    }
}

/// `2^(2 bits) / number`, rounded down, of a number of so many bits.
fn reciprocal(number: &BigUint, bits: u64) -> BigUint {
    let one = BigUint::from(1u8) << (2 * bits);
    if bits <= MOST_DIVIDED_BITS {
        return one / number;
    }
    // The reciprocal of the upper half of the bits, and of some more to make up for rounding.
    let upper = bits / 2 + 4;
    let guess = reciprocal(&(number >> (bits - upper)), upper) << (bits - upper);
    let correction = (number * (&guess * &guess)) >> (2 * bits);
    let guess = BigInt::from_biguint(Sign::Plus, (guess << 1u8) - correction);
    // The guess is off by a few units at most, so this quotient is small and is computed in linear time.
    let rest = BigInt::from_biguint(Sign::Plus, one) - &guess * BigInt::from_biguint(Sign::Plus, number.clone());
    let number = BigInt::from_biguint(Sign::Plus, number.clone());
    let mut off = &rest / &number;
    if rest - &off * &number < BigInt::ZERO {
        off -= 1;
    }
    (guess + off).into_parts().1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    fn digits(number: &BigUint) -> String {
        decimal(number, &Limits::none()).expect("no limit")
    }

    #[test]
    fn digits_are_those_of_the_slow_way() {
        let one = BigUint::from(1u8);
        let ten = BigUint::from(10u8);
        for power in [1, 1023, 1024, 1025, 2047, 2048, 2049, 4096, 5000, 8192, 20_000] {
            let number = ten.pow(power);
            for number in [&number - &one, number.clone(), number + &one] {
                assert_eq!(digits(&number), number.to_string(), "around 10^{power}");
            }
        }
        let mut rng = Rng::new(4);
        for words in [1, 2, 50, 53, 54, 106, 107, 108, 213, 300, 1000, 2500] {
            for _ in 0..4 {
                let sparse = rng.coin();
                let number = (0..words).fold(BigUint::ZERO, |number, _| {
                    let word = if sparse && rng.index(4) > 0 { u64::MAX } else { rng.bits() };
                    (number << 64u8) | BigUint::from(word)
                });
                assert_eq!(digits(&number), number.to_string(), "{words} words");
            }
        }
        assert_eq!((digits(&BigUint::ZERO), digits(&one)), ("0".into(), "1".into()));
    }

    #[test]
    fn writing_hears_the_limits() {
        let limits = Limits::none();
        limits.stop.raise();
        assert_eq!(decimal(&(BigUint::from(1u8) << 100_000), &limits), Err(Stop::Interrupted));
    }
}
