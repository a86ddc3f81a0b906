//! Whether memory can be allocated, asked before it is needed.
//!
//! **What it does.** A failing allocation aborts a Rust program. Everything that grows with the formula therefore asks
//! first: the arena and the extension stack before each clause; the watch lists for an eighth of their size in advance,
//! more than propagation uses between two requests; tables of variables, layouts of watch lists and inprocessing rounds
//! through [`try_allocate`]. In our programs, the allocator (`util/malloc.rs`) deals with allocations that do not ask
//! first.

use crate::limits::{Asking, asking};
use std::hint::black_box;

/// Bytes for each variable in all tables together, including the copy while they grow.
pub const BYTES_PER_VAR: usize = 3 * 160;

/// Whether this many more bytes can be allocated now. Allocates and frees them, which takes a few microseconds.
pub fn try_allocate(bytes: usize) -> bool {
    let mut buffer: Vec<u8> = Vec::new();
    let allocated = asking(Asking::Probes, || buffer.try_reserve_exact(bytes).is_ok());
    // Otherwise the compiler removes the unused allocation and assumes that it succeeds.
    black_box(&mut buffer);
    allocated
}

#[cfg(test)]
mod tests {
    use super::try_allocate;

    #[test]
    fn small_allocations_succeed_and_huge_ones_fail() {
        assert!(try_allocate(0) && try_allocate(1 << 20));
        assert!(!try_allocate(isize::MAX as usize) && !try_allocate(usize::MAX));
    }
}
