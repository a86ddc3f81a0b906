//! Counting constraints as clauses: at most, at least and exactly `k` of a list of literals.
//!
//! What it does: adds clauses, and auxiliary variables where the encoding has them, to a formula. Every encoding here
//! propagates: when `k` literals are true, unit propagation makes the others false.
//!
//! Why there are nine: pairwise clauses are best for short lists and for local search, which auxiliary variables wreck;
//! long lists need the linear and near-linear ones. The choosers ([`AtMostOne::Auto`], [`AtMost::Auto`]) follow what was
//! measured over n-queens with 50 to 200 rows and three solvers: pairwise to 30 literals, product above. Sequential
//! counters are never chosen for at-most-one: on 100 queens one solver needed 53 s with them against 0.09 s by product.
//!
//! Sizes are given for `n` literals. References stand at each encoding.

use crate::cnf::{Formula, Lit};

/// An encoding of "at most one".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AtMostOne {
    /// Pairwise up to 30 literals, product above.
    #[default]
    Auto,
    /// Every pair: `n(n-1)/2` clauses, no auxiliary variable.
    Pairwise,
    /// Sequential counter: `n-1` variables, `3n-4` clauses (Sinz, CP'05).
    Sequential,
    /// A grid of rows and columns, recursively: about `2 sqrt(n)` variables, `2n + 4 sqrt(n)` clauses (Chen, ModRef'10).
    Product,
    /// Groups of three with a commander each, recursively: about `n/2` variables, `3.5n` clauses (Klieber, Kwon, CFV'07).
    Commander,
    /// The number of the true literal in binary: `ceil(log2 n)` variables, `n ceil(log2 n)` clauses
    /// (Frisch, Peugniez, Doggett, Nightingale, JAR'05).
    Bitwise,
    /// Ladder or regular encoding: `n-1` variables that fall from true to false once, `3n-4` clauses
    /// (Gent, Nightingale, ModRef'04).
    Ladder,
}

/// An encoding of "at most `k`" and "at least `k`".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AtMost {
    /// Binomial while at-most and at-least together need at most 150 clauses; else the sequential counter for `k <= 3` or
    /// `n <= 30`; else the k-limited modulo totalizer.
    #[default]
    Auto,
    /// Every subset of `k+1`: `C(n, k+1)` clauses, no auxiliary variable.
    Binomial,
    /// Sequential counter: `(n-1)k` variables, `2nk + n - 3k - 1` clauses (Sinz, CP'05).
    Sequential,
    /// Totalizer, cut at `k+1`: `O(n log n)` variables, `O(nk)` clauses at each of `log n` levels
    /// (Bailleux, Boufkhad, CP'03).
    Totalizer,
    /// Modulo totalizer with its quotient cut at what `k` needs: counts in two digits of base about `sqrt(k)`,
    /// `O(n log n)` variables, `O(n sqrt(k))` clauses a level (Ogawa, Liu, Hasegawa, Koshimura, Fujita, ICTAI'13;
    /// Morgado, Ignatiev, Marques-Silva, JSAT'14).
    KModulo,
    /// Cardinality network by odd-even merging: `O(n log^2 k)` variables and clauses
    /// (Asin, Nieuwenhuis, Oliveras, Rodriguez-Carbonell, Constraints'11; odd lengths as in Abio et al., CP'13).
    Network,
}

/// The names of the at-most-one encodings as users write them.
pub const AT_MOST_ONE_NAMES: &[(&str, AtMostOne)] = &[
    ("auto", AtMostOne::Auto),
    ("pairwise", AtMostOne::Pairwise),
    ("sequential", AtMostOne::Sequential),
    ("product", AtMostOne::Product),
    ("commander", AtMostOne::Commander),
    ("bitwise", AtMostOne::Bitwise),
    ("ladder", AtMostOne::Ladder),
];

/// The names of the at-most-k encodings as users write them.
pub const AT_MOST_NAMES: &[(&str, AtMost)] = &[
    ("auto", AtMost::Auto),
    ("binomial", AtMost::Binomial),
    ("sequential", AtMost::Sequential),
    ("totalizer", AtMost::Totalizer),
    ("kmodulo", AtMost::KModulo),
    ("network", AtMost::Network),
];

