//! Symmetries of a graph: automorphisms that are their own inverse, such as reflections and half turns.
//!
//! **What it does.** Refines colours of the vertices in two copies of the graph by the colours of their neighbours,
//! after a pair of vertices was given colours of its own in both, crosswise. A symmetry that swaps the two maps each
//! vertex of the left copy to one of the same colour in the right copy. So different colours in the copies end the
//! branch, and colours that occur once determine the images. Every map that is found is checked by definition.
//!
//! **Why it pays.** Symmetric colourings are far fewer than others, and on boards often easy to find where others are
//! not.
//!
//! **Schedule and cost.** A refinement reads the edges a few times. Work and number are bounded; social and random
//! graphs mostly have no symmetry at all, which one refinement shows.
//!
//! **References.** McKay, Congr. Numer.'81 (refine and individualise); Darga, Liffiton, Sakallah, Markov, DAC'04
//! (pairs).

use crate::puzzle::coloring::Graph;

/// The largest graph that is looked at.
const MOST_VERTICES: usize = 2000;
/// The most symmetries that are returned.
const MOST_FOUND: usize = 24;
/// Work of the search, in neighbours read: a few tenths of a second.
const WORK: u64 = 60_000_000;

/// Automorphisms of the graph, not the identity, that are their own inverse, as the image of each vertex. Those that
/// move the first vertices come first. At most [`MOST_FOUND`], and fewer when the work runs out.
pub fn involutions(graph: &Graph) -> Vec<Vec<usize>> {
    if graph.len() < 2 || graph.len() > MOST_VERTICES {
        return Vec::new();
    }
    let mut search = Search { graph, work: WORK, found: Vec::new() };
    let start = vec![1; graph.len()];
    search.branch(Pair { left: start.clone(), right: start });
    search.found
}

/// Whether the map is an automorphism, its own inverse, and moves something.
pub fn swaps(graph: &Graph, images: &[usize]) -> bool {
    let inverse = |vertex: usize| images[vertex] < graph.len() && images[images[vertex]] == vertex;
    images.len() == graph.len()
        && (0..graph.len()).all(inverse)
        && (0..graph.len()).any(|vertex| images[vertex] != vertex)
        && graph.edges().all(|(a, b)| graph.joined(images[a], images[b]))
}

/// Colours of the vertices in two copies of the graph; a vertex can only be mapped to one whose right colour equals its
/// left colour.
struct Pair {
    left: Vec<u64>,
    right: Vec<u64>,
}

