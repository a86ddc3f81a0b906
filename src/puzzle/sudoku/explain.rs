//! Which clues of a sudoku contradict each other, and which force the digit of a cell.

use super::Sudoku;
use super::ask::Session;
use super::encode::var;
use crate::cnf::Lit;
use crate::limits::{Limits, Stop};
use crate::reason::Oracle;
use crate::reason::core::{Core, minimal_core};

/// What a clue of a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clue {
    /// A given: cell and digit.
    Given(usize, u16),
    /// A pencil mark: the cell is not this digit.
    Mark(usize, u16),
    /// A cage, by its index.
    Cage(usize),
}

/// All clues of a puzzle.
pub fn clues(puzzle: &Sudoku) -> Vec<Clue> {
    let givens = puzzle.givens().iter().enumerate().filter(|&(_, &digit)| digit > 0);
    let givens = givens.map(|(cell, &digit)| Clue::Given(cell, digit));
    let marks = puzzle.excluded().iter().map(|&(cell, digit)| Clue::Mark(cell, digit));
    givens.chain(marks).chain((0..puzzle.cages().len()).map(Clue::Cage)).collect()
}

impl<O: Oracle> Session<O> {
    /// Clues that contradict each other; `extra` is always assumed. `Ok(None)` when nothing contradicts.
    ///
    /// # Errors
    /// The limit that ran out before it was known whether they contradict.
    pub fn contradiction(
        &mut self,
        puzzle: &Sudoku,
        extra: &[Lit],
        limits: &Limits,
    ) -> Result<Option<Core<Clue>>, Stop> {
        let clues = clues(puzzle);
        let lits: Vec<Lit> = clues.iter().map(|&clue| self.lit(clue)).collect();
        let core = minimal_core(&mut self.oracle, extra, &lits, limits)?;
        Ok(core.map(|core| core.named(lits.into_iter().zip(clues))))
    }

    /// The clues that force the digit of a cell; `Ok(None)` when nothing forces it.
    ///
    /// # Errors
    /// The limit that ran out before it was known whether they do.
    pub fn forcing(
        &mut self,
        puzzle: &Sudoku,
        cell: usize,
        digit: u16,
        limits: &Limits,
    ) -> Result<Option<Core<Clue>>, Stop> {
        let other = var(&self.board, cell, digit).neg();
        self.contradiction(puzzle, &[other], limits)
    }
}
