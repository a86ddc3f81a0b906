//! Puzzles as finite-domain problems: from plain data, and from the boards that are encoded as formulas too.

use super::Problem;
use crate::encode::coloring::Graph;
use crate::encode::queens::Queens;
use crate::encode::sudoku::Sudoku;
use crate::puzzle::gems::Board;
use std::fmt;

/// A puzzle could not be posed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PoseError {
    /// More than `2^31 - 1` values of all variables together.
    TooLarge,
    /// A variable, a value or a number that does not exist or is out of range.
    OutOfRange,
    /// The number of cells does not fit the shape.
    Shape {
        /// How many cells the shape has.
        expected: usize,
        /// How many were given.
        given: usize,
    },
}

impl fmt::Display for PoseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PoseError::TooLarge => f.write_str("the problem has too many variables or values"),
            PoseError::OutOfRange => f.write_str("a cell or a value is out of range"),
            PoseError::Shape { expected, given } => write!(f, "expected {expected} cells, not {given}"),
        }
    }
}

impl std::error::Error for PoseError {}

/// The digits of a Tenner grid.
pub(super) const DIGITS: usize = 10;

/// A Tenner grid: digits `0..=9`, all different in a row, different from the cells above, below and diagonally next to
/// them, columns with given sums (`None`: not given). `grid` holds the cells row by row; there are as many columns as
/// sums, at most ten. Variable `row * columns + column` is a cell.
///
/// # Errors
/// When the cells are not whole rows, there are no columns or more than ten, or a digit exceeds 9.
pub fn tenner(grid: &[Option<u8>], sums: &[Option<u32>]) -> Result<Problem, PoseError> {
    let columns = sums.len();
    if columns == 0 || columns > DIGITS {
        return Err(PoseError::OutOfRange);
    }
    let rows = grid.len() / columns;
    if rows * columns != grid.len() {
        return Err(PoseError::Shape { expected: (rows + 1) * columns, given: grid.len() });
    }
    let mut problem = Problem::new(grid.len(), DIGITS)?;
    fix_given(&mut problem, grid.iter().map(|cell| cell.map(usize::from)))?;
    for row in 0..rows {
        problem.all_different((0..columns).map(|column| row * columns + column))?;
    }
    for row in 1..rows {
        for column in 0..columns {
            for above in column.saturating_sub(1)..(column + 2).min(columns) {
                problem.not_equal((row - 1) * columns + above, row * columns + column)?;
            }
        }
    }
    for (column, sum) in sums.iter().enumerate() {
        if let &Some(sum) = sum {
            problem.sum((0..rows).map(|row| row * columns + column), i64::from(sum))?;
        }
    }
    Ok(problem)
}

/// A sudoku with boxes of `box_rows` x `box_columns` cells, so that there are `n = box_rows * box_columns` rows, columns
/// and digits `1..=n`. `grid` holds the `n * n` cells row by row. Variable `row * n + column` is a cell; its value is the
/// digit less 1.
///
/// # Errors
/// When the cells do not fit the shape, a digit is 0 or exceeds `n`, or `n` is 0 or exceeds 255.
pub fn sudoku(box_rows: usize, box_columns: usize, grid: &[Option<u8>]) -> Result<Problem, PoseError> {
    let n = box_rows.checked_mul(box_columns).filter(|n| (1..=255).contains(n)).ok_or(PoseError::OutOfRange)?;
    if grid.len() != n * n {
        return Err(PoseError::Shape { expected: n * n, given: grid.len() });
    }
    let mut problem = Problem::new(n * n, n)?;
    if grid.contains(&Some(0)) {
        return Err(PoseError::OutOfRange);
    }
    fix_given(&mut problem, grid.iter().map(|cell| cell.map(|digit| usize::from(digit) - 1)))?;
    for group in 0..n {
        problem.all_different((0..n).map(|column| group * n + column))?;
        problem.all_different((0..n).map(|row| row * n + group))?;
        // As many boxes stand beside each other as a box has rows.
        let (top, left) = (group / box_rows * box_rows, group % box_rows * box_columns);
        problem.all_different((0..n).map(|cell| (top + cell / box_columns) * n + left + cell % box_columns))?;
    }
    Ok(problem)
}

