//! Rational weights.

use super::decimal::decimal;
use super::number::Number;
use crate::cnf::Lit;
use crate::limits::{Limits, Stop};
use num_bigint::{BigInt, BigUint, Sign};
use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// A rational number in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rational {
    numerator: BigInt,
    denominator: BigUint,
}

/// The text is no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightError(String);

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a number such as 3, -0.25, 1e-3 or 2/3, found '{}'", self.0)
    }
}

impl std::error::Error for WeightError {}

/// Exponents beyond this are refused: the number would fill the memory.
const MOST_EXPONENT: i64 = 10_000;

impl Default for Rational {
    fn default() -> Rational {
        Rational { numerator: BigInt::ZERO, denominator: BigUint::from(1u8) }
    }
}

impl Rational {
    /// A quotient, in lowest terms.
    ///
    /// # Panics
    /// When the denominator is 0.
    pub fn new(numerator: BigInt, denominator: BigUint) -> Rational {
        assert!(denominator != BigUint::ZERO, "a denominator is not 0");
        let (mut a, mut b) = (numerator.magnitude().clone(), denominator.clone());
        if denominator != BigUint::from(1u8) {
            while b != BigUint::ZERO {
                let rest = &a % &b;
                a = std::mem::replace(&mut b, rest);
            }
            return Rational { numerator: numerator / BigInt::from(a.clone()), denominator: denominator / a };
        }
        Rational { numerator, denominator }
    }

    /// Numerator and denominator.
    pub fn parts(&self) -> (&BigInt, &BigUint) {
        (&self.numerator, &self.denominator)
    }

    /// 1 minus this number, if that is from 0 to 1.
    pub(super) fn missing_to_one(&self) -> Option<Rational> {
        let rest = BigInt::from(self.denominator.clone()) - &self.numerator;
        let between = self.numerator.sign() != Sign::Minus && rest.sign() != Sign::Minus;
        between.then(|| Rational::new(rest, self.denominator.clone()))
    }

    /// Reads `3`, `-0.25`, `1e-3`, `2/3`.
    ///
    /// # Errors
    /// When the text is none of these.
    pub fn parse(text: &str) -> Result<Rational, WeightError> {
        let fault = || WeightError(text.chars().take(40).collect());
        if let Some((top, bottom)) = text.split_once('/') {
            let (top, bottom) =
                (Rational::parse(top).map_err(|_| fault())?, Rational::parse(bottom).map_err(|_| fault())?);
            if bottom.numerator == BigInt::ZERO {
                return Err(fault());
            }
            let sign = if bottom.numerator.sign() == Sign::Minus { -1 } else { 1 };
            let numerator = top.numerator * BigInt::from(bottom.denominator) * sign;
            return Ok(Rational::new(numerator, top.denominator * bottom.numerator.magnitude()));
        }
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().map_err(|_| fault())?),
            None => (text, 0),
        };
        let (negative, digits) = match mantissa.as_bytes().first() {
            Some(b'-') => (true, &mantissa[1..]),
            Some(b'+') => (false, &mantissa[1..]),
            _ => (false, mantissa),
        };
        let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
        let all = [before, after].concat();
        if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) || exponent.abs() > MOST_EXPONENT {
            return Err(fault());
        }
        let numerator = BigInt::parse_bytes(all.as_bytes(), 10).ok_or_else(fault)?;
        let numerator = if negative { -numerator } else { numerator };
        let power = exponent - after.len() as i64;
        let ten = |power: i64| BigUint::from(10u8).pow(power.unsigned_abs() as u32);
        Ok(match power >= 0 {
            true => Rational::new(numerator * BigInt::from(ten(power)), BigUint::from(1u8)),
            false => Rational::new(numerator, ten(power)),
        })
    }

    /// The number, when it is a whole one.
    pub fn whole(&self) -> Option<&BigInt> {
        (self.denominator == BigUint::from(1u8)).then_some(&self.numerator)
    }

    /// The logarithm of the magnitude to base 10, to about 15 digits; minus infinity for 0.
    pub fn log10(&self) -> f64 {
        let log = |number: &BigUint| {
            let shift = number.bits().saturating_sub(64);
            let top = (number >> shift).iter_u64_digits().next().unwrap_or(0);
            libm::log10(top as f64) + shift as f64 * std::f64::consts::LOG10_2
        };
        log(self.numerator.magnitude()) - log(&self.denominator)
    }

    /// The number as its [`fmt::Display`] writes it, as long as the limits allow.
    ///
    /// # Errors
    /// The limit that ran out.
    pub fn text(&self, limits: &Limits) -> Result<String, Stop> {
        let sign = if self.numerator.sign() == Sign::Minus { "-" } else { "" };
        let above = decimal(self.numerator.magnitude(), limits)?;
        Ok(match self.whole() {
            Some(_) => format!("{sign}{above}"),
            None => format!("{sign}{above}/{}", decimal(&self.denominator, limits)?),
        })
    }

    /// For a large whole number above 0: the exponent of the power of two in it and the remaining factor, if that
    /// factor is short.
    pub fn power_of_two(&self) -> Option<(u64, u64)> {
        let power = self.whole()?.magnitude().trailing_zeros()?;
        let odd = self.numerator.magnitude() >> power;
        Some((power, u64::try_from(odd).ok()?))
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.numerator == BigInt::ZERO
    }

    /// The number above the line.
    pub fn numerator(&self) -> &BigInt {
        &self.numerator
    }

    /// The number below the line.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&Limits::none()).map_err(|_| fmt::Error)?)
    }
}

