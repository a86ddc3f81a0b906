//! `coloring explain`: why there is no colouring, or what forces a colour.

use super::args::{GraphArgs, colors_fit};
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::tool;
use gemsat::puzzle::coloring::Graph;
use gemsat::puzzle::coloring::chromatic::bounds;
use gemsat::puzzle::coloring::color_name;
use gemsat::puzzle::coloring::explain::{self, ColorReason};
use std::io::Write;

#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    graph: GraphArgs,
    /// How many colours.
    #[arg(long, short = 'k', default_value_t = 3)]
    colors: usize,
    /// When there is a colouring: name the vertices that force this vertex's colour, once a clique has its colours.
    #[arg(long, value_name = "VERTEX")]
    cell: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Prints these vertices, each with its neighbours among them.
fn list(out: &mut Output, graph: &Graph, vertices: &[usize]) -> Result<(), Failure> {
    let part = graph.part(vertices);
    for (vertex, name) in part.names().iter().enumerate() {
        let list: Vec<&str> = part.neighbours(vertex).iter().map(|&other| part.names()[other].as_str()).collect();
        writeln!(out, "{name}: {}", list.join(", "))?;
    }
    Ok(())
}

/// A clique with the colours that it is given.
pub fn given(graph: &Graph, clique: &[usize], colors: usize) -> String {
    let names = clique.iter().enumerate().take(colors);
    let names = names.map(|(color, &vertex)| format!("{} {}", graph.names()[vertex], color_name(color, colors)));
    names.collect::<Vec<_>>().join(", ")
}

impl Explain {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let (graph, colors) = (&self.graph.read()?, self.colors);
        colors_fit(graph, colors)?;
        let find = |name: &str| graph.names().iter().position(|known| known.eq_ignore_ascii_case(name));
        let vertex = match &self.cell {
            Some(name) => Some(find(name).ok_or_else(|| Failure::usage(format!("there is no vertex {name}")))?),
            None => None,
        };
        let limits = self.engine.limits();
        let mut oracle = self.engine.oracle(&explain::formula(graph, colors))?;
        match explain::contradiction(graph, colors, &mut *oracle, &limits) {
            Err(stop) => return tool::unknown(out, stop),
            Ok(Some(core)) => {
                let (count, needed) =
                    (core.members.len(), tool::core_words(core.stopped, ", and none can be left out"));
                writeln!(out, "These {count} vertices cannot be coloured with {colors} colours{needed}:")?;
                list(out, graph, &core.members)?;
                return Ok(Exit::Done);
            }
            Ok(None) => {}
        }
        let Some(vertex) = vertex else {
            writeln!(out, "There is a colouring with {colors} colours; --cell VERTEX shows what forces a colour.")?;
            return Ok(Exit::Done);
        };
        let clique = bounds::clique(graph);
        let (name, given) = (&graph.names()[vertex], given(graph, &clique, colors));
        match explain::colour(graph, colors, &clique, vertex, &mut *oracle, &limits) {
            Err(stop) => return tool::unknown(out, stop),
            Ok(None) => return Err(Failure::internal("a graph that had a colouring has none")),
            Ok(Some(ColorReason::Open(color))) => {
                writeln!(
                    out,
                    "{name} is not forced: {} is one of its colours, given {given}",
                    color_name(color, colors)
                )?;
            }
            Ok(Some(ColorReason::Forced(color, _))) if clique.iter().take(colors).any(|&member| member == vertex) => {
                writeln!(out, "{name} is {}: given, so that colours have names ({given})", color_name(color, colors))?;
            }
            Ok(Some(ColorReason::Forced(color, core))) => {
                let color = color_name(color, colors);
                let needed = tool::core_words(core.stopped, ", none of which can be left out");
                writeln!(out, "{name} is {color}, given {given}, forced by these vertices{needed}:")?;
                // A clique's vertices need no demand: they have their colours.
                let mut vertices = core.members;
                vertices.extend(clique.iter().take(colors));
                vertices.sort_unstable();
                vertices.dedup();
                list(out, graph, &vertices)?;
            }
        }
        Ok(Exit::Done)
    }
}
