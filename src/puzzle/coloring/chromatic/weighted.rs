//! Colourings of hard graphs by a long tabu search in which clashes are weighted by the degrees of their vertices.
//!
//! **What it does.** Like [`super::tabu`], it moves vertices that clash to the colour that leaves the least. There are four
//! differences. A clash between vertices of high degree weighs more than one between vertices of low degree, which are easy
//! to colour at the end. A colour stays forbidden for a random number of steps that does not depend on the number of
//! clashes. When the weight of the clashes has hardly changed for long (a few vertices change places in a cycle), colours
//! stay forbidden for longer until something else moves. And the search proceeds in dives: it starts from random colours,
//! returns to its lightest colouring when it has found no lighter one for long, and starts again after a few returns.
//! Vertices of fewer neighbours than colours are left out and coloured at the end.
//!
//! **Why it pays.** The graph le450_25c has a colouring with 25 colours that is hard to find. The weight of the clashes
//! stays on a level and drops by chance, and where it dropped it tends to drop again: of windows of 20,000 steps with a
//! colouring of two clashes, 70 % are followed by another, against 1 % of all windows. So returns pay: windows with one
//! clash are 1 % of all with dives, 0.01 % without; windows with at most two are 7 %, 0.4 %, and 0.1 % where every clash
//! weighs the same.
//!
//! **Schedule and cost.** The search can be continued for any amount of work. A step costs two rows of the matrix of
//! neighbours, eight vertices at a time, and the rows of colours of the clashing neighbours of the vertex that moved: 0.4
//! microseconds for 435 vertices and 25 colours.
//!
//! **Tried and dropped.** All on le450_25c. Crossover of two colourings (HEAD, 2 million steps a child): 2 clashes left after
//! 120 s; parents and children differ in 360 of 435 vertices, so that nothing is inherited. A tenure that grows with the
//! clashes: caught in cycles. One that falls and rises: no gain. Weights of edges that grow where they clash: 7 left. Partial
//! colourings by tabu search: 4 vertices left. Annealing that counts clashes: 2 to 5 left after 20 to 80 s; of partial
//! colourings with weights: 1 or 2 vertices left after 50 to 240 s. Removing stable sets that meet all largest cliques
//! first: 3 or more left. A solver around the last vertex: refuted or no answer. Returns after 10,000 to 200,000 steps get
//! less deep than after 500,000 (1 of 5 seeds found 25 colours in 35 s) or 1,000,000 (4 of 4 in 28 s).
//!
//! **References.** Hertz, de Werra, Computing'87; Galinier, Hao, JoCO'99 (tabu search); Blöchliger, Zufferey, COR'08 (the tenure
//! that reacts); Malaguti, Monaci, Toth, INFORMS J. Comput.'08 (degrees as weights); Moalic, Gondran, J. Heuristics'18 (HEAD).

use super::bits;
use crate::limits::{Limits, Stop};
use crate::puzzle::coloring::Graph;
use crate::util::rng::Rng;

/// The weight of a clash of two vertices of mean degree.
const MEAN: f64 = 3.0;
/// The largest weight of a clash.
const HEAVIEST: f64 = 64.0;
/// The most steps for which a colour that a vertex has left is forbidden.
const TENURE: usize = 70;
/// By how much that grows when nothing has changed, and its bound.
const LONGER: usize = 20;
const LONGEST: usize = 1000;
/// Steps after which that is checked, and the largest change of the clashes' weight that counts as none.
const SPAN: u64 = 2000;
const STILL: i64 = 4;
/// Steps without a lighter colouring after which the search returns to the lightest, and the most returns of a dive.
const EXCURSION: u64 = 1_000_000;
const RETURNS: u32 = 8;
/// The least steps between two colourings of the same weight of which the later one is kept.
const APART: u64 = 1000;
/// Added to the cost of a colour that a vertex may not have; more than all neighbours of a vertex can weigh.
const FORBIDDEN: i16 = 0x3fff;
/// Numbers that are processed at once.
const LANES: usize = 8;
/// Steps for which the ends of tenures are kept, a power of two above [`LONGEST`].
const RING: u64 = 1024;
/// Steps between checks of the limits.
const POLL: u64 = 1 << 13;
/// The most entries of a table by two vertices, or by a vertex and a colour.
const MOST_NUMBERS: usize = 16_000_000;
/// Up to this many clashing vertices, a move that ends all clashes is looked for first.
const FEW: usize = 4;
/// The place of a vertex that does not clash.
const OUT: usize = usize::MAX;

