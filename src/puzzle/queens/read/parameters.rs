//! Boards of queens in Essence parameter files: `[letting] NAME = VALUE`, one after the other. Rows and columns count
//! from 1.

use super::{QueensReadOptions, empty, place};
use crate::puzzle::SyntaxError;
use crate::puzzle::queens::Queens;
use crate::puzzle::text::{Line, Word};

/// Reads a board: `n`, `numdiags`, and lists of pairs named `blocks`, `diags`, `queens` or `placed`.
///
/// # Errors
/// Says where the text is not a board, and what was expected.
pub(super) fn read(lines: &[Line<'_>], options: QueensReadOptions) -> Result<Queens, SyntaxError> {
    let mut tokens = Tokens::new(lines);
    let head = tokens.here();
    let mut size = options.size;
    let mut stated = None;
    let mut lists = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    while !tokens.ended() {
        let mut name = tokens.take();
        if name.text == "letting" {
            name = tokens.take();
        }
        let known = ["n", "N", "numdiags", "blocks", "diags", "queens", "placed"];
        if !known.contains(&name.text) {
            return Err(name.error("n, numdiags, blocks, diags or queens"));
        }
        if names.contains(&name.text) {
            return Err(name.error("a name that is not given twice"));
        }
        names.push(name.text);
        tokens.expect(&["=", "be"])?;
        match name.text {
            "n" | "N" => size = Some(tokens.take().number()?),
            "numdiags" => stated = Some(tokens.take()),
            _ => lists.push((name, tokens.pairs()?)),
        }
    }
    let Some(size) = size else { return Err(head.error("n, the size of the board")) };
    if let Some(stated) = stated.filter(|_| !names.contains(&"diags")) {
        return Err(stated.error("0, the number of diags that are listed"));
    }
    let mut queens = empty(size, &head)?;
    for (name, pairs) in lists {
        if name.text == "diags" {
            if let Some(stated) = stated.filter(|stated| stated.number() != Ok(pairs.len())) {
                return Err(stated.error(format!("{}, the number of diags that are listed", pairs.len())));
            }
            let counted = options.diagonals.unwrap_or(pairs.len());
            pairs.iter().take(counted).try_for_each(|pair| exclude(&mut queens, pair))?;
        } else {
            pairs.iter().try_for_each(|pair| put(&mut queens, pair, name.text == "blocks"))?;
        }
    }
    Ok(queens)
}

/// Excludes a diagonal: its number and its direction.
fn exclude(queens: &mut Queens, [number, direction]: &[Word<'_>; 2]) -> Result<(), SyntaxError> {
    let last = 2 * queens.size() - 2;
    let diagonal: usize = number.number()?;
    if diagonal > last {
        return Err(number.error(format!("a diagonal of 0 to {last}")));
    }
    match direction.text {
        "0" => queens.block_rising(diagonal),
        "1" => queens.block_falling(diagonal),
        _ => return Err(direction.error("0 (rising) or 1 (falling)")),
    }
    Ok(())
}

/// Blocks a square or puts a queen there.
fn put(queens: &mut Queens, [row, column]: &[Word<'_>; 2], blocked: bool) -> Result<(), SyntaxError> {
    let size = queens.size();
    let (down, across): (usize, usize) = (row.number()?, column.number()?);
    let square = down.checked_sub(1).zip(across.checked_sub(1)).filter(|&(down, across)| down < size && across < size);
    let Some((down, across)) = square else {
        return Err(row.error(format!("a row and a column of 1 to {size}")));
    };
    if blocked {
        queens.block(down, across);
        return Ok(());
    }
    place(queens, down, across, row)
}

/// The words and the punctuation of the text.
struct Tokens<'t> {
    tokens: Vec<Word<'t>>,
    at: usize,
    /// Where the text ends.
    end: Word<'t>,
}

impl<'t> Tokens<'t> {
    fn new(lines: &[Line<'t>]) -> Tokens<'t> {
        let mut tokens = Vec::new();
        for line in lines.iter().filter(|line| !line.text.starts_with('$') && !line.text.starts_with("language")) {
            for word in line.words(char::is_whitespace) {
                split(word, &mut tokens);
            }
        }
        let end = lines.last().map_or((1, 1), |line| (line.number, line.text.chars().count() + 1));
        Tokens { tokens, at: 0, end: Word { line: end.0, column: end.1, text: "" } }
    }

    fn ended(&self) -> bool {
        self.at == self.tokens.len()
    }

    /// The next token without taking it; an empty one at the end.
    fn here(&self) -> Word<'t> {
        self.tokens.get(self.at).copied().unwrap_or(self.end)
    }

    fn take(&mut self) -> Word<'t> {
        let token = self.here();
        self.at = (self.at + 1).min(self.tokens.len());
        token
    }

    fn expect(&mut self, texts: &[&str]) -> Result<(), SyntaxError> {
        let token = self.take();
        if texts.contains(&token.text) { Ok(()) } else { Err(token.error(format!("'{}'", texts[0]))) }
    }

    /// A list of pairs, `[[1, 2], [3, 4]]`; a comma behind the last is no harm.
    fn pairs(&mut self) -> Result<Vec<[Word<'t>; 2]>, SyntaxError> {
        let mut pairs = Vec::new();
        self.expect(&["["])?;
        while self.here().text != "]" {
            self.expect(&["[", "("])?;
            let first = self.take();
            self.expect(&[","])?;
            pairs.push([first, self.take()]);
            self.expect(&["]", ")"])?;
            if self.here().text != "]" {
                self.expect(&[","])?;
            }
        }
        self.expect(&["]"])?;
        Ok(pairs)
    }
}

/// Parts a word at its punctuation.
fn split<'t>(word: Word<'t>, tokens: &mut Vec<Word<'t>>) {
    let mut start = 0;
    let mut column = word.column;
    for part in word.text.split_inclusive(|c| "[](),=;".contains(c)) {
        let text = part.trim_end_matches(|c| "[](),=;".contains(c));
        if !text.is_empty() {
            tokens.push(Word { text, column, ..word });
        }
        start += part.len();
        column += part.chars().count();
        if text.len() < part.len() {
            tokens.push(Word { text: &word.text[start - 1..start], column: column - 1, ..word });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{QueensReadOptions, read};

    #[test]
    fn parameters_of_collections() {
        let blocked = read("letting n = 4\nletting blocks = [[1,1],\n[4,2]]", QueensReadOptions::default())
            .expect("a board")
            .puzzle;
        assert_eq!(blocked.blocked().collect::<Vec<_>>(), [(0, 0), (3, 1)]);
        let text = "n =  4\nnumdiags =  2\ndiags =  [[3, 1], [0, 0]]";
        let count = |diagonals| {
            read(text, QueensReadOptions { size: None, diagonals }).expect("a board").puzzle.blocked().count()
        };
        assert_eq!((count(None), count(Some(1)), count(Some(0))), (4, 4, 0));
    }

    #[test]
    fn damage_is_told() {
        let error = |text: &str| read(text, QueensReadOptions::default()).unwrap_err().to_string();
        let diags = |list: &str| error(&format!("n = 4\nnumdiags = 2\ndiags = {list}"));
        assert_eq!(diags("[[3, 1]]"), "2:12: expected 1, the number of diags that are listed, found '2'");
        assert_eq!(diags("[[3, 1], 0, 0]]"), "3:18: expected '[', found '0'");
        assert_eq!(diags("[[3 1], [0, 0]]"), "3:13: expected ',', found '1'");
        assert_eq!(diags("[[3, 1] [0, 0]]"), "3:17: expected ',', found '['");
        assert_eq!(diags("[[3, 1], [0, 0]]5"), "3:25: expected n, numdiags, blocks, diags or queens, found '5'");
        assert_eq!(diags("[[3, 1], [0, 0"), "3:23: expected ']', found ''");
        assert_eq!(diags("[[9, 1], [0, 0]]"), "3:11: expected a diagonal of 0 to 6, found '9'");
        assert_eq!(error("n = 4\nletting blocks be [[1,5]]"), "2:21: expected a row and a column of 1 to 4, found '1'");
        assert_eq!(error("blocks = [[1,1],]"), "1:1: expected n, the size of the board, found 'blocks'");
    }
}
