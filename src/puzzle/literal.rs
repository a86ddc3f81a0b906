//! Values as JSON and Python write them, each with its place: lists, tuples, sets, objects and dictionaries of names
//! and numbers.
//!
//! What it does: reads one value that is the whole text ([`parse`]). The two languages are read as one, since people
//! paste either: quotes of both kinds, commas after the last item, `#` before a comment, `set()`, and words without
//! quotes as in YAML. No text has different meanings in the two languages. Boards of cells ([`parse_lists`]) are also
//! printed by NumPy, without commas, or written in C; their words may be any signs, such as `.` and `?`.
//!
//! Why not serde_json: a puzzle's reader must name the place of a value that it refuses, and must notice a key that an
//! object has twice.

use super::SyntaxError;
use super::text::{Word, place};
use std::borrow::Cow;
use std::fmt;

/// How deeply values may be nested.
const MAX_DEPTH: usize = 128;

/// A value and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<'t> {
    /// The whole text, for messages.
    text: &'t str,
    /// The byte at which the value begins, and the line and column.
    at: usize,
    place: (usize, usize),
    /// The value.
    pub value: Value<'t>,
}

/// A value as it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'t> {
    /// `[1, 2]` and `(1, 2)`.
    List(Vec<Node<'t>>),
    /// `{1, 2}` and `set()`.
    Set(Vec<Node<'t>>),
    /// `{"a": 1}`; no key stands there twice.
    Map(Vec<(Node<'t>, Node<'t>)>),
    /// A text in quotes.
    Text(Cow<'t, str>),
    /// A number, as it is written.
    Number(&'t str),
    /// `true`, `None`, or a name without quotes.
    Word(&'t str),
}

impl<'t> Node<'t> {
    /// The line and the column, from 1.
    pub fn place(&self) -> (usize, usize) {
        self.place
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.place.0
    }

    /// The value as a word: the text without its quotes, or the bracket with which it opens.
    pub fn word(&self) -> Word<'_> {
        let (line, column) = self.place;
        match &self.value {
            Value::Text(text) => Word { line, column: column + 1, text },
            Value::Number(text) | Value::Word(text) => Word { line, column, text },
            _ => Word { line, column, text: self.text.get(self.at..self.at + 1).unwrap_or_default() },
        }
    }

    /// The text between quotes.
    pub fn text(&self) -> Option<Word<'_>> {
        matches!(self.value, Value::Text(_)).then(|| self.word())
    }

    /// The members of a list or a tuple.
    pub fn members(&self) -> Option<&[Node<'t>]> {
        match &self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// The members of a list or a tuple.
    ///
    /// # Errors
    /// When it is none.
    pub fn list(&self, what: &str) -> Result<&[Node<'t>], SyntaxError> {
        self.members().ok_or_else(|| self.word().error(format!("a list of {what}")))
    }

    /// Whether it stands for "nothing", in the words of JSON, Python and other languages.
    pub fn is_nothing(&self) -> bool {
        matches!(self.value, Value::Word("None" | "null" | "nil" | "NaN" | "nan"))
    }

    /// An error at this value; `expected` says what should stand here.
    pub fn error(&self, expected: impl fmt::Display) -> SyntaxError {
        let (line, column) = self.place();
        let found: String = self.text[self.at..].chars().take_while(|c| !c.is_control()).take(20).collect();
        SyntaxError::at(line, column, format!("expected {expected}, found '{found}'"))
    }

    /// An error at this value that says itself what was found.
    pub fn refuse(&self, message: impl Into<String>) -> SyntaxError {
        let (line, column) = self.place();
        SyntaxError::at(line, column, message)
    }

    /// The items of a list, a tuple or a set.
    pub fn items(&self) -> Option<&[Node<'t>]> {
        match &self.value {
            Value::List(items) | Value::Set(items) => Some(items),
            _ => None,
        }
    }

    /// The keys and values of an object.
    pub fn entries(&self) -> Option<&[(Node<'t>, Node<'t>)]> {
        match &self.value {
            Value::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The value of a key of an object.
    pub fn get(&self, key: &str) -> Option<&Node<'t>> {
        let (_, value) = self.entries()?.iter().find(|(known, _)| known.plain() == Some(key))?;
        Some(value)
    }

    /// A text, a number or a word as it is written.
    pub fn plain(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            Value::Number(text) | Value::Word(text) => Some(text),
            _ => None,
        }
    }

    /// The value as a name: a text, a whole number, or a word that is not a constant.
    pub fn name(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) if !text.is_empty() && !text.chars().any(char::is_control) => Some(text),
            Value::Number(text) if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') => Some(text),
            Value::Word(text) if !["true", "false", "null", "True", "False", "None", "NaN"].contains(text) => {
                Some(text)
            }
            _ => None,
        }
    }
}

/// Reads a text that is one value.
///
/// # Errors
/// The place where it is none, and what was expected there.
pub fn parse(text: &str) -> Result<Node<'_>, SyntaxError> {
    let mut parser = Parser::new(text, false);
    let node = parser.value(0)?;
    parser.skip();
    if parser.at < text.len() {
        return Err(parser.error("the end of the text after its value"));
    }
    Ok(node)
}

