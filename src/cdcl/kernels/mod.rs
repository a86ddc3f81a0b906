//! The hot loops, as free functions on named organs: the only place where `unsafe` may stand.
//!
//! All of it is in the functions of `raw` and in `heap`; with the feature `safe` the former check their indices, the
//! latter does nothing, and no unsafe code is left in the library.

pub mod analyze;
#[cfg(feature = "cli")]
pub mod heap;
pub mod propagate;
pub mod rank;
mod raw;
pub mod unassign;

/// Asks the processor to load the cache line of an item that will be needed soon; beyond the end, nothing is asked.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T], index: usize) {
    if index < items.len() {
        raw::prefetch(items, index);
    }
}
