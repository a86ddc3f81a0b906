//! Lists as programs print them: JSON, Python's lists and tuples, and arrays of NumPy, which have no commas.

use super::SyntaxError;
use super::text::Word;

/// How deep lists may stand in each other.
const MAX_DEPTH: usize = 8;

/// A list, or a member of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<'t> {
    /// `[...]` or `(...)`, with the word that opens it for messages.
    List(Word<'t>, Vec<Item<'t>>),
    /// A bare word: a number, `null`, `None`.
    Word(Word<'t>),
    /// A text between quotes, without them.
    Text(Word<'t>),
}

impl<'t> Item<'t> {
    /// Where it stands and how it begins.
    pub fn word(&self) -> &Word<'t> {
        match self {
            Item::List(word, _) | Item::Word(word) | Item::Text(word) => word,
        }
    }

    /// The members, where it is a list.
    pub fn members(&self) -> Option<&[Item<'t>]> {
        match self {
            Item::List(_, members) => Some(members),
            _ => None,
        }
    }

    /// The members.
    ///
    /// # Errors
    /// When it is no list.
    pub fn list(&self, what: &str) -> Result<&[Item<'t>], SyntaxError> {
        self.members().ok_or_else(|| self.word().error(format!("a list of {what}")))
    }

    /// The lists in it, where each of its members is one.
    pub fn lists(&self) -> Option<Vec<&[Item<'t>]>> {
        self.members()?.iter().map(Item::members).collect()
    }

    /// The text between quotes.
    pub fn text(&self) -> Option<Word<'t>> {
        match self {
            Item::Text(word) => Some(*word),
            _ => None,
        }
    }

    /// Whether it says that there is nothing here, in the words of JSON or Python.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Item::Word(word) if matches!(word.text, "null" | "None"))
    }
}

/// Whether a text begins as a list.
pub fn is_list(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(['[', '('])
}

/// Reads a text that is one list.
///
/// # Errors
/// The place where something else was expected.
pub fn read(text: &str) -> Result<Item<'_>, SyntaxError> {
    let mut tokens = Tokens { text, at: 0, line: 1, column: 1 };
    let list = tokens.item(MAX_DEPTH)?;
    let rest = tokens.next()?;
    match (&list, rest.text) {
        (Item::List(..), "") => Ok(list),
        (Item::List(..), _) => Err(rest.error("the end of the text after the list")),
        _ => Err(list.word().error("a list")),
    }
}

/// The words, quoted texts and punctuation of a text, which knows where it has come to.
struct Tokens<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    column: usize,
}

impl<'t> Tokens<'t> {
    /// Moves on by one character.
    fn step(&mut self) -> Option<char> {
        let letter = self.text[self.at..].chars().next()?;
        self.at += letter.len_utf8();
        match letter {
            '\n' => (self.line, self.column) = (self.line + 1, 1),
            '\u{feff}' => {}
            _ => self.column += 1,
        }
        Some(letter)
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// The next token; an empty one at the end. A text keeps its first quote.
    fn next(&mut self) -> Result<Word<'t>, SyntaxError> {
        while self.peek().is_some_and(|letter| letter.is_whitespace() || letter == '\u{feff}') {
            self.step();
        }
        let (start, line, column) = (self.at, self.line, self.column);
        match self.step() {
            None | Some('[' | ']' | '(' | ')' | ',') => {}
            Some(quote @ ('"' | '\'')) => loop {
                match self.step() {
                    Some(letter) if letter == quote => {
                        let text = &self.text[start..self.at - 1];
                        return Ok(Word { line, column, text });
                    }
                    None | Some('\n' | '\\') => {
                        let text = &self.text[start..self.at];
                        return Err(Word { line, column, text }.error("a text that ends with the quote it begins with"));
                    }
                    Some(_) => {}
                }
            },
            Some(_) => {
                while self.peek().is_some_and(|letter| !letter.is_whitespace() && !"[](),\"'".contains(letter)) {
                    self.step();
                }
            }
        }
        Ok(Word { line, column, text: &self.text[start..self.at] })
    }

    fn item(&mut self, depth: usize) -> Result<Item<'t>, SyntaxError> {
        let word = self.next()?;
        self.finish(word, depth)
    }

    /// The item that this token begins.
    fn finish(&mut self, word: Word<'t>, depth: usize) -> Result<Item<'t>, SyntaxError> {
        let close = match word.text {
            "[" => "]",
            "(" => ")",
            "" | "]" | ")" | "," => return Err(word.error("a list, a number or a text")),
            text => {
                return Ok(match text.strip_prefix(['"', '\'']) {
                    Some(text) => Item::Text(Word { text, column: word.column + 1, ..word }),
                    None => Item::Word(word),
                });
            }
        };
        let below =
            depth.checked_sub(1).ok_or_else(|| word.error(format!("at most {MAX_DEPTH} lists in each other")))?;
        let mut members = Vec::new();
        let mut token = self.next()?;
        // Whether commas stand between the members, as in Python, or none, as in NumPy.
        let mut commas = None;
        while token.text != close {
            members.push(self.finish(token, below)?);
            token = self.next()?;
            let comma = token.text == ",";
            if comma {
                // A comma behind the last member is no harm.
                token = self.next()?;
            }
            if token.text != close
                && !token.text.is_empty()
                && commas.replace(comma).is_some_and(|before| before != comma)
            {
                return Err(token.error("commas between all members of a list, or between none"));
            }
        }
        Ok(Item::List(word, members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(item: &Item<'_>) -> String {
        match item {
            Item::List(_, members) => format!("[{}]", members.iter().map(shown).collect::<Vec<_>>().join(" ")),
            Item::Word(word) => word.text.into(),
            Item::Text(word) => format!("'{}'", word.text),
        }
    }

    #[test]
    fn lists_of_several_languages() {
        for (text, expected) in [
            ("[0, 4, 7]", "[0 4 7]"),
            ("\u{feff}[[1, \"_\"],\n (None, '.'),]\n", "[[1 '_'] [None '.']]"),
            ("[[0 1]\n [2 -1]]", "[[0 1] [2 -1]]"),
            ("()", "[]"),
        ] {
            assert_eq!(read(text).map(|item| shown(&item)), Ok(expected.into()), "{text}");
        }
    }

    #[test]
    fn damage_is_told_where_it_is() {
        let error = |text: &str| read(text).expect_err("no list").to_string();
        assert_eq!(error("[1, 2"), "1:6: expected a list, a number or a text, found ''");
        assert_eq!(error("[1,\n , 2]"), "2:2: expected a list, a number or a text, found ','");
        assert_eq!(error("[1)"), "1:3: expected a list, a number or a text, found ')'");
        assert_eq!(error("['a]"), "1:2: expected a text that ends with the quote it begins with, found ''a]'");
        assert_eq!(error("[1] 2"), "1:5: expected the end of the text after the list, found '2'");
        assert_eq!(error("1"), "1:1: expected a list, found '1'");
        assert_eq!(
            error("[1, 2\n3]"),
            "2:1: expected commas between all members of a list, or between none, found '3'"
        );
        assert!(error(&"[".repeat(9)).starts_with("1:9: expected at most 8 lists"));
    }
}
