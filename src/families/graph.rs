//! The graphs that families are made of, from descriptions such as `grid:3,4`.
//!
//! Vertices are numbered from 0 here and from 1 in descriptions, comments and names. Random regular graphs: the pairing
//! of Steger and Wormald (CPC'99), which joins random free ends and begins anew when none fit.

use super::error::{FamilyError, Result};
use super::graph_file::{self, named};
use crate::util::rng::Rng;
use std::collections::HashSet;

/// The most vertices and the most edges of a graph.
const MOST_VERTICES_AND_EDGES: u64 = 5_000_000;

/// An undirected graph without loops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The neighbours of each vertex, ascending.
    pub neighbors: Vec<Vec<usize>>,
}

/// A directed graph whose edges lead from lower to higher vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dag {
    /// The predecessors of each vertex, ascending.
    pub predecessors: Vec<Vec<usize>>,
}

/// A bipartite graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bipartite {
    /// The right neighbours of each left vertex, ascending.
    pub rows: Vec<Vec<usize>>,
    /// The number of right vertices.
    pub right: usize,
}

impl Graph {
    /// What descriptions of graphs look like.
    pub const FORMS: &str = "complete:N, grid:N,M[,...], torus:N,M[,...], path:N, cycle:N, knight:N,M, \
                             regular:N,DEGREE, gnp:N,PROBABILITY, gnm:N,EDGES or a FILE";

    /// Makes the graph that a text describes; `None` when it describes none.
    pub(super) fn parse(text: &str, seed: u64) -> Result<Option<Graph>> {
        if let Some((path, text)) = named(text)? {
            return graph_file::graph(path, &text).map(Some);
        }
        let Some((form, numbers)) = text.split_once(':') else { return Ok(None) };
        if let ("gnp", Some((vertices, probability))) = (form, numbers.split_once(',')) {
            let (Ok(n), Ok(p)) = (vertices.parse(), probability.parse::<f64>()) else { return Ok(None) };
            return if (0.0..=1.0).contains(&p) && n > 0 { Graph::gnp(n, p, seed).map(Some) } else { Ok(None) };
        }
        let Some(numbers) = parse_numbers(numbers) else { return Ok(None) };
        let graph = match (form, &numbers[..]) {
            ("complete", &[n]) => Graph::complete(n)?,
            ("grid", dims) => Graph::grid(dims, false)?,
            ("torus", dims) => Graph::grid(dims, true)?,
            ("path", &[n]) => Graph::grid(&[n], false)?,
            ("cycle", &[n]) => Graph::grid(&[n], true)?,
            ("knight", &[rows, columns]) => Graph::knight(rows, columns)?,
            ("regular", &[n, degree]) => Graph::regular(n, degree, seed)?,
            ("gnm", &[n, edges]) => Graph::gnm(n, edges, seed)?,
            _ => return Ok(None),
        };
        Ok(Some(graph))
    }

    pub(super) fn from_edges(n: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
        let mut neighbors = vec![Vec::new(); n];
        for (u, v) in edges {
            neighbors[u].push(v);
            neighbors[v].push(u);
        }
        neighbors.iter_mut().for_each(|list| list.sort_unstable());
        Graph { neighbors }
    }

    fn complete(n: u64) -> Result<Graph> {
        let n = sized(n, n.saturating_mul(n.saturating_sub(1)) / 2)?;
        Ok(Graph::from_edges(n, pairs(n)))
    }

    /// A grid of any dimension; a torus joins the ends of lines of three and more.
    fn grid(dims: &[u64], torus: bool) -> Result<Graph> {
        let size = dims.iter().try_fold(1u64, |size, &dim| size.checked_mul(dim)).unwrap_or(u64::MAX);
        let n = sized(size, size.saturating_mul(dims.len() as u64))?;
        let mut edges = Vec::new();
        let mut stride = n;
        for &dim in dims {
            let dim = dim as usize;
            stride /= dim.max(1);
            for vertex in 0..n {
                let place = vertex / stride % dim;
                if place + 1 < dim {
                    edges.push((vertex, vertex + stride));
                } else if torus && dim > 2 {
                    edges.push((vertex, vertex - place * stride));
                }
            }
        }
        Ok(Graph::from_edges(n, edges))
    }

