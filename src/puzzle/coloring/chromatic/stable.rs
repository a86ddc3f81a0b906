//! Stable sets: sets of vertices without neighbours among each other. The vertices of a colour are one; in the
//! complement of the graph they are cliques.
//!
//! **What it does.** Finds the heaviest stable set, by branch and bound. The vertices that may still be taken are
//! covered greedily by cliques; a stable set has at most one vertex of each, so that the sum of the heaviest vertices
//! bounds what can be added. Also lists all stable sets from a size on.
//!
//! **Schedule and cost.** Exponential. Both count their work, in machine words read, and end when it is used up or a
//! limit is reached.
//!
//! **References.** Tomita, Seki, DMTCS'03 (the bound by colouring, and its order); Held, Cook, Sewell, MPC'12 (with
//! weights).

use super::bits;
use super::budget::Budget;
use crate::limits::Limits;
use crate::puzzle::coloring::Graph;

/// The largest graph with a matrix, which has a bit for each pair of vertices.
pub const MOST_VERTICES: usize = 3000;

/// The adjacency matrix of a graph, as bits.
#[derive(Clone, Debug)]
pub struct Matrix {
    len: usize,
    words: usize,
    near: Vec<u64>,
}

impl Matrix {
    /// The matrix of a graph; `None` above [`MOST_VERTICES`].
    pub fn new(graph: &Graph) -> Option<Matrix> {
        if graph.len() > MOST_VERTICES {
            return None;
        }
        let mut matrix = Matrix::empty(graph.len());
        for (a, b) in graph.edges() {
            matrix.join(a, b);
        }
        Some(matrix)
    }

    fn empty(len: usize) -> Matrix {
        let words = len.div_ceil(64);
        Matrix { len, words, near: vec![0; len * words] }
    }

    fn join(&mut self, a: usize, b: usize) {
        for (from, to) in [(a, b), (b, a)] {
            bits::set(&mut self.near[from * self.words..], to);
        }
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.len
    }

    pub(super) fn row(&self, vertex: usize) -> &[u64] {
        &self.near[vertex * self.words..][..self.words]
    }

    /// These vertices as a set of the width of a row.
    pub(super) fn set(&self, vertices: &[usize]) -> Vec<u64> {
        let mut set = vec![0; self.words];
        vertices.iter().for_each(|&vertex| bits::set(&mut set, vertex));
        set
    }

    pub(super) fn joined(&self, a: usize, b: usize) -> bool {
        bits::has(self.row(a), b)
    }

    /// The complement: the pairs that are not joined.
    pub fn complement(&self) -> Matrix {
        let mut other = Matrix::empty(self.len);
        for a in 0..self.len {
            (a + 1..self.len).filter(|&b| !self.joined(a, b)).for_each(|b| other.join(a, b));
        }
        other
    }

    /// The graph on these vertices, numbered in this order.
    fn part(&self, vertices: &[usize]) -> Matrix {
        let mut part = Matrix::empty(vertices.len());
        for (i, &a) in vertices.iter().enumerate() {
            for (j, &b) in vertices.iter().enumerate().skip(i + 1) {
                if self.joined(a, b) {
                    part.join(i, j);
                }
            }
        }
        part
    }

    /// All of the first `len` vertices as a bit set.
    fn all(&self) -> Vec<u64> {
        let mut all = vec![0; self.words];
        (0..self.len).for_each(|vertex| bits::set(&mut all, vertex));
        all
    }
}

/// A heavy stable set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heavy {
    /// Its weight; the floor when no heavier set was found.
    pub weight: u64,
    /// Its vertices, ascending.
    pub set: Vec<usize>,
    /// Whether no set is heavier; false when the work or a limit ran out.
    pub proven: bool,
}

