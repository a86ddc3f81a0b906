//! The hot loops, as free functions on named components.
//!
//! Their unchecked reads and prefetches are functions of `util/unchecked.rs`; with the feature `safe` these check every
//! index, and the kernels contain no unsafe code.

pub mod analyze;
pub mod propagate;
pub mod unassign;
