//! The parser: it is fed blocks of bytes and builds a formula.
//!
//! A block is parsed up to its last unfinished word (or line, where a line matters), and what is left comes again at
//! the front of the next block. So memory does not grow with the text beyond the formula, endless input ends at its
//! first fault, and lines may be of any length.
//!
//! Literals, nearly all of a file, take the short way through [`dimacs::short_number`]; whatever is not a short number
//! between blanks goes through the grammar, which knows all that the format allows and says what is wrong.
//!
//! Rules (DIMACS Challenge 1993; SAT Competition 2026; and what real files contain):
//! - Comments are lines that begin with `c`, before the header, between clauses and inside them, and the words after a
//!   lone `c` that follows a closed clause. A header may be preceded by blanks.
//! - Counts are exact: a file with fewer clauses than declared cannot be told from a file that was cut.
//! - SATLIB's `%` ends the text, with an optional `0` after it, only once all declared clauses are there: read as a
//!   clause, that `0` would make every satisfiable file of SATLIB unsatisfiable. The `%` begins a line.
//! - A control-Z (the end-of-file mark of DOS) may stand at the very end, and a UTF-8 byte-order mark at the beginning.

mod clauses;
mod comments;
mod end;
mod groups;
mod infix;
mod lines;
mod prolog;
mod symbolic;

use super::error::{Trouble, is_blank};
use super::infix::Formulas;
use super::input::{Document, ReadOptions};
use super::question;
use super::sieve::Sieve;
use super::symbolic::Names;
use crate::util::words::many;
use memchr::{memchr, memrchr};

/// The longest line or word that is kept whole to be looked at.
const MOST_KEPT_BYTES: usize = 1 << 16;

/// Where in the text the parser is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// At the very beginning.
    Start,
    /// Before the header, or before the first line that is neither comment nor header; at the start of a line.
    Prolog,
    /// Among the clauses of a DIMACS text.
    Clauses,
    /// After the last declared clause.
    Tail,
    /// After a `%`; whether its `0` has come.
    Footer(bool),
    /// After a control-Z, or (relaxed) NULs at the end.
    End,
    /// Among the clauses of a symbolic text.
    Symbolic,
    /// Among formulas in infix notation; at the start of a line.
    Infix,
}

/// Builds a document from blocks of bytes.
pub(super) struct Parser<'a> {
    options: &'a ReadOptions,
    part: Part,
    /// The parser is inside a comment that is longer than what is looked at as a whole.
    skipping: bool,
    /// The line and column of that comment, and what was read of it so far, if it is a note or a question.
    long_note: Option<((u64, u64), Vec<u8>)>,
    /// Whether the line that the block begins in has only blanks before the block.
    clean: bool,
    /// The length of a byte-order mark.
    mark: u64,
    /// A comment with a carriage return inside was seen.
    lone_return: bool,
    /// All lines before the header begin with `c`, and one of them cannot be a clause of names.
    only_comments: bool,
    /// What the header says; without a header (relaxed) there are no counts.
    declared: Option<(u32, u64)>,
    /// Variables above this are a fault.
    top: u32,
    /// How many clauses are to come before [`Part::Tail`].
    remaining: u64,
    /// The group of the clause that has begun.
    group: Option<u32>,
    /// The number of a line, and the offset in the block at which it begins.
    line: (u64, usize),
    /// How many bytes of the line that the block begins in stand before the block; a byte-order mark counts as less
    /// than none.
    indent: u64,
    /// Closes the clauses, if repeated literals, tautologies and copies are to be dropped.
    sieve: Option<Sieve>,
    names: Names,
    infix: Formulas,
    note_bytes: usize,
    document: Document,
}

