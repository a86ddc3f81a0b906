//! The allocator of our programs.
//!
//! **What it does.** [`map_large_buffers`] makes glibc map every buffer of 64 kB or more separately, and unmap it when
//! it is freed. [`Guarded`] refuses large buffers beyond the memory limit. When memory is refused to code that cannot
//! go on without it, it ends the run in good order, where Rust would abort the process after a message for which there
//! may be no memory either. Code that can go on without asks within [`may_fail`](crate::limits::may_fail), and is told.
//!
//! **Why it pays.** By default, glibc raises its threshold to the size of the first large buffer that is freed, which
//! is the formula as it was read. From then on the arena, the watch lists and the tables of all inprocessing techniques
//! lie in one heap whose holes stay in memory, and growing them copies them. Peak memory in MB (default; a threshold of
//! 1 MB; Kissat): pebxor40 19.4, 16.4, 14.7; costas13 36, 31, 32; md4-48-13u 16, 14, 13; speck22-50u 11.4, 10.4, 9.1;
//! the CPU time is the same.
//!
//! With 128 kB instead of 1 MB, after 30,000 conflicts at most: factor40 8.2 to 6.9, urq3b1 7.1 to 6.3, smulo016 7.6 to
//! 6.8, speck5-20 7.0 to 6.3, par24 7.1 to 6.6; large formulas and CPU time stay the same. With 64 kB: uf250-01 4.11 to
//! 3.84, longmult15 5.25 to 5.10, others the same.
//!
//! **Schedule and cost.** Small allocations pay for an addition and some comparisons. Large ones are added up; only
//! when their sum, part of which is reserved and not used, is beyond the limit, or after 4 MB of small ones, is the
//! system asked what is in memory, which takes some 20 microseconds.
//!
//! **Tried and dropped.** A threshold of 32 kB, and returning the end of the heap from 16 kB on, gain nothing more. A
//! pure-Rust allocator (dlmalloc 0.2.14) took 25, 38 and 15 MB on pebxor40, costas13 and md4-48-13u.

#![cfg_attr(not(feature = "safe"), allow(unsafe_code, reason = "calls of the C library and of the system's allocator"))]

#[cfg(not(feature = "safe"))]
use crate::limits::{Asking, how_asked, resident_bytes};
#[cfg(not(feature = "safe"))]
use std::alloc::{GlobalAlloc, Layout, System};
#[cfg(not(feature = "safe"))]
use std::cell::Cell;
use std::sync::OnceLock;
#[cfg(not(feature = "safe"))]
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::{AtomicU64, Ordering};

/// Buffers from this size on are large.
#[cfg(not(feature = "safe"))]
const LARGE_FROM_BYTES: usize = 1 << 16;

/// Sets the threshold for the whole process. Must be called before a second thread is started. Does nothing with other
/// C libraries, or with the feature `safe`.
pub fn map_large_buffers() {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(feature = "safe")))]
    {
        // SAFETY: `mallopt` takes two numbers by value and changes a setting of the allocator; there is only one
        // thread.
        let set = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_FROM_BYTES as i32) };
        debug_assert_eq!(set, 1);
    }
}

/// The bytes that the process may have in memory.
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);

/// The bytes of all large buffers.
#[cfg(not(feature = "safe"))]
static LARGE_BYTES: AtomicUsize = AtomicUsize::new(0);

/// Bytes of small buffers that a thread allocates between two looks at the limit.
#[cfg(not(feature = "safe"))]
const SMALL_PAUSE: usize = 4 << 20;

#[cfg(not(feature = "safe"))]
thread_local! {
    /// Bytes of small buffers that this thread has allocated since it last looked at the limit.
    static SMALL_BYTES: Cell<usize> = const { Cell::new(0) };
}

/// The function that is called when memory is refused to an allocation that cannot fail.
static REFUSED: OnceLock<fn()> = OnceLock::new();

/// Sets what is called, on the thread that asked, where memory is refused to an allocation that cannot fail. It ends
/// the process, or makes room and returns: then the allocation is tried once more.
pub fn set_refused(refused: fn()) {
    // If another run in the same process, as in a test, has set it already, it was to the same function.
    let _ = REFUSED.set(refused);
}

