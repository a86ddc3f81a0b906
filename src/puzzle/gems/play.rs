//! A search on a gem hunter or minesweeper board: in clauses each unknown cell is a variable, true for a trap; in the
//! constraint search each cell has two values, and so two variables, of which the first stands for no trap.

use crate::cnf::Var;
use crate::observe::board::{Cell, halo};
use crate::observe::{Board, Words};
use crate::puzzle::gems;
use crate::puzzle::gems::draw::{SIDE, gem, svg, trap};
use crate::puzzle::gems::encode::Numbering;
use crate::puzzle::marks;
use std::fmt::Write as _;

/// The words of a cell with a trap and without.
fn cell_words(board: &gems::Board, cell: usize) -> [String; 2] {
    let (row, column) = board.place(cell);
    board.names().map(|word| format!("{word} at {},{}", row + 1, column + 1))
}

/// The words: `trap at 2,5` and `gem at 2,5` (mines: `safe at 2,5`), rows and columns from 1.
pub fn words(board: &gems::Board, numbering: Numbering, num_vars: usize) -> Words {
    let vars = numbering.variables(board);
    let cells = vars.iter().enumerate().filter(|(_, var)| var.is_some());
    marks::words(num_vars, cells.map(|(cell, _)| cell_words(board, cell)).collect())
}

/// The words of the constraint search, in which a separate variable stands for a cell without a trap.
pub fn value_words(board: &gems::Board, num_vars: usize) -> Words {
    let both = |cell: usize| {
        let [yes, no] = cell_words(board, cell);
        [[no.clone(), format!("not {no}")], [yes.clone(), format!("not {yes}")]]
    };
    marks::words(num_vars, board.unknown_cells().flat_map(both).collect())
}

/// The board.
pub fn board(puzzle: &gems::Board, numbering: Numbering, words: Words) -> Board {
    let vars = numbering.variables(puzzle).into_iter().enumerate().filter_map(|(cell, var)| Some((cell, vec![var?])));
    drawn(puzzle, words, vars, |vars| [format!("one-{}", vars[0].to_dimacs()), format!("not-{}", vars[0].to_dimacs())])
}

/// The board of the constraint search.
pub fn value_board(puzzle: &gems::Board, words: Words) -> Board {
    let pair = |(number, cell): (usize, usize)| (cell, [2 * number, 2 * number + 1].map(Var::new).into());
    let vars = puzzle.unknown_cells().enumerate().map(pair);
    drawn(puzzle, words, vars, |vars| [1, 0].map(|value: usize| format!("one-{}", vars[value].to_dimacs())))
}

/// The board with each cell's variables; `names` gives the names of its two marks, trap and gem.
fn drawn(
    puzzle: &gems::Board,
    words: Words,
    vars: impl Iterator<Item = (usize, Vec<Var>)>,
    names: impl Fn(&[Var]) -> [String; 2],
) -> Board {
    let title = format!("{} by {} board", puzzle.rows, puzzle.cols);
    let mut board = Board { title, svg: svg(puzzle, None, &[]), words, cells: Vec::new() };
    let mut marks = String::new();
    for (index, vars) in vars {
        let (row, column) = puzzle.place(index);
        let (x, y) = (column * SIDE, row * SIDE);
        let [with, without] = names(&vars);
        let _ = writeln!(
            marks,
            "<g class=\"mark\" id=\"{with}\">{}</g><g class=\"mark\" id=\"{without}\">{}</g>{}",
            trap(x, y),
            gem(x, y),
            halo(board.cells.len(), x, y, SIDE, SIDE)
        );
        board.cells.push(Cell { name: format!("row {}, column {}", row + 1, column + 1), vars, fills: Vec::new() });
    }
    board.draw_over(&marks::group(&marks));
    board
}
