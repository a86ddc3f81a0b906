//! The hot loops, as free functions on named organs: the only place where `unsafe` may stand.
//!
//! All of it is in the two functions of `raw` and in `heap`; with the feature `safe` the former check their indices, the
//! latter does nothing, and no unsafe code is left in the library.

#[cfg(feature = "cli")]
pub mod heap;
pub mod propagate;
mod raw;
