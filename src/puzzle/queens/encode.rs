//! Queens as clauses.
//!
//! What it does: variable `n r + c + 1` is true where a queen stands on row r, column c. Every row and every column has
//! exactly one queen, every diagonal at most one. Queens that are placed and squares that are not free are applied
//! first: the squares that they rule out become negative units. The report on queens has two levels: 1 has rows and
//! diagonals (512 clauses for 8 queens; without rules for columns two queens may share one), 2 adds columns (744
//! clauses).
//!
//! Sizes: pairwise, about 5/3 n^3 clauses; the product encoding above 250 squares a line needs about 8 n^2, so that
//! 1000 queens take 8.3 million clauses in place of 1.7 billion.
//!
//! References: Chen, ModRef'10 (product); Nauck 1850 (completion); Gent, Jefferson, Nightingale, JAIR'17.

use super::Queens;
use crate::cnf::{Formula, Lit, Var};
use crate::encode::Encoding;
use crate::encode::cardinality::AtMostOne;

/// Which clauses are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Exactly one queen in each row and column; placed queens are applied first.
    #[default]
    Applied,
    /// Level 1 of the report on queens: rows and diagonals, pairwise; placed queens as units at the end.
    Level1,
    /// Level 2 of the report on queens: rows, columns and diagonals, pairwise; placed queens as units at the end.
    Level2,
}

/// The variable of a square.
pub fn var(size: usize, row: usize, column: usize) -> Var {
    Var::new(row * size + column)
}

/// The board as a formula with names `Q_r_c` and a note. `half` keeps the queen of the first row in its left half,
/// which loses no solution up to reflection; use it only when nothing is placed or blocked.
pub fn encode(queens: &Queens, style: Style, amo: AtMostOne, half: bool) -> Encoding {
    let size = queens.size();
    let names = names(size);
    let notes = vec![note(queens)];
    let mut formula = match style {
        Style::Applied => applied(queens, amo),
        Style::Level1 => levels(queens, false),
        Style::Level2 => levels(queens, true),
    };
    if half {
        (size.div_ceil(2)..size).for_each(|column| formula.add_clause([var(size, 0, column).neg()]));
    }
    Encoding { formula, names, notes, remarks: Vec::new() }
}

/// The name of each square's variable: `Q_3_1` for row 3 and column 1, both from 1.
pub fn names(size: usize) -> Vec<String> {
    (0..size * size).map(|square| format!("Q_{}_{}", square / size + 1, square % size + 1)).collect()
}

/// The note of a formula: the size, and the squares with queens and the blocked ones, numbered from 0 in reading order.
fn note(queens: &Queens) -> String {
    let size = queens.size();
    let mut note = format!("queens n={size} vars={}", size * size);
    let placed: Vec<usize> = queens.placed.iter().map(|&(row, column)| row * size + column).collect();
    let blocked: Vec<usize> = queens.blocked().map(|(row, column)| row * size + column).collect();
    for (name, squares) in [("placed", placed), ("blocked", blocked)] {
        if !squares.is_empty() {
            note.push_str(&format!(" {name}={}", ranges(&squares)));
        }
    }
    note
}

/// Numbers as a list with ranges: `3,7-9`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|&a, &b| b == a + 1);
    let run = |run: &[usize]| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run.iter().map(usize::to_string).collect(),
    };
    runs.map(run).collect::<Vec<_>>().join(",")
}

/// The numbers below `end` that such a list names; `None` for any other text.
fn from_ranges(text: &str, end: usize) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for run in text.split(',') {
        let (first, last) = run.split_once('-').unwrap_or((run, run));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        // No square is named twice, so that a short text cannot name more squares than there are.
        if last >= end || first > last || numbers.len() + (last - first) >= end {
            return None;
        }
        numbers.extend(first..=last);
    }
    Some(numbers)
}

