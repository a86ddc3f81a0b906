//! A lower bound on the number of colours by weights: the fractional chromatic number, rounded up.
//!
//! **What it does.** Gives the vertices weights such that no stable set weighs more than 1. A colouring covers the
//! graph by stable sets, so that it has at least as many as all vertices weigh together. The best weights are the
//! prices of the linear program that covers the vertices by as few stable sets as possible, in fractions
//! ([`super::simplex`]); its sets are generated as they are needed, as the heaviest ones.
//!
//! **Why it pays.** On dense random graphs cliques and solvers stay far below (DSJC250.9 needs 72 colours: clauses rule
//! out 45 in 8 s, weights 70 in 1.2 s).
//!
//! **Soundness and proof.** The program is solved in floating point, and nothing rests on it. Its weights are rounded
//! to whole numbers, and the heaviest stable set under these is searched again, exactly.
//!
//! **Schedule and cost.** A few thousand steps that each cost the square of the vertices, and a search for a stable set
//! in most of them; on sparse graphs that search uses up the work.
//!
//! **References.** Mehrotra, Trick, INFORMS J. Comput.'96 (columns); Held, Cook, Sewell, MPC'12 (safe bounds).

use super::simplex::{Columns, Program};
use super::stable::{Matrix, heaviest};
use crate::limits::Limits;

/// The largest graph whose program is solved: the square of the vertices is kept.
const MOST_VERTICES: usize = 600;
/// What a weight of 1 is in the search for stable sets.
const ONE: f64 = (1u64 << 30) as f64;
/// What one search for a stable set may cost: where that is not enough, thousands of them are out of reach.
const SEARCH_WORK: u64 = 20_000_000;
/// Values below this count as 0.
const TINY: f64 = 1e-7;

/// Weights that prove a lower bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By vertex.
    pub weights: Vec<u64>,
    /// What the heaviest stable set weighs.
    pub most: u64,
}

impl Weights {
    /// The number of colours that are needed.
    pub fn bound(&self) -> usize {
        let total: u64 = self.weights.iter().sum();
        total.div_ceil(self.most.max(1)) as usize
    }

