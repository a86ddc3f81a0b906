//! Sorting networks by odd-even merging, cut at what a bound needs.

use super::Direction;
use crate::cnf::{Formula, Lit};

/// The `limit` greatest of the literals in descending order, which puts true ones before false ones.
pub(super) fn select(formula: &mut Formula, lits: &[Lit], limit: usize, direction: Direction) -> Vec<Lit> {
    if lits.len() <= 1 {
        return lits.to_vec();
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let left = select(formula, left, limit, direction);
    let right = select(formula, right, limit, direction);
    merge(formula, &left, &right, limit, direction)
}

/// Merges two descending lists by odd-even merging and keeps the first `limit` literals.
fn merge(formula: &mut Formula, left: &[Lit], right: &[Lit], limit: usize, direction: Direction) -> Vec<Lit> {
    let left = &left[..left.len().min(limit)];
    let right = &right[..right.len().min(limit)];
    if left.is_empty() || right.is_empty() {
        return [left, right].concat();
    }
    if left.len() == 1 && right.len() == 1 {
        let (high, low) = compare(formula, left[0], right[0], limit > 1, direction);
        return std::iter::once(high).chain(low).collect();
    }
    let odd = |list: &[Lit]| list.iter().step_by(2).copied().collect::<Vec<_>>();
    let even = |list: &[Lit]| list.iter().skip(1).step_by(2).copied().collect::<Vec<_>>();
    let odds = merge(formula, &odd(left), &odd(right), limit / 2 + 1, direction);
    let evens = merge(formula, &even(left), &even(right), limit / 2, direction);
    let mut merged = vec![odds[0]];
    for i in 0..evens.len().max(odds.len() - 1) {
        if merged.len() >= limit {
            break;
        }
        match (evens.get(i), odds.get(i + 1)) {
            (Some(&a), Some(&b)) => {
                let (high, low) = compare(formula, a, b, merged.len() + 1 < limit, direction);
                merged.push(high);
                merged.extend(low);
            }
            (Some(&alone), None) | (None, Some(&alone)) => merged.push(alone),
            (None, None) => {}
        }
    }
    merged
}

/// The greater of two literals (their "or") and, if `both`, the lesser (their "and").
fn compare(formula: &mut Formula, a: Lit, b: Lit, both: bool, direction: Direction) -> (Lit, Option<Lit>) {
    let high = formula.new_var().pos();
    let low = both.then(|| formula.new_var().pos());
    if direction.up() {
        formula.add_clause([!a, high]);
        formula.add_clause([!b, high]);
        if let Some(low) = low {
            formula.add_clause([!a, !b, low]);
        }
    }
    if direction.down() {
        formula.add_clause([a, b, !high]);
        if let Some(low) = low {
            formula.add_clause([a, !low]);
            formula.add_clause([b, !low]);
        }
    }
    (high, low)
}
