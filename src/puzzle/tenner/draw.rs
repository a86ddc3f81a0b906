//! Pictures of grids.

use super::Grid;
use crate::util::words::many;
use std::fmt::Write as _;

/// The side of a cell in the picture's units.
pub const SIDE: usize = 36;

/// The grid as an SVG picture: givens bold on a tinted ground, other digits blue, the sums below.
pub fn svg(puzzle: &Grid, solution: Option<&Grid>) -> String {
    let (width, height) = (puzzle.columns * SIDE, (puzzle.rows() + 1) * SIDE);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawn\" viewBox=\"-2 -2 {w} {h}\" width=\"{w}\" height=\"{h}\">\n\
         <title>Tenner grid of {}</title>\n\
         <g font-family=\"sans-serif\" font-size=\"20\" text-anchor=\"middle\">",
        many(puzzle.rows(), "row"),
        w = width + 4,
        h = height + 4
    );
    let mut square = |index: usize, ground: &str, digit: &str, text: &str| {
        let (row, column) = (index / puzzle.columns, index % puzzle.columns);
        let (x, y) = (column * SIDE, row * SIDE);
        let _ = writeln!(
            svg,
            "<rect {ground} x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" stroke=\"#555\"/>\
             <text {digit} x=\"{}\" y=\"{}\">{text}</text>",
            x + SIDE / 2,
            y + SIDE / 2 + 7
        );
    };
    for (cell, digit) in puzzle.cells.iter().enumerate() {
        let shown = digit.or_else(|| solution.and_then(|solution| solution.cells.get(cell).copied().flatten()));
        let (ground, class) = match digit {
            Some(_) => ("class=\"tile fixed\" fill=\"#f0eee7\"", "class=\"given\" font-weight=\"bold\" fill=\"#000\""),
            None => ("class=\"tile\" fill=\"#fff\"", "class=\"found\" fill=\"#0b5fa5\""),
        };
        square(cell, ground, class, &shown.map_or(String::new(), |digit| digit.to_string()));
    }
    for (column, sum) in puzzle.sums.iter().enumerate() {
        let text = sum.map_or(String::new(), |sum| sum.to_string());
        square(
            puzzle.cells.len() + column,
            "class=\"tile total\" fill=\"#dcd7c8\"",
            "class=\"given\" fill=\"#000\"",
            &text,
        );
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// The grid for a terminal with colours: given digits bold, found ones blue, blanks as dots, the sums below a line.
pub fn colored(puzzle: &Grid, filled: &Grid) -> String {
    let mut text = String::new();
    for (row, cells) in filled.cells.chunks(filled.columns).enumerate() {
        for (column, digit) in cells.iter().enumerate() {
            let given = puzzle.cells[row * puzzle.columns + column].is_some();
            let _ = match digit {
                None => write!(text, "  \x1b[2m.\x1b[0m "),
                Some(digit) if given => write!(text, "  \x1b[1m{digit}\x1b[0m "),
                Some(digit) => write!(text, "  \x1b[34m{digit}\x1b[0m "),
            };
        }
        text.push('\n');
    }
    text.push_str(&"----".repeat(filled.columns));
    text.push('\n');
    for sum in &filled.sums {
        let _ = write!(text, "{:>3} ", sum.map_or("?".into(), |sum| sum.to_string()));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_digits_differ_from_given_ones() {
        let puzzle = Grid { columns: 2, cells: vec![Some(1), None, None, Some(2)], sums: vec![Some(4), None] };
        let filled = puzzle.filled([1, 5, 3, 2]);
        let text = colored(&puzzle, &filled);
        assert!(text.contains("\x1b[1m1\x1b[0m") && text.contains("\x1b[34m5\x1b[0m") && text.ends_with("  4   ? \n"));
        assert_eq!(svg(&puzzle, Some(&filled)).matches("class=\"found\"").count(), 2);
    }
}
