//! Pseudo-Boolean constraints: bounds on a sum of literals with weights.
//!
//! **What it does.** A decision diagram over the literals, heaviest first. Its nodes stand for "the rest of the sum is
//! at most so much"; all bounds between two numbers that mean the same share a node, and so do the diagrams of
//! different bounds. Two clauses define a node, and unit propagation makes every literal false that a bound excludes.
//! Where a diagram would have more than [`MOST_NODES`] nodes, the sum is added up in binary, which is small and
//! propagates less.
//!
//! **References.** Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell, Mayer-Eichberger, JAIR'12 (diagrams, and intervals
//! of bounds); Eén, Sörensson, JSAT'06 (adders).

use super::ClauseSink;
use super::gates::Gates;
use crate::cnf::{Lit, Var};
use std::collections::BTreeMap;

/// A larger diagram is not built.
const MOST_NODES: usize = 50_000;

/// A sum of literals with weights: each true literal adds its weight. Gives a literal for each bound: assume it in one
/// call, or add it as a clause for good.
///
/// All calls must be given the same sink, or a copy of it.
///
/// ```
/// use gemsat::encode::sum::Sum;
/// use gemsat::{engine::Verdict, solver::Solver};
///
/// let mut solver = Solver::new();
/// let [coat, tent, book] = solver.new_lits();
/// let mut grams = Sum::new(&[(900, coat), (2_100, tent), (350, book)]);
/// let light = grams.at_most(&mut solver, 2_500);
/// solver.add_clause([light]);
/// assert_eq!(solver.solve_with([coat, tent]), Verdict::Unsat);
/// let heavy = grams.at_least(&mut solver, 2_300);
/// let Verdict::Sat(model) = solver.solve_with([heavy]) else { panic!("the tent and the book") };
/// assert!(model.is_true(tent) && model.is_true(book));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// Positive weights, the largest first.
    terms: Vec<(i128, Lit)>,
    /// What is to be added for weights that were negative.
    offset: i128,
    /// The variables of the terms are below this one, also those of weight 0.
    vars: usize,
    most: Diagram,
    least: Diagram,
    binary: Option<Vec<Lit>>,
    gates: Gates,
}

impl Sum {
    /// The sum of these terms. A literal may occur several times, and with its negation.
    pub fn new(given: &[(i64, Lit)]) -> Sum {
        let mut offset = 0;
        let mut weights: BTreeMap<Var, i128> = BTreeMap::new();
        for &(weight, lit) in given {
            // A negative literal adds its weight, less that of its variable.
            let weight = i128::from(weight);
            let (constant, weight) = if lit.is_negative() { (weight, -weight) } else { (0, weight) };
            offset += constant;
            *weights.entry(lit.var()).or_default() += weight;
        }
        offset += weights.values().filter(|&&weight| weight < 0).sum::<i128>();
        let term = |(var, weight): (Var, i128)| (weight.abs(), var.lit(weight > 0));
        let mut terms: Vec<(i128, Lit)> = weights.into_iter().filter(|&(_, weight)| weight != 0).map(term).collect();
        terms.sort_by_key(|&(weight, _)| std::cmp::Reverse(weight));
        let opposites = terms.iter().map(|&(weight, lit)| (weight, !lit)).collect();
        let vars = given.iter().map(|(_, lit)| lit.var().index() + 1).max().unwrap_or(0);
        let (most, least) = (Diagram::new(terms.clone()), Diagram::new(opposites));
        Sum { terms, offset, vars, most, least, ..Sum::default() }
    }

    /// The least value that the sum can have, and the largest.
    pub fn range(&self) -> (i128, i128) {
        (self.offset, self.offset + self.total())
    }

    fn total(&self) -> i128 {
        self.terms.iter().map(|&(weight, _)| weight).sum()
    }

    /// A literal that, where it is true, keeps the sum at `bound` or less. (Where it is false it says nothing.)
    pub fn at_most(&mut self, sink: &mut dyn ClauseSink, bound: i64) -> Lit {
        sink.declare_vars(self.vars);
        let bound = i128::from(bound) - self.offset;
        if bound < 0 || bound >= self.total() {
            return self.gates.constant(sink, bound >= 0);
        }
        if let Some(lit) = self.most.bound(sink, bound) {
            return lit;
        }
        // A larger number has a bit that the bound has not, and above it all bits that the bound has.
        self.compare(sink, bound, false)
    }

    /// A literal that, where it is true, keeps the sum at `bound` or more. (Where it is false it says nothing.)
    pub fn at_least(&mut self, sink: &mut dyn ClauseSink, bound: i64) -> Lit {
        sink.declare_vars(self.vars);
        let bound = i128::from(bound) - self.offset;
        let total = self.total();
        if bound <= 0 || bound > total {
            return self.gates.constant(sink, bound <= 0);
        }
        if let Some(lit) = self.least.bound(sink, total - bound) {
            return lit;
        }
        self.compare(sink, bound, true)
    }

    /// A literal that implies that the number in binary is at least, or at most, the bound.
    fn compare(&mut self, sink: &mut dyn ClauseSink, bound: i128, least: bool) -> Lit {
        let bits = self.binary(sink);
        let output = sink.new_var().pos();
        let has = |place: usize| bound >> place & 1 == 1;
        for place in (0..bits.len()).filter(|&place| has(place) == least) {
            let above = (place..bits.len()).filter(|&above| above == place || has(above) != least);
            let clause = above.map(|place| if least { bits[place] } else { !bits[place] }).chain([!output]);
            sink.add_clause(&clause.collect::<Vec<_>>());
        }
        output
    }

