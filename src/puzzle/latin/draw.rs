//! Pictures of squares.

use super::Square;
use std::fmt::Write as _;

/// The side of a cell in the picture's units.
pub(crate) const SIDE: usize = 36;

/// The square as an SVG picture: givens black, other numbers blue.
pub fn svg(puzzle: &Square, solution: Option<&Square>) -> String {
    let width = puzzle.size * SIDE + 4;
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-2 -2 {width} {width}\" width=\"{width}\" \
         height=\"{width}\">\n<title>Latin square of size {}</title>\n\
         <g font-family=\"sans-serif\" font-size=\"20\" text-anchor=\"middle\">",
        puzzle.size
    );
    for (cell, given) in puzzle.cells.iter().enumerate() {
        let (row, column) = puzzle.place(cell);
        let (x, y) = (column * SIDE, row * SIDE);
        let shown = given.or_else(|| solution.and_then(|solution| solution.cells.get(cell).copied().flatten()));
        let colour = if given.is_some() { "#111" } else { "#0050a0" };
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#fff\" stroke=\"#555\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\">{}</text>",
            x + SIDE / 2,
            y + SIDE / 2 + 7,
            shown.map_or(String::new(), |value| (value + 1).to_string())
        );
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// The square for a terminal with colours: given numbers bold, found ones blue, blanks as dots.
pub fn coloured(puzzle: &Square, filled: &Square) -> String {
    let width = puzzle.size.to_string().len() + 1;
    let mut text = String::new();
    for (cell, value) in filled.cells.iter().enumerate() {
        let given = puzzle.cells.get(cell).is_some_and(Option::is_some);
        let _ = match value {
            None => write!(text, "\x1b[2m{:>width$}\x1b[0m", "."),
            Some(value) if given => write!(text, "\x1b[1m{:>width$}\x1b[0m", value + 1),
            Some(value) => write!(text, "\x1b[34m{:>width$}\x1b[0m", value + 1),
        };
        if (cell + 1) % filled.size == 0 {
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_numbers_differ_from_given_ones() {
        let puzzle = Square::parse("1 _\n_ _").expect("a square");
        let filled = puzzle.filled([0, 1, 1, 0]);
        let text = coloured(&puzzle, &filled);
        assert!(text.contains("\x1b[1m 1\x1b[0m") && text.contains("\x1b[34m 2\x1b[0m"), "{text}");
        assert_eq!(svg(&puzzle, Some(&filled)).matches("#0050a0").count(), 3);
    }
}