    /// The same in the smallest whole numbers.
    fn reduced(mut self) -> Weights {
        let divisor = self.weights.iter().fold(self.most, |a, &b| gcd(a, b)).max(1);
        self.weights.iter_mut().for_each(|weight| *weight /= divisor);
        self.most /= divisor;
        self
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Weights that prove more than `known` colours, or none. It ends as soon as they prove `enough`, and when the work (in
/// looks at words and numbers) or a limit runs out.
pub fn weights(matrix: &Matrix, known: usize, enough: usize, work: &mut u64, limits: &Limits) -> Option<Weights> {
    let count = matrix.len();
    if count > MOST_VERTICES {
        return None;
    }
    let mut columns = Columns::singles(count);
    let mut program = Program::new(&columns);
    let mut best: Option<Weights> = None;
    let bound = |best: &Option<Weights>| best.as_ref().map_or(known, Weights::bound);
    while bound(&best) < enough && limits.exceeded().is_none() {
        *work = work.saturating_sub((3 * count * count) as u64);
        if let Some(set) = without_worst(&columns, &program) {
            let column = columns.push(&set);
            if program.enter(&columns, column).is_none() {
                break;
            }
            continue;
        }
        let prices = program.prices();
        let whole: Vec<u64> = prices.iter().map(|&price| (price.max(0.0) * ONE) as u64).collect();
        let share = (*work).min(SEARCH_WORK);
        let mut left = share;
        let heavy = heaviest(matrix, &whole, ONE as u64, &mut left, limits);
        *work -= share - left;
        if !heavy.proven {
            break;
        }
        let now = Weights { weights: whole, most: heavy.weight };
        if now.bound() > bound(&best) {
            best = Some(now);
        }
        if heavy.weight as f64 <= ONE * (1.0 + TINY) {
            break;
        }
        let column = columns.push(&heavy.set);
        if program.enter(&columns, column).is_none() {
            break;
        }
    }
    best.map(|best| rounded(matrix, best, work, limits))
}

/// A set of the basis without the vertex of the lowest price, if that is below zero: the set is better off without it.
fn without_worst(columns: &Columns, program: &Program) -> Option<Vec<usize>> {
    let prices = program.prices();
    let worst = (0..prices.len()).min_by(|&a, &b| prices[a].total_cmp(&prices[b])).filter(|&at| prices[at] < -TINY)?;
    let holds = |&(column, _): &(usize, f64)| columns.members(column).contains(&(worst as u32));
    let (column, _) = program.used().filter(holds).max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let rest = columns.members(column).iter().map(|&vertex| vertex as usize).filter(|&vertex| vertex != worst);
    Some(rest.collect::<Vec<usize>>()).filter(|rest| !rest.is_empty())
}

/// The same bound by weights of few digits, if there are any.
fn rounded(matrix: &Matrix, exact: Weights, work: &mut u64, limits: &Limits) -> Weights {
    for one in [1u64, 10, 100, 1000, 10_000, 100_000] {
        let scaled = |&weight: &u64| (u128::from(weight) * u128::from(one) / u128::from(exact.most.max(1))) as u64;
        let weights: Vec<u64> = exact.weights.iter().map(scaled).collect();
        let heavy = heaviest(matrix, &weights, 0, work, limits);
        let short = Weights { weights, most: heavy.weight };
        if heavy.proven && short.bound() >= exact.bound() {
            return short.reduced();
        }
    }
    exact.reduced()
}

#[cfg(test)]
mod tests {
    use super::super::stable::tests::{fewest, random, stable_sets};
    use super::*;
    use crate::puzzle::coloring::Graph;
    use crate::util::rng::Rng;

    fn proven(graph: &Graph) -> Option<Weights> {
        let matrix = Matrix::new(graph).expect("small");
        weights(&matrix, 0, usize::MAX, &mut 100_000_000, &Limits::none())
    }

    fn cycle(len: usize) -> Graph {
        let mut graph = Graph::new((0..len).map(|vertex| vertex.to_string()).collect());
        (0..len).for_each(|vertex| graph.join(vertex, (vertex + 1) % len));
        graph
    }

    #[test]
    fn odd_cycles_and_their_joins() {
        assert_eq!(proven(&cycle(6)).map(|at| at.bound()), Some(2));
        for len in [5, 7, 9] {
            // 2 + 1/k: no clique has three vertices.
            assert_eq!(proven(&cycle(len)).map(|at| at.bound()), Some(3));
        }
        // Two five-cycles, each vertex of one joined to all of the other: 5 by weights, cliques of 4.
        let mut graph = Graph::new((0..10).map(|vertex| vertex.to_string()).collect());
        for (a, b) in cycle(5).edges() {
            graph.join(a, b);
            graph.join(5 + a, 5 + b);
        }
        (0..5).for_each(|a| (5..10).for_each(|b| graph.join(a, b)));
        let found = proven(&graph).expect("a bound");
        assert_eq!((found.bound(), found.most), (5, 2));
        assert_eq!(found.weights, [1; 10]);
        assert_eq!(proven(&Graph::default()), None);
    }

    #[test]
    fn no_stable_set_is_heavier_and_no_coloring_smaller() {
        let mut rng = Rng::new(5);
        for round in 0..60 {
            let len = 1 + rng.index(9);
            let graph = random(len, 20 + 20 * (round % 4), &mut rng);
            let found = proven(&graph).expect("a bound");
            let sets = stable_sets(&graph);
            let weigh = |set: u32| (0..len).filter(|v| set >> v & 1 == 1).map(|v| found.weights[v]).sum::<u64>();
            assert_eq!(sets.iter().map(|&set| weigh(set)).max(), Some(found.most));
            let needed = fewest(&graph);
            assert!(found.bound() <= needed, "{} > {needed}", found.bound());
        }
    }

    #[test]
    fn work_and_limits_end_it() {
        let matrix = Matrix::new(&random(60, 50, &mut Rng::new(2))).expect("small");
        assert_eq!(weights(&matrix, 5, 60, &mut 10, &Limits::none()), None);
        let limits = Limits::none();
        limits.stop.raise();
        assert_eq!(weights(&matrix, 5, 60, &mut 10_000_000, &limits), None);
        let mut left = 100_000_000;
        let found = weights(&matrix, 5, 60, &mut left, &Limits::none()).expect("more than 5");
        assert!((8..20).contains(&found.bound()), "{}", found.bound());
        assert!(left > 0, "solved to the end");
    }
}
