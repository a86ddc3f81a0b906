//! A square and its solutions.

use super::pose;
use crate::csp::{Method, Outcome, Search};
use crate::limits::{Limits, Stop};

/// The largest size that is read or made.
pub const MAX_SIZE: usize = 50;

/// A square. Cells stand row by row and hold values from 0, shown from 1; `None` is blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// Rows, columns and values.
    pub size: usize,
    /// The cells.
    pub cells: Vec<Option<u8>>,
}

impl Square {
    /// The row and column of a cell, from 0.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.size, cell % self.size)
    }

    /// The cells of each row, then those of each column.
    pub fn lines(&self) -> impl Iterator<Item = Vec<usize>> + use<> {
        let size = self.size;
        let rows = (0..size).map(move |row| (0..size).map(|column| row * size + column).collect());
        let columns = (0..size).map(move |column| (0..size).map(|row| row * size + column).collect());
        rows.chain(columns)
    }

    /// This square with these values.
    pub fn filled(&self, values: impl IntoIterator<Item = u8>) -> Square {
        Square { size: self.size, cells: values.into_iter().map(Some).collect() }
    }

    /// Solutions one after another by forward checking, up to `limit`.
    ///
    /// # Errors
    /// When the limits run out, or (`Memory`) the square is too large to be posed.
    pub fn solutions(&self, limit: usize, limits: &Limits) -> Result<Vec<Square>, Stop> {
        let problem = pose::problem(self).map_err(|_| Stop::Memory)?;
        let mut search = Search::new(&problem, Method::ForwardCheckingMrv);
        let mut found = Vec::new();
        while found.len() < limit {
            match search.next(limits, None) {
                Outcome::Solved(values) => found.push(self.filled(values.into_iter().map(|value| value as u8))),
                Outcome::NoSolution => break,
                Outcome::Unknown(stop) => return Err(stop),
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_squares_have_the_known_numbers_of_solutions() {
        for (size, number) in [(1, 1), (2, 2), (3, 12), (4, 576)] {
            let square = Square { size, cells: vec![None; size * size] };
            let solutions = square.solutions(usize::MAX, &Limits::none()).expect("no limit");
            assert_eq!(solutions.len(), number);
            assert!(solutions.iter().all(|solution| square.check(solution).is_ok()));
        }
    }
}
