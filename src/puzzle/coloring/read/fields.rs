//! The names on a line: between separators, in quotes or not.

use crate::puzzle::SyntaxError;
use crate::puzzle::text::Line;
use crate::util::escape::acts;
use std::borrow::Cow;

/// The text between two separators.
#[derive(Clone, Debug)]
pub(super) struct Field<'t> {
    pub line: usize,
    /// The column of its first character, from 1.
    pub column: usize,
    /// The text, without blanks around it and without its quotes.
    pub text: Cow<'t, str>,
    /// Whether it was in quotes.
    pub quoted: bool,
}

impl Field<'_> {
    /// An error at this field.
    pub fn refuse(&self, message: String) -> SyntaxError {
        SyntaxError::at(self.line, self.column, message)
    }

    pub fn error(&self, expected: &str) -> SyntaxError {
        let found: String = self.text.chars().filter(|&c| !acts(c)).take(20).collect();
        SyntaxError::at(self.line, self.column, format!("expected {expected}, found '{found}'"))
    }

    /// Refuses a text that is hardly meant as a name: with control characters, signs of other formats, or a comment at
    /// the end of a line.
    pub fn check(&self) -> Result<(), SyntaxError> {
        let text = &*self.text;
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Ok(());
        }
        if text.contains(acts) {
            return Err(self.error("a name without control characters"));
        }
        let begins = text.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let odd = text.contains(['[', ']', '{', '}', '<', '>', '|', '=', '"', ',', ';', ':']);
        let torn = text.ends_with('\'');
        let noted = text.contains(" #") || text.contains(" //") || text.contains("\t#") || text.contains("\t//");
        let balanced = text.matches('(').count() == text.matches(')').count();
        if !self.quoted && (!begins || odd || noted || torn || !balanced) {
            return Err(self.error("a name (in quotes if it has signs of other formats)"));
        }
        if text.is_empty() {
            return Err(self.error("a name"));
        }
        Ok(())
    }

    /// Whether it is a name only because of its quotes: it contains characters that separate or enclose names
    /// elsewhere.
    pub fn is_quoted_oddly(&self) -> bool {
        self.quoted && self.text.contains(['[', ']', '{', '}', '(', ')', '"', '\'', ',', ';', ':', '|'])
    }

    /// Whether it is several words without quotes.
    pub fn is_loose(&self) -> bool {
        !self.quoted && self.text.contains(char::is_whitespace)
    }
}

/// The characters of a text that are not in quotes, with their places. Quotes open only at the beginning of a name: the
/// one in Côte d'Ivoire is a letter.
pub(super) fn outside(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut open = None;
    let mut fresh = true;
    text.char_indices().filter(move |&(_, letter)| {
        if let Some(quote) = open {
            if letter == quote {
                (open, fresh) = (None, false);
            }
            return false;
        }
        if fresh && (letter == '"' || letter == '\'') {
            open = Some(letter);
            return false;
        }
        fresh = letter.is_whitespace() || ",;:[({".contains(letter);
        true
    })
}

/// The fields of a part of a line (from one byte to another) between these characters outside of quotes; those that are
/// empty are left out.
///
/// # Errors
/// When a quote is not closed, or closed before the end of the field.
pub(super) fn split<'t>(
    line: &Line<'t>,
    part: (usize, usize),
    separates: impl Fn(char) -> bool,
) -> Result<Vec<Field<'t>>, SyntaxError> {
    let text = &line.text[part.0..part.1];
    let mut fields = Vec::with_capacity(2);
    let mut start = 0;
    let mut plain = text.char_indices();
    let mut quoted = outside(text);
    let has_quotes = text.contains(['"', '\'']);
    loop {
        let found = match has_quotes {
            true => quoted.find(|&(_, letter)| separates(letter)),
            false => plain.find(|&(_, letter)| separates(letter)),
        };
        let (end, next) = found.map_or((text.len(), None), |(at, letter)| (at, Some(at + letter.len_utf8())));
        let raw = &text[start..end];
        let bare = raw.trim();
        if !bare.is_empty() {
            let at = part.0 + start + (raw.len() - raw.trim_start().len());
            fields.push(field(line, at, bare)?);
        }
        match next {
            Some(next) => start = next,
            None => return Ok(fields),
        }
    }
}

fn field<'t>(line: &Line<'t>, at: usize, bare: &'t str) -> Result<Field<'t>, SyntaxError> {
    let column = line.text[..at].chars().count() + 1;
    let plain = Field { line: line.number, column, text: Cow::Borrowed(bare), quoted: false };
    let Some(quote) = bare.chars().next().filter(|&letter| letter == '"' || letter == '\'') else { return Ok(plain) };
    match bare[1..].strip_suffix(quote) {
        Some(inner) if !inner.contains(quote) => Ok(Field { text: Cow::Borrowed(inner), quoted: true, ..plain }),
        _ => Err(plain.error(&format!("a name between two {quote}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, separator: char) -> Result<Vec<(usize, String)>, String> {
        let line = Line { number: 1, text };
        let fields = split(&line, (0, text.len()), |c| c == separator).map_err(|error| error.to_string())?;
        Ok(fields.into_iter().map(|field| (field.column, field.text.into_owned())).collect())
    }

    #[test]
    fn quotes_hold_a_name_together() {
        let fields = texts("é, \"a, b\" ,, 'c',Côte d'Ivoire", ',').expect("fields");
        let wanted = [(1, "é"), (4, "a, b"), (14, "c"), (18, "Côte d'Ivoire")];
        assert_eq!(fields, wanted.map(|(column, text)| (column, text.to_string())));
        assert_eq!(texts("a,'b", ','), Err("1:3: expected a name between two ', found ''b'".into()));
        assert_eq!(texts("'a'b 'c'", ' '), Err("1:1: expected a name between two ', found ''a'b'".into()));
    }

    #[test]
    fn comments_behind_names_are_no_parts_of_them() {
        for text in ["a,b # west", "a,b // west", "a,b\t#west"] {
            let line = Line { number: 1, text };
            let fields = split(&line, (0, text.len()), |c| c == ',').expect("fields");
            assert!(fields[0].check().is_ok() && fields[1].check().is_err(), "{text}");
        }
    }

    #[test]
    fn signs_of_other_formats_are_no_names() {
        for text in ["->", "--", "#1", "*Vertices", "-1", "a|b", "a=1", "]", "(b", "{a}", "Q'", "\u{1b}[31m"] {
            let line = Line { number: 1, text };
            let fields = split(&line, (0, text.len()), char::is_whitespace).expect("fields");
            assert!(fields[0].check().is_err(), "{text}");
        }
    }
}
