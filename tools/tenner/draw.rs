//! `tenner draw`: a picture of a grid or of its solution.

use super::args::{grid, no_solution, print_grid};
use super::solve::solve_one;
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::picture::PictureArgs;
use gemsat::command::scene::Scene;
use gemsat::command::source::InputArgs;
use gemsat::command::tool::unknown;
use gemsat::puzzle::tenner::draw::svg;

#[derive(Args)]
pub struct Draw {
    #[command(flatten)]
    input: InputArgs,
    /// Solve it first and show the solution.
    #[arg(long, alias = "solved")]
    solve: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Draw {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        self.picture.check()?;
        let grid = grid(&self.input.read()?)?;
        let solution = match self.solve {
            true => match solve_one(&grid, &self.engine, &Scene::unseen())? {
                Ok(Some(filled)) => Some(filled),
                Ok(None) => return no_solution(out).map(|_| Exit::Done),
                Err(stop) => return unknown(out, stop),
            },
            false => None,
        };
        if self.picture.on_terminal() {
            print_grid(&grid, solution.as_ref().unwrap_or(&grid), out)?;
        } else {
            self.picture.write(&svg(&grid, solution.as_ref()), out)?;
        }
        Ok(Exit::Done)
    }
}
