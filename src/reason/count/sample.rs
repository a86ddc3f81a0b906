//! Random models, each as likely as every other.
//!
//! **What it does.** Keeps the decision-DNNF of the counter's search ([`Circuit`]). Every node knows the share of all
//! assignments that satisfy it, so that a walk from the root takes each of two branches as often as its models ask for.
//! Variables that the walk does not meet take either value. The solver adds what the shown variables do not fix, and
//! what simplification took away.
//!
//! **Soundness and proof.** A count is the share of the root times the number of assignments. Shares are kept as
//! logarithms: a model's probability is off by less than a millionth of it. Every model is checked against the formula.
//!
//! **Schedule and cost.** One count, which keeps its nodes; then a walk and a call of the solver for each model.
//!
//! **References.** Darwiche, Marquis, JAIR'02 (decision-DNNF); Sharma, Gupta, Roy, Meel, LPAR'18 (KUS).

use super::record::{FALSE, Record, TRUE};
use super::search::{Ended, Search, Task};
use super::{Simplified, simplified, tree};
use crate::cnf::model::first_falsified;
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::limits::{Limits, Stop};
use crate::reason::{Incremental, Oracle, Reply};
use crate::util::rng::Rng;
use num_bigint::BigInt;

/// A node: ranges of the literals and of the parts of a product, or two branches.
#[derive(Clone, Copy, Debug)]
enum Node {
    Product { lits: (u32, u32), parts: (u32, u32) },
    Choice { first: u32, second: u32 },
}

/// A decision-DNNF in memory.
struct Circuit<'c> {
    /// By variable: whether models are distinguished by it.
    shown: &'c [bool],
    nodes: Vec<Node>,
    /// By node: the logarithm to base 2 of the share of all assignments that satisfy it.
    shares: Vec<f64>,
    lits: Vec<Lit>,
    parts: Vec<u32>,
    most_bytes: usize,
}

impl<'c> Circuit<'c> {
    fn new(shown: &'c [bool], most_bytes: usize) -> Circuit<'c> {
        let empty = Node::Product { lits: (0, 0), parts: (0, 0) };
        let mut shares = vec![0.0; FALSE as usize + 1];
        shares[FALSE as usize] = f64::NEG_INFINITY;
        Circuit { shown, nodes: vec![empty; shares.len()], shares, lits: Vec::new(), parts: Vec::new(), most_bytes }
    }

    fn add(&mut self, node: Node, share: f64) -> u32 {
        self.nodes.push(node);
        self.shares.push(share);
        self.nodes.len() as u32 - 1
    }
}

impl Record for Circuit<'_> {
    fn product(&mut self, lits: &[Lit], parts: &[u32]) -> u32 {
        let (first_lit, first_part) = (self.lits.len() as u32, self.parts.len() as u32);
        self.lits.extend(lits.iter().filter(|lit| self.shown[lit.var().index()]));
        self.parts.extend(parts.iter().filter(|&&part| part != TRUE));
        let (last_lit, last_part) = (self.lits.len() as u32, self.parts.len() as u32);
        let below: f64 = self.parts[first_part as usize..].iter().map(|&part| self.shares[part as usize]).sum();
        let node = Node::Product { lits: (first_lit, last_lit), parts: (first_part, last_part) };
        match (last_lit - first_lit, last_part - first_part) {
            (0, 0) => TRUE,
            (0, 1) => self.parts.pop().unwrap_or(TRUE),
            (count, _) => self.add(node, below - f64::from(count)),
        }
    }

    fn choice(&mut self, first: u32, second: u32) -> u32 {
        match (first, second) {
            (FALSE, other) | (other, FALSE) => other,
            _ => {
                let [a, b] = [first, second].map(|node| self.shares[node as usize]);
                let (more, less) = if a > b { (a, b) } else { (b, a) };
                let share = more + libm::log2(1.0 + libm::exp2(less - more));
                self.add(Node::Choice { first, second }, share)
            }
        }
    }

    fn is_full(&self) -> bool {
        let node = size_of::<Node>() + size_of::<f64>();
        // Node numbers and ranges are words of 32 bits.
        let words = self.nodes.len().max(self.lits.len()).max(self.parts.len());
        let bytes = self.nodes.capacity() * node + 4 * (self.lits.capacity() + self.parts.capacity());
        bytes > self.most_bytes || words > (u32::MAX / 2) as usize
    }
}

