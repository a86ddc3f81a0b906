//! Counters: variables that stand for "at least `j` literals are true".

use crate::cnf::Lit;
use crate::encode::ClauseSink;

/// Adds a sequential counter: register `j` after literal `i` is true when at least `j + 1` of the first `i + 1`
/// literals are.
pub(super) fn sequential(sink: &mut dyn ClauseSink, lits: &[Lit], k: usize) {
    if k >= lits.len() {
        return;
    }
    let mut before: Vec<Lit> = Vec::new();
    for (index, &lit) in lits.iter().enumerate() {
        if let Some(&full) = before.get(k - 1) {
            sink.add_clause(&[!lit, !full]);
        }
        if index + 1 == lits.len() {
            break;
        }
        // Of the first `i` literals at most `i` can be true, so no registers for larger counts are needed.
        let width = k.min(index + 1);
        let registers: Vec<Lit> = (0..width).map(|_| sink.new_var().pos()).collect();
        sink.add_clause(&[!lit, registers[0]]);
        for j in 0..before.len() {
            sink.add_clause(&[!before[j], registers[j]]);
            if j + 1 < width {
                sink.add_clause(&[!lit, !before[j], registers[j + 1]]);
            }
        }
        before = registers;
    }
}

/// A count in two digits: `upper` in units of the base, `lower` below it, both unary.
struct Digits {
    upper: Vec<Lit>,
    lower: Vec<Lit>,
}

/// At most `k` of the literals, by a count modulo a base of about the root of `k`.
pub(super) fn k_modulo(sink: &mut dyn ClauseSink, lits: &[Lit], k: usize) {
    if k >= lits.len() {
        return;
    }
    let mut base = 2;
    while base * base < k + 1 {
        base += 1;
    }
    let quotient = k / base;
    let root = count_modulo(sink, lits, base, quotient + 1);
    if let Some(&over) = root.upper.get(quotient) {
        sink.add_clause(&[!over]);
    }
    // While the upper digit is as large as it may be, the lower one must not exceed the remainder. Without an upper
    // digit this holds always.
    let block = quotient.checked_sub(1).map(|last| root.upper.get(last).copied());
    let Some(&over) = root.lower.get(k % base) else { return };
    match block {
        None => sink.add_clause(&[!over]),
        Some(Some(full)) => sink.add_clause(&[!full, !over]),
        Some(None) => {}
    }
}

fn count_modulo(sink: &mut dyn ClauseSink, lits: &[Lit], base: usize, limit: usize) -> Digits {
    if lits.len() <= 1 {
        return Digits { upper: Vec::new(), lower: lits.to_vec() };
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let left = count_modulo(sink, left, base, limit);
    let right = count_modulo(sink, right, base, limit);
    let lower_sum = left.lower.len() + right.lower.len();
    let lower: Vec<Lit> = (0..lower_sum.min(base - 1)).map(|_| sink.new_var().pos()).collect();
    let carry = (lower_sum >= base).then(|| sink.new_var().pos());
    let upper_len = (left.upper.len() + right.upper.len() + usize::from(carry.is_some())).min(limit);
    let upper: Vec<Lit> = (0..upper_len).map(|_| sink.new_var().pos()).collect();

    let at_least = |digit: &[Lit], count: usize| count.checked_sub(1).map(|index| !digit[index]);
    for i in 0..=left.lower.len() {
        for j in 0..=right.lower.len() {
            let parts = [at_least(&left.lower, i), at_least(&right.lower, j)].into_iter().flatten();
            match (i + j).cmp(&base) {
                _ if i + j == 0 => {}
                std::cmp::Ordering::Less => clause(sink, parts.chain([lower[i + j - 1]]).chain(carry)),
                std::cmp::Ordering::Equal => clause(sink, parts.chain(carry)),
                std::cmp::Ordering::Greater => clause(sink, parts.chain([lower[i + j - base - 1]])),
            }
        }
    }
    for i in 0..=left.upper.len() {
        for j in 0..=right.upper.len() {
            let parts = || [at_least(&left.upper, i), at_least(&right.upper, j)].into_iter().flatten();
            if 0 < i + j && i + j <= upper.len() {
                clause(sink, parts().chain([upper[i + j - 1]]));
            }
            if let (Some(carry), true) = (carry, i + j < upper.len()) {
                clause(sink, parts().chain([!carry, upper[i + j]]));
            }
        }
    }
    Digits { upper, lower }
}

fn clause(sink: &mut dyn ClauseSink, lits: impl Iterator<Item = Lit>) {
    sink.add_clause(&lits.collect::<Vec<_>>());
}
