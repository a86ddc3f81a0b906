//! Killer sudokus: cages and their sums.

use super::{SudokuReadOptions, blank};
use crate::puzzle::sudoku::{Cage, Sudoku};
use crate::puzzle::text::{Line, Word};
use crate::puzzle::{Reading, Remark, SyntaxError};
use crate::util::words::many;

/// Whether there is a cage `sum;row,column;...`.
pub(super) fn is_killer(filled: &[Line<'_>]) -> bool {
    filled.iter().any(|line| {
        let mut parts = line.text.split(';');
        let sum = parts.next().is_some_and(|sum| sum.trim().bytes().all(|byte| byte.is_ascii_digit()));
        sum && parts.any(|part| part.contains(','))
    })
}

/// Cages `sum;row,column;...` from 0 under a heading `side cages`, and perhaps more such puzzles below.
pub(super) fn read_killers(
    filled: &[Line<'_>],
    options: SudokuReadOptions,
) -> Result<Reading<Vec<Sudoku>>, SyntaxError> {
    let mut remarks = Vec::new();
    let mut puzzles = Vec::new();
    let mut rest = filled;
    while let Some(first) = rest.first() {
        let headed = !first.text.contains(';');
        let (heading, below) = rest.split_at(usize::from(headed));
        let end = below.iter().position(|line| !line.text.contains(';')).unwrap_or(below.len());
        let (cages, after) = below.split_at(end);
        let words = heading.first().map_or(Vec::new(), |line| line.words(char::is_whitespace));
        let mut doubt = |message: String| remarks.push(Remark { line: first.number, message });
        let (side, count) = match words[..] {
            [] => {
                doubt("cages without a heading 'side cages' are taken for those of a sudoku of 9 by 9".into());
                (9, None)
            }
            [side] => {
                doubt(format!("'{}' is taken for the side; the number of cages is not stated", side.text));
                (side.number()?, None)
            }
            [side, count] => (side.number()?, Some((count, count.number::<usize>()?))),
            [_, _, third, ..] => return Err(third.error("the end of a heading 'side cages'")),
        };
        if cages.is_empty() {
            return Err(SyntaxError::at(
                first.number,
                1,
                "expected cages 'sum;row,column;...' below a heading 'side cages'",
            ));
        }
        if let Some((word, count)) = count.filter(|&(_, count)| count != cages.len()) {
            let message = format!("expected {} below this heading, found {}", many(count, "cage"), cages.len());
            return Err(SyntaxError::at(word.line, word.column, message));
        }
        let mut sudoku = blank(side, options, first.number)?;
        read_cages(&mut sudoku, cages)?;
        puzzles.push(sudoku);
        rest = after;
    }
    Ok(Reading { puzzle: puzzles, remarks })
}

fn read_cages(sudoku: &mut Sudoku, lines: &[Line<'_>]) -> Result<(), SyntaxError> {
    let mut used = vec![false; sudoku.num_cells()];
    for line in lines {
        let parts = line.words(|c| c == ';');
        if line.text.split(';').any(|part| part.trim().is_empty()) {
            let end = line.text.chars().count();
            return Err(SyntaxError::at(line.number, end, "expected a cell 'row,column' behind each semicolon"));
        }
        let Some((sum, cells)) = parts.split_first().filter(|(_, cells)| !cells.is_empty()) else {
            return Err(SyntaxError::at(line.number, 1, "expected a cage 'sum;row,column;...'"));
        };
        let sum = Word { text: sum.text.trim(), ..*sum }.number()?;
        let mut cage = Cage { sum, cells: Vec::new() };
        for part in cells {
            let place = Line { number: line.number, text: part.text }.words(|c| c == ',' || c.is_whitespace());
            let [row, column] = &place[..] else { return Err(part.error("a cell 'row,column' from 0")) };
            let cell = sudoku.cell_at(row.number()?, column.number()?);
            let Some(cell) = cell else { return Err(part.error(format!("a row and column below {}", sudoku.side()))) };
            if std::mem::replace(&mut used[cell], true) {
                return Err(part.error("a cell that is in no other cage"));
            }
            cage.cells.push(cell);
        }
        sudoku.add_cage(cage);
    }
    Ok(())
}
