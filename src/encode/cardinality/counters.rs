//! Counters: variables that stand for "at least `j` literals are true".

use super::Direction;
use crate::cnf::{Formula, Lit};

/// Adds a sequential counter: register `j` after literal `i` is true when at least `j + 1` of the first `i + 1`
/// literals are.
pub(super) fn sequential(formula: &mut Formula, lits: &[Lit], k: usize) {
    if k >= lits.len() {
        return;
    }
    let mut before: Vec<Lit> = Vec::new();
    for (index, &lit) in lits.iter().enumerate() {
        if let Some(&full) = before.get(k - 1) {
            formula.add_clause([!lit, !full]);
        }
        if index + 1 == lits.len() {
            break;
        }
        // Of the first `i` literals at most `i` can be true, so no registers for larger counts are needed.
        let width = k.min(index + 1);
        let registers: Vec<Lit> = (0..width).map(|_| formula.new_var().pos()).collect();
        formula.add_clause([!lit, registers[0]]);
        for j in 0..before.len() {
            formula.add_clause([!before[j], registers[j]]);
            if j + 1 < width {
                formula.add_clause([!lit, !before[j], registers[j + 1]]);
            }
        }
        before = registers;
    }
}

/// Outputs `0..min(n, limit)`: output `j` stands for "at least `j + 1` literals are true".
pub(super) fn totalizer(formula: &mut Formula, lits: &[Lit], limit: usize, direction: Direction) -> Vec<Lit> {
    if lits.len() <= 1 {
        return lits.to_vec();
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let left = totalizer(formula, left, limit, direction);
    let right = totalizer(formula, right, limit, direction);
    let width = limit.min(left.len() + right.len());
    let outputs: Vec<Lit> = (0..width).map(|_| formula.new_var().pos()).collect();
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            // At least i on the left and at least j on the right: at least i + j. Counts above the limit are cut to it,
            // and sums that pass the limit follow from the smaller ones.
            if direction.up() && i + j > 0 && i + j <= width {
                let parts = [i.checked_sub(1).map(|i| !left[i]), j.checked_sub(1).map(|j| !right[j])];
                formula.add_clause(parts.into_iter().flatten().chain([outputs[i + j - 1]]));
            }
            // At most i on the left and at most j on the right: at most i + j.
            if direction.down() && i + j < width {
                let parts = [left.get(i).copied(), right.get(j).copied()];
                formula.add_clause(parts.into_iter().flatten().chain([!outputs[i + j]]));
            }
        }
    }
    outputs
}

/// A count in two digits: `upper` in units of the base, `lower` below it, both unary.
struct Digits {
    upper: Vec<Lit>,
    lower: Vec<Lit>,
}

/// At most `k` of the literals, by a count modulo a base of about the root of `k`.
pub(super) fn k_modulo(formula: &mut Formula, lits: &[Lit], k: usize) {
    if k >= lits.len() {
        return;
    }
    let mut base = 2;
    while base * base < k + 1 {
        base += 1;
    }
    let quotient = k / base;
    let root = count_modulo(formula, lits, base, quotient + 1);
    if let Some(&over) = root.upper.get(quotient) {
        formula.add_clause([!over]);
    }
    // While the upper digit is as large as it may be, the lower one must not exceed the remainder. Without an upper
    // digit this holds always.
    let block = quotient.checked_sub(1).map(|last| root.upper.get(last).copied());
    let Some(&over) = root.lower.get(k % base) else { return };
    match block {
        None => formula.add_clause([!over]),
        Some(Some(full)) => formula.add_clause([!full, !over]),
        Some(None) => {}
    }
}

fn count_modulo(formula: &mut Formula, lits: &[Lit], base: usize, limit: usize) -> Digits {
    if lits.len() <= 1 {
        return Digits { upper: Vec::new(), lower: lits.to_vec() };
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let left = count_modulo(formula, left, base, limit);
    let right = count_modulo(formula, right, base, limit);
    let lower_sum = left.lower.len() + right.lower.len();
    let lower: Vec<Lit> = (0..lower_sum.min(base - 1)).map(|_| formula.new_var().pos()).collect();
    let carry = (lower_sum >= base).then(|| formula.new_var().pos());
    let upper_len = (left.upper.len() + right.upper.len() + usize::from(carry.is_some())).min(limit);
    let upper: Vec<Lit> = (0..upper_len).map(|_| formula.new_var().pos()).collect();

    let at_least = |digit: &[Lit], count: usize| count.checked_sub(1).map(|index| !digit[index]);
    for i in 0..=left.lower.len() {
        for j in 0..=right.lower.len() {
            let parts = [at_least(&left.lower, i), at_least(&right.lower, j)].into_iter().flatten();
            match (i + j).cmp(&base) {
                _ if i + j == 0 => {}
                std::cmp::Ordering::Less => formula.add_clause(parts.chain([lower[i + j - 1]]).chain(carry)),
                std::cmp::Ordering::Equal => formula.add_clause(parts.chain(carry)),
                std::cmp::Ordering::Greater => formula.add_clause(parts.chain([lower[i + j - base - 1]])),
            }
        }
    }
    for i in 0..=left.upper.len() {
        for j in 0..=right.upper.len() {
            let parts = || [at_least(&left.upper, i), at_least(&right.upper, j)].into_iter().flatten();
            if 0 < i + j && i + j <= upper.len() {
                formula.add_clause(parts().chain([upper[i + j - 1]]));
            }
            if let (Some(carry), true) = (carry, i + j < upper.len()) {
                formula.add_clause(parts().chain([!carry, upper[i + j]]));
            }
        }
    }
    Digits { upper, lower }
}
