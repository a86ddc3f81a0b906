//! Pictures of boards: SVG, and colours for terminals.

use super::chances::{Chance, Chances};
use super::count::Certainty;
use super::{Board, Cell};
use std::fmt::Write as _;

/// The side of a cell in the picture.
pub const SIDE: usize = 32;

/// The opacity of cells that are not certain.
const FAINT: &str = "0.4";

/// The colours of the numbers, dark enough on a light background: the eight hues of Okabe and Ito, which remain
/// distinct to the colour-blind, some of them darkened.
const NUMBERS: [&str; 9] =
    ["#6b6b6b", "#0050a0", "#00664b", "#b04000", "#4b2a80", "#7a2a00", "#006080", "#202020", "#606060"];

/// The board as an SVG picture: traps as dark diamonds with spikes, gems as green ones, numbers on a light background.
/// With chances, unknown cells show the probability of a trap in percent, on a background that darkens with it. Cells
/// for which `guessed` holds (by index; it may be shorter than the board) are drawn faintly.
pub fn svg(board: &Board, chances: Option<&Chances>, guessed: &[bool]) -> String {
    let (width, height) = (board.cols * SIDE, board.rows * SIDE);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawn\" viewBox=\"-1 -1 {} {}\" width=\"{}\" height=\"{}\">",
        width + 2,
        height + 2,
        width + 2,
        height + 2
    );
    let _ = writeln!(svg, "<title>{} by {} board</title>", board.rows, board.cols);
    let _ = writeln!(
        svg,
        "<g font-family=\"sans-serif\" font-size=\"{}\" text-anchor=\"middle\" stroke=\"#999\" stroke-width=\"1\">",
        SIDE / 2
    );
    let mut number = 0;
    for (index, &cell) in board.cells.iter().enumerate() {
        let (row, col) = board.place(index);
        let (x, y) = (col * SIDE, row * SIDE);
        let background = match cell {
            Cell::Unknown => "class=\"covered\" fill=\"#c9c4b8\"",
            Cell::Clue(_) => "class=\"number\" fill=\"#f7f4ea\"",
            Cell::Trap => "class=\"with-trap\" fill=\"#f3d9cf\"",
            Cell::Gem => "class=\"with-gem\" fill=\"#dcefe6\"",
        };
        let (middle_x, middle_y) = (x + SIDE / 2, y + SIDE / 2);
        let opacity = if guessed.get(index) == Some(&true) { FAINT } else { "1" };
        let square =
            |background: &str| format!("<rect {background} x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>");
        let label = |size: usize, style: &str, text: &str| {
            format!(
                "<text x=\"{middle_x}\" y=\"{}\" font-size=\"{size}\" {style} stroke=\"none\">{text}</text>",
                middle_y + size / 3 + 1
            )
        };
        match cell {
            Cell::Unknown => {
                let shown = chances.and_then(|chances| chances.cells.get(number));
                number += 1;
                let Some(&Chance { probability, certainty }) = shown else {
                    let _ = writeln!(svg, "{}", square(background));
                    continue;
                };
                let light = (236.0 - 120.0 * probability) as u8;
                let _ = writeln!(svg, "{}", square(&format!("class=\"chance\" fill=\"rgb(240,{light},{light})\"")));
                let text = match certainty {
                    Certainty::Trap => "100".to_string(),
                    Certainty::Gem => "0".to_string(),
                    Certainty::Open => format!("{:.1}", 100.0 * probability),
                };
                let _ = writeln!(svg, "{}", label(SIDE / 3, "fill=\"#222\"", &text));
            }
            Cell::Clue(clue) => {
                let colour = NUMBERS.get(usize::from(clue)).copied().unwrap_or("#c00000");
                let style = format!("class=\"n{clue}\" fill=\"{colour}\"");
                let _ = writeln!(svg, "{}{}", square(background), label(SIDE / 2, &style, &clue.to_string()));
            }
            Cell::Trap => {
                let _ = writeln!(svg, "{}<g opacity=\"{opacity}\">{}</g>", square(background), trap(x, y));
            }
            Cell::Gem => {
                let _ = writeln!(svg, "{}<g opacity=\"{opacity}\">{}</g>", square(background), gem(x, y));
            }
        }
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// A trap in the cell at this place: a dark disc with spikes.
pub(crate) fn trap(x: usize, y: usize) -> String {
    let (middle_x, middle_y) = (x + SIDE / 2, y + SIDE / 2);
    format!(
        "<path class=\"trap\" d=\"M{x0} {middle_y}H{x1}M{middle_x} {y0}V{y1}\" stroke=\"#7a1f00\" stroke-width=\"2\"/>\
         <circle class=\"trap\" cx=\"{middle_x}\" cy=\"{middle_y}\" r=\"8\" fill=\"#a83200\" stroke=\"none\"/>",
        x0 = x + 5,
        x1 = x + SIDE - 5,
        y0 = y + 5,
        y1 = y + SIDE - 5
    )
}

/// A gem in the cell at this place: a green diamond.
pub(crate) fn gem(x: usize, y: usize) -> String {
    let (middle_x, middle_y) = (x + SIDE / 2, y + SIDE / 2);
    format!(
        "<path d=\"M{middle_x} {y0}L{x1} {middle_y}L{middle_x} {y1}L{x0} {middle_y}Z\" fill=\"#009e73\" stroke=\"#00664b\"/>",
        x0 = x + 8,
        x1 = x + SIDE - 8,
        y0 = y + 8,
        y1 = y + SIDE - 8
    )
}

/// The board for a terminal: the symbols of its style, traps red, gems green, numbers blue; underlined where `guessed`
/// holds.
pub fn colored(board: &Board, guessed: &[bool]) -> String {
    let mut text = String::new();
    for index in 0..board.cells.len() {
        let col = index % board.cols;
        if col > 0 {
            text.push(' ');
        }
        let code = match board.cells[index] {
            Cell::Unknown => "2",
            Cell::Clue(_) => "34",
            Cell::Trap => "1;31",
            Cell::Gem => "32",
        };
        let line = if guessed.get(index) == Some(&true) { ";4" } else { "" };
        let _ = write!(text, "\x1b[{code}{line}m{}\x1b[0m", board.symbol(index, true));
        if col + 1 == board.cols {
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::GemsReadOptions;
    use super::*;

    #[test]
    fn guessed_cells_are_marked() {
        let board = Board::parse("1 T G\n", GemsReadOptions::default()).expect("a board").puzzle;
        let guessed = [false, true, false];
        assert_eq!(svg(&board, None, &guessed).matches("opacity=\"0.4\"").count(), 1);
        assert_eq!(svg(&board, None, &[]).matches("opacity=\"0.4\"").count(), 0);
        assert_eq!(colored(&board, &guessed), "\x1b[34m1\x1b[0m \x1b[1;31;4mT\x1b[0m \x1b[32mG\x1b[0m\n");
    }
}