/// Lists up to this length get pairwise clauses by [`AtMostOne::Auto`].
const PAIRWISE_UP_TO: usize = 30;

/// Exactly-k constraints up to this many clauses are binomial under [`AtMost::Auto`].
const BINOMIAL_UP_TO: u64 = 150;

impl AtMostOne {
    /// The encoding with this name.
    pub fn by_name(name: &str) -> Option<AtMostOne> {
        AT_MOST_ONE_NAMES.iter().find(|&&(known, _)| known == name).map(|&(_, scheme)| scheme)
    }

    /// Adds "at most one of `lits` is true".
    pub fn encode(self, formula: &mut Formula, lits: &[Lit]) {
        match self {
            AtMostOne::Auto if lits.len() <= PAIRWISE_UP_TO => pairwise(formula, lits),
            AtMostOne::Auto | AtMostOne::Product => product(formula, lits),
            AtMostOne::Pairwise => pairwise(formula, lits),
            AtMostOne::Sequential => sequential(formula, lits, 1),
            AtMostOne::Commander => commander(formula, lits),
            AtMostOne::Bitwise => bitwise(formula, lits),
            AtMostOne::Ladder => ladder(formula, lits),
        }
    }

    /// Adds "exactly one of `lits` is true": at most one, and one clause for at least one.
    pub fn exactly(self, formula: &mut Formula, lits: &[Lit]) {
        formula.add_clause(lits.iter().copied());
        self.encode(formula, lits);
    }
}

impl AtMost {
    /// The encoding with this name.
    pub fn by_name(name: &str) -> Option<AtMost> {
        AT_MOST_NAMES.iter().find(|&&(known, _)| known == name).map(|&(_, scheme)| scheme)
    }

    /// The encoding that is used for "exactly `k` of `n`": itself unless it is [`AtMost::Auto`].
    pub fn choose(self, n: usize, k: usize) -> AtMost {
        if self != AtMost::Auto {
            return self;
        }
        let clauses = binomial_clauses(n, k + 1).saturating_add(binomial_clauses(n, (n + 1).saturating_sub(k)));
        if clauses <= BINOMIAL_UP_TO {
            AtMost::Binomial
        } else if k <= 3 || n <= 30 {
            AtMost::Sequential
        } else {
            AtMost::KModulo
        }
    }

    /// Adds "at most `k` of `lits` are true".
    pub fn at_most(self, formula: &mut Formula, lits: &[Lit], k: usize) {
        if k >= lits.len() {
            return;
        }
        if k == 0 {
            for &lit in lits {
                formula.add_clause([!lit]);
            }
            return;
        }
        match self.choose(lits.len(), k) {
            AtMost::Auto | AtMost::Binomial => {
                let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
                for_each_subset(&negated, k + 1, |subset| formula.add_clause(subset.iter().copied()));
            }
            AtMost::Sequential => sequential(formula, lits, k),
            AtMost::Totalizer => {
                let counted = totalizer(formula, lits, k + 1, Direction::Up);
                formula.add_clause([!counted[k]]);
            }
            AtMost::KModulo => k_modulo(formula, lits, k),
            AtMost::Network => {
                let sorted = select(formula, lits, k + 1, Direction::Up);
                formula.add_clause([!sorted[k]]);
            }
        }
    }

