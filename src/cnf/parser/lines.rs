//! The lines in which clauses begin, and the places of comments.

use super::Parser;
use crate::cnf::error::Trouble;
use memchr::{memchr_iter, memrchr};

impl Parser<'_> {
    /// Keeps the line of a clause if one begins at `at`.
    pub(super) fn keep_line(&mut self, block: &[u8], at: usize) -> Result<(), Trouble> {
        if self.options.lines && !self.is_open() {
            let line = self.advance_line(block, at);
            self.document.lines.try_reserve(1)?;
            self.document.lines.push(line);
        }
        Ok(())
    }

    /// The line and the column of an offset of the block.
    pub(super) fn place(&mut self, block: &[u8], at: usize) -> (u64, u64) {
        (self.advance_line(block, at), self.indent_at(block, at) + 1)
    }

    /// Counts the lines of the part of a block that was taken; the next block begins after it.
    pub(super) fn count_lines(&mut self, block: &[u8], taken: usize) {
        self.indent = self.indent_at(block, taken);
        self.line = (self.line_at(block, taken), 0);
    }

    /// The line of an offset of the block, from which lines are counted from now on.
    pub(super) fn advance_line(&mut self, block: &[u8], at: usize) -> u64 {
        self.line = (self.line_at(block, at), at);
        self.line.0
    }

    /// How many bytes of its line stand before an offset of the block, without a byte-order mark.
    fn indent_at(&self, block: &[u8], at: usize) -> u64 {
        match memrchr(b'\n', &block[..at]) {
            Some(end) => (at - end - 1) as u64,
            None => self.indent.wrapping_add(at as u64),
        }
    }

    fn line_at(&self, block: &[u8], at: usize) -> u64 {
        let (line, from) = self.line;
        line + memchr_iter(b'\n', &block[from..at]).count() as u64
    }
}
