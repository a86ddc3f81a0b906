//! `sudoku check`: filled grids against the rules and their puzzles.

use super::args::{LayoutArgs, StageArg};
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::source::Source;
use gemsat::command::tool::{CheckArgs, print_checked};
use gemsat::puzzle::sudoku::{GroupKind, Sudoku, check};

#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    what: CheckArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    /// Check these rules alone.
    #[arg(long, value_enum, default_value_t = StageArg::Puzzle)]
    stage: StageArg,
}

impl Check {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let puzzles = self.layout.parse_many(&Source::read(self.what.puzzle())?)?;
        let filled = puzzles.iter().all(|puzzle| puzzle.givens().iter().all(|&digit| digit > 0));
        let (puzzles, grids) = match self.what.answer(filled)? {
            Some(answer) => (puzzles, self.layout.parse_many(&answer)?),
            None => (puzzles.iter().map(Sudoku::without_givens).collect(), puzzles),
        };
        if puzzles.len() != grids.len() {
            let (puzzles, answers) = (puzzles.len(), grids.len());
            return Err(Failure::input(format!("expected an answer for each of {puzzles} puzzles, found {answers}")));
        }
        let mut right = true;
        for (index, (puzzle, grid)) in puzzles.iter().zip(&grids).enumerate() {
            let heading = if grids.len() > 1 { format!("{}: ", index + 1) } else { String::new() };
            right &= print_checked(out, &heading, &self.check(puzzle, grid))? == Exit::Solved;
        }
        Ok(Exit::checked(right))
    }

    fn check(&self, puzzle: &Sudoku, grid: &Sudoku) -> Result<(), check::Broken> {
        let counts = |kind: GroupKind| match self.stage {
            StageArg::OneCell | StageArg::AllCells => false,
            StageArg::Rows => kind == GroupKind::Row,
            StageArg::RowsAndCols => matches!(kind, GroupKind::Row | GroupKind::Column),
            StageArg::Rules | StageArg::Puzzle => true,
        };
        match self.stage {
            StageArg::Puzzle => check::check(puzzle, grid.givens()),
            _ => check::check_groups(puzzle, grid.givens(), counts),
        }
    }
}