    /// Adds "at least `k` of `lits` are true": an empty clause when there are fewer than `k`.
    pub fn at_least(self, formula: &mut Formula, lits: &[Lit], k: usize) {
        if k == 0 {
            return;
        }
        if k > lits.len() {
            formula.add_clause([]);
            return;
        }
        if k == 1 {
            formula.add_clause(lits.iter().copied());
            return;
        }
        if k == lits.len() {
            for &lit in lits {
                formula.add_clause([lit]);
            }
            return;
        }
        let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        match self.choose(lits.len(), k) {
            AtMost::Auto | AtMost::Binomial => {
                for_each_subset(lits, lits.len() - k + 1, |subset| formula.add_clause(subset.iter().copied()));
            }
            AtMost::Sequential => sequential(formula, &negated, lits.len() - k),
            AtMost::Totalizer => {
                let counted = totalizer(formula, lits, k, Direction::Down);
                formula.add_clause([counted[k - 1]]);
            }
            AtMost::KModulo => k_modulo(formula, &negated, lits.len() - k),
            AtMost::Network => {
                let sorted = select(formula, lits, k, Direction::Down);
                formula.add_clause([sorted[k - 1]]);
            }
        }
    }

    /// Adds "exactly `k` of `lits` are true".
    pub fn exactly(self, formula: &mut Formula, lits: &[Lit], k: usize) {
        let scheme = self.choose(lits.len(), k);
        if (scheme == AtMost::Totalizer || scheme == AtMost::Network) && 0 < k && k < lits.len() {
            // One circuit serves both bounds.
            let counted = match scheme {
                AtMost::Totalizer => totalizer(formula, lits, k + 1, Direction::Both),
                _ => select(formula, lits, k + 1, Direction::Both),
            };
            formula.add_clause([counted[k - 1]]);
            formula.add_clause([!counted[k]]);
            return;
        }
        scheme.at_most(formula, lits, k);
        scheme.at_least(formula, lits, k);
    }
}

/// `C(n, k)`, or the largest number when it is larger.
pub fn binomial_clauses(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let mut result: u64 = 1;
    for i in 0..k.min(n - k) as u64 {
        match result.checked_mul(n as u64 - i) {
            Some(product) => result = product / (i + 1),
            None => return u64::MAX,
        }
    }
    result
}

/// Calls `visit` with every subset of `size` literals, in lexicographic order of positions.
pub fn for_each_subset(lits: &[Lit], size: usize, mut visit: impl FnMut(&[Lit])) {
    if size > lits.len() {
        return;
    }
    let mut positions: Vec<usize> = (0..size).collect();
    let mut subset: Vec<Lit> = lits[..size].to_vec();
    loop {
        visit(&subset);
        let Some(moving) = (0..size).rev().find(|&i| positions[i] < lits.len() - size + i) else { return };
        let first = positions[moving] + 1;
        for i in moving..size {
            positions[i] = first + i - moving;
            subset[i] = lits[positions[i]];
        }
    }
}

fn pairwise(formula: &mut Formula, lits: &[Lit]) {
    for (index, &first) in lits.iter().enumerate() {
        for &second in &lits[index + 1..] {
            formula.add_clause([!first, !second]);
        }
    }
}

