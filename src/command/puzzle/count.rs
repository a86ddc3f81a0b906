//! `count`: the number of solutions.

use super::backend::EngineArgs;
use super::counting::{Counting, Ended};
use super::totals::ended;
use super::{Input, Own, Tool, asking};
use crate::command::exit::{Exit, Failure};
use crate::command::output::Output;
use crate::encode::Encoding;
use crate::limits::Limits;
use crate::puzzle::face::Puzzle;
use clap::Args;

/// The verb's flags.
#[derive(Debug, Args)]
#[group(skip)]
pub struct Count<T: Tool> {
    /// Which puzzle.
    #[command(flatten)]
    pub input: Input<T>,
    /// Print `>N` when there are more; 1 asks whether the solution is unique. Solutions that a solver must find one by
    /// one are counted up to 10000 otherwise, or as long as a limit on time allows.
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Exit code 10 when each puzzle has exactly one solution, 20 when one has none or more.
    #[arg(long)]
    pub unique: bool,
    /// The engine, and when it stops.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// What only this tool has.
    #[command(flatten)]
    pub own: T::Counting,
}

/// The limit, unless one is named, on solutions that must be found one by one.
const LISTED_SOLUTIONS: u64 = 10_000;

impl<T: Tool> Count<T> {
    pub(super) fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        self.engine.check()?;
        if let Some(exit) = self.own.instead(self, out)? {
            return Ok(exit);
        }
        let puzzles = self.input.all()?;
        let mut counting = self.counting(puzzles.iter().all(Puzzle::counts_by_formula));
        for puzzle in puzzles.iter().take_while(|_| !ended()) {
            self.count(puzzle, &mut counting, out)?;
        }
        Ok(counting.exit())
    }

    /// A counter set up by the flags; `one_by_one` says whether solutions must be found one by one.
    pub fn counting(&self, one_by_one: bool) -> Counting {
        let resources = &self.engine.limits.resources;
        let timed = resources.time_limit.is_some() || resources.cpu_limit.is_some();
        let otherwise = if one_by_one && !timed { LISTED_SOLUTIONS } else { u64::MAX };
        Counting::up_to(self.limit, otherwise, self.unique)
    }

    fn count(&self, puzzle: &T::Puzzle, counting: &mut Counting, out: &mut Output) -> Result<(), Failure> {
        let limits = self.engine.limits();
        if let Some(method) = self.engine.csp() {
            let counted = self.engine.count(puzzle.pose(), method, &limits, counting)?;
            return counting.print(out, counted);
        }
        let counted = if self.engine.is_default() { puzzle.count(&limits) } else { None };
        match counted {
            Some(Ok(total)) => {
                let one = Some(total == 1u8.into());
                return match self.limit {
                    Some(limit) if total > limit.into() => counting.print_line(out, &format!(">{limit}"), one),
                    _ => counting.print_line(out, &total.to_string(), one),
                };
            }
            Some(Err(stop)) => {
                let stopped = counting.counted(Ended::Stopped(stop));
                return counting.print(out, stopped);
            }
            None => {}
        }
        self.one_by_one(puzzle, &limits, counting, out)
    }

    /// Counts solutions one by one, or, once there are many, the models of the formula.
    fn one_by_one(
        &self,
        puzzle: &T::Puzzle,
        limits: &Limits,
        counting: &mut Counting,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let models = || puzzle.models().map_err(Failure::input);
        let models: &dyn Fn() -> Result<Encoding, Failure> = &models;
        let models = Some(models).filter(|_| self.engine.is_default() && puzzle.counts_by_formula());
        counting.print_all(out, models, limits, |visit| {
            asking(&self.engine, limits, |asking| puzzle.each(asking, &mut |_| visit()))
        })
    }
}