/// A search for a colouring with a fixed number of colours.
#[derive(Debug)]
pub struct Hunt<'g> {
    graph: &'g Graph,
    core: Vec<usize>,
    /// The other vertices in the order in which they were left out.
    shed: Vec<usize>,
    search: Search,
}

impl<'g> Hunt<'g> {
    /// A search that has made no step yet; `None` for no colours, and for graphs too large for it.
    pub fn new(graph: &'g Graph, colors: usize, seed: u64) -> Option<Hunt<'g>> {
        let (core, shed) = shed(graph, colors);
        let most = core.len().max(colors).next_multiple_of(LANES);
        if colors == 0 || core.len().saturating_mul(most) > MOST_NUMBERS {
            return None;
        }
        let search = Search::new(&graph.part(&core), colors, seed)?;
        Some(Hunt { graph, core, shed, search })
    }

    /// The number of colours.
    pub fn colors(&self) -> usize {
        self.search.colors
    }

    /// Continues for this much work (about 450 million a second) and returns a colouring, if it finds one.
    ///
    /// # Errors
    /// The limit that ran out.
    pub fn run(&mut self, work: u64, limits: &Limits) -> Result<Option<Vec<usize>>, Stop> {
        if !self.search.run(work, limits)? {
            return Ok(None);
        }
        let mut coloring = vec![OUT; self.graph.len()];
        self.core.iter().zip(&self.search.coloring).for_each(|(&vertex, &color)| coloring[vertex] = color);
        for &vertex in self.shed.iter().rev() {
            let near = self.graph.neighbours(vertex);
            let free = (0..self.colors()).find(|&color| near.iter().all(|&other| coloring[other] != color));
            coloring[vertex] = free.expect("fewer neighbours with colours than colours");
        }
        Ok(Some(crate::puzzle::coloring::compact(&coloring)))
    }
}

/// The vertices that have at least as many neighbours among themselves as there are colours; and the others in the order
/// in which they are left out.
fn shed(graph: &Graph, colors: usize) -> (Vec<usize>, Vec<usize>) {
    let mut degrees: Vec<usize> = (0..graph.len()).map(|vertex| graph.neighbours(vertex).len()).collect();
    let mut gone: Vec<bool> = degrees.iter().map(|&degree| degree < colors).collect();
    let mut shed: Vec<usize> = (0..graph.len()).filter(|&vertex| gone[vertex]).collect();
    let mut next = 0;
    while let Some(&vertex) = shed.get(next) {
        next += 1;
        for &other in graph.neighbours(vertex) {
            degrees[other] -= 1;
            if !gone[other] && degrees[other] < colors {
                gone[other] = true;
                shed.push(other);
            }
        }
    }
    ((0..graph.len()).filter(|&vertex| !gone[vertex]).collect(), shed)
}

/// The weight of a clash: the mean of the two degrees by the mean of all, to the power of 1.25. Computed by square roots,
/// which are the same on every machine.
fn weigh(a: usize, b: usize, mean: f64) -> i16 {
    let of = ((a * b) as f64).sqrt() / mean;
    (MEAN * of * of.sqrt().sqrt()).round().clamp(1.0, HEAVIEST) as i16
}

#[derive(Debug)]
struct Search {
    colors: usize,
    /// Vertices, and colours, to a multiple of [`LANES`]; the words of a set of vertices.
    wide: usize,
    deep: usize,
    words: usize,
    /// By vertex and vertex: the weight of a clash, 0 where they are not neighbours; and whether they are, as bits.
    weights: Vec<i16>,
    near: Vec<u64>,
    coloring: Vec<usize>,
    /// The vertices of each colour, as bits.
    classes: Vec<u64>,
    /// By colour and vertex: the weight of its clashes if it had that colour.
    costs: Vec<i16>,
    /// The same by vertex and colour, up to date only for vertices that clash.
    rows: Vec<i16>,
    /// By vertex and colour: 0 or [`FORBIDDEN`], and the step at which that ends.
    forbidden: Vec<i16>,
    until: Vec<u64>,
    /// By step: the vertices and colours whose tenures may end there.
    ring: Vec<Vec<usize>>,
    /// The vertices that clash; how the clashes' weight changes by the best move of each; and by vertex the place there.
    clashing: Vec<usize>,
    changes: Vec<i16>,
    places: Vec<usize>,
    /// The weight of all clashes.
    weight: i64,
    step: u64,
    tenure: usize,
    /// The least and the most weight in this span.
    least: i64,
    most: i64,
    /// The lightest colouring of this dive, its weight, the step that made it, and the step that made the first of its weight
    /// or returned to it; how often the search did.
    best: Vec<usize>,
    best_weight: i64,
    best_step: u64,
    since: u64,
    returns: u32,
    rng: Rng,
}

impl Search {
    /// Starts with random colours; `None` when the neighbours of a vertex weigh too much.
    fn new(graph: &Graph, colors: usize, seed: u64) -> Option<Search> {
        let len = graph.len();
        let (wide, deep, words) = (len.next_multiple_of(LANES), colors.next_multiple_of(LANES), len.div_ceil(64));
        let (mut weights, mut near) = (vec![0; len * wide], vec![0; len * words]);
        let degree = |vertex: usize| graph.neighbours(vertex).len();
        let mean = (0..len).map(degree).sum::<usize>() as f64 / len.max(1) as f64;
        for vertex in 0..len {
            let mut sum = 0;
            for &other in graph.neighbours(vertex) {
                let weight = weigh(degree(vertex), degree(other), mean);
                sum += i64::from(weight);
                weights[vertex * wide + other] = weight;
                bits::set(&mut near[vertex * words..], other);
            }
            if sum >= i64::from(FORBIDDEN) {
                return None;
            }
        }
        let mut search = Search {
            colors,
            wide,
            deep,
            words,
            weights,
            near,
            coloring: vec![0; len],
            classes: vec![0; colors * words],
            costs: vec![0; colors * wide],
            rows: vec![0; len * deep],
            forbidden: vec![0; len * deep],
            until: vec![0; len * deep],
            ring: vec![Vec::new(); RING as usize],
            clashing: Vec::new(),
            changes: Vec::new(),
            places: vec![OUT; len],
            weight: 0,
            step: 0,
            tenure: TENURE,
            least: i64::MAX,
            most: 0,
            best: Vec::new(),
            best_weight: 0,
            best_step: 0,
            since: 0,
            returns: 0,
            rng: Rng::new(seed),
        };
        search.dive();
        Some(search)
    }

