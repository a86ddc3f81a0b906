//! A setting of the C library's allocator, and what is said when it has no more memory to give.
//!
//! **What it does.** Makes glibc map every buffer of 64 kB or more separately, and unmap it when it is freed.
//!
//! **Why it pays.** By default, glibc raises this threshold to the size of the first large buffer that is freed, which
//! is the formula as it was read. From then on the arena, the watch lists and the tables of all inprocessing techniques
//! are parts of one heap whose holes stay resident, and growing them copies. Peak memory in MB (default; a threshold of
//! 1 MB; Kissat): pebxor40 19.4, 16.4, 14.7; costas13 36, 31, 32; md4-48-13u 16, 14, 13; speck22-50u 11.4, 10.4, 9.1;
//! the CPU time is the same.
//!
//! With 128 kB instead of 1 MB, after 30,000 conflicts at most: factor40 8.2 to 6.9, urq3b1 7.1 to 6.3, smulo016 7.6 to
//! 6.8, speck5-20 7.0 to 6.3, par24 7.1 to 6.6; large formulas and CPU time stay the same. With 64 kB: uf250-01 4.11 to
//! 3.84, longmult15 5.25 to 5.10, others the same.
//!
//! **Tried and dropped.** A threshold of 32 kB, and returning the end of the heap from 16 kB on, gain nothing more. A
//! pure-Rust allocator (dlmalloc 0.2.14) took 25, 38 and 15 MB on pebxor40, costas13 and md4-48-13u.

//! **Memory that has run out.** Where the system limits the address space (`ulimit -v`), a small allocation may fail. Rust
//! then ends the process by `abort`, with a message about bytes; [`say_when_exhausted`] makes it an answer.
//!
#![cfg_attr(not(feature = "safe"), allow(unsafe_code, reason = "a call of the C library"))]

/// Sets the threshold for the whole process. Must be called before a second thread is started. Does nothing with other
/// C libraries, or with the feature `safe`.
pub fn map_large_buffers() {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(feature = "safe")))]
    {
        const LARGE: i32 = 1 << 16;
        // SAFETY: `mallopt` takes two numbers by value and changes a setting of the allocator; there is only one
        // thread.
        let set = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) };
        debug_assert_eq!(set, 1);
    }
}

/// Has an `abort` of the process print these words, in one write, and end it with this exit code: to be called where the
/// system limits the address space. An answer (code 0) goes to standard output, a failure to standard error. Does nothing
/// elsewhere than on Linux with the GNU C library, or with the feature `safe`.
pub fn say_when_exhausted(words: &'static str, code: i32) {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(feature = "safe")))]
    {
        let _ = exhausted::LAST_WORDS.set((words, code));
        // SAFETY: the handler calls nothing but `write` and `_exit`, which a handler of signals may call, and reads a
        // value that was set before and does not change.
        unsafe { libc::signal(libc::SIGABRT, exhausted::end as extern "C" fn(libc::c_int) as libc::sighandler_t) };
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu", not(feature = "safe"))))]
    let _ = (words, code);
}

#[cfg(all(target_os = "linux", target_env = "gnu", not(feature = "safe")))]
mod exhausted {
    use std::sync::OnceLock;

    /// What is printed, and the exit code.
    pub(super) static LAST_WORDS: OnceLock<(&str, i32)> = OnceLock::new();

    /// Handles `SIGABRT`.
    pub(super) extern "C" fn end(_signal: libc::c_int) {
        let &(words, code) = LAST_WORDS.get().unwrap_or(&("", 1));
        // SAFETY: the text is valid for as long as the process lives, and `_exit` ends it.
        unsafe {
            libc::write(
                if code == 0 { libc::STDOUT_FILENO } else { libc::STDERR_FILENO },
                words.as_ptr().cast(),
                words.len(),
            );
            libc::_exit(code)
        }
    }
}
