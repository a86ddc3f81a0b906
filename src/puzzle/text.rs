//! Reading the text of puzzles: lines and words that know their places, and errors that name them.

use super::SyntaxError;
use std::fmt;

/// A line without its end, and its number from 1.
#[derive(Clone, Copy, Debug)]
pub struct Line<'t> {
    /// The number, from 1.
    pub number: usize,
    /// The text, without trailing blanks; tabs are kept.
    pub text: &'t str,
}

/// A word of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    /// The line, from 1.
    pub line: usize,
    /// The column of its first character, from 1.
    pub column: usize,
    /// The text.
    pub text: &'t str,
}

impl Word<'_> {
    /// An error at this word; `expected` says what should stand here.
    pub fn error(&self, expected: impl fmt::Display) -> SyntaxError {
        let shown: String = self.text.chars().take(20).collect();
        SyntaxError::at(self.line, self.column, format!("expected {expected}, found '{shown}'"))
    }

    /// The word as a number.
    ///
    /// # Errors
    /// When it is none, or does not fit.
    pub fn number<T: std::str::FromStr>(&self) -> Result<T, SyntaxError> {
        let bare = !self.text.starts_with('+');
        self.text.parse().ok().filter(|_| bare).ok_or_else(|| self.error("a number"))
    }
}

impl<'t> Line<'t> {
    /// The words between characters for which `separates` holds.
    pub fn words(&self, separates: impl Fn(char) -> bool) -> Vec<Word<'t>> {
        let mut words = Vec::new();
        let mut start: Option<(usize, usize)> = None;
        for (column, (at, character)) in self.text.char_indices().enumerate() {
            match (separates(character), start) {
                (false, None) => start = Some((at, column)),
                (true, Some((from, column))) => {
                    words.push(Word { line: self.number, column: column + 1, text: &self.text[from..at] });
                    start = None;
                }
                _ => {}
            }
        }
        if let Some((from, column)) = start {
            words.push(Word { line: self.number, column: column + 1, text: &self.text[from..] });
        }
        words
    }

    /// The columns of the rule below the heading of a Markdown table, if the line is one.
    pub fn markdown_columns(&self) -> Option<usize> {
        let text = self.text.trim();
        let rule = text.contains("|-") || text.contains("|:-");
        let rule = rule && text.contains("---") && text.chars().all(|c| "|:- ".contains(c));
        rule.then(|| text.trim_matches('|').split('|').count())
    }

    /// Whether nothing stands on the line.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// The lines of a text: line ends of any system, no byte order mark, no trailing blanks, but tabs stay, since an empty
/// cell may follow them.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut rest = text;
    let mut number = 0;
    while !rest.is_empty() {
        number += 1;
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        lines.push(Line { number, text: rest[..end].trim_end_matches(|c: char| c.is_whitespace() && c != '\t') });
        let after = &rest[end..];
        rest = after.strip_prefix("\r\n").unwrap_or_else(|| after.get(1..).unwrap_or(""));
    }
    lines
}

/// The line and the column, both from 1, of the character that begins at this byte.
pub fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let ends = |(index, byte): &(usize, u8)| {
        *byte == b'\n' || (*byte == b'\r' && before.as_bytes().get(index + 1) != Some(&b'\n'))
    };
    let line = before.bytes().enumerate().filter(ends).count() + 1;
    let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    (line, before[start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_system() {
        let texts: Vec<_> = lines("\u{feff}a \r\nb\rc\t \n\nd").iter().map(|line| (line.number, line.text)).collect();
        assert_eq!(texts, [(1, "a"), (2, "b"), (3, "c\t"), (4, ""), (5, "d")]);
    }

    #[test]
    fn bytes_have_a_place() {
        let text = "a\r\né b\rc\nd";
        let of = |letter: char| place(text, text.find(letter).expect("there"));
        assert_eq!(['a', 'b', 'c', 'd'].map(of), [(1, 1), (2, 3), (3, 1), (4, 1)]);
    }

    #[test]
    fn words_know_their_column() {
        let line = Line { number: 7, text: " é, 12" };
        let words = line.words(|c| c == ',' || c == ' ');
        assert_eq!(words[1], Word { line: 7, column: 5, text: "12" });
        assert_eq!(words[0].number::<u32>().unwrap_err().to_string(), "7:2: expected a number, found 'é'");
    }
}