    /// Starts a dive with random colours.
    fn dive(&mut self) {
        let coloring = (0..self.coloring.len()).map(|_| self.rng.index(self.colors)).collect();
        self.place(coloring);
        self.best.clone_from(&self.coloring);
        (self.best_weight, self.best_step, self.since, self.returns) = (self.weight, self.step, self.step, 0);
        self.tenure = TENURE;
    }

    /// Continues with these colours; nothing is forbidden.
    fn place(&mut self, coloring: Vec<usize>) {
        let (wide, deep, words) = (self.wide, self.deep, self.words);
        self.coloring = coloring;
        self.classes.fill(0);
        self.costs.fill(0);
        self.forbidden.fill(0);
        self.until.fill(0);
        self.ring.iter_mut().for_each(Vec::clear);
        self.clashing.clear();
        self.changes.clear();
        self.places.fill(OUT);
        for (vertex, &color) in self.coloring.iter().enumerate() {
            bits::set(&mut self.classes[color * words..], vertex);
            let weights = &self.weights[vertex * wide..][..wide];
            self.costs[color * wide..][..wide].iter_mut().zip(weights).for_each(|(cost, weight)| *cost += weight);
            let row = &mut self.forbidden[vertex * deep..][..deep];
            row[color] = FORBIDDEN;
            row[self.colors..].fill(FORBIDDEN);
        }
        self.weight = 0;
        for vertex in 0..self.coloring.len() {
            let cost = self.cost(vertex);
            if cost > 0 {
                self.weight += i64::from(cost);
                self.enter(vertex);
            }
        }
        self.weight /= 2;
    }

