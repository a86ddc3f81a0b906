//! Why a formula of a family cannot be made.

use crate::encode::random::RandomError;
use std::fmt;
use std::io;

/// Why a formula of a family cannot be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum FamilyError {
    /// A parameter has no value and no default.
    Missing {
        /// The parameter.
        param: &'static str,
        /// What it takes.
        expected: String,
    },
    /// The family has no parameter of this name.
    NoSuchParam {
        /// The family.
        family: &'static str,
        /// The name.
        param: String,
    },
    /// A value that is not of the parameter's kind, or is out of its range.
    Value {
        /// The parameter.
        param: &'static str,
        /// The text that was given.
        found: String,
        /// What it takes.
        expected: String,
    },
    /// Values each of which is allowed, but not together; says why.
    Impossible(String),
    /// A file of a graph that cannot be read; says where and why.
    Unreadable(String),
    /// More literals than the limit.
    TooLarge {
        /// The limit, in literals.
        limit: u64,
    },
    /// Random clauses that cannot be drawn.
    Random(RandomError),
    /// The formula could not be written.
    Write(io::Error),
}

impl fmt::Display for FamilyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FamilyError::Missing { param, expected } => write!(f, "{param} is missing: expected {expected}"),
            FamilyError::NoSuchParam { family, param } => write!(f, "{family} has no parameter '{param}'"),
            FamilyError::Value { param, found, expected } => write!(f, "{param} '{found}': expected {expected}"),
            FamilyError::Impossible(why) | FamilyError::Unreadable(why) => f.write_str(why),
            FamilyError::TooLarge { limit } => {
                write!(f, "the formula has more than {limit} variables or literals, which is the limit")
            }
            FamilyError::Random(error) => error.fmt(f),
            FamilyError::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FamilyError {}

impl From<io::Error> for FamilyError {
    fn from(error: io::Error) -> FamilyError {
        FamilyError::Write(error)
    }
}

impl From<RandomError> for FamilyError {
    fn from(error: RandomError) -> FamilyError {
        FamilyError::Random(error)
    }
}

/// What making a formula gives.
pub type Result<T> = std::result::Result<T, FamilyError>;
