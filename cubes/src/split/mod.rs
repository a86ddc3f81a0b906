//! Splitting a formula into cubes by look-ahead.
//!
//! **What it does.** A tree of decisions. In each node every promising variable is tried with both values; a value that
//! leads to a conflict is refuted (a failed literal), and the variable whose two values both shorten most clauses is
//! decided. The node's expected work is divided between the two sides according to the measure, and a node whose share
//! is small enough becomes a cube.
//!
//! **Why it pays.** CDCL decides well where conflicts have happened, look-ahead where none have: cubes of equal
//! difficulty can be conquered apart, each near a part of the formula where learned clauses are short.
//!
//! **Soundness and proof.** A cube is a list of decisions, and the leaves of the tree are all of them, also those that
//! look-ahead has refuted: the solver refutes each again. So nothing that happens here needs to be believed, and
//! literals may be assigned here that do not follow (autarkies).
//!
//! **Schedule and cost.** The measure is the weight of the clauses that were shortened and are not satisfied, five
//! times less for each literal more (Freeman'95; march). Expected work follows Kullmann's tau: the sides of a decision
//! with measures `a` and `b` get `x^-a` and `x^-b`, where these sum to 1. Double look-ahead runs where the measure is
//! above a trigger that falls after each success and rises to the measure after each failure.
//!
//! **References.** Freeman (PhD thesis, 1995); Li (double look-ahead, CP'99); Kullmann (Theoretical Computer Science,
//! 1999); Heule, van Maaren (march_dl, JSAT'06); Heule, Kullmann, Wieringa, Biere (cube and conquer, HVC'11).

mod look;
mod state;

use gemsat::cnf::{Formula, Lit};
use gemsat::limits::{Limits, Stop};
use look::{Look, Looker};

/// How to split.
#[derive(Clone, Copy, Debug)]
pub struct SplitOptions {
    /// About how many cubes there shall be.
    pub target: u64,
    /// The most decisions of a cube.
    pub depth: usize,
}

impl Default for SplitOptions {
    fn default() -> SplitOptions {
        // Measured with one thread (bench/2026-11-25.txt): fewer were better for colourings, more for arithmetic
        // progressions.
        SplitOptions { target: 100, depth: 64 }
    }
}

/// A cube and what look-ahead knows of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cube {
    /// The decisions, in order.
    pub lits: Vec<Lit>,
    /// Look-ahead has found no model here, and expects an easy refutation.
    pub refuted: bool,
}

/// Splits a formula; the cubes are the leaves of a tree, from left to right.
///
/// # Errors
/// When a limit ends it.
pub fn split(formula: &Formula, options: &SplitOptions, limits: &Limits) -> Result<Vec<Cube>, Stop> {
    let mut splitter = Splitter {
        looker: Looker::new(formula),
        least: 1.0 / options.target.max(1) as f64,
        depth: options.depth,
        limits,
        lits: Vec::new(),
        cubes: Vec::new(),
    };
    if splitter.looker.is_refuted() {
        return Ok(vec![Cube { lits: Vec::new(), refuted: true }]);
    }
    splitter.descend(1.0)?;
    Ok(splitter.cubes)
}

/// The literal to split a cube on, the side to be tried first; `None` if look-ahead refutes the cube or finds no
/// variable.
pub fn decide(looker: &mut Looker, cube: &[Lit]) -> Option<Lit> {
    let start = looker.assigned();
    let decision = match looker.enter(cube) {
        true => match looker.look() {
            Look::Decide { lit, .. } => Some(lit),
            Look::Refuted | Look::Satisfied => None,
        },
        false => None,
    };
    let decision = decision.or_else(|| looker.any_free(cube));
    looker.leave(start);
    decision
}

pub use look::Looker as LookAhead;

struct Splitter<'a> {
    looker: Looker,
    /// The share of the work below which a node is a cube.
    least: f64,
    depth: usize,
    limits: &'a Limits,
    lits: Vec<Lit>,
    cubes: Vec<Cube>,
}

impl Splitter<'_> {
    /// Adds the cubes below the current node.
    fn descend(&mut self, share: f64) -> Result<(), Stop> {
        if let Some(stop) = self.limits.exceeded() {
            return Err(stop);
        }
        if share <= self.least || self.lits.len() >= self.depth {
            self.leaf(false);
            return Ok(());
        }
        let start = self.looker.assigned();
        let first = self.cubes.len();
        match self.looker.look() {
            Look::Refuted => self.leaf(true),
            Look::Satisfied => self.leaf(false),
            Look::Decide { lit, measures } => {
                let near = fraction(measures);
                for (lit, part) in [(lit, near), (!lit, 1.0 - near)] {
                    let inside = self.looker.assigned();
                    self.lits.push(lit);
                    let ended = match self.looker.enter(&[lit]) {
                        true => self.descend(share * part),
                        false => {
                            self.leaf(true);
                            Ok(())
                        }
                    };
                    self.lits.pop();
                    self.looker.leave(inside);
                    ended?;
                }
                // Two refuted sides are joined to one refuted cube.
                if let [a, b] = &self.cubes[first..]
                    && a.refuted
                    && b.refuted
                {
                    self.cubes.truncate(first);
                    self.leaf(true);
                }
            }
        }
        self.looker.leave(start);
        Ok(())
    }

    fn leaf(&mut self, refuted: bool) {
        self.cubes.push(Cube { lits: self.lits.clone(), refuted });
    }
}

/// The part of the work on the side of the first measure: `x^-a`, where `x^-a + x^-b = 1`.
fn fraction([a, b]: [f64; 2]) -> f64 {
    let (a, b) = (a.max(1e-3), b.max(1e-3));
    // With `y = x^-min`, between 0 and 1: y^(a/min) + y^(b/min) = 1; the left side ascends.
    let least = a.min(b);
    let (a, b) = (a / least, b / least);
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if power(middle, a) + power(middle, b) < 1.0 { low = middle } else { high = middle }
    }
    power(low, a).clamp(0.01, 0.99)
}

/// A power with the same bits on every machine.
fn power(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_measures_share_the_work_and_the_smaller_one_gets_more() {
        assert!((fraction([3.0, 3.0]) - 0.5).abs() < 1e-6);
        // Fibonacci: x^-1 + x^-2 = 1 at the golden ratio.
        assert!((fraction([1.0, 2.0]) - 0.618_034).abs() < 1e-5);
        assert!((fraction([2.0, 1.0]) - 0.381_966).abs() < 1e-5);
    }
}
