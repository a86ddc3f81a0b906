//! Colourings, dominating sets and perfect codes of graphs.

use super::clauses::Clauses;
use super::error::Result;
use super::mappings::Mapping;
use super::params::{Kind, Param, SEED, Values};
use super::{Answer, Family};
use crate::encode::cardinality::try_for_each_subset;

const GRAPH: Param = Param::place("graph", "The graph", Kind::Graph);

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "kcolor",
        about: "A graph is coloured so that neighbours differ",
        source: "Cheeseman, Kanefsky, Taylor, IJCAI 1991",
        answer: "known for one or two colours, complete graphs, and more colours than the highest degree",
        params: &[
            GRAPH,
            Param::place("colors", "Colours", Kind::Number(1, 10_000, None)),
            Param::option("several", "A vertex may have several colours", Kind::Flag),
            SEED,
        ],
        example: "gnm:50,115 3 --seed 2",
        cnfgen: "kcolor",
        build: coloring,
    },
    Family {
        name: "domset",
        about: "Every vertex is in a set of so many vertices or has a neighbour in it",
        source: "Garey, Johnson 1979 (GT2)",
        answer: "unsatisfiable when the highest degree is too low for it, otherwise unknown",
        params: &[
            GRAPH,
            Param::place("size", "Vertices of the set", Kind::Number(1, 10_000, None)),
            Param::option("alternative", "The places of vertices outside the set are left open", Kind::Flag),
            SEED,
        ],
        example: "grid:4,4 3",
        cnfgen: "domset D GRAPH [--alternative]",
        build: dominating_set,
    },
    Family {
        name: "tiling",
        about: "Perfect code: every vertex or exactly one of its neighbours is in a set",
        source: "Biggs, Journal of Combinatorial Theory B 1973",
        answer: "unsatisfiable for regular graphs where degree + 1 does not divide the vertices, otherwise unknown",
        params: &[GRAPH, SEED],
        example: "torus:5,5",
        cnfgen: "tiling",
        build: tiling,
    },
];

fn coloring(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (graph, colors) = (values.graph("graph"), values.number("colors"));
    let colored = Mapping::new(to, "x", graph.len(), colors)?;
    colored.complete(to)?;
    if !values.flag("several") {
        colored.functional(to)?;
    }
    for (u, v) in graph.edges() {
        (0..colors).try_for_each(|color| to.add([!colored.block.at([u, color]), !colored.block.at([v, color])]))?;
    }
    let complete = graph.neighbors.iter().all(|list| list.len() + 1 == graph.len());
    Ok(match colors {
        _ if colors > graph.max_degree() => Answer::Satisfiable,
        1 => Answer::Unsatisfiable,
        2 => Answer::satisfiable_if(graph.is_bipartite()),
        _ if complete => Answer::Unsatisfiable,
        _ => Answer::Unknown,
    })
}

fn dominating_set(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (graph, size) = (values.graph("graph"), values.number("size"));
    let n = graph.len();
    let chosen = to.block("x", [n])?;
    let place = Mapping::new(to, "g", n, size)?;
    if values.flag("alternative") {
        try_for_each_subset(n, 2, |pair| {
            let lits = |index| pair.iter().map(move |&vertex| !place.block.at([vertex, index]));
            let both = [!chosen.at([pair[0]]), !chosen.at([pair[1]])];
            (0..size).try_for_each(|index| to.add(both.into_iter().chain(lits(index))))
        })?;
        for vertex in 0..n {
            try_for_each_subset(size, 2, |pair| {
                let lits = pair.iter().map(|&index| !place.block.at([vertex, index]));
                to.add([!chosen.at([vertex])].into_iter().chain(lits))
            })?;
        }
    } else {
        place.injective(to, 1)?;
        place.nondecreasing(to)?;
        for index in 0..size {
            (0..n).try_for_each(|vertex| to.add([!place.block.at([vertex, index]), chosen.at([vertex])]))?;
        }
    }
    for vertex in 0..n {
        let places = (0..size).map(|index| place.block.at([vertex, index]));
        to.add([!chosen.at([vertex])].into_iter().chain(places))?;
    }
    for closed in graph.neighborhoods() {
        to.add(closed.iter().map(|&vertex| chosen.at([vertex])))?;
    }
    if size >= n {
        return Ok(Answer::Satisfiable);
    }
    Ok(Answer::unsatisfiable_if(size * (graph.max_degree() + 1) < n))
}

fn tiling(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let graph = values.graph("graph");
    let chosen = to.block("x", [graph.len()])?;
    for closed in graph.neighborhoods() {
        to.exactly(1, closed.len(), |place| chosen.at([closed[place]]))?;
    }
    let degree = graph.max_degree();
    let regular = graph.neighbors.iter().all(|list| list.len() == degree);
    Ok(Answer::unsatisfiable_if(regular && !graph.len().is_multiple_of(degree + 1)))
}