/// Draws random models.
///
/// ```
/// use gemsat::cnf::{Formula, Var};
/// use gemsat::limits::Limits;
/// use gemsat::reason::count::{Drawn, Sampler};
///
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, 3]]);
/// let vars: Vec<Var> = (0..3).map(Var::new).collect();
/// let mut sampler = Sampler::new(&formula, &vars, 1 << 20, 0, &Limits::none())?.expect("there are models");
/// assert_eq!(sampler.count().to_string(), "4");
/// assert!(matches!(sampler.draw(&Limits::none()), Drawn::Model(_)));
/// # Ok::<(), gemsat::limits::Stop>(())
/// ```
#[derive(Debug)]
pub struct Sampler<'s> {
    formula: &'s Formula,
    oracle: Incremental,
    rng: Rng,
    nodes: Vec<Node>,
    shares: Vec<f64>,
    lits: Vec<Lit>,
    parts: Vec<u32>,
    root: u32,
    /// By variable of the search: its literal in the formula.
    names: Vec<Lit>,
    /// Shown variables that can take either value whatever the others are, unless a walk sets them.
    free: Vec<Var>,
    count: BigInt,
}

/// What came of drawing a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A model.
    Model(Assignment),
    /// A limit ran out.
    Stopped(Stop),
    /// The literals drawn have no model, or one that leaves a clause false: a fault of the search.
    Wrong,
}

impl<'s> Sampler<'s> {
    /// Counts the models as far as the shown variables distinguish them, with so many bytes for the nodes and as many
    /// for the cache. `None` when there is no model.
    ///
    /// # Errors
    /// The limit that ran out; [`Stop::Memory`] when the nodes take more bytes.
    pub fn new(
        formula: &'s Formula,
        show: &[Var],
        bytes: usize,
        seed: u64,
        limits: &Limits,
    ) -> Result<Option<Sampler<'s>>, Stop> {
        let num_vars = formula.num_vars() as usize;
        let mut shown = vec![false; num_vars];
        let mut free = Vec::new();
        for &var in show {
            match shown.get_mut(var.index()) {
                Some(shown) => *shown = true,
                None => free.push(var),
            }
        }
        free.sort_unstable();
        free.dedup();
        let undeclared = free.len();
        let Some(rest) = simplified(formula, shown, None, false, limits)? else { return Ok(None) };
        let Simplified { names, factor, .. } = rest;
        free.extend(rest.free);
        free.extend(names.iter().zip(&rest.shown).filter(|(_, shown)| **shown).map(|(name, _)| name.var()));
        let mut circuit = Circuit::new(&rest.shown, bytes);
        let (preference, _) = tree::preferences(&rest.formula);
        let task = Task {
            formula: &rest.formula,
            shown: &rest.shown,
            weights: None,
            preference: &preference,
            cache_bytes: bytes,
        };
        let (ended, root) = Search::new(task, Some(&mut circuit)).run(limits);
        let mut count = match ended {
            Ended::Counted(count) => count,
            Ended::Stopped(stop, _) => return Err(stop),
        };
        count.multiply(&factor);
        count.double(undeclared);
        let Circuit { nodes, shares, lits, parts, .. } = circuit;
        let (oracle, rng) = (Incremental::new(formula), Rng::new(seed));
        Ok(Some(Sampler { formula, oracle, rng, nodes, shares, lits, parts, root, names, free, count: count.to_big() }))
    }

    /// How many models there are.
    pub fn count(&self) -> &BigInt {
        &self.count
    }

    /// Draws a model; the same one may come again.
    pub fn draw(&mut self, limits: &Limits) -> Drawn {
        let num_vars = self.formula.num_vars() as usize;
        let (drawn, beyond): (Vec<Lit>, Vec<Lit>) =
            self.walk().into_iter().partition(|lit| lit.var().index() < num_vars);
        let mut model = match self.oracle.solve_under(&drawn, limits) {
            Reply::Sat(model) if first_falsified(&model, self.formula).is_none() => model,
            Reply::Unknown(stop) => return Drawn::Stopped(stop),
            _ => return Drawn::Wrong,
        };
        if let Some(last) = beyond.iter().map(|lit| lit.var()).max() {
            model.resize(model.len().max(last.index() + 1));
        }
        beyond.iter().for_each(|&lit| model.set(lit.var(), lit.is_positive()));
        Drawn::Model(model)
    }

    /// Literals of all shown variables that simplification has left.
    fn walk(&mut self) -> Vec<Lit> {
        let mut drawn = Vec::with_capacity(self.free.len());
        let mut open = vec![self.root];
        while let Some(node) = open.pop() {
            match self.nodes[node as usize] {
                Node::Product { lits, parts } => {
                    for lit in &self.lits[lits.0 as usize..lits.1 as usize] {
                        let name = self.names[lit.var().index()];
                        drawn.push(if lit.is_positive() { name } else { !name });
                    }
                    open.extend_from_slice(&self.parts[parts.0 as usize..parts.1 as usize]);
                }
                Node::Choice { first, second } => {
                    let share = libm::exp2(self.shares[first as usize] - self.shares[node as usize]);
                    open.push(if self.rng.unit() < share { first } else { second });
                }
            }
        }
        let set: std::collections::HashSet<Var> = drawn.iter().map(|lit| lit.var()).collect();
        for index in 0..self.free.len() {
            let var = self.free[index];
            if !set.contains(&var) {
                drawn.push(var.lit(self.rng.coin()));
            }
        }
        drawn
    }
}