    /// Keeps the lightest colouring; returns to it, or starts a new dive, when none lighter was found for long.
    fn steer(&mut self) {
        if self.weight < self.best_weight {
            (self.since, self.returns) = (self.step, 0);
        }
        if self.weight < self.best_weight || self.weight == self.best_weight && self.step >= self.best_step + APART {
            (self.best_weight, self.best_step) = (self.weight, self.step);
            self.best.clone_from(&self.coloring);
        }
        if self.step <= self.since + EXCURSION {
            return;
        }
        self.since = self.step;
        self.returns += 1;
        if self.returns > RETURNS {
            self.dive();
        } else {
            self.place(self.best.clone());
        }
    }

    /// Continues for this much work, or until nothing clashes; returns whether nothing does.
    fn run(&mut self, work: u64, limits: &Limits) -> Result<bool, Stop> {
        let mut left = work;
        while self.weight > 0 && left > 0 {
            if self.step.is_multiple_of(POLL)
                && let Some(stop) = limits.exceeded()
            {
                return Err(stop);
            }
            self.step += 1;
            self.allow();
            let rows = self.choose().map_or(0, |(vertex, color)| self.recolor(vertex, color));
            left = left.saturating_sub((2 * self.wide / LANES + rows * self.deep / LANES + self.clashing.len()) as u64);
            self.react();
            self.steer();
        }
        Ok(self.weight == 0)
    }

    /// Forbids for longer when the clashes' weight hardly changed for a span, and a little less long when it did.
    fn react(&mut self) {
        (self.least, self.most) = (self.least.min(self.weight), self.most.max(self.weight));
        if !self.step.is_multiple_of(SPAN) {
            return;
        }
        if self.most - self.least <= STILL {
            self.tenure = (self.tenure + LONGER).min(LONGEST);
        } else if self.tenure > TENURE {
            self.tenure -= 1;
        }
        (self.least, self.most) = (i64::MAX, 0);
    }

    /// Ends the tenures that are over.
    fn allow(&mut self) {
        let slot = (self.step % RING) as usize;
        let mut over = std::mem::take(&mut self.ring[slot]);
        for at in over.drain(..) {
            let (vertex, color) = (at / self.deep, at % self.deep);
            if self.until[at] == self.step && self.coloring[vertex] != color {
                self.forbidden[at] = 0;
                if self.places[vertex] != OUT {
                    self.changes[self.places[vertex]] = self.change(vertex);
                }
            }
        }
        self.ring[slot] = over;
    }

    /// The best move, a random one of equals; a move that ends all clashes is never forbidden.
    fn choose(&mut self) -> Option<(usize, usize)> {
        if self.clashing.len() <= FEW
            && let Some(last) = self.last()
        {
            return Some(last);
        }
        let best = self.changes.iter().copied().fold(i16::MAX, i16::min);
        if best == i16::MAX {
            return None;
        }
        let equals = self.changes.iter().filter(|&&change| change == best).count();
        let chosen = self.rng.index(equals);
        let place = (0..self.changes.len()).filter(|&place| self.changes[place] == best).nth(chosen)?;
        let vertex = self.clashing[place];
        let cost = best + self.cost(vertex);
        let row = self.rows[vertex * self.deep..][..self.deep].iter();
        let fits = row.zip(&self.forbidden[vertex * self.deep..][..self.deep]).map(|(row, not)| row + not == cost);
        let equals = fits.clone().filter(|&fits| fits).count();
        let chosen = self.rng.index(equals);
        let color = fits.enumerate().filter(|&(_, fits)| fits).nth(chosen)?.0;
        Some((vertex, color))
    }

    /// A vertex that is in every clash, and a colour that none of its neighbours has.
    fn last(&self) -> Option<(usize, usize)> {
        let alone = self.clashing.iter().filter(|&&vertex| i64::from(self.cost(vertex)) == self.weight);
        alone.copied().find_map(|vertex| {
            let row = &self.rows[vertex * self.deep..][..self.colors];
            row.iter().position(|&cost| cost == 0).map(|color| (vertex, color))
        })
    }

