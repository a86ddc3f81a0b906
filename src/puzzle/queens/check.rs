//! The queens of a model, and whether queens solve a puzzle.

use super::{Queens, attacks, place};
use crate::cnf::{Assignment, Var};
use crate::puzzle::Broken;

/// The squares of the queens in a model, in reading order.
pub fn squares(size: usize, model: &Assignment) -> Vec<(usize, usize)> {
    let squares = 0..size * size;
    squares.filter(|&at| model.value(Var::new(at))).map(|at| (at / size, at % size)).collect()
}

/// Checks that these queens solve the puzzle; rows and columns count from 0, and in messages from 1.
///
/// # Errors
/// The rule that is broken, with the squares that break it.
pub fn check(puzzle: &Queens, queens: &[(usize, usize)]) -> Result<(), Broken> {
    let size = puzzle.size();
    let at = |(row, column): (usize, usize), what: String| Err(Broken::at(row * size + column, what));
    if let Some(&(row, column)) = queens.iter().find(|&&(row, column)| row >= size || column >= size) {
        return Err(Broken::whole(format!("the queen at {} is off the board", place((row, column)))));
    }
    for (index, &a) in queens.iter().enumerate() {
        if let Some(&b) = queens[index + 1..].iter().find(|&&b| attacks(a, b)) {
            let line = match (a.0 == b.0, a.1 == b.1) {
                (true, true) => "are on one square",
                (true, _) => "share a row",
                (_, true) => "share a column",
                _ => "share a diagonal",
            };
            return at(a, format!("the queens at {} and {} {line}", place(a), place(b)));
        }
    }
    if let Some(&(row, column)) = queens.iter().find(|&&(row, column)| puzzle.is_blocked(row, column)) {
        return Err(on_blocked(size, (row, column)));
    }
    if let Some(&square) = puzzle.placed.iter().find(|square| !queens.contains(square)) {
        return at(square, format!("the queen that is placed at {} is missing", place(square)));
    }
    match (0..size).find(|&row| !queens.iter().any(|&(r, _)| r == row)) {
        Some(row) => Err(Broken::whole(format!("row {} has no queen", row + 1))),
        None => Ok(()),
    }
}

/// The error that a queen stands on a blocked square.
pub(super) fn on_blocked(size: usize, (row, column): (usize, usize)) -> Broken {
    Broken::at(row * size + column, format!("the queen at {} is on a blocked square", place((row, column))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_broken_rule_is_named() {
        let mut puzzle = Queens::new(4).expect("a size");
        puzzle.placed.push((0, 1));
        let good = [(0, 1), (1, 3), (2, 0), (3, 2)];
        assert_eq!(check(&puzzle, &good), Ok(()));
        let wrong = |queens: &[(usize, usize)]| check(&puzzle, queens).unwrap_err().what;
        assert_eq!(wrong(&[(0, 1), (1, 2)]), "the queens at row 1, column 2 and row 2, column 3 share a diagonal");
        assert_eq!(wrong(&good[..3]), "row 4 has no queen");
        assert_eq!(wrong(&[(0, 2), (1, 0), (2, 3), (3, 1)]), "the queen that is placed at row 1, column 2 is missing");
        puzzle.block(2, 0);
        assert_eq!(check(&puzzle, &good).unwrap_err().what, "the queen at row 3, column 1 is on a blocked square");
    }
}
