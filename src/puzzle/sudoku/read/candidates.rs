//! Grids of candidates: each cell shows the digits that are still possible, in any order.

use crate::puzzle::SyntaxError;
use crate::puzzle::sudoku::Sudoku;
use crate::puzzle::text::Word;

/// Whether these cells show candidates: up to 9 digits, some cells have several, and none is blank.
pub(super) fn is_candidates(cells: &[Word<'_>], side: usize) -> bool {
    let digits = |word: &Word<'_>| !word.text.is_empty() && word.text.bytes().all(|byte| (b'1'..=b'9').contains(&byte));
    side <= 9 && cells.iter().all(digits) && cells.iter().any(|word| word.text.len() > 1)
}

/// The board with these candidates. A cell with one candidate has that digit.
pub(super) fn read_candidates(mut board: Sudoku, cells: &[Word<'_>]) -> Result<Sudoku, SyntaxError> {
    let side = board.side() as u16;
    for (cell, word) in cells.iter().enumerate() {
        let mut open = vec![false; board.side()];
        for byte in word.text.bytes() {
            let digit = usize::from(byte.wrapping_sub(b'1'));
            match open.get_mut(digit) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(word.error(format!("the candidates of a cell, digits 1-{side}, each once"))),
            }
        }
        if let [byte] = word.text.as_bytes() {
            board.set(cell, u16::from(byte - b'0'));
            continue;
        }
        (1..=side).filter(|&digit| !open[usize::from(digit) - 1]).for_each(|digit| board.exclude(cell, digit));
    }
    Ok(board)
}
