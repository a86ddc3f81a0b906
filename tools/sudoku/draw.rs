//! `sudoku draw`: a picture of a puzzle or of its solution.

use super::args::{PuzzleArgs, print_grid};
use super::solve::{none, session};
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::picture::PictureArgs;
use gemsat::command::tool;
use gemsat::puzzle::sudoku::draw;

#[derive(Debug, Args)]
pub struct Draw {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Fill in a solution; digits that are not certain are drawn in italics.
    #[arg(long)]
    solve: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Draw {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let puzzle = &self.puzzle.read()?;
        let (values, guessed) = if self.solve {
            match session(puzzle, &self.engine)?.certain(puzzle, &self.engine.limits()) {
                Ok(Some((values, same))) => (values, same.into_iter().map(|same| !same).collect()),
                Ok(None) => return none(out).map(|_| Exit::Done),
                Err(stop) => return tool::unknown(out, stop),
            }
        } else {
            (puzzle.givens().to_vec(), Vec::new())
        };
        if self.picture.on_terminal() {
            print_grid(out, puzzle, &values)?;
        } else {
            self.picture.write(&draw::svg(puzzle, &values, &guessed), out)?;
        }
        Ok(Exit::Done)
    }
}
