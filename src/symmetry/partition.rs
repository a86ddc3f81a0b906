//! Ordered partitions of the vertices of a formula's graph, and their refinement.
//!
//! **What it does.** The vertices are the literals by code, followed by the clauses. A literal is adjacent to its
//! negation and to the clauses that contain it. A cell is split by how many neighbours its vertices have in another
//! cell, until no cell can be split further. Splits are undone in reverse order. Refinement emits a trace that does not
//! depend on the names of the vertices: two partitions that a symmetry maps onto each other have the same trace.
//!
//! **References.** McKay (Congr. Numer.'81) for refinement; Hopcroft ('71) for not queueing the largest part of a split
//! cell; Darga, Liffiton, Sakallah, Markov (DAC'04) for sparse graphs of formulas.

use super::clauses::Clauses;

/// An ordered list of cells, each a range of `order`.
#[derive(Debug)]
pub struct Partition<'c> {
    clauses: &'c Clauses,
    /// The vertices, cell by cell.
    order: Vec<u32>,
    /// By vertex: its place in `order`.
    place: Vec<u32>,
    /// By vertex: where its cell begins.
    front: Vec<u32>,
    /// By place: the length of the cell that begins there.
    len: Vec<u32>,
    /// For each split: where the new cell begins, and where the cell begins from which it was split off.
    splits: Vec<(u32, u32)>,
    literal_cells: usize,
    /// The cells by which others are still to be split.
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// By vertex: the number of neighbours in the current cell; 0 between refinements.
    counts: Vec<u32>,
    /// By cell: the number of vertices with such neighbours; 0 between refinements.
    hits: Vec<u32>,
    touched: Vec<u32>,
    /// The parts of the cell that is being split; empty between splits.
    parts: Vec<u32>,
    /// Visits of a neighbour so far.
    pub ticks: u64,
}

