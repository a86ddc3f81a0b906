//! The search for symmetries of a formula: generators of a group of automorphisms of its graph.
//!
//! **What it does.** On the first path, literals get cells of their own, one after the other, and the partition is refined
//! each time, until every literal has one: the *base*. Then, from the last of these points to the first, other literals of
//! the point's cell are tried in its place. Where refinement tells the same as on the first path, the two partitions are
//! compared: cells of one vertex tell what goes where, and if all other cells hold the same vertices, everything else may
//! stay where it is. Every map found is checked clause by clause. Literals that what was found takes to each other need
//! only one try.
//!
//! The generators found at a point and after it fix all points before: with the base they are the chain of stabilizers that
//! `breaking.rs` goes down. So the points are chosen where it can use them (`choice.rs`), as long as there are such; then a
//! literal of the first cell that has two.
//!
//! **Schedule and cost.** Once. Counted in looks at a neighbour and bounded; what was found by then is used.
//!
//! References: McKay, Congr. Numer.'81; Darga, Liffiton, Sakallah, Markov, DAC'04 (maps that are the identity where the cells
//! agree); Junttila, Kaski, ALENEX'07 (comparing what refinement tells).

use super::choice::Choice;
use super::clauses::Clauses;
use super::partition::Partition;
use super::permutation::Permutation;
use std::ops::Range;

/// Literals of a cell that are tried in vain before the rest of it is passed over.
const MOST_FAILURES: usize = 8;
/// Literals that are tried at each later point of a path before the path is given up.
const MOST_CHOICES: usize = 3;

/// A base and generators of the chain of stabilizers that it leads down.
#[derive(Debug, Default)]
pub struct Chain {
    /// The points.
    pub base: Vec<Point>,
    /// Of the last points first.
    pub generators: Vec<Permutation>,
}

/// A point of the base.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The literal.
    pub code: u32,
    /// How many of the generators fix all points before this one: the first so many.
    pub generators: usize,
}

/// A step of the first path.
#[derive(Debug)]
struct Level {
    /// Where the cell of the point began.
    cell: u32,
    point: u32,
    /// The splits there were before.
    splits: usize,
    /// What the refinement told.
    events: Range<usize>,
}

struct Search<'c> {
    clauses: &'c Clauses,
    partition: Partition<'c>,
    levels: Vec<Level>,
    events: Vec<u64>,
    /// The order at the end of the first path.
    leaf: Vec<u32>,
    /// Union-find over literals: the orbits under what was found.
    orbits: Vec<u32>,
    /// By vertex: whether a new cell begins here, in the comparison under way.
    new: Vec<bool>,
    limit: u64,
}

/// The symmetries that are found within so many looks at a neighbour, and how many there were.
pub fn search(clauses: &Clauses, limit: u64) -> (Chain, u64) {
    let mut search = Search {
        clauses,
        partition: Partition::new(clauses),
        levels: Vec::new(),
        events: Vec::new(),
        leaf: Vec::new(),
        orbits: (0..clauses.literals() as u32).collect(),
        new: vec![false; clauses.literals() + clauses.len()],
        limit,
    };
    search.partition.refine(|_| true);
    let whole = search.first_path();
    let chain = if whole { search.generators() } else { Chain::default() };
    (chain, search.partition.ticks)
}

impl Search<'_> {
    fn exhausted(&self) -> bool {
        self.partition.ticks > self.limit
    }

    /// Goes down until every literal has a cell of its own; false when the work runs out before.
    fn first_path(&mut self) -> bool {
        let mut choice = Choice::new(self.clauses);
        let mut cursor = 0;
        while !self.partition.is_discrete() {
            if self.exhausted() {
                return false;
            }
            let point = choice.next(&mut self.partition).unwrap_or_else(|| {
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
                if self.exhausted() || failed.len() == MOST_FAILURES {
                    break;
                }
                let orbit = self.find(other);
                if orbit == self.find(point) || failed.iter().any(|&vertex| self.find(vertex) == orbit) {
                    continue;
                }
                match self.symmetry(level, other) {
                    Some(found) => {
                        found.moved().iter().for_each(|&(code, image)| self.unite(code, image));
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

    /// The representative of the literal's orbit. Paths are halved on the way (van Leeuwen, van der Weide'77).
    fn find(&mut self, code: u32) -> u32 {
        let mut code = code as usize;
        while self.orbits[code] as usize != code {
            let next = self.orbits[self.orbits[code] as usize];
            self.orbits[code] = next;
            code = next as usize;
        }
        code as u32
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.orbits[a.max(b) as usize] = a.min(b);
    }

    /// A symmetry that fixes the points before this level and takes the level's point to the other literal.
    fn symmetry(&mut self, level: usize, other: u32) -> Option<Permutation> {
        let before = self.partition.num_splits();
        if !self.follow(level, other) {
            return None;
        }
        for next in level + 1.. {
            if let Some(images) = self.compare(before) {
                let found = Permutation::new(images);
                if found.preserves(self.clauses, &mut self.partition.ticks) {
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
            let agreed = choices.into_iter().take(MOST_CHOICES).any(|choice| {
                self.partition.undo(splits);
                self.follow(next, choice)
            });
            if !agreed {
                return None;
            }
        }
        None
    }

    /// Gives the vertex its own cell in place of the level's point; whether refinement tells the same.
    fn follow(&mut self, level: usize, vertex: u32) -> bool {
        let mut expected = self.events[self.levels[level].events.clone()].iter();
        self.partition.individualize(vertex);
        self.partition.refine(|event| expected.next() == Some(&event)) && expected.next().is_none()
    }

    /// Compares the cells that were split since then with those of the first path: where literals with cells of their own
    /// go, if all other literals may stay.
    fn compare(&mut self, before: usize) -> Option<Vec<(u32, u32)>> {
        let splits = self.partition.splits_since(before);
        splits.iter().for_each(|&(new, _)| self.new[new as usize] = true);
        let literals = self.clauses.literals() as u32;
        let mut images = Vec::new();
        let mut ticks = 0;
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
