//! `queens count --distinct`: classes of reflections and turns.

use super::QueensTool;
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::puzzle::counting::Ended;
use gemsat::command::puzzle::{Count, Own};
use gemsat::puzzle::queens::count::{MAX_SIZE, for_each, is_first};

#[derive(Args, Debug)]
#[group(skip)]
pub struct Counting {
    /// Count classes of reflections and turns.
    #[arg(long)]
    distinct: bool,
}

impl Own<Count<QueensTool>> for Counting {
    fn instead(&self, count: &Count<QueensTool>, out: &mut Output) -> Result<Option<Exit>, Failure> {
        if !self.distinct {
            return Ok(None);
        }
        let puzzles = count.input.all()?;
        if !count.engine.is_default() || puzzles.iter().any(|puzzle| puzzle.size() > MAX_SIZE) {
            return Err(Failure::usage(format!("--distinct counts without an engine, up to size {MAX_SIZE}")));
        }
        let mut counting = count.counting(false);
        for puzzle in &puzzles {
            let mut all = true;
            let ended = for_each(puzzle, &count.engine.limits(), |columns| {
                all = !is_first(puzzle, columns) || counting.add();
                all
            });
            let ended = match ended {
                Ok(()) if all => Ended::All,
                Ok(()) => Ended::More,
                Err(stop) => Ended::Stopped(stop),
            };
            counting.print(out, counting.counted(ended))?;
        }
        Ok(Some(counting.exit()))
    }
}