/// What NumPy prints before its lists.
const ARRAYS: [&str; 3] = ["array", "np.array", "numpy.array"];

/// Whether a text begins as a list of cells.
pub fn is_list(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let array = |name: &&str| text.strip_prefix(*name).is_some_and(|rest| rest.starts_with('('));
    text.starts_with(['[', '(']) || ARRAYS.iter().any(array)
}

/// Reads a text that is one list of cells.
///
/// # Errors
/// As [`parse`].
pub fn parse_list(text: &str) -> Result<Node<'_>, SyntaxError> {
    let mut lists = parse_lists(text, 0)?;
    match (lists.pop(), lists.first()) {
        (Some(list), None) => Ok(list),
        (Some(second), Some(_)) => Err(second.word().error("the end of the text after the list")),
        (None, _) => Err(SyntaxError::at(1, 1, "expected a list, found nothing")),
    }
}

/// Reads lists of cells, which are the text from this byte on; commas and semicolons may stand between them.
///
/// # Errors
/// As [`parse`].
pub fn parse_lists(text: &str, from: usize) -> Result<Vec<Node<'_>>, SyntaxError> {
    let mut parser = Parser::new(text, true);
    parser.at = parser.at.max(from);
    let mut lists = Vec::new();
    loop {
        parser.skip();
        if parser.at == text.len() {
            return Ok(lists);
        }
        let list = parser.value(0)?;
        if list.items().is_none() {
            return Err(list.error("a list in brackets, and nothing behind it"));
        }
        lists.push(list);
        let _ = parser.take(',') || parser.take(';');
    }
}

