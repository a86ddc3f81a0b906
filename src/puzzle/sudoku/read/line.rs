//! One puzzle a line: a character a cell, or 729 pencil marks, and perhaps the shape of the boxes.

use super::alphabet::{Alphabet, MOST_CHARACTERS};
use super::{SudokuReadOptions, blank};
use crate::puzzle::SyntaxError;
use crate::puzzle::sudoku::Sudoku;
use crate::puzzle::text::Line;

/// The side when every line is a whole puzzle: a character a cell, or 729 pencil marks, and perhaps the shape of the
/// boxes.
///
/// Lines of 16, 25 and 36 characters can also be the rows of a grid of that side. They are puzzles if digits stand
/// there and all of them are digits of the small side; as many lines as characters are else one grid. 729 characters are
/// pencil marks, but a sudoku of side 27 if letters stand there or the shape of its boxes.
pub(super) fn line_side(filled: &[Line<'_>]) -> Option<usize> {
    let bare: Vec<&str> = filled.iter().map(|&line| split_boxes(line).0.text.trim()).collect();
    if bare[0].contains('{') || bare.iter().any(|text| text.contains([' ', ',', '\t', '|'])) {
        return None;
    }
    let length = bare[0].chars().count();
    let characters = || bare.iter().flat_map(|text| text.chars());
    let stated = split_boxes(filled[0]).1.and_then(|(rows, columns)| rows.checked_mul(columns));
    if length == 729 && stated != Some(27) && !characters().any(|c| matches!(c.to_ascii_uppercase(), 'A'..='R')) {
        return Some(9);
    }
    let side = (4..=MOST_CHARACTERS).find(|side| side * side == length)?;
    let alphabet = Alphabet { side, letters_first: false, from_zero: false };
    let mut digits = characters().map(|c| alphabet.digit(c));
    let fits = digits.clone().all(|digit| digit.is_some()) && digits.any(|digit| digit > Some(0));
    let rows = length <= MOST_CHARACTERS && filled.len() > 1 && filled.len() + 1 >= length;
    (fits || !rows).then_some(side)
}

/// A line, and the shape of the boxes that stands behind it.
fn split_boxes(line: Line<'_>) -> (Line<'_>, Option<(usize, usize)>) {
    let number = |text: &str| text.parse::<usize>().ok();
    let stated = line.text.rsplit_once(' ').and_then(|(before, shape)| {
        let (rows, columns) = shape.split_once('x')?;
        Some((Line { text: before.trim_end(), ..line }, Some((number(rows)?, number(columns)?))))
    });
    stated.unwrap_or((line, None))
}

pub(super) fn read_line(line: Line<'_>, side: usize, options: SudokuReadOptions) -> Result<Sudoku, SyntaxError> {
    let (line, boxes) = split_boxes(line);
    let mut sudoku = blank(side, SudokuReadOptions { boxes: options.boxes.or(boxes), ..options }, line.number)?;
    let text = line.text.trim_start();
    let indent = line.text.chars().count() - text.chars().count();
    let alphabet = Alphabet::of(side, text.chars());
    let count = text.chars().count();
    let marks = side == 9 && count == 729;
    if !marks && count != side * side {
        let message = format!("expected {} characters, found {count}", side * side);
        return Err(SyntaxError::at(line.number, indent + count.min(side * side) + 1, message));
    }
    for (index, character) in text.chars().enumerate() {
        let error = || {
            let message = format!("expected {}, found '{character}'", alphabet.expected());
            SyntaxError::at(line.number, indent + index + 1, message)
        };
        let digit = alphabet.digit(character).ok_or_else(error)?;
        if !marks {
            sudoku.set(index, digit);
        } else if digit == 0 {
            sudoku.exclude(index / 9, (index % 9 + 1) as u16);
        } else if usize::from(digit) != index % 9 + 1 {
            return Err(error());
        }
    }
    Ok(sudoku)
}
