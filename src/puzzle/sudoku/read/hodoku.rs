//! Lines of HoDoKu's libraries: `:technique:candidates:values:deleted:eliminated:comment:`, with `+` before digits that
//! were not given.

use super::{Entry, SudokuReadOptions, blank};
use crate::puzzle::text::{Line, Word};
use crate::puzzle::{Reading, Remark, SyntaxError};

/// Whether the lines have the form of HoDoKu's libraries.
pub(super) fn is_hodoku(filled: &[Line<'_>]) -> bool {
    filled.first().is_some_and(|line| line.text.starts_with(':') && line.text.matches(':').count() >= 4)
}

/// The puzzles with the digits and candidates that they were left with.
pub(super) fn read_hodoku(filled: &[Line<'_>], options: SudokuReadOptions) -> Result<Reading<Vec<Entry>>, SyntaxError> {
    let mut entries = Vec::new();
    let mut remarks = Vec::new();
    for line in filled {
        let fields = fields(line);
        let [empty, technique, candidates, values, deleted, ..] = &fields[..] else {
            return Err(SyntaxError::at(
                line.number,
                1,
                "expected ':technique:candidates:values:deleted:eliminated:comment:'",
            ));
        };
        if !empty.text.is_empty() {
            return Err(empty.error("a line of HoDoKu's libraries, which begins with ':'"));
        }
        let number = technique.text.split('-').next().unwrap_or("");
        if number.len() != 4 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(technique.error("the number of a technique, such as 0000"));
        }
        if !candidates.text.chars().all(|c| c.is_ascii_digit() || c == 'x') {
            return Err(candidates.error("candidates, or x"));
        }
        let signs = |word: &Word<'_>| word.text.chars().filter(|&c| c.is_ascii_digit() || c == '.').count();
        if let Some(field) = fields[5..].iter().find(|field| signs(field) >= 81) {
            return Err(field.error("one puzzle a line"));
        }
        let mut board = blank(9, options, line.number)?;
        let mut cell = 0;
        let mut placed = false;
        let mut plus = false;
        for (index, c) in values.text.chars().enumerate() {
            let sign = Word { line: line.number, column: values.column + index, text: values.text };
            let error =
                |expected: &str| SyntaxError::at(sign.line, sign.column, format!("expected {expected}, found '{c}'"));
            match c {
                '+' if !plus => {
                    plus = true;
                    placed = true;
                    continue;
                }
                '.' | '0' if !plus => {}
                '1'..='9' if cell < 81 => board.set(cell, c as u16 - '0' as u16),
                _ => return Err(error("a digit, . for a blank cell, or + before a digit")),
            }
            plus = false;
            cell += 1;
        }
        if cell != 81 {
            return Err(values.error(format!("81 cells, of which there are {cell}")));
        }
        for word in (Line { number: line.number, text: deleted.text }).words(char::is_whitespace) {
            let figures: Vec<usize> =
                word.text.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
            let at = Word { column: deleted.column + word.column - 1, ..word };
            match figures[..] {
                [digit, row, column] if word.text.len() == 3 && digit > 0 && row > 0 && column > 0 => {
                    board.exclude((row - 1) * 9 + column - 1, digit as u16);
                }
                _ => return Err(at.error("a candidate, row and column, such as 734")),
            }
        }
        if placed {
            let message = "digits that a player has set (+) are taken for givens".to_string();
            remarks.push(Remark { line: line.number, message });
        }
        entries.push(Entry { puzzle: board, solution: None });
    }
    Ok(Reading { puzzle: entries, remarks })
}

/// The parts of a line between colons.
fn fields<'t>(line: &Line<'t>) -> Vec<Word<'t>> {
    let mut column = 1;
    let mut fields = Vec::new();
    for text in line.text.split(':') {
        fields.push(Word { line: line.number, column, text });
        column += text.chars().count() + 1;
    }
    fields
}
