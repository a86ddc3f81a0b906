//! What can be wrong with a file: errors that name the file, the line, the column and what was expected.

use super::bound::Excess;
use super::dialect::Dialect;
use crate::limits::Stop;
use crate::util::words::many;
use std::fmt;
use std::io;

/// A text that is no formula, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The file as it was named; `stdin` for standard input.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in bytes.
    pub column: u64,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

/// What is wrong with a text. Words of the text are kept short and printable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text is in another format.
    Dialect(Dialect),
    /// The text ends without a header, and without a clause of names.
    NoHeader,
    /// There is no header, and the words do not look like clauses of names.
    NoClauses,
    /// A line is no formula in infix notation.
    Infix {
        /// What was found: a word in quotes, or the end of the line.
        found: String,
        /// What was expected in its place, or why it cannot stand here.
        expected: &'static str,
    },
    /// A comment that asks something of a model counter is not understood.
    Question {
        /// What was found: a word in quotes, or the end of the line.
        found: String,
        /// What was expected in its place.
        expected: &'static str,
    },
    /// The text ends without a header; its lines end in carriage returns alone, so that it is one single line.
    OldMacLines,
    /// There is a clause where the header is due.
    ClauseBeforeHeader(String),
    /// The header does not read `p cnf VARIABLES CLAUSES`.
    Header {
        /// What was found: a word in quotes, or the end of the line.
        found: String,
        /// What was expected in its place.
        expected: &'static str,
    },
    /// There is a header after the first one, or after clauses.
    LateHeader,
    /// A count of the header is beyond what the format can name.
    Count {
        /// The count as written.
        found: String,
        /// The greatest value it can have.
        most: u64,
    },
    /// The text has more variables than the limit.
    TooManyVars {
        /// How many it has.
        found: u32,
        /// The limit.
        limit: u32,
    },
    /// A word is no literal.
    Word {
        /// The word.
        found: String,
        /// What it may be, or why it is not allowed here.
        why: &'static str,
    },
    /// A word in braces is no group.
    Group {
        /// The word.
        found: String,
        /// The groups that the header declares.
        declared: u32,
    },
    /// A literal is beyond the declared number of variables.
    Undeclared {
        /// The literal as written.
        found: String,
        /// The variables that the header declares.
        declared: u32,
    },
    /// A literal is beyond `2^31 - 1`.
    Overflow(String),
    /// Clauses go on after the number that the header declares.
    TooManyClauses(u64),
    /// The text ends before the number of clauses that the header declares.
    TooFewClauses {
        /// The clauses that the header declares.
        declared: u64,
        /// The clauses that are there.
        found: u64,
    },
    /// The text ends inside a clause.
    OpenClause,
    /// There is a `%` before the declared number of clauses is reached.
    EarlyFooter {
        /// The clauses that the header declares.
        declared: u64,
        /// The clauses before the `%`.
        found: u64,
    },
    /// Something follows the `%` that ends the clauses, or the end-of-file mark.
    AfterEnd(String),
    /// A symbolic text contains a word that is no plain name.
    Name {
        /// The word.
        found: String,
        /// Why it is none.
        why: &'static str,
    },
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HEADER: &str = "'p cnf VARIABLES CLAUSES'";
        use ParseErrorKind as Kind;
        match self {
            Kind::Dialect(dialect) => write!(f, "{dialect}, expected DIMACS CNF"),
            Kind::NoHeader => write!(f, "the text ends without a header or a clause, expected {HEADER}"),
            Kind::NoClauses => write!(
                f,
                "no header, and this does not look like clauses of names: no name stands with and without '-', expected \
                 {HEADER} (or the flag --input names, if these are clauses)"
            ),
            Kind::Infix { found, expected } | Kind::Question { found, expected } => {
                write!(f, "found {found}, expected {expected}")
            }
            Kind::OldMacLines => {
                write!(f, "lines end in carriage returns alone (old Mac text), expected line feeds and {HEADER}")
            }
            Kind::ClauseBeforeHeader(found) => {
                write!(
                    f,
                    "no header before '{found}', expected {HEADER} (or plain names, one clause a line, without 0)"
                )
            }
            Kind::Header { found, expected } => {
                write!(f, "broken header: found {found}, expected {expected}, as in {HEADER}")
            }
            Kind::LateHeader => {
                f.write_str("a header after clauses or after another header, expected one, before all clauses")
            }
            Kind::Count { found, most } => write!(f, "count '{found}' in the header, expected at most {most}"),
            Kind::TooManyVars { found, limit } => {
                write!(f, "{found} variables, expected at most {limit} (raise the limit with --max-vars)")
            }
            Kind::Word { found, why } => write!(f, "found '{found}', {why}"),
            Kind::Group { found, declared } => {
                write!(f, "found '{found}', expected a group from {{0}} to {{{declared}}}")
            }
            Kind::Undeclared { found, declared } => {
                let declared = many(declared, "variable");
                write!(f, "literal {found} but the header declares {declared}, expected a variable up to that")
            }
            Kind::Overflow(found) => write!(f, "literal {found} does not fit, expected a variable up to 2147483647"),
            Kind::TooManyClauses(declared) => {
                write!(f, "more clauses than the header declares, expected the end of the text after {declared}")
            }
            Kind::TooFewClauses { declared, found } => {
                let found = many(found, "clause");
                write!(f, "the text ends after {found}, expected the {declared} that the header declares")
            }
            Kind::OpenClause => f.write_str("the text ends inside a clause, expected 0"),
            Kind::EarlyFooter { declared, found } => {
                let found = many(found, "clause");
                write!(f, "'%' after {found}, expected the {declared} that the header declares")
            }
            Kind::AfterEnd(found) => write!(f, "found '{found}' after the end mark, expected nothing more"),
            Kind::Name { found, why } => write!(f, "found '{found}', {why}"),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.kind)
    }
}

