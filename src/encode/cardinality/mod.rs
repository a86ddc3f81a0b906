//! Counting constraints as clauses: at most, at least and exactly `k` of a list of literals.
//!
//! **What it does.** Adds clauses, and auxiliary variables where the encoding has them, to a sink. All encodings
//! propagate: when `k` literals are true, unit propagation makes the others false.
//!
//! **Why it pays.** Pairwise clauses are best for short lists and for local search, which auxiliary variables mislead;
//! long lists need encodings of linear or nearly linear size. [`AtMostOne::Auto`] and [`AtMost::Auto`] choose by the
//! figures of `cargo bench --bench encodings` over thirty problems of ten kinds.
//!
//! Auxiliary variables come after those that the formula has declared and those of the literals that are passed. A
//! variable that is made elsewhere, such as with [`Var::new`](crate::cnf::Var::new), and is not passed to the first
//! call must be declared before that ([`declare_vars`](crate::cnf::Formula::declare_vars)).
//!
//! Sizes are given for `n` literals. References are named at each encoding.

mod counters;
mod network;
mod one;
mod totalizer;

use crate::cnf::Lit;
use crate::encode::ClauseSink;
use counters::{k_modulo, sequential};
use network::select;
use one::{bitwise, commander, ladder, pairwise, product};
use std::convert::Infallible;
pub use totalizer::Totalizer;

/// An encoding of "at most one".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AtMostOne {
    /// Pairwise up to 30 literals, commander up to 250, product above. [`AtMostOne::exactly`] stays with pairwise up to
    /// 300 literals of the first variables: as long as the length times the number of the highest variable is at most
    /// a million, so that large formulas stay small.
    #[default]
    Auto,
    /// Every pair: `n(n-1)/2` clauses, no auxiliary variable.
    Pairwise,
    /// Sequential counter: `n-1` variables, `3n-4` clauses (Sinz, CP'05).
    Sequential,
    /// A grid of rows and columns, recursively: about `2 sqrt(n)` variables, `2n + 4 sqrt(n)` clauses (Chen,
    /// ModRef'10).
    Product,
    /// Groups of three with a commander each, recursively: about `n/2` variables, `3.5n` clauses (Klieber, Kwon,
    /// CFV'07).
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
#[non_exhaustive]
pub enum AtMost {
    /// Binomial while at-most and at-least together need at most 150 clauses; else the totalizer while it needs at most
    /// 100,000; else the k-limited modulo totalizer.
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

/// Lists of which exactly one is true get pairwise clauses by [`AtMostOne::Auto`] up to this length, while the length
/// times the number of variables so far is small: in an exact cover the search decides on the literals alone, and is
/// twice as fast without auxiliary variables between them.
const EXACTLY_PAIRWISE_UP_TO: usize = 300;
const EXACTLY_PAIRWISE_TIMES_VARS: usize = 1_000_000;

/// Longer lists get the product encoding by [`AtMostOne::Auto`], which has the fewest clauses.
const COMMANDER_UP_TO: usize = 250;

/// Exactly-k constraints up to this many clauses are binomial under [`AtMost::Auto`].
const BINOMIAL_UP_TO: u64 = 150;

/// Bounds for which a totalizer needs up to this many clauses get one under [`AtMost::Auto`].
const TOTALIZER_UP_TO: u64 = 100_000;

impl AtMostOne {
    /// The encoding with this name.
    pub fn by_name(name: &str) -> Option<AtMostOne> {
        AT_MOST_ONE_NAMES.iter().find(|&&(known, _)| known == name).map(|&(_, scheme)| scheme)
    }

    /// Adds "at most one of `lits` is true".
    pub fn encode(self, sink: &mut dyn ClauseSink, lits: &[Lit]) {
        sink.reserve(lits);
        match self {
            AtMostOne::Auto if lits.len() <= PAIRWISE_UP_TO => pairwise(sink, lits),
            AtMostOne::Auto if lits.len() <= COMMANDER_UP_TO => commander(sink, lits),
            AtMostOne::Auto | AtMostOne::Product => product(sink, lits),
            AtMostOne::Pairwise => pairwise(sink, lits),
            AtMostOne::Sequential => sequential(sink, lits, 1),
            AtMostOne::Commander => commander(sink, lits),
            AtMostOne::Bitwise => bitwise(sink, lits),
            AtMostOne::Ladder => ladder(sink, lits),
        }
    }

