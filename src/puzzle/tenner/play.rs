//! A search for the digits of a Tenner grid: each cell has a variable for each digit, in clauses as in constraints.

use crate::observe::board::Cell;
use crate::observe::{Board, Words};
use crate::puzzle::marks::{self, value_marks};
use crate::puzzle::tenner::draw::{SIDE, svg};
use crate::puzzle::tenner::encode::{PartialSum, literal, partial_sums};
use crate::puzzle::tenner::{DIGITS, Grid};
use crate::util::words::many;

/// The words: `r1c5 = 7` and `r1c5 ≠ 7`, rows and columns from 1. The auxiliary variables of [`encode`] are partial
/// sums: `column 5: rows 1 to 2 add up to 9`.
///
/// [`encode`]: super::encode::encode
pub fn words(grid: &Grid, num_vars: usize) -> Words {
    let word = |cell: usize, digit: usize| {
        let (row, column) = grid.place(cell);
        ["=", "\u{2260}"].map(|sign| format!("r{}c{} {sign} {digit}", row + 1, column + 1))
    };
    let cells = 0..grid.cells.len();
    let mut all: Vec<[String; 2]> = cells.flat_map(|cell| (0..DIGITS).map(move |digit| word(cell, digit))).collect();
    let partial = partial_sums(grid);
    if all.len() + partial.len() == num_vars {
        all.extend(partial.iter().map(|PartialSum { column, rows, sum }| {
            let rows = if *rows == 1 { "row 1 adds".to_string() } else { format!("rows 1 to {rows} add") };
            let column = column + 1;
            [format!("column {column}: {rows} up to {sum}"), format!("column {column}: {rows} not up to {sum}")]
        }));
    }
    marks::words(num_vars, all)
}

/// The board.
pub fn board(grid: &Grid, words: Words) -> Board {
    let title = format!("Tenner grid of {}", many(grid.rows(), "row"));
    let mut board = Board { title, svg: svg(grid, None), words, cells: Vec::new() };
    let mut marks = String::new();
    for (cell, given) in grid.cells.iter().enumerate() {
        let (row, column) = grid.place(cell);
        let values: Vec<_> = (0..DIGITS).map(|digit| (literal(grid, cell, digit).var(), digit.to_string())).collect();
        let vars = values.iter().map(|&(var, _)| var).collect();
        let shown = if given.is_some() { &[][..] } else { &values[..] };
        value_marks(&mut marks, cell, (column * SIDE, row * SIDE), SIDE, shown);
        board.cells.push(Cell { name: format!("row {}, column {}", row + 1, column + 1), vars, fills: Vec::new() });
    }
    board.draw_over(&marks::group(&marks));
    board
}

#[cfg(test)]
mod tests {
    use super::super::encode::{Sums, encode_with};
    use super::*;
    use crate::cnf::Var;

    #[test]
    fn every_variable_has_words() {
        let line = "704_29_518/2_5064____/084__195_6=9,9,13,6,15,14,22,18,6,23";
        let grid = Grid::from_line(line).expect("a grid");
        for sums in [Sums::Layered, Sums::Direct] {
            let encoding = encode_with(&grid, sums).expect("small");
            let words = words(&grid, encoding.formula.num_vars());
            let said: Vec<String> = (0..encoding.formula.num_vars())
                .flat_map(|var| [Var::new(var).pos(), Var::new(var).neg()].map(|lit| words.of(lit).into_owned()))
                .collect();
            assert!(said.iter().all(|word| !word.contains("AUX") && !word.starts_with('-')), "{said:?}");
            assert_eq!(said.iter().any(|word| word.ends_with("rows 1 to 2 add up to 9")), sums == Sums::Layered);
        }
    }
}
