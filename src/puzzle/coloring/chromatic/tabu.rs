//! Colourings with fewer colours than DSATUR finds, by tabu search.
//!
//! **What it does.** Gives every vertex one of k colours and moves, step by step, a vertex that clashes with a
//! neighbour to the colour that leaves the fewest clashes, never back to a colour that it has just left. It cannot show
//! that there is no colouring.
//!
//! **Why it pays.** A SAT solver colours dense random graphs with far more than the fewest colours (DSJC250.5 with 32,
//! this search with 28), while it proves lower bounds, which this search never does.
//!
//! **Schedule and cost.** A step costs the vertices that clash times the colours.
//!
//! **References.** Hertz, de Werra, Computing'87; Galinier, Hao, JoCO'99 (the tenure).

use super::bounds::used;
use crate::limits::{Limits, Stop};
use crate::puzzle::coloring::Graph;
use crate::util::rng::Rng;

/// Work of a search for one number of colours, in pairs of a vertex and a colour read: about a second at most, less for
/// small graphs.
pub const WORK: u64 = 300_000_000;
/// The same for each vertex.
const WORK_PER_VERTEX: u64 = 500_000;
/// Work between checks of the limits.
const POLL: u64 = 1 << 20;

/// A colouring with as few colours as the search finds from `start`, a colouring without gaps in its colours. It stops
/// at `least` colours, or when it finds none with one colour fewer within `work` ([`WORK`] or more; on small graphs
/// less in proportion).
///
/// # Errors
/// The limit that ran out, with the best colouring until then.
pub fn improve(
    graph: &Graph,
    start: Vec<usize>,
    least: usize,
    work: u64,
    seed: u64,
    limits: &Limits,
) -> Result<Vec<usize>, (Vec<usize>, Stop)> {
    let mut rng = Rng::new(seed);
    let mut best = start;
    while used(&best) > least.max(1) {
        let colors = used(&best) - 1;
        // The last colour is given up; its vertices go anywhere.
        let first: Vec<usize> =
            best.iter().map(|&color| if color == colors { rng.index(colors) } else { color }).collect();
        match (Search::new(graph, colors, first)).run(work, &mut rng, limits) {
            Ok(Some(found)) => best = crate::puzzle::coloring::compact(&found),
            Ok(None) => break,
            Err(stop) => return Err((best, stop)),
        }
    }
    Ok(best)
}

struct Search<'g> {
    graph: &'g Graph,
    colors: usize,
    coloring: Vec<usize>,
    /// By vertex and colour: how many neighbours have it.
    near: Vec<u32>,
    /// By vertex and colour: the first step at which the vertex may have it again.
    tabu: Vec<u64>,
    clashes: u64,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Graph, colors: usize, coloring: Vec<usize>) -> Search<'g> {
        let mut near = vec![0; graph.len() * colors];
        for (a, b) in graph.edges() {
            near[a * colors + coloring[b]] += 1;
            near[b * colors + coloring[a]] += 1;
        }
        let clashes = graph.edges().filter(|&(a, b)| coloring[a] == coloring[b]).count() as u64;
        let tabu = vec![0; near.len()];
        Search { graph, colors, coloring, near, tabu, clashes }
    }

    fn run(mut self, most: u64, rng: &mut Rng, limits: &Limits) -> Result<Option<Vec<usize>>, Stop> {
        let (mut work, mut look, mut fewest) = (0u64, 0u64, self.clashes);
        let share = WORK_PER_VERTEX * self.graph.len() as u64;
        let most = most.min(share.saturating_mul(most.div_ceil(WORK)));
        for step in 1.. {
            if self.clashes == 0 {
                return Ok(Some(self.coloring));
            }
            if work >= most {
                break;
            }
            if work >= look {
                look = work + POLL;
                if let Some(stop) = limits.exceeded() {
                    return Err(stop);
                }
            }
            let (chosen, clashing) = self.choose(step, fewest, rng);
            work += (self.graph.len() + clashing * self.colors) as u64;
            if let Some((vertex, color)) = chosen {
                let tenure = clashing as u64 * 3 / 5 + rng.below(10);
                self.tabu[vertex * self.colors + self.coloring[vertex]] = step + 1 + tenure;
                self.recolor(vertex, color);
                work += self.graph.neighbours(vertex).len() as u64;
                fewest = fewest.min(self.clashes);
            }
        }
        Ok(None)
    }

    /// The move that leaves the fewest clashes, a random one of equals, and the number of vertices that clash.
    fn choose(&self, step: u64, fewest: u64, rng: &mut Rng) -> (Option<(usize, usize)>, usize) {
        let (mut best, mut chosen, mut equals, mut clashing) = (i64::MAX, None, 0, 0);
        for vertex in 0..self.graph.len() {
            let row = &self.near[vertex * self.colors..][..self.colors];
            let now = row[self.coloring[vertex]];
            if now == 0 {
                continue;
            }
            clashing += 1;
            for (color, &then) in row.iter().enumerate().filter(|&(color, _)| color != self.coloring[vertex]) {
                let change = i64::from(then) - i64::from(now);
                if change > best {
                    continue;
                }
                // A move that leads to a new minimum of clashes is allowed in any case.
                let record = self.clashes as i64 + change < fewest as i64;
                if self.tabu[vertex * self.colors + color] > step && !record {
                    continue;
                }
                equals = if change < best { 1 } else { equals + 1 };
                if change < best || rng.below(equals) == 0 {
                    (best, chosen) = (change, Some((vertex, color)));
                }
            }
        }
        (chosen, clashing)
    }

    fn recolor(&mut self, vertex: usize, color: usize) {
        let old = std::mem::replace(&mut self.coloring[vertex], color);
        let row = vertex * self.colors;
        self.clashes = self.clashes + u64::from(self.near[row + color]) - u64::from(self.near[row + old]);
        for &other in self.graph.neighbours(vertex) {
            self.near[other * self.colors + old] -= 1;
            self.near[other * self.colors + color] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounds::dsatur;
    use super::super::symmetry::tests::queens;
    use super::*;
    use crate::puzzle::coloring::check;

    #[test]
    fn fewer_colors_than_dsatur() {
        let graph = queens(8);
        let start = dsatur(&graph);
        assert!(used(&start) > 9);
        let found = improve(&graph, start.clone(), 9, WORK, 1, &Limits::none()).expect("no limit");
        assert_eq!((check(&graph, &found), used(&found)), (Ok(()), 9));
        let stopped = Limits::none();
        stopped.stop.raise();
        let (kept, _) = improve(&graph, start.clone(), 9, WORK, 1, &stopped).expect_err("stopped");
        assert_eq!(used(&kept), used(&start));
    }

    #[test]
    fn gives_up_where_there_is_nothing() {
        let mut triangle = Graph::new(vec!["a".into(), "b".into(), "c".into()]);
        [(0, 1), (1, 2), (0, 2)].into_iter().for_each(|(a, b)| triangle.join(a, b));
        assert_eq!(used(&improve(&triangle, vec![0, 1, 2], 3, WORK, 1, &Limits::none()).expect("no limit")), 3);
        assert!(improve(&Graph::default(), Vec::new(), 0, WORK, 1, &Limits::none()).expect("no limit").is_empty());
    }
}