struct Search<'g> {
    graph: &'g Graph,
    work: u64,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn branch(&mut self, mut pair: Pair) {
        let Some(classes) = self.refine(&mut pair) else { return };
        let count = self.graph.len();
        if classes == count {
            let mut by_color: Vec<(u64, usize)> = pair.right.iter().copied().zip(0..).collect();
            by_color.sort_unstable();
            let image =
                |color: &u64| by_color.binary_search_by_key(color, |&(color, _)| color).map(|at| by_color[at].1);
            let images: Option<Vec<usize>> = pair.left.iter().map(|color| image(color).ok()).collect();
            self.found.extend(images.filter(|images| swaps(self.graph, images)));
            return;
        }
        // A vertex of the smallest class that has more than one.
        let mut sorted = pair.left.clone();
        sorted.sort_unstable();
        let of = |color: u64| {
            sorted.partition_point(|&other| other <= color) - sorted.partition_point(|&other| other < color)
        };
        let sizes: Vec<usize> = pair.left.iter().map(|&color| of(color)).collect();
        let Some(vertex) = (0..count).filter(|&vertex| sizes[vertex] > 1).min_by_key(|&vertex| sizes[vertex]) else {
            return;
        };
        let color = pair.left[vertex];
        let fits = |&other: &usize| pair.right[other] == color;
        let others = (0..count).filter(fits).filter(|&other| other != vertex);
        let images: Vec<usize> = others.chain([vertex].into_iter().filter(fits)).collect();
        for image in images {
            if self.found.len() >= MOST_FOUND || self.work == 0 {
                return;
            }
            let mut next = Pair { left: pair.left.clone(), right: pair.right.clone() };
            // Its own inverse: the image goes back to the vertex.
            let (one, two) = (mixed(color ^ 0x5bd1_e995), mixed(color ^ 0x1b87_3593));
            next.left[vertex] = one;
            next.right[image] = one;
            if image != vertex {
                if pair.left[image] != pair.right[vertex] {
                    continue;
                }
                next.left[image] = two;
                next.right[vertex] = two;
            }
            self.branch(next);
        }
    }

    /// Refines both copies until nothing changes. Returns the number of colours, or `None` when the copies differ or
    /// the work is used up.
    fn refine(&mut self, pair: &mut Pair) -> Option<usize> {
        let mut before = 0;
        loop {
            let (mut left, mut right) = (pair.left.clone(), pair.right.clone());
            left.sort_unstable();
            right.sort_unstable();
            if left != right {
                return None;
            }
            left.dedup();
            if left.len() == before || left.len() == self.graph.len() {
                return Some(left.len());
            }
            before = left.len();
            for colors in [&mut pair.left, &mut pair.right] {
                let near = |vertex: usize| {
                    let list = self.graph.neighbours(vertex);
                    list.iter().fold(colors[vertex], |sum: u64, &other| sum.wrapping_add(mixed(colors[other])))
                };
                *colors = (0..self.graph.len()).map(|vertex| mixed(near(vertex))).collect();
            }
            let cost = self.graph.len() + (0..self.graph.len()).map(|v| self.graph.neighbours(v).len()).sum::<usize>();
            self.work = self.work.saturating_sub(2 * cost as u64);
            if self.work == 0 {
                return None;
            }
        }
    }
}

/// A pseudo-random function of a number (the finaliser of splitmix64).
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::stable::tests::random;
    use super::*;
    use crate::puzzle::queens::attacks;
    use crate::util::rng::Rng;
    use std::collections::BTreeSet;

    /// The graph of n queens: squares that attack each other are joined.
    pub(in super::super) fn queens(n: usize) -> Graph {
        let mut graph = Graph::new((0..n * n).map(|square| square.to_string()).collect());
        for a in 0..n * n {
            (0..a).filter(|&b| attacks((a / n, a % n), (b / n, b % n))).for_each(|b| graph.join(a, b));
        }
        graph
    }

    #[test]
    fn boards_have_five() {
        // Two reflections by the middle lines, two by the diagonals, and the half turn.
        for n in [5, 6, 9, 12] {
            let found = involutions(&queens(n));
            assert_eq!((found.len(), found.iter().collect::<BTreeSet<_>>().len()), (5, 5), "{n}");
            assert!(found.iter().all(|images| swaps(&queens(n), images)));
            assert!(found.contains(&(0..n * n).rev().collect()), "the half turn");
        }
    }

    #[test]
    fn as_by_trying_all_maps() {
        let mut rng = Rng::new(11);
        for round in 0..80 {
            let len = 2 + rng.index(5);
            let graph = random(len, 20 + 20 * (round % 4), &mut rng);
            let mut wanted = BTreeSet::new();
            for code in 0..len.pow(len as u32) {
                let images: Vec<usize> = (0..len).map(|at| code / len.pow(at as u32) % len).collect();
                if swaps(&graph, &images) {
                    wanted.insert(images);
                }
            }
            let found: BTreeSet<Vec<usize>> = involutions(&graph).into_iter().collect();
            assert!(found.is_subset(&wanted) && found.len() == wanted.len().min(MOST_FOUND), "{found:?} {wanted:?}");
        }
    }

    #[test]
    fn none_where_there_are_none() {
        assert!(involutions(&random(60, 50, &mut Rng::new(1))).is_empty());
        assert!(involutions(&Graph::default()).is_empty());
        assert!(!swaps(&queens(4), &(0..16).collect::<Vec<_>>()), "the identity moves nothing");
        assert!(!swaps(&queens(4), &[1, 0]), "too short");
        let mut turned: Vec<usize> = (0..16).collect();
        turned.swap(0, 1);
        assert!(!swaps(&queens(4), &turned));
    }
}