    /// Adds "exactly one of `lits` is true": at most one, and one clause for at least one.
    pub fn exactly(self, sink: &mut dyn ClauseSink, lits: &[Lit]) {
        sink.add_clause(lits);
        let vars = lits.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
        let few = lits.len() <= EXACTLY_PAIRWISE_UP_TO && lits.len() * vars <= EXACTLY_PAIRWISE_TIMES_VARS;
        let scheme = if self == AtMostOne::Auto && few { AtMostOne::Pairwise } else { self };
        scheme.encode(sink, lits);
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
        } else if totalizer::clauses(n, k + 1) <= TOTALIZER_UP_TO {
            AtMost::Totalizer
        } else {
            AtMost::KModulo
        }
    }

    /// Adds "at most `k` of `lits` are true".
    pub fn at_most(self, sink: &mut dyn ClauseSink, lits: &[Lit], k: usize) {
        sink.reserve(lits);
        if k >= lits.len() {
            return;
        }
        if k == 0 {
            for &lit in lits {
                sink.add_clause(&[!lit]);
            }
            return;
        }
        match self.choose(lits.len(), k) {
            AtMost::Auto | AtMost::Binomial => {
                let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
                for_each_subset(&negated, k + 1, |subset| sink.add_clause(subset));
            }
            AtMost::Sequential => sequential(sink, lits, k),
            AtMost::Totalizer => {
                let bound = Totalizer::new(lits).at_most(sink, k);
                sink.add_clause(&[bound]);
            }
            AtMost::KModulo => k_modulo(sink, lits, k),
            AtMost::Network => {
                let sorted = select(sink, lits, k + 1, Direction::Up);
                sink.add_clause(&[!sorted[k]]);
            }
        }
    }

    /// Adds "at least `k` of `lits` are true": an empty clause when there are fewer than `k`.
    pub fn at_least(self, sink: &mut dyn ClauseSink, lits: &[Lit], k: usize) {
        sink.reserve(lits);
        if k == 0 {
            return;
        }
        if k > lits.len() {
            sink.add_clause(&[]);
            return;
        }
        if k == 1 {
            sink.add_clause(lits);
            return;
        }
        if k == lits.len() {
            for &lit in lits {
                sink.add_clause(&[lit]);
            }
            return;
        }
        let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        match self.choose(lits.len(), k) {
            AtMost::Auto | AtMost::Binomial => {
                for_each_subset(lits, lits.len() - k + 1, |subset| sink.add_clause(subset));
            }
            AtMost::Sequential => sequential(sink, &negated, lits.len() - k),
            AtMost::Totalizer => {
                let bound = Totalizer::new(lits).at_least(sink, k);
                sink.add_clause(&[bound]);
            }
            AtMost::KModulo => k_modulo(sink, &negated, lits.len() - k),
            AtMost::Network => {
                let sorted = select(sink, lits, k, Direction::Down);
                sink.add_clause(&[sorted[k - 1]]);
            }
        }
    }

    /// Adds "exactly `k` of `lits` are true".
    pub fn exactly(self, sink: &mut dyn ClauseSink, lits: &[Lit], k: usize) {
        sink.reserve(lits);
        let scheme = self.choose(lits.len(), k);
        if (scheme == AtMost::Totalizer || scheme == AtMost::Network) && 0 < k && k < lits.len() {
            // One circuit serves both bounds.
            let [least, most] = if scheme == AtMost::Totalizer {
                let mut counted = Totalizer::new(lits);
                [counted.at_least(sink, k), counted.at_most(sink, k)]
            } else {
                let sorted = select(sink, lits, k + 1, Direction::Both);
                [sorted[k - 1], !sorted[k]]
            };
            sink.add_clause(&[least]);
            sink.add_clause(&[most]);
            return;
        }
        scheme.at_most(sink, lits, k);
        scheme.at_least(sink, lits, k);
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
    let mut subset = Vec::with_capacity(size.min(lits.len()));
    let Ok(()) = try_for_each_subset(lits.len(), size, |positions| -> Result<(), Infallible> {
        subset.clear();
        subset.extend(positions.iter().map(|&position| lits[position]));
        visit(&subset);
        Ok(())
    });
}

/// Calls `visit` with every subset of `size` of the numbers below `n`, in lexicographic order, until it fails.
///
/// # Errors
/// The first error of `visit`.
pub fn try_for_each_subset<E>(
    n: usize,
    size: usize,
    mut visit: impl FnMut(&[usize]) -> Result<(), E>,
) -> Result<(), E> {
    if size > n {
        return Ok(());
    }
    let mut positions: Vec<usize> = (0..size).collect();
    loop {
        visit(&positions)?;
        let Some(moving) = (0..size).rev().find(|&i| positions[i] < n - size + i) else { return Ok(()) };
        let first = positions[moving] + 1;
        positions[moving..].iter_mut().zip(first..).for_each(|(position, next)| *position = next);
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

#[cfg(test)]
mod tests;