/// A matrix of 0 and 1 as NumPy prints it, without commas; nothing if the text is none.
pub(crate) fn parse_matrix(text: &str) -> Option<Node<'_>> {
    let matrix = text.bytes().all(|byte| b"[]01 \t\r\n".contains(&byte));
    parse_list(text).ok().filter(|_| matrix)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// The byte up to which lines and columns were counted, and its place.
    counted: usize,
    place: (usize, usize),
    /// Whether the values are cells: commas may be left out of a list, and any signs are a word.
    cells: bool,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, cells: bool) -> Parser<'t> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Parser { text, at, counted: at, place: (1, 1), cells }
    }

    /// The line and the column of where it is.
    fn here(&mut self) -> (usize, usize) {
        for (offset, next) in self.text[self.counted..self.at].char_indices() {
            let lone = next == '\r' && !self.text[self.counted + offset + 1..].starts_with('\n');
            self.place = if next == '\n' || lone { (self.place.0 + 1, 1) } else { (self.place.0, self.place.1 + 1) };
        }
        self.counted = self.at;
        self.place
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Goes past blanks and comments.
    fn skip(&mut self) {
        while let Some(next) = self.peek() {
            if next == '#' || self.cells && self.text[self.at..].starts_with("//") {
                let rest = &self.text[self.at..];
                self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
            } else if next.is_whitespace() {
                self.at += next.len_utf8();
            } else {
                return;
            }
        }
    }

    /// Goes past this character if it comes next after blanks and comments; returns whether it did.
    fn take(&mut self, wanted: char) -> bool {
        self.skip();
        let taken = self.peek() == Some(wanted);
        self.at += if taken { wanted.len_utf8() } else { 0 };
        taken
    }

    fn error(&self, expected: &str) -> SyntaxError {
        let (line, column) = place(self.text, self.at);
        let found = match self.peek() {
            None => "the end of the text".into(),
            Some(next) if next.is_control() => "a control character".into(),
            Some(next) => format!("'{next}'"),
        };
        SyntaxError::at(line, column, format!("expected {expected}, found {found}"))
    }

    fn value(&mut self, depth: usize) -> Result<Node<'t>, SyntaxError> {
        self.skip();
        let (at, place) = (self.at, self.here());
        if depth > MAX_DEPTH {
            return Err(self.error(&format!("lists in each other at most {MAX_DEPTH} deep")));
        }
        let value = match self.peek() {
            Some(open @ ('[' | '(')) => {
                self.at += 1;
                let close = if open == '[' { ']' } else { ')' };
                Value::List(self.items(close, depth, Vec::new())?)
            }
            Some('{') => {
                self.at += 1;
                self.braces(depth)?
            }
            Some(quote @ ('"' | '\'')) => Value::Text(self.quoted(quote)?),
            _ => self.word(depth)?,
        };
        Ok(Node { text: self.text, at, place, value })
    }

    /// The items up to a bracket that closes them, behind these ones.
    fn items(&mut self, close: char, depth: usize, mut items: Vec<Node<'t>>) -> Result<Vec<Node<'t>>, SyntaxError> {
        // Whether the items have commas between them, as in Python, or none, as in NumPy.
        let mut commas = None;
        loop {
            let first = items.is_empty();
            let comma = !first && self.take(',');
            if self.take(close) {
                return Ok(items);
            }
            if !(first || comma || self.cells && self.at < self.text.len()) {
                return Err(self.error(&format!("',' or '{close}'")));
            }
            if !first && commas.replace(comma).is_some_and(|before| before != comma) {
                return Err(self.error("commas between all members of a list, or between none"));
            }
            items.push(self.value(depth + 1)?);
        }
    }

    /// Goes past a comma, or up to the bracket that closes the object.
    fn next_or(&mut self, close: char) -> Result<(), SyntaxError> {
        let comma = self.take(',');
        if comma || self.peek() == Some(close) { Ok(()) } else { Err(self.error(&format!("',' or '{close}'"))) }
    }

    /// An object, or a set, behind the brace that opens it.
    fn braces(&mut self, depth: usize) -> Result<Value<'t>, SyntaxError> {
        if self.take('}') {
            return Ok(Value::Map(Vec::new()));
        }
        let first = self.value(depth + 1)?;
        if !self.take(':') {
            return Ok(Value::Set(self.items('}', depth, vec![first])?));
        }
        let value = self.value(depth + 1)?;
        self.next_or('}')?;
        let mut entries = vec![(first, value)];
        while !self.take('}') {
            let key = self.value(depth + 1)?;
            if !self.take(':') {
                return Err(self.error("':' after a key"));
            }
            entries.push((key, self.value(depth + 1)?));
            self.next_or('}')?;
        }
        let mut keys: Vec<&Node<'t>> = entries.iter().map(|(key, _)| key).collect();
        if let Some(key) = keys.iter().find(|key| key.plain().is_none()) {
            return Err(key.error("a text or a number as key"));
        }
        keys.sort_by_key(|key| (key.plain(), key.at));
        match keys.windows(2).find(|two| two[0].plain() == two[1].plain()) {
            Some(two) => Err(two[1].error("each key once")),
            None => Ok(Value::Map(entries)),
        }
    }

    /// A number, a word, or `set()` and the like around a list.
    fn word(&mut self, depth: usize) -> Result<Value<'t>, SyntaxError> {
        let rest = &self.text[self.at..];
        let of_names = |c: char| c.is_alphanumeric() || "_-+.".contains(c);
        let of_cells = |c: char| !(c.is_whitespace() || c.is_control() || "[](){},;:\"'#".contains(c));
        let end = rest.find(|c: char| !if self.cells { of_cells(c) } else { of_names(c) }).unwrap_or(rest.len());
        let word = &rest[..end];
        if end == 0 || !self.cells && !word.chars().any(char::is_alphanumeric) {
            return Err(self.error("a name, a number, a list or an object"));
        }
        self.at += end;
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') && word.parse::<f64>().is_ok() {
            return Ok(Value::Number(word));
        }
        match self.peek() {
            // Python 2 has a u before texts.
            Some(quote @ ('"' | '\'')) if word == "u" => Ok(Value::Text(self.quoted(quote)?)),
            Some('(')
                if ARRAYS.contains(&word)
                    || ["set", "frozenset", "list", "tuple", "deque", "dict_keys"].contains(&word) =>
            {
                self.at += 1;
                let mut inside = self.items(')', depth + 1, Vec::new())?;
                inside.retain(|item| !matches!(item.value, Value::Word(word) if word.starts_with("dtype=")));
                match inside.pop() {
                    None => Ok(Value::Set(Vec::new())),
                    Some(Node { value: list @ Value::List(_), .. }) if inside.is_empty() && ARRAYS.contains(&word) => {
                        Ok(list)
                    }
                    Some(Node { value: Value::List(items) | Value::Set(items), .. }) if inside.is_empty() => {
                        Ok(Value::Set(items))
                    }
                    Some(other) => Err(other.error(format!("a list in {word}()"))),
                }
            }
            _ => Ok(Value::Word(word)),
        }
    }

    /// A text in quotes.
    fn quoted(&mut self, quote: char) -> Result<Cow<'t, str>, SyntaxError> {
        let start = self.at + 1;
        let rest = &self.text[start..];
        let plain = rest.find([quote, '\\', '\n', '\r']).unwrap_or(rest.len());
        if rest[plain..].starts_with(quote) {
            self.at = start + plain + 1;
            return Ok(Cow::Borrowed(&rest[..plain]));
        }
        let open = self.at;
        let mut text = String::new();
        self.at = start;
        loop {
            match self.peek() {
                None | Some('\n' | '\r') => {
                    let (line, column) = place(self.text, open);
                    return Err(SyntaxError::at(line, column, format!("expected {quote} at the end of this text")));
                }
                Some('\\') => text.push(self.escaped()?),
                Some(next) => {
                    self.at += next.len_utf8();
                    if next == quote {
                        return Ok(Cow::Owned(text));
                    }
                    text.push(next);
                }
            }
        }
    }

    /// The character that an escape sequence stands for.
    fn escaped(&mut self) -> Result<char, SyntaxError> {
        let error = self.error("an escape sequence of JSON or Python");
        self.at += 1;
        let Some(kind) = self.peek() else { return Err(error) };
        self.at += kind.len_utf8();
        let code = match kind {
            '"' | '\'' | '\\' | '/' => return Ok(kind),
            'b' => return Ok('\u{8}'),
            'f' => return Ok('\u{c}'),
            'n' => return Ok('\n'),
            'r' => return Ok('\r'),
            't' => return Ok('\t'),
            'x' => self.hexadecimal(2),
            'U' => self.hexadecimal(8),
            'u' => match self.hexadecimal(4) {
                // JSON writes what lies beyond 16 bits as two surrogates.
                Some(high @ 0xd800..0xdc00) if self.text[self.at..].starts_with("\\u") => {
                    self.at += 2;
                    let low = self.hexadecimal(4).filter(|low| (0xdc00..0xe000).contains(low));
                    low.map(|low| 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
                }
                code => code,
            },
            _ => None,
        };
        code.and_then(char::from_u32).ok_or(error)
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<u32> {
        let text = self.text.get(self.at..self.at + digits).filter(|text| !text.starts_with('+'))?;
        self.at += digits;
        u32::from_str_radix(text, 16).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value as JSON, with sets in angle brackets.
    fn shown(node: &Node<'_>) -> String {
        let all = |items: &[Node<'_>]| items.iter().map(shown).collect::<Vec<_>>().join(",");
        match &node.value {
            Value::List(items) => format!("[{}]", all(items)),
            Value::Set(items) => format!("<{}>", all(items)),
            Value::Map(entries) => {
                let entry = |(key, value): &(Node<'_>, Node<'_>)| format!("{}:{}", shown(key), shown(value));
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(","))
            }
            Value::Text(text) => format!("\"{text}\""),
            Value::Number(text) | Value::Word(text) => (*text).to_string(),
        }
    }

    #[test]
    fn both_languages_are_read() {
        let same = |text: &str, wanted: &str| assert_eq!(parse(text).map(|node| shown(&node)).as_deref(), Ok(wanted));
        same(r#" {"a": [1, -2.5e3, true], "b\"\u00e9": null} "#, "{\"a\":[1,-2.5e3,true],\"b\"é\":null}");
        same("{'a': (1, 2,), \"it's\": set(), # none\n u'c': {1, 2}}", "{\"a\":[1,2],\"it's\":<>,\"c\":<1,2>}");
        same("{a: [b, C-1], 'x': frozenset({'y'})}", "{a:[b,C-1],\"x\":<\"y\">}");
        same(r#"["\ud83d\ude00\x41", {}, ()]"#, "[\"😀A\",{},[]]");
    }

    #[test]
    fn lists_of_cells_are_those_of_several_languages() {
        for (text, wanted) in [
            ("[0, 4, 7]", "[0,4,7]"),
            ("\u{feff}[[1, \"_\"],\n (None, '.'),]\n", "[[1,\"_\"],[None,\".\"]]"),
            ("[[0 1]\n [2 -1]]", "[[0,1],[2,-1]]"),
            ("[['5' '.'] [? -]]", "[[\"5\",\".\"],[?,-]]"),
            ("np.array([[1, 0],\n [0, 2]], dtype=int8)", "[[1,0],[0,2]]"),
            ("{{1, 2}, {3, 4}};", "<<1,2>,<3,4>>"),
            ("()", "[]"),
        ] {
            let lists = parse_list(text).map(|list| shown(&list));
            assert_eq!(lists.as_deref(), Ok(wanted), "{text}");
        }
        let lists = parse_lists("grid = [1 2] // a row\n[3]", 7).expect("lists");
        assert_eq!(lists.iter().map(Node::place).collect::<Vec<_>>(), [(1, 8), (2, 1)]);
        let inner = lists[0].items().expect("a list")[1].word();
        assert_eq!((inner.line, inner.column, inner.text), (1, 11, "2"));
        let error = |text: &str| parse_list(text).expect_err("no list").to_string();
        assert_eq!(error("[1, 2"), "1:6: expected ',' or ']', found the end of the text");
        assert_eq!(error("[1)"), "1:3: expected a name, a number, a list or an object, found ')'");
        assert_eq!(error("[1] 2"), "1:5: expected a list in brackets, and nothing behind it, found '2'");
        assert_eq!(error("[1] [2]"), "1:5: expected the end of the text after the list, found '['");
        assert_eq!(
            error("[1, 2\n3]"),
            "2:1: expected commas between all members of a list, or between none, found '3'"
        );
    }

    #[test]
    fn what_is_no_value_is_refused_at_its_place() {
        let error = |text: &str| parse(text).expect_err("no value").to_string();
        assert_eq!(error("[1,\n 2"), "2:3: expected ',' or ']', found the end of the text");
        assert_eq!(error("[1 2]"), "1:4: expected ',' or ']', found '2'");
        assert_eq!(error("[1,,2]"), "1:4: expected a name, a number, a list or an object, found ','");
        assert_eq!(error("{'a': 1, 'a': 2}"), "1:10: expected each key once, found ''a': 2}'");
        assert_eq!(error("{'a': 1, 'b'}"), "1:13: expected ':' after a key, found '}'");
        assert_eq!(error("{[1]: 1}"), "1:2: expected a text or a number as key, found '[1]: 1}'");
        assert_eq!(error("['a\n']"), "1:2: expected ' at the end of this text");
        assert_eq!(error(r#"["\q"]"#), "1:3: expected an escape sequence of JSON or Python, found '\\'");
        assert_eq!(error("[1] [2]"), "1:5: expected the end of the text after its value, found '['");
        assert_eq!(error("set(1)"), "1:5: expected a list in set(), found '1)'");
        assert!(error(&"[".repeat(1000)).contains("at most 128 deep"));
    }
}
