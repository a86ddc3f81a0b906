//! Sorting networks by odd-even merging, cut at what a bound needs.

use super::Direction;
use crate::cnf::Lit;
use crate::encode::ClauseSink;

/// The `limit` greatest of the literals in descending order, which puts true ones before false ones.
pub(super) fn select(sink: &mut dyn ClauseSink, lits: &[Lit], limit: usize, direction: Direction) -> Vec<Lit> {
    if lits.len() <= 1 {
        return lits.to_vec();
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let left = select(sink, left, limit, direction);
    let right = select(sink, right, limit, direction);
    merge(sink, &left, &right, limit, direction)
}

/// Merges two descending lists by odd-even merging and keeps the first `limit` literals.
fn merge(sink: &mut dyn ClauseSink, left: &[Lit], right: &[Lit], limit: usize, direction: Direction) -> Vec<Lit> {
    let left = &left[..left.len().min(limit)];
    let right = &right[..right.len().min(limit)];
    if left.is_empty() || right.is_empty() {
        return [left, right].concat();
    }
    if left.len() == 1 && right.len() == 1 {
        let (high, low) = compare(sink, left[0], right[0], limit > 1, direction);
        return std::iter::once(high).chain(low).collect();
    }
    let odd = |list: &[Lit]| list.iter().step_by(2).copied().collect::<Vec<_>>();
    let even = |list: &[Lit]| list.iter().skip(1).step_by(2).copied().collect::<Vec<_>>();
    let odds = merge(sink, &odd(left), &odd(right), limit / 2 + 1, direction);
    let evens = merge(sink, &even(left), &even(right), limit / 2, direction);
    let mut merged = vec![odds[0]];
    for i in 0..evens.len().max(odds.len() - 1) {
        if merged.len() >= limit {
            break;
        }
        match (evens.get(i), odds.get(i + 1)) {
            (Some(&a), Some(&b)) => {
                let (high, low) = compare(sink, a, b, merged.len() + 1 < limit, direction);
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
fn compare(sink: &mut dyn ClauseSink, a: Lit, b: Lit, both: bool, direction: Direction) -> (Lit, Option<Lit>) {
    let high = sink.new_var().pos();
    let low = both.then(|| sink.new_var().pos());
    if direction.up() {
        sink.add_clause(&[!a, high]);
        sink.add_clause(&[!b, high]);
        if let Some(low) = low {
            sink.add_clause(&[!a, !b, low]);
        }
    }
    if direction.down() {
        sink.add_clause(&[a, b, !high]);
        if let Some(low) = low {
            sink.add_clause(&[a, !low]);
            sink.add_clause(&[b, !low]);
        }
    }
    (high, low)
}
