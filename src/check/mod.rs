//! Independent checkers of solvers' answers: models, and proofs in DRAT, DSR, LRAT and LIDRUP.
//!
//! Nothing here shares code with a search engine or with the proof writers. The proofs are read by [`read`], text and
//! binary alike, and every number is checked as it is read. The rule is: never a false `Verified`, whatever the bytes;
//! where a format leaves a choice, the stricter reading is taken unless the lenient one is sound as well. A proof whose
//! format is not named is checked by [`auto`], which accepts it if it is correct in any of the formats.
//!
//! ```
//! use gemsat::check::{CheckError, model};
//! use gemsat::cnf::{Formula, Partial, Var};
//!
//! let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1]]);
//! let mut assignment = Partial::unassigned(2);
//! assignment.assign(Var::new(0).neg());
//! assert!(model::check(&formula, &assignment).is_err());
//! assignment.assign(Var::new(1).pos());
//! model::check(&formula, &assignment)?;
//! # Ok::<(), CheckError>(())
//! ```
#![forbid(unsafe_code)]

pub mod auto;
mod clauses;
#[cfg(feature = "count")]
pub mod count;
mod derivation;
pub mod drat;
mod fault;
pub mod format;
pub mod lidrup;
pub mod lrat;
pub mod model;
mod propagate;
pub mod read;
mod rewind;
mod side_by_side;
mod trim;
mod vars;
mod witness;

pub use fault::{CheckError, Fault, Place};
pub use rewind::Rewind;
pub use trim::Trimmed;

use crate::limits::{Stop, may_fail};

/// What a checker finds out about a claim.
#[derive(Debug)]
pub enum Outcome<T> {
    /// The claim holds.
    Verified(T),
    /// The claim is not shown; the error says where it fails. The formula may still be unsatisfiable, or have another
    /// model.
    Rejected(CheckError),
    /// The file is not a proof in this format, or not an answer; the error says where this shows.
    Unreadable(CheckError),
    /// Not decided: a limit was reached.
    Unknown(Stop),
}

impl<T> Outcome<T> {
    /// Whether the claim holds.
    pub fn is_verified(&self) -> bool {
        matches!(self, Outcome::Verified(_))
    }

    /// The outcome with another report.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Verified(report) => Outcome::Verified(change(report)),
            Outcome::Rejected(error) => Outcome::Rejected(error),
            Outcome::Unreadable(error) => Outcome::Unreadable(error),
            Outcome::Unknown(stop) => Outcome::Unknown(stop),
        }
    }
}

impl<T> From<CheckError> for Outcome<T> {
    fn from(error: CheckError) -> Outcome<T> {
        match error.fault {
            Fault::Stopped(stop) => Outcome::Unknown(stop),
            ref fault if fault.is_unreadable() => Outcome::Unreadable(error),
            _ => Outcome::Rejected(error),
        }
    }
}

/// Why a check ends early.
#[derive(Debug)]
enum Halt {
    Error(CheckError),
    Stop(Stop),
}

impl From<CheckError> for Halt {
    fn from(error: CheckError) -> Halt {
        Halt::Error(error)
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

impl<T> From<Result<T, Halt>> for Outcome<T> {
    fn from(result: Result<T, Halt>) -> Outcome<T> {
        match result {
            Ok(report) => Outcome::Verified(report),
            Err(Halt::Error(error)) => error.into(),
            Err(Halt::Stop(stop)) => Outcome::Unknown(stop),
        }
    }
}

/// Appends, or says that memory has run out.
#[inline]
fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), Stop> {
    if list.len() == list.capacity() {
        may_fail(|| list.try_reserve(1)).map_err(|_| Stop::Memory)?;
    }
    list.push(item);
    Ok(())
}

/// Lengthens to `len` items, or says that memory has run out.
fn grow<T: Clone>(list: &mut Vec<T>, len: usize, item: T) -> Result<(), Stop> {
    if let Some(more) = len.checked_sub(list.len()) {
        may_fail(|| list.try_reserve(more)).map_err(|_| Stop::Memory)?;
        list.resize(len, item);
    }
    Ok(())
}
