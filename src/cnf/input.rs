//! Reading formulas: from a path or standard input, plain or compressed, DIMACS or symbolic.

use super::bound::Bound;
use super::error::{ParseError, ReadError, Trouble};
use super::formula::Formula;
use super::infix::Tree;
use super::lit::Var;
use super::parser::Parser;
use super::question::Comment;
use super::sieve::Dropped;
use super::source::{Raw, Text};
use super::symbolic::Names;
use crate::limits::{Limits, Stop};
use std::cell::Cell;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;

/// The form of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// DIMACS if a line is a `p` header. Otherwise symbolic, if there is at least one clause, no word is `0`, every
    /// word is a plain name of letters, digits and `_`, and the whole looks like clauses (see [`super::symbolic`]).
    #[default]
    Auto,
    /// DIMACS CNF.
    Dimacs,
    /// Clauses of names, one a line, see [`super::symbolic`]. Names may then be any words without control characters.
    Symbolic,
    /// Formulas in infix notation, one a line, see the module `infix`.
    Infix,
}

/// How to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// The form of the text.
    pub format: Format,
    /// Accepts common violations of the format, with a warning for each kind: wrong counts, literals beyond the
    /// declared variables, a missing last 0, a missing header, `+1` and `00`, an early `%`, NULs at the end, bytes
    /// after compressed data. What can be read in two ways stays an error.
    pub relaxed: bool,
    /// Reads group CNF (`p gcnf`) as well.
    pub groups: bool,
    /// Keeps the line of each clause; reading takes longer.
    pub lines: bool,
    /// Keeps formulas in infix notation as trees, see [`Document::trees`].
    pub trees: bool,
    /// Drops repeated literals, tautologies and copies of recent clauses of DIMACS texts, without groups and lines:
    /// [`Document::dropped`] says how many.
    pub thin: bool,
    /// The most variables that a text may have.
    pub max_vars: u32,
    /// The most bytes that a text may have, after decompression. Without it the limit is [`ReadOptions::MAX_INPUT`],
    /// and for compressed data 256 MiB of text or 200 times their size, whichever is more.
    pub max_input: Option<u64>,
}

impl ReadOptions {
    /// The default of [`ReadOptions::max_vars`]: more than any formula of a SAT Competition so far has, and few enough
    /// that a number for each fits into memory.
    pub const MAX_VARS: u32 = 1 << 26;

    /// The most bytes of text unless [`ReadOptions::max_input`] says otherwise: as many as the `2^32` literals that a
    /// formula can hold take at least.
    pub const MAX_INPUT: u64 = 1 << 34;
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            format: Format::Auto,
            relaxed: false,
            groups: false,
            lines: false,
            trees: false,
            thin: false,
            max_vars: ReadOptions::MAX_VARS,
            max_input: None,
        }
    }
}

/// The groups of a text in group CNF, the format of the MUS track of the SAT Competition 2011.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// The number of groups that the header declares, beside group 0.
    pub declared: u32,
    /// By clause, its group; the clauses of group 0 are always there.
    pub of_clauses: Vec<u32>,
}

/// What a text holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The clauses.
    pub formula: Formula,
    /// The names of the variables of a symbolic text; none of a DIMACS text.
    pub names: Option<Names>,
    /// How many variables at the end stand for parts of formulas in infix notation; they are called `AUX_1` and so on.
    pub definitions: usize,
    /// By clause, the line in which it begins, from 1; empty without [`ReadOptions::lines`].
    pub lines: Vec<u64>,
    /// The formulas of a text in infix notation as trees; none without [`ReadOptions::trees`].
    pub trees: Vec<Tree>,
    /// The groups of the clauses, in group CNF.
    pub groups: Option<Groups>,
    /// The comments that begin `c @`, without `c `: notes of an encoder to its decoder.
    pub notes: Vec<String>,
    /// The comments that ask something of a model counter, see [`Document::asked`].
    pub questions: Vec<Comment>,
    /// The variables that comments `c varname NUMBER NAME` name, in the order of the text.
    pub varnames: Vec<(u32, String)>,
    /// What [`ReadOptions::thin`] has dropped of the clauses.
    pub dropped: Dropped,
    /// Remarks for people on how the text was read, where that is not obvious.
    pub remarks: Vec<String>,
    /// Warnings for people about what was read although the format does not allow it.
    pub warnings: Vec<String>,
}

impl Document {
    /// The variables of the formula that have names, because of comments or because the text has names in place of
    /// numbers.
    pub fn named_vars(&self) -> impl Iterator<Item = (Var, &str)> {
        let symbolic = self.names.iter().flat_map(|names| {
            let vars = (0..names.len()).map(Var::new);
            vars.filter_map(|var| Some((var, names.name(var)?)))
        });
        let commented = self.varnames.iter().filter_map(|(number, name)| {
            let var = Var::from_dimacs(*number)?;
            (var.index() < self.formula.num_vars()).then_some((var, name.as_str()))
        });
        symbolic.chain(commented)
    }

    /// The variable that this word means: a name, or where variables have numbers, one of these or a comment's name.
    pub fn var(&self, word: &str) -> Option<Var> {
        if let Some(names) = &self.names {
            return names.find(word);
        }
        let commented = || self.varnames.iter().find(|(_, name)| name == word).map(|(number, _)| *number);
        let var = word.parse().ok().or_else(commented).and_then(Var::from_dimacs);
        var.filter(|var| var.index() < self.formula.num_vars())
    }
}