/// Refuses large buffers that would take the process beyond this many bytes in memory.
pub fn set_limit(bytes: Option<u64>) {
    LIMIT.store(bytes.unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// The allocator of a program: `#[global_allocator] static ALLOCATOR: Guarded = Guarded;`.
#[cfg(not(feature = "safe"))]
#[derive(Clone, Copy, Debug, Default)]
pub struct Guarded;

/// The allocator of a program; without unsafe code it is the system's.
#[cfg(feature = "safe")]
pub use std::alloc::System as Guarded;

// SAFETY: every call is handed to the system's allocator as it came, and its answer is handed back; or the answer is
// null, which says that the allocation has failed. Nothing here unwinds: what is called where memory is refused ends
// the process or returns.
#[cfg(not(feature = "safe"))]
unsafe impl GlobalAlloc for Guarded {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of the same method.
        guarded(0, layout.size(), || unsafe { System.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        guarded(0, layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn dealloc(&self, buffer: *mut u8, layout: Layout) {
        account(layout.size(), 0);
        // SAFETY: as above.
        unsafe { System.dealloc(buffer, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, buffer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        guarded(layout.size(), size, || unsafe { System.realloc(buffer, layout, size) })
    }
}

/// Makes a buffer of `old` bytes (0: none) one of `new` bytes.
#[cfg(not(feature = "safe"))]
#[inline]
fn guarded(old: usize, new: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    if (new < LARGE_FROM_BYTES && !small_are_due(new)) || within_limit(old, new) {
        let buffer = allocate();
        if !buffer.is_null() {
            account(old, new);
            return buffer;
        }
    }
    refuse(old, new, allocate)
}

/// Whether this thread has allocated so many small buffers that the limit is to be looked at.
#[cfg(not(feature = "safe"))]
#[inline]
fn small_are_due(bytes: usize) -> bool {
    let sum = SMALL_BYTES.get() + bytes;
    let due = sum > SMALL_PAUSE;
    SMALL_BYTES.set(if due { 0 } else { sum });
    due
}

/// Notes that a buffer of `old` bytes has become one of `new` bytes.
#[cfg(not(feature = "safe"))]
#[inline]
fn account(old: usize, new: usize) {
    if new >= LARGE_FROM_BYTES {
        LARGE_BYTES.fetch_add(new, Ordering::Relaxed);
    }
    if old >= LARGE_FROM_BYTES {
        LARGE_BYTES.fetch_sub(old, Ordering::Relaxed);
    }
}

/// Whether a large buffer may become one of `new` bytes.
#[cfg(not(feature = "safe"))]
#[cold]
fn within_limit(old: usize, new: usize) -> bool {
    let limit = LIMIT.load(Ordering::Relaxed);
    if new < LARGE_FROM_BYTES {
        // Small buffers are not added up, so the system is asked. The run may exceed the limit a little here, since its
        // own checks of the limit shall come first.
        return limit == u64::MAX || resident_bytes() <= limit.saturating_add(limit / 16);
    }
    let more = new.saturating_sub(old) as u64;
    let reserved = (LARGE_BYTES.load(Ordering::Relaxed) as u64).saturating_add(more);
    if reserved <= limit || more == 0 || how_asked() == Asking::Probes {
        return true;
    }
    // Most of what is reserved is used later, so too much of it is refused even before it is used.
    reserved <= limit.saturating_add(limit / 2) && resident_bytes().saturating_add(more) <= limit
}

/// Memory was refused.
#[cfg(not(feature = "safe"))]
#[cold]
fn refuse(old: usize, new: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    let (Asking::Needs, Some(refused)) = (how_asked(), REFUSED.get()) else { return std::ptr::null_mut() };
    refused();
    let buffer = allocate();
    if !buffer.is_null() {
        account(old, new);
    }
    buffer
}

#[cfg(all(test, not(feature = "safe")))]
mod tests {
    use super::*;

    #[test]
    fn large_buffers_are_added_up_and_refused_beyond_the_limit() {
        // Tests use the system's allocator, so these calls change nothing but the numbers.
        account(0, LARGE_FROM_BYTES - 1);
        assert_eq!(LARGE_BYTES.load(Ordering::Relaxed), 0);
        account(0, 5 * LARGE_FROM_BYTES);
        account(5 * LARGE_FROM_BYTES, 3 * LARGE_FROM_BYTES);
        assert_eq!(LARGE_BYTES.load(Ordering::Relaxed), 3 * LARGE_FROM_BYTES);
        assert!(within_limit(0, usize::MAX / 2), "no limit");
        set_limit(Some(4 * LARGE_FROM_BYTES as u64));
        assert!(within_limit(0, LARGE_FROM_BYTES) && within_limit(9 * LARGE_FROM_BYTES, LARGE_FROM_BYTES));
        // The process has more than that in memory already.
        assert!(!within_limit(0, 2 * LARGE_FROM_BYTES) || resident_bytes() == 0);
        assert!(!within_limit(0, 9 * LARGE_FROM_BYTES));
        assert!(crate::limits::asking(Asking::Probes, || within_limit(0, 9 * LARGE_FROM_BYTES)));
        set_limit(None);
        account(3 * LARGE_FROM_BYTES, 0);
        assert_eq!(LARGE_BYTES.load(Ordering::Relaxed), 0);
    }
}
