//! How a person places queens, from the easiest method to the hardest:
//!
//! - *attacked*: a queen is in reach of these squares.
//! - *single*, *hidden single*: a row, or a column, has one square left.
//! - *common attack*: all squares that a row, or a column, has left attack another square.
//! - *pair*, *triple*: two or three rows have squares left in as many columns alone, so no other row's queen stands in
//!   these. *Hidden pair*, *hidden triple*: so many columns have squares left in as many rows alone.
//! - *supposing*: a queen is put somewhere, and rows and columns with one square left lead to a contradiction.
//!
//! Each row is a cell of [`candidates`], and the column of its queen the value.

use super::Queens;
use crate::limits::{Limits, Stop};
use crate::puzzle::face::Clue;
use crate::puzzle::steps::candidates::{
    Cause, Clash, Found, Grid, Group, Left, MAX_VALUES, Rules, Technique, Why, Words, then, values,
};
use crate::puzzle::steps::{Goal, Step, Steps, way};
use crate::util::words::capital;
use std::sync::Arc;

/// The method of seeing what a queen attacks.
const ATTACKED: &str = "attacked";

/// The names of a board's squares.
struct Named(usize);

impl Named {
    fn square(&self, square: usize) -> String {
        format!("r{}c{}", square / self.0 + 1, square % self.0 + 1)
    }

    /// What a step finds empty: "r1c2 and r3c2 are empty".
    fn empty(&self, found: &Found) -> String {
        let squares = found.removes.iter().map(|&(row, column)| self.square(self.spot(row, column)));
        let squares: Vec<String> = squares.collect();
        format!("{} {} empty", way::list(&squares), if squares.len() == 1 { "is" } else { "are" })
    }

    /// Rows or columns, by their numbers: "rows 1 and 3".
    fn numbered(kind: &str, numbers: impl Iterator<Item = usize>) -> String {
        format!("{kind}s {}", way::list(&numbers.map(|number| number.to_string()).collect::<Vec<_>>()))
    }

