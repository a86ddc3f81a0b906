//! `tenner decode` and `tenner check`: grids that others have filled.

use super::args::{NONE, grid, grids, print_grid};
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::source::Source;
use gemsat::command::tool::{AnswerArgs, CheckArgs, print_checked};
use gemsat::puzzle::tenner::Grid;
use gemsat::puzzle::tenner::encode as encoder;
use std::path::PathBuf;

#[derive(Args)]
pub struct Decode {
    /// The puzzle; without it, the answer's own `c @` line or --cnf describes it.
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<PathBuf>,
    #[command(flatten)]
    from: AnswerArgs,
}

impl Decode {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let model = match self.from.model(NONE, out)? {
            Ok(model) => model,
            Err(exit) => return Ok(exit),
        };
        let grid = if let Some(path) = &self.puzzle {
            grid(&Source::read(Some(path))?)?
        } else {
            let mut notes = model.answer.notes.iter();
            notes.find_map(|note| Grid::from_line(note.strip_prefix("tenner ")?)).ok_or_else(|| {
                Failure::input(
                    "the answer has no 'c @ tenner' line: name the puzzle's file, or the formula's with --cnf",
                )
            })?
        };
        let encoding = encoder::encode(&grid).map_err(Failure::input)?;
        let assignment = model.answer.assignment(&encoding).map_err(|error| model.failure(error))?;
        let filled = encoder::fill(&grid, &assignment);
        grid.check(&filled).map_err(|fault| model.failure(format!("the model is no solution: {fault}")))?;
        print_grid(&grid, &filled, out)?;
        Ok(Exit::Solved)
    }
}

#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    what: CheckArgs,
}

impl Check {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let source = Source::read(self.what.puzzle())?;
        let puzzles = grids(&source)?;
        let solved = |(puzzle, listed): &(Grid, Option<Grid>)| {
            listed.is_some() || puzzle.cells.iter().all(|cell| cell.is_some())
        };
        let verdicts: Vec<_> = match self.what.answer(puzzles.iter().all(solved))? {
            Some(answer) => vec![grid(&source)?.check(&grid(&answer)?)],
            None => {
                let check = |(puzzle, listed): &(Grid, Option<Grid>)| match listed {
                    Some(listed) => puzzle.check(listed),
                    None => puzzle.check_filled(),
                };
                puzzles.iter().map(check).collect()
            }
        };
        let mut right = true;
        for verdict in &verdicts {
            right &= print_checked(out, "", verdict)? == Exit::Solved;
        }
        Ok(Exit::checked(right))
    }
}
