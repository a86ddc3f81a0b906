//! A search on a gem hunter or minesweeper board: each unknown cell a variable, true for a trap.

use crate::encode::gems::Numbering;
use crate::observe::board::{Cell, halo};
use crate::observe::{Board, Words};
use crate::puzzle::gems::draw::{SIDE, gem, svg, trap};
use crate::puzzle::gems::{self, Symbols};
use std::fmt::Write as _;

/// The words: `trap at 2,5` and `gem at 2,5` (mines: `safe at 2,5`), rows and columns from 1.
pub fn gems_words(board: &gems::Board, numbering: Numbering, num_vars: u32) -> Words {
    let (yes, no) = match board.style.symbols {
        Symbols::Gems => ("trap", "gem"),
        Symbols::Mines => ("mine", "safe"),
    };
    let vars = numbering.variables(board);
    let cells = vars.iter().enumerate().filter(|(_, var)| var.is_some());
    let word = |(cell, _): (usize, _)| {
        let (row, column) = board.place(cell);
        [yes, no].map(|word| format!("{word} at {},{}", row + 1, column + 1))
    };
    super::words(num_vars, cells.map(word).collect())
}

/// The board.
pub fn gems(puzzle: &gems::Board, numbering: Numbering, words: Words) -> Board {
    let title = format!("{} by {} board", puzzle.rows, puzzle.cols);
    let mut board = Board { title, svg: svg(puzzle, None, &[]), words, cells: Vec::new() };
    let mut marks = String::new();
    for (index, var) in numbering.variables(puzzle).into_iter().enumerate() {
        let Some(var) = var else { continue };
        let (row, column) = puzzle.place(index);
        let (x, y) = (column * SIDE, row * SIDE);
        let number = var.to_dimacs();
        let _ = writeln!(
            marks,
            "<g class=\"mark\" id=\"one-{number}\">{}</g><g class=\"mark\" id=\"not-{number}\">{}</g>{}",
            trap(x, y),
            gem(x, y),
            halo(board.cells.len(), x, y, SIDE, SIDE)
        );
        let name = format!("row {}, column {}", row + 1, column + 1);
        board.cells.push(Cell { name, vars: vec![var], fills: Vec::new() });
    }
    board.draw_over(&super::group(&marks));
    board
}