/// Reads the file at `path`, or standard input when `path` is `-`.
///
/// A read that waits (for a pipe, a terminal) ends when a limit is reached.
///
/// # Errors
/// When the file cannot be read, its text is no formula, or a limit is reached.
pub fn read_path(path: &Path, options: &ReadOptions, limits: &Limits) -> Result<Document, ReadError> {
    if path.as_os_str() == "-" {
        return read(Raw::stdin(limits), "stdin", options);
    }
    let name = path.to_string_lossy();
    match Raw::open(path, limits) {
        Ok(raw) => read(raw, &name, options),
        Err(source) => Err(ReadError::Io { file: name.into_owned(), source }),
    }
}

/// Reads a formula from `reader`; errors call it `name`. Limits are asked between its reads.
///
/// # Errors
/// When reading fails, the text is no formula, or a limit is reached.
///
/// ```
/// use gemsat::{cnf::input::{self, ReadOptions}, limits::Limits};
/// let document = input::read_from(&b"p cnf 2 2\n1 2 0\n-1 0\n"[..], "example", &ReadOptions::default(), &Limits::none())?;
/// assert_eq!(document.formula.num_clauses(), 2);
/// # Ok::<(), gemsat::cnf::ReadError>(())
/// ```
pub fn read_from(reader: impl Read, name: &str, options: &ReadOptions, limits: &Limits) -> Result<Document, ReadError> {
    read(Raw::from_reader(reader, limits), name, options)
}

/// The bytes of a file, decompressed if they are compressed, for readers of anything other than formulas.
///
/// A read that a limit ends fails with a [`Stop`] as the error's inner value.
pub struct Bytes<'a> {
    text: Text<'a>,
    stop: Rc<Cell<Option<Stop>>>,
}

impl Read for Bytes<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.text.read(buf).map_err(|error| stopped(error, &self.stop))
    }
}

impl std::fmt::Debug for Bytes<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bytes")
    }
}

/// Opens the file at `path`, or standard input when `path` is `-`, for readers of anything other than formulas. A read
/// fails once a limit is reached, or when there is more text than `max_input`; without that, compressed data may hold
/// 256 MiB of text or 200 times their size, whichever is more.
///
/// # Errors
/// When the file cannot be opened or its first bytes cannot be read.
pub fn open<'a>(path: &Path, max_input: Option<u64>, limits: &'a Limits) -> io::Result<Bytes<'a>> {
    let raw = if path.as_os_str() == "-" { Raw::stdin(limits) } else { Raw::open(path, limits)? };
    let stop = raw.stop();
    let bound = max_input.map_or(Bound::Usual(u64::MAX), Bound::Allowed);
    let text = Text::new(raw, false, bound).map_err(|error| stopped(error, &stop))?;
    Ok(Bytes { text, stop })
}

/// The error of a read; if a limit has ended the read, one that carries the limit.
fn stopped(error: io::Error, stop: &Cell<Option<Stop>>) -> io::Error {
    stop.get().map_or(error, io::Error::other)
}

/// The bytes of a block. Blocks this large keep calls rare and still fit into the cache that the parser then reads
/// from.
const BLOCK_BYTES: usize = 1 << 17;

fn read(raw: Raw<'_>, name: &str, options: &ReadOptions) -> Result<Document, ReadError> {
    let stop = raw.stop();
    let failed = |source: io::Error| failure(name, source, &stop);
    let bound = options.max_input.map_or(Bound::Usual(ReadOptions::MAX_INPUT), Bound::Allowed);
    let mut text = Text::new(raw, options.relaxed, bound).map_err(failed)?;
    let mut parser = Parser::new(options);
    let mut place = Place { line: 1, column: 1 };
    let mut buffer = vec![0; BLOCK_BYTES];
    let mut filled = 0;
    loop {
        let count = text.read(&mut buffer[filled..]).map_err(failed)?;
        filled += count;
        let block = &buffer[..filled];
        let used = parser.feed(block, count == 0).map_err(|trouble| match trouble {
            Trouble::Memory => ReadError::Stopped { file: name.into(), stop: Stop::Memory },
            Trouble::At(offset, kind) => {
                let Place { line, column } = place.after(&block[..offset], parser.mark());
                ReadError::Parse(ParseError { file: name.into(), line, column, kind })
            }
        })?;
        if count == 0 {
            break;
        }
        place = place.after(&block[..used], 0);
        buffer.copy_within(used..filled, 0);
        filled -= used;
        debug_assert!(filled < BLOCK_BYTES, "the parser takes a part of every full block");
    }
    let mut document = parser.finish();
    document.warnings.extend(text.take_warning());
    Ok(document)
}

/// A read that failed: because of a limit, or by itself.
fn failure(name: &str, source: io::Error, stop: &Rc<Cell<Option<Stop>>>) -> ReadError {
    let excess = source.get_ref().and_then(|inner| inner.downcast_ref());
    match (stop.get(), excess) {
        (Some(stop), _) => ReadError::Stopped { file: name.into(), stop },
        (None, Some(&excess)) => ReadError::TooLarge { file: name.into(), excess },
        (None, None) => ReadError::Io { file: name.into(), source },
    }
}

/// A place in the text: line and column, from 1. Lines are counted block by block, which costs almost nothing; the
/// exact place is computed only for an error.
#[derive(Clone, Copy)]
struct Place {
    line: u64,
    column: u64,
}

impl Place {
    /// The place behind `text`, if this is the place before it. A byte-order mark, of `mark` bytes, takes no column.
    fn after(self, text: &[u8], mark: u64) -> Place {
        let place = match text.iter().rposition(|&byte| byte == b'\n') {
            None => Place { line: self.line, column: self.column + text.len() as u64 },
            Some(last) => Place {
                line: self.line + text.iter().filter(|&&byte| byte == b'\n').count() as u64,
                column: (text.len() - last) as u64,
            },
        };
        if place.line == 1 { Place { column: place.column.saturating_sub(mark).max(1), ..place } } else { place }
    }
}
