//! Exact counting: how many fillings a board has, and in what share of them each cell holds a trap.
//!
//! **What it does.** Cells with the same numbers around them are one group with a multiplicity; groups that share a
//! number are in one component. Each component is counted by a walk over its groups that keeps, for the numbers met so
//! far, how many traps they still miss; equal remainders are one state ([`walk`]). A forward and a backward walk give
//! the share of every group. With a total number of traps, states carry a polynomial (ways by number of traps),
//! components are convolved, and the free cells contribute binomials ([`combine`]).
//!
//! **Why it pays.** It is exact and needs no solver; a 20x20 board takes milliseconds.
//!
//! **Schedule and cost.** The cost is the number of states, which grows with the number of clues that are open at once.
//! It is bounded, and a board beyond the bound is refused.
//!
//! **References.** D. Becerra, "Algorithmic Approaches to Playing Minesweeper" (2015; counting by components).

mod combine;
mod meter;
mod walk;
mod ways;

use super::{Board, Constraint};
use crate::limits::{Limits, Stop};
use crate::util::union_find::UnionFind;
use combine::{combine_free, combine_total};
use meter::Meter;
use num_bigint::BigUint;
use std::collections::{BTreeMap, HashMap};
use walk::solve_component;
use ways::Ways;

/// Counts of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many fillings there are.
    pub total: BigUint,
    /// The unknown cells in row order, as indices of the board.
    pub cells: Vec<usize>,
    /// For each unknown cell: the number of fillings with a trap there, and the index in `wholes` of the number of all
    /// fillings. If components do not depend on each other, both count only fillings of the cell's component, so that
    /// the numbers stay short.
    shares: Vec<(BigUint, usize)>,
    wholes: Vec<BigUint>,
}

/// What is known of an unknown cell over all fillings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// A trap in every filling.
    Trap,
    /// A gem in every filling.
    Gem,
    /// A trap in some fillings, and a gem in others.
    Open,
}

impl Counts {
    /// What is certain about the cell with this place among the unknown ones.
    pub fn certainty(&self, number: usize) -> Certainty {
        let (traps, whole) = &self.shares[number];
        if *traps == self.wholes[*whole] {
            Certainty::Trap
        } else if *traps == BigUint::ZERO {
            Certainty::Gem
        } else {
            Certainty::Open
        }
    }

    /// The probability of a trap in the cell with this place, all fillings being equally likely; 0 when there are none.
    pub fn probability(&self, number: usize) -> f64 {
        let (traps, whole) = &self.shares[number];
        if self.total == BigUint::ZERO { 0.0 } else { ratio(traps, &self.wholes[*whole]) }
    }

    /// In how many fillings of the whole board the cell with this place holds a trap.
    pub fn traps(&self, number: usize) -> BigUint {
        let (traps, whole) = &self.shares[number];
        if self.total == BigUint::ZERO { BigUint::ZERO } else { traps * &self.total / &self.wholes[*whole] }
    }

    /// Gives a cell its share.
    fn set(&mut self, place: usize, traps: BigUint, whole: usize) {
        self.shares[place] = (traps, whole);
    }
}

/// A quotient to full `f64` precision, however large the numbers.
pub fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    if *whole == BigUint::ZERO {
        return 0.0;
    }
    if part == whole {
        return 1.0;
    }
    // Scale so that the integer quotient has 64 bits or more, all of which the conversion then rounds.
    let shift = (whole.bits() + 64).saturating_sub(part.bits());
    let quotient = (part << shift) / whole;
    let bits = quotient.bits().saturating_sub(64);
    let top = (&quotient >> bits).iter_u64_digits().next().unwrap_or(0);
    top as f64 * 2f64.powi((bits as i64 - shift as i64).clamp(-1100, 1100) as i32)
}

/// Why a board was not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountError {
    /// It is too entangled to be counted within the bound on states.
    TooEntangled,
    /// A limit ran out.
    Stopped(Stop),
}

