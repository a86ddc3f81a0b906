//! Boards in lists, as programs print them: `[0, 4, 7, 5, 2, 6, 1, 3]`, `[".Q..", "...Q", "Q...", "..Q."]`, squares
//! `[(0, 2), (3, 0)]`, states `[[0, 1], ...]`, and lists of these.

use super::{QueensReadOptions, numbers, picture};
use crate::puzzle::literal::{Node, Value, is_list, parse_list};
use crate::puzzle::queens::Queens;
use crate::puzzle::text::Word;
use crate::puzzle::{Remark, SyntaxError};

/// The boards of a text that is a list; `None` if it is not one.
pub(super) fn boards(
    text: &str,
    options: QueensReadOptions,
    remarks: &mut Vec<Remark>,
) -> Option<Result<Vec<Queens>, SyntaxError>> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let list = parse_list(text);
    // `(0, 2) (3, 0)` is squares, one after the other.
    let several = |list: &Node<'_>| list.members().is_some_and(|members| members.len() > 2);
    if !is_list(start) || start.starts_with('(') && !list.as_ref().is_ok_and(several) {
        return None;
    }
    Some(list.and_then(|list| all(&list, options, remarks)))
}

/// The board that a list stands for, or the boards that are its members.
fn all(list: &Node<'_>, options: QueensReadOptions, remarks: &mut Vec<Remark>) -> Result<Vec<Queens>, SyntaxError> {
    if let Some(board) = one(list, options, remarks) {
        return Ok(vec![board?]);
    }
    let members = list.list("boards")?;
    if members.is_empty() || members.iter().any(|member| member.members().is_none()) {
        return Err(list.word().error("a list of columns, of rows as texts, or of boards"));
    }
    let mut found = Vec::new();
    for member in members {
        match one(member, options, remarks) {
            Some(board) => found.push(board?),
            None => return Err(member.word().error("a list of columns, or of rows as texts")),
        }
    }
    let size = found[0].size();
    match found.iter().zip(members).find(|(board, _)| board.size() != size) {
        Some((board, member)) => {
            Err(member.word().error(format!("a board of size {size} as the first; its size is {}", board.size())))
        }
        None => Ok(found),
    }
}

/// The board that a list stands for; `None` if it is not a board.
fn one(list: &Node<'_>, options: QueensReadOptions, remarks: &mut Vec<Remark>) -> Option<Result<Queens, SyntaxError>> {
    let members = list.members().filter(|members| !members.is_empty())?;
    if let Some(columns) = words(members) {
        return Some(numbers::columns(&columns, remarks));
    }
    if let Some(texts) = members.iter().map(Node::text).collect::<Option<Vec<Word<'_>>>>() {
        let signs =
            |row: &Word<'_>| (row.line, row.text.chars().enumerate().map(|(at, c)| (row.column + at, c)).collect());
        return Some(picture::rows(&texts.iter().map(signs).collect::<Vec<_>>(), remarks));
    }
    let rows: Vec<&[Node<'_>]> = members.iter().map(Node::members).collect::<Option<_>>()?;
    if rows.iter().all(|row| row.len() == rows.len() && row.iter().all(|cell| cell.text().is_some_and(one_letter))) {
        let sign = |cell: &Node<'_>| (cell.word().column, cell.word().text.chars().next().unwrap_or(' '));
        let signs = |row: &&[Node<'_>]| (row[0].word().line, row.iter().map(sign).collect());
        return Some(picture::rows(&rows.iter().map(signs).collect::<Vec<_>>(), remarks));
    }
    let rows: Vec<Vec<Word<'_>>> = rows.into_iter().map(words).collect::<Option<_>>()?;
    let state = |word: &Word<'_>| matches!(word.text, "0" | "1" | "-1");
    if rows.len() > 2 && rows.iter().flatten().all(state) && rows.iter().any(|row| row.len() > 2) {
        return Some(numbers::states(&rows));
    }
    let pairs: Option<Vec<[Word<'_>; 2]>> = rows.iter().map(|row| <[Word<'_>; 2]>::try_from(&row[..]).ok()).collect();
    pairs.map(|pairs| numbers::pairs(&pairs, options, remarks))
}

/// The numbers of a list that contains nothing else.
fn words<'n>(members: &'n [Node<'_>]) -> Option<Vec<Word<'n>>> {
    let word = |member: &'n Node<'_>| match member.value {
        Value::Number(_) | Value::Word(_) => Some(member.word()),
        _ => None,
    };
    members.iter().map(word).collect::<Option<Vec<_>>>().filter(|words| !words.is_empty())
}

fn one_letter(text: Word<'_>) -> bool {
    text.text.chars().count() == 1
}
