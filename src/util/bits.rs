//! Sets of small numbers as bits of words.

/// The elements, ascending.
#[inline]
pub(crate) fn members(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (bit < 64).then_some(64 * at + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::members;

    #[test]
    fn elements_of_every_word_come_in_order() {
        assert_eq!(members(&[1 | 1 << 63, 0, 0b110]).collect::<Vec<_>>(), [0, 63, 129, 130]);
        assert_eq!(members(&[u64::MAX; 2]).collect::<Vec<_>>(), (0..128).collect::<Vec<_>>());
        assert_eq!(members(&[]).next(), None);
    }
}
