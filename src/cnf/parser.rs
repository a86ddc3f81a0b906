//! The parser: it is fed blocks of bytes and builds a formula.
//!
//! A block is parsed up to its last unfinished word (or line, where a line matters), and what is left comes again at the
//! front of the next block. So memory does not grow with the text beyond the formula, endless input ends at its first
//! fault, and lines may be of any length.
//!
//! Literals, nearly all of a file, take the short way through [`dimacs::short_number`]; whatever is not a short number
//! between blanks goes through the grammar, which knows all that the format allows and says what is wrong.
//!
//! Rules (DIMACS Challenge 1993; SAT Competition 2026; and what files in the wild hold):
//! - Comments are lines that begin with `c`, before the header, between clauses and inside them, and the words after a
//!   lone `c` that follows a closed clause. A header may be preceded by blanks.
//! - Counts are exact: a file with fewer clauses than declared cannot be told from a file that was cut.
//! - SATLIB's `%` ends the text, with an optional `0` after it, only once all declared clauses are there: read as a clause
//!   that `0` would make every satisfiable file of SATLIB unsatisfiable. The `%` begins a line.
//! - A control-Z (the end-of-file mark of DOS) may stand at the very end, and a UTF-8 byte-order mark at the beginning.

use super::dialect;
use super::dimacs::{self, Number};
use super::error::{ParseErrorKind as Kind, Trouble, excerpt, is_blank};
use super::formula::Formula;
use super::input::{Document, Format, ReadOptions};
use super::lit::{Lit, Var};
use super::symbolic::{self, Names};
use memchr::{memchr, memrchr};

/// The longest line or word that is kept whole to be looked at.
const LONGEST: usize = 1 << 16;

/// How much of a text without a header is looked at to tell what it is.
const LOOKAHEAD: usize = 1 << 12;

/// How a note to decoders begins.
const NOTE: &[u8] = b"c @";

/// How what is asked of a model counter begins: its kind, shown variables, weights.
const QUESTIONS: [&[u8]; 2] = [b"c p ", b"c t "];

/// The bytes of notes and names in comments that are kept.
const MOST_NOTES: usize = 1 << 26;

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
}