/// Partial sums: register `i`, `j` is true when at least `j + 1` of the first `i + 1` literals are.
fn sequential(formula: &mut Formula, lits: &[Lit], k: usize) {
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
        // After `i` literals no more than `i` can be true: registers above need not exist.
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

fn product(formula: &mut Formula, lits: &[Lit]) {
    let n = lits.len();
    if n <= 6 {
        return pairwise(formula, lits);
    }
    let mut width = 1;
    while width * width < n {
        width += 1;
    }
    let height = n.div_ceil(width);
    let columns: Vec<Lit> = (0..width).map(|_| formula.new_var().pos()).collect();
    let rows: Vec<Lit> = (0..height).map(|_| formula.new_var().pos()).collect();
    for (index, &lit) in lits.iter().enumerate() {
        formula.add_clause([!lit, columns[index % width]]);
        formula.add_clause([!lit, rows[index / width]]);
    }
    product(formula, &columns);
    product(formula, &rows);
}

fn commander(formula: &mut Formula, lits: &[Lit]) {
    if lits.len() <= 6 {
        return pairwise(formula, lits);
    }
    let mut commanders = Vec::with_capacity(lits.len().div_ceil(3));
    for group in lits.chunks(3) {
        if let &[single] = group {
            commanders.push(single);
            continue;
        }
        let chief = formula.new_var().pos();
        for &lit in group {
            formula.add_clause([!lit, chief]);
        }
        pairwise(formula, group);
        commanders.push(chief);
    }
    commander(formula, &commanders);
}

fn bitwise(formula: &mut Formula, lits: &[Lit]) {
    if lits.len() < 2 {
        return;
    }
    let width = (lits.len() - 1).ilog2() + 1;
    let bits: Vec<Lit> = (0..width).map(|_| formula.new_var().pos()).collect();
    for (index, &lit) in lits.iter().enumerate() {
        for (place, &bit) in bits.iter().enumerate() {
            formula.add_clause([!lit, if index >> place & 1 == 1 { bit } else { !bit }]);
        }
    }
}

fn ladder(formula: &mut Formula, lits: &[Lit]) {
    if lits.len() < 2 {
        return;
    }
    // Rung i says that the true literal stands after position i.
    let rungs: Vec<Lit> = (1..lits.len()).map(|_| formula.new_var().pos()).collect();
    for pair in rungs.windows(2) {
        formula.add_clause([!pair[1], pair[0]]);
    }
    for (index, &lit) in lits.iter().enumerate() {
        if index > 0 {
            formula.add_clause([!lit, rungs[index - 1]]);
        }
        if index < rungs.len() {
            formula.add_clause([!lit, !rungs[index]]);
        }
    }
}

/// Which implications a counting circuit needs: from inputs to outputs for an upper bound, back for a lower bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    Both,
}

impl Direction {
    fn up(self) -> bool {
        self != Direction::Down
    }

    fn down(self) -> bool {
        self != Direction::Up
    }
}

