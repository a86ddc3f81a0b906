//! `queens count`: the number of solutions, by backtracking with bit sets or by the engine that is named.
//!
//! Counting the formula's models by components is slower: 2.3 s in place of 0.01 on 12 queens.

use super::args::PuzzleArgs;
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::count::{Counted, Counting};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::puzzle::queens::{Queens, count, explain, pose};

#[derive(Debug, Args)]
pub struct Count {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Stop counting above this number.
    #[arg(long, default_value_t = 100_000_000)]
    limit: u64,
    /// Count classes of reflections and turns.
    #[arg(long)]
    distinct: bool,
    /// Exit code 10 when there is exactly one solution, 20 when none or more.
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Count {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let mut counting = Counting::new(self.limit, self.unique);
        for puzzle in &self.puzzle.read_all()?.puzzle {
            let counted = self.count(puzzle, &counting)?;
            counting.print(out, counted)?;
        }
        Ok(counting.exit())
    }

    fn count(&self, puzzle: &Queens, counting: &Counting) -> Result<Counted, Failure> {
        let limits = self.engine.limits();
        if let Some(method) = self.engine.csp().filter(|_| !self.distinct) {
            return self.engine.count(pose::problem(puzzle), method, &limits, counting);
        }
        let engine = &self.engine;
        let named = engine.engine.is_some() || engine.solver.is_some() || !engine.options.is_empty();
        if named || puzzle.size() > count::MAX_SIZE {
            if self.distinct {
                let most = count::MAX_SIZE;
                return Err(Failure::usage(format!("--distinct counts without an engine, up to size {most}")));
            }
            let mut oracle = engine.oracle(&explain::rules(puzzle))?;
            let all = explain::for_each(puzzle, &mut *oracle, &limits, || counting.add());
            return Ok(counting.counted(all));
        }
        let mut all = true;
        let ended = count::for_each(puzzle, &limits, |columns| {
            all = (self.distinct && !count::is_first(puzzle, columns)) || counting.add();
            all
        });
        Ok(counting.counted(ended.map(|()| all)))
    }
}
