//! Bounds on the number of colours without a solver.
//!
//! **References.** Brélaz, CACM'79 (DSATUR); Mycielski, Colloq. Math.'55; Hebrard, Katsirelos, CP'18 (a clique extended
//! to generalised Mycielski graphs).

use super::bits;
use super::stable::{Matrix, heaviest};
use crate::limits::Limits;
use crate::puzzle::coloring::Graph;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Vertices from which the search for a clique starts.
const STARTS: usize = 400;

/// Pairs of vertices that the growing of cliques looks at where there is no matrix: some seconds.
const GROWING_WORK: usize = 100_000_000;

/// A clique, grown greedily from many vertices by the largest number of common neighbours.
pub fn clique(graph: &Graph) -> Vec<usize> {
    let matrix = Matrix::new(graph);
    let mut work = 0;
    let mut order: Vec<usize> = (0..graph.len()).collect();
    order.sort_by_cached_key(|&vertex| Reverse(graph.neighbours(vertex).len()));
    let mut best = Vec::new();
    for &start in order.iter().take(STARTS) {
        if graph.neighbours(start).len() < best.len() || work > GROWING_WORK {
            break;
        }
        let mut found = vec![start];
        let mut common = graph.neighbours(start).to_vec();
        while !common.is_empty() && found.len() + common.len() > best.len() {
            let next = match &matrix {
                Some(matrix) => {
                    let set = matrix.set(&common);
                    best_linked(&common, |vertex| bits::shared(matrix.row(vertex), &set))
                }
                None => {
                    work += common.len() * common.len();
                    best_linked(&common, |vertex| common.iter().filter(|&&other| graph.joined(vertex, other)).count())
                }
            };
            let Some(next) = next else { break };
            found.push(next);
            common.retain(|&vertex| graph.joined(vertex, next));
        }
        if found.len() > best.len() {
            best = found;
        }
    }
    larger_clique(graph, best.len()).unwrap_or(best)
}

/// The vertex with the most links; of several the first.
fn best_linked(vertices: &[usize], links: impl Fn(usize) -> usize) -> Option<usize> {
    vertices.iter().copied().max_by_key(|&vertex| (links(vertex), Reverse(vertex)))
}

/// Work of the search for a larger clique than the grown one, in machine words read: a few hundredths of a second.
const CLIQUE_SEARCH: u64 = 20_000_000;

/// A clique of more than `than` vertices by branch and bound, if one is found within the work.
fn larger_clique(graph: &Graph, than: usize) -> Option<Vec<usize>> {
    if graph.len() > 1000 {
        return None;
    }
    let apart = Matrix::new(graph)?.complement();
    let found = heaviest(&apart, &vec![1; graph.len()], than as u64, &mut CLIQUE_SEARCH.clone(), &Limits::none());
    Some(found.set).filter(|set| set.len() > than)
}

/// Pairs of vertices that the search for many cliques looks at.
const CLIQUE_WORK: usize = 20_000_000;

/// Cliques of exactly `size` vertices, grown greedily from edges. In a colouring with `size` colours each colour occurs
/// in each of them.
pub fn cliques(graph: &Graph, size: usize) -> Vec<Vec<usize>> {
    let mut found = BTreeSet::new();
    let mut work = 0;
    for (a, b) in graph.edges() {
        let mut clique = vec![a, b];
        let mut common: Vec<usize> =
            graph.neighbours(a).iter().copied().filter(|&vertex| graph.joined(vertex, b)).collect();
        while clique.len() < size && clique.len() + common.len() >= size {
            work += common.len() * common.len();
            let links = |vertex: usize| common.iter().filter(|&&other| graph.joined(vertex, other)).count();
            let Some(next) = best_linked(&common, links) else { break };
            clique.push(next);
            common.retain(|&vertex| graph.joined(vertex, next));
        }
        if clique.len() == size {
            clique.sort_unstable();
            found.insert(clique);
        }
        if work > CLIQUE_WORK {
            break;
        }
    }
    found.into_iter().collect()
}

/// The largest graph in which [`mycielski`] looks for more than the clique.
const MOST_VERTICES: usize = 5000;

/// A lower bound and the vertices of a subgraph that needs that many colours: the clique and, as long as there are any,
/// layers of vertices that make a generalised Mycielski graph of it. Each layer adds a colour.
///
/// Why it is right: in a layer, `top` is joined to a copy of each vertex, and the copy to all neighbours of its vertex.
/// If no more colours were needed than for the smaller graph, each vertex with the colour of `top` could take the
/// colour of its copy, and the smaller graph would need one colour fewer than it does.
///
/// The result depends on the clique, so that others of its size are tried, too.
pub fn mycielski(graph: &Graph, clique: &[usize]) -> (usize, Vec<usize>) {
    if graph.len() > MOST_VERTICES {
        return (clique.len(), clique.to_vec());
    }
    let others = cliques(graph, clique.len());
    let starts = others.iter().take(CLIQUES).map(Vec::as_slice).chain([clique]);
    let best = starts.map(|start| extended(graph, start)).max_by_key(|(bound, part)| (*bound, Reverse(part.len())));
    best.unwrap_or_default()
}

/// Cliques from which [`mycielski`] starts.
const CLIQUES: usize = 200;

fn extended(graph: &Graph, clique: &[usize]) -> (usize, Vec<usize>) {
    let mut bound = clique.len();
    // The subgraph: its vertices with their neighbours in it.
    let mut part: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for &vertex in clique {
        part.insert(vertex, clique.iter().copied().filter(|&other| other != vertex).collect());
    }
    while let Some((top, copies)) = layer(graph, &part) {
        bound += 1;
        let edges: Vec<(usize, usize)> = part
            .values()
            .zip(&copies)
            .flat_map(|(near, &copy)| near.iter().map(move |&other| (copy, other)).chain([(copy, top)]))
            .collect();
        for (a, b) in edges {
            part.entry(a).or_default().insert(b);
            part.entry(b).or_default().insert(a);
        }
    }
    (bound, part.into_keys().collect())
}

