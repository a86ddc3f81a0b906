//! Variables and literals.
//!
//! A variable is a dense index from 0; a literal is `2 * variable + sign` in a `u32`, so that negation flips the lowest
//! bit and a literal indexes a table directly. DIMACS counts variables from 1 and negates with a minus sign.
//!
//! ```
//! use gemsat::cnf::{Lit, Var};
//!
//! let lit = Lit::from_dimacs(-3).expect("not 0");
//! assert_eq!((lit.var(), lit.is_negative()), (Var::new(2), true));
//! assert_eq!((!lit).to_dimacs(), 3);
//! ```

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// A Boolean variable, numbered densely from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The largest number of variables that DIMACS can name: `2^31 - 1`.
    pub const MAX_COUNT: usize = i32::MAX as usize;

    /// The variable with this index.
    ///
    /// # Panics
    /// In debug builds, when `index` is not below [`Var::MAX_COUNT`].
    #[inline]
    pub const fn new(index: usize) -> Var {
        debug_assert!(index < Var::MAX_COUNT);
        Var(index as u32)
    }

    /// The variable that DIMACS calls `number` (1 or more), or `None` for 0 and for numbers above `2^31 - 1`.
    #[inline]
    pub const fn from_dimacs(number: u32) -> Option<Var> {
        if number == 0 || number as usize > Var::MAX_COUNT { None } else { Some(Var(number - 1)) }
    }

    /// The number of this variable in DIMACS, 1 or more.
    #[inline]
    pub const fn to_dimacs(self) -> i32 {
        self.0 as i32 + 1
    }

    /// The index, from 0, as it is used to address tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal of this variable that is true when the variable is `value`.
    #[inline]
    pub const fn lit(self, value: bool) -> Lit {
        Lit(self.0 << 1 | !value as u32)
    }

    /// The positive literal.
    #[inline]
    pub const fn pos(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The negative literal.
    #[inline]
    pub const fn neg(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.to_dimacs())
    }
}

/// The number of DIMACS.
impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

/// The negative literal.
impl Not for Var {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        self.neg()
    }
}

/// A literal: a variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Lit(u32);

impl Lit {
    /// The literal of `var` that is negative when `negative` holds.
    #[inline]
    pub const fn new(var: Var, negative: bool) -> Lit {
        Lit(var.0 << 1 | negative as u32)
    }

    /// The literal that DIMACS writes as `number`, or `None` for 0 and for `-2^31`.
    #[inline]
    pub const fn from_dimacs(number: i32) -> Option<Lit> {
        match Var::from_dimacs(number.unsigned_abs()) {
            Some(var) => Some(Lit::new(var, number < 0)),
            None => None,
        }
    }

    /// The number that DIMACS writes for this literal: never 0.
    #[inline]
    pub const fn to_dimacs(self) -> i32 {
        let number = self.var().to_dimacs();
        if self.is_negative() { -number } else { number }
    }

    /// The literal with this code (`2 * variable + sign`), the inverse of [`Lit::code`].
    #[inline]
    pub const fn from_code(code: u32) -> Lit {
        Lit(code)
    }

    /// The code `2 * variable + sign`.
    #[inline]
    pub const fn code(self) -> u32 {
        self.0
    }

    /// The code as a table index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The variable.
    #[inline]
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether this is a negated variable.
    #[inline]
    pub const fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether this is a variable itself.
    #[inline]
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// The positive literal.
impl From<Var> for Lit {
    #[inline]
    fn from(var: Var) -> Lit {
        var.pos()
    }
}

impl From<&Var> for Lit {
    #[inline]
    fn from(var: &Var) -> Lit {
        var.pos()
    }
}

impl From<&Lit> for Lit {
    #[inline]
    fn from(lit: &Lit) -> Lit {
        *lit
    }
}

/// What was given as a literal and is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotALiteral(String);

impl fmt::Display for NotALiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.0.escape_debug().take(40).collect();
        write!(f, "expected a literal, a number from 1 to {} or its negation, found '{shown}'", Var::MAX_COUNT)
    }
}

impl std::error::Error for NotALiteral {}

/// The literal with this number in DIMACS.
impl TryFrom<i32> for Lit {
    type Error = NotALiteral;

    fn try_from(number: i32) -> Result<Lit, NotALiteral> {
        Lit::from_dimacs(number).ok_or_else(|| NotALiteral(number.to_string()))
    }
}

/// Reads a number of DIMACS.
impl FromStr for Lit {
    type Err = NotALiteral;

    fn from_str(text: &str) -> Result<Lit, NotALiteral> {
        text.parse().ok().and_then(Lit::from_dimacs).ok_or_else(|| NotALiteral(text.to_owned()))
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_numbers_round_trip() {
        for number in [1, -1, 2, -2, 17, i32::MAX, -i32::MAX] {
            let lit = Lit::from_dimacs(number).expect("a legal literal");
            assert_eq!(lit.to_dimacs(), number);
            assert_eq!((!lit).to_dimacs(), -number);
            assert_eq!(Lit::from_code(lit.code()), lit);
        }
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
    }

    #[test]
    fn literals_come_from_numbers_texts_and_variables() {
        let var = Var::new(2);
        assert_eq!((Lit::try_from(-3), "-3".parse(), Lit::from(var)), (Ok(!var), Ok(!var), var.pos()));
        assert_eq!((var.to_string(), (!var).to_string()), ("3".into(), "-3".into()));
        assert_eq!(Lit::try_from(0).map_err(|error| error.to_string()).err().as_deref(), {
            Some("expected a literal, a number from 1 to 2147483647 or its negation, found '0'")
        });
        for text in ["", "0", "x", "- 1", "1.0", "2147483648", "-2147483648", "99999999999999999999"] {
            assert!(text.parse::<Lit>().is_err(), "{text}");
        }
    }
}