/// The board that a note of [`encode`] describes; `None` for other notes.
pub fn from_note(note: &str) -> Option<Queens> {
    let mut words = note.strip_prefix("queens n=")?.split(' ');
    let size = words.next()?.parse().ok()?;
    let mut queens = Queens::new(size)?;
    for word in words {
        if let Some(list) = word.strip_prefix("placed=") {
            let squares = from_ranges(list, size * size)?;
            queens.placed.extend(squares.iter().map(|square| (square / size, square % size)));
        } else if let Some(list) = word.strip_prefix("blocked=") {
            from_ranges(list, size * size)?.into_iter().for_each(|square| queens.block(square / size, square % size));
        }
    }
    Some(queens)
}

/// The squares of all lines of one kind, in order.
fn rows(size: usize) -> impl Iterator<Item = Vec<(usize, usize)>> {
    (0..size).map(move |row| (0..size).map(|column| (row, column)).collect())
}

fn columns(size: usize) -> impl Iterator<Item = Vec<(usize, usize)>> {
    (0..size).map(move |column| (0..size).map(|row| (row, column)).collect())
}

/// Diagonals with two squares or more: falling to the right, then rising.
fn diagonals(size: usize) -> impl Iterator<Item = Vec<(usize, usize)>> {
    let last = size - 1;
    let falling = (1..2 * last).map(move |index| {
        let rows = index.saturating_sub(last)..=index.min(last);
        rows.map(|row| (row, row + last - index)).collect()
    });
    let rising = (1..2 * last).map(move |index| {
        let rows = index.saturating_sub(last)..=index.min(last);
        rows.map(|row| (row, index - row)).collect()
    });
    falling.chain(rising)
}

fn applied(queens: &Queens, amo: AtMostOne) -> Formula {
    let size = queens.size();
    let mut formula = Formula::new();
    formula.declare_vars(size * size);
    let mut out = vec![false; size * size];
    queens.blocked().for_each(|(row, column)| out[row * size + column] = true);
    // Lines that a placed queen has settled.
    let (mut row_done, mut column_done) = (vec![false; size], vec![false; size]);
    for &(row, column) in &queens.placed {
        formula.add_clause([var(size, row, column).pos()]);
        (row_done[row], column_done[column]) = (true, true);
        for other in 0..size {
            let (up, down) = (column.checked_sub(row.abs_diff(other)), column + row.abs_diff(other));
            for square in [
                Some(column).filter(|_| other != row),
                up.filter(|_| other != row),
                Some(down).filter(|_| other != row),
            ] {
                if let Some(column) = square.filter(|&column| column < size) {
                    out[other * size + column] = true;
                }
            }
            if other != column {
                out[row * size + other] = true;
            }
        }
    }
    for (square, _) in out.iter().enumerate().filter(|&(_, &out)| out) {
        formula.add_clause([Var::new(square).neg()]);
    }
    let open = |line: Vec<(usize, usize)>| -> Vec<Lit> {
        let free = line.into_iter().filter(|&(row, column)| !out[row * size + column]);
        free.map(|(row, column)| var(size, row, column).pos()).collect()
    };
    for (index, line) in rows(size).enumerate().filter(|&(index, _)| !row_done[index]) {
        debug_assert_eq!(line[0].0, index);
        amo.exactly(&mut formula, &open(line));
    }
    for (_, line) in columns(size).enumerate().filter(|&(index, _)| !column_done[index]) {
        amo.exactly(&mut formula, &open(line));
    }
    for line in diagonals(size) {
        amo.encode(&mut formula, &open(line));
    }
    formula
}

