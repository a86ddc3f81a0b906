//! How a person places queens: a row or a column with one square left, or a square that leaves a line without one.
//!
//! Each row is a cell of [`candidates`], and the column of its queen the value.

use super::Queens;
use crate::limits::{Limits, Stop};
use crate::puzzle::face::Clue;
use crate::puzzle::steps::candidates::{
    Cause, Clash, Found, Grid, Group, MAX_VALUES, Rules, Technique, Why, Words, then,
};
use crate::puzzle::steps::{Goal, Step, Steps, way};
use std::sync::Arc;

/// The names of a board's squares.
struct Named(usize);

impl Named {
    fn square(&self, square: usize) -> String {
        format!("r{}c{}", square / self.0 + 1, square % self.0 + 1)
    }

    /// These squares in brackets, if there are any.
    fn by(&self, squares: &[usize]) -> String {
        let names: Vec<String> = squares.iter().map(|&square| self.square(square)).collect();
        if names.is_empty() { String::new() } else { format!(", by {}", way::list(&names)) }
    }
}

impl Words for Named {
    fn cell(&self, row: usize) -> String {
        format!("row {}", row + 1)
    }

    fn value(&self, column: u16) -> String {
        format!("column {column}")
    }

    fn holds(&self, row: usize, column: u16) -> String {
        format!("{} has a queen", self.square(self.spot(row, column)))
    }

    fn step(&self, grid: &Grid<'_>, found: &Found) -> Option<String> {
        let by = || self.by(&found.from);
        match &found.why {
            Why::Single(row, column) => {
                let holds = self.holds(*row, *column);
                Some(format!("{holds}: all other squares of row {} are attacked or blocked{}.", row + 1, by()))
            }
            Why::Hidden(_, row, column) => {
                let holds = self.holds(*row, *column);
                Some(format!("{holds}: all other squares of column {column} are attacked or blocked{}.", by()))
            }
            Why::Supposed(row, column, steps, end) => {
                let square = self.square(self.spot(*row, *column));
                let (then, end) = (then(grid, steps), self.clash(grid, *end)?);
                Some(format!("Suppose {square} had a queen:{then} {end}. So {square} is empty."))
            }
            _ => None,
        }
    }

    fn clash(&self, grid: &Grid<'_>, clash: Clash) -> Option<String> {
        let square = |row: usize, column: u16| self.square(self.spot(row, column));
        match clash {
            Clash::Twice(a, b, column) => {
                Some(format!("the queens in {} and {} attack each other", square(a, grid.held[a]), square(b, column)))
            }
            Clash::Refused(row, column) => Some(format!("{} has a queen, and must be empty", square(row, column))),
            Clash::NoValue(row) => Some(format!("no square is left in row {}", row + 1)),
            Clash::NoPlace(_, column) => Some(format!("no square is left in column {column}")),
            Clash::NoSum(_) => None,
        }
    }

    fn spot(&self, row: usize, column: u16) -> usize {
        row * self.0 + usize::from(column) - 1
    }

    fn spot_name(&self, spot: usize) -> String {
        self.square(spot)
    }

    fn fills(&self, found: &Found) -> Vec<(usize, u16)> {
        let queen = found.fills.iter().map(|&(row, column)| (self.spot(row, column), 1));
        queen.chain(found.removes.iter().map(|&(row, column)| (self.spot(row, column), 0))).collect()
    }

    fn target(&self, square: usize) -> (usize, Option<u16>) {
        (square / self.0, Some((square % self.0 + 1) as u16))
    }

    fn methods(&self) -> &'static [Technique] {
        &[Technique::Single, Technique::HiddenSingle]
    }
}

fn rules(size: usize) -> Rules {
    let conflicts = |row: usize| {
        let others = (0..size).filter(move |&other| other != row);
        let attacked = move |other: usize| {
            let distance = row.abs_diff(other) as i32;
            [0, distance, -distance].map(|offset| (other, offset))
        };
        others.flat_map(attacked).collect()
    };
    let columns = Group { cells: (0..size).collect(), first: false, line: None };
    Rules {
        values: size as u16,
        conflicts: (0..size).map(conflicts).collect(),
        groups: vec![columns],
        sums: Vec::new(),
    }
}

/// The step that says why a square is empty that a queen attacks.
fn attacked(puzzle: &Queens, words: &Named, square: usize, found: &Steps) -> Option<Step> {
    let size = puzzle.size();
    let at = |square: usize| (square / size, square % size);
    let placed = puzzle.placed.iter().map(|&(row, column)| row * size + column);
    let found = found.steps.iter().flat_map(|step| &step.fills).filter(|&&(_, queen)| queen == 1);
    let queen = placed.chain(found.map(|&(square, _)| square)).find(|&queen| super::attacks(at(queen), at(square)))?;
    let text = format!("{} is empty: the queen in {} attacks it.", words.square(square), words.square(queen));
    Some(Step { technique: "attacked", words: text, from: vec![queen], fills: vec![(square, 0)] })
}

