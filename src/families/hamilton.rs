//! Paths and cycles through all vertices of a graph.
//!
//! A vertex has a place on the way: each vertex has exactly one place, each place exactly one vertex, and vertices at
//! successive places are neighbours (the absolute encoding of Prestwich). A cycle begins at the first vertex, since it
//! could begin anywhere.

use super::clauses::Clauses;
use super::error::Result;
use super::graph::Graph;
use super::mappings::Mapping;
use super::params::{Kind, Param, SEED, Values};
use super::{Answer, Family};

pub(super) const FAMILIES: &[Family] = &[Family {
    name: "hamilton",
    about: "A cycle visits every vertex of a graph once, as in a knight's tour",
    source: "Euler 1759; Dirac, Proceedings of the London Mathematical Society 1952; as clauses: Prestwich, Discrete Applied \
             Mathematics 2003",
    answer: "satisfiable when degrees are at least half of the vertices, unsatisfiable for unconnected graphs, for two sides \
             of different sizes and for dead ends, otherwise unknown",
    params: &[
        Param::place("graph", "The graph", Kind::Graph),
        Param::option("path", "A path, which need not end beside its beginning", Kind::Flag),
        SEED,
    ],
    example: "knight:6,6",
    cnfgen: "",
    build: hamilton,
}];

fn hamilton(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (graph, path) = (values.graph("graph"), values.flag("path"));
    let n = graph.len();
    let place = Mapping::new(to, "x", n, n)?;
    place.bijective(to)?;
    for (vertex, neighbors) in graph.neighbors.iter().enumerate() {
        for at in 0..if path { n - 1 } else { n } {
            let next = neighbors.iter().map(|&neighbor| place.block.at([neighbor, (at + 1) % n]));
            to.add(std::iter::once(!place.block.at([vertex, at])).chain(next))?;
        }
    }
    if !path {
        // No cycle has fewer than three vertices.
        to.add((n >= 3).then(|| place.block.at([0, 0])))?;
    }
    Ok(known(graph, path))
}

/// The answer as far as degrees, components and the two sides of a bipartite graph determine it.
fn known(graph: &Graph, path: bool) -> Answer {
    let n = graph.len();
    if n < 3 && !path {
        return Answer::Unsatisfiable;
    }
    let (component, odd) = graph.components();
    let least = graph.neighbors.iter().map(Vec::len).min().unwrap_or(0);
    // A path becomes a cycle once a vertex is added that is joined to all.
    if 2 * least + usize::from(path) >= n {
        return Answer::Satisfiable;
    }
    let dead_ends = graph.neighbors.iter().filter(|neighbors| neighbors.len() < 2).count();
    let right = odd.iter().filter(|&&odd| odd).count();
    let unequal = graph.is_bipartite() && right.abs_diff(n - right) > usize::from(path);
    let unconnected = component.iter().any(|&first| first != component[0]);
    Answer::unsatisfiable_if(unconnected || unequal || dead_ends > if path { 2 } else { 0 })
}
