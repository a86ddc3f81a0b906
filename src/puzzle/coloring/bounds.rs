//! Bounds on the number of colours without a solver.
//!
//! References: Brélaz, CACM'79 (DSATUR).

use crate::encode::coloring::Graph;

/// Starts that the search for a clique tries.
const STARTS: usize = 400;

/// A clique, grown greedily from many vertices by the largest number of common neighbours.
pub fn clique(graph: &Graph) -> Vec<usize> {
    let mut order: Vec<usize> = (0..graph.len()).collect();
    order.sort_by_key(|&vertex| std::cmp::Reverse(graph.neighbours(vertex).len()));
    let mut best = Vec::new();
    for &start in order.iter().take(STARTS) {
        if graph.neighbours(start).len() < best.len() {
            break;
        }
        let mut found = vec![start];
        let mut common = graph.neighbours(start).to_vec();
        while !common.is_empty() && found.len() + common.len() > best.len() {
            let links = |vertex: usize| common.iter().filter(|&&other| graph.joined(vertex, other)).count();
            let Some(next) = common.iter().copied().max_by_key(|&vertex| (links(vertex), std::cmp::Reverse(vertex)))
            else {
                break;
            };
            found.push(next);
            common.retain(|&vertex| graph.joined(vertex, next));
        }
        if found.len() > best.len() {
            best = found;
        }
    }
    best
}

/// A colouring: always the vertex next whose neighbours have the most colours already (the one with most neighbours
/// among equals), and its lowest free colour.
pub fn dsatur(graph: &Graph) -> Vec<usize> {
    let mut coloring = vec![usize::MAX; graph.len()];
    let mut seen: Vec<Vec<bool>> = vec![Vec::new(); graph.len()];
    let mut saturation = vec![0usize; graph.len()];
    for _ in 0..graph.len() {
        let open = (0..graph.len()).filter(|&vertex| coloring[vertex] == usize::MAX);
        let next =
            open.max_by_key(|&vertex| (saturation[vertex], graph.neighbours(vertex).len(), std::cmp::Reverse(vertex)));
        let Some(vertex) = next else { break };
        let color = seen[vertex].iter().position(|&used| !used).unwrap_or(seen[vertex].len());
        coloring[vertex] = color;
        for &other in graph.neighbours(vertex) {
            if seen[other].len() <= color {
                seen[other].resize(color + 1, false);
            }
            saturation[other] += usize::from(!std::mem::replace(&mut seen[other][color], true));
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
    use super::super::check;
    use super::*;

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
