//! `gems count`: the number of solutions.
//!
//! Cells with the same numbers around them are counted as one group first: with a total number of traps that is much
//! faster than counting the formula's models (a board of 12x12 without time to speak of, which takes those 0.8 s). Boards
//! that are too entangled for it, such as 60x60 with two numbers in five cells, are counted by their formula.

use super::args::{BoardArgs, formula};
use clap::Args;
use gemsat::cnf::Var;
use gemsat::command::backend::EngineArgs;
use gemsat::command::count::Counting;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::puzzle::gems::count::{CountError, DEFAULT_STATES, count};
use gemsat::puzzle::gems::{Board, pose};
use gemsat::reason::enumerate::enumerate;
use std::ops::ControlFlow;

#[derive(Args)]
pub struct Count {
    #[command(flatten)]
    board: BoardArgs,
    /// Print `>N` when there are more. Boards too entangled to be counted exactly stop at 10000 otherwise.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Exit code 10 when there is exactly one solution, 20 when none or more.
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Where counting one by one stops when no limit is given.
const DEFAULT_LIMIT: u64 = 10_000;

impl Count {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let otherwise = match self.engine.limits.resources.time_limit {
            Some(_) if self.engine.csp().is_none() => u64::MAX,
            _ => DEFAULT_LIMIT,
        };
        self.engine.check()?;
        let mut counting = Counting::up_to(self.limit, otherwise, self.unique);
        for board in &self.board.read_all()?.puzzle {
            self.count(board, &mut counting, out)?;
        }
        Ok(counting.exit())
    }

    /// Prints the number of solutions. Boards that cannot be counted group by group are counted by their formula.
    fn count(&self, board: &Board, counting: &mut Counting, out: &mut Output) -> Result<(), Failure> {
        let limits = self.engine.limits();
        if let Some(method) = self.engine.csp() {
            let problem = pose::problem(board, board.mines);
            return counting.print(out, self.engine.count(problem, method, &limits, counting)?);
        }
        match count(board, board.mines, DEFAULT_STATES, &limits) {
            Ok(counts) => {
                let one = Some(counts.total == 1u8.into());
                return match self.limit {
                    Some(limit) if counts.total > limit.into() => counting.print_line(out, &format!(">{limit}"), one),
                    _ => counting.print_line(out, &counts.total.to_string(), one),
                };
            }
            Err(CountError::Stopped(stop)) => {
                let stopped = counting.counted(Err(stop));
                return counting.print(out, stopped);
            }
            Err(CountError::TooEntangled) => {}
        }
        let encoding = formula(board)?;
        let vars: Vec<Var> = encoding.puzzle_vars().collect();
        let mut oracle = self.engine.oracle(&encoding.formula)?;
        let formula = self.engine.is_default().then_some((&encoding.formula, &vars[..]));
        counting.print_all(out, formula, &limits, |visit| {
            let seen = enumerate(&mut *oracle, &vars, &limits, |_| match visit() {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            });
            seen.all()
        })
    }
}
