//! The search for symmetries of a formula: generators of a group of automorphisms of its graph.
//!
//! **What it does.** On the first path, literals are individualised one after the other, and the partition is refined
//! each time, until every literal is alone in its cell: these literals are the *base*. Then, from its last point to
//! its first, other literals of the point's cell are tried in its place. If refinement yields the same trace as on the
//! first path, the two partitions are compared: cells of one vertex determine where it is mapped, and if all other
//! cells contain the same vertices, all others may be fixed. Every map found is checked clause by clause. Of literals
//! in the same orbit of the symmetries found so far, only one is tried.
//!
//! The generators found at a point and after it fix all points before it, so together with the base they describe a
//! chain of stabilizers, which `breaking.rs` uses. Points are therefore chosen where they are useful to it
//! (`select.rs`), and then from the first cell that has two literals or more.
//!
//! **Schedule and cost.** Once. Ticks are visits of a neighbour; when they run out on the first path, nothing is found;
//! later, what was found by then yields units alone (`breaking.rs`).
//!
//! **References.** McKay (Congr. Numer.'81); Darga, Liffiton, Sakallah, Markov (DAC'04) for maps that are the identity
//! where the cells agree; Junttila, Kaski (ALENEX'07) for comparing traces of refinement.

use super::clauses::Clauses;
use super::partition::Partition;
use super::permutation::Permutation;
use super::select::Selector;
use crate::util::union_find::UnionFind;
use std::ops::Range;

/// Literals of a cell that are tried without success before the rest of it is skipped.
const MAX_FAILURES: usize = 8;
/// Literals that are tried at each later point of a path before it is abandoned.
const MAX_CHOICES: usize = 3;

/// A base, and generators for its chain of stabilizers.
#[derive(Debug, Default)]
pub struct Chain {
    /// The points.
    pub base: Vec<Point>,
    /// The generators; those found at the last points come first.
    pub generators: Vec<Permutation>,
}

/// A point of the base.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The literal.
    pub code: u32,
    /// How many of the generators, from the first on, fix all points before this one.
    pub generators: usize,
}

/// One individualisation of the first path.
#[derive(Debug)]
struct Level {
    /// Where the cell of the point began.
    cell: u32,
    point: u32,
    /// The number of splits before this level.
    splits: usize,
    /// This level's part of the trace.
    events: Range<usize>,
}

struct Search<'c> {
    clauses: &'c Clauses,
    partition: Partition<'c>,
    levels: Vec<Level>,
    /// The trace of the first path.
    events: Vec<u64>,
    /// The order at the end of the first path.
    leaf: Vec<u32>,
    /// The orbits of the symmetries found, of literals.
    orbits: UnionFind,
    /// Every literal by itself: scratch of a check.
    identity: Vec<u32>,
    /// By place: whether a cell that was split off begins here. Scratch of a comparison.
    new: Vec<bool>,
    limit: u64,
}

/// The symmetries found within about `limit` ticks, and the ticks used.
pub fn search(clauses: &Clauses, limit: u64) -> (Chain, u64) {
    let mut partition = Partition::new(clauses);
    partition.refine(|_| true);
    if partition.is_discrete() {
        return (Chain::default(), partition.ticks);
    }
    let mut search = Search {
        clauses,
        partition,
        levels: Vec::new(),
        events: Vec::new(),
        leaf: Vec::new(),
        orbits: UnionFind::new(clauses.literals()),
        identity: (0..clauses.literals() as u32).collect(),
        new: vec![false; clauses.literals() + clauses.len()],
        limit,
    };
    let complete = search.first_path();
    let chain = if complete { search.generators() } else { Chain::default() };
    (chain, search.partition.ticks)
}

