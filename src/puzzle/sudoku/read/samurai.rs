//! Samurais: five overlapping grids in 21 rows.

use super::alphabet::Alphabet;
use super::rows::{Gap, Row};
use crate::puzzle::sudoku::Sudoku;
use crate::puzzle::text::{Line, Word};
use crate::puzzle::{Reading, Remark, SyntaxError};

/// How many rows and columns the five grids take.
const EXTENT: usize = 21;

/// Rows of 18, 21 and 9 cells.
pub(super) fn is_samurai(filled: &[Line<'_>]) -> bool {
    let lengths: Vec<usize> =
        filled.iter().map(|line| line.text.chars().filter(|c| !c.is_whitespace()).count()).collect();
    lengths.len() == EXTENT && lengths[0] == 18 && lengths[10] == 9 && lengths[7] == EXTENT
}

pub(super) fn read_samurai(filled: &[Line<'_>]) -> Result<Sudoku, SyntaxError> {
    let mut sudoku = Sudoku::samurai();
    let mut cell = 0;
    for (row, line) in filled.iter().enumerate() {
        let wanted = (0..EXTENT).filter(|&column| sudoku.cell_at(row, column).is_some()).count();
        let characters = line.text.char_indices().enumerate().filter(|(_, (_, c))| !c.is_whitespace());
        let written: Vec<Word<'_>> = characters
            .map(|(column, (at, c))| {
                let text = &line.text[at..at + c.len_utf8()];
                Word { line: line.number, column: column + 1, text }
            })
            .collect();
        if written.len() != wanted {
            let message = format!("expected {wanted} cells in row {}, found {}", row + 1, written.len());
            return Err(SyntaxError::at(line.number, 1, message));
        }
        for word in written {
            sudoku.set(cell, Alphabet::plain(9).value(&word)?);
            cell += 1;
        }
    }
    Ok(sudoku)
}

/// Rows of 21 cells each, in which the squares between the five grids are written as blanks. A grid of 21 by 21 it
/// cannot be, or twelve of its digits would occur nowhere.
pub(super) fn read_padded(filled: &[Line<'_>]) -> Option<Reading<Sudoku>> {
    if filled.len() != EXTENT {
        return None;
    }
    let rows: Vec<Row<'_>> = filled.iter().map(|&line| Row::of(line, Gap::default())).collect();
    let apart = [false, true].into_iter().find(|&apart| rows.iter().all(|row| row.width(apart) == EXTENT))?;
    let mut sudoku = Sudoku::samurai();
    for (row, cells) in rows.iter().enumerate() {
        let words: Vec<Word<'_>> = if apart { cells.letters().collect() } else { cells.words().collect() };
        for (column, word) in words.iter().enumerate() {
            let digit = Alphabet::plain(9).value(word).ok()?;
            match sudoku.cell_at(row, column) {
                Some(cell) => sudoku.set(cell, digit),
                None if digit == 0 => {}
                None => return None,
            }
        }
    }
    let message = "21 rows of 21 cells, with blanks between five grids of 9 by 9: taken for a samurai".into();
    Some(Reading { puzzle: sudoku, remarks: vec![Remark { line: filled[0].number, message }] })
}
