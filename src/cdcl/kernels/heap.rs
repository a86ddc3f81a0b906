//! How the C library hands large buffers out.
//!
//! **What it does.** Lets glibc map every buffer of 64 kB and more by itself, and give it back when it is freed.
//!
//! **Why it pays.** Left alone, glibc raises that limit to the size of the first large buffer that is freed, the formula
//! as it was read; from then on the arena, the watch lists and the tables of every improver are pieces of one heap whose
//! holes stay resident, and growing them copies. Peak memory (before, from 1 MB on, Kissat, MB): pebxor40 19.4,
//! 16.4, 14.7; costas13 36, 31, 32; md4-48-13u 16, 14, 13; speck22-50u 11.4, 10.4, 9.1; the same CPU time. A pure-Rust
//! allocator instead (dlmalloc 0.2.14) took 25, 38 and 15 MB on three of these.
//!
//! From 128 kB on instead of 1 MB, after 30,000 conflicts at most: factor40 8.2 to 6.9, urq3b1 7.1 to 6.3, smulo016 7.6 to
//! 6.8, speck5-20 7.0 to 6.3, par24 7.1 to 6.6; large formulas and CPU time stay the same. From 64 kB on: uf250-01 4.11 to
//! 3.84, longmult15 5.25 to 5.10, others the same. 32 kB gives no more, nor does giving back the end of the heap from 16 kB
//! on.

#![cfg_attr(not(feature = "safe"), allow(unsafe_code))]

/// Sets the limit for the whole process. Must come before its second thread. Nothing happens with other C libraries, or with
/// the feature `safe`.
pub fn map_large_buffers() {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(feature = "safe")))]
    {
        const LARGE: i32 = 1 << 16;
        // SAFETY: `mallopt` takes two numbers by value and changes a setting of the allocator; there is one thread yet.
        let set = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) };
        debug_assert_eq!(set, 1);
    }
}
