//! Writing sudokus as text.

use crate::encode::sudoku::{Layout, Sudoku};
use std::fmt::Write;

/// The grid for people: digits between blanks, boxes between bars and rules, 0 for a blank cell. A 9 by 9 grid has
/// lines like `5 2 3 | 6 7 1 | 9 8 4` and rules of 21 dashes, the layout of report 002.
pub fn grid(sudoku: &Sudoku, values: &[u16]) -> String {
    match sudoku.layout() {
        Layout::Boxes(rows, columns) => boxes(sudoku.side(), *rows, *columns, values),
        Layout::Regions(regions) => jigsaw(sudoku.side(), regions, values),
        Layout::Samurai => samurai(sudoku, values),
    }
}

fn boxes(side: usize, rows: usize, columns: usize, values: &[u16]) -> String {
    let width = side.to_string().len();
    let mut text = String::new();
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
            let _ = write!(line, "{before}{value:>width$}");
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
fn jigsaw(side: usize, regions: &[usize], values: &[u16]) -> String {
    let mut text = format!("{}\n", " ---".repeat(side));
    for r in 0..side {
        text.push('|');
        for c in 0..side {
            let cell = r * side + c;
            let value = if values[cell] == 0 { String::new() } else { values[cell].to_string() };
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
            line.push(value.map_or(' ', character));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// One character a digit: `.` for blank, 1-9, then letters from A = 10. `None` above 35 digits.
pub fn one_line(values: &[u16], side: usize) -> Option<String> {
    (side <= 35).then(|| values.iter().map(|&value| character(value)).collect())
}

fn character(value: u16) -> char {
    if value == 0 { '.' } else { char::from_digit(u32::from(value), 36).map_or('?', |c| c.to_ascii_uppercase()) }
}

/// The puzzle in a form that the reader takes back: drawn for jigsaws and samurais, cages for killers, a line for grids
/// of up to 35 digits with boxes of the usual shape, else a grid.
pub fn puzzle(sudoku: &Sudoku) -> String {
    if !sudoku.cages().is_empty() {
        return killer(sudoku);
    }
    grid(sudoku, sudoku.givens())
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
