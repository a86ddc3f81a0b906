//! Cliques, subgraphs and isomorphisms.

use super::clauses::Clauses;
use super::error::Result;
use super::graph::{Graph, pairs};
use super::mappings::{BinaryMapping, Mapping};
use super::params::{Kind, Param, SEED, Values};
use super::{Answer, Family};

const GRAPH: Param = Param::place("graph", "The graph", Kind::Graph);
const CLIQUE: Param = Param::place("clique", "Vertices of the clique", Kind::Number(1, 10_000, None));
const SYMMETRIC: Param = Param::option("symmetric", "The vertices of the clique may come in any order", Kind::Flag);

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "kclique",
        about: "A graph has a clique of k vertices",
        source: "Beyersdorff, Galesi, Lauria, TOCL 2013; Atserias et al., JACM 2021",
        answer: "known for up to two vertices, and above the highest degree",
        params: &[GRAPH, CLIQUE, SYMMETRIC, SEED],
        example: "gnp:20,0.5 6 --seed 3",
        cnfgen: "kclique K GRAPH",
        build: clique,
    },
    Family {
        name: "kcliquebin",
        about: "A graph has a clique of k vertices, whose numbers are binary",
        source: "Lauria, Pudlák, Rödl, Thapen, Combinatorica 2017",
        answer: "known for up to two vertices, and above the highest degree",
        params: &[GRAPH, CLIQUE, SYMMETRIC, SEED],
        example: "gnp:16,0.5 5 --seed 3",
        cnfgen: "kcliquebin K GRAPH",
        build: binary_clique,
    },
    Family {
        name: "ramlb",
        about: "A graph has a clique of k vertices or an independent set of k",
        source: "Lauria, Pudlák, Rödl, Thapen, Combinatorica 2017",
        answer: "unknown",
        params: &[GRAPH, CLIQUE, SEED],
        example: "gnp:12,0.5 4 --seed 1",
        cnfgen: "ramlb K K GRAPH",
        build: ramsey_witness,
    },
    Family {
        name: "subgraph",
        about: "A graph has another one as a subgraph",
        source: "Ullmann, JACM 1976; McCreesh, Prosser, Solnon, Trimble, JAIR 2018",
        answer: "unsatisfiable when the other graph has more vertices or edges, otherwise unknown",
        params: &[
            GRAPH,
            Param::place("pattern", "The subgraph", Kind::Graph),
            Param::option(
                "induced",
                "Vertices that are not joined in the pattern are not joined in the graph",
                Kind::Flag,
            ),
            SEED,
        ],
        example: "gnm:10,20 cycle:6 --seed 1",
        cnfgen: "subgraph -G GRAPH -H PATTERN",
        build: subgraph,
    },
    Family {
        name: "iso",
        about: "Two graphs are isomorphic",
        source: "Torán, SAT 2013",
        answer: "satisfiable when the graphs are the same, unsatisfiable when their degrees differ, otherwise unknown",
        params: &[GRAPH, Param::place("other", "The other graph", Kind::Graph), SEED],
        example: "cycle:6 path:6",
        cnfgen: "iso GRAPH -e OTHER (its library; the program drops -e)",
        build: |values, to| isomorphism(to, values.graph("graph"), values.graph("other"), false),
    },
    Family {
        name: "automorphism",
        about: "A graph has an automorphism that moves some vertex",
        source: "Torán, SAT 2013",
        answer: "satisfiable where two vertices have the same neighbours, otherwise unknown",
        params: &[GRAPH, SEED],
        example: "gnm:9,14 --seed 6",
        cnfgen: "iso GRAPH",
        build: |values, to| isomorphism(to, values.graph("graph"), values.graph("graph"), true),
    },
];

fn strangers(graph: &Graph) -> impl Iterator<Item = (usize, usize)> + Clone + '_ {
    pairs(graph.len()).filter(|&(u, v)| !graph.joined(u, v))
}

/// What is known about cliques of `k` vertices.
fn has_clique(graph: &Graph, k: usize) -> Answer {
    match k {
        1 => Answer::satisfiable_if(!graph.is_empty()),
        2 => Answer::satisfiable_if(graph.max_degree() > 0),
        _ => Answer::unsatisfiable_if(k > graph.max_degree() + 1),
    }
}

