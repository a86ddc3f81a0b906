//! Drawing a sudoku as SVG: boxes or regions in heavy lines, cages dashed with their sums, givens in bold.

use crate::puzzle::sudoku::Sudoku;
use std::fmt::Write;

/// The side of a cell in the picture's units.
pub const CELL: usize = 40;
/// The white margin around the grid.
pub const MARGIN: usize = 10;

/// The picture; `values` are the digits of a solution, or the givens. Cells that are filled but not given are blue;
/// `guessed` marks those that are not certain, which are drawn in orange italics.
pub fn svg(sudoku: &Sudoku, values: &[u16], guessed: &[bool]) -> String {
    let frame = sudoku.frame();
    let size = frame * CELL + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" \
         font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">\n\
         <rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>\n"
    );
    let at = |row: usize, column: usize| (MARGIN + column * CELL, MARGIN + row * CELL);
    if sudoku.has_diagonals() {
        for k in 0..frame {
            for column in [k, frame - 1 - k] {
                let (x, y) = at(k, column);
                let _ =
                    writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#eef3f8\"/>");
            }
        }
    }
    // Thin lines where neighbours share a box, heavy ones where they do not; each edge once.
    let (mut thin, mut heavy) = (String::new(), String::new());
    let box_at =
        |row: Option<usize>, column: Option<usize>| sudoku.cell_at(row?, column?).map(|cell| sudoku.box_of(cell));
    for row in 0..=frame {
        for column in 0..=frame {
            let here = box_at(Some(row), Some(column));
            let (x, y) = at(row, column);
            for (other, path) in [
                (box_at(row.checked_sub(1), Some(column)), format!("M{x} {y}h{CELL}")),
                (box_at(Some(row), column.checked_sub(1)), format!("M{x} {y}v{CELL}")),
            ] {
                if here.is_some() || other.is_some() {
                    if here == other { &mut thin } else { &mut heavy }.push_str(&path);
                }
            }
        }
    }
    let _ = writeln!(svg, "<path d=\"{thin}\" stroke=\"#999\" stroke-width=\"1\" fill=\"none\"/>");
    let _ = writeln!(
        svg,
        "<path d=\"{heavy}\" stroke=\"#000\" stroke-width=\"3\" stroke-linecap=\"square\" fill=\"none\"/>"
    );
    cages(sudoku, &mut svg);
    for (cell, &value) in values.iter().enumerate().filter(|&(_, &value)| value > 0) {
        let (row, column) = sudoku.place(cell);
        let (x, y) = at(row, column);
        let given = sudoku.givens()[cell] == value;
        let style = match (given, guessed.get(cell)) {
            (true, _) => "font-weight=\"bold\" fill=\"#000\"",
            (false, Some(true)) => "font-style=\"italic\" fill=\"#b35900\"",
            (false, _) => "fill=\"#0b5fa5\"",
        };
        let size = if value > 99 { CELL * 2 / 5 } else { CELL * 3 / 5 };
        let (x, y) = (x + CELL / 2, y + CELL / 2 + size * 7 / 20);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" {style}>{value}</text>");
    }
    svg.push_str("</svg>\n");
    svg
}

fn cages(sudoku: &Sudoku, svg: &mut String) {
    const INSET: usize = 4;
    let inner = CELL - 2 * INSET;
    for cage in sudoku.cages() {
        let mut path = String::new();
        let within = |row: Option<usize>, column: Option<usize>| {
            row.zip(column).and_then(|(r, c)| sudoku.cell_at(r, c)).is_some_and(|cell| cage.cells.contains(&cell))
        };
        for &cell in &cage.cells {
            let (row, column) = sudoku.place(cell);
            let (x, y) = (MARGIN + column * CELL + INSET, MARGIN + row * CELL + INSET);
            let (right, below) = (x + inner, y + inner);
            let sides = [
                (within(row.checked_sub(1), Some(column)), format!("M{x} {y}h{inner}")),
                (within(Some(row + 1), Some(column)), format!("M{x} {below}h{inner}")),
                (within(Some(row), column.checked_sub(1)), format!("M{x} {y}v{inner}")),
                (within(Some(row), Some(column + 1)), format!("M{right} {y}v{inner}")),
            ];
            sides.into_iter().filter(|(open, _)| !open).for_each(|(_, side)| path.push_str(&side));
        }
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" stroke=\"#555\" stroke-width=\"1\" stroke-dasharray=\"4 3\" fill=\"none\"/>"
        );
        if let Some((row, column)) = cage.cells.iter().map(|&cell| sudoku.place(cell)).min() {
            let (x, y) = (MARGIN + column * CELL + INSET + 1, MARGIN + row * CELL + INSET + 9);
            let sum = cage.sum;
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"10\" text-anchor=\"start\" fill=\"#333\" stroke=\"#fff\" \
                 stroke-width=\"2\" paint-order=\"stroke\">{sum}</text>"
            );
        }
    }
}
