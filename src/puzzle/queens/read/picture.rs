//! Pictures of boards, and squares as in chess.

use super::{QueensReadOptions, empty, place};
use crate::puzzle::queens::{Queens, attacks};
use crate::puzzle::text::{Line, Word};
use crate::puzzle::{Remark, SyntaxError};
use crate::util::words::many;

/// A sign of a picture and where it stands.
pub(super) type Sign = (usize, char);

/// Rows of squares, or squares as in chess.
pub(super) fn read(
    lines: &[Line<'_>],
    options: QueensReadOptions,
    remarks: &mut Vec<Remark>,
) -> Result<Queens, SyntaxError> {
    let words = |line: &Line<'_>| {
        line.text.split(|c: char| c.is_whitespace() || c == ',').map(str::to_string).collect::<Vec<_>>()
    };
    if lines.iter().flat_map(words).all(|word| word.is_empty() || chess(&word).is_some()) {
        return squares(lines, options, remarks);
    }
    let signs = |line: &Line<'_>| -> (usize, Vec<Sign>) {
        let signs = line.text.chars().enumerate().filter(|&(_, c)| !c.is_whitespace() && c != '|' && c != ',');
        (line.number, signs.map(|(at, sign)| (at + 1, sign)).collect())
    };
    rows(&lines.iter().map(signs).collect::<Vec<_>>(), remarks)
}

/// The board of these rows, each with its line.
pub(super) fn rows(rows: &[(usize, Vec<Sign>)], remarks: &mut Vec<Remark>) -> Result<Queens, SyntaxError> {
    let size = rows.len();
    let mut queens = empty(size, &Word { line: rows[0].0, column: 1, text: "" })?;
    // Signs that others use for queens or for attacked squares.
    let mut marks = Vec::new();
    // The first blocked square, and whether there are free ones.
    let (mut blocked, mut free) = (None, false);
    for (row, (line, signs)) in rows.iter().enumerate() {
        if signs.len() != size {
            let squares = many(size, "square");
            let message = format!("expected {squares} in this row, one for each row, found {}", signs.len());
            let column = signs.get(size).or(signs.last()).map_or(1, |&(column, _)| column);
            return Err(SyntaxError::at(*line, column, message));
        }
        for (column, &(at, sign)) in signs.iter().enumerate() {
            match sign {
                'Q' | 'q' | '♛' | '♕' => queens.placed.push((row, column)),
                '-' if size == 1 => {
                    let message = format!("expected a board (Q or . if it has one square), found '{sign}' alone");
                    return Err(SyntaxError::at(*line, at, message));
                }
                '.' | '_' | '-' | '0' | '?' => free = true,
                '#' => {
                    queens.block(row, column);
                    blocked.get_or_insert(*line);
                }
                'x' | 'X' | '*' => {
                    queens.block(row, column);
                    marks.push(((row, column), *line, sign));
                }
                _ => {
                    let message = format!("expected Q (a queen), . (free) or # (blocked), found '{sign}'");
                    return Err(SyntaxError::at(*line, at, message));
                }
            }
        }
    }
    if let Some(line) = blocked.filter(|_| !free && !queens.placed.is_empty()) {
        remarks.push(Remark { line, message: "'#' is taken for a blocked square, though no square is free".into() });
    }
    let open = |&&(square, ..): &&(_, usize, char)| !queens.placed.iter().any(|&queen| attacks(queen, square));
    if let Some(&(_, line, sign)) = marks.iter().find(open) {
        remarks.push(Remark { line, message: format!("'{sign}' is taken for a blocked square") });
    }
    Ok(queens)
}

/// The column and the rank of a square such as `b5`, from 0 and from 1.
fn chess(word: &str) -> Option<(usize, usize)> {
    let mut letters = word.chars();
    let file = letters.next().filter(char::is_ascii_lowercase)?;
    let rank = letters.as_str();
    let plain = rank.len() < 3 && rank.starts_with(|c: char| matches!(c, '1'..='9'));
    Some((file as usize - 'a' as usize, rank.parse().ok().filter(|_| plain)?))
}

fn squares(lines: &[Line<'_>], options: QueensReadOptions, remarks: &mut Vec<Remark>) -> Result<Queens, SyntaxError> {
    let words: Vec<Word<'_>> = lines.iter().flat_map(|line| line.words(|c| c.is_whitespace() || c == ',')).collect();
    let size = options.size_of_lists();
    let first = Word { line: lines[0].number, column: 1, text: "" };
    let mut queens = empty(size, words.first().unwrap_or(&first))?;
    for word in &words {
        let square = chess(word.text).filter(|&(column, rank)| column < size && rank <= size);
        let (column, rank) = square.ok_or_else(|| word.error(format!("a square of a board of {size} rows")))?;
        place(&mut queens, size - rank, column, word)?;
    }
    let message = format!("squares are taken as in chess: a1 is the lower left corner, of a board of {size} rows");
    remarks.push(Remark { line: first.line, message });
    Ok(queens)
}
