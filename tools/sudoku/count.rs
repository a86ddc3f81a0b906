//! `sudoku count`: the number of solutions, one by one by a solver that keeps the rules from puzzle to puzzle.
//!
//! The question is mostly whether there is one solution, or a few. Many of them are counted faster by components (77,818
//! and 652,551 of two puzzles with 25 and 23 givens in 0.7 and 7.3 s, where the first 20,000 take 0.9 s), but not within 10 s
//! where 21 givens are left: `sudoku encode puzzle.txt | cnfquery count` does that.

use super::args::PuzzleArgs;
use super::solve::session;
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::count::Counting;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::totals::ended;
use gemsat::puzzle::sudoku::ask::Session;
use gemsat::puzzle::sudoku::{Sudoku, pose};
use gemsat::reason::Oracle;

#[derive(Debug, Args)]
pub struct Count {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Stop counting above this number; 1 asks whether the solution is unique.
    #[arg(long, default_value_t = 10_000)]
    limit: u64,
    /// Exit code 10 when each puzzle has exactly one solution, 20 when one has none or more.
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Count {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let mut counting = Counting::new(self.limit, self.unique);
        let mut current: Option<(Sudoku, Session<Box<dyn Oracle>>)> = None;
        for puzzle in self.puzzle.read_many()?.iter().take_while(|_| !ended()) {
            let limits = self.engine.limits();
            if let Some(method) = self.engine.csp() {
                let counted = self.engine.count(pose::problem(puzzle), method, &limits, &counting)?;
                counting.print(out, counted)?;
                continue;
            }
            let board = puzzle.without_givens();
            let session = match &mut current {
                Some((known, session)) if *known == board => session,
                _ => &mut current.insert((board, session(puzzle, &self.engine)?)).1,
            };
            let mut all = true;
            let ended = session.for_each_solution(puzzle, &limits, |_| {
                all = counting.add();
                all
            });
            counting.print(out, counting.counted(ended.map(|()| all)))?;
        }
        Ok(counting.exit())
    }
}
