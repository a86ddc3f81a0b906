//! The components of a board and its free cells, put together.

use super::ways::{Ways, binomial};
use super::{Counts, Solved};
use num_bigint::BigUint;

/// Without a total: components multiply, and every free cell doubles.
pub(super) fn combine_free(counts: &mut Counts, solved: &[Solved], free: &[usize]) {
    let sums: Vec<BigUint> = solved.iter().map(|part| part.ways.sum()).collect();
    let free_ways = BigUint::from(1u8) << free.len();
    counts.total = sums.iter().fold(free_ways, |product, sum| product * sum);
    // A free cell holds a trap in one of two ways.
    counts.wholes = vec![BigUint::from(2u8)];
    for &place in free {
        counts.set(place, BigUint::from(1u8), 0);
    }
    for (part, sum) in solved.iter().zip(sums) {
        let whole = counts.wholes.len();
        counts.wholes.push(sum);
        for (group, share) in part.groups.iter().zip(&part.shares) {
            // The share counts traps in the whole group; by symmetry each member has an equal part.
            let each = share.sum() / group.members.len();
            for &place in &group.members {
                counts.set(place, each.clone(), whole);
            }
        }
    }
}

/// With `left` traps to place: components are convolved, and the free cells take what is left.
pub(super) fn combine_total(counts: &mut Counts, solved: &[Solved], free: &[usize], left: usize) {
    // Products of the components before and after each one.
    let mut before = vec![Ways::one()];
    for part in solved {
        before.push(before.last().expect("the first stands").times(&part.ways));
    }
    let mut after = vec![Ways::one()];
    for part in solved.iter().rev() {
        after.push(after.last().expect("the first stands").times(&part.ways));
    }
    after.reverse();
    let all = before.last().expect("the first stands");
    let free_choices = FreeChoices::new(free.len(), left, all);
    let weigh = |ways: &Ways, fixed: bool| -> BigUint {
        let term = |(index, count): (usize, &BigUint)| count * free_choices.choose(ways.low + index, fixed);
        ways.by_traps.iter().enumerate().map(term).sum()
    };
    counts.total = weigh(all, false);
    counts.wholes = vec![counts.total.clone()];
    if counts.total == BigUint::ZERO {
        return;
    }
    for (index, part) in solved.iter().enumerate() {
        let others = before[index].times(&after[index + 1]);
        for (group, share) in part.groups.iter().zip(&part.shares) {
            let each = weigh(&others.times(share), false) / group.members.len();
            for &place in &group.members {
                counts.set(place, each.clone(), 0);
            }
        }
    }
    let with_trap = weigh(all, true);
    for &place in free {
        counts.set(place, with_trap.clone(), 0);
    }
}

/// The ways to place what the components leave among the free cells.
struct FreeChoices {
    cells: usize,
    left: usize,
    low: usize,
    /// `C(cells, left - (low + i))`.
    rows: Vec<BigUint>,
}

impl FreeChoices {
    fn new(cells: usize, left: usize, used: &Ways) -> FreeChoices {
        let rows = (0..used.by_traps.len()).map(|index| match left.checked_sub(used.low + index) {
            Some(rest) if rest <= cells => binomial(cells, rest),
            _ => BigUint::ZERO,
        });
        FreeChoices { cells, left, low: used.low, rows: rows.collect() }
    }

    /// The ways when the components use `used` traps; with `fixed`, those in which one given free cell holds a trap.
    fn choose(&self, used: usize, fixed: bool) -> BigUint {
        let Some(ways) = used.checked_sub(self.low).and_then(|index| self.rows.get(index)) else {
            return BigUint::ZERO;
        };
        match self.left.checked_sub(used) {
            // C(n-1, r-1) = C(n, r) * r / n.
            Some(rest) if fixed => ways * rest / self.cells.max(1),
            Some(_) => ways.clone(),
            None => BigUint::ZERO,
        }
    }
}
