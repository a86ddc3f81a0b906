//! Reading boards of queens, in the forms that classes and collections use. Rows and columns count from 0 unless a form
//! below says otherwise.
//!
//! - a count, then as many squares, `(r, c) (r, c)` or one `r c` a line; 0 alone is an empty board;
//! - one line with the column of each row's queen, -1 where it is free (from 1 where the last number of a row occurs
//!   and 0 does not);
//! - a picture: `Q` a queen, `.` or `?` free, `#` or `x` blocked (an attacked square of the queens report, `-1` in its
//!   states, is not blocked but follows from the queens);
//! - states: 1 a queen, 0 free, -1 attacked;
//! - above a picture, states or columns the size of the board: `8`, `8 8` or `N = 8`;
//! - the last of several boards under the queens report's headings;
//! - squares as in chess, `a1 b5`, on a board whose lower left corner is a1;
//! - lists of columns, of squares, of states, of rows as texts (LeetCode), and lists of several of these ([`lists`]);
//! - Essence parameters `letting n = 28`, `letting blocks = [[1,1], ...]` (CSPLib 080, from 1), and
//!   `n = 10`, `diags = [[16, 1], ...]` (CSPLib 079, diagonals from 0).

mod lists;
mod numbers;
mod parameters;
mod picture;

use super::print::{FINAL, INITIAL};
use crate::puzzle::queens::{MAX_SIZE, Queens};
use crate::puzzle::text::{Line, Word, lines as lines_of};
use crate::puzzle::{Reading, Remark, SyntaxError};

/// What is known about a puzzle in addition to its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct QueensReadOptions {
    /// The size of the board, where the text does not say; 8 by default.
    pub size: Option<usize>,
    /// How many of the listed diagonals are excluded; all by default.
    pub diagonals: Option<usize>,
}

/// The size of a board of which a text only lists queens.
const USUAL_SIZE: usize = 8;

impl QueensReadOptions {
    fn size_of_lists(self) -> usize {
        self.size.unwrap_or(USUAL_SIZE)
    }
}

/// Reads a board.
///
/// # Errors
/// Says where the text is not one board, and what was expected.
pub fn read(text: &str, options: QueensReadOptions) -> Result<Reading<Queens>, SyntaxError> {
    let mut reading = read_all(text, options)?;
    match (reading.puzzle.pop(), reading.puzzle.len()) {
        (Some(board), 0) => Ok(Reading { puzzle: board, remarks: reading.remarks }),
        (_, more) => Err(SyntaxError::at(1, 1, format!("expected one board, found {}", more + 1))),
    }
}

/// Reads one board or several: pictures with empty lines between them, or a list of boards.
///
/// # Errors
/// Says where the text is not a board, and what was expected.
pub fn read_all(text: &str, options: QueensReadOptions) -> Result<Reading<Vec<Queens>>, SyntaxError> {
    let mut remarks = Vec::new();
    let boards = match lists::boards(text, options, &mut remarks) {
        Some(boards) => boards?,
        None => in_lines(text, options, &mut remarks)?,
    };
    if let Some((size, other)) =
        options.size.zip(boards.iter().map(Queens::size).find(|&size| Some(size) != options.size))
    {
        return Err(SyntaxError::at(1, 1, format!("expected a board of size {size}, found one of size {other}")));
    }
    Ok(Reading { puzzle: boards, remarks })
}