    /// The sum in binary, the lowest bit first.
    fn binary(&mut self, sink: &mut dyn ClauseSink) -> Vec<Lit> {
        if let Some(bits) = &self.binary {
            return bits.clone();
        }
        let mut places: Vec<Vec<Lit>> = vec![Vec::new(); 128 - self.total().leading_zeros() as usize + 1];
        for &(weight, lit) in &self.terms {
            let bits = (0..places.len()).filter(|place| weight >> place & 1 == 1);
            bits.for_each(|place| places[place].push(lit));
        }
        let mut bits = Vec::new();
        for place in 0..places.len() {
            let mut lits = std::mem::take(&mut places[place]);
            // The newest sums wait the longest, so that the adders stand side by side.
            while lits.len() > 1 {
                let third = if lits.len() > 2 { lits[2] } else { self.gates.constant(sink, false) };
                let added: Vec<Lit> = lits.drain(..lits.len().min(3)).collect();
                let odd = self.gates.xor(sink, &added[..2]);
                let carry = self.gates.ite(sink, odd, third, added[0]);
                lits.push(self.gates.xor(sink, &[odd, third]));
                if let Some(next) = places.get_mut(place + 1) {
                    next.push(carry);
                }
            }
            bits.push(lits.pop().unwrap_or_else(|| self.gates.constant(sink, false)));
        }
        self.binary.insert(bits).clone()
    }
}

/// What a node says of the rest of the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It is too large, whatever the literals are.
    Never,
    /// It is small enough, whatever they are.
    Always,
    Node(usize),
}

/// The bounds from the first to the second mean what the place says.
type Interval = (i128, i128, Place);

/// The diagrams of all bounds "at most" on one sum.
#[derive(Clone, Debug, Default)]
struct Diagram {
    terms: Vec<(i128, Lit)>,
    /// The sums of the weights from each term on.
    rests: Vec<i128>,
    /// By term: intervals of bounds on the sum from this term on, by their first.
    levels: Vec<BTreeMap<i128, (i128, Place)>>,
    /// The literal of the term, and where it goes on if that is true and if it is false.
    nodes: Vec<(Lit, Place, Place)>,
    /// The literals of the nodes that are in the sink.
    outputs: Vec<Lit>,
    too_large: bool,
}

impl Diagram {
    fn new(terms: Vec<(i128, Lit)>) -> Diagram {
        let mut rests: Vec<i128> = terms
            .iter()
            .rev()
            .scan(0, |rest, &(weight, _)| {
                *rest += weight;
                Some(*rest)
            })
            .collect();
        rests.reverse();
        rests.push(0);
        Diagram { levels: vec![BTreeMap::new(); terms.len()], terms, rests, ..Diagram::default() }
    }

    /// The literal of a bound that is neither always kept nor never; `None` where the diagram is too large.
    fn bound(&mut self, sink: &mut dyn ClauseSink, bound: i128) -> Option<Lit> {
        let mut open = vec![(0, bound)];
        while let Some(&(level, bound)) = open.last() {
            if self.too_large || self.nodes.len() > self.outputs.len() + MOST_NODES {
                *self = Diagram { too_large: true, ..Diagram::default() };
                return None;
            }
            if self.known(level, bound).is_some() {
                open.pop();
                continue;
            }
            let (weight, lit) = self.terms[level];
            let Some(taken) = self.known(level + 1, bound - weight) else {
                open.push((level + 1, bound - weight));
                continue;
            };
            let Some(left) = self.known(level + 1, bound) else {
                open.push((level + 1, bound));
                continue;
            };
            let place = if taken.2 == left.2 {
                left.2
            } else {
                self.nodes.push((lit, taken.2, left.2));
                Place::Node(self.nodes.len() - 1)
            };
            let first = taken.0.saturating_add(weight).max(left.0);
            let last = taken.1.saturating_add(weight).min(left.1);
            self.levels[level].insert(first, (last, place));
        }
        for index in self.outputs.len()..self.nodes.len() {
            let output = sink.new_var().pos();
            let (lit, taken, left) = self.nodes[index];
            for (lit, place) in [(Some(!lit), taken), (None, left)] {
                let next = match place {
                    Place::Always => continue,
                    Place::Never => None,
                    Place::Node(next) => Some(self.outputs[next]),
                };
                sink.add_clause(&[Some(!output), lit, next].into_iter().flatten().collect::<Vec<_>>());
            }
            self.outputs.push(output);
        }
        match self.known(0, bound) {
            Some((_, _, Place::Node(node))) => Some(self.outputs[node]),
            place => unreachable!("a bound that can be kept and broken has a node, not {place:?}"),
        }
    }

    /// The interval of a bound on the sum from a term on, if it was looked at.
    fn known(&self, level: usize, bound: i128) -> Option<Interval> {
        if bound < 0 {
            return Some((i128::MIN, -1, Place::Never));
        }
        if bound >= self.rests[level] {
            return Some((self.rests[level], i128::MAX, Place::Always));
        }
        let (&first, &(last, place)) = self.levels[level].range(..=bound).next_back()?;
        (bound <= last).then_some((first, last, place))
    }
}
