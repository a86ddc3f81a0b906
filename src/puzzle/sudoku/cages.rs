//! Cages of a killer sudoku as clauses.
//!
//! What it does: a cage of k cells holds one of the sets of k different digits with its sum. One set: its digits alone
//! are possible. A few sets (up to [`MOST_SETS`]): a variable chooses the set; no cell has a digit outside it and each
//! of its digits stands somewhere. Many sets (large sides): layers of partial sums, without sums that can no longer
//! reach the target.
//!
//! Sizes: 9 digits have at most 12 sets for a cage of 4 or 5 cells (sum 20 or 25), so a cage takes at most 12 auxiliary
//! variables. Layers take a variable for each sum that is useful after each cell.
//!
//! References: Abío, Stuckey, CP'14 (decision diagrams of linear constraints); Eén, Sörensson, JSAT'06.

use super::Cage;
use crate::cnf::{Formula, Lit};

/// The most sets of which a variable chooses one.
const MOST_SETS: usize = 200;

/// Adds a cage's sum. `lit` gives the literal of a cell and digit, if that is still possible; `switch`, where given, is
/// a literal that must be true for the cage to count. The caller must add that the digits differ.
pub(super) fn add_sum(
    formula: &mut Formula,
    side: usize,
    cage: &Cage,
    switch: Option<Lit>,
    lit: &impl Fn(usize, u16) -> Option<Lit>,
) {
    let off = switch.map(|switch| !switch);
    let sets = sets(side, cage.cells.len(), cage.sum, MOST_SETS + 1);
    match &sets[..] {
        [] => formula.add_clause(off),
        [only] => {
            for &cell in &cage.cells {
                let outside = (1..=side as u16).filter(|digit| !only.contains(digit));
                outside
                    .filter_map(|digit| lit(cell, digit))
                    .for_each(|lit| formula.add_clause(off.into_iter().chain([!lit])));
            }
            somewhere(formula, cage, only, off, lit);
        }
        sets if sets.len() <= MOST_SETS => choose_set(formula, side, cage, sets, off, lit),
        _ => layers(formula, side, cage, off, lit),
    }
}

/// Each digit of the set stands in some cell.
fn somewhere(
    formula: &mut Formula,
    cage: &Cage,
    set: &[u16],
    off: Option<Lit>,
    lit: &impl Fn(usize, u16) -> Option<Lit>,
) {
    for &digit in set {
        formula.add_clause(off.into_iter().chain(cage.cells.iter().filter_map(|&cell| lit(cell, digit))));
    }
}

fn choose_set(
    formula: &mut Formula,
    side: usize,
    cage: &Cage,
    sets: &[Vec<u16>],
    off: Option<Lit>,
    lit: &impl Fn(usize, u16) -> Option<Lit>,
) {
    let chosen: Vec<Lit> = sets.iter().map(|_| formula.new_var().pos()).collect();
    formula.add_clause(off.into_iter().chain(chosen.iter().copied()));
    for digit in 1..=side as u16 {
        let within: Vec<bool> = sets.iter().map(|set| set.contains(&digit)).collect();
        if within.iter().all(|within| !within) {
            let lits = cage.cells.iter().filter_map(|&cell| lit(cell, digit));
            lits.for_each(|lit| formula.add_clause(off.into_iter().chain([!lit])));
            continue;
        }
        for (&chosen, within) in chosen.iter().zip(within) {
            let lits = cage.cells.iter().filter_map(|&cell| lit(cell, digit));
            if within {
                formula.add_clause([!chosen].into_iter().chain(lits));
            } else {
                lits.for_each(|lit| formula.add_clause([!chosen, !lit]));
            }
        }
    }
}

/// Layered sums: after each cell, the sum so far; one direction is enough, and the last layer has the target alone.
fn layers(formula: &mut Formula, side: usize, cage: &Cage, off: Option<Lit>, lit: &impl Fn(usize, u16) -> Option<Lit>) {
    let (count, target, side) = (cage.cells.len() as u32, cage.sum, side as u32);
    // Sums before the cell; `None` is the sum 0 before the first, which is certain.
    let mut before: Vec<(u32, Option<Lit>)> = vec![(0, None)];
    for (index, &cell) in cage.cells.iter().enumerate() {
        let left = count - 1 - index as u32;
        let useful = |sum: u32| sum + left <= target && target <= sum + left * side;
        let low = before.first().map_or(0, |&(sum, _)| sum) + 1;
        let high = before.last().map_or(0, |&(sum, _)| sum) + side;
        let after: Vec<(u32, Option<Lit>)> = (low..=high)
            .filter(|&sum| useful(sum))
            .map(|sum| (sum, (left > 0).then(|| formula.new_var().pos())))
            .collect();
        for &(sum, reached) in &before {
            for digit in 1..=side {
                let Some(lit) = lit(cell, digit as u16) else { continue };
                let premise = off.into_iter().chain(reached.map(|reached| !reached)).chain([!lit]);
                match after.binary_search_by_key(&(sum + digit), |&(sum, _)| sum) {
                    Ok(at) if after[at].1.is_none() => {}
                    Ok(at) => formula.add_clause(premise.chain(after[at].1)),
                    Err(_) => formula.add_clause(premise),
                }
            }
        }
        before = after;
    }
}

/// The sets of `count` different digits up to `side` with this sum, at most `limit` of them.
fn sets(side: usize, count: usize, sum: u32, limit: usize) -> Vec<Vec<u16>> {
    fn extend(from: u32, side: u32, left: u32, sum: u32, set: &mut Vec<u16>, found: &mut Vec<Vec<u16>>, limit: usize) {
        if left == 0 {
            if sum == 0 {
                found.push(set.clone());
            }
            return;
        }
        for digit in from..=side {
            // The smallest and the largest that the rest can add; both grow with the digit.
            let least = left * digit + left * (left - 1) / 2;
            let most = digit + (0..left - 1).map(|k| side.saturating_sub(k)).sum::<u32>();
            if least > sum || found.len() >= limit {
                return;
            }
            if most >= sum {
                set.push(digit as u16);
                extend(digit + 1, side, left - 1, sum - digit, set, found, limit);
                set.pop();
            }
        }
    }
    let mut found = Vec::new();
    if count <= side {
        extend(1, side as u32, count as u32, sum, &mut Vec::new(), &mut found, limit);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_digits_by_sum() {
        assert_eq!(sets(9, 2, 4, 99), [[1, 3]]);
        assert_eq!(sets(9, 3, 8, 99), [[1, 2, 5], [1, 3, 4]]);
        assert_eq!(sets(9, 9, 45, 99).len(), 1);
        assert_eq!(sets(9, 4, 20, 99).len(), 12);
        assert!(sets(9, 2, 18, 99).is_empty());
        assert!(sets(9, 10, 45, 99).is_empty());
        assert_eq!(sets(25, 12, 150, 10).len(), 10);
    }
}