/// The heaviest stable set of more than `floor`. What it costs is subtracted from `work`.
pub fn heaviest(matrix: &Matrix, weights: &[u64], floor: u64, work: &mut u64, limits: &Limits) -> Heavy {
    // Heavy vertices first, so that each clique of a cover begins with its heaviest.
    let mut order: Vec<usize> = (0..matrix.len).filter(|&vertex| weights[vertex] > 0).collect();
    order.sort_by_key(|&vertex| std::cmp::Reverse(weights[vertex]));
    let part = matrix.part(&order);
    let sorted: Vec<u64> = order.iter().map(|&vertex| weights[vertex]).collect();
    let mut search = Search {
        matrix: &part,
        weights: &sorted,
        best: floor,
        found: Vec::new(),
        chosen: Vec::new(),
        budget: Budget::new(work, limits),
        cut: false,
    };
    search.spend(part.len);
    search.branch(part.all(), 0);
    let mut set: Vec<usize> = search.found.iter().map(|&vertex| order[vertex]).collect();
    set.sort_unstable();
    Heavy { weight: search.best, set, proven: !search.cut }
}

struct Search<'a> {
    matrix: &'a Matrix,
    weights: &'a [u64],
    best: u64,
    found: Vec<usize>,
    chosen: Vec<usize>,
    budget: Budget<'a>,
    cut: bool,
}

impl Search<'_> {
    /// Counts the work of reading this many bit sets.
    fn spend(&mut self, sets: usize) {
        self.cut |= self.budget.spend(sets * self.matrix.words).is_none();
    }

    /// Tries to add some of these candidates, which have no neighbours among the chosen vertices.
    fn branch(&mut self, mut candidates: Vec<u64>, weight: u64) {
        let covered = cover(self.matrix, &candidates, self.weights);
        self.spend(covered.len());
        for &(vertex, bound) in covered.iter().rev() {
            if self.cut || weight + bound <= self.best {
                return;
            }
            bits::clear(&mut candidates, vertex);
            self.chosen.push(vertex);
            let heavier = weight + self.weights[vertex];
            if heavier > self.best {
                self.best = heavier;
                self.found.clone_from(&self.chosen);
            }
            let next: Vec<u64> =
                candidates.iter().zip(self.matrix.row(vertex)).map(|(may, near)| may & !near).collect();
            if next.iter().any(|&word| word != 0) {
                self.branch(next, heavier);
            }
            self.chosen.pop();
        }
    }
}

/// The candidates clique by clique, each with the most that a stable set of it and those before it can weigh.
fn cover(matrix: &Matrix, candidates: &[u64], weights: &[u64]) -> Vec<(usize, u64)> {
    let (mut rest, mut total, mut covered) = (candidates.to_vec(), 0, Vec::new());
    let mut open = vec![0; rest.len()];
    while rest.iter().any(|&word| word != 0) {
        open.copy_from_slice(&rest);
        let mut most = 0;
        while let Some(vertex) = bits::take(&mut open) {
            bits::clear(&mut rest, vertex);
            open.iter_mut().zip(matrix.row(vertex)).for_each(|(open, near)| *open &= near);
            most = most.max(weights[vertex]);
            covered.push((vertex, total + most));
        }
        total += most;
    }
    covered
}

/// All stable sets of at least `least` vertices; `None` when there are more than `most`, or the work or a limit runs
/// out.
pub fn all(matrix: &Matrix, least: usize, most: usize, work: &mut u64, limits: &Limits) -> Option<Vec<Vec<usize>>> {
    let budget = Budget::new(work, limits);
    let mut listing = Listing { matrix, ones: vec![1; matrix.len], least, most, budget, found: Vec::new() };
    listing.branch(matrix.all(), &mut Vec::new())?;
    Some(listing.found)
}

struct Listing<'a> {
    matrix: &'a Matrix,
    ones: Vec<u64>,
    least: usize,
    most: usize,
    budget: Budget<'a>,
    found: Vec<Vec<usize>>,
}

impl Listing<'_> {
    fn branch(&mut self, mut candidates: Vec<u64>, chosen: &mut Vec<usize>) -> Option<()> {
        let covered = cover(self.matrix, &candidates, &self.ones);
        self.budget.spend(covered.len() * self.matrix.words)?;
        for &(vertex, bound) in covered.iter().rev() {
            if chosen.len() + (bound as usize) < self.least {
                break;
            }
            bits::clear(&mut candidates, vertex);
            chosen.push(vertex);
            if chosen.len() >= self.least {
                let mut set = chosen.clone();
                set.sort_unstable();
                self.found.push(set);
                if self.found.len() > self.most {
                    return None;
                }
            }
            let next = candidates.iter().zip(self.matrix.row(vertex)).map(|(may, near)| may & !near).collect();
            self.branch(next, chosen)?;
            chosen.pop();
        }
        Some(())
    }
}

