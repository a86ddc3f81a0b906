//! Which boards are made: some queens of a solution.

use clap::Args;
use gemsat::command::exit::Failure;
use gemsat::command::puzzle::{Made, MakeArgs};
use gemsat::limits::Limits;
use gemsat::puzzle::queens::Queens;
use gemsat::puzzle::queens::generate::{Wanted, generate};
use gemsat::puzzle::queens::print::board;
use gemsat::util::rng::Rng;

#[derive(Args, Debug)]
#[group(skip)]
pub struct Making {
    /// The size of the board.
    #[arg(default_value_t = 8)]
    size: usize,
    /// How many queens are placed.
    #[arg(long)]
    placed: Option<usize>,
    /// Exactly one completion.
    #[arg(long)]
    unique: bool,
}

impl MakeArgs<Queens> for Making {
    fn make(&self, seed: u64, _rng: &mut Rng, limits: &Limits) -> Result<Made<Queens>, Failure> {
        let wanted = Wanted { size: self.size, placed: self.placed, unique: self.unique };
        let unmade = |why| limits.exceeded().map_or_else(|| Failure::usage(why), Failure::Stopped);
        Ok(Made { puzzle: generate(wanted, seed, limits).map_err(unmade)?, solution: None })
    }

    fn text(&self, made: &Made<Queens>, _color: bool) -> String {
        board(&made.puzzle, &made.puzzle.placed)
    }
}
