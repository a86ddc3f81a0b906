//! Writing sudokus as text.

use super::encode::name;
use crate::puzzle::sudoku::{First, Layout, Sudoku, box_shape};
use std::fmt::Write;

/// A digit as the puzzle writes it, or a blank.
pub fn digit(sudoku: &Sudoku, value: u16) -> String {
    let notation = sudoku.notation();
    if value == 0 { notation.blank().into() } else { notation.digit(value) }
}

/// How many characters the widest digit takes.
fn width(sudoku: &Sudoku) -> usize {
    digit(sudoku, sudoku.side() as u16).len()
}

/// The grid for people: digits between blanks, boxes between bars and rules, blank cells as 0, or as dots where 0 is a
/// digit. A 9 by 9 grid has lines like `5 2 3 | 6 7 1 | 9 8 4` and rules of 21 dashes.
pub fn grid(sudoku: &Sudoku, values: &[u16]) -> String {
    match sudoku.layout() {
        Layout::Boxes(rows, columns) => boxes(sudoku, *rows, *columns, values),
        Layout::Regions(regions) => jigsaw(sudoku, regions, values),
        Layout::Samurai => samurai(sudoku, values),
    }
}

/// Whether these values do not show their notation of digits, so that a reader would take them for other digits.
fn unclear(sudoku: &Sudoku, values: &[u16]) -> bool {
    let (side, holds) = (sudoku.side(), |value: u16| values.contains(&value));
    match sudoku.notation().first {
        First::One => false,
        First::Zero => side <= 9 || holds(0) && !holds(1),
        First::A => !values.iter().any(|&value| usize::from(value) + 9 > side),
    }
}

