//! Checking a filled sudoku against the rules, without a solver.

use super::print::{cell as name, digit};
use crate::puzzle::Broken;
use crate::puzzle::sudoku::{GroupKind, Sudoku};
use std::fmt;

/// Checks every rule and every given.
///
/// # Errors
/// The first rule that is broken and the cells that break it.
pub fn check(puzzle: &Sudoku, values: &[u16]) -> Result<(), Broken> {
    if values.len() != puzzle.num_cells() {
        return Err(Broken::whole(format!("{} cells where the puzzle has {}", values.len(), puzzle.num_cells())));
    }
    for (cell, (&value, &given)) in values.iter().zip(puzzle.givens()).enumerate() {
        let place = name(puzzle, cell);
        if value == 0 {
            return Err(Broken::at(cell, format!("{place} is blank")));
        }
        if usize::from(value) > puzzle.side() {
            let last = digit(puzzle, puzzle.side() as u16);
            return Err(Broken::at(cell, format!("{place} is {}, above {last}", digit(puzzle, value))));
        }
        if given != 0 && value != given {
            let (value, given) = (digit(puzzle, value), digit(puzzle, given));
            return Err(Broken::at(cell, format!("{place} is {value}, given is {given}")));
        }
    }
    if let Some(&(at, value)) = puzzle.excluded().iter().find(|&&(cell, value)| values[cell] == value) {
        let (cell, value) = (name(puzzle, at), digit(puzzle, value));
        return Err(Broken::at(at, format!("{cell} is {value}, which its pencil marks rule out")));
    }
    consistent(puzzle, values)
}

/// Checks that every group of a kind for which `counts` holds has every digit once. Grids of a course's first steps
/// obey only rows, or rows and columns.
///
/// # Errors
/// The first rule that is broken and the cells that break it.
pub fn check_groups(puzzle: &Sudoku, values: &[u16], counts: impl Fn(GroupKind) -> bool) -> Result<(), Broken> {
    if let Some(cell) = values.iter().position(|&value| value == 0) {
        return Err(Broken::at(cell, format!("{} is blank", name(puzzle, cell))));
    }
    let mut first = vec![usize::MAX; puzzle.side() + 1];
    for group in puzzle.groups().iter().filter(|group| counts(group.kind)) {
        first.fill(usize::MAX);
        twice(puzzle, &group.cells, values, &mut first, group)?;
    }
    Ok(())
}

/// Checks that the digits that are filled in break no rule; blank cells are skipped.
///
/// # Errors
/// The first rule that is broken and the cells that break it.
pub fn consistent(puzzle: &Sudoku, values: &[u16]) -> Result<(), Broken> {
    let mut first = vec![usize::MAX; puzzle.side() + 1];
    for group in puzzle.groups() {
        first.fill(usize::MAX);
        twice(puzzle, &group.cells, values, &mut first, group)?;
    }
    for cage in puzzle.cages() {
        let place = format!("the cage at {}", name(puzzle, cage.cells[0]));
        first.fill(usize::MAX);
        twice(puzzle, &cage.cells, values, &mut first, &place)?;
        let sum: u32 = cage.cells.iter().map(|&cell| u32::from(values[cell])).sum();
        if sum != cage.sum && cage.cells.iter().all(|&cell| values[cell] > 0) {
            return Err(Broken::whole(format!("{place} adds up to {sum}, not {}", cage.sum)));
        }
    }
    Ok(())
}

fn twice(
    puzzle: &Sudoku,
    cells: &[usize],
    values: &[u16],
    first: &mut [usize],
    place: &dyn fmt::Display,
) -> Result<(), Broken> {
    for &cell in cells.iter().filter(|&&cell| values[cell] > 0) {
        let value = values[cell];
        let other = std::mem::replace(&mut first[usize::from(value)], cell);
        if other != usize::MAX {
            let (a, b) = (name(puzzle, other), name(puzzle, cell));
            return Err(Broken::at(cell, format!("{place} holds {} twice, in {a} and {b}", digit(puzzle, value))));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four(digits: &str) -> Vec<u16> {
        digits.bytes().map(|byte| u16::from(byte - b'0')).collect()
    }

    #[test]
    fn the_broken_rule_is_named() {
        let mut puzzle = Sudoku::with_boxes(2, 2).expect("a size");
        puzzle.set(0, 1);
        assert_eq!(check(&puzzle, &four("1234341221434321")), Ok(()));
        let wrong = |digits| check(&puzzle, &four(digits)).unwrap_err().to_string();
        assert_eq!(wrong("1234341221434320"), "r4c4 is blank");
        assert_eq!(wrong("2134341221434321"), "r1c1 is 2, given is 1");
        assert_eq!(wrong("1234341221434312"), "column 3 holds 1 twice, in r2c3 and r4c3");
    }
}
