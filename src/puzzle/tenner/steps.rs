//! How a person fills a Tenner grid: by what is possible in each cell, by rows, touching cells and sums.

use super::{DIGITS, Grid};
use crate::limits::{Limits, Stop};
use crate::puzzle::face::Clue;
use crate::puzzle::steps::candidates::{self, Cause, Found, Group, Rules, Sum, Technique, Words};
use crate::puzzle::steps::{Goal, Steps, way};
use std::sync::Arc;

/// The names of a grid's cells and rows. Value `v` is the digit `v - 1`.
struct Named<'a>(&'a Grid);

impl Words for Named<'_> {
    fn cell(&self, cell: usize) -> String {
        let (row, column) = self.0.place(cell);
        format!("r{}c{}", row + 1, column + 1)
    }

    fn value(&self, value: u16) -> String {
        (value - 1).to_string()
    }

    fn group(&self, group: usize) -> String {
        format!("row {}", group + 1)
    }

    fn sum(&self, rules: &Rules, index: usize) -> u32 {
        rules.sums[index].sum - rules.sums[index].cells.len() as u32
    }

    fn fills(&self, found: &Found) -> Vec<(usize, u16)> {
        found.fills.iter().map(|&(cell, value)| (cell, value - 1)).collect()
    }

    fn methods(&self) -> &'static [Technique] {
        use Technique::{HiddenPair, HiddenSingle, HiddenTriple, Pair, Single, Triple};
        &[Single, HiddenSingle, Technique::Sum, Pair, HiddenPair, Triple, HiddenTriple]
    }
}

fn rules(grid: &Grid) -> Rules {
    let (rows, columns) = (grid.rows(), grid.columns);
    let mut conflicts: Vec<Vec<(usize, i32)>> = vec![Vec::new(); grid.cells.len()];
    for cell in 0..grid.cells.len() {
        let row = cell / columns * columns;
        conflicts[cell].extend((row..row + columns).filter(|&other| other != cell).map(|other| (other, 0)));
        for below in grid.touching_below(cell) {
            conflicts[cell].push((below, 0));
            conflicts[below].push((cell, 0));
        }
    }
    let group = |row: usize| Group { cells: (row * columns..(row + 1) * columns).collect(), first: false, line: None };
    let sum = |column: usize| {
        let cells: Vec<usize> = (column..grid.cells.len()).step_by(columns).collect();
        // A sum that is not known does not count.
        Sum { sum: grid.sums[column].unwrap_or(0) + cells.len() as u32, cells, distinct: false }
    };
    Rules {
        values: DIGITS as u16,
        conflicts,
        groups: if columns == DIGITS { (0..rows).map(group).collect() } else { Vec::new() },
        sums: (0..columns).map(sum).collect(),
    }
}

/// The steps that lead to the goal: with the clues of the explanation, or with all clues where that is easier.
///
/// # Errors
/// The limit that ran out.
pub fn steps(grid: &Grid, goal: Goal<'_>, limits: &Limits) -> Result<Steps, Stop> {
    let (rules, words) = (Arc::new(rules(grid)), Named(grid));
    let start = |of: Option<&[Clue]>| {
        let counts = |spot: usize| of.is_none_or(|clues| clues.iter().any(|clue| clue.cells.contains(&spot)));
        let sums = (0..grid.columns).filter(|&column| grid.sums[column].is_some() && counts(grid.cells.len() + column));
        let mut known = candidates::Grid::new(&rules, &words, sums.collect());
        for (cell, digit) in grid.cells.iter().enumerate().filter(|&(cell, _)| counts(cell)) {
            if let Some(digit) = digit {
                known.place(cell, u16::from(*digit) + 1, Cause::Clue);
            }
        }
        known
    };
    way::steps(start, goal, limits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::face::{Family, Puzzle};

    #[test]
    fn steps_agree_with_the_solution() {
        let mut reached = 0;
        for seed in 0..6 {
            let grid = Grid::generate("4", seed, &Limits::none()).expect("a grid");
            let solution = grid.solutions(2, &Limits::none()).expect("no limit").swap_remove(0);
            for cell in (0..grid.cells.len()).filter(|&cell| grid.cells[cell].is_none()).step_by(7) {
                let found = steps(&grid, Goal::Cell(cell, &[]), &Limits::none()).expect("no limit");
                let fills = || found.steps.iter().flat_map(|step| &step.fills);
                assert!(fills().all(|&(cell, digit)| solution.cells[cell] == Some(digit as u8)), "{found:?}");
                assert!(!found.complete || fills().next_back().is_some_and(|&(last, _)| last == cell));
                reached += usize::from(found.complete);
            }
        }
        assert!(reached > 5, "{reached}");
    }

    #[test]
    fn sums_and_contradictions_are_told() {
        // The column of 17 with an 8 above it, and the row below without a 9.
        let grid =
            Grid::parse("| -1 0 1 2 3 4 5 6 7 8 |\n| 8 -1 -1 -1 -1 -1 -1 -1 -1 -1 |\n| 17 0 0 0 0 0 0 0 0 0 |\n");
        let mut grid = grid.expect("a grid").puzzle;
        grid.sums[1..].fill(None);
        let found = steps(&grid, Goal::Cell(0, &[]), &Limits::none()).expect("no limit");
        assert_eq!(found.steps.len(), 1, "{found:?}");
        assert!(found.steps[0].words.starts_with("r1c1 is 9: all other digits are ruled out, by r1c2"), "{found:?}");
        grid.sums[0] = Some(16);
        let found = steps(&grid, Goal::Contradiction(&[]), &Limits::none()).expect("no limit");
        let last = found.steps.last().expect("a step");
        assert_eq!((last.technique, last.words.as_str()), ("contradiction", "Here r1c1 and r2c1 cannot add up to 16."));
        assert!(Puzzle::steps(&grid, Goal::Whole, &Limits::none()).expect("no limit").is_some());
    }
}
