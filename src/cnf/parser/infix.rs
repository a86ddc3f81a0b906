//! Formulas in infix notation, one a line.

use super::{MOST_KEPT_BYTES, Parser, Step};
use crate::cnf::error::{ParseErrorKind as Kind, Trouble, excerpt};

impl Parser<'_> {
    /// The formula of one line.
    pub(super) fn infix(&mut self, block: &[u8], at: usize, last: bool) -> Result<Step, Trouble> {
        match Parser::line(block, at, last) {
            Ok(None) => Ok(Step { to: at, starved: true }),
            Ok(Some((line, next))) if line.len() <= MOST_KEPT_BYTES => {
                let number = self.advance_line(block, at);
                self.infix.read(line, (at, number), &mut self.names)?;
                if self.names.len() > self.options.max_vars as usize {
                    let kind = Kind::TooManyVars { found: self.names.len() as u32, limit: self.options.max_vars };
                    return Err(Trouble::At(at, kind));
                }
                Ok(Step { to: next, starved: next == block.len() })
            }
            _ => {
                let found = format!("'{}'", excerpt(&block[at..]));
                Err(Trouble::At(at, Kind::Infix { found, expected: "a line of at most 65536 bytes" }))
            }
        }
    }

    /// The end of the text: now that all names are known, the formulas become clauses.
    pub(super) fn close_infix(&mut self, end: usize) -> Result<(), Trouble> {
        if self.infix.len() == 0 {
            let found = "the end of the text".to_owned();
            return Err(Trouble::At(end, Kind::Infix { found, expected: "a formula such as 'A & (B | ~C)'" }));
        }
        self.document.formula.declare_vars(self.names.len());
        let (lines, trees) = self.infix.write(&mut self.document.formula)?;
        self.document.trees = trees;
        let found = self.document.formula.num_vars();
        if found > self.options.max_vars as usize {
            let kind = Kind::TooManyVars { found: found as u32, limit: self.options.max_vars };
            return Err(Trouble::At(end, kind));
        }
        self.document.definitions = found - self.names.len();
        self.name_definitions(found as u32)?;
        if self.options.lines {
            self.document.lines = lines;
        }
        Ok(())
    }

    /// Names the variables of definitions, up to `count` in all: `AUX_1` and so on, skipping names that the text has.
    fn name_definitions(&mut self, count: u32) -> Result<(), Trouble> {
        let mut number = 0u64;
        while self.names.len() < count as usize {
            number += 1;
            let name = format!("AUX_{number}");
            if self.names.find(&name).is_none() {
                self.names.variable(&name)?;
            }
        }
        Ok(())
    }
}
