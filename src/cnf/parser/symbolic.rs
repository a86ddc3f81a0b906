//! The clauses of a text of names, one a line.

use super::{MOST_KEPT_BYTES, Parser, Step};
use crate::cnf::error::{ParseErrorKind as Kind, Trouble, excerpt};
use crate::cnf::input::Format;
use crate::cnf::lit::Lit;
use crate::cnf::symbolic;

impl Parser<'_> {
    /// Clauses of names, as many as the block holds.
    pub(super) fn symbolic(&mut self, block: &[u8], from: usize, last: bool) -> Result<Step, Trouble> {
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
            if word.len() > MOST_KEPT_BYTES {
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
            self.keep_line(block, at)?;
            self.document.formula.try_push(Lit::new(var, negative))?;
            at = end;
        }
    }

    /// Closes the clause of a symbolic line; a blank line is no clause.
    pub(super) fn end_line(&mut self) -> Result<(), Trouble> {
        if self.document.formula.open_len() > 0 {
            self.document.formula.try_close()?;
        }
        Ok(())
    }
}
