//! `coloring count`: the number of colourings; and all of them for `solve --all`.

use super::args::{GraphArgs, colors_fit};
use clap::Args;
use gemsat::cnf::Var;
use gemsat::command::backend::EngineArgs;
use gemsat::command::count::Counting;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::limits::Stop;
use gemsat::puzzle::coloring::{Graph, enumerate};
use std::ops::ControlFlow;

#[derive(Debug, Args)]
pub struct Count {
    #[command(flatten)]
    graph: GraphArgs,
    /// How many colours.
    #[arg(long, short = 'k', default_value_t = 4)]
    colors: usize,
    /// Print `>N` when there are more. Graphs with too many to be counted exactly stop at 10000 otherwise.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Exit code 10 when there is exactly one colouring, 20 when none or more.
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Where counting one by one stops when no limit is given.
const DEFAULT_LIMIT: u64 = 10_000;

fn flow(more: bool) -> ControlFlow<()> {
    if more { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

impl Count {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let graph = self.graph.read()?;
        let mut counting = Counting::up_to(self.limit, DEFAULT_LIMIT, self.unique);
        if !self.engine.is_default() {
            let all = for_each(&graph, &self.engine, self.colors, |_| flow(counting.add()))?;
            counting.print(out, counting.counted(all))?;
            return Ok(counting.exit());
        }
        colors_fit(&graph, self.colors)?;
        let limits = self.engine.limits();
        let formula = enumerate::formula(&graph, self.colors);
        let vars: Vec<Var> = (0..formula.num_vars()).map(Var::new).collect();
        let mut oracle = self.engine.oracle(&formula)?;
        counting.print_all(out, Some((&formula, &vars)), &limits, |visit| {
            enumerate::by_solver(&graph, self.colors, &mut *oracle, &limits, |_| flow(visit()))
        })?;
        Ok(counting.exit())
    }
}

/// Shows `visit` every colouring with this many colours until it breaks off. The flag says whether these were all.
pub fn for_each(
    graph: &Graph,
    engine: &EngineArgs,
    colors: usize,
    visit: impl FnMut(&[usize]) -> ControlFlow<()>,
) -> Result<Result<bool, Stop>, Failure> {
    colors_fit(graph, colors)?;
    let limits = engine.limits();
    if let Some(method) = engine.csp() {
        return enumerate::by_search(graph, colors, method, &limits, visit).map_err(Failure::input);
    }
    let mut oracle = engine.oracle(&enumerate::formula(graph, colors))?;
    Ok(enumerate::by_solver(graph, colors, &mut *oracle, &limits, visit))
}
