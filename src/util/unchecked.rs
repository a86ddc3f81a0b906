//! Indexing that is checked in debug builds and with the feature `safe`, and unchecked otherwise.
//!
//! **Why it pays.** The gains are in the headers of the kernels (`cdcl/kernels/`).
//!
//! **Soundness and proof.** The callers guarantee that indices are in bounds, by the invariants of the components.

#![cfg_attr(not(feature = "safe"), allow(unsafe_code, reason = "the callers' contracts are in the head of this file"))]

/// The item at an index, which the caller guarantees to be in bounds.
#[inline(always)]
pub(crate) fn get<T: Copy>(items: &[T], index: usize) -> T {
    debug_assert!(index < items.len());
    #[cfg(feature = "safe")]
    return items[index];
    // SAFETY: the kernels index tables that have a row for every variable or literal by literals of clauses, and the
    // arena by references that the arena returned; debug builds check each access.
    #[cfg(not(feature = "safe"))]
    unsafe {
        *items.get_unchecked(index)
    }
}

/// Replaces the item at an index, which the caller guarantees to be in bounds.
#[inline(always)]
pub(crate) fn set<T>(items: &mut [T], index: usize, item: T) {
    *get_mut(items, index) = item;
}

/// The item at an index, which the caller guarantees to be in bounds; mutable.
#[inline(always)]
pub(crate) fn get_mut<T>(items: &mut [T], index: usize) -> &mut T {
    debug_assert!(index < items.len());
    #[cfg(feature = "safe")]
    return &mut items[index];
    // SAFETY: as for `get`.
    #[cfg(not(feature = "safe"))]
    unsafe {
        items.get_unchecked_mut(index)
    }
}

/// Asks the processor to load the cache line of an item that will be needed soon. Any index is allowed.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T], index: usize) {
    // SAFETY: a prefetch reads nothing that the program can see, and no address makes it fault.
    #[cfg(all(target_arch = "x86_64", not(feature = "safe")))]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(items.as_ptr().wrapping_add(index).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(feature = "safe"))))]
    let _ = (items, index);
}
