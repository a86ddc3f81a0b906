//! Sets of small numbers as bits of words.

pub(super) use crate::util::bits::members;

/// Adds an element.
#[inline]
pub(super) fn set(words: &mut [u64], element: usize) {
    words[element / 64] |= 1 << (element % 64);
}

/// Removes an element; it may be missing.
#[inline]
pub(super) fn clear(words: &mut [u64], element: usize) {
    words[element / 64] &= !(1 << (element % 64));
}

/// Whether the set has the element.
#[inline]
pub(super) fn has(words: &[u64], element: usize) -> bool {
    words[element / 64] >> (element % 64) & 1 == 1
}

/// How many elements two sets share.
#[inline]
pub(super) fn shared(words: &[u64], others: &[u64]) -> usize {
    words.iter().zip(others).map(|(word, other)| (word & other).count_ones() as usize).sum()
}

/// The lowest element.
#[inline]
pub(super) fn first(words: &[u64]) -> Option<usize> {
    let index = words.iter().position(|&word| word != 0)?;
    Some(index * 64 + words[index].trailing_zeros() as usize)
}

/// Removes the lowest element.
#[inline]
pub(super) fn take(words: &mut [u64]) -> Option<usize> {
    let lowest = first(words)?;
    words[lowest / 64] &= words[lowest / 64] - 1;
    Some(lowest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_over_two_words() {
        let mut words = [0; 2];
        assert_eq!((first(&words), take(&mut words), members(&words).count()), (None, None, 0));
        [127, 5, 63, 64, 5].into_iter().for_each(|element| set(&mut words, element));
        assert_eq!(members(&words).collect::<Vec<_>>(), [5, 63, 64, 127]);
        assert!((0..128).all(|element| has(&words, element) == [5, 63, 64, 127].contains(&element)));
        clear(&mut words, 63);
        clear(&mut words, 62);
        assert_eq!((first(&words), take(&mut words)), (Some(5), Some(5)));
        assert_eq!(members(&words).collect::<Vec<_>>(), [64, 127]);
        assert_eq!((take(&mut words), take(&mut words), take(&mut words)), (Some(64), Some(127), None));
        assert_eq!(words, [0; 2]);
    }
}
