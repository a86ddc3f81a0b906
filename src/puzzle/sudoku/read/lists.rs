//! Lists of Python, JSON, C and numpy: rows in brackets, on one line or many; also rows as strings, flat lists, and
//! lists of several puzzles.

use super::alphabet::Survey;
use super::grid::filled;
use super::rows::letters;
use super::{SudokuReadOptions, blank};
use crate::puzzle::literal;
use crate::puzzle::sudoku::Sudoku;
use crate::puzzle::text::{Line, Word};
use crate::puzzle::{Reading, SyntaxError};
use crate::util::words::many;

/// A list, or a word in one.
#[derive(Debug)]
enum Node<'t> {
    /// A word, and whether it is in quotes.
    Word(Word<'t>, bool),
    List(Word<'t>, Vec<Node<'t>>),
}

impl<'t> Node<'t> {
    /// The lists and words of a value; a word that stands for "nothing" becomes an empty one.
    fn of(value: &'t literal::Node<'_>) -> Node<'t> {
        let word = value.word();
        match value.items() {
            Some(items) => Node::List(word, items.iter().map(Node::of).collect()),
            None if value.is_nothing() || word.text.trim().is_empty() => Node::Word(Word { text: "", ..word }, false),
            None => Node::Word(word, value.text().is_some()),
        }
    }
}

/// Whether a text is a list, perhaps one that is given a name as in `grid = [[...`.
pub(super) fn is_list(filled: &[Line<'_>]) -> bool {
    let Some(first) = filled.first() else { return false };
    // The heading of `.sdk` files.
    if first.text.trim().eq_ignore_ascii_case("[puzzle]") {
        return false;
    }
    let list = behind_name(first.text);
    list.starts_with('{') || literal::is_list(list)
}

/// The text behind `name =`.
fn behind_name(text: &str) -> &str {
    match text.split_once('=') {
        Some((name, rest))
            if name.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && name.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || "_[]<>:,*".contains(c)) =>
        {
            rest.trim_start()
        }
        _ => text.trim_start(),
    }
}

/// The puzzles of a list, which begins in the first of these lines of the text.
pub(super) fn read_lists(
    text: &str,
    lines: &[Line<'_>],
    options: SudokuReadOptions,
) -> Result<Reading<Vec<Sudoku>>, SyntaxError> {
    let start = behind_name(lines[0].text).as_ptr() as usize - text.as_ptr() as usize;
    let values = literal::parse_lists(text, start)?;
    let nodes: Vec<Node<'_>> = values.iter().map(Node::of).collect();
    let end = lines.last().map_or(1, |line| line.number);
    let nodes = if nodes.len() == 1 { nodes.into_iter().flat_map(inside).collect() } else { nodes };
    let puzzles: Vec<Vec<Node<'_>>> = match depth(&nodes) {
        0 | 1 => vec![nodes],
        _ => nodes.into_iter().map(inside).collect(),
    };
    let mut all = Vec::new();
    let mut side = None;
    let mut apart = false;
    for puzzle in puzzles {
        let start = puzzle.first().map_or(Word { line: end, column: 1, text: "" }, start_of);
        for (cells, strings) in cells(puzzle, start)? {
            let root = cells.len().isqrt();
            if root < 2 || root * root != cells.len() || side.is_some_and(|side| side != root) {
                let wanted =
                    side.map_or("as many rows as columns".to_string(), |side: usize| format!("{0} rows of {0}", side));
                return Err(SyntaxError::at(
                    start.line,
                    start.column,
                    format!("expected {wanted}, found a list of {}", many(cells.len(), "cell")),
                ));
            }
            // Pencil marks of 9 by 9 have as many characters as a grid of 27 by 27 has cells.
            if strings && root == 27 && !cells.iter().any(|word| word.text.contains(|c: char| c.is_ascii_alphabetic()))
            {
                return Err(SyntaxError::at(
                    start.line,
                    start.column,
                    "expected pencil marks without brackets around them",
                ));
            }
            side = Some(root);
            apart |= strings;
            all.push(cells);
        }
    }
    let Some(side) = side else { return Err(SyntaxError::at(end, 1, "expected a list of rows")) };
    let mut survey = Survey::new(side);
    all.iter().for_each(|cells| survey.look(cells.iter().copied()));
    let (alphabet, remarks) = survey.decide(options, apart)?;
    let board = blank(side, options, lines[0].number)?.written(alphabet.notation());
    let puzzles: Result<_, _> = all.iter().map(|cells| filled(&board, &alphabet, cells)).collect();
    Ok(Reading { puzzle: puzzles?, remarks })
}

