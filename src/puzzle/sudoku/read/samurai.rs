//! Samurais: five overlapping grids in 21 rows.

use super::alphabet::Alphabet;
use crate::puzzle::SyntaxError;
use crate::puzzle::sudoku::Sudoku;
use crate::puzzle::text::{Line, Word};

pub(super) fn is_samurai(filled: &[Line<'_>]) -> bool {
    let lengths: Vec<usize> =
        filled.iter().map(|line| line.text.chars().filter(|c| !c.is_whitespace()).count()).collect();
    lengths.len() == 21 && lengths[0] == 18 && lengths[10] == 9 && lengths[7] == 21
}

pub(super) fn read_samurai(filled: &[Line<'_>]) -> Result<Sudoku, SyntaxError> {
    let mut sudoku = Sudoku::samurai();
    let alphabet = Alphabet::plain(9);
    let mut cell = 0;
    for (row, line) in filled.iter().enumerate() {
        let wanted = (0..21).filter(|&column| sudoku.cell_at(row, column).is_some()).count();
        let characters = line.text.char_indices().enumerate().filter(|(_, (_, c))| !c.is_whitespace());
        let written: Vec<(usize, usize)> = characters.map(|(column, (at, _))| (column, at)).collect();
        if written.len() != wanted {
            let message = format!("expected {wanted} cells in row {}, found {}", row + 1, written.len());
            return Err(SyntaxError::at(line.number, 1, message));
        }
        for (column, at) in written {
            let text = &line.text[at..at + line.text[at..].chars().next().map_or(0, char::len_utf8)];
            sudoku.set(cell, alphabet.value(&Word { line: line.number, column: column + 1, text })?);
            cell += 1;
        }
    }
    Ok(sudoku)
}
