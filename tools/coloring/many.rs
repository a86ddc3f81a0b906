//! More than one answer or one graph: all colourings, how many, and folders.

use super::fewest::chromatic;
use super::{GraphArgs, attempt, colors_fit, show};
use gemsat::cnf::Lit;
use gemsat::csp::{Outcome, Search, pose};
use gemsat::encode::coloring::{self, Graph, Style, var};
use gemsat::limits::Stop;
use gemsat::puzzle::cli::{self, EngineArgs, Exit, Failure, Output, Tally};
use gemsat::puzzle::coloring::{bounds, color_name, colors_of};
use gemsat::puzzle::play::Scene;
use gemsat::reason::Reply;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Shows `visit` every colouring with so many colours until it breaks off. The flag says whether these were all.
fn for_each(
    graph: &Graph,
    engine: &EngineArgs,
    colors: usize,
    mut visit: impl FnMut(&[usize]) -> ControlFlow<()>,
) -> Result<Result<bool, Stop>, Failure> {
    colors_fit(graph, colors)?;
    let limits = engine.limits()?;
    if let Some(method) = engine.csp() {
        let problem = pose::graph(graph, colors, &[]).map_err(Failure::input)?;
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
    let mut oracle = engine.oracle(&coloring::encode(graph, colors, Style::Seed, &[], &[]).formula)?;
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

/// Prints the number of colourings.
pub fn count(
    out: &mut Output,
    graph: &Graph,
    engine: &EngineArgs,
    colors: usize,
    limit: u64,
    unique: bool,
) -> Result<Exit, Failure> {
    let mut found = 0;
    let ended = for_each(graph, engine, colors, |_| {
        if found == limit {
            return ControlFlow::Break(());
        }
        found += 1;
        ControlFlow::Continue(())
    })?;
    let counted = ended.map(|all| (found, all));
    cli::write_count(out, counted).map(|exit| cli::uniqueness(unique, counted, exit))
}

/// Prints every colouring, at most `limit`, with empty lines between.
pub fn all(
    out: &mut Output,
    graph: &Graph,
    engine: &EngineArgs,
    colors: usize,
    limit: u64,
    sol: bool,
) -> Result<Exit, Failure> {
    let (mut found, mut failed) = (0, Ok(()));
    let ended = for_each(graph, engine, colors, |coloring| {
        if found == limit {
            return ControlFlow::Break(());
        }
        let between = if found > 0 { writeln!(out).map_err(Failure::from) } else { Ok(()) };
        found += 1;
        failed = between.and_then(|()| show(out, graph, coloring, colors, sol));
        if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    failed?;
    match ended {
        Err(stop) => cli::unknown(out, stop),
        Ok(_) if found == 0 => {
            writeln!(out, "No solution")?;
            Ok(Exit::NoSolution)
        }
        Ok(_) => Ok(Exit::Solved),
    }
}

/// Every file of a folder; a line each: the fewest colours, or the colour of each vertex in so many colours.
pub fn folder(
    out: &mut Output,
    files: &[PathBuf],
    args: &GraphArgs,
    engine: &EngineArgs,
    colors: Option<usize>,
) -> Result<Exit, Failure> {
    let mut tally = Tally::default();
    for path in files {
        let graph = match args.read_file(Some(path)) {
            Ok((graph, _)) => graph,
            Err(failure) => {
                tally.unread();
                eprintln!("coloring: {failure}");
                continue;
            }
        };
        write!(out, "{}: ", path.display())?;
        let (limits, clique) = (engine.limits()?, bounds::clique(&graph));
        if let Some(colors) = colors {
            match attempt(&graph, engine, colors, &clique, &limits, &Scene::unseen())? {
                Ok(Some(coloring)) => {
                    tally.solved();
                    let names: Vec<String> = coloring.iter().map(|&color| color_name(color, colors)).collect();
                    writeln!(out, "{}", names.join(" "))?;
                }
                Ok(None) => {
                    tally.refuted();
                    writeln!(out, "No solution")?;
                }
                Err(stop) => {
                    tally.open();
                    cli::unknown(out, stop)?;
                }
            }
            continue;
        }
        let found = chromatic(&graph, engine, &clique, &limits)?;
        match found.stopped {
            Some(stop) => {
                tally.open();
                writeln!(out, "at least {} colours, at most {} ({stop})", found.lower, found.upper())?;
            }
            None => {
                tally.solved();
                writeln!(out, "{} colours", found.lower)?;
            }
        }
    }
    tally.end("coloring")
}