/// Outputs `0..min(n, limit)`: output `j` stands for "at least `j + 1` literals are true".
fn totalizer(formula: &mut Formula, lits: &[Lit], limit: usize, direction: Direction) -> Vec<Lit> {
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

fn k_modulo(formula: &mut Formula, lits: &[Lit], k: usize) {
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
    // In the quotient's own block no more than the remainder; without a quotient the block is the first.
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

/// The largest `limit` of the literals, in falling order.
fn select(formula: &mut Formula, lits: &[Lit], limit: usize, direction: Direction) -> Vec<Lit> {
    if lits.len() <= 1 {
        return lits.to_vec();
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let left = select(formula, left, limit, direction);
    let right = select(formula, right, limit, direction);
    merge(formula, &left, &right, limit, direction)
}

/// Merges two falling lists by odd-even merging and keeps the first `limit`.
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

/// The larger of two literals and, when wanted, the smaller.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Partial, Var};

    /// Whether the assignment of the first variables extends to a model, by propagation and splitting.
    fn extends(formula: &Formula, partial: &mut Partial) -> bool {
        let mut trail = Vec::new();
        let verdict = loop {
            let mut unit = None;
            let mut open = None;
            let mut conflict = false;
            for clause in formula.clauses() {
                if clause.iter().any(|&lit| partial.value(lit) == Some(true)) {
                    continue;
                }
                let mut free = clause.iter().filter(|&&lit| partial.value(lit).is_none());
                match (free.next(), free.next()) {
                    (None, _) => conflict = true,
                    (Some(&lit), None) => unit = Some(lit),
                    (Some(&lit), Some(_)) => open = Some(lit),
                }
            }
            if conflict {
                break false;
            }
            if let Some(lit) = unit {
                partial.assign(lit);
                trail.push(lit.var());
                continue;
            }
            let Some(lit) = open else { break true };
            break [lit, !lit].into_iter().any(|choice| {
                partial.assign(choice);
                let found = extends(formula, partial);
                partial.unassign(choice.var());
                found
            });
        };
        for var in trail {
            partial.unassign(var);
        }
        verdict
    }

    /// Whether exactly the assignments of the first `n` variables with an allowed number of true ones extend to a model.
    fn counts(formula: &Formula, n: usize, allowed: impl Fn(usize) -> bool) -> Result<(), String> {
        for bits in 0..1u32 << n {
            let mut partial = Partial::unassigned(formula.num_vars() as usize);
            for v in 0..n {
                partial.assign(Var::new(v as u32).lit(bits >> v & 1 == 1));
            }
            if extends(formula, &mut partial) != allowed(bits.count_ones() as usize) {
                return Err(format!("{bits:b} of {n}"));
            }
        }
        Ok(())
    }

    fn inputs(n: usize) -> (Formula, Vec<Lit>) {
        let mut formula = Formula::new();
        formula.declare_vars(n as u32);
        (formula, (0..n as u32).map(|v| Var::new(v).pos()).collect())
    }

    #[test]
    fn at_most_one_by_brute_force() {
        for &(name, scheme) in AT_MOST_ONE_NAMES {
            for n in 0..=11 {
                let (mut formula, lits) = inputs(n);
                scheme.encode(&mut formula, &lits);
                counts(&formula, n, |k| k <= 1).unwrap_or_else(|e| panic!("{name}: {e}"));
                if n <= 8 {
                    let (mut formula, lits) = inputs(n);
                    scheme.exactly(&mut formula, &lits);
                    counts(&formula, n, |k| k == 1).unwrap_or_else(|e| panic!("{name} exactly: {e}"));
                }
            }
        }
    }

    #[test]
    fn at_most_at_least_and_exactly_k_by_brute_force() {
        for &(name, scheme) in AT_MOST_NAMES {
            for n in 0..=7 {
                for k in 0..=n + 1 {
                    let (mut formula, lits) = inputs(n);
                    scheme.at_most(&mut formula, &lits, k);
                    counts(&formula, n, |t| t <= k).unwrap_or_else(|e| panic!("{name} <= {k}: {e}"));
                    let (mut formula, lits) = inputs(n);
                    scheme.at_least(&mut formula, &lits, k);
                    counts(&formula, n, |t| t >= k).unwrap_or_else(|e| panic!("{name} >= {k}: {e}"));
                    let (mut formula, lits) = inputs(n);
                    scheme.exactly(&mut formula, &lits, k);
                    counts(&formula, n, |t| t == k).unwrap_or_else(|e| panic!("{name} = {k}: {e}"));
                }
            }
        }
    }

    #[test]
    fn longer_lists_in_every_scheme() {
        for scheme in [AtMost::Sequential, AtMost::Totalizer, AtMost::KModulo, AtMost::Network] {
            for k in [3, 5, 8] {
                let (mut formula, lits) = inputs(11);
                scheme.exactly(&mut formula, &lits, k);
                counts(&formula, 11, |t| t == k).unwrap_or_else(|e| panic!("{scheme:?} = {k}: {e}"));
            }
        }
    }

    #[test]
    fn sizes_are_what_the_docs_say() {
        let size = |scheme: AtMostOne, n: usize| {
            let (mut formula, lits) = inputs(n);
            scheme.encode(&mut formula, &lits);
            (formula.num_vars() as usize - n, formula.num_clauses())
        };
        assert_eq!(size(AtMostOne::Pairwise, 30), (0, 435));
        assert_eq!(size(AtMostOne::Auto, 30), (0, 435));
        assert_eq!(size(AtMostOne::Sequential, 100), (99, 296));
        assert_eq!(size(AtMostOne::Bitwise, 100), (7, 700));
        assert_eq!(size(AtMostOne::Ladder, 100), (99, 296));
        let (vars, clauses) = size(AtMostOne::Product, 100);
        assert!(vars <= 36 && clauses <= 260, "{vars} {clauses}");
        let (vars, clauses) = size(AtMostOne::Commander, 100);
        assert!(vars <= 50 && clauses <= 350, "{vars} {clauses}");
        let (mut formula, lits) = inputs(8);
        AtMost::Auto.exactly(&mut formula, &lits, 4);
        assert_eq!((formula.num_vars(), formula.num_clauses()), (8, 112));
        let (mut formula, lits) = inputs(480);
        AtMost::Auto.exactly(&mut formula, &lits, 99);
        assert!(formula.num_clauses() < 100_000, "{}", formula.num_clauses());
    }
}