fn boxes(sudoku: &Sudoku, rows: usize, columns: usize, values: &[u16]) -> String {
    let (side, width) = (sudoku.side(), width(sudoku));
    let mut text = String::new();
    if unclear(sudoku, values) {
        let _ = writeln!(text, "digits from {}", sudoku.notation().first);
    }
    for (r, row) in values.chunks(side).enumerate() {
        let mut line = String::new();
        for (c, value) in row.iter().enumerate() {
            let before = if c == 0 {
                ""
            } else if c % columns == 0 {
                " | "
            } else {
                " "
            };
            let _ = write!(line, "{before}{:>width$}", digit(sudoku, *value));
        }
        if r > 0 && r % rows == 0 {
            text.push_str(&"-".repeat(line.len()));
            text.push('\n');
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Drawn borders, the form in which jigsaws are read.
fn jigsaw(sudoku: &Sudoku, regions: &[usize], values: &[u16]) -> String {
    let side = sudoku.side();
    let mut text = format!("{}\n", " ---".repeat(side));
    for r in 0..side {
        text.push('|');
        for c in 0..side {
            let cell = r * side + c;
            let value = if values[cell] == 0 { String::new() } else { digit(sudoku, values[cell]) };
            let open = c + 1 < side && regions[cell] == regions[cell + 1];
            let _ = write!(text, "{value:^3}{}", if open { ' ' } else { '|' });
        }
        text.push('\n');
        let mut rule = String::new();
        for cell in r * side..(r + 1) * side {
            let open = r + 1 < side && regions[cell] == regions[cell + side];
            rule.push_str(if open { "    " } else { " ---" });
        }
        text.push_str(rule.trim_end());
        text.push('\n');
    }
    text
}

fn samurai(sudoku: &Sudoku, values: &[u16]) -> String {
    let mut text = String::new();
    for row in 0..21 {
        let mut line = String::new();
        for column in 0..21 {
            let value = sudoku.cell_at(row, column).map(|cell| values[cell]);
            line.push_str(&value.map_or(" ".into(), |value| character(sudoku, value)));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The grid for a terminal: boxes or regions in lines, givens bold, other digits blue, blank cells as dots.
pub fn colored(sudoku: &Sudoku, values: &[u16]) -> String {
    let (frame, width) = (sudoku.frame(), width(sudoku));
    let here = |row: Option<usize>, column: Option<usize>| {
        let cell = row.zip(column).and_then(|(row, column)| sudoku.cell_at(row, column));
        cell.map(|cell| sudoku.box_of(cell))
    };
    // Whether a line runs above the cell at this place, and left of it.
    let above = |row: usize, column: usize| here(row.checked_sub(1), Some(column)) != here(Some(row), Some(column));
    let left = |row: usize, column: usize| here(Some(row), column.checked_sub(1)) != here(Some(row), Some(column));
    let mut text = String::new();
    for row in 0..=frame {
        if (0..frame).any(|column| above(row, column)) {
            let mut line = String::new();
            for column in 0..=frame {
                let up = row > 0 && left(row - 1, column);
                let (down, right) = (row < frame && left(row, column), column < frame && above(row, column));
                let back = column > 0 && above(row, column - 1);
                const JOINTS: [char; 16] =
                    [' ', '╵', '╷', '│', '╶', '└', '┌', '├', '╴', '┘', '┐', '┤', '─', '┴', '┬', '┼'];
                let arms = [up, down, right, back].iter().rev().fold(0, |arms, &arm| 2 * arms + usize::from(arm));
                line.push(JOINTS[arms]);
                if column < frame {
                    line.extend(std::iter::repeat_n(if right { '─' } else { ' ' }, width + 2));
                }
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        for column in (0..=frame).filter(|_| row < frame) {
            text.push(if left(row, column) { '│' } else { ' ' });
            let cell = sudoku.cell_at(row, column);
            match cell.map(|cell| (values[cell], sudoku.givens()[cell])) {
                Some((0, _)) => drop(write!(text, "\x1b[2m {:>width$} \x1b[0m", '·')),
                Some((value, given)) => {
                    let code = if value == given { "1" } else { "34" };
                    let _ = write!(text, "\x1b[{code}m {:>width$} \x1b[0m", digit(sudoku, value));
                }
                None if column < frame => drop(write!(text, " {:>width$} ", "")),
                None => text.push('\n'),
            }
        }
    }
    text
}

/// One line, one character a cell: `.` for a blank, 1-9, then letters from A = 10, or as the puzzle counts; behind
/// boxes of an unusual shape, that shape, as in `1..6.. 3x2`. `None` for fewer than 4 or more than 35 digits, and for
/// samurais, which are no square.
pub fn line(sudoku: &Sudoku, values: &[u16]) -> Option<String> {
    if !(4..=35).contains(&sudoku.side()) || *sudoku.layout() == Layout::Samurai {
        return None;
    }
    if sudoku.notation().first == First::A && sudoku.side() > 26 {
        return None;
    }
    let mut line: String = values.iter().map(|&value| character(sudoku, value)).collect();
    // 729 characters without letters would be pencil marks.
    let like_marks = sudoku.side() == 27 && values.iter().all(|&value| value < 10);
    if let Some((rows, columns)) = unusual_boxes(sudoku).or(like_marks.then_some((3, 9))) {
        let _ = write!(line, " {rows}x{columns}");
    }
    if unclear(sudoku, values) {
        let _ = write!(line, " digits from {}", sudoku.notation().first);
    }
    Some(line)
}

/// The shape of the boxes, if it is not the one that a reader would assume.
fn unusual_boxes(sudoku: &Sudoku) -> Option<(usize, usize)> {
    match *sudoku.layout() {
        Layout::Boxes(rows, columns) => Some((rows, columns)).filter(|shape| *shape != box_shape(sudoku.side())),
        _ => None,
    }
}

fn character(sudoku: &Sudoku, value: u16) -> String {
    if value == 0 { ".".into() } else { sudoku.notation().in_characters().digit(value) }
}

/// The puzzle in a form that the reader takes back: cages for killers, else a grid; boxes of an unusual shape are
/// stated above it.
pub fn puzzle(sudoku: &Sudoku) -> String {
    if !sudoku.cages().is_empty() {
        return killer(sudoku);
    }
    let heading = unusual_boxes(sudoku).map_or(String::new(), |(rows, columns)| format!("{rows} {columns}\n"));
    heading + &grid(sudoku, sudoku.givens())
}

fn killer(sudoku: &Sudoku) -> String {
    let mut text = format!("{} {}\n", sudoku.side(), sudoku.cages().len());
    for cage in sudoku.cages() {
        let _ = write!(text, "{}", cage.sum);
        for &cell in &cage.cells {
            let (row, column) = sudoku.place(cell);
            let _ = write!(text, ";{row},{column}");
        }
        text.push('\n');
    }
    text
}

/// A cell for messages: `r3c7`, rows and columns from 1.
pub fn cell(sudoku: &Sudoku, cell: usize) -> String {
    let (row, column) = sudoku.place(cell);
    format!("r{}c{}", row + 1, column + 1)
}

/// One line a variable: its name, with a `-` before those that are false (a `.sol` file).
pub fn names(sudoku: &Sudoku, values: &[u16]) -> String {
    let mut text = String::new();
    for (cell, &value) in values.iter().enumerate() {
        for digit in 1..=sudoku.side() as u16 {
            let sign = if value == digit { "" } else { "-" };
            let _ = writeln!(text, "{sign}{}", name(sudoku, cell, digit));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_show_boxes_and_givens() {
        let mut board = Sudoku::with_boxes(1, 2).expect("a size");
        board.set(0, 2);
        let picture = colored(&board, &[2, 1, 0, 0]);
        let plain =
            picture.replace("\x1b[1m", "").replace("\x1b[34m", "").replace("\x1b[2m", "").replace("\x1b[0m", "");
        assert_eq!(plain, "┌───────┐\n│ 2   1 │\n├───────┤\n│ ·   · │\n└───────┘\n");
        assert!(picture.contains("\x1b[1m 2 ") && picture.contains("\x1b[34m 1 "));
        assert_eq!(colored(&Sudoku::samurai(), &[0; 369]).lines().count(), 21 + 8);
    }
}
