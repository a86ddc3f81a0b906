//! The values left to each variable, as bit sets of whole words.

/// For each variable the set of the values left to it, one bit for each value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domains {
    values: usize,
    /// The number of words for each variable.
    words: usize,
    bits: Vec<u64>,
}

/// A word of the bit sets as it was: what undoes a removal.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    word: usize,
    before: u64,
}

impl Domains {
    /// `vars` variables with the values `0..values` each.
    pub fn new(vars: usize, values: usize) -> Domains {
        let words = values.div_ceil(64);
        let full = (0..words).map(|word| match values - word * 64 {
            some @ 1..64 => (1u64 << some) - 1,
            _ => u64::MAX,
        });
        Domains { values, words, bits: full.collect::<Vec<u64>>().repeat(vars) }
    }

    /// The number of values at first.
    pub fn num_values(&self) -> usize {
        self.values
    }

    fn set(&self, var: usize) -> &[u64] {
        &self.bits[var * self.words..(var + 1) * self.words]
    }

    /// Whether the value is left to the variable.
    #[inline]
    pub fn contains(&self, var: usize, value: usize) -> bool {
        value < self.values && self.bits[var * self.words + value / 64] >> (value % 64) & 1 != 0
    }

    /// Takes a value from a variable; gives what undoes it, if the variable had the value.
    #[inline]
    pub fn remove(&mut self, var: usize, value: usize) -> Option<Change> {
        if !self.contains(var, value) {
            return None;
        }
        let word = var * self.words + value / 64;
        let before = self.bits[word];
        self.bits[word] &= !(1 << (value % 64));
        Some(Change { word, before })
    }

    /// Undoes a removal; the last one first.
    #[inline]
    pub fn undo(&mut self, change: Change) {
        self.bits[change.word] = change.before;
    }

    /// How many values are left to the variable.
    #[inline]
    pub fn size(&self, var: usize) -> usize {
        self.set(var).iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no value is left to the variable.
    #[inline]
    pub fn is_empty(&self, var: usize) -> bool {
        self.set(var).iter().all(|&word| word == 0)
    }

    /// The least value left that is `from` or more.
    #[inline]
    pub fn next(&self, var: usize, from: usize) -> Option<usize> {
        let set = self.set(var);
        let mut word = from / 64;
        let mut bits = set.get(word)? & u64::MAX << (from % 64);
        while bits == 0 {
            word += 1;
            bits = *set.get(word)?;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }

    /// The least and the greatest value left.
    #[inline]
    pub fn bounds(&self, var: usize) -> Option<(usize, usize)> {
        let set = self.set(var);
        let last = set.iter().rposition(|&word| word != 0)?;
        Some((self.next(var, 0)?, last * 64 + 63 - set[last].leading_zeros() as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removals_are_undone_in_reverse() {
        for values in [1, 9, 64, 65, 130] {
            let mut domains = Domains::new(3, values);
            let full = domains.clone();
            assert_eq!(domains.bounds(1), Some((0, values - 1)));
            let changes: Vec<Change> = (0..values).rev().filter_map(|value| domains.remove(1, value)).collect();
            assert_eq!(changes.len(), values);
            assert!(domains.is_empty(1) && domains.bounds(1).is_none() && domains.next(1, 0).is_none());
            assert_eq!((domains.size(0), domains.size(2)), (values, values));
            assert!(domains.remove(1, 0).is_none());
            changes.into_iter().rev().for_each(|change| domains.undo(change));
            assert_eq!(domains, full);
        }
    }

    #[test]
    fn values_are_found_across_words() {
        let mut domains = Domains::new(2, 200);
        (0..200).filter(|value| ![3, 64, 199].contains(value)).for_each(|value| {
            domains.remove(0, value);
        });
        let found: Vec<usize> = std::iter::successors(domains.next(0, 0), |&last| domains.next(0, last + 1)).collect();
        assert_eq!(found, [3, 64, 199]);
        assert_eq!(domains.next(0, 200), None);
    }
}
