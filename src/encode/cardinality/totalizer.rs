//! The totalizer as an object: bounds that are assumed, changed and extended.
//!
//! **What it does.** A binary tree over the literals; each node has outputs, of which output `j` stands for "at least
//! `j + 1` literals below are true". Clauses are written only for the counts that a bound has asked for, and only in
//! the direction that it needs, and later bounds add to them.
//!
//! **References.** Bailleux, Boufkhad, CP'03; Martins, Joshi, Manquinho, Lynce, CP'14 (bounds that change).

use super::Direction;
use crate::cnf::Lit;
use crate::encode::ClauseSink;
use crate::encode::gates::Gates;

/// Counts literals, and gives a literal for each bound: assume it in one call, or add it as a clause for good.
///
/// All calls must be given the same sink, or a copy of it.
///
/// ```
/// use gemsat::encode::cardinality::Totalizer;
/// use gemsat::{engine::Verdict, solver::Solver};
///
/// let mut solver = Solver::new();
/// let lits: Vec<_> = (0..5).map(|_| solver.new_var().pos()).collect();
/// let mut count = Totalizer::new(&lits);
/// let most = count.at_most(&mut solver, 2);
/// let least = count.at_least(&mut solver, 3);
/// assert_eq!(solver.solve_with([most, least]), Verdict::Unsat);
/// assert!(matches!(solver.solve_with([most]), Verdict::Sat(_)));
/// // A literal more: the bounds from now on are about six.
/// let another = solver.new_var().pos();
/// count.extend(&[another]);
/// let most = count.at_most(&mut solver, 0);
/// assert_eq!(solver.solve_with([most, another]), Verdict::Unsat);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Totalizer {
    nodes: Vec<Node>,
    /// What is counted: the last node that was made for all literals.
    root: Option<usize>,
    /// The literal that is true, once one was needed.
    gates: Gates,
    /// The variables of the literals are below this one.
    vars: usize,
}

#[derive(Clone, Debug)]
struct Node {
    /// Literals below.
    size: usize,
    outputs: Vec<Lit>,
    /// The two halves; none of a leaf, whose output is the literal itself.
    halves: Option<(usize, usize)>,
    /// Counts up to these have their clauses, by direction.
    up: usize,
    down: usize,
}

impl Totalizer {
    /// A counter of these literals. A literal that is given twice counts twice.
    pub fn new(lits: &[Lit]) -> Totalizer {
        let mut totalizer = Totalizer::default();
        totalizer.extend(lits);
        totalizer
    }

    /// How many literals are counted.
    pub fn len(&self) -> usize {
        self.root.map_or(0, |root| self.nodes[root].size)
    }

    /// Whether there is nothing to count.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Counts these literals too. Literals that earlier bounds have returned stay what they were: bounds on the
    /// literals of that time.
    pub fn extend(&mut self, lits: &[Lit]) {
        if lits.is_empty() {
            return;
        }
        self.vars = lits.iter().map(|lit| lit.var().index() + 1).fold(self.vars, usize::max);
        let more = self.tree(lits);
        self.root = Some(match self.root {
            Some(root) => self.join(root, more),
            None => more,
        });
    }

    /// A literal that, where it is true, lets at most `k` of the literals be true. (Where it is false it says nothing.)
    pub fn at_most(&mut self, sink: &mut dyn ClauseSink, k: usize) -> Lit {
        match self.root {
            Some(root) if k < self.nodes[root].size => {
                sink.declare_vars(self.vars);
                self.raise(sink, root, k + 1, Direction::Up);
                !self.nodes[root].outputs[k]
            }
            _ => self.truth(sink),
        }
    }

    /// A literal that, where it is true, makes at least `k` of the literals true. (Where it is false it says nothing.)
    pub fn at_least(&mut self, sink: &mut dyn ClauseSink, k: usize) -> Lit {
        match self.root {
            _ if k == 0 => self.truth(sink),
            Some(root) if k <= self.nodes[root].size => {
                sink.declare_vars(self.vars);
                self.raise(sink, root, k, Direction::Down);
                self.nodes[root].outputs[k - 1]
            }
            _ => !self.truth(sink),
        }
    }

    fn truth(&mut self, sink: &mut dyn ClauseSink) -> Lit {
        sink.declare_vars(self.vars);
        self.gates.constant(sink, true)
    }

    fn tree(&mut self, lits: &[Lit]) -> usize {
        if let &[lit] = lits {
            self.nodes.push(Node { size: 1, outputs: vec![lit], halves: None, up: 1, down: 1 });
            return self.nodes.len() - 1;
        }
        let (left, right) = lits.split_at(lits.len() / 2);
        let (left, right) = (self.tree(left), self.tree(right));
        self.join(left, right)
    }

    fn join(&mut self, left: usize, right: usize) -> usize {
        let size = self.nodes[left].size + self.nodes[right].size;
        self.nodes.push(Node { size, outputs: Vec::new(), halves: Some((left, right)), up: 0, down: 0 });
        self.nodes.len() - 1
    }

    /// Writes the clauses for counts up to `count` at a node and below. The tree is no deeper than its joins: twice the
    /// logarithm, and one for each extension.
    fn raise(&mut self, sink: &mut dyn ClauseSink, at: usize, count: usize, direction: Direction) {
        let count = count.min(self.nodes[at].size);
        let Some((left, right)) = self.nodes[at].halves else { return };
        let done = if direction.up() { self.nodes[at].up } else { self.nodes[at].down };
        if count <= done {
            return;
        }
        self.raise(sink, left, count, direction);
        self.raise(sink, right, count, direction);
        while self.nodes[at].outputs.len() < count {
            let output = sink.new_var().pos();
            self.nodes[at].outputs.push(output);
        }
        let (node, left, right) = (&self.nodes[at], &self.nodes[left], &self.nodes[right]);
        let mut clause = Vec::new();
        for sum in done + 1..=count {
            let output = node.outputs[sum - 1];
            if direction.up() {
                // At least i on the left and at least the rest on the right: at least the sum.
                for i in sum.saturating_sub(right.size)..=sum.min(left.size) {
                    clause.clear();
                    clause.extend(i.checked_sub(1).map(|i| !left.outputs[i]));
                    clause.extend((sum - i).checked_sub(1).map(|j| !right.outputs[j]));
                    clause.push(output);
                    sink.add_clause(&clause);
                }
            } else {
                // At most i on the left and at most the rest on the right: less than the sum.
                for i in (sum - 1).saturating_sub(right.size)..=(sum - 1).min(left.size) {
                    clause.clear();
                    clause.extend((i < left.size).then(|| left.outputs[i]));
                    clause.extend((sum - 1 - i < right.size).then(|| right.outputs[sum - 1 - i]));
                    clause.push(!output);
                    sink.add_clause(&clause);
                }
            }
        }
        let done = if direction.up() { &mut self.nodes[at].up } else { &mut self.nodes[at].down };
        *done = count;
    }
}

/// How many clauses a totalizer of `n` literals has that counts up to `count`, in one direction.
pub(super) fn clauses(n: usize, count: usize) -> u64 {
    if n < 2 {
        return 0;
    }
    let (left, right) = (n / 2, n - n / 2);
    // All pairs of counts that add up to a sum from 1 to the largest one that is counted.
    let pairs = |left: usize, right: usize| -> u64 {
        (0..=left.min(count)).map(|i| (right.min(count - i) + 1) as u64).sum::<u64>() - 1
    };
    let halves = if left == right { 2 * clauses(left, count) } else { clauses(left, count) + clauses(right, count) };
    pairs(left, right) + halves
}