fn inside(node: Node<'_>) -> Vec<Node<'_>> {
    match node {
        Node::List(_, inner) => inner,
        word => vec![word],
    }
}

fn depth(nodes: &[Node<'_>]) -> usize {
    let below = |node: &Node<'_>| match node {
        Node::Word(..) => 0,
        Node::List(_, inner) => 1 + depth(inner),
    };
    nodes.iter().map(below).max().unwrap_or(0)
}

fn start_of<'t>(node: &Node<'t>) -> Word<'t> {
    match node {
        Node::Word(word, _) | Node::List(word, _) => *word,
    }
}

/// How many cells a node can be the string of.
fn length(node: &Node<'_>) -> usize {
    match node {
        Node::Word(word, true) => word.text.chars().count(),
        Node::Word(_, false) => 1,
        Node::List(..) => 0,
    }
}

/// The length of the lines of a flat list, if they look like the rows of a larger grid that was cut.
fn other_rows(words: &[Word<'_>]) -> Option<usize> {
    let mut lines: Vec<usize> = words.chunk_by(|a, b| a.line == b.line).map(<[Word<'_>]>::len).collect();
    let last = lines.pop()?;
    let wide = *lines.first()?;
    let side = words.len().isqrt();
    let alike = lines.len() + 1 >= side.min(wide) && lines.iter().all(|&line| line == wide) && last <= wide;
    (alike && wide > side && wide <= side + 2).then_some(wide)
}

/// The cells of the puzzles in a list, and whether they were written as strings of cells: rows of cells, rows as
/// strings, all cells in a row, or strings that are whole puzzles.
fn cells<'t>(rows: Vec<Node<'t>>, start: Word<'t>) -> Result<Vec<(Vec<Word<'t>>, bool)>, SyntaxError> {
    let height = rows.len();
    let error = |word: Word<'_>, message: String| Err(SyntaxError::at(word.line, word.column, message));
    if depth(&rows) == 0 {
        let words: Vec<Word<'t>> = rows.iter().map(start_of).collect();
        if height > 1 && rows.iter().all(|word| length(word) == height) {
            return Ok(vec![(words.into_iter().flat_map(letters).collect(), true)]);
        }
        let whole = |word: &Node<'t>| length(word) >= 16 && length(word).isqrt().pow(2) == length(word);
        if rows.iter().all(whole) {
            return Ok(words.into_iter().map(|word| (letters(word).collect(), true)).collect());
        }
        if let Some(wide) = other_rows(&words) {
            return error(
                start,
                format!("expected rows of equal length, found {} in rows of {wide}", many(height, "cell")),
            );
        }
        return Ok(vec![(words, false)]);
    }
    let flat = |row: &Node<'t>| match row {
        Node::List(_, inner) if depth(inner) == 0 => inner.len(),
        _ => 0,
    };
    let wide = rows.first().map_or(0, flat);
    if wide != height && wide >= 16 && wide.isqrt().pow(2) == wide && rows.iter().all(|row| flat(row) == wide) {
        return Ok(rows.into_iter().map(|row| (inside(row).iter().map(start_of).collect(), false)).collect());
    }
    let mut all = Vec::new();
    let mut strings = false;
    for (index, row) in rows.into_iter().enumerate() {
        let word = start_of(&row);
        let Node::List(_, inner) = row else { return error(word, "expected a row in brackets".into()) };
        if depth(&inner) > 0 {
            return error(word, format!("expected a row of {height} cells, found lists in it"));
        }
        let words: Vec<Word<'t>> = inner.iter().map(start_of).collect();
        match &words[..] {
            [word] if height > 1 && length(&inner[0]) == height => {
                strings = true;
                all.extend(letters(*word));
            }
            words if words.len() == height => all.extend_from_slice(words),
            words => {
                let message = format!(
                    "expected {} in row {} of this list of {}, found {}",
                    many(height, "cell"),
                    index + 1,
                    many(height, "row"),
                    words.len()
                );
                return error(word, message);
            }
        }
    }
    if strings && all.iter().any(|word| word.text.chars().count() != 1) {
        return error(start, "expected all rows to be strings, or none".into());
    }
    Ok(vec![(all, strings)])
}
