//! The groups of group CNF: the header `p gcnf VARIABLES CLAUSES GROUPS`, and before each clause its group in braces,
//! `{3} 1 -2 0`.

use super::Parser;
use crate::cnf::dimacs;
use crate::cnf::error::{ParseErrorKind as Kind, Trouble, excerpt};

impl Parser<'_> {
    /// Whether a clause has begun.
    pub(super) fn is_open(&self) -> bool {
        self.document.formula.open_len() > 0 || self.group.is_some()
    }

    /// Whether a word stands for a group, right or wrong.
    pub(super) fn is_group(&self, word: &[u8]) -> bool {
        self.document.groups.is_some() && word.starts_with(b"{")
    }

    /// The group of the clause that begins.
    pub(super) fn begin_group(&mut self, word: &[u8], at: usize) -> Result<(), Trouble> {
        let declared = self.document.groups.as_ref().map_or(0, |groups| groups.declared);
        let inner = word.strip_prefix(b"{").and_then(|word| word.strip_suffix(b"}"));
        let number = inner.and_then(dimacs::number).filter(|number| number.canonical && !number.negative);
        match number.and_then(|number| number.value).filter(|&group| group <= declared) {
            Some(group) if !self.is_open() => self.group = Some(group),
            Some(_) => {
                let why = "expected 0 before the group of the next clause";
                return Err(Trouble::At(at, Kind::Word { found: excerpt(word), why }));
            }
            None => return Err(Trouble::At(at, Kind::Group { found: excerpt(word), declared })),
        }
        Ok(())
    }

    /// Checks that a number belongs to a clause with a group, in a text that has groups.
    pub(super) fn check_group(&self, word: &[u8], at: usize) -> Result<(), Trouble> {
        if self.document.groups.is_none() || self.group.is_some() {
            return Ok(());
        }
        Err(Trouble::At(
            at,
            Kind::Word { found: excerpt(word), why: "expected the group of the next clause in braces" },
        ))
    }

    /// How many clauses the text has had so far.
    pub(super) fn clauses_read(&self) -> u64 {
        let dropped = self.sieve.as_ref().map_or(0, |sieve| sieve.dropped.clauses);
        self.document.formula.num_clauses() as u64 + dropped
    }

    /// Ends a clause.
    pub(super) fn close_clause(&mut self) -> Result<(), Trouble> {
        match &mut self.sieve {
            Some(sieve) => sieve.close(&mut self.document.formula)?,
            None => self.document.formula.try_close()?,
        }
        if let (Some(groups), Some(group)) = (&mut self.document.groups, self.group.take()) {
            groups.of_clauses.try_reserve(1)?;
            groups.of_clauses.push(group);
        }
        Ok(())
    }
}
