//! `sudoku check`: filled grids against the rules and their puzzles.

use super::args::{LayoutArgs, StageArg};
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::source::Source;
use gemsat::command::tool::{CheckArgs, print_checked};
use gemsat::puzzle::Reading;
use gemsat::puzzle::sudoku::read::{Entry, SudokuReadOptions, read_entries};
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
        let source = Source::read(self.what.puzzle())?;
        let entries = self.entries(&source, self.layout.options())?;
        let filled = |entry: &Entry| entry.puzzle.givens().iter().all(|&digit| digit > 0);
        let by_itself = entries.puzzle.iter().all(|entry| filled(entry) || entry.solution.is_some());
        let (puzzles, grids): (Vec<Sudoku>, Vec<Sudoku>) = match self.what.answer(by_itself)? {
            Some(answer) => self.alike(&source, entries, &answer)?,
            None => {
                source.say(&entries.remarks);
                let pair = |entry: Entry| match entry.solution {
                    Some(solution) => (entry.puzzle, solution),
                    None => (entry.puzzle.without_givens(), entry.puzzle),
                };
                entries.puzzle.into_iter().map(pair).unzip()
            }
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

    fn entries(&self, source: &Source, options: SudokuReadOptions) -> Result<Reading<Vec<Entry>>, Failure> {
        read_entries(&source.text, options).map_err(|error| source.failure(&error))
    }

    /// The puzzles and their answers, in the same digits. An answer shows all digits, so it decides where the puzzle leaves a
    /// doubt; where it leaves none, the answer is read in the puzzle's digits.
    fn alike(
        &self,
        source: &Source,
        puzzles: Reading<Vec<Entry>>,
        answer: &Source,
    ) -> Result<(Vec<Sudoku>, Vec<Sudoku>), Failure> {
        let first = |entries: &Reading<Vec<Entry>>| entries.puzzle.first().map(|entry| entry.puzzle.notation().first);
        let options = self.layout.options();
        let (mut puzzles, mut answers) = (puzzles, self.entries(answer, options)?);
        if first(&puzzles) != first(&answers) && options.first.is_none() {
            let doubtful = !puzzles.remarks.is_empty() && answers.remarks.is_empty();
            let again = || self.entries(source, SudokuReadOptions { first: first(&answers), ..options }).ok();
            match again().filter(|_| doubtful) {
                Some(read) => puzzles = read,
                None => answers = self.entries(answer, SudokuReadOptions { first: first(&puzzles), ..options })?,
            }
        }
        source.say(&puzzles.remarks);
        answer.say(&answers.remarks);
        let boards = |entries: Vec<Entry>| entries.into_iter().map(|entry| entry.puzzle).collect();
        Ok((boards(puzzles.puzzle), boards(answers.puzzle)))
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
