//! Whether there is room ahead, asked before memory is needed.
//!
//! Rust ends a process whose allocation fails where nobody asks. What grows with the formula therefore asks: the arena and
//! the extension stack before each clause, the watch lists for an eighth of their size ahead of what a stretch of
//! propagation can take, and the tables of variables, layouts of the lists and rounds of improving through [`can_have`].

use std::hint::black_box;

/// Bytes of all tables together for a variable, and for its old and new place while they grow.
pub const BYTES_OF_VAR: usize = 3 * 160;

/// Whether this many more bytes can be had at this moment. They are asked for and given back: a few microseconds.
pub fn can_have(bytes: usize) -> bool {
    let mut room: Vec<u8> = Vec::new();
    let had = room.try_reserve_exact(bytes).is_ok();
    // Or the compiler leaves out an allocation that nobody uses, and says it was one.
    black_box(&mut room);
    had
}

#[cfg(test)]
mod tests {
    use super::can_have;

    #[test]
    fn a_little_can_be_had_and_everything_cannot() {
        assert!(can_have(0) && can_have(1 << 20));
        assert!(!can_have(isize::MAX as usize) && !can_have(usize::MAX));
    }
}