/// A vertex that is joined to a copy of every vertex of the subgraph (perhaps the vertex itself), and these copies.
fn layer(graph: &Graph, part: &BTreeMap<usize, BTreeSet<usize>>) -> Option<(usize, Vec<usize>)> {
    let mut tops: Vec<bool> = vec![!part.is_empty(); graph.len()];
    let mut all_copies = Vec::new();
    for near in part.values() {
        let fits = |copy: &usize| near.iter().all(|&other| graph.joined(*copy, other));
        // Copies of a vertex with neighbours are neighbours of one of them.
        let copies: Vec<usize> = match near.first() {
            Some(&other) => graph.neighbours(other).iter().copied().filter(fits).collect(),
            None => (0..graph.len()).collect(),
        };
        let mut reached = vec![false; graph.len()];
        copies.iter().flat_map(|&copy| graph.neighbours(copy)).for_each(|&vertex| reached[vertex] = true);
        tops.iter_mut().zip(reached).for_each(|(top, reached)| *top &= reached);
        all_copies.push(copies);
        if !tops.contains(&true) {
            return None;
        }
    }
    let top = tops.iter().position(|&top| top)?;
    let copies: Option<Vec<usize>> =
        all_copies.iter().map(|copies| copies.iter().copied().find(|&copy| graph.joined(copy, top))).collect();
    Some((top, copies?))
}

/// A colouring by DSATUR: the next vertex is one whose neighbours have the most colours already (of equals the one with
/// the most neighbours); it gets its lowest free colour.
pub fn dsatur(graph: &Graph) -> Vec<usize> {
    let mut coloring = vec![usize::MAX; graph.len()];
    let mut seen: Vec<Vec<bool>> = vec![Vec::new(); graph.len()];
    let mut saturation = vec![0usize; graph.len()];
    // Whoever gets another colour beside it is entered once more: the entry with the most is popped first.
    let entry = |vertex: usize, seen: usize| (seen, graph.neighbours(vertex).len(), Reverse(vertex));
    let mut open: BinaryHeap<_> = (0..graph.len()).map(|vertex| entry(vertex, 0)).collect();
    while let Some((_, _, Reverse(vertex))) = open.pop() {
        if coloring[vertex] != usize::MAX {
            continue;
        }
        let color = seen[vertex].iter().position(|&used| !used).unwrap_or(seen[vertex].len());
        coloring[vertex] = color;
        for &other in graph.neighbours(vertex) {
            if seen[other].len() <= color {
                seen[other].resize(color + 1, false);
            }
            if !std::mem::replace(&mut seen[other][color], true) {
                saturation[other] += 1;
                open.push(entry(other, saturation[other]));
            }
        }
    }
    coloring
}

/// How many colours a colouring uses, when it numbers them from 0 without gaps.
pub fn used(coloring: &[usize]) -> usize {
    coloring.iter().max().map_or(0, |most| most + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::coloring::check;

    /// Mycielski's graph of a graph: no larger cliques, one colour more.
    fn mycielskian(graph: &Graph) -> Graph {
        let count = graph.len();
        let mut larger = Graph::new((0..2 * count + 1).map(|vertex| vertex.to_string()).collect());
        for (a, b) in graph.edges() {
            [(a, b), (a, count + b), (count + a, b)].into_iter().for_each(|(a, b)| larger.join(a, b));
        }
        (count..2 * count).for_each(|copy| larger.join(copy, 2 * count));
        larger
    }

    #[test]
    fn graphs_without_triangles_need_many_colors() {
        let mut graph = Graph::new(vec!["a".into(), "b".into()]);
        graph.join(0, 1);
        for colors in 3..7 {
            graph = mycielskian(&graph);
            let clique = clique(&graph);
            assert_eq!((clique.len(), mycielski(&graph, &clique).0, used(&dsatur(&graph))), (2, colors, colors));
        }
        // A cycle of six takes two.
        let mut cycle = Graph::new((0..6).map(|vertex| vertex.to_string()).collect());
        (0..6).for_each(|vertex| cycle.join(vertex, (vertex + 1) % 6));
        assert_eq!(mycielski(&cycle, &clique(&cycle)).0, 2);
        assert_eq!(mycielski(&Graph::default(), &[]).0, 0);
        assert_eq!(mycielski(&Graph::new(vec!["a".into()]), &[0]).0, 1);
    }

    #[test]
    fn cliques_of_a_size() {
        let mut graph = Graph::new((0..6).map(|vertex| vertex.to_string()).collect());
        for (a, b) in [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5)] {
            graph.join(a, b);
        }
        assert_eq!(cliques(&graph, 3), [[0, 1, 2], [3, 4, 5]]);
        assert!(cliques(&graph, 4).is_empty());
    }

    #[test]
    fn bounds_of_a_wheel() {
        let mut wheel = Graph::new((0..6).map(|i| i.to_string()).collect());
        for i in 0..5 {
            wheel.join(i, (i + 1) % 5);
            wheel.join(i, 5);
        }
        assert_eq!(clique(&wheel).len(), 3);
        let coloring = dsatur(&wheel);
        assert_eq!(check(&wheel, &coloring), Ok(()));
        assert_eq!(used(&coloring), 4);
        assert_eq!((clique(&Graph::default()).len(), used(&[])), (0, 0));
    }
}
