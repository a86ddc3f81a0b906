//! How likely a trap is in each unknown cell, all fillings being equally likely.
//!
//! **What it does.** Counts group by group ([`count`]); if the board is too entangled for that, counts the models of
//! its formula by components ([`marginals`]) and asks a solver which cells are certain ([`certain::asked`]).
//!
//! **Why it pays.** Groups are the faster way where they suffice, above all with a total number of traps. A board of
//! 60x60 with numbers in two of five cells, for which groups do not suffice, takes three seconds.

use super::certain;
use super::count::{Certainty, CountError, Counts, DEFAULT_STATES, count};
use super::encode::{Numbering, encode};
use super::{Board, Cell};
use crate::encode::vars::EncodeError;
use crate::limits::{Limits, Stop};
use crate::reason::count::{Marginals, marginals};
use num_bigint::BigUint;

/// Bytes for the nodes of a count by components, and as many for its cache.
const COUNT_BYTES: usize = 256 << 20;

/// What is known of an unknown cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// The share of all fillings that have a trap there, from 0 to 1.
    pub probability: f64,
    /// Whether the trap is there in all fillings, in none, or in some.
    pub certainty: Certainty,
}

/// How likely traps are on a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chances {
    /// How many fillings there are.
    pub total: BigUint,
    /// What is known of each unknown cell, in row order.
    pub cells: Vec<Chance>,
}

impl Chances {
    /// The smallest chance of a trap and the unknown cells that have it, by their number in row order; none where all
    /// hold traps.
    pub fn safest(&self) -> Option<(f64, Vec<usize>)> {
        let least = self.cells.iter().map(|cell| cell.probability).fold(f64::INFINITY, f64::min);
        let near = |cell: &Chance| cell.probability <= least + 1e-9;
        let cells = self.cells.iter().enumerate().filter(|(_, cell)| near(cell)).map(|(number, _)| number);
        (least < 1.0).then(|| (least, cells.collect()))
    }
}

/// Why there are no chances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChancesError {
    /// A limit ran out, or the count took too much memory.
    Stopped(Stop),
    /// The board has no formula.
    Encode(EncodeError),
}

impl From<Stop> for ChancesError {
    fn from(stop: Stop) -> ChancesError {
        ChancesError::Stopped(stop)
    }
}

impl From<EncodeError> for ChancesError {
    fn from(error: EncodeError) -> ChancesError {
        ChancesError::Encode(error)
    }
}

impl std::fmt::Display for ChancesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ChancesError::Stopped(stop) => write!(f, "the fillings could not be counted: {stop}"),
            ChancesError::Encode(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ChancesError {}

/// How likely a trap is in each unknown cell, with exactly `total` traps on the whole board if it is known. Without a
/// filling the total is 0 and no cell is listed.
///
/// # Errors
/// A limit that ran out, or a board that is too large.
pub fn chances(board: &Board, total: Option<usize>, limits: &Limits) -> Result<Chances, ChancesError> {
    match count(board, total, DEFAULT_STATES, limits) {
        Ok(counts) => Ok(from_counts(&counts)),
        Err(CountError::TooEntangled) => by_formula(board, total, limits),
        Err(CountError::Stopped(stop)) => Err(stop.into()),
    }
}

fn from_counts(counts: &Counts) -> Chances {
    if counts.total == BigUint::ZERO {
        return Chances::default();
    }
    let chance = |number| Chance { probability: counts.probability(number), certainty: counts.certainty(number) };
    Chances { total: counts.total.clone(), cells: (0..counts.cells.len()).map(chance).collect() }
}

fn by_formula(board: &Board, total: Option<usize>, limits: &Limits) -> Result<Chances, ChancesError> {
    let encoding = encode(board, Numbering::Unknown, total)?;
    let vars: Vec<_> = Numbering::Unknown.variables(board).into_iter().flatten().collect();
    let certain = certain::asked(board, &encoding.formula, limits)?;
    let (Some(certain), Some(Marginals { count, shares })) =
        (certain, marginals(&encoding.formula, &vars, COUNT_BYTES, limits)?)
    else {
        return Ok(Chances::default());
    };
    let chance = |(cell, share): (usize, f64)| match certain.cells[cell] {
        Cell::Trap => Chance { probability: 1.0, certainty: Certainty::Trap },
        Cell::Gem => Chance { probability: 0.0, certainty: Certainty::Gem },
        _ => Chance { probability: share, certainty: Certainty::Open },
    };
    Ok(Chances { total: count.magnitude().clone(), cells: board.unknown_cells().zip(shares).map(chance).collect() })
}

#[cfg(test)]
mod tests {
    use super::super::GemsReadOptions;
    use super::*;

    #[test]
    fn both_ways_agree() {
        let open = "_ _ _ 3 _\n_ 5 _ _ 3\n3 _ _ _ _\n_ _ _ _ 3\n_ _ 5 _ _\n";
        for (text, total) in
            [(open, None), (open, Some(13)), ("1 _ _\n_ _ _\n", Some(2)), ("1 _ 1\n_ _ _\n", None), ("_ 8 _\n", None)]
        {
            let board = Board::parse(text, GemsReadOptions::default()).expect("a board").puzzle;
            let groups = chances(&board, total, &Limits::none()).expect("a small board");
            let formula = by_formula(&board, total, &Limits::none()).expect("a small board");
            assert_eq!((&groups.total, groups.cells.len()), (&formula.total, formula.cells.len()), "{text}");
            for (one, other) in groups.cells.iter().zip(&formula.cells) {
                assert_eq!(one.certainty, other.certainty, "{text}");
                assert!((one.probability - other.probability).abs() < 1e-9, "{text}: {one:?} {other:?}");
            }
        }
    }
}
