//! Colourings that a symmetry of the graph leaves as they are, except that it swaps colours in pairs.
//!
//! **What it does.** Works where every vertex is in a clique of as many vertices as there are colours (the rows of
//! boards): each colour occurs exactly once in each such clique. Two kinds of vertex sets that do so are listed: those
//! that have no vertex in common with their image, which make two colours together with it, and those that are their
//! own image, which make one. An item is a vertex with its image; a search looks for sets that hold each item exactly
//! once.
//!
//! **Why it pays.** Symmetric colourings are few, but their search space is only the square root of the whole. 14
//! queens in 14 colours: a reflection finds one in a second, nothing else here does in 20; 15 in 15 have only the half
//! turn. Sums over the two-element field exclude many cases without a search, when all items together are no sum of
//! sets: for the half turn of 14 by 14 there are 49 pairs of white squares, and each set has an even number of them.
//!
//! **Schedule and cost.** Branches on the items in a fixed order, those in few sets first. A run that takes too many
//! nodes is restarted with the sets in another order and half as many nodes more, since some first sets have no
//! solution below.
//!
//! **Tried and dropped.** Branching on the item that has the fewest sets left: fewer nodes, but every list is copied
//! and counted. 15 queens: 14.8 s, and 23.3 s with a longer first run; with the fixed order 10.9 s. One run each, and
//! chance has a large part in these. Now only sets that begin with the item are tried, and short lists are not copied.
//!
//! **References.** Gomes, Sellmann, CP'04 (streamlining); Vasquez, J. Heuristics'04 (queens, stable sets in place of
//! squares); Knuth, 2000 (exact covers, the item with the fewest choices).

use super::bits;
use super::stable::Matrix;
use crate::limits::{Limits, Stop};
use crate::puzzle::coloring::Graph;
use crate::util::rng::Rng;

/// The most cliques that are used.
const MOST_CLIQUES: usize = 128;
/// The most sets that are listed; of two words each, they take 32 MiB.
const MOST_SETS: usize = 2_000_000;
/// Nodes of the search that lists the sets: a few seconds.
const MOST_NODES: u64 = 30_000_000;
/// Nodes of the first run of the search for a cover.
const FIRST_RUN: u64 = 4_000_000;
/// Lists of at least this length are tested by sums.
const LONG: usize = 20_000;
/// A list of up to this length is searched as it is; from a longer one the sets that a choice leaves are copied.
const SHORT: usize = 4000;
/// Nodes between checks of the limits.
const POLL: u64 = 1 << 12;

/// A colouring with as many colours as the cliques have vertices that is invariant under the symmetry, an automorphism
/// that is its own inverse (see [`super::symmetry::involutions`]). The search takes at most `nodes` nodes in its first
/// run. `None` when there is no such colouring, when none is found, or when the cliques do not cover the graph.
///
/// # Errors
/// The limit that ran out.
pub fn by_pairs(
    graph: &Graph,
    symmetry: &[usize],
    cliques: &[Vec<usize>],
    nodes: u64,
    limits: &Limits,
) -> Result<Option<Vec<usize>>, Stop> {
    let Some(board) = Board::new(graph, symmetry, cliques) else { return Ok(None) };
    let chosen = match board.items.len().div_ceil(64) {
        1..=2 => cover::<2>(&board, nodes, limits)?,
        3..=4 => cover::<4>(&board, nodes, limits)?,
        5..=8 => cover::<8>(&board, nodes, limits)?,
        _ => return Ok(None),
    };
    Ok(chosen.and_then(|chosen| colored(graph, &board.items, &chosen)))
}

