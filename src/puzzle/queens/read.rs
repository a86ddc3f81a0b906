//! Reading boards of queens, in the forms that classes and collections use. Rows and columns count from 0 but in
//! Essence parameter files.
//!
//! - a count, then as many squares, `(r, c) (r, c)` or one `r c` a line;
//! - one line with the column of each row's queen, -1 where it is free;
//! - a picture: `Q` a queen, `.` or `?` free, `#` or `x` blocked (an attacked square of the queens report, `-1` in its states, is not
//!   blocked but follows from the queens);
//! - states: 1 a queen, 0 free, -1 attacked;
//! - the last of several boards under the queens report's headings;
//! - Essence parameters `letting n = 28`, `letting blocks = [[1,1], ...]` (CSPLib 080, from 1), and
//!   `n = 10`, `diags = [[16, 1], ...]` (CSPLib 079).

use super::parameters;
use super::print::{FINAL, INITIAL};
use crate::puzzle::SyntaxError;
use crate::puzzle::queens::{MAX_SIZE, Queens};
use crate::puzzle::text::{Line, Word, lines};

/// What is known of a puzzle besides its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct QueensReadOptions {
    /// The size of the board, where the text does not say; 8 by default.
    pub size: Option<usize>,
    /// How many of the listed diagonals are excluded; all by default.
    pub diagonals: Option<usize>,
}

/// Reads a board.
///
/// # Errors
/// Says where the text is not a board, and what was expected.
pub fn read(text: &str, options: QueensReadOptions) -> Result<Queens, SyntaxError> {
    let all = lines(text);
    let filled: Vec<Line<'_>> = all.into_iter().filter(|line| !line.is_blank()).collect();
    let heading = filled.iter().rposition(|line| [INITIAL, FINAL].contains(&line.text.trim()));
    let filled = &filled[heading.map_or(0, |at| at + 1)..];
    let Some(first) = filled.first() else { return Err(SyntaxError::at(1, 1, "expected a board, found nothing")) };
    if first.text.starts_with("letting ") || filled.iter().any(|line| line.text.contains('=')) {
        return parameters::read(filled, options);
    }
    let separates = |c: char| c.is_whitespace() || c == ',' || c == '|';
    let tokens: Vec<Word<'_>> = first.words(separates);
    let numbers = tokens.iter().all(|word| word.text.parse::<i64>().is_ok());
    if !numbers && !first.text.contains('(') {
        return picture(filled);
    }
    let rows: Vec<Vec<Word<'_>>> =
        filled.iter().map(|line| line.words(|c| separates(c) || "()[]{};".contains(c))).collect();
    if tokens.len() == 1 && rows.len() == 1 && !first.text.contains('(') && options.size.is_none() {
        // A bare number is the size of an empty board, but 0 is the count of queens on it.
        let size: usize = tokens[0].number()?;
        return empty(if size == 0 { 8 } else { size }, &tokens[0]);
    }
    if rows.len() > 1
        && tokens.len() > 2
        && rows.iter().all(|row| row.len() == tokens.len())
        && rows.len() == tokens.len()
    {
        return states(&rows);
    }
    if rows.len() == 1 && tokens.len() > 1 && !first.text.contains('(') {
        return columns(&rows[0]);
    }
    squares(&rows, options)
}

pub(super) fn empty(size: usize, word: &Word<'_>) -> Result<Queens, SyntaxError> {
    Queens::new(size).ok_or_else(|| word.error(format!("a size of 1 to {MAX_SIZE}")))
}

pub(super) fn place(queens: &mut Queens, row: usize, column: usize, word: &Word<'_>) -> Result<(), SyntaxError> {
    if row >= queens.size() || column >= queens.size() {
        return Err(word.error(format!("a row and a column below {}", queens.size())));
    }
    if !queens.placed.contains(&(row, column)) {
        queens.placed.push((row, column));
    }
    Ok(())
}

