//! Drawing a sudoku as SVG: boxes or regions in heavy lines, cages dashed with their sums, givens in bold.

use super::print::digit;
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
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawn\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" \
         height=\"{size}\" font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">\n\
         <rect class=\"paper\" width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>\n"
    );
    let at = |row: usize, column: usize| (MARGIN + column * CELL, MARGIN + row * CELL);
    if sudoku.has_diagonals() {
        for k in 0..frame {
            for column in [k, frame - 1 - k] {
                let (x, y) = at(k, column);
                let _ = writeln!(
                    svg,
                    "<rect class=\"tinted\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#eef3f8\"/>"
                );
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
    let _ = writeln!(svg, "<path class=\"thin\" d=\"{thin}\" stroke=\"#999\" stroke-width=\"1\" fill=\"none\"/>");
    let _ = writeln!(
        svg,
        "<path class=\"heavy\" d=\"{heavy}\" stroke=\"#000\" stroke-width=\"3\" stroke-linecap=\"square\" fill=\"none\"/>"
    );
    cages(sudoku, &mut svg);
    for (cell, &value) in values.iter().enumerate().filter(|&(_, &value)| value > 0) {
        let (row, column) = sudoku.place(cell);
        let (x, y) = at(row, column);
        let given = sudoku.givens()[cell] == value;
        let style = match (given, guessed.get(cell)) {
            (true, _) => "class=\"given\" font-weight=\"bold\" fill=\"#000\"",
            (false, Some(true)) => "class=\"guess\" font-style=\"italic\" fill=\"#b35900\"",
            (false, _) => "class=\"found\" fill=\"#0b5fa5\"",
        };
        let value = digit(sudoku, value);
        let size = if value.len() > 2 { CELL * 2 / 5 } else { CELL * 3 / 5 };
        let (x, y) = (x + CELL / 2, y + CELL / 2 + size * 7 / 20);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" {style}>{value}</text>");
    }
    svg.push_str("</svg>\n");
    svg
}

/// How far a cage's line lies within its cells.
const INSET: i64 = 4;

fn cages(sudoku: &Sudoku, svg: &mut String) {
    for cage in sudoku.cages() {
        let places: Vec<(i64, i64)> = cage
            .cells
            .iter()
            .map(|&cell| sudoku.place(cell))
            .map(|(row, column)| (row as i64, column as i64))
            .collect();
        let mut path = String::new();
        for ring in outlines(&places) {
            for (index, (row, column)) in ring.into_iter().enumerate() {
                let _ = write!(path, "{}{column} {row}", if index == 0 { 'M' } else { 'L' });
            }
            path.push('z');
        }
        let _ = writeln!(
            svg,
            "<path class=\"cage\" d=\"{path}\" stroke=\"#555\" stroke-width=\"1\" stroke-dasharray=\"4 3\" fill=\"none\"/>"
        );
        if let Some(&(row, column)) = places.iter().min() {
            let (x, y) = (MARGIN as i64 + column * CELL as i64 + 2, MARGIN as i64 + row * CELL as i64 + 11);
            let sum = cage.sum;
            let _ = writeln!(
                svg,
                "<text class=\"sum\" x=\"{x}\" y=\"{y}\" font-size=\"10\" text-anchor=\"start\" fill=\"#333\" stroke=\"#fff\" \
                 stroke-width=\"3\" paint-order=\"stroke\">{sum}</text>"
            );
        }
    }
}

/// The outlines of a set of cells (row, column), a little within them: closed lines of points (y, x) of the picture.
/// Each runs with the cells on its right, and has points where it turns alone.
fn outlines(cells: &[(i64, i64)]) -> Vec<Vec<(i64, i64)>> {
    /// Right, down, left, up, as steps (row, column); the next one is a turn to the right.
    const WAYS: [(i64, i64); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let within = |row: i64, column: i64| cells.contains(&(row, column));
    // An edge begins at a corner of the grid and goes one way; on its right lies a cell of the set, on its left none.
    let right_of = |(row, column): (i64, i64), way: usize| match way {
        0 => (row, column),
        1 => (row, column - 1),
        2 => (row - 1, column - 1),
        _ => (row - 1, column),
    };
    let is_edge = |corner: (i64, i64), way: usize| {
        let (inner, outer) = (right_of(corner, way), right_of(corner, (way + 3) % 4));
        within(inner.0, inner.1) && !within(outer.0, outer.1)
    };
    let mut edges: Vec<((i64, i64), usize)> = Vec::new();
    for &(row, column) in cells {
        let own = [((row, column), 0), ((row, column + 1), 1), ((row + 1, column + 1), 2), ((row + 1, column), 3)];
        edges.extend(own.into_iter().filter(|&(corner, way)| is_edge(corner, way)));
    }
    let mut rings = Vec::new();
    while let Some(&start) = edges.first() {
        let (mut ring, (mut corner, mut way)) = (Vec::new(), start);
        loop {
            edges.retain(|&edge| edge != (corner, way));
            corner = (corner.0 + WAYS[way].0, corner.1 + WAYS[way].1);
            // Where two cells touch only at a corner, each keeps a line of its own.
            let turns = [1, 0, 3].map(|turn| (way + turn) % 4);
            let next = turns.into_iter().find(|&way| is_edge(corner, way)).unwrap_or(way);
            if next != way {
                // The inner side of a way is where the way to its right leads.
                let shift = [way, next].map(|way| WAYS[(way + 1) % 4]);
                let at = |corner: i64, a: i64, b: i64| MARGIN as i64 + corner * CELL as i64 + INSET * (a + b);
                ring.push((at(corner.0, shift[0].0, shift[1].0), at(corner.1, shift[0].1, shift[1].1)));
            }
            way = next;
            if (corner, way) == start {
                break;
            }
        }
        rings.push(ring);
    }
    rings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cage_is_one_closed_line() {
        // An L: six corners, the inner one outside the line.
        let ring = outlines(&[(0, 0), (1, 0), (1, 1)]);
        assert_eq!(ring.len(), 1);
        let mut corners = ring[0].clone();
        corners.sort_unstable();
        assert_eq!(corners, [(14, 14), (14, 46), (54, 46), (54, 86), (86, 14), (86, 86)]);
        // A ring of eight cells has a hole; cells that touch at a corner have a line each.
        let around: Vec<(i64, i64)> = (0..9).filter(|&k| k != 4).map(|k| (k / 3, k % 3)).collect();
        assert_eq!(outlines(&around).iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
        assert_eq!(outlines(&[(0, 0), (1, 1)]).len(), 2);
    }
}