impl std::fmt::Display for CountError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CountError::TooEntangled => f.write_str("too many numbers are entangled to count this board exactly"),
            CountError::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for CountError {}

/// The states that all walks of a board together may visit by default: a few seconds and some hundred megabytes.
pub const DEFAULT_STATES: usize = 2_000_000;

/// The 64-bit words that the ways of a board with a total may take.
const MAX_WORDS: usize = 1 << 27;

/// Cells with the same numbers around them.
struct Group {
    /// Places among the unknown cells.
    members: Vec<usize>,
    /// The numbers around, as indices of the component's numbers.
    clues: Vec<usize>,
}

/// The result of a component: its numbers of ways, and for each group the sum of the group's traps over all ways.
struct Solved {
    ways: Ways,
    /// Per group: the sum over fillings of the traps in the group, by the component's number of traps.
    shares: Vec<Ways>,
    groups: Vec<Group>,
}

/// Counts the fillings of a board, with exactly `total` traps on the whole board if it is known.
///
/// # Errors
/// When more than `max_states` states would be visited, or a limit ran out.
pub fn count(board: &Board, total: Option<usize>, max_states: usize, limits: &Limits) -> Result<Counts, CountError> {
    let cells: Vec<usize> = board.unknown_cells().collect();
    let shares = vec![(BigUint::ZERO, 0); cells.len()];
    let mut counts = Counts { total: BigUint::ZERO, cells, shares, wholes: vec![BigUint::ZERO] };
    let constraints: Vec<Constraint> = board.constraints().collect();
    if constraints.iter().any(Constraint::is_impossible) {
        return Ok(counts);
    }
    let (groups, free) = group_cells(&counts.cells, &constraints);
    let mut meter = Meter::new(max_states, limits);
    let mut solved = Vec::new();
    for component in components(groups, constraints.len()) {
        solved.push(solve_component(component, &constraints, total.is_some(), &mut meter)?);
    }
    match total {
        None => combine_free(&mut counts, &solved, &free, &mut meter)?,
        Some(total) => {
            if let Some(left) = total.checked_sub(board.given_traps()) {
                // All products of ways before and after each component are held at once.
                let length: usize = solved.iter().map(|part| part.ways.by_traps.len()).sum();
                let words = counts.cells.len() / 64 + 1;
                if (solved.len() * 2).saturating_mul(length).saturating_mul(words) > MAX_WORDS {
                    return Err(CountError::TooEntangled);
                }
                combine_total(&mut counts, &solved, &free, left, &mut meter)?;
            }
        }
    }
    Ok(counts)
}

/// Groups of equal cells, and the cells next to no number.
fn group_cells(cells: &[usize], constraints: &[Constraint]) -> (Vec<Group>, Vec<usize>) {
    let places: HashMap<u32, usize> = cells.iter().enumerate().map(|(place, &cell)| (cell as u32, place)).collect();
    let mut clues_of: Vec<Vec<usize>> = vec![Vec::new(); cells.len()];
    for (clue, constraint) in constraints.iter().enumerate() {
        for cell in &constraint.cells {
            clues_of[places[cell]].push(clue);
        }
    }
    let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for (place, clues) in clues_of.into_iter().enumerate() {
        groups.entry(clues).or_default().push(place);
    }
    let free = groups.remove(&Vec::new()).unwrap_or_default();
    (groups.into_iter().map(|(clues, members)| Group { members, clues }).collect(), free)
}

/// Splits groups into those that share numbers, directly or through others.
fn components(groups: Vec<Group>, num_clues: usize) -> Vec<Vec<Group>> {
    let mut joined = UnionFind::new(num_clues);
    for group in &groups {
        group.clues[1..].iter().for_each(|&clue| joined.unite(group.clues[0], clue));
    }
    let mut parts: BTreeMap<usize, Vec<Group>> = BTreeMap::new();
    for group in groups {
        parts.entry(joined.find(group.clues[0])).or_default().push(group);
    }
    parts.into_values().collect()
}

#[cfg(test)]
mod tests;