/// Lists the sets and looks for a cover; returns the items of each of its sets.
fn cover<const W: usize>(board: &Board, nodes: u64, limits: &Limits) -> Result<Option<Vec<Vec<usize>>>, Stop> {
    let mut sets: Vec<[u64; W]> = Vec::new();
    for alone in [false, true] {
        let mut listing = Listing { board, alone, blocked: board.blocked(alone), nodes: 0, limits, sets };
        let mut allowed: Vec<u64> = vec![0; board.matrix.row(0).len()];
        (0..board.symmetry.len()).filter(|&v| board.allowed(v, alone)).for_each(|v| bits::set(&mut allowed, v));
        let all_open = u128::MAX >> (128 - board.cliques.len());
        let whole = listing.branch(&allowed, all_open, [0; W], (usize::MAX, true))?;
        sets = listing.sets;
        if !whole {
            return Ok(None);
        }
    }
    sets.sort_unstable();
    sets.dedup();
    let order = rarest_first(&counts(&sets, board.items.len()));
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &item)| place[item] = at);
    for set in &mut sets {
        let mut moved = [0; W];
        bits::members(set).for_each(|item| bits::set(&mut moved, place[item]));
        *set = moved;
    }
    let chosen = Cover::new(sets, order.len(), limits).solve(nodes)?;
    Ok(chosen.map(|chosen| chosen.iter().map(|set| bits::members(set).map(|at| order[at]).collect()).collect()))
}

/// The colouring by these sets: the vertices of a set have one colour if none are neighbours, else two.
fn colored(graph: &Graph, items: &[Vec<usize>], chosen: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut coloring = vec![usize::MAX; graph.len()];
    let mut colors = 0;
    for set in chosen {
        let vertices: Vec<usize> = set.iter().flat_map(|&item| items[item].iter().copied()).collect();
        let inside = |vertex: usize| vertices.iter().copied().filter(move |&other| graph.joined(vertex, other));
        for &start in &vertices {
            if coloring[start] != usize::MAX {
                continue;
            }
            coloring[start] = colors;
            let mut open = vec![start];
            while let Some(vertex) = open.pop() {
                for other in inside(vertex) {
                    if coloring[other] == usize::MAX {
                        coloring[other] = 2 * colors + 1 - coloring[vertex];
                        open.push(other);
                    }
                }
            }
        }
        colors += 2;
    }
    crate::puzzle::coloring::check(graph, &coloring).ok().map(|()| crate::puzzle::coloring::compact(&coloring))
}

/// The graph, its symmetry, and the cliques in which each colour occurs once.
struct Board<'a> {
    matrix: Matrix,
    symmetry: &'a [usize],
    /// A vertex and its image, or a vertex that is its own image.
    items: Vec<Vec<usize>>,
    item_of: Vec<usize>,
    cliques: Vec<Vec<u64>>,
    /// By vertex, the cliques that it is in.
    through: Vec<u128>,
}