impl Search<'_> {
    fn exhausted(&self) -> bool {
        self.partition.ticks > self.limit
    }

    /// Individualises and refines until every literal is alone in its cell; false when the ticks run out before that.
    fn first_path(&mut self) -> bool {
        let mut selector = Selector::new(self.clauses);
        let mut cursor = 0;
        while !self.partition.is_discrete() {
            if self.exhausted() {
                return false;
            }
            let point = selector.next(&mut self.partition).unwrap_or_else(|| {
                while self.partition.cell(cursor).len() == 1 {
                    cursor += 1;
                }
                *self.partition.cell(cursor).iter().min().expect("two or more")
            });
            let (cell, splits, start) = (self.partition.front(point), self.partition.num_splits(), self.events.len());
            self.partition.individualize(point);
            let events = &mut self.events;
            self.partition.refine(|event| {
                events.push(event);
                true
            });
            self.levels.push(Level { cell, point, splits, events: start..self.events.len() });
        }
        self.leaf = self.partition.order().to_vec();
        true
    }

    fn generators(&mut self) -> Chain {
        let mut generators = Vec::new();
        let mut base = Vec::with_capacity(self.levels.len());
        for level in (0..self.levels.len()).rev() {
            let Level { cell, point, splits, .. } = self.levels[level];
            self.partition.undo(splits);
            let mut others = self.partition.cell(cell).to_vec();
            others.sort_unstable();
            let mut failed: Vec<u32> = Vec::new();
            for other in others {
                if self.exhausted() || failed.len() == MAX_FAILURES {
                    break;
                }
                let orbit = self.orbit(other);
                if orbit == self.orbit(point) || failed.iter().any(|&vertex| self.orbit(vertex) == orbit) {
                    continue;
                }
                match self.symmetry(level, other) {
                    Some(found) => {
                        found
                            .moved()
                            .iter()
                            .for_each(|&(code, image)| self.orbits.unite(code as usize, image as usize));
                        generators.push(found);
                    }
                    None => failed.push(other),
                }
                self.partition.undo(splits);
            }
            base.push(Point { code: point, generators: generators.len() });
        }
        base.reverse();
        Chain { base, generators }
    }

    /// The literal that stands for the orbit of this one.
    fn orbit(&mut self, code: u32) -> usize {
        self.orbits.find(code as usize)
    }

    /// A symmetry that fixes the points before this level and maps the level's point to the other literal.
    fn symmetry(&mut self, level: usize, other: u32) -> Option<Permutation> {
        let before = self.partition.num_splits();
        if !self.follow(level, other) {
            return None;
        }
        for next in level + 1.. {
            if let Some(images) = self.compare(before) {
                let found = Permutation::new(images);
                if found.preserves(self.clauses, &mut self.identity, &mut self.partition.ticks) {
                    return Some(found);
                }
            }
            if next == self.levels.len() || self.exhausted() {
                return None;
            }
            let Level { cell, point, .. } = self.levels[next];
            let splits = self.partition.num_splits();
            let mut choices: Vec<u32> = self.partition.cell(cell).to_vec();
            choices.sort_unstable_by_key(|&vertex| (vertex != point, vertex));
            let agreed = choices.into_iter().take(MAX_CHOICES).any(|choice| {
                self.partition.undo(splits);
                self.follow(next, choice)
            });
            if !agreed {
                return None;
            }
        }
        None
    }

    /// Individualises the vertex in place of the level's point; returns whether refinement yields the same trace.
    fn follow(&mut self, level: usize, vertex: u32) -> bool {
        let mut expected = self.events[self.levels[level].events.clone()].iter();
        self.partition.individualize(vertex);
        self.partition.refine(|event| expected.next() == Some(&event)) && expected.next().is_none()
    }

    /// Compares the cells split since `before` with those of the first path. If all cells of several literals agree,
    /// returns where the literals that are alone in their cells are mapped.
    fn compare(&mut self, before: usize) -> Option<Vec<(u32, u32)>> {
        let splits = self.partition.splits_since(before);
        splits.iter().for_each(|&(new, _)| self.new[new as usize] = true);
        let literals = self.clauses.literals() as u32;
        let mut images = Vec::new();
        let mut ticks = splits.len() as u64;
        let mut same = true;
        let mut roots: Vec<u32> = splits.iter().map(|&(_, old)| old).collect();
        roots.retain(|&root| root < literals && !self.new[root as usize]);
        roots.sort_unstable();
        roots.dedup();
        'cells: for root in roots {
            let mut front = root;
            while front == root || front < literals && self.new[front as usize] {
                let cell = self.partition.cell(front);
                let first = &self.leaf[front as usize..front as usize + cell.len()];
                ticks += cell.len() as u64;
                if let ([image], [code]) = (cell, first) {
                    images.push((*code, *image));
                } else if !first.iter().all(|&vertex| self.partition.front(vertex) == front) {
                    same = false;
                    break 'cells;
                }
                front += cell.len() as u32;
            }
        }
        for index in before..self.partition.num_splits() {
            self.new[self.partition.splits_since(index)[0].0 as usize] = false;
        }
        self.partition.ticks += ticks;
        same.then_some(images)
    }
}
