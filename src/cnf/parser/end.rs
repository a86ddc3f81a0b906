//! What follows the clauses, and the comparison with what the header declares.

use super::{Parser, Part, Step};
use crate::cnf::dimacs;
use crate::cnf::error::{ParseErrorKind as Kind, Trouble, excerpt, is_blank};
use crate::cnf::unheaded;
use crate::util::words::many;

impl Parser<'_> {
    /// After the last declared clause: comments, a footer, or the end.
    pub(super) fn tail(&mut self, block: &[u8], from: usize, last: bool) -> Result<Step, Trouble> {
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
        if dimacs::number(word).is_some() || self.is_group(word) {
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
    pub(super) fn footer(&mut self, block: &[u8], from: usize, last: bool, zero: bool) -> Result<Step, Trouble> {
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

    /// After an end-of-file mark: blanks, further marks and, when relaxed, NULs.
    pub(super) fn end(&mut self, block: &[u8], from: usize, last: bool) -> Result<Step, Trouble> {
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

    /// The end of the text, which is at offset `end` of the last block.
    pub(super) fn close(&mut self, end: usize) -> Result<(), Trouble> {
        let fault = |kind| Err(Trouble::At(end, kind));
        match self.part {
            Part::Start | Part::Prolog => {
                if self.document.formula.num_clauses() == 0 {
                    return fault(if self.lone_return { Kind::OldMacLines } else { Kind::NoHeader });
                }
                if let Some((_, kind)) = unheaded::doubt(b"", false, (&self.document.formula, &self.names)) {
                    return fault(kind);
                }
                self.part = Part::Symbolic;
            }
            Part::Symbolic => {
                self.end_line()?;
                if self.document.formula.num_clauses() == 0 {
                    return fault(Kind::NoHeader);
                }
            }
            Part::Infix => self.close_infix(end)?,
            Part::Clauses | Part::Tail | Part::Footer(_) | Part::End => {
                if self.is_open() {
                    if !self.options.relaxed || !self.clean || self.document.formula.open_len() == 0 {
                        return fault(Kind::OpenClause);
                    }
                    self.close_clause()?;
                    self.warn("the last clause has no 0".into());
                }
                self.check_counts(end)?;
            }
        }
        Ok(())
    }

    /// Compares the clauses and variables with what the header declares.
    pub(super) fn check_counts(&mut self, end: usize) -> Result<(), Trouble> {
        let Some((vars, declared)) = self.declared else { return Ok(()) };
        let found = self.clauses_read();
        if found < declared {
            if !self.options.relaxed {
                return Err(Trouble::At(end, Kind::TooFewClauses { declared, found }));
            }
            self.warn(format!("the text has {}, not the declared {declared}", many(found, "clause")));
        }
        let used = self.document.formula.num_vars();
        if used > vars as usize {
            self.warn(format!("there are variables up to {used}, not the declared {vars}"));
        }
        Ok(())
    }
}
