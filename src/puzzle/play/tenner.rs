//! A search for the digits of a Tenner grid: each cell has a variable for each digit, in clauses as in constraints.

use super::value_marks;
use crate::encode::tenner::literal;
use crate::observe::board::Cell;
use crate::observe::{Board, Words};
use crate::puzzle::tenner::draw::{SIDE, svg};
use crate::puzzle::tenner::{DIGITS, Grid};

/// The words: `r1c5 = 7` and `r1c5 ≠ 7`, rows and columns from 1.
pub fn tenner_words(grid: &Grid, num_vars: u32) -> Words {
    let word = |cell: usize, digit: usize| {
        let (row, column) = grid.place(cell);
        ["=", "\u{2260}"].map(|sign| format!("r{}c{} {sign} {digit}", row + 1, column + 1))
    };
    let cells = 0..grid.cells.len();
    super::words(num_vars, cells.flat_map(|cell| (0..DIGITS).map(move |digit| word(cell, digit))).collect())
}

/// The board.
pub fn tenner(grid: &Grid, words: Words) -> Board {
    let title = format!("Tenner grid of {} rows", grid.rows());
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
    board.draw_over(&super::group(&marks));
    board
}
