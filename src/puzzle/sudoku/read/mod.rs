//! Reading sudokus: the formats of sudoku files, which are recognized by their contents.
//!
//! One puzzle a line (81 characters, also 16, 256, 625; 729 pencil marks), a grid of characters or words with any
//! frame, a grid of candidates, `.sdk` headers, the 8-line files of a course, killer cages, jigsaws with drawn borders,
//! samurais of 21 rows, and DIMACS givens `rcv 0`.

mod alphabet;
mod grid;
mod jigsaw;
mod killer;
mod line;
mod rcv;
mod samurai;

use self::grid::read_grid;
use self::jigsaw::read_jigsaw;
use self::killer::read_killer;
use self::line::{line_side, read_line};
use self::rcv::{is_rcv, read_rcv};
use self::samurai::{is_samurai, read_samurai};
use crate::puzzle::SyntaxError;
use crate::puzzle::sudoku::{MAX_SIDE, Sudoku, box_shape};
use crate::puzzle::text::{Line, lines};

/// What is known of a puzzle besides its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct SudokuReadOptions {
    /// Rows and columns of a box; by default as square as the side allows.
    pub boxes: Option<(usize, usize)>,
    /// Whether the diagonals hold every digit once.
    pub diagonals: bool,
}

/// Reads one sudoku.
///
/// # Errors
/// Says where the text is not a sudoku, and what was expected.
pub fn read(text: &str, options: SudokuReadOptions) -> Result<Sudoku, SyntaxError> {
    let mut all = read_many(text, options)?;
    match all.len() {
        1 => Ok(all.remove(0)),
        _ => Err(SyntaxError::at(1, 1, format!("expected one puzzle, found {}", all.len()))),
    }
}

/// Reads all sudokus of a text: many when there is one puzzle a line, else one.
///
/// # Errors
/// Says where the text is not a sudoku, and what was expected.
pub fn read_many(text: &str, options: SudokuReadOptions) -> Result<Vec<Sudoku>, SyntaxError> {
    let mut lines: Vec<Line<'_>> = lines(text);
    for line in &mut lines {
        if let Some(comment) = line.text.find("//") {
            line.text = line.text[..comment].trim_end();
        }
    }
    let lines: Vec<Line<'_>> = lines.into_iter().filter(|line| !line.text.starts_with('#')).collect();
    let filled: Vec<Line<'_>> = lines.iter().copied().filter(|line| !line.is_blank()).collect();
    let Some(first) = filled.first() else { return Err(SyntaxError::at(1, 1, "expected a puzzle, found nothing")) };
    let mut puzzles = if filled.iter().any(|line| line.text.contains(';')) {
        vec![read_killer(&filled, options)?]
    } else if first.text.trim_start().starts_with("--- ---") {
        vec![read_jigsaw(&lines)?]
    } else if first.text.starts_with("p cnf") || first.text.starts_with("c ") || is_rcv(&filled) {
        vec![read_rcv(&filled, options)?]
    } else if is_samurai(&filled) {
        vec![read_samurai(&filled)?]
    } else if let Some(side) = line_side(&filled) {
        filled.iter().map(|&line| read_line(line, side, options)).collect::<Result<_, _>>()?
    } else {
        vec![read_grid(&filled, options)?]
    };
    if options.diagonals {
        puzzles.iter_mut().for_each(Sudoku::add_diagonals);
    }
    Ok(puzzles)
}

/// An empty sudoku of this side with the boxes asked for.
fn blank(side: usize, options: SudokuReadOptions, line: usize) -> Result<Sudoku, SyntaxError> {
    let (rows, columns) = options.boxes.unwrap_or_else(|| box_shape(side));
    if rows.checked_mul(columns) != Some(side) {
        return Err(SyntaxError::at(
            line,
            1,
            format!("expected boxes that fit {side} digits, asked for {rows}x{columns}"),
        ));
    }
    Sudoku::with_boxes(rows, columns)
        .ok_or_else(|| SyntaxError::at(line, 1, format!("expected a side of 1 to {MAX_SIDE}, found {side}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::sudoku::Layout;

    fn shapes(text: &str) -> Vec<(usize, usize)> {
        let all = read_many(text, SudokuReadOptions::default()).expect("sudokus");
        let shape = |sudoku: &Sudoku| match *sudoku.layout() {
            Layout::Boxes(rows, columns) => (rows, columns),
            _ => (0, 0),
        };
        all.iter().map(shape).collect()
    }

    #[test]
    fn lines_and_grids_are_told_apart() {
        let four = "1...............\n";
        assert_eq!(shapes(four), [(2, 2)]);
        assert_eq!(shapes(&four.repeat(15)), [(2, 2); 15]);
        assert_eq!(shapes(&four.repeat(16)), [(2, 2); 16]);
        assert_eq!(shapes(&"................\n".repeat(16)), [(4, 4)]);
        assert_eq!(shapes(&format!("...G............\n{}", four.repeat(15))), [(4, 4)]);
        let six = "1...................................\n";
        assert_eq!(shapes(&six.repeat(36)), [(2, 3); 36]);
        assert_eq!(shapes(&format!("A{}", six.repeat(36).replacen('1', "", 1))), [(6, 6)]);
        assert_eq!(shapes(&format!("1{}\n", ".".repeat(143)).repeat(2)), [(3, 4); 2]);
        assert_eq!(shapes(&format!("1{}\n", ".".repeat(63)).repeat(64)), [(2, 4); 64]);
        assert_eq!(shapes(&format!("1{}\n", ".".repeat(80)).repeat(81)), [(3, 3); 81]);
        assert_eq!(shapes(&format!("1R{}\n", ".".repeat(727))), [(3, 9)]);
        assert_eq!(shapes(&format!("1.{}\n", ".".repeat(727))), [(3, 3)]);
    }

    #[test]
    fn boxes_are_stated_or_drawn() {
        let blank = ".".repeat(36);
        assert_eq!(shapes(&format!("{blank} 3x2\n{blank}\n{blank} 1x6\n")), [(3, 2), (2, 3), (1, 6)]);
        let error = read(&format!("{blank} 4x2"), SudokuReadOptions::default()).expect_err("8 is not 6").to_string();
        assert_eq!(error, "1:1: expected boxes that fit 6 digits, asked for 4x2");
        let row = |bar: &str| format!("0 0{bar} 0 0{bar} 0 0\n");
        let rule = "------+-----+----\n";
        assert_eq!(shapes(&row(" |").repeat(6)), [(3, 2)]);
        assert_eq!(shapes(&format!("{0}{rule}{0}", row(" |").repeat(3))), [(3, 2)]);
        assert_eq!(shapes(&format!("{0}{rule}{0}{rule}{0}", row("").repeat(2))), [(2, 3)]);
        // Bars and rules that contradict each other, and bars between all cells, draw nothing.
        assert_eq!(shapes(&format!("{0}{rule}{0}{rule}{0}", row(" |").repeat(2))), [(2, 3)]);
        assert_eq!(shapes(&"|0|0|0|0|0|0|\n".repeat(6)), [(2, 3)]);
    }
}
