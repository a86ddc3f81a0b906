//! A search for a sudoku's digits: each cell has a variable for each digit.

use crate::observe::board::Cell;
use crate::observe::{Board, Words};
use crate::puzzle::marks::{self, value_marks};
use crate::puzzle::sudoku::Sudoku;
use crate::puzzle::sudoku::draw::{CELL, MARGIN, svg};
use crate::puzzle::sudoku::encode::var;
use crate::puzzle::sudoku::print::digit;

/// The words: `r1c5 = 7` and `r1c5 ≠ 7`, rows and columns from 1.
pub fn words(sudoku: &Sudoku, num_vars: usize) -> Words {
    let digits = 1..=sudoku.side() as u16;
    let word = |cell: usize, value: u16| {
        let ((row, column), value) = (sudoku.place(cell), digit(sudoku, value));
        ["=", "\u{2260}"].map(|sign| format!("r{}c{} {sign} {value}", row + 1, column + 1))
    };
    let cells = 0..sudoku.num_cells();
    marks::words(num_vars, cells.flat_map(|cell| digits.clone().map(move |digit| word(cell, digit))).collect())
}

/// The board.
pub fn board(sudoku: &Sudoku, words: Words) -> Board {
    let title = format!("sudoku of {0} by {0}", sudoku.frame());
    let svg = svg(sudoku, sudoku.givens(), &[]);
    let mut board = Board { title, svg, words, cells: Vec::new() };
    let mut marks = String::new();
    for cell in 0..sudoku.num_cells() {
        let (row, column) = sudoku.place(cell);
        let (x, y) = (MARGIN + column * CELL, MARGIN + row * CELL);
        let values: Vec<_> =
            (1..=sudoku.side() as u16).map(|value| (var(sudoku, cell, value), digit(sudoku, value))).collect();
        let vars = values.iter().map(|&(var, _)| var).collect();
        // A given stands in the picture already: the search only outlines it.
        let shown = if sudoku.givens()[cell] > 0 { &[][..] } else { &values[..] };
        value_marks(&mut marks, cell, (x, y), CELL, shown);
        board.cells.push(Cell { name: format!("row {}, column {}", row + 1, column + 1), vars, fills: Vec::new() });
    }
    board.draw_over(&marks::group(&marks));
    board
}