/// Weights as whole numbers, and what turns a sum of their products back into a rational number.
pub(super) struct Scaled {
    /// By literal, when there are weights.
    pub weights: Option<Vec<Number>>,
    /// What the sum is to be multiplied and divided by.
    pub factor: BigInt,
    pub denominator: BigUint,
    /// How many shown variables that the formula does not declare have weights; these are in the factor.
    pub undeclared_weighted: usize,
}

/// Multiplies the two weights of each variable by their denominators. Weights of variables that are not shown are left
/// out.
pub(super) fn scale(
    weights: &[(Lit, Rational)],
    num_vars: usize,
    shown: &[bool],
    undeclared: &BTreeSet<usize>,
) -> Scaled {
    let mut scaled =
        Scaled { weights: None, factor: BigInt::from(1), denominator: BigUint::from(1u8), undeclared_weighted: 0 };
    if weights.is_empty() {
        return scaled;
    }
    let mut table = vec![Number::ONE; 2 * num_vars];
    let named: HashMap<Lit, &Rational> = weights.iter().map(|(lit, weight)| (*lit, weight)).collect();
    let mut vars: Vec<_> = named.keys().map(|lit| lit.var()).collect();
    vars.sort_unstable();
    vars.dedup();
    let one = Rational::new(BigInt::from(1), BigUint::from(1u8));
    for var in vars {
        let declared = var.index() < num_vars;
        if declared && !shown[var.index()] || !declared && !undeclared.contains(&var.index()) {
            continue;
        }
        let [positive, negative] = [var.pos(), var.neg()].map(|lit| named.get(&lit).copied().unwrap_or(&one));
        scaled.denominator *= &positive.denominator * &negative.denominator;
        let positive_whole = &positive.numerator * BigInt::from(negative.denominator.clone());
        let negative_whole = &negative.numerator * BigInt::from(positive.denominator.clone());
        if declared {
            table[var.pos().index()] = Number::new(positive_whole);
            table[var.neg().index()] = Number::new(negative_whole);
        } else {
            scaled.factor *= positive_whole + negative_whole;
            scaled.undeclared_weighted += 1;
        }
    }
    scaled.weights = Some(table);
    scaled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_lowest_terms() {
        let read = |text: &str| Rational::parse(text).map(|number| number.to_string());
        for (text, number) in [
            ("3", "3"),
            ("-0.25", "-1/4"),
            ("1e-3", "1/1000"),
            ("2/6", "1/3"),
            ("1/-2", "-1/2"),
            (".5e1", "5"),
            ("0", "0"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(number));
        }
        for text in ["", "-", "1.2.3", "1/0", "e5", "0x1", "1e99999999"] {
            assert!(read(text).is_err(), "{text}");
        }
        let half = Rational::parse("0.5").expect("a number").log10();
        assert!((half + std::f64::consts::LOG10_2).abs() < 1e-12);
    }
}
