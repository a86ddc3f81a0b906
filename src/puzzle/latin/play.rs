//! A search for the numbers of a Latin square: each cell has a variable for each value, in clauses as in constraints.

use super::Square;
use super::draw::{SIDE, svg};
use super::encode::literal;
use crate::observe::board::Cell;
use crate::observe::{Board, Words};
use crate::puzzle::marks::{self, value_marks};

/// The words: `r1c5 = 7` and `r1c5 ≠ 7`, all counted from 1.
pub fn words(square: &Square, num_vars: u32) -> Words {
    let word = |cell: usize, value: usize| {
        let (row, column) = square.place(cell);
        ["=", "\u{2260}"].map(|sign| format!("r{}c{} {sign} {}", row + 1, column + 1, value + 1))
    };
    let cells = 0..square.cells.len();
    marks::words(num_vars, cells.flat_map(|cell| (0..square.size).map(move |value| word(cell, value))).collect())
}

/// The board.
pub fn board(square: &Square, words: Words) -> Board {
    let title = format!("Latin square of size {}", square.size);
    let mut board = Board { title, svg: svg(square, None), words, cells: Vec::new() };
    let mut marks = String::new();
    for (cell, given) in square.cells.iter().enumerate() {
        let (row, column) = square.place(cell);
        let value = |value: usize| (literal(square, cell, value).var(), (value + 1).to_string());
        let values: Vec<_> = (0..square.size).map(value).collect();
        let vars = values.iter().map(|&(var, _)| var).collect();
        let shown = if given.is_some() { &[][..] } else { &values[..] };
        value_marks(&mut marks, cell, (column * SIDE, row * SIDE), SIDE, shown);
        board.cells.push(Cell { name: format!("row {}, column {}", row + 1, column + 1), vars, fills: Vec::new() });
    }
    board.draw_over(&marks::group(&marks));
    board
}
