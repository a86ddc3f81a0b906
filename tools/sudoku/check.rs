//! `sudoku check --stage`: grids of a course's first steps, which keep some of the rules alone.

use super::SudokuTool;
use super::form::StageArg;
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::puzzle::print_checked;
use gemsat::command::puzzle::source::Source;
use gemsat::command::puzzle::{Check, Own};
use gemsat::puzzle::face::Family;
use gemsat::puzzle::sudoku::check::check_groups;
use gemsat::puzzle::sudoku::{GroupKind, Sudoku};

#[derive(Args, Debug)]
#[group(skip)]
pub struct Rules {
    /// Check these rules alone, of a grid without its puzzle.
    #[arg(long, value_enum, default_value_t)]
    stage: StageArg,
}

impl Own<Check<SudokuTool>> for Rules {
    fn instead(&self, check: &Check<SudokuTool>, out: &mut Output) -> Result<Option<Exit>, Failure> {
        let counts = |kind: GroupKind| match self.stage {
            StageArg::OneCell | StageArg::AllCells => false,
            StageArg::Rows => kind == GroupKind::Row,
            StageArg::RowsAndCols => matches!(kind, GroupKind::Row | GroupKind::Column),
            StageArg::Rules | StageArg::Puzzle => true,
        };
        if self.stage == StageArg::Puzzle {
            return Ok(None);
        }
        let source = match check.what.answer(true)? {
            Some(answer) => answer,
            None => Source::read(check.what.puzzle())?,
        };
        let mut right = true;
        for grid in source.take(Sudoku::read(&source.text, &check.options()))?.puzzle {
            let wrong = check_groups(&grid.puzzle, grid.puzzle.givens(), counts).err();
            right &= print_checked(out, "", wrong)? == Exit::Solved;
        }
        Ok(Some(Exit::checked(right)))
    }
}
