//! Pairs of numbers as one number: 8 bytes that are compared in one step, for lists that are sorted at every conflict.

/// Orders as the pair does: by the first number, and by the second where the first is equal.
#[inline]
pub fn rank_of(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

#[cfg(test)]
mod tests {
    use super::rank_of;

    #[test]
    fn the_first_number_of_a_pair_matters_more() {
        assert!(rank_of(0, u32::MAX) < rank_of(1, 0) && rank_of(1, 0) < rank_of(1, 1));
    }
}
