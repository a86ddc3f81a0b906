//! All ways to place the queens, by backtracking over rows with bit sets: the reference that formulas are tested
//! against, and much faster than a solver that enumerates models.
//!
//! References: Somers' bit-set backtracking (2002), as in Knuth, TAOCP 7.2.2.

use crate::limits::{Limits, Stop};
use crate::puzzle::queens::{Queens, attacks};

/// The largest board whose rows fit a word.
pub const MAX_SIZE: usize = 63;

/// Calls `visit` with the column of each row's queen, for every solution in lexicographic order, until it returns
/// false.
///
/// # Errors Why the search ended early: a limit (decisions count placed queens, conflicts rows without a free square).
/// It is not an error if `visit` returns false.
///
/// # Panics
/// When the board is larger than [`MAX_SIZE`].
pub fn for_each(puzzle: &Queens, limits: &Limits, visit: impl FnMut(&[usize]) -> bool) -> Result<(), Stop> {
    let size = puzzle.size();
    assert!(size <= MAX_SIZE, "a row fits a word");
    let mut free = vec![(1u64 << size) - 1; size];
    puzzle.blocked().for_each(|(row, column)| free[row] &= !(1 << column));
    for (index, &queen) in puzzle.placed.iter().enumerate() {
        if puzzle.placed[index + 1..].iter().any(|&other| attacks(queen, other)) {
            return Ok(());
        }
        for (row, free) in free.iter_mut().enumerate() {
            let attacked = (0..size).filter(|&column| attacks(queen, (row, column)) && (row, column) != queen);
            attacked.for_each(|column| *free &= !(1 << column));
        }
    }
    let mut search = Search { free, columns: vec![0; size], limits, steps: 0, conflicts: 0, visit };
    match search.row(0, 0, 0, 0) {
        Ok(_) => Ok(()),
        Err(stop) => Err(stop),
    }
}

struct Search<'l, V> {
    free: Vec<u64>,
    columns: Vec<usize>,
    limits: &'l Limits,
    steps: u64,
    conflicts: u64,
    visit: V,
}

impl<V: FnMut(&[usize]) -> bool> Search<'_, V> {
    /// Fills the rows from this one; the sets are the columns that queens above attack straight, to the left and to the
    /// right. False when the visitor has seen enough.
    fn row(&mut self, row: usize, straight: u64, left: u64, right: u64) -> Result<bool, Stop> {
        if row == self.free.len() {
            return Ok((self.visit)(&self.columns));
        }
        let mut open = self.free[row] & !(straight | left | right);
        if open == 0 {
            self.conflicts += 1;
            if self.limits.conflicts.is_some_and(|most| self.conflicts > most) {
                return Err(Stop::Conflicts);
            }
        }
        while open != 0 {
            let bit = open & open.wrapping_neg();
            open ^= bit;
            self.steps += 1;
            if self.limits.decisions.is_some_and(|most| self.steps > most) {
                return Err(Stop::Decisions);
            }
            if self.steps.is_multiple_of(1 << 16)
                && let Some(stop) = self.limits.exceeded()
            {
                return Err(stop);
            }
            self.columns[row] = bit.trailing_zeros() as usize;
            if !self.row(row + 1, straight | bit, (left | bit) >> 1, (right | bit) << 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Counts the solutions up to `limit`; the flag says whether all were counted.
///
/// # Errors
/// As [`for_each`].
pub fn count(puzzle: &Queens, limit: u64, limits: &Limits) -> Result<(u64, bool), Stop> {
    let mut found = 0;
    let mut all = true;
    for_each(puzzle, limits, |_| {
        all = found < limit;
        found += u64::from(all);
        all
    })?;
    Ok((found, all))
}

/// The images of a solution under those of the 8 symmetries of the square that keep the puzzle, itself included.
pub fn images(puzzle: &Queens, columns: &[usize]) -> Vec<Vec<usize>> {
    let maps: Vec<usize> = (0..8).filter(|&map| keeps(puzzle, map)).collect();
    let size = columns.len();
    let image = |&map: &usize| {
        let mut to = vec![0; size];
        for (row, &column) in columns.iter().enumerate() {
            let (row, column) = apply(map, size, (row, column));
            to[row] = column;
        }
        to
    };
    maps.iter().map(image).collect()
}

/// Symmetry `map` of 8: its bits are transposing, turning rows over, turning columns over.
fn apply(map: usize, size: usize, (row, column): (usize, usize)) -> (usize, usize) {
    let (row, column) = if map & 1 == 1 { (column, row) } else { (row, column) };
    (if map & 2 == 2 { size - 1 - row } else { row }, if map & 4 == 4 { size - 1 - column } else { column })
}

fn keeps(puzzle: &Queens, map: usize) -> bool {
    let size = puzzle.size();
    puzzle.placed.iter().all(|&square| puzzle.placed.contains(&apply(map, size, square)))
        && puzzle.blocked().all(|square| {
            let (row, column) = apply(map, size, square);
            puzzle.is_blocked(row, column)
        })
}

/// Whether a solution is the first among its images in lexicographic order: one of each class is.
pub fn is_first(puzzle: &Queens, columns: &[usize]) -> bool {
    images(puzzle, columns).iter().all(|image| image.as_slice() >= columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_counts() {
        let counts: Vec<u64> = (1..=9)
            .map(|size| count(&Queens::new(size).expect("a size"), u64::MAX, &Limits::none()).expect("no limit").0)
            .collect();
        assert_eq!(counts, [1, 0, 0, 2, 10, 4, 40, 92, 352]);
    }

    #[test]
    fn twelve_up_to_symmetry() {
        let eight = Queens::new(8).expect("a size");
        let mut classes = 0;
        for_each(&eight, &Limits::none(), |columns| {
            classes += u32::from(is_first(&eight, columns));
            true
        })
        .expect("no limit");
        assert_eq!(classes, 12);
    }

    #[test]
    fn placed_queens_and_limits() {
        let mut puzzle = Queens::new(8).expect("a size");
        puzzle.placed = vec![(0, 2), (3, 0)];
        assert_eq!(count(&puzzle, 100, &Limits::none()), Ok((4, true)));
        assert_eq!(count(&puzzle, 3, &Limits::none()), Ok((3, false)));
        assert_eq!(count(&puzzle, 4, &Limits { decisions: Some(5), ..Limits::none() }), Err(Stop::Decisions));
        assert_eq!(count(&puzzle, 4, &Limits { conflicts: Some(0), ..Limits::none() }), Err(Stop::Conflicts));
        puzzle.placed.push((7, 0));
        assert_eq!(count(&puzzle, 3, &Limits::none()), Ok((0, true)));
    }
}
