//! Ordered partitions of the vertices of a formula's graph, and their refinement.
//!
//! The vertices are the literals by code and then the clauses; a literal is joined with its negation and with the clauses
//! that hold it. A cell is split by how many neighbours in another cell its vertices have, until nothing is left to split.
//! Splits are taken back in the opposite order. What happens, but for the names of the vertices, is told step by step:
//! two partitions that a symmetry maps onto each other tell the same.
//!
//! References: McKay, Congr. Numer.'81 (refinement, and that it need not look at the largest part again: Hopcroft'71);
//! Darga, Liffiton, Sakallah, Markov, DAC'04 (sparse graphs of formulas).

use super::clauses::Clauses;

/// Cells in an order, each a stretch of `order`.
#[derive(Debug)]
pub struct Partition<'c> {
    clauses: &'c Clauses,
    /// The vertices, cell by cell.
    order: Vec<u32>,
    /// Where each vertex stands.
    place: Vec<u32>,
    /// Where the cell of each vertex begins.
    front: Vec<u32>,
    /// The length of the cell that begins here.
    len: Vec<u32>,
    /// Where each new cell began, and the one that it was cut from.
    splits: Vec<(u32, u32)>,
    literal_cells: usize,
    /// Cells to split others by.
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// By vertex: neighbours in the current cell; zero between refinements.
    counts: Vec<u32>,
    /// By cell: vertices that have such neighbours; zero between refinements.
    hits: Vec<u32>,
    touched: Vec<u32>,
    /// Looks at a neighbour so far.
    pub ticks: u64,
}

impl<'c> Partition<'c> {
    /// Literals in one cell, clauses in one cell for each length; not yet refined.
    pub fn new(clauses: &'c Clauses) -> Partition<'c> {
        let literals = clauses.literals();
        let vertices = literals + clauses.len();
        let mut order: Vec<u32> = (0..vertices as u32).collect();
        let length = |vertex: u32| clauses.codes(vertex as usize - literals).len();
        order[literals..].sort_by_key(|&vertex| length(vertex));
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

    /// Whether every literal has a cell of its own.
    pub fn is_discrete(&self) -> bool {
        self.literal_cells == self.clauses.literals()
    }

    /// How many splits there have been that were not taken back.
    pub fn num_splits(&self) -> usize {
        self.splits.len()
    }

    /// The new cells since then: where they begin, and the cells they were cut from.
    pub fn splits_since(&self, before: usize) -> &[(u32, u32)] {
        &self.splits[before..]
    }

    /// Gives a vertex a cell of its own.
    pub fn individualize(&mut self, vertex: u32) {
        let front = self.front(vertex);
        let last = front + self.len[front as usize] - 1;
        self.swap(vertex, last);
        self.cut(front, last);
        self.enqueue(last);
    }

    /// Takes back all splits but the first ones.
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

    /// Makes a cell of the end of another.
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

    /// Splits cells until all vertices of a cell have equally many neighbours in each cell. Each event is told to `agree`;
    /// when that says no, the refinement ends and so does this, with false.
    pub fn refine(&mut self, mut agree: impl FnMut(u64) -> bool) -> bool {
        let mut agreed = true;
        while let Some(cell) = self.queue.pop() {
            self.queued[cell as usize] = false;
            agreed = agreed && self.split_by(cell, &mut agree);
        }
        agreed
    }

    fn split_by(&mut self, cell: u32, agree: &mut impl FnMut(u64) -> bool) -> bool {
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
        let mut agreed = true;
        for front in cells {
            let hits = std::mem::take(&mut self.hits[front as usize]);
            agreed = agreed && self.split(front, hits, agree);
        }
        for &vertex in &touched {
            self.counts[vertex as usize] = 0;
        }
        self.touched = touched;
        self.touched.clear();
        agreed
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
                let holders = clauses.holders(vertex);
                *ticks += holders.len() as u64 + 1;
                count(vertex ^ 1);
                holders.iter().for_each(|&clause| count(literals + clause));
            } else {
                let codes = clauses.codes((vertex - literals) as usize);
                *ticks += codes.len() as u64;
                codes.for_each(&mut count);
            }
        }
    }

    /// Splits a cell, at whose end the vertices with a count stand, by these counts.
    fn split(&mut self, front: u32, hits: u32, agree: &mut impl FnMut(u64) -> bool) -> bool {
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
            if !agree(event) {
                return false;
            }
            largest = largest.max((upper - place, place));
            upper = place;
            if place > front {
                self.cut(front, place);
                self.enqueue(place);
            }
        }
        if !queued {
            self.enqueue(front);
            self.dequeue_last(largest.1);
        }
        true
    }

    /// Takes a cell that was queued just now out again.
    fn dequeue_last(&mut self, cell: u32) {
        let at = self.queue.iter().rposition(|&front| front == cell).expect("was queued");
        self.queue.remove(at);
        self.queued[cell as usize] = false;
    }
}
