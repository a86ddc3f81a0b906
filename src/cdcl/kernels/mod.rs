//! The hot loops, as free functions on named organs: the only place where `unsafe` may stand.
//!
//! All of it is in the two functions of `raw`; with the feature `safe` these check their indices, and no unsafe code is
//! left in the library.

pub mod propagate;
mod raw;
