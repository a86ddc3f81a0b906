//! Killer sudokus: cages and their sums.

use super::{SudokuReadOptions, blank};
use crate::puzzle::SyntaxError;
use crate::puzzle::sudoku::{Cage, Sudoku};
use crate::puzzle::text::{Line, Word};

/// Cages `sum;row,column;...` from 0 under a heading `side cages`.
pub(super) fn read_killer(filled: &[Line<'_>], options: SudokuReadOptions) -> Result<Sudoku, SyntaxError> {
    let heading = filled[0].words(char::is_whitespace);
    let headed = !filled[0].text.contains(';');
    let side = if headed { heading[0].number()? } else { 9 };
    let mut sudoku = blank(side, options, filled[0].number)?;
    let mut used = vec![false; sudoku.num_cells()];
    let mut cages = 0;
    for line in &filled[usize::from(headed)..] {
        let parts = line.words(|c| c == ';');
        let Some((sum, cells)) = parts.split_first().filter(|(_, cells)| !cells.is_empty()) else {
            return Err(SyntaxError::at(line.number, 1, "expected a cage 'sum;row,column;...'"));
        };
        let sum = Word { text: sum.text.trim(), ..*sum }.number()?;
        let mut cage = Cage { sum, cells: Vec::new() };
        for part in cells {
            let place = Line { number: line.number, text: part.text }.words(|c| c == ',' || c.is_whitespace());
            let [row, column] = &place[..] else { return Err(part.error("a cell 'row,column' from 0")) };
            let cell = sudoku.cell_at(row.number()?, column.number()?);
            let Some(cell) = cell else { return Err(part.error(format!("a row and column below {side}"))) };
            if std::mem::replace(&mut used[cell], true) {
                return Err(part.error("a cell that is in no other cage"));
            }
            cage.cells.push(cell);
        }
        sudoku.add_cage(cage);
        cages += 1;
    }
    if let (true, Some(count)) = (headed, heading.get(1))
        && count.number::<usize>()? != cages
    {
        return Err(count.error(format!("the number of cages, which is {cages}")));
    }
    Ok(sudoku)
}