impl std::error::Error for ParseError {}

/// Why a file could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// Its text is no formula.
    Parse(ParseError),
    /// It could not be opened or read, or its compressed data are damaged.
    Io {
        /// The file as it was named.
        file: String,
        /// What the system or the decoder says.
        source: io::Error,
    },
    /// It holds more text than the limit, counted after decompression.
    TooLarge {
        /// The file as it was named.
        file: String,
        /// How much may be read.
        excess: Excess,
    },
    /// A limit ended the reading, or memory ran out. This says nothing about the file.
    Stopped {
        /// The file as it was named.
        file: String,
        /// Which limit.
        stop: Stop,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Parse(error) => error.fmt(f),
            ReadError::Io { file, source } => write!(f, "{file}: {source}"),
            ReadError::TooLarge { file, excess } => write!(f, "{file}: {excess}"),
            ReadError::Stopped { file, stop } => write!(f, "{file}: reading stopped: {stop}"),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::Parse(error) => Some(error),
            ReadError::Io { source, .. } => Some(source),
            ReadError::TooLarge { .. } | ReadError::Stopped { .. } => None,
        }
    }
}

/// What ended the parsing of a block: a fault in the text, at an offset in the block, or an allocation that failed.
#[derive(Debug)]
pub(super) enum Trouble {
    At(usize, ParseErrorKind),
    Memory,
}

impl From<super::FormulaTooLarge> for Trouble {
    fn from(_: super::FormulaTooLarge) -> Trouble {
        Trouble::Memory
    }
}

impl From<std::collections::TryReserveError> for Trouble {
    fn from(_: std::collections::TryReserveError) -> Trouble {
        Trouble::Memory
    }
}

/// The word at the start of `text`, cut to a length that fits into a message and with everything unprintable escaped.
pub(super) fn excerpt(text: &[u8]) -> String {
    const MOST_BYTES: usize = 32;
    let word = &text[..text.iter().position(|&byte| is_blank(byte)).unwrap_or(text.len())];
    let mut out = String::new();
    for chunk in word[..word.len().min(4 * MOST_BYTES)].utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_control() || c.is_whitespace() { out.extend(c.escape_default()) } else { out.push(c) }
        }
        for byte in chunk.invalid() {
            out.push_str(&format!("\\x{byte:02x}"));
        }
    }
    if out.len() > MOST_BYTES {
        let cut = (0..=MOST_BYTES).rev().find(|&cut| out.is_char_boundary(cut)).unwrap_or(0);
        out.truncate(cut);
        out.push_str("...");
    }
    out
}

/// Whether a byte separates words: the blanks of C's `isspace`.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}