fn clique(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (graph, k, symmetric) = (values.graph("graph"), values.number("clique"), values.flag("symmetric"));
    let member = Mapping::new(to, "s", k, graph.len())?;
    member.complete(to)?;
    member.functional(to)?;
    member.injective(to, 1)?;
    if !symmetric {
        member.nondecreasing(to)?;
    }
    for (i, j) in pairs(k) {
        for (u, v) in strangers(graph) {
            to.add([!member.block.at([i, u]), !member.block.at([j, v])])?;
            if symmetric {
                to.add([!member.block.at([i, v]), !member.block.at([j, u])])?;
            }
        }
    }
    Ok(has_clique(graph, k))
}

fn binary_clique(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (graph, k, symmetric) = (values.graph("graph"), values.number("clique"), values.flag("symmetric"));
    let member = BinaryMapping::new(to, "y", k, graph.len())?;
    member.complete(to)?;
    member.injective(to)?;
    if !symmetric {
        member.nondecreasing(to)?;
    }
    for (i, j) in pairs(k) {
        for (u, v) in strangers(graph) {
            member.not_both(to, (i, u), (j, v))?;
            if symmetric {
                member.not_both(to, (i, v), (j, u))?;
            }
        }
    }
    Ok(has_clique(graph, k))
}

fn ramsey_witness(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (graph, k) = (values.graph("graph"), values.number("clique"));
    let is_clique = to.var("C")?;
    let member = Mapping::new(to, "s", k, graph.len())?;
    member.complete(to)?;
    member.functional(to)?;
    member.injective(to, 1)?;
    for (i, j) in pairs(k) {
        for (u, v) in pairs(graph.len()) {
            let lit = if graph.joined(u, v) { is_clique } else { !is_clique };
            to.add([lit, !member.block.at([i, u]), !member.block.at([j, v])])?;
            to.add([!member.block.at([i, v]), !member.block.at([j, u])])?;
        }
    }
    Ok(if k > graph.len() { Answer::Unsatisfiable } else { Answer::Unknown })
}

fn subgraph(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (graph, pattern, induced) = (values.graph("graph"), values.graph("pattern"), values.flag("induced"));
    let image = Mapping::new(to, "s", pattern.len(), graph.len())?;
    image.complete(to)?;
    image.functional(to)?;
    image.injective(to, 1)?;
    for (i, j) in pairs(pattern.len()) {
        for (u, v) in pairs(graph.len()) {
            let (edge, wanted) = (graph.joined(u, v), pattern.joined(i, j));
            if edge != wanted && (!edge || induced) {
                to.add([!image.block.at([i, u]), !image.block.at([j, v])])?;
                to.add([!image.block.at([i, v]), !image.block.at([j, u])])?;
            }
        }
    }
    let larger = pattern.len() > graph.len() || pattern.edges().count() > graph.edges().count();
    Ok(Answer::unsatisfiable_if(larger))
}

fn isomorphism(to: &mut Clauses<'_>, from: &Graph, onto: &Graph, moving: bool) -> Result<Answer> {
    let image = Mapping::new(to, "x", from.len(), onto.len())?;
    image.bijective(to)?;
    for (a, b) in pairs(from.len()) {
        for (u, v) in pairs(onto.len()) {
            if from.joined(a, b) != onto.joined(u, v) {
                to.add([!image.block.at([a, u]), !image.block.at([b, v])])?;
                to.add([!image.block.at([a, v]), !image.block.at([b, u])])?;
            }
        }
    }
    if moving {
        to.add((0..from.len()).map(|vertex| !image.block.at([vertex, vertex])))?;
        let mut lists: Vec<&Vec<usize>> = from.neighbors.iter().collect();
        lists.sort_unstable();
        let twins = lists.windows(2).any(|pair| pair[0] == pair[1]) || from.neighborhoods().len() < from.len();
        return Ok(if twins { Answer::Satisfiable } else { Answer::Unknown });
    }
    let degrees = |graph: &Graph| {
        let mut degrees: Vec<usize> = graph.neighbors.iter().map(Vec::len).collect();
        degrees.sort_unstable();
        degrees
    };
    Ok(match from == onto {
        true => Answer::Satisfiable,
        false => Answer::unsatisfiable_if(degrees(from) != degrees(onto)),
    })
}
