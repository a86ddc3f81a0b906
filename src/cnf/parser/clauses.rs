//! The clauses of a DIMACS text.

use super::{Parser, Part, Step};
use crate::cnf::dialect;
use crate::cnf::dimacs::{self, Number};
use crate::cnf::error::{ParseErrorKind as Kind, Trouble, excerpt};
use crate::cnf::lit::{Lit, Var};

impl Parser<'_> {
    /// Clauses, as many as the block holds.
    pub(super) fn clauses(&mut self, block: &[u8], from: usize, last: bool) -> Result<Step, Trouble> {
        if self.options.lines || self.document.groups.is_some() {
            return self.word(block, from, last);
        }
        let mut at = from;
        let (formula, sieve) = (&mut self.document.formula, &mut self.sieve);
        while at + dimacs::SHORT <= block.len() {
            if matches!(block[at], b' ' | b'\n' | b'\t') {
                at += 1;
                continue;
            }
            let Some((number, end)) = dimacs::short_number(block, at) else { break };
            if number.value == 0 {
                match sieve {
                    Some(sieve) => sieve.close(formula)?,
                    None => formula.try_close()?,
                }
                at = end;
                self.remaining -= 1;
                if self.remaining == 0 {
                    self.part = Part::Tail;
                    return Ok(Step { to: at, starved: false });
                }
            } else if number.value <= self.top {
                formula.try_push(Lit::new(Var::new((number.value - 1) as usize), number.negative))?;
                at = end;
            } else {
                break;
            }
        }
        self.word(block, at, last)
    }

    /// One word among the clauses, by the grammar.
    pub(super) fn word(&mut self, block: &[u8], from: usize, last: bool) -> Result<Step, Trouble> {
        let at = Parser::blanks(block, from, true);
        let Some(&first) = block.get(at) else { return Ok(Step { to: at, starved: true }) };
        let Some(end) = Parser::word_end(block, at, last) else { return Ok(Step { to: at, starved: true }) };
        let word = &block[at..end];
        if self.is_group(word) {
            self.keep_line(block, at)?;
            self.begin_group(word, at)?;
            return Ok(Step { to: end, starved: false });
        }
        if let Some(number) = dimacs::number(word) {
            self.keep_line(block, at)?;
            self.number(number, word, at)?;
            return Ok(Step { to: end, starved: false });
        }
        let clean = self.is_clean(block, at);
        if first == b'c' && clean {
            return self.comment(block, at, last);
        }
        let open = self.is_open();
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
    pub(super) fn number(&mut self, number: Number, word: &[u8], at: usize) -> Result<(), Trouble> {
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
        self.check_group(word, at)?;
        if value == 0 {
            if number.negative {
                return fault(Kind::Word { found: excerpt(word), why: "expected a literal, or 0 without a sign" });
            }
            self.close_clause()?;
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
        self.document.formula.try_push(Lit::new(Var::new((value - 1) as usize), number.negative))?;
        Ok(())
    }

    /// Why a word cannot stand among the clauses.
    pub(super) fn bad_word(&self, word: &[u8], line: &[u8], at: usize, clean: bool) -> Trouble {
        let found = excerpt(word);
        let clauses = self.clauses_read();
        if clean && !self.is_open() {
            if word == b"p" {
                return Trouble::At(at, Kind::LateHeader);
            }
            if let Some(dialect) = dialect::by_clause_line(line, clauses > 0) {
                return Trouble::At(at, Kind::Dialect(dialect));
            }
        }
        if word == b"%" && clauses == self.declared.map_or(0, |(_, clauses)| clauses) {
            return Trouble::At(
                at,
                Kind::Word { found, why: "expected the '%' that ends the text on a line of its own" },
            );
        }
        if word == b"%" {
            let declared = self.declared.map_or(0, |(_, clauses)| clauses);
            return Trouble::At(at, Kind::EarlyFooter { declared, found: clauses });
        }
        Trouble::At(at, Kind::Word { found, why: dimacs::why_no_number(word) })
    }
}