/// How far a step came: how many bytes it took, and whether it needs more bytes to go on.
struct Step {
    to: usize,
    starved: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn new(options: &'a ReadOptions) -> Parser<'a> {
        Parser {
            options,
            part: Part::Start,
            skipping: false,
            long_note: None,
            clean: true,
            mark: 0,
            lone_return: false,
            only_comments: false,
            declared: None,
            top: 0,
            remaining: 0,
            group: None,
            line: (1, 0),
            indent: 0,
            sieve: None,
            names: Names::new(),
            infix: Formulas::new(options.trees),
            note_bytes: 0,
            document: Document::default(),
        }
    }

    /// The length of the byte-order mark that was read.
    pub(super) fn mark(&self) -> u64 {
        self.mark
    }

    /// What was read.
    pub(super) fn finish(mut self) -> Document {
        if matches!(self.part, Part::Symbolic | Part::Infix) {
            self.remark();
            self.document.names = Some(self.names);
        }
        if let Some(sieve) = self.sieve {
            self.document.dropped = sieve.dropped;
        }
        self.document
    }

    /// Says how a text without a header was read.
    fn remark(&mut self) {
        let defined = self.document.definitions;
        let (vars, clauses) = (self.names.len() - defined, self.document.formula.num_clauses());
        let (vars, clauses) = (many(vars, "variable"), many(clauses, "clause"));
        self.document.remarks.push(match self.part {
            Part::Infix => format!(
                "read as {} in infix notation: {vars}, {defined} more of definitions, {clauses}",
                many(self.infix.len(), "formula")
            ),
            _ => format!("read as clauses of names: {vars}, {clauses}"),
        });
    }

    /// Parses a block; `last` says that nothing follows it. Returns how many bytes were taken: the others must come
    /// again at the front of the next block.
    pub(super) fn feed(&mut self, block: &[u8], last: bool) -> Result<usize, Trouble> {
        // A carriage return is looked at together with what follows it.
        let block = if last { block } else { block.strip_suffix(b"\r").unwrap_or(block) };
        let mut at = 0;
        loop {
            if self.skipping {
                let end = memchr(b'\n', &block[at..]).map(|length| at + length);
                self.lengthen(&block[at..end.unwrap_or(block.len())])?;
                at = end.map_or(block.len(), |end| end + 1);
                if end.is_none() && !last {
                    break;
                }
                self.skipping = false;
                if let Some((place, note)) = self.long_note.take() {
                    self.directive(&note, question::asks(&note).then_some(place))?;
                }
                if end.is_none() {
                    break;
                }
            }
            let part = self.part;
            let step = match part {
                Part::Start => self.start(block, last),
                Part::Prolog => self.prolog(block, at, last)?,
                Part::Clauses => self.clauses(block, at, last)?,
                Part::Tail => self.tail(block, at, last)?,
                Part::Footer(zero) => self.footer(block, at, last, zero)?,
                Part::End => self.end(block, at, last)?,
                Part::Symbolic => self.symbolic(block, at, last)?,
                Part::Infix if at == block.len() => Step { to: at, starved: true },
                Part::Infix => self.infix(block, at, last)?,
            };
            at = step.to;
            if step.starved {
                break;
            }
        }
        self.clean = self.is_clean(block, at);
        self.count_lines(block, at);
        if last {
            self.close(block.len())?;
        }
        Ok(at)
    }

    /// Whether only blanks stand between the last line end and `at`.
    fn is_clean(&self, block: &[u8], at: usize) -> bool {
        match memrchr(b'\n', &block[..at]) {
            Some(end) => block[end..at].iter().all(|&byte| is_blank(byte)),
            None => self.clean && block[..at].iter().all(|&byte| is_blank(byte)),
        }
    }

    /// Steps over blanks that end no line, and over line ends too when `lines` holds.
    fn blanks(block: &[u8], mut at: usize, lines: bool) -> usize {
        while at < block.len()
            && is_blank(block[at])
            && (lines || block[at] != b'\n')
            && !Parser::is_lone_return(block, at)
        {
            at += 1;
        }
        at
    }

    /// Whether a carriage return stands at `at` that ends no line: only a line feed, or the end, may follow it.
    fn is_lone_return(block: &[u8], at: usize) -> bool {
        block[at] == b'\r' && block.get(at + 1).is_some_and(|&next| next != b'\n' && next != b'\r')
    }

    /// The line at `at`, without its end, and where the next begins; `None` when its end is not there yet. `Err` when
    /// it is longer than what is kept.
    fn line(block: &[u8], at: usize, last: bool) -> Result<Option<(&[u8], usize)>, ()> {
        match memchr(b'\n', &block[at..]) {
            Some(length) => Ok(Some((&block[at..at + length], at + length + 1))),
            None if last => Ok(Some((&block[at..], block.len()))),
            None if block.len() - at > MOST_KEPT_BYTES => Err(()),
            None => Ok(None),
        }
    }

    /// The end of the word at `at`, when it is all there (a blank or the end of the text follows it).
    fn word_end(block: &[u8], at: usize, last: bool) -> Option<usize> {
        match block[at..].iter().position(|&byte| is_blank(byte)) {
            Some(length) => Some(at + length),
            None if last || block.len() - at > MOST_KEPT_BYTES => Some(block.len()),
            None => None,
        }
    }
}
