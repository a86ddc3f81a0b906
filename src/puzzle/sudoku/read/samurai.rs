//! Samurais: five overlapping grids in 21 rows.

use super::alphabet::Alphabet;
use crate::puzzle::SyntaxError;
use crate::puzzle::sudoku::Sudoku;
use crate::puzzle::text::Line;

pub(super) fn is_samurai(filled: &[Line<'_>]) -> bool {
    let lengths: Vec<usize> =
        filled.iter().map(|line| line.text.chars().filter(|c| !c.is_whitespace()).count()).collect();
    lengths.len() == 21 && lengths[0] == 18 && lengths[10] == 9 && lengths[7] == 21
}

pub(super) fn read_samurai(filled: &[Line<'_>]) -> Result<Sudoku, SyntaxError> {
    let mut sudoku = Sudoku::samurai();
    let mut cell = 0;
    for (row, line) in filled.iter().enumerate() {
        let wanted = (0..21).filter(|&column| sudoku.cell_at(row, column).is_some()).count();
        let written: Vec<(usize, char)> = line.text.chars().enumerate().filter(|(_, c)| !c.is_whitespace()).collect();
        if written.len() != wanted {
            let message = format!("expected {wanted} cells in row {}, found {}", row + 1, written.len());
            return Err(SyntaxError::at(line.number, 1, message));
        }
        let alphabet = Alphabet { side: 9, letters_first: false, from_zero: false };
        for (column, c) in written {
            let error =
                || SyntaxError::at(line.number, column + 1, format!("expected {}, found '{c}'", alphabet.expected()));
            sudoku.set(cell, alphabet.digit(c).ok_or_else(error)?);
            cell += 1;
        }
    }
    Ok(sudoku)
}
