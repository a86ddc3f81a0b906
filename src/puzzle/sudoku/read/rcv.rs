//! DIMACS givens `rcv 0`: row, column and value of a cell are the digits of the variable.

use super::{SudokuReadOptions, blank};
use crate::puzzle::SyntaxError;
use crate::puzzle::sudoku::Sudoku;
use crate::puzzle::text::{Line, Word};

/// Whether every line is a given `rcv 0`.
pub(super) fn is_rcv(filled: &[Line<'_>]) -> bool {
    filled.iter().all(|line| {
        let words = line.words(char::is_whitespace);
        words.len() == 2 && words[1].text == "0" && words[0].text.len() == 3 && words[0].text.parse::<u16>().is_ok()
    })
}

/// Givens as unit clauses of variables `rcv`, with or without the rules of the grid as longer clauses.
pub(super) fn read_rcv(filled: &[Line<'_>], options: SudokuReadOptions) -> Result<Sudoku, SyntaxError> {
    let mut side = 9;
    let mut units = Vec::new();
    let mut clauses = 0;
    for line in filled.iter().filter(|line| !line.text.starts_with('c')) {
        let words = line.words(char::is_whitespace);
        if line.text.starts_with('p') {
            let variables: usize = words.get(2).map_or(Ok(999), Word::number)?;
            if variables == 0 || !variables.is_multiple_of(111) || variables > 999 {
                return Err(
                    words[2].error("the 999 variables rcv of a sudoku (the command 'solver' reads other formulas)")
                );
            }
            side = variables / 111;
            continue;
        }
        let [first, .., last] = &words[..] else { return Err(words[0].error("a clause that ends in 0")) };
        if last.text != "0" {
            return Err(last.error("0 at the end of the clause"));
        }
        clauses += 1;
        for word in &words[..words.len() - 1] {
            let number = word.number::<i32>()?.unsigned_abs() as usize;
            let digits = [number / 100, number / 10 % 10, number % 10];
            if number > 999 || digits.iter().any(|&digit| digit == 0 || digit > side) {
                return Err(word.error(format!("a variable rcv with row, column and digit 1 to {side}")));
            }
            if words.len() == 2 {
                units.push((*first, digits));
            }
        }
    }
    if clauses > units.len() {
        let pairs = filled.iter().filter(|line| line.text.starts_with('-')).count();
        if pairs == 0 {
            return Err(SyntaxError::at(filled[0].number, 1, "expected givens 'rcv 0', found another formula"));
        }
    }
    let mut sudoku = blank(side, options, filled[0].number)?;
    for (word, [row, column, digit]) in units {
        let cell = (row - 1) * side + column - 1;
        if word.text.starts_with('-') {
            sudoku.exclude(cell, digit as u16);
        } else if sudoku.givens()[cell] != 0 && sudoku.givens()[cell] != digit as u16 {
            return Err(word.error(format!("one digit in row {row}, column {column}")));
        } else {
            sudoku.set(cell, digit as u16);
        }
    }
    Ok(sudoku)
}
