//! Combining the counts of the components of a board and of its free cells.

use super::meter::Meter;
use super::ways::{Ways, binomial};
use super::{CountError, Counts, Solved};
use num_bigint::BigUint;

/// Without a total: the counts of components are multiplied, and every free cell doubles the product.
pub(super) fn combine_free(
    counts: &mut Counts,
    solved: &[Solved],
    free: &[usize],
    meter: &mut Meter<'_>,
) -> Result<(), CountError> {
    let sums: Vec<BigUint> = solved.iter().map(|part| part.ways.sum()).collect();
    counts.total = BigUint::from(1u8) << free.len();
    for sum in &sums {
        meter.work(1 + counts.total.bits() as usize / 64)?;
        counts.total *= sum;
    }
    // A free cell holds a trap in half of the fillings.
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
    Ok(())
}

/// With `left` traps to place: components are convolved, and the free cells take what is left.
pub(super) fn combine_total(
    counts: &mut Counts,
    solved: &[Solved],
    free: &[usize],
    left: usize,
    meter: &mut Meter<'_>,
) -> Result<(), CountError> {
    // Products of the components before and after each one.
    let mut before = vec![Ways::one()];
    for part in solved {
        before.push(before.last().expect("the first stands").times(&part.ways, meter)?);
    }
    let mut after = vec![Ways::one()];
    for part in solved.iter().rev() {
        after.push(after.last().expect("the first stands").times(&part.ways, meter)?);
    }
    after.reverse();
    let all = before.last().expect("the first stands");
    let free_choices = FreeChoices::new(free.len(), left, all, meter)?;
    let weigh = |ways: &Ways, fixed: bool| -> BigUint {
        let term = |(index, count): (usize, &BigUint)| count * free_choices.choose(ways.low + index, fixed);
        ways.by_traps.iter().enumerate().map(term).sum()
    };
    counts.total = weigh(all, false);
    counts.wholes = vec![counts.total.clone()];
    if counts.total == BigUint::ZERO {
        return Ok(());
    }
    for (index, part) in solved.iter().enumerate() {
        let others = before[index].times(&after[index + 1], meter)?;
        for (group, share) in part.groups.iter().zip(&part.shares) {
            let each = weigh(&others.times(share, meter)?, false) / group.members.len();
            for &place in &group.members {
                counts.set(place, each.clone(), 0);
            }
        }
    }
    let with_trap = weigh(all, true);
    for &place in free {
        counts.set(place, with_trap.clone(), 0);
    }
    Ok(())
}

/// The numbers of ways to place the remaining traps among the free cells.
struct FreeChoices {
    cells: usize,
    left: usize,
    low: usize,
    /// `C(cells, left - (low + i))`.
    rows: Vec<BigUint>,
}

impl FreeChoices {
    fn new(cells: usize, left: usize, used: &Ways, meter: &mut Meter<'_>) -> Result<FreeChoices, CountError> {
        let mut rows: Vec<BigUint> = Vec::with_capacity(used.by_traps.len());
        for index in 0..used.by_traps.len() {
            let choices = match left.checked_sub(used.low + index).filter(|&rest| rest <= cells) {
                None => BigUint::ZERO,
                Some(rest) => match rows.last().filter(|more| **more != BigUint::ZERO) {
                    // C(n, r) = C(n, r+1) * (r+1) / (n-r).
                    Some(more) => more * (rest + 1) / (cells - rest),
                    None => binomial(cells, rest, meter)?,
                },
            };
            meter.work(1 + choices.bits() as usize / 64)?;
            rows.push(choices);
        }
        Ok(FreeChoices { cells, left, low: used.low, rows })
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