    /// The weight of the vertex's clashes.
    fn cost(&self, vertex: usize) -> i16 {
        self.costs[self.coloring[vertex] * self.wide + vertex]
    }

    /// How the weight of the clashes changes by the best allowed move of a vertex.
    fn change(&self, vertex: usize) -> i16 {
        let row = self.rows[vertex * self.deep..][..self.deep].chunks_exact(LANES);
        let forbidden = self.forbidden[vertex * self.deep..][..self.deep].chunks_exact(LANES);
        let mut least = [i16::MAX; LANES];
        for (row, forbidden) in row.zip(forbidden) {
            for lane in 0..LANES {
                least[lane] = least[lane].min(row[lane] + forbidden[lane]);
            }
        }
        let least = least.into_iter().fold(i16::MAX, i16::min);
        if least >= FORBIDDEN { i16::MAX } else { least - self.cost(vertex) }
    }

    /// Moves a vertex; returns how many rows that has changed.
    fn recolor(&mut self, vertex: usize, color: usize) -> usize {
        let (wide, deep, words) = (self.wide, self.deep, self.words);
        let old = std::mem::replace(&mut self.coloring[vertex], color);
        self.weight += i64::from(self.costs[color * wide + vertex]) - i64::from(self.costs[old * wide + vertex]);
        let end = self.step + 1 + self.rng.index(self.tenure) as u64;
        self.until[vertex * deep + old] = end;
        self.ring[(end % RING) as usize].push(vertex * deep + old);
        self.forbidden[vertex * deep + color] = FORBIDDEN;
        let weights = &self.weights[vertex * wide..][..wide];
        self.costs[old * wide..][..wide].iter_mut().zip(weights).for_each(|(cost, weight)| *cost -= weight);
        self.costs[color * wide..][..wide].iter_mut().zip(weights).for_each(|(cost, weight)| *cost += weight);
        bits::clear(&mut self.classes[old * words..], vertex);
        for word in 0..words {
            let mut both = [self.near[vertex * words + word] & self.classes[old * words + word]];
            while let Some(other) = bits::take(&mut both) {
                if self.costs[old * wide + word * 64 + other] == 0 {
                    self.leave(word * 64 + other);
                }
            }
        }
        if self.costs[color * wide + vertex] == 0 {
            self.leave(vertex);
        } else {
            self.changes[self.places[vertex]] = self.change(vertex);
        }
        let mut rows = 0;
        for place in 0..self.clashing.len() {
            let other = self.clashing[place];
            let weight = self.weights[vertex * wide + other];
            if weight > 0 {
                rows += 1;
                self.rows[other * deep + old] -= weight;
                self.rows[other * deep + color] += weight;
                self.changes[place] = self.change(other);
            }
        }
        for word in 0..words {
            let mut both = [self.near[vertex * words + word] & self.classes[color * words + word]];
            while let Some(other) = bits::take(&mut both) {
                if self.places[word * 64 + other] == OUT {
                    rows += 1;
                    self.enter(word * 64 + other);
                }
            }
        }
        bits::set(&mut self.classes[color * words..], vertex);
        rows
    }

    /// The vertex clashes from now on.
    fn enter(&mut self, vertex: usize) {
        let row = &mut self.rows[vertex * self.deep..][..self.colors];
        row.iter_mut().zip(self.costs[vertex..].iter().step_by(self.wide)).for_each(|(row, cost)| *row = *cost);
        self.places[vertex] = self.clashing.len();
        self.clashing.push(vertex);
        self.changes.push(self.change(vertex));
    }

