//! A search for queens: each square a variable.

use crate::observe::board::{Cell, halo};
use crate::observe::{Board, Words};
use crate::puzzle::marks;
use crate::puzzle::queens::draw::{CROWN, EMPTY, MARGIN, SQUARE, svg};
use crate::puzzle::queens::encode::var;
use crate::puzzle::queens::{Queens, place};
use std::fmt::Write as _;

/// The words: `queen at 4,1` and `no queen at 4,1`, rows and columns from 1 as on the board.
pub fn words(puzzle: &Queens, num_vars: usize) -> Words {
    let size = puzzle.size();
    let word = |at: usize| {
        let place = format!("queen at {},{}", at / size + 1, at % size + 1);
        [place.clone(), format!("no {place}")]
    };
    marks::words(num_vars, (0..size * size).map(word).collect())
}

/// The mark of a square without a queen: a dot. Its colour comes from its stroke, so the dot is a circle of half its
/// radius, drawn with a pen that is as wide as its radius.
fn dot(number: i32, (x, y): (usize, usize)) -> String {
    let radius = EMPTY as f64 / 2.0;
    let start = x as f64 - radius;
    format!(
        "<path class=\"out mark\" id=\"not-{number}\" style=\"stroke-width:{EMPTY}\" \
         d=\"M{start} {y}a{radius} {radius} 0 1 0 {EMPTY} 0a{radius} {radius} 0 1 0 -{EMPTY} 0z\"/>"
    )
}

/// The board.
pub fn board(puzzle: &Queens, words: Words) -> Board {
    let size = puzzle.size();
    let mut board =
        Board { title: format!("{size} queens"), svg: svg(puzzle, &puzzle.placed, &[]), words, cells: Vec::new() };
    let mut marks = String::new();
    for at in 0..size * size {
        let (row, column) = (at / size, at % size);
        let (x, y) = (MARGIN + column * SQUARE, MARGIN + row * SQUARE);
        let number = var(size, row, column).to_dimacs();
        // A queen that is given stands on the board from the start, and is no finding of the search.
        let crown = match puzzle.placed.contains(&(row, column)) {
            true => String::new(),
            false => format!(
                "<path class=\"mark\" id=\"one-{number}\" transform=\"translate({x} {y})\" d=\"{CROWN}\" stroke=\"#fff\"/>"
            ),
        };
        // A dot says that a square stays empty, here as on every board; blocked squares say so from the start.
        let dot = match puzzle.is_blocked(row, column) {
            true => String::new(),
            false => dot(number, (x + SQUARE / 2, y + SQUARE / 2)),
        };
        let _ = writeln!(marks, "{crown}{dot}{}", halo(at, x, y, SQUARE, SQUARE));
        let name = place((row, column));
        board.cells.push(Cell { name, vars: vec![var(size, row, column)], fills: Vec::new() });
    }
    board.draw_over(&marks::group(&marks));
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_queens_stand_from_the_start_and_are_never_found() {
        let mut puzzle = Queens::new(4).expect("a size");
        puzzle.placed.push((0, 1));
        let svg = board(&puzzle, words(&puzzle, 16)).svg;
        assert_eq!(svg.matches("class=\"queen given\"").count(), 1);
        assert!(!svg.contains("id=\"one-2\"") && svg.contains("id=\"one-1\"") && svg.contains("id=\"not-2\""));
    }

    #[test]
    fn a_square_that_stays_empty_has_a_dot_and_a_blocked_one_its_cross() {
        let mut puzzle = Queens::new(4).expect("a size");
        puzzle.block(0, 1);
        let svg = board(&puzzle, words(&puzzle, 16)).svg;
        let mark = svg.split("id=\"not-1\"").nth(1).and_then(|rest| rest.split("/>").next()).expect("a mark");
        // Round about the middle of the first square, and no strokes across.
        assert!(mark.contains("M41.5 44a2.5 2.5 0 1 0 5 0") && !mark.contains("l10"), "{mark}");
        assert!(!svg.contains("id=\"not-2\"") && svg.matches("class=\"blocked\"").count() == 1);
    }
}
