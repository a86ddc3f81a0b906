//! `coloring count`: the number of colourings; and all of them for `solve --all`.

use crate::args::{GraphArgs, colors_fit};
use clap::Args;
use gemsat::cnf::Lit;
use gemsat::command::backend::EngineArgs;
use gemsat::command::count::Counting;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::csp::{Outcome, Search};
use gemsat::limits::Stop;
use gemsat::puzzle::coloring::encode::{self, Style, var};
use gemsat::puzzle::coloring::{Graph, colors_of, pose};
use gemsat::reason::Reply;
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
    mut visit: impl FnMut(&[usize]) -> ControlFlow<()>,
) -> Result<Result<bool, Stop>, Failure> {
    colors_fit(graph, colors)?;
    let limits = engine.limits();
    if let Some(method) = engine.csp() {
        let problem = pose::problem(graph, colors, &[]).map_err(Failure::input)?;
        let mut search = Search::new(&problem, method);
        loop {
            match search.next(&limits, None) {
                Outcome::Solved(found) => {
                    let found: Vec<usize> = found.into_iter().map(|color| color as usize).collect();
                    if visit(&found).is_break() {
                        return Ok(Ok(false));
                    }
                }
                Outcome::NoSolution => return Ok(Ok(true)),
                Outcome::Unknown(stop) => return Ok(Err(stop)),
            }
        }
    }
    // With exactly one colour a vertex, models are colourings; the seed's clauses say so, and no clique is fixed.
    let mut oracle = engine.oracle(&encode::encode(graph, colors, Style::Seed, &[], &[]).formula)?;
    loop {
        match oracle.solve_under(&[], &limits) {
            Reply::Sat(model) => {
                let found = colors_of(graph, colors, &model).unwrap_or_default();
                if visit(&found).is_break() {
                    return Ok(Ok(false));
                }
                let clause: Vec<Lit> =
                    found.iter().enumerate().map(|(vertex, &color)| var(colors, vertex, color).neg()).collect();
                oracle.add_clause(&clause);
            }
            Reply::Unsat(_) => return Ok(Ok(true)),
            Reply::Unknown(stop) => return Ok(Err(stop)),
        }
    }
}