    /// The vertex clashes no longer.
    fn leave(&mut self, vertex: usize) {
        let place = std::mem::replace(&mut self.places[vertex], OUT);
        self.clashing.swap_remove(place);
        self.changes.swap_remove(place);
        if let Some(&other) = self.clashing.get(place) {
            self.places[other] = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounds::used;
    use super::*;
    use crate::puzzle::coloring::check;

    /// A graph with edges at random between vertices of different colours, and a clique of all colours.
    fn planted(len: usize, colors: usize, seed: u64) -> Graph {
        let mut rng = Rng::new(seed);
        let mut graph = Graph::new((0..len).map(|vertex| vertex.to_string()).collect());
        for a in 0..len {
            for b in 0..a {
                if a % colors != b % colors && (a < colors || rng.index(2) == 0) {
                    graph.join(a, b);
                }
            }
        }
        graph
    }

    /// What the search keeps, computed from the colouring.
    fn consistent(search: &Search, graph: &Graph) {
        let weight = |a: usize, b: usize| search.weights[a * search.wide + b];
        let mut all = 0;
        for vertex in 0..graph.len() {
            for color in 0..search.colors {
                let near = graph.neighbours(vertex).iter().filter(|&&other| search.coloring[other] == color);
                let cost: i16 = near.map(|&other| weight(vertex, other)).sum();
                assert_eq!(search.costs[color * search.wide + vertex], cost);
                if search.places[vertex] != OUT {
                    assert_eq!(search.rows[vertex * search.deep + color], cost);
                }
                let at = vertex * search.deep + color;
                let not = search.coloring[vertex] == color || search.until[at] > search.step;
                assert_eq!(search.forbidden[at] == FORBIDDEN, not, "{vertex} {color}");
                assert_eq!(
                    bits::has(&search.classes[color * search.words..], vertex),
                    search.coloring[vertex] == color
                );
            }
            let cost = search.cost(vertex);
            all += i64::from(cost);
            assert_eq!(search.places[vertex] != OUT, cost > 0);
            if cost > 0 {
                let place = search.places[vertex];
                assert_eq!((search.clashing[place], search.changes[place]), (vertex, search.change(vertex)));
            }
        }
        assert_eq!(search.weight, all / 2);
    }

    #[test]
    fn what_is_kept_stays_true() {
        let graph = planted(70, 9, 1);
        let mut search = Search::new(&graph, 8, 1).expect("a small graph");
        for _ in 0..300 {
            consistent(&search, &graph);
            assert_eq!(search.run(1, &Limits::none()), Ok(false), "a clique of nine");
        }
        assert_eq!(search.step, 300);
    }

    #[test]
    fn finds_a_planted_coloring_and_stops() {
        let graph = planted(120, 12, 3);
        for seed in 1..4 {
            let mut hunt = Hunt::new(&graph, 12, seed).expect("a small graph");
            let found = (0..200).find_map(|_| hunt.run(1_000_000, &Limits::none()).expect("no limit"));
            let found = found.expect("a colouring");
            assert_eq!((check(&graph, &found), used(&found)), (Ok(()), 12));
        }
        let mut hunt = Hunt::new(&graph, 11, 1).expect("a small graph");
        let stopped = Limits::none();
        stopped.stop.raise();
        assert_eq!(hunt.run(1_000_000, &stopped), Err(Stop::Interrupted));
        assert_eq!(hunt.run(1_000_000, &Limits::none()), Ok(None));
    }

    #[test]
    fn small_and_large_graphs() {
        let none = Limits::none();
        assert_eq!(Hunt::new(&Graph::default(), 3, 1).expect("no vertices").run(9, &none), Ok(Some(Vec::new())));
        let mut path = Graph::new((0..5).map(|vertex| vertex.to_string()).collect());
        (1..5).for_each(|vertex| path.join(vertex - 1, vertex));
        assert!(Hunt::new(&path, 0, 1).is_none());
        let found =
            Hunt::new(&path, 2, 1).expect("a small graph").run(100_000, &none).expect("no limit").expect("found");
        assert_eq!((check(&path, &found), used(&found)), (Ok(()), 2));
        assert_eq!(Hunt::new(&path, 1, 1).expect("a small graph").run(100_000, &none), Ok(None));
        // Every vertex of a ring has two neighbours, so that none is shed; there are more pairs of them than are kept.
        let len = 4008;
        let mut ring = Graph::new((0..len).map(|vertex| vertex.to_string()).collect());
        (0..len).for_each(|vertex| ring.join(vertex, (vertex + 1) % len));
        assert!(Hunt::new(&ring, 2, 1).is_none());
    }
}