    /// By which squares, if there are any.
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
            Why::Common(left, choices) => {
                let line = match left {
                    Left::Values(row) => format!("Row {}", row + 1),
                    Left::Places(_, column) => format!("Column {column}"),
                };
                let squares = choices.iter().map(|&(row, column)| self.square(self.spot(row, column)));
                let squares = way::joined(&squares.collect::<Vec<_>>(), "or");
                let each = if choices.len() == 2 { "either" } else { "each" };
                let them = if found.removes.len() == 1 { "it" } else { "them" };
                let empty = self.empty(found);
                Some(format!("{line} has its queen in {squares}. {empty}, since {each} of these attacks {them}."))
            }
            Why::Naked(_, rows, columns) => {
                let rows = Named::numbered("row", rows.iter().map(|row| row + 1));
                let columns = Named::numbered("column", values(*columns).map(usize::from));
                let empty = self.empty(found);
                Some(format!("The queens of {rows} stand in {columns}, and no other queen does: {empty}."))
            }
            Why::Hiding(_, rows, columns) => {
                let rows = Named::numbered("row", rows.iter().map(|row| row + 1));
                let columns = Named::numbered("column", values(*columns).map(usize::from));
                let empty = self.empty(found);
                Some(format!(
                    "{} have no squares left but in {rows}, whose queens stand there: {empty}.",
                    capital(&columns)
                ))
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
        use Technique::{Common, HiddenPair, HiddenSingle, HiddenTriple, Pair, Single, Triple};
        &[Single, HiddenSingle, Common, Pair, HiddenPair, Triple, HiddenTriple]
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

/// The step that says why these squares are empty: a queen attacks them.
fn attacked(words: &Named, queen: usize, squares: &[usize]) -> Step {
    let names: Vec<String> = squares.iter().map(|&square| words.square(square)).collect();
    let (are, them) = if squares.len() == 1 { ("is", "it") } else { ("are", "them") };
    let text = format!("{} {are} empty: the queen in {} attacks {them}.", way::list(&names), words.square(queen));
    let fills = squares.iter().map(|&square| (square, 0)).collect();
    Step { technique: ATTACKED, words: text, from: vec![queen], fills }
}

/// The squares of the queens that are placed.
fn placed(puzzle: &Queens) -> impl Iterator<Item = usize> {
    puzzle.placed.iter().map(|&(row, column)| row * puzzle.size() + column)
}

/// Whether it is known from the start what the square holds.
fn is_given(puzzle: &Queens, square: usize) -> bool {
    let (row, column) = (square / puzzle.size(), square % puzzle.size());
    puzzle.is_blocked(row, column) || puzzle.placed.contains(&(row, column))
}

/// Whether a queen on one square attacks the other.
fn attacks(puzzle: &Queens, queen: usize, square: usize) -> bool {
    let at = |square: usize| (square / puzzle.size(), square % puzzle.size());
    super::attacks(at(queen), at(square))
}

/// The steps that empty what the queens of the puzzle attack, a step each.
fn all_attacked(puzzle: &Queens, words: &Named) -> Vec<Step> {
    let squares = puzzle.size() * puzzle.size();
    let mut open: Vec<usize> = (0..squares).filter(|&square| !is_given(puzzle, square)).collect();
    let step = |queen: usize| {
        let (found, left) = open.iter().partition(|&&square| attacks(puzzle, queen, square));
        open = left;
        Some(found).filter(|found: &Vec<usize>| !found.is_empty()).map(|found| attacked(words, queen, &found))
    };
    placed(puzzle).filter_map(step).collect()
}

/// The steps that lead to the goal: with the clues of the explanation, or with all clues where that is easier. `None`
/// for a square that is given, and for boards that are too large to be explained step by step.
///
/// # Errors
/// The limit that ran out.
pub fn steps(puzzle: &Queens, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop> {
    let size = puzzle.size();
    // Of a square that is given there is nothing to be found.
    if size > MAX_VALUES || matches!(goal, Goal::Cell(square, _) if is_given(puzzle, square)) {
        return Ok(None);
    }
    let (rules, words) = (Arc::new(rules(size)), Named(size));
    let placed: Vec<usize> = placed(puzzle).collect();
    let reach = |queens: &[usize], square: usize| queens.iter().copied().find(|&queen| attacks(puzzle, queen, square));
    if let Goal::Cell(square, clues) = goal {
        let is_clue = |queen: &usize| clues.iter().any(|clue| clue.cells.contains(queen));
        let of_core: Vec<usize> = placed.iter().copied().filter(is_clue).collect();
        let queen = reach(&of_core, square);
        if let Some(attacker) = queen.or_else(|| reach(&placed, square)) {
            let steps = vec![attacked(&words, attacker, &[square])];
            return Ok(Some(Steps { steps, hardest: None, of_core: queen.is_some(), complete: true }));
        }
    }
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
    match goal {
        Goal::Cell(square, _) if found.complete => {
            let fills = found.steps.iter().flat_map(|step| &step.fills);
            let queens: Vec<usize> = fills.filter(|&&(_, queen)| queen == 1).map(|&(square, _)| square).collect();
            if !found.steps.last().is_some_and(|step| step.fills.iter().any(|&(filled, _)| filled == square)) {
                found.steps.extend(reach(&queens, square).map(|queen| attacked(&words, queen, &[square])));
            }
        }
        Goal::Whole => {
            let first = all_attacked(puzzle, &words);
            found.hardest = found.hardest.or(first.first().map(|_| ATTACKED));
            found.steps.splice(0..0, first);
        }
        _ => {}
    }
    Ok(Some(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::face::{Family, Puzzle, Values};
    use crate::puzzle::queens::count;
    use crate::util::rng::Rng;
    use std::collections::BTreeMap;

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
        // Where no method finds a queen, too.
        let mut large = Queens::new(8).expect("a size");
        large.placed = vec![(1, 3)];
        assert_eq!(told(&large, Goal::Cell(2, &[])), ["attacked: r1c3 is empty: the queen in r2c4 attacks it."]);
        // Of two queens that attack a square, the one of the explanation.
        large.placed = vec![(1, 3), (5, 2)];
        let queen = |cell: usize| Clue { words: String::new(), cells: vec![cell] };
        for (clues, attacker, of_core) in [(vec![8 * 5 + 2], "r6c3", true), (vec![0], "r2c4", false)] {
            let clues: Vec<Clue> = clues.into_iter().map(queen).collect();
            let found = steps(&large, Goal::Cell(2, &clues), &Limits::none()).expect("no limit").expect("small");
            assert_eq!((found.steps[0].words.contains(attacker), found.of_core), (true, of_core));
        }
        puzzle.placed = vec![(0, 0)];
        let words = told(&puzzle, Goal::Contradiction(&[]));
        assert!(words.last().is_some_and(|last| last.starts_with("contradiction: But ")), "{words:?}");
        puzzle.placed = vec![(0, 0), (0, 2)];
        let words = told(&puzzle, Goal::Contradiction(&[]));
        assert_eq!(words, ["contradiction: Here the queens in r1c1 and r1c3 attack each other."]);
    }

    /// A board with squares blocked, so that these are left in their rows (from 0).
    fn left(size: usize, rows: &[(usize, &[usize])]) -> Queens {
        let mut puzzle = Queens::new(size).expect("a size");
        for &(row, columns) in rows {
            (0..size).filter(|column| !columns.contains(column)).for_each(|column| puzzle.block(row, column));
        }
        puzzle
    }

    #[test]
    fn harder_methods_in_words() {
        let puzzle = left(6, &[(1, &[2, 4])]);
        let words = told(&puzzle, Goal::Cell(3, &[]));
        let said = "common attack: Row 2 has its queen in r2c3 or r2c5. r1c4, r3c4, r4c3 and r4c5 are empty, since \
                    either of these attacks them.";
        assert_eq!(words, [said]);
        let puzzle = left(8, &[(1, &[1, 6]), (5, &[1, 6])]);
        let words = told(&puzzle, Goal::Cell(8 * 7 + 1, &[]));
        assert_eq!(words.len(), 1);
        let said = "pair: The queens of rows 2 and 6 stand in columns 2 and 7, and no other queen does: r3c2, ";
        assert!(words[0].starts_with(said), "{words:?}");
    }

    /// What each square holds in all solutions; `None` of a board without any.
    fn certain(puzzle: &Queens) -> Option<Values> {
        let size = puzzle.size();
        let mut certain: Option<Values> = None;
        let mut see = |columns: &[usize]| {
            let mut values = vec![Some(0); size * size];
            columns.iter().enumerate().for_each(|(row, column)| values[size * row + column] = Some(1));
            let known = certain.get_or_insert_with(|| values.clone());
            let differ = known.iter_mut().zip(&values).filter(|(known, value)| known != value);
            differ.for_each(|(known, _)| *known = None);
            true
        };
        count::for_each(puzzle, &Limits::none(), |columns| see(columns)).expect("no limit");
        certain
    }

    /// Steps to squares of the board and through the whole of it: none says more than all solutions do.
    fn agree(puzzle: &Queens, used: &mut BTreeMap<&'static str, usize>) {
        let Some(certain) = certain(puzzle) else { return };
        let open = |cell: &usize| certain[*cell].is_some() && puzzle.given()[*cell].is_none();
        let cells: Vec<usize> = (0..puzzle.num_cells()).filter(open).step_by(3).collect();
        for goal in cells.iter().map(|&cell| Goal::Cell(cell, &[])).chain([Goal::Whole]) {
            let found = steps(puzzle, goal, &Limits::none()).expect("no limit").expect("small");
            let fills = || found.steps.iter().flat_map(|step| &step.fills);
            assert!(fills().all(|&(cell, value)| certain[cell] == Some(value)), "{puzzle:?} {found:?}");
            if let Goal::Cell(cell, _) = goal {
                assert!(!found.complete || fills().any(|&(at, _)| at == cell), "{puzzle:?} {found:?}");
            }
            found.steps.iter().for_each(|step| *used.entry(step.technique).or_default() += 1);
        }
    }

    #[test]
    fn steps_agree_with_all_solutions() {
        let mut used = BTreeMap::new();
        for seed in 0..10 {
            agree(&Queens::generate("7", seed, &Limits::none()).expect("a board"), &mut used);
        }
        let mut rng = Rng::new(7);
        for round in 0..120 {
            let size = 5 + round % 4;
            let mut puzzle = Queens::new(size).expect("a size");
            (0..size * size).filter(|_| rng.below(5) < 2).for_each(|square| puzzle.block(square / size, square % size));
            agree(&puzzle, &mut used);
        }
        let names = Named(0).methods().iter().map(|method| method.name()).chain(["supposing", "attacked"]);
        let missing: Vec<&str> = names.filter(|name| !used.contains_key(name)).collect();
        assert!(missing.is_empty(), "{missing:?}: {used:?}");
    }
}