    /// The squares of a board, row by row, and the moves of a knight.
    fn knight(rows: u64, columns: u64) -> Result<Graph> {
        let size = rows.saturating_mul(columns);
        let n = sized(size, size.saturating_mul(4))?;
        let columns = columns as usize;
        let mut edges = Vec::new();
        for square in 0..n {
            let column = square % columns;
            for (down, aside) in [(1, 2), (2, 1)] {
                let below = square + down * columns;
                if column >= aside {
                    edges.push((square, below - aside));
                }
                if column + aside < columns {
                    edges.push((square, below + aside));
                }
            }
        }
        edges.retain(|&(_, to)| to < n);
        Ok(Graph::from_edges(n, edges))
    }

    fn gnp(n: u64, probability: f64, seed: u64) -> Result<Graph> {
        let n = sized(n, n.saturating_mul(n.saturating_sub(1)) / 2)?;
        let mut rng = Rng::new(seed);
        Ok(Graph::from_edges(n, pairs(n).filter(|_| rng.unit() < probability)))
    }

    fn gnm(n: u64, count: u64, seed: u64) -> Result<Graph> {
        let most = n.saturating_mul(n.saturating_sub(1)) / 2;
        let n = sized(n, count)?;
        if count > most {
            return Err(FamilyError::Impossible(format!("{n} vertices have at most {most} edges, not {count}")));
        }
        let mut rng = Rng::new(seed);
        // If fewer edges are left out than kept, those left out are drawn.
        let drawn = count.min(most - count);
        let drawn = if drawn == count || sized(0, most).is_ok() { drawn } else { count };
        let mut edges = HashSet::new();
        while (edges.len() as u64) < drawn {
            let (u, v) = (rng.index(n), rng.index(n));
            if u != v {
                edges.insert((u.min(v), u.max(v)));
            }
        }
        if drawn == count {
            return Ok(Graph::from_edges(n, edges));
        }
        Ok(Graph::from_edges(n, pairs(n).filter(|edge| !edges.contains(edge))))
    }

    fn regular(n: u64, degree: u64, seed: u64) -> Result<Graph> {
        let ends = n.saturating_mul(degree);
        if degree >= n.max(1) || ends % 2 == 1 {
            return Err(FamilyError::Impossible(format!(
                "no graph of {n} vertices is regular of degree {degree}: the degree must be below the number of vertices, \
                 and one of the two even"
            )));
        }
        let n = sized(n, ends)?;
        let mut rng = Rng::new(seed);
        if 2 * degree >= n as u64 {
            sized(0, (n * n) as u64 / 2)?;
            let left_out = joined(n, n - 1 - degree as usize, &mut rng)?;
            return Ok(Graph::from_edges(n, pairs(n).filter(|edge| !left_out.contains(edge))));
        }
        Ok(Graph::from_edges(n, joined(n, degree as usize, &mut rng)?))
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.neighbors.len()
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.neighbors.is_empty()
    }

    /// The edges, each from its lower vertex, in order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + Clone + '_ {
        let higher = |(u, list): (usize, &'_ Vec<usize>)| (u, list.partition_point(|&v| v < u));
        self.neighbors
            .iter()
            .enumerate()
            .map(higher)
            .flat_map(|(u, from)| self.neighbors[u][from..].iter().map(move |&v| (u, v)))
    }

    /// Whether two vertices are joined.
    pub fn joined(&self, u: usize, v: usize) -> bool {
        self.neighbors[u].binary_search(&v).is_ok()
    }

