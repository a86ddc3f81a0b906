//! Indexing that is checked in debug builds and with the feature `safe`, and trusted otherwise.
//!
//! Measured on propagation-bound formulas: see the header of `propagate.rs`.

#![cfg_attr(not(feature = "safe"), allow(unsafe_code))]

/// The item at an index that the caller knows to be in bounds by the invariants of the organs.
#[inline(always)]
pub(super) fn get<T: Copy>(items: &[T], index: usize) -> T {
    debug_assert!(index < items.len());
    #[cfg(feature = "safe")]
    return items[index];
    // SAFETY: the kernels index tables that have a row for every variable or literal with literals of clauses, and the
    // arena with places that the arena gave; debug builds check each access.
    #[cfg(not(feature = "safe"))]
    unsafe {
        *items.get_unchecked(index)
    }
}

/// Replaces the item at an index that the caller knows to be in bounds.
#[inline(always)]
pub(super) fn set<T>(items: &mut [T], index: usize, item: T) {
    *get_mut(items, index) = item;
}

/// The item at an index that the caller knows to be in bounds, to be changed.
#[inline(always)]
pub(super) fn get_mut<T>(items: &mut [T], index: usize) -> &mut T {
    debug_assert!(index < items.len());
    #[cfg(feature = "safe")]
    return &mut items[index];
    // SAFETY: as for `get`.
    #[cfg(not(feature = "safe"))]
    unsafe {
        items.get_unchecked_mut(index)
    }
}

/// Asks the processor to load the cache line of an item that will be needed soon.
#[inline(always)]
pub(super) fn prefetch<T>(items: &[T], index: usize) {
    debug_assert!(index < items.len());
    // SAFETY: a prefetch reads nothing that the program can see, and its address is in bounds.
    #[cfg(all(target_arch = "x86_64", not(feature = "safe")))]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(items.as_ptr().add(index).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(feature = "safe"))))]
    let _ = (items, index);
}