impl<'a> Board<'a> {
    fn new(graph: &Graph, symmetry: &'a [usize], cliques: &[Vec<usize>]) -> Option<Board<'a>> {
        let matrix = Matrix::new(graph)?;
        let (mut items, mut item_of): (Vec<Vec<usize>>, _) = (Vec::new(), vec![usize::MAX; graph.len()]);
        for (vertex, &image) in symmetry.iter().enumerate().filter(|&(vertex, &image)| vertex <= image) {
            item_of[vertex] = items.len();
            item_of[image] = items.len();
            items.push(if vertex == image { vec![vertex] } else { vec![vertex, image] });
        }
        let mut through = vec![0; graph.len()];
        let mut chosen = Vec::new();
        for (index, clique) in cliques.iter().take(MOST_CLIQUES).enumerate() {
            let mut words = vec![0; graph.len().div_ceil(64)];
            for &vertex in clique {
                bits::set(&mut words, vertex);
                through[vertex] |= 1u128 << index;
            }
            chosen.push(words);
        }
        let whole = !through.is_empty() && !through.contains(&0);
        whole.then_some(Board { matrix, symmetry, items, item_of, cliques: chosen, through })
    }

    /// Whether the vertex may be in a set that is its own image (`alone`), or in one that is disjoint from its image.
    fn allowed(&self, vertex: usize, alone: bool) -> bool {
        let image = self.symmetry[vertex];
        if alone { !self.matrix.joined(vertex, image) } else { image != vertex }
    }

    /// By vertex, the vertices that are in no set with it.
    fn blocked(&self, alone: bool) -> Vec<Vec<u64>> {
        let of = |(vertex, &image): (usize, &usize)| {
            let mut words = self.matrix.row(vertex).to_vec();
            if alone {
                words.iter_mut().zip(self.matrix.row(image)).for_each(|(word, near)| *word |= near);
            }
            bits::set(&mut words, vertex);
            bits::set(&mut words, image);
            words
        };
        self.symmetry.iter().enumerate().map(of).collect()
    }
}

/// The sets, by the items of which they hold vertices.
struct Listing<'b, 'a, const W: usize> {
    board: &'b Board<'a>,
    alone: bool,
    blocked: Vec<Vec<u64>>,
    nodes: u64,
    limits: &'b Limits,
    sets: Vec<[u64; W]>,
}

impl<const W: usize> Listing<'_, '_, W> {
    /// Takes a vertex of the open clique that has the fewest left. `first` is the lowest item so far, and whether its
    /// lower vertex was taken: of a set and its image one is enough. Returns whether all sets were listed.
    fn branch(&mut self, left: &[u64], open: u128, set: [u64; W], first: (usize, bool)) -> Result<bool, Stop> {
        if open == 0 {
            if first.1 {
                self.sets.push(set);
            }
            return Ok(self.sets.len() <= MOST_SETS);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL)
            && let Some(stop) = self.limits.exceeded()
        {
            return Err(stop);
        }
        let board = self.board;
        let (mut fewest, mut chosen, mut rest) = (u32::MAX, 0, open);
        while rest != 0 {
            let clique = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let count = board.cliques[clique].iter().zip(left).map(|(word, left)| (word & left).count_ones()).sum();
            if count < fewest {
                (fewest, chosen) = (count, clique);
            }
        }
        if fewest == 0 {
            return Ok(self.nodes <= MOST_NODES);
        }
        let choices: Vec<u64> = board.cliques[chosen].iter().zip(left).map(|(word, left)| word & left).collect();
        for vertex in bits::members(&choices) {
            let next: Vec<u64> =
                left.iter().zip(&self.blocked[vertex]).map(|(left, blocked)| left & !blocked).collect();
            let image = board.symmetry[vertex];
            let hit = board.through[vertex] | if self.alone { board.through[image] } else { 0 };
            let item = board.item_of[vertex];
            let mut larger = set;
            bits::set(&mut larger, item);
            let lowest = if item < first.0 { (item, self.alone || vertex < image) } else { first };
            if !self.branch(&next, open & !hit, larger, lowest)? {
                return Ok(false);
            }
        }
        Ok(self.nodes <= MOST_NODES)
    }
}

/// The search for sets that hold each item exactly once.
///
/// Items are numbered so that those in few sets come first, and sets are ordered by their first item: the first item
/// that is not covered can only be covered by a set that begins with it.
struct Cover<'l, const W: usize> {
    /// The lists of all levels, one after the other; the first has all sets.
    sets: Vec<[u64; W]>,
    /// By level and item, the position of the first set that begins with it.
    starts: Vec<usize>,
    items: usize,
    chosen: Vec<[u64; W]>,
    nodes: u64,
    limits: &'l Limits,
}

/// How a run of the search ended.
enum End {
    Found,
    /// There is no cover.
    None,
    /// It took too many nodes.
    Cut,
}