    /// The most neighbours of a vertex.
    pub fn max_degree(&self) -> usize {
        self.neighbors.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// For each vertex the number of its component, and for each vertex whether its distance from the first of the
    /// component is odd.
    pub fn components(&self) -> (Vec<usize>, Vec<bool>) {
        let mut component = vec![usize::MAX; self.len()];
        let mut odd = vec![false; self.len()];
        for start in 0..self.len() {
            if component[start] != usize::MAX {
                continue;
            }
            component[start] = start;
            let mut queue = std::collections::VecDeque::from([start]);
            while let Some(u) = queue.pop_front() {
                for &v in &self.neighbors[u] {
                    if component[v] == usize::MAX {
                        (component[v], odd[v]) = (start, !odd[u]);
                        queue.push_back(v);
                    }
                }
            }
        }
        (component, odd)
    }

    /// Whether two colours suffice.
    pub fn is_bipartite(&self) -> bool {
        let (_, odd) = self.components();
        self.edges().all(|(u, v)| odd[u] != odd[v])
    }

    /// The closed neighbourhoods, each once, in lexicographic order.
    pub fn neighborhoods(&self) -> Vec<Vec<usize>> {
        let closed = |(u, list): (usize, &Vec<usize>)| {
            let mut closed = list.clone();
            closed.insert(closed.partition_point(|&v| v < u), u);
            closed
        };
        let mut all: Vec<Vec<usize>> = self.neighbors.iter().enumerate().map(closed).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl Dag {
    /// What descriptions of directed graphs look like.
    pub const FORMS: &str = "pyramid:HEIGHT, tree:HEIGHT, path:LENGTH or a FILE";

    /// Makes the graph that a text describes; `None` when it describes none.
    pub(super) fn parse(text: &str) -> Result<Option<Dag>> {
        if let Some((path, text)) = named(text)? {
            return graph_file::dag(path, &text).map(Some);
        }
        let Some((form, numbers)) = text.split_once(':') else { return Ok(None) };
        let Some(&[size]) = parse_numbers(numbers).as_deref() else { return Ok(None) };
        let predecessors = match form {
            "path" => {
                let n = sized(size.saturating_add(1), size)?;
                (0..n).map(|v| v.checked_sub(1).into_iter().collect()).collect()
            }
            "tree" => {
                let leaves = 1u64.checked_shl(size.min(64) as u32).unwrap_or(u64::MAX);
                let leaves = sized(leaves, leaves.saturating_mul(2))?;
                let inner = (0..leaves - 1).map(|v| vec![2 * v, 2 * v + 1]);
                std::iter::repeat_n(Vec::new(), leaves).chain(inner).collect()
            }
            "pyramid" => {
                let height = sized(size, size.saturating_mul(size.saturating_add(1)))?;
                let mut predecessors = vec![Vec::new(); height + 1];
                let mut left = 0;
                for layer in (1..=height).rev() {
                    predecessors.extend((left..left + layer).map(|v| vec![v, v + 1]));
                    left += layer + 1;
                }
                predecessors
            }
            _ => return Ok(None),
        };
        Ok(Some(Dag { predecessors }))
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.predecessors.len()
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.predecessors.is_empty()
    }

    /// For each vertex, whether it precedes none.
    pub fn sinks(&self) -> Vec<bool> {
        let mut sinks = vec![true; self.len()];
        self.predecessors.iter().flatten().for_each(|&v| sinks[v] = false);
        sinks
    }
}

impl Bipartite {
    /// What descriptions of bipartite graphs look like.
    pub const FORMS: &str = "complete:L,R, shift:L,R,OFFSET[,...], random:L,R,DEGREE or a FILE";

    /// Makes the graph that a text describes; `None` when it describes none.
    pub(super) fn parse(text: &str, seed: u64) -> Result<Option<Bipartite>> {
        if let Some((path, text)) = named(text)? {
            return graph_file::bipartite(path, &text).map(Some);
        }
        let Some((form, numbers)) = text.split_once(':') else { return Ok(None) };
        let Some(numbers) = parse_numbers(numbers) else { return Ok(None) };
        let &[left, right, ref rest @ ..] = &numbers[..] else { return Ok(None) };
        let degree = match (form, rest) {
            ("complete", []) => right,
            ("shift", offsets @ [_, ..]) => offsets.len() as u64,
            ("random", &[degree]) => degree,
            _ => return Ok(None),
        };
        let size = sized(left, left.saturating_mul(degree))?;
        let right = sized(right, right)?;
        if degree > right as u64 {
            return Err(FamilyError::Impossible(format!("{degree} neighbours among {right} right vertices")));
        }
        let mut rng = Rng::new(seed);
        let mut row = |vertex: usize| -> Vec<usize> {
            let mut row: Vec<usize> = match form {
                "complete" => (0..right).collect(),
                "shift" => rest.iter().map(|&offset| (vertex + (offset % right as u64) as usize) % right).collect(),
                _ => sample(&mut rng, right, degree as usize),
            };
            row.sort_unstable();
            row.dedup();
            row
        };
        Ok(Some(Bipartite { rows: (0..size).map(&mut row).collect(), right }))
    }

    /// Adds `count` edges at random between vertices that are not joined.
    pub(super) fn add_edges(&mut self, count: u64, seed: u64) -> Result<()> {
        let edges = self.rows.iter().map(Vec::len).sum::<usize>() as u64;
        let most = self.rows.len() as u64 * self.right as u64;
        if edges.saturating_add(count) > most {
            return Err(FamilyError::Impossible(format!("{} edges are not joined, fewer than {count}", most - edges)));
        }
        sized(0, edges + count)?;
        let mut rng = Rng::new(seed ^ 0x6564_6765);
        let mut added = 0;
        while added < count {
            let (row, column) = (rng.index(self.rows.len()), rng.index(self.right));
            if let Err(place) = self.rows[row].binary_search(&column) {
                self.rows[row].insert(place, column);
                added += 1;
            }
        }
        Ok(())
    }

    /// The edges, by left vertices.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.rows.iter().enumerate().flat_map(|(u, row)| row.iter().map(move |&v| (u, v)))
    }
}

/// A number of vertices as an index, once it and the number of edges are small enough.
pub(super) fn sized(vertices: u64, edges: u64) -> Result<usize> {
    if vertices > MOST_VERTICES_AND_EDGES || edges > MOST_VERTICES_AND_EDGES {
        return Err(FamilyError::Impossible(format!(
            "a graph may have {MOST_VERTICES_AND_EDGES} vertices and {MOST_VERTICES_AND_EDGES} edges, not more"
        )));
    }
    Ok(vertices as usize)
}

fn parse_numbers(text: &str) -> Option<Vec<u64>> {
    let numbers: Option<Vec<u64>> = text.split(',').map(|word| word.parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() <= 64 && numbers[0] > 0)
}

/// All pairs of numbers below `n`, the lower first, in lexicographic order.
pub(super) fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
    (0..n).flat_map(move |u| (u + 1..n).map(move |v| (u, v)))
}

/// `count` distinct numbers below `n`, by Floyd's sampling (Bentley, Floyd, CACM'87).
fn sample(rng: &mut Rng, n: usize, count: usize) -> Vec<usize> {
    let mut taken = HashSet::new();
    for top in n - count..n {
        let number = rng.index(top + 1);
        let number = if taken.contains(&number) { top } else { number };
        taken.insert(number);
    }
    taken.into_iter().collect()
}

/// Random edges so that every vertex has `degree`, at most half of the others.
fn joined(n: usize, degree: usize, rng: &mut Rng) -> Result<HashSet<(usize, usize)>> {
    for _attempt in 0..1000 {
        let mut ends: Vec<usize> = (0..n * degree).map(|end| end / degree).collect();
        let mut edges = HashSet::with_capacity(ends.len() / 2);
        let mut failures = 0;
        while ends.len() > 1 && failures < 100 + 4 * degree * degree {
            let (a, b) = (rng.index(ends.len()), rng.index(ends.len()));
            let (u, v) = (ends[a].min(ends[b]), ends[a].max(ends[b]));
            if u == v || !edges.insert((u, v)) {
                failures += 1;
                continue;
            }
            failures = 0;
            ends.swap_remove(a.max(b));
            ends.swap_remove(a.min(b));
        }
        if ends.is_empty() {
            return Ok(edges);
        }
    }
    Err(FamilyError::Impossible(format!("no graph of {n} vertices and degree {degree} was found; try another seed")))
}
