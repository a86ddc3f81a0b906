//! Rows of cells, and the line above them that states the board's size.

use super::super::super::{Remark, SyntaxError};
use crate::util::words::many;

/// A cell of a row: its column (from 1) and its text.
#[derive(Clone, Debug)]
pub(super) struct Field<'t> {
    pub(super) column: usize,
    pub(super) text: &'t str,
}

/// A row.
#[derive(Clone, Debug)]
pub(super) struct Row<'t> {
    pub(super) line: usize,
    pub(super) text: &'t str,
    pub(super) separator: &'static str,
    pub(super) fields: Vec<Field<'t>>,
}

/// What a heading states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) height: usize,
    pub(super) width: usize,
    /// How many traps there are on the board.
    pub(super) mines: Option<usize>,
}

/// Whether a line frames the rows of a board, as `+---+---+`.
pub(super) fn is_frame(text: &str) -> bool {
    let text = text.trim();
    text.len() > 2 && text.starts_with('+') && text.ends_with('+') && text.bytes().all(|byte| b"+-=".contains(&byte))
}

/// The fields of a row. A bar, a comma or a semicolon anywhere separates; else blanks and tabs; else each character is
/// a cell. A bar may stand at both ends.
pub(super) fn row_of(line: usize, text: &str) -> Result<Row<'_>, SyntaxError> {
    let mut text = text.trim_end();
    let mut fields = Vec::new();
    let mut column = 1;
    for delimiter in ['|', ',', ';'] {
        if !text.contains(delimiter) {
            continue;
        }
        if delimiter == '|' {
            let inner = text.trim_start();
            column += text.chars().count() - inner.chars().count();
            text = inner;
            if let Some(inner) = inner.strip_prefix('|') {
                (text, column) = (inner, column + 1);
            }
        }
        let spaced = text.contains(", ") || text.contains("; ");
        let mut parts: Vec<&str> = text.split(delimiter).collect();
        if parts.last().is_some_and(|part| part.trim().is_empty()) {
            parts.pop();
        }
        for part in parts {
            let field = part.trim();
            let indent = part.chars().take_while(|c| c.is_whitespace()).count();
            if field.is_empty() {
                return Err(SyntaxError::at(line, column, "expected a cell before this separator, found nothing"));
            }
            fields.push(Field { column: column + indent, text: field });
            column += part.chars().count() + 1;
        }
        let separator = match (delimiter, spaced) {
            (',', true) => ", ",
            (',', false) => ",",
            ('|', _) => " ",
            (_, true) => "; ",
            _ => ";",
        };
        return Ok(Row { line, text, separator, fields });
    }
    let separator = if text.trim().contains('\t') { "\t" } else { " " };
    for part in text.split(|c: char| c.is_whitespace()) {
        if !part.is_empty() {
            fields.push(Field { column, text: part });
        }
        column += part.chars().count() + 1;
    }
    if let [Field { column, text: word }] = fields[..]
        && word.chars().nth(1).is_some()
    {
        let cells = word.char_indices().map(|(start, letter)| &word[start..start + letter.len_utf8()]);
        let fields = cells.enumerate().map(|(index, text)| Field { column: column + index, text }).collect();
        return Ok(Row { line, text, separator: "", fields });
    }
    Ok(Row { line, text, separator, fields })
}

/// The size that the first row states, as `R C`, `R C MINES`, `RxC`, or `WxHxMINES` as JSMinesweeper writes it, if it
/// is a heading: the rows after it have this size, or at least differ from it in width. `1X1` may be two numbers and a
/// mine.
///
/// # Errors
/// A heading with other measures than the rows.
pub(super) fn heading(rows: &[Row<'_>], remarks: &mut Vec<Remark>) -> Result<Option<Size>, SyntaxError> {
    let Some((first, rest)) = rows.split_first() else { return Ok(None) };
    let word = first.text.trim();
    let crossed: Vec<&str> = word.split(['x', 'X']).collect();
    let is_crossed = crossed.len() > 1;
    let words: Vec<&str> = if is_crossed { crossed } else { first.fields.iter().map(|field| field.text).collect() };
    let plain = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let numbers: Option<Vec<usize>> = words.iter().map(|word| Some(*word).filter(plain)?.parse().ok()).collect();
    let letters = || word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x');
    let mut as_row = || {
        if word.contains('x') && letters() {
            let message = format!("'{word}' is taken for a row of the board, not for its size");
            remarks.push(Remark { line: first.line, message });
        }
        Ok(None)
    };
    let Some(&[height, width, ref mines @ ..]) = numbers.as_deref().filter(|numbers| (2..4).contains(&numbers.len()))
    else {
        return as_row();
    };
    if rest.is_empty() {
        return as_row();
    }
    let mines = mines.first().copied();
    let all_are = |width: usize| !rest.is_empty() && rest.iter().all(|row| row.fields.len() == width);
    let fits = |height: usize, width: usize| height > 0 && rest.len() == height && all_are(width);
    // Answers may have x for a mine, but few of them begin with a row that is a size.
    let own_row = all_are(first.fields.len());
    let likely_row = own_row && (!is_crossed || word.contains('X'));
    let turned = is_crossed && !fits(height, width) && (fits(width, height) || mines.is_some() && !all_are(width));
    let (height, width) = if turned { (width, height) } else { (height, width) };
    let size = Size { height, width, mines };
    if fits(height, width) {
        if likely_row {
            let message = format!("'{word}' is taken for the size of the board, not for its first row");
            remarks.push(Remark { line: first.line, message });
        }
        if let Some(mines) = mines.filter(|&mines| mines > height * width) {
            let most = many(height * width, "mine");
            let message = format!("expected at most {most} on a board of {height} by {width}, found {mines}");
            return Err(SyntaxError::at(first.line, 1, message));
        }
        return Ok(Some(size));
    }
    let apart = rest.first().is_some_and(|row| row.fields.len() != first.fields.len());
    let half = height > 0 && (rest.len() == height || all_are(width));
    let certain = if is_crossed { !own_row || half && !likely_row } else { apart && half };
    if !certain {
        return as_row();
    }
    let fault = |line: usize, what: &str, expected: usize, found: usize| {
        SyntaxError::at(line, 1, format!("expected {} as the header says, found {found}", many(expected, what)))
    };
    if rest.len() != height {
        let odd = rest.get(height).or(rest.last()).map_or(first.line, |row| row.line);
        return Err(fault(odd, "row", height, rest.len()));
    }
    match rest.iter().find(|row| row.fields.len() != width) {
        Some(row) => Err(fault(row.line, "cell", width, row.fields.len())),
        None => Ok(Some(size)),
    }
}

/// Remarks that a single row was taken for a row, if it could also be a size with the cells of a board of that size.
pub(super) fn lone_row(rows: &[Row<'_>], remarks: &mut Vec<Remark>) {
    let [row] = rows else { return };
    let size = |at: usize| row.fields.get(at).and_then(|field| field.text.parse::<usize>().ok());
    if size(0).zip(size(1)).and_then(|(rows, cols)| rows.checked_mul(cols)) == Some(row.fields.len().wrapping_sub(2)) {
        let message = "this is taken for the only row of a board, not for its size and its cells".into();
        remarks.push(Remark { line: row.line, message });
    }
}
