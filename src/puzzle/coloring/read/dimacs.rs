//! DIMACS `.col`: `p edge VERTICES EDGES` or the two numbers alone, then `e VERTEX VERTEX` lines.

use super::ColoringReadOptions;
use super::builder::{Builder, MAX_VERTICES};
use crate::puzzle::coloring::Graph;
use crate::puzzle::text::{Line, Word};
use crate::puzzle::{Reading, SyntaxError};
use crate::util::words::many;

const HEADING: &str = "'p edge VERTICES EDGES'";

/// Whether a line is a comment: it begins with the letter c as a word of its own.
fn is_comment(line: &Line<'_>) -> bool {
    line.text.strip_prefix('c').is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// Whether a text is in this format: its first line that is not a comment is a heading or an edge and has at least
/// three words, while pairs have two. So `e` and `p` can also be the names of vertices.
pub(super) fn is_dimacs(filled: &[Line<'_>]) -> bool {
    let mut lines = filled.iter().filter(|line| !is_comment(line)).map(|line| line.words(char::is_whitespace));
    let Some(first) = lines.next() else { return false };
    let edge = |words: &[Word<'_>]| words.len() >= 3 && words[0].text == "e" && words[1].text != ":";
    let bare = || first.len() == 2 && first.iter().all(|word| word.number::<usize>().is_ok());
    let heading = first.len() >= 3 && first[0].text == "p" && first[1].text != ":";
    heading || edge(&first) || (bare() && lines.next().is_some_and(|second| edge(&second)))
}

pub(super) fn read(filled: &[Line<'_>], options: ColoringReadOptions) -> Result<Reading<Graph>, SyntaxError> {
    let mut lines = filled.iter().filter(|line| !is_comment(line));
    let first = lines.next().ok_or_else(|| SyntaxError::at(1, 1, format!("expected {HEADING}")))?;
    let (mut builder, stated) = heading(first, options)?;
    // Lines about single vertices, which do not say which are joined.
    let mut left_out: Option<Word<'_>> = None;
    for line in lines {
        let mut words = line.words(char::is_whitespace);
        match words[0].text {
            "e" if words.len() == 3 => {
                let end = |index: usize| -> Result<usize, SyntaxError> {
                    let number: usize = words[index].number()?;
                    let known = number.checked_sub(1).filter(|&vertex| vertex < builder.len());
                    known.ok_or_else(|| words[index].error(format!("a vertex of 1 to {}", builder.len())))
                };
                let (a, b) = (end(1)?, end(2)?);
                builder.join(a, b, || (line.number, words[2].column))?;
            }
            "e" if words.len() > 3 => return Err(words[3].error("the end of the line after 'e VERTEX VERTEX'")),
            "n" | "d" | "v" | "x" if words.len() >= 2 => {
                left_out.get_or_insert(words.swap_remove(0));
            }
            _ => return Err(words[0].error("'e VERTEX VERTEX'")),
        }
    }
    if let Some(word) = left_out {
        let message =
            format!("lines of weights, places and parameters ('{}') say nothing of edges: left out", word.text);
        builder.remark(word.line, message);
    }
    let (count, (listed, different)) = (stated.number::<usize>()?, builder.counts());
    if ![listed, different, 2 * different].contains(&count) {
        if !options.relaxed {
            return Err(stated.error(format!(
                "{listed}, the number of edges that follow ({different} different); --relaxed takes the file as it is"
            )));
        }
        builder.remark(
            stated.line,
            format!("the heading says {}, there are {listed} ({different} different)", many(count, "edge")),
        );
    }
    builder.finish()
}

/// The vertices, and the word that says how many edges there are.
fn heading<'t>(line: &Line<'t>, options: ColoringReadOptions) -> Result<(Builder, Word<'t>), SyntaxError> {
    let words = line.words(char::is_whitespace);
    let (count, edges) = match words[..] {
        [p, kind, count, edges] if p.text == "p" => match kind.text {
            "edge" | "edges" | "col" => (count, edges),
            "cnf" => return Err(kind.error("'edge' or 'col', as in the heading of a graph and not of a formula")),
            _ => return Err(kind.error("'edge' or 'col'")),
        },
        [count, edges] => (count, edges),
        [p, .., last] if p.text == "p" => return Err(last.error(format!("{HEADING} and nothing else"))),
        _ => return Err(words[0].error(format!("{HEADING} before the edges"))),
    };
    let vertices: usize = count.number()?;
    if vertices > MAX_VERTICES {
        return Err(count.error(format!("at most {MAX_VERTICES} vertices")));
    }
    Ok((Builder::numbered(vertices, 1, options), edges))
}