/// The steps that lead to the goal: with the clues of the explanation, or with all clues where that is easier. `None`
/// for a square that is given, and for boards that are too large to be explained step by step.
///
/// # Errors
/// The limit that ran out.
pub fn steps(puzzle: &Queens, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop> {
    let size = puzzle.size();
    // Of a square that is given there is nothing to be found.
    let given = |square: usize| {
        let (row, column) = (square / size, square % size);
        puzzle.is_blocked(row, column) || puzzle.placed.contains(&(row, column))
    };
    if size > MAX_VALUES || matches!(goal, Goal::Cell(square, _) if given(square)) {
        return Ok(None);
    }
    let (rules, words) = (Arc::new(rules(size)), Named(size));
    let start = |of: Option<&[Clue]>| {
        let counts = |row: usize, column: usize| {
            of.is_none_or(|clues| clues.iter().any(|clue| clue.cells.contains(&(row * size + column))))
        };
        let mut grid = Grid::new(&rules, &words, Vec::new());
        for (row, column) in puzzle.blocked().filter(|&(row, column)| counts(row, column)) {
            grid.remove(row, column as u16 + 1, Cause::Clue);
        }
        for &(row, column) in puzzle.placed.iter().filter(|&&(row, column)| counts(row, column)) {
            let column = column as u16 + 1;
            if grid.held[row] != 0 && grid.held[row] != column {
                grid.clash = grid.clash.or(Some(Clash::Twice(row, row, column)));
            }
            grid.place(row, column, Cause::Clue);
        }
        grid
    };
    let mut found = way::steps(start, goal, limits)?;
    if let Goal::Cell(square, _) = goal
        && found.complete
        && !found.steps.last().is_some_and(|step| step.fills.iter().any(|&(filled, _)| filled == square))
    {
        let last = attacked(puzzle, &words, square, &found);
        found.steps.extend(last);
    }
    Ok(Some(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::face::{Family, Puzzle, Values};
    use crate::puzzle::queens::count;

    fn told(puzzle: &Queens, goal: Goal<'_>) -> Vec<String> {
        let found = steps(puzzle, goal, &Limits::none()).expect("no limit").expect("a small board");
        assert!(found.complete);
        found.steps.into_iter().map(|step| format!("{}: {}", step.technique, step.words)).collect()
    }

    #[test]
    fn methods_in_words() {
        let mut puzzle = Queens::new(4).expect("a size");
        puzzle.placed = vec![(0, 1)];
        // The queen in r1c2 leaves r2c4 alone in its row, and then r3c1 and r4c3.
        let words = told(&puzzle, Goal::Cell(7, &[]));
        assert_eq!(words, ["single: r2c4 has a queen: all other squares of row 2 are attacked or blocked, by r1c2."]);
        let words = told(&puzzle, Goal::Cell(4, &[]));
        assert_eq!(words, ["attacked: r2c1 is empty: the queen in r1c2 attacks it."]);
        puzzle.placed = vec![(0, 0)];
        let words = told(&puzzle, Goal::Contradiction(&[]));
        assert!(words.last().is_some_and(|last| last.starts_with("contradiction: But ")), "{words:?}");
        puzzle.placed = vec![(0, 0), (0, 2)];
        let words = told(&puzzle, Goal::Contradiction(&[]));
        assert_eq!(words, ["contradiction: But the queens in r1c1 and r1c3 attack each other."]);
    }

    #[test]
    fn steps_agree_with_all_solutions() {
        let mut filled = 0;
        for seed in 0..10 {
            let puzzle = Queens::generate("7", seed, &Limits::none()).expect("a board");
            let mut certain: Option<Values> = None;
            let mut see = |columns: &[usize]| {
                let mut values = vec![Some(0); 49];
                columns.iter().enumerate().for_each(|(row, column)| values[7 * row + column] = Some(1));
                let known = certain.get_or_insert_with(|| values.clone());
                known
                    .iter_mut()
                    .zip(&values)
                    .filter(|(known, value)| known != value)
                    .for_each(|(known, _)| *known = None);
                true
            };
            count::for_each(&puzzle, &Limits::none(), |columns| see(columns)).expect("no limit");
            let certain = certain.expect("a solution");
            for cell in (0..49).filter(|&cell| certain[cell].is_some() && puzzle.given()[cell].is_none()).step_by(3) {
                let found = steps(&puzzle, Goal::Cell(cell, &[]), &Limits::none()).expect("no limit").expect("small");
                let fills: Vec<(usize, u16)> = found.steps.iter().flat_map(|step| step.fills.clone()).collect();
                assert!(fills.iter().all(|&(cell, value)| certain[cell] == Some(value)), "{puzzle:?} {found:?}");
                filled += usize::from(found.complete && fills.iter().any(|&(at, _)| at == cell));
            }
        }
        assert!(filled > 20, "{filled}");
    }
}
