//! Union-find: disjoint sets of numbers that are merged. The smallest number of a set stands for it.
//!
//! **References.** Tarjan, van Leeuwen (JACM'84), for halving the paths that are walked.

/// A partition of the numbers from 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// Every number below `len` in a set of its own.
    pub(crate) fn new(len: usize) -> UnionFind {
        UnionFind { parents: (0..len as u32).collect() }
    }

    /// Adds new numbers, up to `len` of them, each in a set of its own.
    pub(crate) fn grow(&mut self, len: usize) {
        self.parents.extend(self.parents.len() as u32..len as u32);
    }

    /// The smallest number of the set that this one is in.
    pub(crate) fn find(&mut self, mut at: usize) -> usize {
        while self.parents[at] as usize != at {
            let next = self.parents[self.parents[at] as usize];
            self.parents[at] = next;
            at = next as usize;
        }
        at
    }

    /// Merges the sets of two numbers.
    pub(crate) fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b)] = a.min(b) as u32;
    }

    /// The set of every number, as a number from 0 in the order of their first members, and how many sets there are.
    pub(crate) fn numbered(&mut self) -> (Vec<usize>, usize) {
        let mut sets = vec![0; self.parents.len()];
        let mut count = 0;
        for at in 0..sets.len() {
            let first = self.find(at);
            if first == at {
                sets[at] = count;
                count += 1;
            } else {
                sets[at] = sets[first];
            }
        }
        (sets, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_number_stands_for_merged_sets() {
        let mut sets = UnionFind::new(6);
        sets.unite(4, 2);
        sets.unite(5, 4);
        sets.unite(0, 1);
        assert_eq!((0..6).map(|at| sets.find(at)).collect::<Vec<_>>(), [0, 0, 2, 3, 2, 2]);
        assert_eq!(sets.numbered(), (vec![0, 0, 1, 2, 1, 1], 3));
        sets.unite(1, 5);
        assert_eq!(sets.numbered(), (vec![0, 0, 0, 1, 0, 0], 2));
    }
}