fn in_lines(text: &str, options: QueensReadOptions, remarks: &mut Vec<Remark>) -> Result<Vec<Queens>, SyntaxError> {
    let all = lines_of(text);
    let filled: Vec<Line<'_>> = all.iter().copied().filter(|line| !line.is_blank()).collect();
    let Some(first) = filled.first() else { return Err(SyntaxError::at(1, 1, "expected a board, found nothing")) };
    if is_heading(first) {
        return sections(&filled, options, remarks).map(|board| vec![board]);
    }
    let whole = board(&filled, options, remarks);
    let groups: Vec<&[Line<'_>]> = all.split(Line::is_blank).filter(|group| !group.is_empty()).collect();
    if whole.is_err() && groups.len() > 1 && groups.iter().all(|group| group.len() == groups[0].len()) {
        let several =
            |group: &&[Line<'_>]| board(group, options, remarks).ok().filter(|read| read.size() == group.len());
        if let Some(boards) = groups.iter().map(several).collect() {
            return Ok(boards);
        }
    }
    Ok(vec![whole?])
}

fn is_heading(line: &Line<'_>) -> bool {
    [INITIAL, FINAL].contains(&line.text.trim())
}

/// The last of the boards under the report's headings.
fn sections(filled: &[Line<'_>], options: QueensReadOptions, remarks: &mut Vec<Remark>) -> Result<Queens, SyntaxError> {
    let end = filled.last().map_or(1, |line| line.number);
    let missing = || SyntaxError::at(end, 1, "expected a board below this heading");
    if filled.last().is_some_and(is_heading) {
        return Err(missing());
    }
    let mut last: Option<Queens> = None;
    for section in filled.split_inclusive(is_heading).skip(1) {
        let lines = if section.last().is_some_and(is_heading) { &section[..section.len() - 1] } else { section };
        let read = board(lines, options, remarks)?;
        if let Some(before) = last.filter(|before| before.size() != read.size()) {
            let message = format!("expected a board of size {}, as above, found size {}", before.size(), read.size());
            return Err(SyntaxError::at(lines.first().map_or(1, |line| line.number), 1, message));
        }
        last = Some(read);
    }
    last.ok_or_else(missing)
}

/// The one board that stands in these lines.
fn board(lines: &[Line<'_>], options: QueensReadOptions, remarks: &mut Vec<Remark>) -> Result<Queens, SyntaxError> {
    let Some((first, rest)) = lines.split_first() else {
        return Err(SyntaxError::at(1, 1, "expected a board, found nothing"));
    };
    let assigns = |line: &Line<'_>| line.text.contains('=') || line.text.trim_start().starts_with("letting ");
    if rest.iter().any(assigns) || assigns(first) && (rest.is_empty() || named_size(first).is_none()) {
        return parameters::read(lines, options);
    }
    if lines.iter().any(|line| line.text.contains(['(', ')'])) {
        return numbers::squares_in_parentheses(lines, options, remarks);
    }
    if let Some(size) = named_size(first).or_else(|| numbers::size_twice(first)).filter(|_| !rest.is_empty()) {
        let read = board(rest, options, remarks)?;
        return of_size(read, size?, first);
    }
    let numeric = |line: &Line<'_>| numbers::is_numeric(line);
    match (numeric(first), rest.iter().all(numeric)) {
        (true, true) => numbers::read(lines, options, remarks),
        (true, false) if !rest.is_empty() => {
            let size = numbers::only_number(first)?;
            of_size(picture::read(rest, options, remarks)?, size, first)
        }
        _ => picture::read(lines, options, remarks),
    }
}

/// The board, if it is as large as its heading says.
fn of_size(board: Queens, size: usize, heading: &Line<'_>) -> Result<Queens, SyntaxError> {
    if board.size() == size {
        return Ok(board);
    }
    let message = format!("expected a board of size {size} below this line, found size {}", board.size());
    Err(SyntaxError::at(heading.number, 1, message))
}

/// The size in a line such as `N = 8`, or what is wrong with it; `None` for other lines.
fn named_size(line: &Line<'_>) -> Option<Result<usize, SyntaxError>> {
    let (name, _) = line.text.split_once(['=', ':']).filter(|(name, _)| matches!(name.trim(), "n" | "N"))?;
    let column = name.chars().count() + 2;
    let text = line.text[name.len() + 1..].trim();
    Some(Word { line: line.number, column, text }.number())
}

fn empty(size: usize, word: &Word<'_>) -> Result<Queens, SyntaxError> {
    Queens::new(size).ok_or_else(|| word.error(format!("a size of 1 to {MAX_SIZE}")))
}

/// Puts a queen on a square, both numbers from 0.
fn place(queens: &mut Queens, row: usize, column: usize, word: &Word<'_>) -> Result<(), SyntaxError> {
    if row >= queens.size() || column >= queens.size() {
        return Err(word.error(format!("a row and a column of 0 to {}", queens.size() - 1)));
    }
    if queens.placed.contains(&(row, column)) {
        return Err(word.error("a square that is not named twice"));
    }
    queens.placed.push((row, column));
    Ok(())
}

#[cfg(test)]
mod tests;
