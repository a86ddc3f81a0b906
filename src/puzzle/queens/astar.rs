//! The best-first search of the queens report, repaired and traced.
//!
//! A state is a set of queens. The next queen goes to the first row without one; h is the number of squares that are
//! still free after placing it, and the state with the smallest h is expanded first (the older one among equals). The
//! report's program remembers squares instead of states, so that it tries each square only once in its whole search and
//! misses most solutions. Here no two states are the same by construction, so none is remembered.

use crate::limits::{Limits, Stop};
use crate::puzzle::queens::{Queens, attacks};
use crate::util::table::counters;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

counters! {
    /// What the best-first search counts.
    pub struct BestFirstCounters {
        expanded / Second, "states taken from the frontier";
        generated / Counter("expanded"), "states put there";
    }
}

/// A state that the search looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The queens, those placed beforehand first.
    pub queens: Vec<(usize, usize)>,
    /// How many squares are free.
    pub free: usize,
}

/// How many squares are neither occupied nor attacked by a queen nor blocked by the puzzle.
pub fn free_squares(puzzle: &Queens, queens: &[(usize, usize)]) -> usize {
    let size = puzzle.size();
    let open = |&(row, column): &(usize, usize)| {
        !puzzle.is_blocked(row, column) && !queens.iter().any(|&queen| attacks(queen, (row, column)))
    };
    (0..size).flat_map(|row| (0..size).map(move |column| (row, column))).filter(open).count()
}

/// The states that follow: a queen on each free square of the first row without one.
pub fn successors(puzzle: &Queens, queens: &[(usize, usize)]) -> Vec<State> {
    let size = puzzle.size();
    let Some(row) = (0..size).find(|&row| !queens.iter().any(|&(r, _)| r == row)) else { return Vec::new() };
    let open =
        |&column: &usize| !puzzle.is_blocked(row, column) && !queens.iter().any(|&queen| attacks(queen, (row, column)));
    let state = |column| {
        let queens: Vec<_> = queens.iter().copied().chain([(row, column)]).collect();
        let free = free_squares(puzzle, &queens);
        State { queens, free }
    };
    (0..size).filter(open).map(state).collect()
}

/// Searches; `trace` sees every expanded state. `None` is the proof that there is no solution.
///
/// # Errors
/// Why the search ended early; steps count expanded states.
pub fn search(
    puzzle: &Queens,
    limits: &Limits,
    counters: &mut BestFirstCounters,
    mut trace: impl FnMut(&State),
) -> Result<Option<State>, Stop> {
    let clash = |(index, a): (usize, &(usize, usize))| puzzle.placed[index + 1..].iter().any(|&b| attacks(*a, b));
    let blocked = puzzle.placed.iter().any(|&(row, column)| puzzle.is_blocked(row, column));
    if blocked || puzzle.placed.iter().enumerate().any(clash) {
        return Ok(None);
    }
    let start = State { free: free_squares(puzzle, &puzzle.placed), queens: puzzle.placed.clone() };
    let mut states = vec![start];
    let mut frontier = BinaryHeap::from([Reverse((states[0].free, 0))]);
    counters.generated += 1;
    while let Some(Reverse((_, index))) = frontier.pop() {
        if limits.steps.is_some_and(|most| counters.expanded >= most) {
            return Err(Stop::Steps);
        }
        counters.expanded += 1;
        if let Some(stop) = limits.exceeded() {
            return Err(stop);
        }
        let state = std::mem::replace(&mut states[index], State { queens: Vec::new(), free: 0 });
        trace(&state);
        if state.queens.len() == puzzle.size() {
            return Ok(Some(state));
        }
        for next in successors(puzzle, &state.queens) {
            frontier.push(Reverse((next.free, states.len())));
            states.push(next);
            counters.generated += 1;
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::super::{check, count};
    use super::*;

    fn frees(placed: &[(usize, usize)]) -> Vec<usize> {
        let mut puzzle = Queens::new(8).expect("a size");
        puzzle.placed = placed.to_vec();
        successors(&puzzle, placed).iter().map(|state| state.free).collect()
    }

    #[test]
    fn free_squares_of_the_report() {
        assert_eq!(frees(&[]), [42; 8]);
        // The report prints 14 for (1, 6), which is wrong.
        assert_eq!(frees(&[(0, 2), (3, 0)]), [17, 16, 15, 15]);
        assert_eq!(frees(&[(2, 0), (0, 3)]), [18, 17, 16]);
    }

    #[test]
    fn finds_what_exists_and_proves_what_does_not() {
        for placed in (0..64).map(|square| (square / 8, square % 8)) {
            let mut puzzle = Queens::new(8).expect("a size");
            puzzle.placed.push(placed);
            let found = search(&puzzle, &Limits::none(), &mut BestFirstCounters::default(), |_| {})
                .expect("no limit")
                .expect("every square has one");
            assert_eq!(check(&puzzle, &found.queens), Ok(()));
        }
        for size in 1..=6 {
            let puzzle = Queens::new(size).expect("a size");
            let exists = count::count(&puzzle, 1, &Limits::none()).expect("no limit").0 > 0;
            assert_eq!(
                search(&puzzle, &Limits::none(), &mut BestFirstCounters::default(), |_| {})
                    .expect("no limit")
                    .is_some(),
                exists
            );
        }
    }
}
