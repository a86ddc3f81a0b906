//! Independent checkers of what solvers say: models, and proofs in DRAT, DSR and LRAT.
//!
//! Nothing here shares code with a search engine or with the proof writers. The proofs are read by [`read`], text and
//! binary alike, and every number is checked as it is read. The rule is: never a false `Verified`, whatever the bytes;
//! where the format leaves a choice, the stricter reading is taken unless the lenient one is sound as well.
#![forbid(unsafe_code)]

mod clauses;
pub mod drat;
mod fault;
pub mod lrat;
pub mod model;
mod propagate;
pub mod read;
mod trim;
mod vars;
mod witness;

pub use fault::{Fault, Place, Refutation};
pub use trim::Trimmed;

use crate::limits::Stop;

/// What a checker says.
#[derive(Debug)]
pub enum Outcome<T> {
    /// The claim holds.
    Verified(T),
    /// The claim is not shown, and where it fails. The claim itself may still be true.
    Refuted(Refutation),
    /// A limit was reached before the end.
    Unknown(Stop),
}

impl<T> Outcome<T> {
    /// Whether the claim holds.
    pub fn is_verified(&self) -> bool {
        matches!(self, Outcome::Verified(_))
    }
}

/// Why a check ends early.
#[derive(Debug)]
enum Halt {
    Refuted(Refutation),
    Stop(Stop),
}

impl From<Refutation> for Halt {
    fn from(refutation: Refutation) -> Halt {
        Halt::Refuted(refutation)
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
            Err(Halt::Refuted(refutation)) => Outcome::Refuted(refutation),
            Err(Halt::Stop(stop)) => Outcome::Unknown(stop),
        }
    }
}

/// Appends, or says that memory has run out.
#[inline]
fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), Stop> {
    if list.len() == list.capacity() {
        list.try_reserve(1).map_err(|_| Stop::Memory)?;
    }
    list.push(item);
    Ok(())
}

/// Lengthens to `len` items, or says that memory has run out.
fn grow<T: Clone>(list: &mut Vec<T>, len: usize, item: T) -> Result<(), Stop> {
    if let Some(more) = len.checked_sub(list.len()) {
        list.try_reserve(more).map_err(|_| Stop::Memory)?;
        list.resize(len, item);
    }
    Ok(())
}
