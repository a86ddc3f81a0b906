//! A tree decomposition, and from it which variables to branch on first.
//!
//! **What it does.** Eliminates the variables one after the other, each time one between whose neighbors the fewest
//! edges are missing (min-fill), or one with the fewest neighbors (min-degree). A variable with its neighbors of that
//! moment is a bag; the bags form a tree. The tree is rooted where the subtrees are balanced; variables in bags near
//! the root are preferred.
//!
//! **Why it pays.** Branching from the root outwards splits the formula early, and what is left depends on the
//! variables of one bag alone, so that the cache answers most questions.
//!
//! **Schedule and cost.** Bounded by ticks. Several rounds with ties broken at random; the narrowest tree is taken.
//! Beyond a width of [`MAX_WIDTH`] a tree says little, and the rest becomes one bag.
//!
//! **References.** Korhonen, Järvisalo, CP'21.

use crate::cnf::Formula;
use crate::limits::Limits;
use crate::util::rng::Rng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Bags beyond this size are not divided further.
const MAX_WIDTH: usize = 400;

/// The most edges of the graph.
const MAX_EDGES: usize = 1 << 24;

/// The most that elimination may cost, in neighbors looked at.
const MAX_TICKS: u64 = 40_000_000;

/// Neighbors looked at between two looks at the clock.
const POLL: usize = 1 << 20;

/// The most trees that are tried.
const MOST_TREES: usize = 100;

/// A tree of bags; bag `i` is of the variable that was eliminated in place `i`.
struct Tree {
    order: Vec<u32>,
    bags: Vec<Vec<u32>>,
    width: usize,
}

/// The graph in which two variables that share a clause are neighbors.
fn graph(formula: &Formula, limits: &Limits) -> Option<Vec<Vec<u32>>> {
    let edges: usize = formula.clauses().map(|clause| clause.len().saturating_mul(clause.len())).sum();
    if edges > 8 * MAX_EDGES {
        return None;
    }
    let mut neighbors: Vec<Vec<u32>> = vec![Vec::new(); formula.num_vars()];
    let mut looked = 0;
    for clause in formula.clauses() {
        looked += clause.len().saturating_mul(clause.len());
        if looked > POLL {
            looked = 0;
            limits.exceeded().map_or(Some(()), |_| None)?;
        }
        for a in clause {
            let list = &mut neighbors[a.var().index()];
            list.extend(clause.iter().map(|b| b.var().index() as u32).filter(|&b| b as usize != a.var().index()));
            if list.len() > 64 && list.len().is_power_of_two() {
                list.sort_unstable();
                list.dedup();
            }
        }
    }
    for list in &mut neighbors {
        list.sort_unstable();
        list.dedup();
    }
    (neighbors.iter().map(Vec::len).sum::<usize>() <= MAX_EDGES).then_some(neighbors)
}

/// Merges two ascending lists into `out`, without the two values of `skip`.
fn union(a: &[u32], b: &[u32], skip: [u32; 2], out: &mut Vec<u32>) {
    out.clear();
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let next = match (a.get(i), b.get(j)) {
            (Some(&x), Some(&y)) => x.min(y),
            (Some(&x), None) | (None, Some(&x)) => x,
            (None, None) => break,
        };
        i += usize::from(a.get(i) == Some(&next));
        j += usize::from(b.get(j) == Some(&next));
        if !skip.contains(&next) {
            out.push(next);
        }
    }
}

/// How many edges are missing among the neighbors of a variable.
fn fill(neighbors: &[Vec<u32>], var: u32, marks: &mut [u32], stamp: &mut u32, ticks: &mut u64) -> u64 {
    let list = &neighbors[var as usize];
    *stamp += 1;
    list.iter().for_each(|&other| marks[other as usize] = *stamp);
    let mut present = 0u64;
    for &other in list {
        let others = &neighbors[other as usize];
        *ticks += others.len() as u64;
        present += others.iter().filter(|&&third| marks[third as usize] == *stamp).count() as u64;
    }
    let len = list.len() as u64;
    (len * len.saturating_sub(1) - present) / 2
}

/// Eliminates all variables; gives up when the tree is no narrower than `most`, or ticks or limits run out.
fn eliminate(
    mut neighbors: Vec<Vec<u32>>,
    by_fill: bool,
    most: usize,
    rng: &mut Rng,
    (ticks, limits): (&mut u64, &Limits),
) -> Option<Tree> {
    let count = neighbors.len();
    let mut pause = *ticks + POLL as u64;
    let (mut marks, mut stamp) = (vec![0u32; count], 0u32);
    let mut eliminated = vec![false; count];
    let mut tree = Tree { order: Vec::with_capacity(count), bags: Vec::with_capacity(count), width: 0 };
    let mut heap = BinaryHeap::with_capacity(count);
    let mut score = |neighbors: &[Vec<u32>], var: u32, ticks: &mut u64| match by_fill && *ticks <= MAX_TICKS {
        true => fill(neighbors, var, &mut marks, &mut stamp, ticks),
        false => neighbors[var as usize].len() as u64,
    };
    for var in 0..count as u32 {
        heap.push(Reverse((score(&neighbors, var, ticks), rng.bits() as u32, var)));
    }
    let mut merged = Vec::new();
    while let Some(Reverse((known, tie, var))) = heap.pop() {
        if eliminated[var as usize] {
            continue;
        }
        if *ticks > pause {
            pause = *ticks + POLL as u64;
            limits.exceeded().map_or(Some(()), |_| None)?;
        }
        let now = score(&neighbors, var, ticks);
        if now > known {
            heap.push(Reverse((now, tie, var)));
            continue;
        }
        let bag = std::mem::take(&mut neighbors[var as usize]);
        if bag.len() >= most || *ticks > MAX_TICKS {
            return None;
        }
        eliminated[var as usize] = true;
        tree.width = tree.width.max(bag.len());
        if bag.len() > MAX_WIDTH {
            // The rest becomes one bag, in which all variables are preferred equally.
            let rest: Vec<u32> = (0..count as u32).filter(|&var| !eliminated[var as usize]).collect();
            tree.width = tree.width.max(rest.len());
            tree.order.push(var);
            tree.bags.push(rest);
            break;
        }
        for &other in &bag {
            *ticks += (bag.len() + neighbors[other as usize].len()) as u64;
            union(&neighbors[other as usize], &bag, [var, other], &mut merged);
            std::mem::swap(&mut neighbors[other as usize], &mut merged);
        }
        for &other in &bag {
            heap.push(Reverse((score(&neighbors, other, ticks), rng.bits() as u32, other)));
        }
        tree.order.push(var);
        tree.bags.push(bag);
    }
    Some(tree)
}

