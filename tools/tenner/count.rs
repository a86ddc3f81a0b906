//! `tenner count`: the number of solutions.

use super::args::grids;
use clap::Args;
use gemsat::cnf::Var;
use gemsat::command::backend::EngineArgs;
use gemsat::command::count::Counting;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::source::InputArgs;
use gemsat::puzzle::tenner::encode::encode;
use gemsat::puzzle::tenner::pose;
use gemsat::reason::enumerate::enumerate;
use std::ops::ControlFlow;

#[derive(Args)]
pub struct Count {
    #[command(flatten)]
    input: InputArgs,
    /// Print `>N` when there are more.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Exit code 10 when there is exactly one solution, 20 when none or more.
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Count {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let source = self.input.read()?;
        let mut counting = Counting::up_to(self.limit, u64::MAX, self.unique);
        for (grid, _) in grids(&source)? {
            let limits = self.engine.limits();
            if let Some(method) = self.engine.csp() {
                let counted = self.engine.count(pose::problem(&grid), method, &limits, &counting)?;
                counting.print(out, counted)?;
                continue;
            }
            let encoding = encode(&grid).map_err(Failure::input)?;
            let mut oracle = self.engine.oracle(&encoding.formula)?;
            let vars: Vec<Var> = encoding.puzzle_vars().collect();
            let formula = self.engine.is_default().then_some((&encoding.formula, &vars[..]));
            counting.print_all(out, formula, &limits, |visit| {
                let seen = enumerate(&mut *oracle, &vars, &limits, |_| match visit() {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                });
                seen.all()
            })?;
        }
        Ok(counting.exit())
    }
}