/// `n` queens on a board of `n` x `n`, some of them placed as (row, column). Variable `row` has its queen's column as
/// value.
///
/// # Errors
/// When a placed queen is off the board, or `n * n` is too large.
pub fn queens(n: usize, placed: &[(usize, usize)]) -> Result<Problem, PoseError> {
    let mut problem = Problem::new(n, n)?;
    for &(row, column) in placed {
        problem.fix(row, column)?;
    }
    problem.all_different(0..n)?;
    problem.all_different_by((0..n).map(|row| (row, row as i64)))?;
    problem.all_different_by((0..n).map(|row| (row, -(row as i64))))?;
    Ok(problem)
}

/// A colouring of a graph: vertices from 0, edges between two of them, repeated ones allowed. Variable `vertex` has a
/// colour `0..colors`. An edge from a vertex to itself makes the problem unsolvable.
///
/// # Errors
/// When an edge names a vertex that does not exist, or the problem is too large.
pub fn coloring(vertices: usize, colors: usize, edges: &[(usize, usize)]) -> Result<Problem, PoseError> {
    let mut problem = Problem::new(vertices, colors)?;
    let mut edges: Vec<(usize, usize)> = edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    edges.dedup();
    for (a, b) in edges {
        if a != b {
            problem.not_equal(a, b)?;
        } else {
            (0..colors).try_for_each(|color| problem.forbid(a, color))?;
        }
    }
    Ok(problem)
}

/// A sudoku board of any size and variant: rows, columns, boxes or regions, diagonals, cages, givens and excluded digits.
/// Variable `cell` is a cell in reading order; its value is the digit less 1.
///
/// # Errors
/// When there are too many values.
pub fn sudoku_board(board: &Sudoku) -> Result<Problem, PoseError> {
    let mut problem = Problem::new(board.num_cells(), board.side())?;
    let given = |&digit: &u16| usize::from(digit).checked_sub(1);
    fix_given(&mut problem, board.givens().iter().map(given))?;
    for &(cell, digit) in board.excluded() {
        problem.forbid(cell, usize::from(digit).checked_sub(1).ok_or(PoseError::OutOfRange)?)?;
    }
    for group in board.groups() {
        problem.all_different(group.cells.iter().copied())?;
    }
    for cage in board.cages() {
        problem.all_different(cage.cells.iter().copied())?;
        problem.sum(cage.cells.iter().copied(), i64::from(cage.sum) - cage.cells.len() as i64)?;
    }
    Ok(problem)
}

/// A queens board with its placed queens and blocked squares. Variable `row` has its queen's column as value.
///
/// # Errors
/// When a placed queen is off the board.
pub fn queens_board(board: &Queens) -> Result<Problem, PoseError> {
    let mut problem = queens(board.size(), &board.placed)?;
    for (row, column) in board.blocked() {
        problem.forbid(row, column)?;
    }
    Ok(problem)
}

/// A colouring of a graph with so many colours; the vertices of `clique`, all joined with each other, get the first
/// colours in their order, which loses no colouring up to renaming. Variable `vertex` has a colour `0..colors`.
///
/// # Errors
/// When a vertex of the clique does not exist, or the problem is too large.
pub fn graph(graph: &Graph, colors: usize, clique: &[usize]) -> Result<Problem, PoseError> {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let mut problem = coloring(graph.len(), colors, &edges)?;
    for (color, &vertex) in clique.iter().enumerate() {
        if color < colors {
            problem.fix(vertex, color)?;
        } else {
            (0..colors).try_for_each(|color| problem.forbid(vertex, color))?;
        }
    }
    Ok(problem)
}

/// A gem hunter or minesweeper board: variable `i` is its `i`-th unknown cell in row order, 1 for a trap and 0 for none; each
/// number is a sum, and so is `total`, the number of traps on the whole board, if told.
///
/// # Errors
/// When there are too many cells or traps.
pub fn gems(board: &Board, total: Option<usize>) -> Result<Problem, PoseError> {
    let unknown: Vec<usize> = board.unknown_cells().collect();
    let mut problem = Problem::new(unknown.len(), 2)?;
    for constraint in board.constraints() {
        let number = |&cell: &u32| unknown.partition_point(|&other| other < cell as usize);
        problem.sum(constraint.cells.iter().map(number), i64::from(constraint.traps))?;
    }
    if let Some(total) = total {
        let total = i64::try_from(total).map_err(|_| PoseError::OutOfRange)?;
        problem.sum(0..unknown.len(), total - board.given_traps() as i64)?;
    }
    Ok(problem)
}

fn fix_given(problem: &mut Problem, cells: impl Iterator<Item = Option<usize>>) -> Result<(), PoseError> {
    for (var, value) in cells.enumerate() {
        if let Some(value) = value {
            problem.fix(var, value)?;
        }
    }
    Ok(())
}