/// By variable: the number of bags between the root and the nearest one that holds it.
fn depths(tree: &Tree, num_vars: usize) -> Vec<u32> {
    let count = tree.order.len();
    let mut place = vec![u32::MAX; num_vars];
    for (index, &var) in tree.order.iter().enumerate() {
        place[var as usize] = index as u32;
    }
    let parent: Vec<Option<usize>> = tree
        .bags
        .iter()
        .map(|bag| bag.iter().map(|&var| place[var as usize]).filter(|&at| at != u32::MAX).min().map(|at| at as usize))
        .collect();
    let mut links: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut sizes = vec![1u32; count];
    for index in 0..count {
        if let Some(above) = parent[index] {
            links[index].push(above as u32);
            links[above].push(index as u32);
            sizes[above] += sizes[index];
        }
    }
    let mut depth = vec![u32::MAX; num_vars];
    let mut level = vec![u32::MAX; count];
    for top in (0..count).filter(|&index| parent[index].is_none()) {
        // Walks down while one subtree has more than half of the bags.
        let mut root = top;
        let half = sizes[top] / 2;
        while let Some(&heavy) =
            links[root].iter().find(|&&next| parent[next as usize] == Some(root) && sizes[next as usize] > half)
        {
            root = heavy as usize;
        }
        level[root] = 0;
        let mut queue = std::collections::VecDeque::from([root]);
        while let Some(index) = queue.pop_front() {
            for &var in tree.bags[index].iter().chain([&tree.order[index]]) {
                depth[var as usize] = depth[var as usize].min(level[index]);
            }
            for &next in &links[index] {
                if level[next as usize] == u32::MAX {
                    level[next as usize] = level[index] + 1;
                    queue.push_back(next as usize);
                }
            }
        }
    }
    depth
}

/// By variable: by how much it is preferred for branching to one at the bottom of the tree; and the width of the tree,
/// if there is one. There is none if the limits ran out.
pub fn preferences(formula: &Formula, limits: &Limits) -> (Vec<f64>, Option<usize>) {
    let num_vars = formula.num_vars();
    let none = (vec![0.0; num_vars], None);
    if num_vars == 0 {
        return none;
    }
    let Some(neighbors) = graph(formula, limits) else { return none };
    let mut rng = Rng::new(1);
    let mut ticks = 0;
    let mut best = eliminate(neighbors.clone(), false, usize::MAX, &mut rng, (&mut ticks, limits));
    ticks = 0;
    for _ in 0..MOST_TREES {
        let most = best.as_ref().map_or(usize::MAX, |tree| tree.width);
        if most <= 2 || ticks > MAX_TICKS || limits.exceeded().is_some() {
            break;
        }
        best = eliminate(neighbors.clone(), true, most, &mut rng, (&mut ticks, limits)).or(best);
    }
    let Some(tree) = best else { return none };
    let depths = depths(&tree, num_vars);
    let deepest = depths.iter().copied().filter(|&depth| depth != u32::MAX).max().unwrap_or(0).max(1);
    let ratio = num_vars as f64 / tree.width.max(1) as f64;
    let scale = (100.0 * libm::exp(ratio.min(40.0)) / num_vars as f64).min(1e7);
    let near = |&depth: &u32| 1.0 - f64::from(depth.min(deepest)) / f64::from(deepest);
    (depths.iter().map(|depth| scale * near(depth)).collect(), Some(tree.width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_cut_in_the_middle() {
        let lists: Vec<Vec<i32>> = (1..100).map(|var| vec![var, var + 1]).collect();
        let lists: Vec<&[i32]> = lists.iter().map(Vec::as_slice).collect();
        let (preferences, width) = preferences(&Formula::from_dimacs_lists(&lists), &Limits::none());
        assert_eq!(width, Some(1));
        let best = (0..100).max_by(|&a: &usize, &b| preferences[a].total_cmp(&preferences[b]));
        assert!((30..70).contains(&best.unwrap_or(0)), "{best:?}");
    }

    #[test]
    fn a_grid_has_a_narrow_tree() {
        let mut formula = Formula::new();
        let var = |row: i32, column: i32| crate::cnf::Lit::from_dimacs(row * 9 + column + 1).expect("not 0");
        for row in 0..9 {
            for column in 0..8 {
                formula.add_clause([var(row, column), var(row, column + 1)]);
                formula.add_clause([var(column, row), var(column + 1, row)]);
            }
        }
        let (_, width) = preferences(&formula, &Limits::none());
        assert!(width.is_some_and(|width| (9..13).contains(&width)), "{width:?}");
    }
}
