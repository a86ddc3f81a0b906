//! What all layers use: random numbers, the rows of options and counters, memory.
//!
//! Public are the types that other public items take or return.

#[cfg(feature = "cli")]
pub(crate) mod available;
pub(crate) mod bits;
pub(crate) mod clock;
#[doc(hidden)]
pub mod escape;
pub(crate) mod exclusive;
#[cfg(feature = "cli")]
pub(crate) mod malloc;
pub(crate) mod memory;
pub(crate) mod pages;
pub(crate) mod rank;
pub(crate) mod reluctant;
pub mod rng;
pub mod table;
pub(crate) mod unchecked;
pub(crate) mod union_find;
pub mod words;
