//! `coloring explain` and `solve --certain`: why there is no colouring, what forces a colour, what is certain.

use super::colors_fit;
use gemsat::encode::coloring::Graph;
use gemsat::puzzle::cli::{self, EngineArgs, Exit, Failure, Output};
use gemsat::puzzle::coloring::explain::{self, Colour};
use gemsat::puzzle::coloring::{bounds, color_name};
use std::io::Write;

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
fn given(graph: &Graph, clique: &[usize], colors: usize) -> String {
    let names = clique.iter().enumerate().take(colors);
    let names = names.map(|(color, &vertex)| format!("{} {}", graph.names()[vertex], color_name(color, colors)));
    names.collect::<Vec<_>>().join(", ")
}

/// Names vertices that cannot be coloured, or those that force the colour of one.
pub fn explain(
    out: &mut Output,
    graph: &Graph,
    engine: &EngineArgs,
    colors: usize,
    cell: Option<&str>,
) -> Result<Exit, Failure> {
    colors_fit(graph, colors)?;
    let find = |name: &str| graph.names().iter().position(|known| known.eq_ignore_ascii_case(name));
    let vertex = match cell {
        Some(name) => Some(find(name).ok_or_else(|| Failure::usage(format!("there is no vertex {name}")))?),
        None => None,
    };
    let limits = engine.limits()?;
    let mut oracle = engine.oracle(&explain::formula(graph, colors))?;
    match explain::contradiction(graph, colors, &mut *oracle, &limits) {
        Err(stop) => return cli::unknown(out, stop),
        Ok(Some(core)) => {
            let (count, needed) = (core.members.len(), cli::core_words(core.stopped, ", and none can be left out"));
            writeln!(out, "These {count} vertices cannot be coloured with {colors} colours{needed}:")?;
            list(out, graph, &core.members)?;
            return Ok(Exit::NoSolution);
        }
        Ok(None) => {}
    }
    let Some(vertex) = vertex else {
        writeln!(out, "There is a colouring with {colors} colours; --cell VERTEX tells what forces a colour.")?;
        return Ok(Exit::Done);
    };
    let clique = bounds::clique(graph);
    let (name, given) = (&graph.names()[vertex], given(graph, &clique, colors));
    match explain::colour(graph, colors, &clique, vertex, &mut *oracle, &limits) {
        Err(stop) => return cli::unknown(out, stop),
        Ok(None) => return Err(Failure::Internal("a graph that had a colouring has none".into())),
        Ok(Some(Colour::Open(color))) => {
            writeln!(out, "{name} is not forced: {} is one of its colours, given {given}", color_name(color, colors))?;
        }
        Ok(Some(Colour::Forced(color, _))) if clique.iter().take(colors).any(|&member| member == vertex) => {
            writeln!(out, "{name} is {}: given, so that colours have names ({given})", color_name(color, colors))?;
        }
        Ok(Some(Colour::Forced(color, core))) => {
            let color = color_name(color, colors);
            let needed = cli::core_words(core.stopped, ", none of which can be left out");
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

/// Prints the colours that follow from those of a clique.
pub fn certain(out: &mut Output, graph: &Graph, engine: &EngineArgs, colors: usize) -> Result<Exit, Failure> {
    colors_fit(graph, colors)?;
    let clique = bounds::clique(graph);
    let mut oracle = engine.oracle(&explain::formula(graph, colors))?;
    match explain::certain(graph, colors, &clique, &mut *oracle, &engine.limits()?) {
        Err(stop) => cli::unknown(out, stop),
        Ok(None) => {
            writeln!(out, "No solution")?;
            Ok(Exit::NoSolution)
        }
        Ok(Some(certain)) => {
            for (name, color) in graph.names().iter().zip(&certain) {
                writeln!(out, "{name} {}", color.map_or_else(|| "?".into(), |color| color_name(color, colors)))?;
            }
            let count = certain.iter().flatten().count();
            let given = given(graph, &clique, colors);
            eprintln!("coloring: {count} of {} vertices are certain, given {given}", graph.len());
            Ok(Exit::Solved)
        }
    }
}
