//! `coloring count`: the number of colourings; and all of them for `solve --all`.

use super::args::{GraphArgs, colors_fit};
use clap::Args;
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
    /// Stop counting above this number.
    #[arg(long, default_value_t = 10_000)]
    limit: u64,
    /// Exit code 10 when there is exactly one colouring, 20 when none or more.
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Count {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let graph = self.graph.read()?;
        let mut counting = Counting::new(self.limit, self.unique);
        let all = for_each(&graph, &self.engine, self.colors, |_| match counting.add() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })?;
        counting.print(out, counting.counted(all))?;
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