fn levels(queens: &Queens, with_columns: bool) -> Formula {
    let size = queens.size();
    let lit = |&(row, column): &(usize, usize)| var(size, row, column).pos();
    let mut formula = Formula::new();
    formula.declare_vars(size * size);
    for line in rows(size).chain(columns(size).take(if with_columns { size } else { 0 })) {
        AtMostOne::Pairwise.exactly(&mut formula, &line.iter().map(lit).collect::<Vec<_>>());
    }
    for line in diagonals(size) {
        AtMostOne::Pairwise.encode(&mut formula, &line.iter().map(lit).collect::<Vec<_>>());
    }
    queens.placed.iter().for_each(|square| formula.add_clause([lit(square)]));
    queens.blocked().for_each(|(row, column)| formula.add_clause([var(size, row, column).neg()]));
    formula
}

/// All clauses about one square: its row, its column, its falling and its rising diagonal, in the order of the queens
/// report (29 for row 3, column 3 of 8 queens).
pub fn about_square(size: usize, row: usize, column: usize) -> Formula {
    let here = (row, column);
    let lit = |&(row, column): &(usize, usize)| var(size, row, column).pos();
    let mut formula = Formula::new();
    formula.declare_vars(size * size);
    let mut line = |squares: Vec<(usize, usize)>, one: bool| {
        if one {
            formula.add_clause(squares.iter().map(lit));
        }
        for other in squares.iter().filter(|&&other| other != here) {
            let (first, second) = (lit(other).min(lit(&here)), lit(other).max(lit(&here)));
            formula.add_clause([!first, !second]);
        }
    };
    line((0..size).map(|column| (row, column)).collect(), true);
    line((0..size).map(|row| (row, column)).collect(), true);
    let (falling, rising): (Vec<_>, Vec<_>) = diagonals(size)
        .filter(|squares| squares.contains(&here))
        .partition(|squares| squares.len() > 1 && squares[1].1 > squares[0].1);
    falling.into_iter().chain(rising).for_each(|squares| line(squares, false));
    formula
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eight() -> Queens {
        Queens::new(8).expect("a size")
    }

    #[test]
    fn the_levels_have_the_clauses_of_the_report() {
        let count = |style| encode(&eight(), style, AtMostOne::Auto, false).formula.num_clauses();
        assert_eq!(count(Style::Level1), 512);
        assert_eq!(count(Style::Level2), 744);
        assert_eq!(count(Style::Applied), 744);
    }

    #[test]
    fn notes_tell_the_board() {
        let mut queens = eight();
        let noted = |queens: &Queens| encode(queens, Style::Applied, AtMostOne::Auto, false).notes[0].clone();
        assert_eq!(noted(&queens), "queens n=8 vars=64");
        queens.placed = vec![(3, 0), (0, 1)];
        [8, 9, 10, 63].into_iter().for_each(|square| queens.block(square / 8, square % 8));
        assert_eq!(noted(&queens), "queens n=8 vars=64 placed=24,1 blocked=8-10,63");
        assert_eq!(from_note(&noted(&queens)), Some(queens));
        assert_eq!(from_note("queens n=8 vars=64"), Some(eight()));
        for wrong in
            ["queens n=0", "queens n=2001", "queens n=2 placed=4", "queens n=2 blocked=3-1", "queens n=2 placed="]
        {
            assert_eq!(from_note(wrong), None, "{wrong}");
        }
        assert_eq!(from_note("queens n=2 blocked=0-3,0-3"), None, "more than there are");
    }

    #[test]
    fn a_square_in_the_middle_has_29_clauses() {
        let formula = about_square(8, 3, 3);
        assert_eq!(formula.num_clauses(), 29);
        let first: Vec<i32> = formula.clause(1).iter().map(|lit| lit.to_dimacs()).collect();
        assert_eq!(first, [-25, -28]);
        assert_eq!(about_square(1, 0, 0).num_clauses(), 2);
    }

    #[test]
    fn what_is_placed_is_applied() {
        let mut queens = eight();
        queens.placed.push((0, 0));
        let formula = encode(&queens, Style::Applied, AtMostOne::Auto, false).formula;
        let units = formula.clauses().filter(|clause| clause.len() == 1).count();
        assert_eq!(units, 1 + 21);
    }
}
