//! Comments, and what they say to decoders and model counters.

use super::{MOST_KEPT_BYTES, Parser, Step};
use crate::cnf::dimacs;
use crate::cnf::error::Trouble;
use crate::cnf::question::{self, Comment};
use crate::util::escape::acts;
use memchr::memchr;

/// How a note to decoders begins.
const NOTE: &[u8] = b"c @";

/// The bytes of notes and names in comments that are kept.
const MOST_NOTES: usize = 1 << 26;

impl Parser<'_> {
    /// Takes a comment that begins at `at`, and looks for notes in it.
    pub(super) fn comment(&mut self, block: &[u8], at: usize, last: bool) -> Result<Step, Trouble> {
        match Parser::line(block, at, last) {
            Ok(None) => Ok(Step { to: at, starved: true }),
            Ok(Some((line, next))) => {
                self.directive_at(line, block, at)?;
                Ok(Step { to: next, starved: next == block.len() })
            }
            Err(()) => {
                self.skipping = true;
                let place = self.place(block, at);
                let block = &block[at..];
                let kept = block.starts_with(NOTE) || question::may_ask(&block[..MOST_KEPT_BYTES]);
                self.long_note = kept.then(|| (place, Vec::new()));
                Ok(Step { to: at, starved: false })
            }
        }
    }

    /// Keeps more of a long note, up to the limit on all notes.
    pub(super) fn lengthen(&mut self, part: &[u8]) -> Result<(), Trouble> {
        if let Some((_, note)) = self.long_note.as_mut().filter(|(_, note)| note.len() <= MOST_NOTES) {
            note.try_reserve(part.len())?;
            note.extend_from_slice(part);
        }
        Ok(())
    }

    /// Keeps what the comment at offset `at` says.
    pub(super) fn directive_at(&mut self, line: &[u8], block: &[u8], at: usize) -> Result<(), Trouble> {
        let asked = question::asks(line).then(|| self.place(block, at));
        self.directive(line, asked)
    }

    /// Keeps what a comment says to decoders, `c @ ...` and `c varname N NAME`, and to model counters: where it asks
    /// something of them, its line and column are given.
    pub(super) fn directive(&mut self, line: &[u8], asked: Option<(u64, u64)>) -> Result<(), Trouble> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if self.declared.is_none() && !self.lone_return {
            self.lone_return = memchr(b'\r', line).is_some();
        }
        if let Some((number, column)) = asked {
            let text = String::from_utf8_lossy(line).into_owned();
            self.document.questions.try_reserve(1)?;
            self.document.questions.push(Comment { line: number, column, text });
            return Ok(());
        }
        let note = line.starts_with(NOTE);
        let varname = if note { None } else { dimacs::varname(line) };
        if !note && varname.is_none() {
            return Ok(());
        }
        if self.note_bytes > MOST_NOTES {
            return Ok(());
        }
        self.note_bytes += line.len();
        if self.note_bytes > MOST_NOTES {
            self.warn(format!("notes beyond {MOST_NOTES} bytes were left out"));
        } else if let Some((number, name)) = varname {
            let name = String::from_utf8_lossy(name);
            if name.contains(acts) {
                self.warn("names of variables with control characters ('c varname') were left out".into());
                return Ok(());
            }
            self.document.varnames.try_reserve(1)?;
            self.document.varnames.push((number, name.into_owned()));
        } else {
            self.document.notes.try_reserve(1)?;
            self.document.notes.push(String::from_utf8_lossy(&line[2..]).into_owned());
        }
        Ok(())
    }

    pub(super) fn warn(&mut self, warning: String) {
        if !self.document.warnings.contains(&warning) {
            self.document.warnings.push(warning);
        }
    }
}