/// Builds a document from blocks of bytes.
pub(super) struct Parser<'a> {
    options: &'a ReadOptions,
    part: Part,
    /// Inside a comment that is longer than what is looked at.
    skipping: bool,
    /// What there is of it, if it is a note.
    long_note: Option<Vec<u8>>,
    /// Whether the line that the block begins in has only blanks before the block.
    clean: bool,
    /// The length of a byte-order mark.
    mark: u64,
    /// A comment with a carriage return inside was seen.
    lone_return: bool,
    /// Lines before the header begin with `c` and cannot be clauses of names.
    only_comments: bool,
    /// What the header says; without a header (relaxed) there are no counts.
    declared: Option<(u32, u64)>,
    /// Variables above this are a fault.
    top: u32,
    /// Clauses until [`Part::Tail`].
    remaining: u64,
    names: Names,
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
            names: Names::new(),
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
        if self.part == Part::Symbolic {
            self.document.names = Some(self.names);
        }
        self.document
    }

    /// Parses a block; `last` says that nothing follows it. Returns how many bytes were taken: the others must come again
    /// at the front of the next block.
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
                if let Some(note) = self.long_note.take() {
                    self.directive(&note)?;
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
            };
            at = step.to;
            if step.starved {
                break;
            }
        }
        self.clean = self.is_clean(block, at);
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

    /// Steps over a byte-order mark.
    fn start(&mut self, block: &[u8], last: bool) -> Step {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        if block.len() < MARK.len() && MARK.starts_with(block) && !last {
            return Step { to: 0, starved: true };
        }
        self.part = if self.options.format == Format::Symbolic { Part::Symbolic } else { Part::Prolog };
        if block.starts_with(MARK) {
            self.mark = MARK.len() as u64;
        }
        Step { to: self.mark as usize, starved: false }
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

    /// The line at `at`, without its end, and where the next begins; `None` when its end is not there yet. `Err` when it is
    /// longer than what is kept.
    fn line(block: &[u8], at: usize, last: bool) -> Result<Option<(&[u8], usize)>, ()> {
        match memchr(b'\n', &block[at..]) {
            Some(length) => Ok(Some((&block[at..at + length], at + length + 1))),
            None if last => Ok(Some((&block[at..], block.len()))),
            None if block.len() - at > LONGEST => Err(()),
            None => Ok(None),
        }
    }

    /// The end of the word at `at`, when it is all there (a blank or the end of the text follows it).
    fn word_end(block: &[u8], at: usize, last: bool) -> Option<usize> {
        match block[at..].iter().position(|&byte| is_blank(byte)) {
            Some(length) => Some(at + length),
            None if last || block.len() - at > LONGEST => Some(block.len()),
            None => None,
        }
    }

    /// Takes a comment that begins at `at`, and looks for what it may tell.
    fn comment(&mut self, block: &[u8], at: usize, last: bool) -> Result<Step, Trouble> {
        match Parser::line(block, at, last) {
            Ok(None) => Ok(Step { to: at, starved: true }),
            Ok(Some((line, next))) => {
                self.directive(line)?;
                Ok(Step { to: next, starved: next == block.len() })
            }
            Err(()) => {
                self.skipping = true;
                let block = &block[at..];
                let kept = block.starts_with(NOTE) || QUESTIONS.iter().any(|question| block.starts_with(question));
                self.long_note = kept.then(Vec::new);
                Ok(Step { to: at, starved: false })
            }
        }
    }

    /// Keeps more of a long note, but not more than there may be of all.
    fn lengthen(&mut self, part: &[u8]) -> Result<(), Trouble> {
        if let Some(note) = self.long_note.as_mut().filter(|note| note.len() <= MOST_NOTES) {
            note.try_reserve(part.len())?;
            note.extend_from_slice(part);
        }
        Ok(())
    }

    /// Keeps what a comment says to decoders: `c @ ...` and `c varname N NAME`.
    fn directive(&mut self, line: &[u8]) -> Result<(), Trouble> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if self.declared.is_none() && !self.lone_return {
            self.lone_return = memchr(b'\r', line).is_some();
        }
        let note = line.starts_with(NOTE);
        let question = QUESTIONS.iter().any(|question| line.starts_with(question));
        let varname = if note || question { None } else { dimacs::varname(line) };
        if !note && !question && varname.is_none() {
            return Ok(());
        }
        if self.note_bytes > MOST_NOTES {
            return Ok(());
        }
        self.note_bytes += line.len();
        if self.note_bytes > MOST_NOTES {
            self.warn(format!("notes beyond {MOST_NOTES} bytes were left out"));
        } else if let Some((number, name)) = varname {
            self.document.varnames.try_reserve(1)?;
            self.document.varnames.push((number, String::from_utf8_lossy(name).into_owned()));
        } else if question {
            self.document.questions.try_reserve(1)?;
            self.document.questions.push(String::from_utf8_lossy(&line[2..]).into_owned());
        } else {
            self.document.notes.try_reserve(1)?;
            self.document.notes.push(String::from_utf8_lossy(&line[2..]).into_owned());
        }
        Ok(())
    }

    fn warn(&mut self, warning: String) {
        if !self.document.warnings.contains(&warning) {
            self.document.warnings.push(warning);
        }
    }

    /// One line before the clauses: blank, comment, header, or what decides that the text is symbolic or wrong.
    fn prolog(&mut self, block: &[u8], from: usize, last: bool) -> Result<Step, Trouble> {
        let at = Parser::blanks(block, from, true);
        let more = Step { to: at, starved: true };
        let Some(&first) = block.get(at) else { return Ok(more) };
        let Some(end) = Parser::word_end(block, at, last) else { return Ok(more) };
        let word = &block[at..end];
        if word == b"c" || first == b'c' && (self.options.format == Format::Dimacs || self.only_comments) {
            return self.comment(block, at, last);
        }
        let whole = Parser::line(block, at, last);
        let line = match whole {
            Ok(None) => return Ok(more),
            Ok(Some((line, _))) => line,
            Err(()) => &block[at..],
        };
        if word == b"p" {
            return self.header(line, at);
        }
        if first == b'c' {
            // A comment if a header follows, else a clause: tried as a clause, taken back at a header.
            let Ok(Some((_, next))) = whole else {
                self.only_comments = true;
                return self.comment(block, at, last);
            };
            if self.symbolic(&block[..next], at, true).and_then(|_| self.end_line()).is_err() {
                self.forget_names();
                self.only_comments = true;
            }
            self.directive(line)?;
            return Ok(Step { to: next, starved: next == block.len() });
        }
        if !last && block.len() - at < LOOKAHEAD {
            return Ok(more);
        }
        let sight = &block[at..block.len().min(at + LOOKAHEAD)];
        if let Some(dialect) = dialect::guess(sight) {
            return Err(Trouble::At(at, Kind::Dialect(dialect)));
        }
        if let Some(kind) = dimacs::slipped_header(line) {
            return Err(Trouble::At(at, kind));
        }
        if self.options.relaxed && dimacs::is_clause_line(line) {
            self.warn("there is no header".into());
            self.begin(None);
            return Ok(Step { to: at, starved: false });
        }
        if self.options.format == Format::Dimacs || self.only_comments || symbolic::literal(word, true).is_err() {
            return Err(Trouble::At(at, Kind::ClauseBeforeHeader(excerpt(line))));
        }
        if line.split(|&byte| is_blank(byte)).any(|word| word == b"0") {
            return Err(Trouble::At(at, Kind::ClauseBeforeHeader(excerpt(line))));
        }
        self.part = Part::Symbolic;
        Ok(Step { to: at, starved: false })
    }

    /// Forgets clauses that were comments.
    fn forget_names(&mut self) {
        self.names = Names::new();
        self.document.formula = Formula::new();
    }

    /// The header line at `at`.
    fn header(&mut self, line: &[u8], at: usize) -> Result<Step, Trouble> {
        let header = dimacs::header(line).map_err(|(offset, kind)| Trouble::At(at + offset, kind))?;
        let (vars, clauses) = header.counts;
        if vars > self.options.max_vars {
            let kind = Kind::TooManyVars { found: vars, limit: self.options.max_vars };
            return Err(Trouble::At(at + header.vars_at, kind));
        }
        self.forget_names();
        self.document.formula.declare_vars(vars);
        self.begin(Some((vars, clauses)));
        Ok(Step { to: at + line.len(), starved: false })
    }

    /// Goes on to the clauses.
    fn begin(&mut self, declared: Option<(u32, u64)>) {
        self.declared = declared;
        (self.top, self.remaining) = declared.unwrap_or((self.options.max_vars, u64::MAX));
        if self.options.relaxed {
            self.top = self.options.max_vars;
        }
        self.part = if self.remaining == 0 { Part::Tail } else { Part::Clauses };
    }

    /// Clauses, as many as the block holds.
    fn clauses(&mut self, block: &[u8], from: usize, last: bool) -> Result<Step, Trouble> {
        let mut at = from;
        let formula = &mut self.document.formula;
        while at + dimacs::SHORT <= block.len() {
            if matches!(block[at], b' ' | b'\n' | b'\t') {
                at += 1;
                continue;
            }
            let Some((number, end)) = dimacs::short_number(block, at) else { break };
            if number.value == 0 {
                formula.try_close()?;
                at = end;
                self.remaining -= 1;
                if self.remaining == 0 {
                    self.part = Part::Tail;
                    return Ok(Step { to: at, starved: false });
                }
            } else if number.value <= self.top {
                formula.try_push(Lit::new(Var::new(number.value - 1), number.negative))?;
                at = end;
            } else {
                break;
            }
        }
        self.word(block, at, last)
    }

    /// One word among the clauses, by the grammar.
    fn word(&mut self, block: &[u8], from: usize, last: bool) -> Result<Step, Trouble> {
        let at = Parser::blanks(block, from, true);
        let Some(&first) = block.get(at) else { return Ok(Step { to: at, starved: true }) };
        let Some(end) = Parser::word_end(block, at, last) else { return Ok(Step { to: at, starved: true }) };
        let word = &block[at..end];
        if let Some(number) = dimacs::number(word) {
            self.number(number, word, at)?;
            return Ok(Step { to: end, starved: false });
        }
        let clean = self.is_clean(block, at);
        if first == b'c' && clean {
            return self.comment(block, at, last);
        }
        let open = self.document.formula.open_len() > 0;
        if word == b"c" && !open {
            return self.comment(block, at, last);
        }
        if word == b"%" && !open && self.options.relaxed {
            self.warn("'%' stands before the declared number of clauses".into());
            self.part = Part::Footer(false);
            return Ok(Step { to: end, starved: false });
        }
        if self.options.relaxed && !open && self.declared.is_none() && matches!(first, 0x1a | 0) {
            self.part = Part::Tail;
            return Ok(Step { to: at, starved: false });
        }
        // A message about the line needs the line.
        match Parser::line(block, at, last) {
            Ok(None) => Ok(Step { to: at, starved: true }),
            Ok(Some((line, _))) => Err(self.bad_word(word, line, at, clean)),
            Err(()) => Err(self.bad_word(word, word, at, clean)),
        }
    }

    /// A number among the clauses.
    fn number(&mut self, number: Number, word: &[u8], at: usize) -> Result<(), Trouble> {
        let fault = |kind| Err(Trouble::At(at, kind));
        if !number.canonical {
            if !self.options.relaxed {
                return fault(Kind::Word {
                    found: excerpt(word),
                    why: "expected a literal without '+', or a single 0",
                });
            }
            self.warn("numbers are written with '+' or as '00'".into());
        }
        let Some(value) = number.value else { return fault(Kind::Overflow(excerpt(word))) };
        if value == 0 {
            if number.negative {
                return fault(Kind::Word { found: excerpt(word), why: "expected a literal, or 0 without a sign" });
            }
            self.document.formula.try_close()?;
            self.remaining -= 1;
            if self.remaining == 0 {
                self.part = Part::Tail;
            }
            return Ok(());
        }
        let declared = self.declared.map_or(u32::MAX, |(vars, _)| vars);
        if value > declared && !self.options.relaxed {
            return fault(Kind::Undeclared { found: excerpt(word), declared });
        }
        if value > self.options.max_vars {
            return fault(Kind::TooManyVars { found: value, limit: self.options.max_vars });
        }
        self.document.formula.try_push(Lit::new(Var::new(value - 1), number.negative))?;
        Ok(())
    }

    /// Why a word cannot stand among the clauses.
    fn bad_word(&self, word: &[u8], line: &[u8], at: usize, clean: bool) -> Trouble {
        let found = excerpt(word);
        let formula = &self.document.formula;
        let open = formula.open_len() > 0;
        if clean && !open {
            if word == b"p" {
                return Trouble::At(at, Kind::LateHeader);
            }
            if let Some(dialect) = dialect::by_clause_line(line, formula.num_clauses() > 0) {
                return Trouble::At(at, Kind::Dialect(dialect));
            }
        }
        if word == b"%" && formula.num_clauses() as u64 == self.declared.map_or(0, |(_, clauses)| clauses) {
            return Trouble::At(
                at,
                Kind::Word { found, why: "expected the '%' that ends the text on a line of its own" },
            );
        }
        if word == b"%" {
            let declared = self.declared.map_or(0, |(_, clauses)| clauses);
            return Trouble::At(at, Kind::EarlyFooter { declared, found: formula.num_clauses() as u64 });
        }
        Trouble::At(at, Kind::Word { found, why: dimacs::why_no_number(word) })
    }

    /// After the last declared clause: comments, a footer, or the end.
    fn tail(&mut self, block: &[u8], from: usize, last: bool) -> Result<Step, Trouble> {
        let at = Parser::blanks(block, from, true);
        let Some(&first) = block.get(at) else { return Ok(Step { to: at, starved: true }) };
        if first == b'c' && self.is_clean(block, at) {
            return self.comment(block, at, last);
        }
        if first == 0x1a || first == 0 && self.options.relaxed {
            self.part = Part::End;
            return Ok(Step { to: at, starved: false });
        }
        let Some(end) = Parser::word_end(block, at, last) else { return Ok(Step { to: at, starved: true }) };
        let word = &block[at..end];
        if word == b"c" {
            return self.comment(block, at, last);
        }
        if word == b"%" && (self.options.relaxed || self.is_clean(block, at)) {
            self.part = Part::Footer(false);
            return Ok(Step { to: end, starved: false });
        }
        if dimacs::number(word).is_some() {
            let declared = self.declared.map_or(0, |(_, clauses)| clauses);
            if !self.options.relaxed {
                return Err(Trouble::At(at, Kind::TooManyClauses(declared)));
            }
            self.warn(format!("there are more clauses than the declared {declared}"));
            (self.part, self.remaining) = (Part::Clauses, u64::MAX);
            return Ok(Step { to: at, starved: false });
        }
        self.part = Part::Clauses;
        let step = self.word(block, at, last)?;
        self.part = Part::Tail;
        Ok(step)
    }

    /// After the `%` of SATLIB: blanks and one `0`.
    fn footer(&mut self, block: &[u8], from: usize, last: bool, zero: bool) -> Result<Step, Trouble> {
        let at = Parser::blanks(block, from, true);
        if at == block.len() {
            return Ok(Step { to: at, starved: true });
        }
        if block[at] == 0x1a {
            self.part = Part::End;
            return Ok(Step { to: at, starved: false });
        }
        let Some(end) = Parser::word_end(block, at, last) else { return Ok(Step { to: at, starved: true }) };
        if zero || &block[at..end] != b"0" {
            return Err(Trouble::At(at, Kind::AfterEnd(excerpt(&block[at..end]))));
        }
        self.part = Part::Footer(true);
        Ok(Step { to: end, starved: false })
    }

    /// After an end-of-file mark: blanks and more of them, and NULs when relaxed.
    fn end(&mut self, block: &[u8], from: usize, last: bool) -> Result<Step, Trouble> {
        let relaxed = self.options.relaxed;
        let odd = |&byte: &u8| byte != 0x1a && !is_blank(byte) && !(byte == 0 && relaxed);
        match block[from..].iter().position(odd) {
            Some(offset) => {
                let at = from + offset;
                let Some(end) = Parser::word_end(block, at, last) else { return Ok(Step { to: at, starved: true }) };
                Err(Trouble::At(at, Kind::AfterEnd(excerpt(&block[at..end]))))
            }
            None => Ok(Step { to: block.len(), starved: true }),
        }
    }

    /// Clauses of names, as many as the block holds.
    fn symbolic(&mut self, block: &[u8], from: usize, last: bool) -> Result<Step, Trouble> {
        let mut at = from;
        loop {
            at = Parser::blanks(block, at, false);
            let Some(&first) = block.get(at) else { return Ok(Step { to: at, starved: true }) };
            if first == b'\n' {
                self.end_line()?;
                at += 1;
                continue;
            }
            let Some(end) = Parser::word_end(block, at, last) else { return Ok(Step { to: at, starved: true }) };
            let word = &block[at..end];
            if self.document.formula.open_len() == 0 {
                if word == b"c" {
                    return self.comment(block, at, last);
                }
                if word == b"p" {
                    let why = "expected a clause of names, not a header";
                    let late = self.options.format == Format::Auto;
                    let kind = if late { Kind::LateHeader } else { Kind::Name { found: excerpt(word), why } };
                    return Err(Trouble::At(at, kind));
                }
            }
            if word.len() > LONGEST {
                return Err(Trouble::At(at, Kind::Name { found: excerpt(word), why: "expected a shorter name" }));
            }
            let plain = self.options.format != Format::Symbolic;
            let (negative, name) = symbolic::literal(word, plain)
                .map_err(|why| Trouble::At(at, Kind::Name { found: excerpt(word), why }))?;
            let var = self.names.variable(name)?;
            if self.names.len() > self.options.max_vars as usize {
                let kind = Kind::TooManyVars { found: self.names.len() as u32, limit: self.options.max_vars };
                return Err(Trouble::At(at, kind));
            }
            self.document.formula.try_push(Lit::new(var, negative))?;
            at = end;
        }
    }

    /// Closes the clause of a symbolic line; a blank line is none.
    fn end_line(&mut self) -> Result<(), Trouble> {
        if self.document.formula.open_len() > 0 {
            self.document.formula.try_close()?;
        }
        Ok(())
    }

    /// The end of the text, which is at offset `end` of the last block.
    fn close(&mut self, end: usize) -> Result<(), Trouble> {
        let fault = |kind| Err(Trouble::At(end, kind));
        match self.part {
            Part::Start | Part::Prolog => {
                if self.document.formula.num_clauses() == 0 {
                    return fault(if self.lone_return { Kind::OldMacLines } else { Kind::NoHeader });
                }
                self.part = Part::Symbolic;
            }
            Part::Symbolic => {
                self.end_line()?;
                if self.document.formula.num_clauses() == 0 {
                    return fault(Kind::NoHeader);
                }
            }
            Part::Clauses | Part::Tail | Part::Footer(_) | Part::End => {
                let formula = &mut self.document.formula;
                if formula.open_len() > 0 {
                    if !self.options.relaxed || !self.clean {
                        return fault(Kind::OpenClause);
                    }
                    formula.try_close()?;
                    self.warn("the last clause has no 0".into());
                }
                self.check_counts(end)?;
            }
        }
        Ok(())
    }

    /// Compares the clauses and variables with what the header declares.
    fn check_counts(&mut self, end: usize) -> Result<(), Trouble> {
        let Some((vars, declared)) = self.declared else { return Ok(()) };
        let found = self.document.formula.num_clauses() as u64;
        if found < declared {
            if !self.options.relaxed {
                return Err(Trouble::At(end, Kind::TooFewClauses { declared, found }));
            }
            self.warn(format!("there are {found} clauses, not the declared {declared}"));
        }
        let used = self.document.formula.num_vars();
        if used > vars {
            self.warn(format!("there are variables up to {used}, not the declared {vars}"));
        }
        Ok(())
    }
}