impl<'l, const W: usize> Cover<'l, W> {
    fn new(mut sets: Vec<[u64; W]>, items: usize, limits: &'l Limits) -> Cover<'l, W> {
        sets.sort_unstable_by_key(|set| bits::first(set));
        Cover { sets, starts: Vec::new(), items, chosen: Vec::new(), nodes: 0, limits }
    }

    fn solve(mut self, nodes: u64) -> Result<Option<Vec<[u64; W]>>, Stop> {
        let mut rng = Rng::new(1);
        let (mut run, count) = (FIRST_RUN, self.sets.len());
        let mut all = [0; W];
        (0..self.items).for_each(|item| bits::set(&mut all, item));
        self.starts = (0..=self.items)
            .map(|item| self.sets.partition_point(|set| bits::first(set).is_some_and(|first| first < item)))
            .collect();
        if !spanned(&self.sets, &all) {
            return Ok(None);
        }
        while self.nodes < nodes {
            self.sets.truncate(count);
            self.starts.truncate(self.items + 1);
            self.chosen.clear();
            for item in 0..self.items {
                rng.shuffle(&mut self.sets[self.starts[item]..self.starts[item + 1]]);
            }
            let end = self.nodes.saturating_add(run).min(nodes);
            match self.branch(all, end)? {
                End::Found => return Ok(Some(self.chosen)),
                End::None => return Ok(None),
                End::Cut => run += run / 2,
            }
        }
        Ok(None)
    }

    /// Covers these items by sets of the last list.
    fn branch(&mut self, items: [u64; W], end: u64) -> Result<End, Stop> {
        let Some(item) = bits::first(&items) else { return Ok(End::Found) };
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL)
            && let Some(stop) = self.limits.exceeded()
        {
            return Err(stop);
        }
        if self.nodes > end {
            return Ok(End::Cut);
        }
        let level = self.starts.len() - (self.items + 1);
        let (low, to) = (self.starts[level], self.starts[level + self.items]);
        for at in self.starts[level + item]..self.starts[level + item + 1] {
            let set = self.sets[at];
            if (0..W).any(|word| set[word] & !items[word] != 0) {
                continue;
            }
            let rest: [u64; W] = std::array::from_fn(|word| items[word] & !set[word]);
            self.chosen.push(set);
            let long = to - low > SHORT;
            let found = if long && !self.keep(level, &rest) { End::None } else { self.branch(rest, end)? };
            if !matches!(found, End::None) {
                return Ok(found);
            }
            if long {
                self.sets.truncate(to);
                self.starts.truncate(level + self.items + 1);
            }
            self.chosen.pop();
        }
        Ok(End::None)
    }

    /// Starts a list of those sets of a level that hold none but these items; returns whether sums allow a cover.
    fn keep(&mut self, level: usize, items: &[u64; W]) -> bool {
        let begin = self.sets.len();
        let mut kept = begin;
        self.sets.resize(begin + self.starts[level + self.items] - self.starts[level], [0; W]);
        let (lists, next) = self.sets.split_at_mut(begin);
        for item in 0..self.items {
            self.starts.push(kept);
            if !bits::has(items, item) {
                continue;
            }
            for set in &lists[self.starts[level + item]..self.starts[level + item + 1]] {
                // Written in any case: a branch that cannot be predicted costs more.
                next[kept - begin] = *set;
                kept += usize::from((0..W).fold(0, |other, word| other | set[word] & !items[word]) == 0);
            }
        }
        self.starts.push(kept);
        self.sets.truncate(kept);
        kept - begin < LONG || spanned(&self.sets[begin..], items)
    }
}

/// The items in the order of these counts of sets that they are in.
fn rarest_first(counts: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|&item| counts[item]);
    order
}

/// In how many of the sets each item is.
fn counts<const W: usize>(sets: &[[u64; W]], items: usize) -> Vec<usize> {
    let mut counts = vec![0; items];
    sets.iter().for_each(|set| bits::members(set).for_each(|item| counts[item] += 1));
    counts
}

