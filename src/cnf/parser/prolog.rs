//! What comes before the clauses: a byte-order mark, comments, the header; and which kind of text it is.

use super::{Parser, Part, Step};
use crate::cnf::dialect;
use crate::cnf::dimacs;
use crate::cnf::error::{ParseErrorKind as Kind, Trouble, excerpt, is_blank};
use crate::cnf::formula::Formula;
use crate::cnf::input::{Format, Groups};
use crate::cnf::sieve::Sieve;
use crate::cnf::symbolic::{self, Names};
use crate::cnf::unheaded;

/// How much of a text without a header is looked at to tell what it is.
const LOOKAHEAD_BYTES: usize = 1 << 16;

impl Parser<'_> {
    /// Steps over a byte-order mark.
    pub(super) fn start(&mut self, block: &[u8], last: bool) -> Step {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        if block.len() < MARK.len() && MARK.starts_with(block) && !last {
            return Step { to: 0, starved: true };
        }
        self.part = match self.options.format {
            Format::Symbolic => Part::Symbolic,
            Format::Infix => Part::Infix,
            Format::Auto | Format::Dimacs => Part::Prolog,
        };
        if block.starts_with(MARK) {
            self.mark = MARK.len() as u64;
            self.indent = self.mark.wrapping_neg();
        }
        Step { to: self.mark as usize, starved: false }
    }

    /// One line before the clauses: blank, comment, header, or what decides that the text is symbolic or wrong.
    pub(super) fn prolog(&mut self, block: &[u8], from: usize, last: bool) -> Result<Step, Trouble> {
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
            // The line is a comment if a header follows, and otherwise a clause of names: it is tried as a clause,
            // which is taken back if a header comes.
            let Ok(Some((_, next))) = whole else {
                self.only_comments = true;
                return self.comment(block, at, last);
            };
            if self.symbolic(&block[..next], at, true).and_then(|_| self.end_line()).is_err() {
                self.forget_names();
                self.only_comments = true;
            }
            self.directive_at(line, block, at)?;
            return Ok(Step { to: next, starved: next == block.len() });
        }
        if !last && block.len() - at < LOOKAHEAD_BYTES {
            return Ok(more);
        }
        let sight = &block[at..block.len().min(at + LOOKAHEAD_BYTES)];
        if let Some(dialect) = dialect::guess(sight) {
            return Err(Trouble::At(at, Kind::Dialect(dialect)));
        }
        if let Some(kind) = dimacs::slipped_header(line) {
            return Err(Trouble::At(at, kind));
        }
        if self.options.relaxed && dimacs::is_clause_line(line) {
            self.warn("there is no header".into());
            self.begin(None)?;
            return Ok(Step { to: at, starved: false });
        }
        if self.options.format == Format::Dimacs || self.only_comments || symbolic::literal(word, true).is_err() {
            return Err(Trouble::At(at, Kind::ClauseBeforeHeader(excerpt(line))));
        }
        if line.split(|&byte| is_blank(byte)).any(|word| word == b"0") {
            return Err(Trouble::At(at, Kind::ClauseBeforeHeader(excerpt(line))));
        }
        let cut = !last || sight.len() < block.len() - at;
        if let Some((offset, kind)) = unheaded::doubt(sight, cut, (&self.document.formula, &self.names)) {
            return Err(Trouble::At(at + offset, kind));
        }
        self.part = Part::Symbolic;
        Ok(Step { to: at, starved: false })
    }

    /// Forgets the clauses that turned out to be comments.
    pub(super) fn forget_names(&mut self) {
        self.names = Names::new();
        self.document.formula = Formula::new();
        self.document.lines.clear();
    }

    /// The header line at `at`.
    pub(super) fn header(&mut self, line: &[u8], at: usize) -> Result<Step, Trouble> {
        let header =
            dimacs::header(line, self.options.groups).map_err(|(offset, kind)| Trouble::At(at + offset, kind))?;
        let (vars, clauses) = header.counts;
        if vars > self.options.max_vars {
            let kind = Kind::TooManyVars { found: vars, limit: self.options.max_vars };
            return Err(Trouble::At(at + header.vars_at, kind));
        }
        self.forget_names();
        self.document.formula.declare_vars(vars as usize);
        self.document.groups = header.groups.map(|declared| Groups { declared, of_clauses: Vec::new() });
        self.begin(Some((vars, clauses)))?;
        Ok(Step { to: at + line.len(), starved: false })
    }

    /// Goes on to the clauses.
    pub(super) fn begin(&mut self, declared: Option<(u32, u64)>) -> Result<(), Trouble> {
        self.declared = declared;
        (self.top, self.remaining) = declared.unwrap_or((self.options.max_vars, u64::MAX));
        if self.options.relaxed {
            self.top = self.options.max_vars;
        }
        self.part = if self.remaining == 0 { Part::Tail } else { Part::Clauses };
        if self.options.thin && !self.options.lines && self.document.groups.is_none() {
            self.sieve = Some(Sieve::new(self.remaining)?);
        }
        Ok(())
    }
}
