//! The decision-DNNF of a count, kept in memory.
//!
//! **What it does.** Stores the nodes that the counter's search produces. For every node the share of all assignments
//! that satisfy it is known; literals of variables by which models are not distinguished are left out. A node's number
//! is larger than those of the nodes below it.
//!
//! **Soundness and proof.** A count is the share of the root times the number of assignments. Shares are kept as
//! logarithms; the relative error of what is computed from them is below a millionth.
//!
//! **References.** Darwiche, Marquis, JAIR'02 (decision-DNNF).

use super::record::{FALSE, Record, TRUE};
use super::search::{Ended, Search, Task};
use super::simplify::{Keep, Simplified};
use super::{simplified, tree};
use crate::cnf::{Formula, Lit, Var};
use crate::limits::{Limits, Stop};
use num_bigint::BigInt;

/// A node: ranges of the literals and of the parts of a product, or two branches.
#[derive(Clone, Copy, Debug)]
pub enum Node {
    Product { lits: (u32, u32), parts: (u32, u32) },
    Choice { first: u32, second: u32 },
}

/// A decision-DNNF while its nodes are being stored.
struct Taken<'c> {
    /// By variable: whether models are distinguished by it.
    shown: &'c [bool],
    nodes: Vec<Node>,
    /// By node: the logarithm to base 2 of the share of all assignments that satisfy it.
    shares: Vec<f64>,
    lits: Vec<Lit>,
    parts: Vec<u32>,
    most_bytes: usize,
}

impl<'c> Taken<'c> {
    fn new(shown: &'c [bool], most_bytes: usize) -> Taken<'c> {
        let empty = Node::Product { lits: (0, 0), parts: (0, 0) };
        let mut shares = vec![0.0; FALSE as usize + 1];
        shares[FALSE as usize] = f64::NEG_INFINITY;
        Taken { shown, nodes: vec![empty; shares.len()], shares, lits: Vec::new(), parts: Vec::new(), most_bytes }
    }

    fn add(&mut self, node: Node, share: f64) -> u32 {
        self.nodes.push(node);
        self.shares.push(share);
        self.nodes.len() as u32 - 1
    }
}

impl Record for Taken<'_> {
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

/// A formula as a decision-DNNF.
#[derive(Debug)]
pub struct Circuit {
    /// In ascending order: a node comes after those below it.
    pub nodes: Vec<Node>,
    /// By node: the logarithm to base 2 of the share of all assignments that satisfy it.
    pub shares: Vec<f64>,
    lits: Vec<Lit>,
    parts: Vec<u32>,
    /// The node of the formula.
    pub root: u32,
    /// By variable of the search: its literal in the formula.
    names: Vec<Lit>,
    /// Literals that are true in every model.
    pub fixed: Vec<Lit>,
    /// Shown variables that can take either value, unless a literal of theirs is met on the way down.
    pub free: Vec<Var>,
    /// How many models there are.
    pub count: BigInt,
}

impl Circuit {
    /// Counts the models as far as the shown variables distinguish them, with so many bytes for the nodes and as many
    /// for the cache. `None` when there is no model.
    ///
    /// # Errors
    /// The limit that ran out; [`Stop::Memory`] when the nodes take more bytes.
    pub fn new(
        formula: &Formula,
        show: &[Var],
        keep: Keep,
        bytes: usize,
        limits: &Limits,
    ) -> Result<Option<Circuit>, Stop> {
        let mut shown = vec![false; formula.num_vars()];
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
        let Some(rest) = simplified(formula, shown, None, keep, limits)? else { return Ok(None) };
        let Simplified { names, factor, fixed, .. } = rest;
        free.extend(rest.free);
        free.extend(names.iter().zip(&rest.shown).filter(|(_, shown)| **shown).map(|(name, _)| name.var()));
        let mut taken = Taken::new(&rest.shown, bytes);
        let (preference, _) = tree::preferences(&rest.formula, limits);
        let task = Task {
            formula: &rest.formula,
            shown: &rest.shown,
            weights: None,
            preference: &preference,
            cache_bytes: bytes,
        };
        let (ended, root) = Search::new(task, Some(&mut taken)).run(limits);
        let mut count = match ended {
            Ended::Counted(count) => count,
            Ended::Stopped(stop, _) => return Err(stop),
        };
        count.multiply(&factor);
        count.double(undeclared);
        let Taken { nodes, shares, lits, parts, .. } = taken;
        Ok(Some(Circuit { nodes, shares, lits, parts, root, names, fixed, free, count: count.to_big() }))
    }

    /// The literals of a product, in the formula's terms.
    pub fn lits(&self, (first, last): (u32, u32)) -> impl Iterator<Item = Lit> {
        self.lits[first as usize..last as usize].iter().map(|lit| {
            let name = self.names[lit.var().index()];
            if lit.is_positive() { name } else { !name }
        })
    }

    /// The nodes below a product.
    pub fn parts(&self, (first, last): (u32, u32)) -> &[u32] {
        &self.parts[first as usize..last as usize]
    }

    /// Of the assignments that satisfy a node, the share that satisfies this branch of it.
    pub fn share_of_branch(&self, branch: u32, node: u32) -> f64 {
        libm::exp2(self.shares[branch as usize] - self.shares[node as usize])
    }
}