impl<'c> Partition<'c> {
    /// One cell for all literals, and one for the clauses of each length; not refined.
    pub fn new(clauses: &'c Clauses) -> Partition<'c> {
        let literals = clauses.literals();
        let vertices = literals + clauses.len();
        let mut order: Vec<u32> = (0..vertices as u32).collect();
        let length = |vertex: u32| clauses.codes(vertex as usize - literals).len();
        order[literals..].sort_by_cached_key(|&vertex| length(vertex));
        let mut partition = Partition {
            clauses,
            place: vec![0; vertices],
            front: vec![0; vertices],
            len: vec![0; vertices],
            splits: Vec::new(),
            literal_cells: 1,
            queue: Vec::new(),
            queued: vec![false; vertices],
            counts: vec![0; vertices],
            hits: vec![0; vertices],
            touched: Vec::new(),
            parts: Vec::new(),
            ticks: 0,
            order,
        };
        let mut start = 0;
        for place in 0..vertices {
            let vertex = partition.order[place];
            if place == literals || place > literals && length(vertex) != length(partition.order[place - 1]) {
                start = place;
            }
            partition.place[vertex as usize] = place as u32;
            partition.front[vertex as usize] = start as u32;
            partition.len[start] += 1;
            partition.enqueue(start as u32);
        }
        partition
    }

    /// The vertices, cell by cell.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The members of the cell that begins here.
    pub fn cell(&self, front: u32) -> &[u32] {
        &self.order[front as usize..(front + self.len[front as usize]) as usize]
    }

    /// Where the cell of a vertex begins.
    pub fn front(&self, vertex: u32) -> u32 {
        self.front[vertex as usize]
    }

    /// Whether every literal is alone in its cell.
    pub fn is_discrete(&self) -> bool {
        self.literal_cells == self.clauses.literals()
    }

    /// The number of splits that were not undone.
    pub fn num_splits(&self) -> usize {
        self.splits.len()
    }

    /// The splits after the first `before`: where the new cell begins, and the cell from which it was split off.
    pub fn splits_since(&self, before: usize) -> &[(u32, u32)] {
        &self.splits[before..]
    }

    /// Individualises a vertex: makes it alone in its cell.
    pub fn individualize(&mut self, vertex: u32) {
        let front = self.front(vertex);
        let last = front + self.len[front as usize] - 1;
        self.swap(vertex, last);
        self.cut(front, last);
        self.enqueue(last);
    }

    /// Undoes all splits but the first `splits`.
    pub fn undo(&mut self, splits: usize) {
        while self.splits.len() > splits {
            let (new, old) = self.splits.pop().expect("longer");
            let len = self.len[new as usize];
            self.ticks += u64::from(len);
            for place in new..new + len {
                self.front[self.order[place as usize] as usize] = old;
            }
            self.len[old as usize] += len;
            self.literal_cells -= usize::from((new as usize) < self.clauses.literals());
        }
    }

    fn enqueue(&mut self, front: u32) {
        if !std::mem::replace(&mut self.queued[front as usize], true) {
            self.queue.push(front);
        }
    }

    fn swap(&mut self, vertex: u32, place: u32) {
        let (here, other) = (self.place[vertex as usize], self.order[place as usize]);
        self.order.swap(here as usize, place as usize);
        self.place[vertex as usize] = place;
        self.place[other as usize] = here;
    }

    /// Splits the end off a cell.
    fn cut(&mut self, old: u32, new: u32) {
        let end = old + self.len[old as usize];
        self.len[new as usize] = end - new;
        self.len[old as usize] = new - old;
        for place in new..end {
            self.front[self.order[place as usize] as usize] = new;
        }
        self.splits.push((new, old));
        self.literal_cells += usize::from((new as usize) < self.clauses.literals());
    }

    /// Splits cells until all vertices of a cell have equally many neighbours in each cell. Passes each event of the
    /// trace to `accept`; if that returns false, refinement stops and returns false.
    pub fn refine(&mut self, mut accept: impl FnMut(u64) -> bool) -> bool {
        let mut accepted = true;
        while let Some(cell) = self.queue.pop() {
            self.queued[cell as usize] = false;
            accepted = accepted && self.split_by(cell, &mut accept);
        }
        accepted
    }

    fn split_by(&mut self, cell: u32, accept: &mut impl FnMut(u64) -> bool) -> bool {
        self.count_neighbours(cell);
        let touched = std::mem::take(&mut self.touched);
        let mut cells = Vec::new();
        for &vertex in &touched {
            let front = self.front(vertex);
            if self.hits[front as usize] == 0 {
                cells.push(front);
            }
            self.hits[front as usize] += 1;
            self.swap(vertex, front + self.len[front as usize] - self.hits[front as usize]);
        }
        cells.sort_unstable();
        let mut accepted = true;
        for front in cells {
            let hits = std::mem::take(&mut self.hits[front as usize]);
            accepted = accepted && self.split(front, hits, accept);
        }
        for &vertex in &touched {
            self.counts[vertex as usize] = 0;
        }
        self.touched = touched;
        self.touched.clear();
        accepted
    }

    fn count_neighbours(&mut self, cell: u32) {
        let literals = self.clauses.literals() as u32;
        let Partition { clauses, order, len, counts, touched, ticks, .. } = self;
        let mut count = |vertex: u32| {
            if counts[vertex as usize] == 0 {
                touched.push(vertex);
            }
            counts[vertex as usize] += 1;
        };
        for &vertex in &order[cell as usize..(cell + len[cell as usize]) as usize] {
            if vertex < literals {
                let occurrences = clauses.occurrences(vertex);
                *ticks += occurrences.len() as u64 + 1;
                count(vertex ^ 1);
                occurrences.iter().for_each(|&clause| count(literals + clause));
            } else {
                let codes = clauses.codes((vertex - literals) as usize);
                *ticks += codes.len() as u64;
                codes.for_each(&mut count);
            }
        }
    }

    /// Splits a cell by the counts of its vertices; the last `hits` of these have counts above 0.
    fn split(&mut self, front: u32, hits: u32, accept: &mut impl FnMut(u64) -> bool) -> bool {
        let end = front + self.len[front as usize];
        let (first, counts) = (end - hits, &self.counts);
        let hit = &mut self.order[first as usize..end as usize];
        if hit.iter().any(|&vertex| counts[vertex as usize] != counts[hit[0] as usize]) {
            hit.sort_unstable_by_key(|&vertex| counts[vertex as usize]);
            for (place, &vertex) in (first..).zip(&*hit) {
                self.place[vertex as usize] = place;
            }
        }
        let count = |partition: &Self, place: u32| partition.counts[partition.order[place as usize] as usize];
        let mut largest = (first - front, front);
        let queued = self.queued[front as usize];
        let mut upper = end;
        for place in (first..end).rev() {
            if place > first && count(self, place - 1) == count(self, place) {
                continue;
            }
            let event = [front, place, count(self, place)].into_iter().fold(0u64, |hash, number| {
                (hash ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
            });
            if !accept(event) {
                self.parts.clear();
                return false;
            }
            largest = largest.max((upper - place, place));
            upper = place;
            if place > front {
                self.cut(front, place);
                self.parts.push(place);
            }
        }
        self.parts.push(front);
        let mut parts = std::mem::take(&mut self.parts);
        for part in parts.drain(..).filter(|&part| queued || part != largest.1) {
            self.enqueue(part);
        }
        self.parts = parts;
        true
    }
}
