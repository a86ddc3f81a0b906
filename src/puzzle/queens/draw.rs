//! Boards of queens as SVG: one board, or the states of a search one after the other.

use super::trace::Frame;
use crate::puzzle::queens::{Queens, attacks};
use std::fmt::Write;

/// The side of a square in the picture's units.
pub const SQUARE: usize = 40;
/// The margin around the board, where the numbers stand.
pub const MARGIN: usize = 24;
/// The radius of the dot on a square that stays empty.
pub(crate) const EMPTY: usize = 5;
/// A crown of five points on a base, in a square, drawn so that no font is needed.
pub(crate) const CROWN: &str = "M8 30L5 12L13 21L14 8L20 20L26 8L27 21L35 12L32 30zM8 32h24v3h-24z";

/// The board with its queens: those placed beforehand black, others blue, blocked squares crossed out, and a dot on
/// squares that are known to stay `empty`.
pub fn svg(puzzle: &Queens, queens: &[(usize, usize)], empty: &[(usize, usize)]) -> String {
    let mut svg = start(puzzle, 0);
    board(puzzle, &mut svg);
    for &(row, column) in empty {
        let (x, y) = (MARGIN + column * SQUARE + SQUARE / 2, MARGIN + row * SQUARE + SQUARE / 2);
        let _ = writeln!(svg, "<circle class=\"no-queen\" cx=\"{x}\" cy=\"{y}\" r=\"{EMPTY}\" fill=\"#4a3520\"/>");
    }
    draw_queens(puzzle, queens, false, &mut svg);
    svg.push_str("</svg>\n");
    svg
}

/// A search, state by state, `seconds` each; attacked squares are shaded, and below stands what the search says.
pub fn animation(puzzle: &Queens, states: &[Frame], seconds: f64) -> String {
    let mut svg = start(puzzle, 24);
    board(puzzle, &mut svg);
    let (size, total) = (puzzle.size(), seconds * states.len() as f64);
    let below = 2 * MARGIN + size * SQUARE + 8;
    for (index, state) in states.iter().enumerate() {
        // Each state is shown during its own slice of the animation, the last one until the end.
        let from = index as f64 / states.len() as f64;
        let to = (index + 1) as f64 / states.len() as f64;
        let _ = write!(
            svg,
            "<g opacity=\"0\"><animate attributeName=\"opacity\" calcMode=\"discrete\" dur=\"{total:.2}s\" \
             repeatCount=\"indefinite\" keyTimes=\"0;{from:.6};{to:.6}\" values=\"0;1;0\"/>"
        );
        draw_queens(puzzle, &state.queens, true, &mut svg);
        let (step, caption) = (index + 1, &state.caption);
        let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{below}\" font-size=\"14\">step {step}, {caption}</text></g>");
    }
    svg.push_str("</svg>\n");
    svg
}

fn start(puzzle: &Queens, more: usize) -> String {
    let width = 2 * MARGIN + puzzle.size() * SQUARE;
    let height = width + more;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawn\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\">\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    )
}

fn board(puzzle: &Queens, svg: &mut String) {
    let size = puzzle.size();
    let side = size * SQUARE;
    let _ = writeln!(
        svg,
        "<rect class=\"light\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{side}\" height=\"{side}\" fill=\"#f0d9b5\"/>"
    );
    let (mut dark, mut crosses) = (String::new(), String::new());
    for row in 0..size {
        for column in 0..size {
            let (x, y) = (MARGIN + column * SQUARE, MARGIN + row * SQUARE);
            if (row + column) % 2 == 1 {
                let _ = write!(dark, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
            }
            if puzzle.is_blocked(row, column) {
                let _ = write!(crosses, "M{} {}l24 24m-24 0l24 -24", x + 8, y + 8);
            }
        }
    }
    let _ = writeln!(svg, "<path class=\"dark\" d=\"{dark}\" fill=\"#b58863\"/>");
    if !crosses.is_empty() {
        let style = "class=\"blocked\" stroke=\"#7a1f1f\" stroke-width=\"3\" fill=\"none\"";
        let _ = writeln!(svg, "<path {style} d=\"{crosses}\"/>");
    }
    let _ = writeln!(svg, "<g class=\"numbers\" font-size=\"12\">");
    for index in 0..size {
        let (middle, number) = (MARGIN + index * SQUARE + SQUARE / 2, index + 1);
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"16\" text-anchor=\"middle\">{number}</text>\
             <text x=\"18\" y=\"{}\" text-anchor=\"end\">{number}</text>",
            middle + 4
        );
    }
    svg.push_str("</g>\n");
}

fn draw_queens(puzzle: &Queens, queens: &[(usize, usize)], shade: bool, svg: &mut String) {
    let size = puzzle.size();
    if shade {
        let mut path = String::new();
        for (row, column) in (0..size * size).map(|at| (at / size, at % size)) {
            if queens.iter().any(|&queen| attacks(queen, (row, column))) && !queens.contains(&(row, column)) {
                let (x, y) = (MARGIN + column * SQUARE, MARGIN + row * SQUARE);
                let _ = write!(path, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
            }
        }
        let _ = writeln!(svg, "<path class=\"attacked\" d=\"{path}\" fill=\"#333\" fill-opacity=\"0.35\"/>");
    }
    for &(row, column) in queens {
        let (x, y) = (MARGIN + column * SQUARE, MARGIN + row * SQUARE);
        let style = match puzzle.placed.contains(&(row, column)) {
            true => "class=\"queen given\" fill=\"#000\"",
            false => "class=\"queen found\" fill=\"#0b5fa5\"",
        };
        let _ = writeln!(
            svg,
            "<path {style} transform=\"translate({x} {y})\" d=\"{CROWN}\" stroke=\"#fff\" stroke-width=\"1\"/>"
        );
    }
}
