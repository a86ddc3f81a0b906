//! Making squares.

use super::Square;
use super::encode::{encode_switched, literal};
use crate::cnf::Lit;
use crate::limits::{Limits, Stop};
use crate::reason::{Incremental, Oracle, Reply};
use crate::util::rng::Rng;

/// Conflicts that the proof of one solution may take before the number in question stays.
const PATIENCE: u64 = 20_000;

/// A random square with `blanks` blank cells, and its solution. With `unique`, a cell becomes blank only if that leaves
/// one solution, so there may be fewer of them.
///
/// The solution is the cyclic square with its rows, columns and values in random order, so it is not drawn uniformly.
///
/// # Errors
/// When the limits run out, or (`Memory`) the square is too large to be encoded.
pub fn generate(
    size: usize,
    blanks: usize,
    unique: bool,
    rng: &mut Rng,
    limits: &Limits,
) -> Result<(Square, Square), Stop> {
    let mut order = || {
        let mut order: Vec<usize> = (0..size).collect();
        rng.shuffle(&mut order);
        order
    };
    let (rows, columns, values) = (order(), order(), order());
    let value = |cell: usize| Some(values[(rows[cell / size] + columns[cell % size]) % size] as u8);
    let solution = Square { size, cells: (0..size * size).map(value).collect() };
    let mut puzzle = solution.clone();
    let mut others = if unique { Some(Others::new(&solution)?) } else { None };
    let mut cells: Vec<usize> = (0..size * size).collect();
    rng.shuffle(&mut cells);
    let mut taken = 0;
    for cell in cells {
        if taken == blanks {
            break;
        }
        puzzle.cells[cell] = None;
        taken += 1;
        if let Some(others) = &mut others
            && others.exist(&puzzle, limits)?
        {
            puzzle.cells[cell] = solution.cells[cell];
            taken -= 1;
        }
    }
    Ok((puzzle, solution))
}

/// Asks whether a square has solutions beside the one that it was made from.
struct Others {
    oracle: Incremental,
    /// Each cell's switch.
    givens: Vec<Lit>,
}

impl Others {
    fn new(solution: &Square) -> Result<Others, Stop> {
        let switched = encode_switched(solution).map_err(|_| Stop::Memory)?;
        let mut oracle = Incremental::new(&switched.encoding.formula);
        let values = solution.cells.iter().enumerate();
        let differs: Vec<Lit> =
            values.filter_map(|(cell, value)| Some(!literal(solution, cell, usize::from((*value)?)))).collect();
        oracle.add_clause(&differs);
        Ok(Others { oracle, givens: switched.givens.into_iter().map(|(_, switch)| switch).collect() })
    }

    /// Whether there is another solution, or none could be ruled out within [`PATIENCE`].
    fn exist(&mut self, puzzle: &Square, limits: &Limits) -> Result<bool, Stop> {
        let given = puzzle.cells.iter().zip(&self.givens).filter(|(value, _)| value.is_some());
        let assumptions: Vec<Lit> = given.map(|(_, &switch)| switch).collect();
        let patience = Limits { conflicts: Some(PATIENCE), ..limits.clone() };
        match self.oracle.solve_under(&assumptions, &patience) {
            Reply::Sat(_) | Reply::Unknown(Stop::Conflicts) => Ok(true),
            Reply::Unsat(_) => Ok(false),
            Reply::Unknown(stop) => Err(stop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_squares_are_unique_and_repeat_with_the_seed() {
        for size in 1..=7 {
            let make = || generate(size, size * size, true, &mut Rng::new(size as u64), &Limits::none());
            let (puzzle, solution) = make().expect("no limit");
            assert_eq!(puzzle.check(&solution), Ok(()));
            assert_eq!(puzzle.solutions(2, &Limits::none()), Ok(vec![solution.clone()]));
            assert_eq!(make(), Ok((puzzle, solution)));
        }
        let (puzzle, _) = generate(6, 10, false, &mut Rng::new(1), &Limits::none()).expect("no limit");
        assert_eq!(puzzle.cells.iter().filter(|cell| cell.is_none()).count(), 10);
    }
}