/// A count and as many squares.
fn squares(rows: &[Vec<Word<'_>>], options: QueensReadOptions) -> Result<Queens, SyntaxError> {
    let words: Vec<Word<'_>> = rows.iter().flatten().copied().collect();
    let Some(head) = words.first() else { return Err(SyntaxError::at(1, 1, "expected a count of queens")) };
    let counted = words.len() % 2 == 1;
    let mut queens = empty(options.size.unwrap_or(8), head)?;
    let pairs = &words[usize::from(counted)..];
    if counted && head.number::<usize>()? != pairs.len() / 2 {
        let found = pairs.len() / 2;
        return Err(head.error(format!("the number of queens, and {found} are listed")));
    }
    for pair in pairs.chunks(2) {
        place(&mut queens, pair[0].number()?, pair[1].number()?, &pair[0])?;
    }
    Ok(queens)
}

/// The column of the queen in each row.
fn columns(words: &[Word<'_>]) -> Result<Queens, SyntaxError> {
    let mut queens = empty(words.len(), &words[0])?;
    for (row, word) in words.iter().enumerate() {
        match word.number::<i64>()? {
            -1 => {}
            column => place(&mut queens, row, usize::try_from(column).unwrap_or(usize::MAX), word)?,
        }
    }
    Ok(queens)
}

/// Rows of 1, 0 and -1.
fn states(rows: &[Vec<Word<'_>>]) -> Result<Queens, SyntaxError> {
    let mut queens = empty(rows.len(), &rows[0][0])?;
    for (row, words) in rows.iter().enumerate() {
        for (column, word) in words.iter().enumerate() {
            match word.text {
                "1" => place(&mut queens, row, column, word)?,
                "0" | "-1" => {}
                _ => return Err(word.error("1 (a queen), 0 (free) or -1 (attacked)")),
            }
        }
    }
    Ok(queens)
}

fn picture(filled: &[Line<'_>]) -> Result<Queens, SyntaxError> {
    let squares = |line: &Line<'_>| -> Vec<(usize, char)> {
        line.text.chars().enumerate().filter(|&(_, c)| !c.is_whitespace() && c != '|' && c != ',').collect()
    };
    let size = filled.len();
    let start = Word { line: filled[0].number, column: 1, text: filled[0].text };
    let mut queens = empty(size, &start)?;
    for (row, line) in filled.iter().enumerate() {
        let line_squares = squares(line);
        if line_squares.len() != size {
            let message =
                format!("expected {size} squares in row {row}, as there are {size} rows, found {}", line_squares.len());
            return Err(SyntaxError::at(line.number, 1, message));
        }
        for (column, (at, c)) in line_squares.into_iter().enumerate() {
            match c {
                'Q' | 'q' | '♛' | '♕' => queens.placed.push((row, column)),
                '.' | '_' | '-' | '0' | '?' => {}
                '#' | 'x' | 'X' | '*' => queens.block(row, column),
                _ => {
                    let message = format!("expected Q (a queen), . (free) or # (blocked), found '{c}'");
                    return Err(SyntaxError::at(line.number, at + 1, message));
                }
            }
        }
    }
    Ok(queens)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(text: &str) -> Vec<(usize, usize)> {
        read(text, QueensReadOptions::default()).expect("a board").placed
    }

    #[test]
    fn the_forms_of_students() {
        assert_eq!(placed("4\n(0, 3) (1, 1) (2, 6) (3, 2)"), [(0, 3), (1, 1), (2, 6), (3, 2)]);
        assert_eq!(placed("2\n(1,2) (3,6)"), [(1, 2), (3, 6)]);
        assert_eq!(placed("2\n1 0\r\n2 5 "), [(1, 0), (2, 5)]);
        assert_eq!(placed("-1 3 -1 7 -1 -1 -1 -1"), [(1, 3), (3, 7)]);
        assert_eq!(placed("0\n"), []);
        assert_eq!(placed("Initial State:\n. . \n. . \n\nFinal State\n. Q \n. . \n"), [(0, 1)]);
        assert_eq!(placed(". Q . .\n. . . .\n# . . .\n. . Q ."), [(0, 1), (3, 2)]);
        assert_eq!(placed("-1 1 -1 -1\n-1 -1 -1 0\n0 -1 0 -1\n0 -1 0 0"), [(0, 1)]);
    }

    #[test]
    fn errors_say_where() {
        let error = |text| read(text, QueensReadOptions::default()).unwrap_err().to_string();
        assert_eq!(error("1\n8 0"), "2:1: expected a row and a column below 8, found '8'");
        assert_eq!(error("3\n1 0"), "1:1: expected the number of queens, and 1 are listed, found '3'");
        assert_eq!(error("Q.\n.y"), "2:2: expected Q (a queen), . (free) or # (blocked), found 'y'");
    }
}