#[cfg(test)]
pub(in crate::puzzle::coloring) mod tests {
    use super::*;
    use crate::util::rng::Rng;

    /// A random graph in which this percentage of the pairs is joined.
    pub(in crate::puzzle::coloring) fn random(len: usize, percent: u64, rng: &mut Rng) -> Graph {
        let mut graph = Graph::new((0..len).map(|vertex| vertex.to_string()).collect());
        for a in 0..len {
            (0..a).filter(|_| rng.below(100) < percent).for_each(|b| graph.join(a, b));
        }
        graph
    }

    /// All stable sets as bit sets of up to sixteen vertices.
    pub(in super::super) fn stable_sets(graph: &Graph) -> Vec<u32> {
        let stable = |set: u32| !graph.edges().any(|(a, b)| set >> a & 1 == 1 && set >> b & 1 == 1);
        (0..1u32 << graph.len()).filter(|&set| stable(set)).collect()
    }

    /// The fewest stable sets that cover all vertices, from small sets of vertices to large ones.
    pub(in super::super) fn fewest(graph: &Graph) -> usize {
        let sets = stable_sets(graph);
        let mut fewest = vec![0; 1 << graph.len()];
        for part in 1..1usize << graph.len() {
            let inside = sets.iter().filter(|&&set| set != 0 && set as usize & !part == 0);
            fewest[part] = inside.map(|&set| fewest[part & !(set as usize)] + 1).min().expect("one vertex");
        }
        fewest[(1 << graph.len()) - 1]
    }

    #[test]
    fn as_by_trying_all_sets() {
        let mut rng = Rng::new(7);
        for round in 0..120 {
            let len = rng.index(12);
            let graph = random(len, 10 + 20 * (round % 5), &mut rng);
            let weights: Vec<u64> = (0..len).map(|_| rng.below(6)).collect();
            let matrix = Matrix::new(&graph).expect("small");
            let sets = stable_sets(&graph);
            let weigh = |set: u32| (0..len).filter(|v| set >> v & 1 == 1).map(|v| weights[v]).sum::<u64>();
            let most = sets.iter().map(|&set| weigh(set)).max().unwrap_or(0);
            let mut work = 1_000_000;
            let found = heaviest(&matrix, &weights, 0, &mut work, &Limits::none());
            assert_eq!((found.weight, found.proven), (most, true));
            let as_bits = |set: &[usize]| set.iter().fold(0, |bits, &vertex| bits | 1u32 << vertex);
            assert!(sets.contains(&as_bits(&found.set)) && weigh(as_bits(&found.set)) == most);
            let none = heaviest(&matrix, &weights, most, &mut work, &Limits::none());
            assert_eq!((none.weight, none.set.len(), none.proven), (most, 0, true));
            for least in 1..4 {
                let mut listed: Vec<u32> = all(&matrix, least, 10_000, &mut work, &Limits::none())
                    .expect("few")
                    .iter()
                    .map(|set| as_bits(set))
                    .collect();
                listed.sort_unstable();
                let wanted = sets.iter().copied().filter(|set| set.count_ones() as usize >= least);
                assert_eq!(listed, wanted.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn work_is_bounded() {
        let graph = random(200, 30, &mut Rng::new(3));
        let matrix = Matrix::new(&graph).expect("small");
        let (mut work, none) = (20_000, Limits::none());
        let found = heaviest(&matrix, &[1; 200], 0, &mut work, &none);
        assert!(!found.proven && found.weight >= 5, "{found:?}");
        assert_eq!(found.set.len() as u64, found.weight);
        assert!(all(&matrix, 3, usize::MAX, &mut 20_000, &none).is_none());
        assert!(all(&matrix, 1, 100, &mut 1_000_000, &none).is_none());
        let raised = Limits::none();
        raised.stop.raise();
        let mut left = u64::MAX;
        assert!(!heaviest(&matrix, &[1; 200], 0, &mut left, &raised).proven);
        assert!(all(&matrix, 3, usize::MAX, &mut left, &raised).is_none() && u64::MAX - left < 1_000_000);
        assert!(Matrix::new(&Graph::new(vec![String::new(); MOST_VERTICES + 1])).is_none());
    }
}