/// Whether the items are a sum of sets over the two-element field. If not, no sets hold each item once.
///
/// As long as the sets added to the basis do not sum up to the items, there are test items of which each such set holds
/// an even number, and all items together an odd one. A set with an odd number is added next; if there is none, that is
/// a proof.
fn spanned<const W: usize>(sets: &[[u64; W]], items: &[u64; W]) -> bool {
    let add = |to: &mut [u64; W], set: &[u64; W]| (0..W).for_each(|word| to[word] ^= set[word]);
    // Sums of sets, each with an item that no other sum holds.
    let mut sums: Vec<(usize, [u64; W])> = Vec::new();
    let mut rest = *items;
    while let Some(free) = bits::first(&rest) {
        let mut telling = [0; W];
        bits::set(&mut telling, free);
        sums.iter().filter(|(_, sum)| bits::has(sum, free)).for_each(|&(own, _)| bits::set(&mut telling, own));
        let odd = |set: &&[u64; W]| (0..W).map(|word| (set[word] & telling[word]).count_ones()).sum::<u32>() % 2 == 1;
        let Some(&(mut sum)) = sets.iter().find(odd) else { return false };
        for (own, other) in &sums {
            if bits::has(&sum, *own) {
                add(&mut sum, other);
            }
        }
        let Some(own) = bits::first(&sum) else { return true };
        sums.iter_mut()
            .map(|(_, other)| other)
            .chain([&mut rest])
            .filter(|set| bits::has(&set[..], own))
            .for_each(|set| add(set, &sum));
        sums.push((own, sum));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::bounds::{cliques, used};
    use super::super::symmetry::involutions;
    use super::super::symmetry::tests::queens;
    use super::*;
    use crate::puzzle::coloring::check;

    /// The symmetry renames the colours: vertices of one colour have images of one colour.
    fn invariant(coloring: &[usize], symmetry: &[usize]) -> bool {
        (0..coloring.len())
            .all(|a| (0..a).all(|b| (coloring[a] == coloring[b]) == (coloring[symmetry[a]] == coloring[symmetry[b]])))
    }

    #[test]
    fn twelve_queens_by_each_symmetry_that_can() {
        let graph = queens(12);
        let rows = cliques(&graph, 12);
        let mut found = 0;
        for symmetry in involutions(&graph) {
            let Some(coloring) = by_pairs(&graph, &symmetry, &rows, 1_000_000, &Limits::none()).expect("no limit")
            else {
                continue;
            };
            assert_eq!((check(&graph, &coloring), used(&coloring)), (Ok(()), 12));
            assert!(invariant(&coloring, &symmetry));
            found += 1;
        }
        assert!(found >= 3, "both reflections by lines and the half turn: {found}");
    }

    #[test]
    fn few_queens() {
        for (n, possible) in [(4, false), (5, true), (6, false), (7, true), (8, false), (10, false)] {
            let graph = queens(n);
            let rows = cliques(&graph, n);
            let mut colored = false;
            for symmetry in involutions(&graph) {
                if let Some(coloring) = by_pairs(&graph, &symmetry, &rows, 1_000_000, &Limits::none()).expect("none") {
                    assert_eq!((check(&graph, &coloring), used(&coloring)), (Ok(()), n));
                    assert!(invariant(&coloring, &symmetry));
                    colored = true;
                }
            }
            assert_eq!(colored, possible, "{n}");
        }
    }

    #[test]
    fn sums_over_two_elements() {
        assert!(spanned(&[[0b011], [0b110]], &[0b101]));
        assert!(!spanned(&[[0b011], [0b110]], &[0b111]));
        assert!(spanned::<1>(&[], &[0]) && !spanned::<1>(&[], &[1]));
    }

    #[test]
    fn nothing_to_cover_and_limits() {
        let graph = queens(5);
        let symmetry: Vec<usize> = (0..25).rev().collect();
        assert_eq!(by_pairs(&graph, &symmetry, &[], 1000, &Limits::none()), Ok(None), "no cliques");
        assert_eq!(by_pairs(&graph, &symmetry, &cliques(&graph, 5), 0, &Limits::none()), Ok(None), "no nodes");
        assert_eq!(by_pairs(&Graph::default(), &[], &[], 1000, &Limits::none()), Ok(None));
        let stopped = Limits::none();
        stopped.stop.raise();
        let graph = queens(12);
        let symmetry: Vec<usize> = (0..144).rev().collect();
        assert_eq!(by_pairs(&graph, &symmetry, &cliques(&graph, 12), 1 << 20, &stopped), Err(Stop::Interrupted));
    }
}
