//! Whole numbers of any size that stay in one word while they fit.

use num_bigint::BigInt;

/// A whole number: a machine word while it fits, an allocated number beyond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// A number that fits into a word.
    Small(i64),
    /// A number that does not.
    Big(Box<BigInt>),
}

impl Default for Number {
    fn default() -> Number {
        Number::ZERO
    }
}

impl Number {
    /// Nothing.
    pub const ZERO: Number = Number::Small(0);
    /// One.
    pub const ONE: Number = Number::Small(1);

    /// The number in its shortest form.
    pub fn new(value: BigInt) -> Number {
        match i64::try_from(&value) {
            Ok(small) => Number::Small(small),
            Err(_) => Number::Big(Box::new(value)),
        }
    }

    /// Whether this is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self, Number::Small(0))
    }

    /// The number as a big integer.
    pub fn to_big(&self) -> BigInt {
        match self {
            Number::Small(value) => BigInt::from(*value),
            Number::Big(value) => (**value).clone(),
        }
    }

    /// Adds another number.
    pub fn add(&mut self, other: &Number) {
        *self = match (&*self, other) {
            (_, Number::Small(0)) => return,
            (Number::Small(a), Number::Small(b)) if a.checked_add(*b).is_some() => Number::Small(a + b),
            (a, b) => Number::new(a.to_big() + b.to_big()),
        }
    }

    /// Multiplies by another number.
    pub fn multiply(&mut self, other: &Number) {
        *self = match (&mut *self, other) {
            (_, Number::Small(1)) => return,
            (Number::Small(a), Number::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Number::Small(product),
                None => Number::new(BigInt::from(i128::from(*a) * i128::from(*b))),
            },
            (Number::Big(a), Number::Small(b)) if *b != 0 => {
                **a *= *b;
                return;
            }
            (Number::Big(a), Number::Big(b)) => {
                **a *= &**b;
                return;
            }
            (a, b) => Number::new(a.to_big() * b.to_big()),
        }
    }

    /// Multiplies by all of these, in less than quadratic time.
    pub fn multiply_all(&mut self, others: Vec<Number>) {
        let mut products = others;
        while products.len() > 1 {
            let mut pairs = products.into_iter();
            let mut halved = Vec::with_capacity(pairs.len() / 2 + 1);
            while let Some(mut first) = pairs.next() {
                if let Some(second) = pairs.next() {
                    first.multiply(&second);
                }
                halved.push(first);
            }
            products = halved;
        }
        products.iter().for_each(|product| self.multiply(product));
    }

    /// Multiplies by `2^power`.
    pub fn double(&mut self, power: usize) {
        if power == 0 || self.is_zero() {
            return;
        }
        match self {
            Number::Small(value) if power + 1 < value.unsigned_abs().leading_zeros() as usize => *value <<= power,
            Number::Small(value) => *self = Number::Big(Box::new(BigInt::from(*value) << power)),
            Number::Big(value) => **value <<= power,
        }
    }

    /// The bytes that are allocated for it.
    pub fn heap_bytes(&self) -> usize {
        match self {
            Number::Small(_) => 0,
            Number::Big(value) => 48 + value.bits() as usize / 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_grow_into_big_numbers_and_back() {
        for value in [0, 1, -1, 3, i64::MAX, i64::MIN] {
            for power in [0, 1, 60, 61, 62, 63, 64, 200] {
                let mut number = Number::Small(value);
                number.double(power);
                assert_eq!(number.to_big(), BigInt::from(value) << power);
            }
            for other in [0, 1, -1, 7, i64::MAX, i64::MIN] {
                let (mut sum, mut product) = (Number::Small(value), Number::Small(value));
                sum.add(&Number::Small(other));
                product.multiply(&Number::Small(other));
                assert_eq!(sum.to_big(), BigInt::from(value) + other);
                assert_eq!(product.to_big(), BigInt::from(value) * other);
                product.multiply(&Number::Small(0));
                assert!(product.is_zero());
            }
        }
        let mut product = Number::Small(2);
        product.multiply_all((1..=21).map(Number::Small).collect());
        let factorial = (1..=21).fold(BigInt::from(1), |product: BigInt, factor: i64| product * factor);
        assert_eq!(product.to_big(), factorial * 2);
        let mut number = Number::Small(i64::MAX);
        number.add(&Number::ONE);
        number.add(&Number::Small(-1));
        assert_eq!(number, Number::Small(i64::MAX));
    }
}
