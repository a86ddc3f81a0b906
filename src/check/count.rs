//! Checking the certificate of a count, a decision-DNNF in the text form of the d4 compiler, by counting again.
//!
//! **What it does.** Checks that parts of an `a` node share no variable, that branches of an `o` node exclude each
//! other by a literal, and that no clause of the formula is false in a model of the whole; then counts from the leaves
//! to the root. 64 clauses are checked in one pass.
//!
//! **Soundness and proof.** The check verifies that the formula has at least this many models: every model of the
//! certificate is a model of the formula, and they are counted correctly. That the certificate leaves out no model is
//! not checked: that is the counter's word.
//!
//! **References.** Darwiche, Marquis, JAIR'02; Lagniez, Marquis, IJCAI'17 (d4).

use super::fault::Fault;
use crate::cnf::{Formula, Lit};
use crate::limits::{Limits, Stop};
use num_bigint::BigUint;
use std::io::BufRead;

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountFault {
    /// The line with this number does not belong there.
    Line(u64, &'static str),
    /// The parts of this node share a variable.
    Shared(u32),
    /// Two branches of this node do not exclude each other.
    Overlap(u32),
    /// This node is its own part.
    Cycle(u32),
    /// The clause with this index, from 0, is false in a model of the certificate.
    Falsified(usize),
    /// The certificate cannot be read.
    Io(String),
    /// A limit ran out.
    Stopped(Stop),
}

impl std::fmt::Display for CountFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CountFault::Line(line, expected) => write!(f, "line {line}: expected {expected}"),
            CountFault::Shared(node) => write!(f, "node {node}: its parts share a variable"),
            CountFault::Overlap(node) => write!(f, "node {node}: its branches do not exclude each other"),
            CountFault::Cycle(node) => write!(f, "node {node} is a part of itself"),
            CountFault::Falsified(clause) => write!(f, "clause {} is false in a model of it", clause + 1),
            CountFault::Io(error) => f.write_str(error),
            CountFault::Stopped(stop) => write!(f, "stopped: {stop}"),
        }
    }
}

impl std::error::Error for CountFault {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeKind {
    Any,
    All,
    True,
    False,
}

#[derive(Debug)]
struct Node {
    kind: NodeKind,
    /// Where each edge leads, and the literals that hold on it.
    edges: Vec<(u32, Vec<Lit>)>,
}

/// A certificate: nodes by number, 1 is the root.
#[derive(Debug)]
pub struct Certificate {
    nodes: Vec<Option<Node>>,
    /// The nodes that the root reaches, parts before wholes.
    order: Vec<u32>,
}

/// The most nodes.
const MOST_NODES: u32 = 1 << 28;

impl Certificate {
    /// Reads a certificate over this many variables.
    ///
    /// # Errors
    /// When it cannot be read or is none.
    pub fn read(source: impl BufRead, num_vars: usize) -> Result<Certificate, CountFault> {
        let mut nodes: Vec<Option<Node>> = Vec::new();
        for (index, line) in source.lines().enumerate() {
            let line = line.map_err(|error| match Fault::from(error) {
                Fault::Stopped(stop) => CountFault::Stopped(stop),
                Fault::Io(what) => CountFault::Io(what),
                fault => CountFault::Io(fault.to_string()),
            })?;
            let fault = |expected| CountFault::Line(index as u64 + 1, expected);
            let mut words = line.split_ascii_whitespace();
            let Some(first) = words.next().filter(|word| !word.starts_with('c')) else { continue };
            let kind = match first {
                "o" => Some(NodeKind::Any),
                "a" => Some(NodeKind::All),
                "t" => Some(NodeKind::True),
                "f" => Some(NodeKind::False),
                _ => None,
            };
            let number = |word: Option<&str>| {
                let number = word.and_then(|word| word.parse::<u32>().ok());
                number.filter(|&number| number > 0 && number < MOST_NODES).ok_or(fault("the number of a node"))
            };
            if let Some(kind) = kind {
                let node = number(words.next())? as usize;
                if node > 2 * nodes.len() + 1024 {
                    return Err(fault("nodes in order"));
                }
                if nodes.len() <= node {
                    nodes.resize_with(node + 1, || None);
                }
                if nodes[node].is_some() {
                    return Err(fault("a new node"));
                }
                nodes[node] = Some(Node { kind, edges: Vec::new() });
                continue;
            }
            let (from, to) = (number(Some(first))?, number(words.next())?);
            let mut lits = Vec::new();
            let mut closed = false;
            for word in words {
                let lit = word.parse::<i32>().map_err(|_| fault("a literal or 0"))?;
                match Lit::from_dimacs(lit) {
                    Some(lit) if !closed && lit.var().index() < num_vars => lits.push(lit),
                    None if !closed && lit == 0 => closed = true,
                    _ => return Err(fault("literals of the formula and a 0")),
                }
            }
            let there = nodes.get(to as usize).is_some_and(Option::is_some);
            match nodes.get_mut(from as usize).and_then(Option::as_mut) {
                Some(node) if there && closed && matches!(node.kind, NodeKind::Any | NodeKind::All) => {
                    node.edges.push((to, lits))
                }
                _ => return Err(fault("an edge between nodes that were named before, and a 0")),
            }
        }
        let mut certificate = Certificate { nodes, order: Vec::new() };
        certificate.sort()?;
        Ok(certificate)
    }

    fn node(&self, node: u32) -> Option<&Node> {
        self.nodes.get(node as usize).and_then(Option::as_ref)
    }

    /// Finds an order in which parts come before wholes.
    fn sort(&mut self) -> Result<(), CountFault> {
        if self.node(1).is_none() {
            return Err(CountFault::Line(1, "a root, node 1"));
        }
        // By node: 1 while its parts are being visited, 2 afterwards.
        let mut state = vec![0u8; self.nodes.len()];
        let mut order = Vec::new();
        let mut work = vec![(1u32, 0usize)];
        while let Some((node, next)) = work.pop() {
            state[node as usize] = 1;
            let edges = self.node(node).map_or(&[][..], |node| &node.edges);
            match edges.get(next) {
                None => {
                    state[node as usize] = 2;
                    order.push(node);
                }
                Some(&(to, _)) => {
                    work.push((node, next + 1));
                    match state[to as usize] {
                        0 => work.push((to, 0)),
                        1 => return Err(CountFault::Cycle(to)),
                        _ => {}
                    }
                }
            }
        }
        self.order = order;
        Ok(())
    }

    /// Checks the certificate, and returns how many models it shows that the formula has at least.
    ///
    /// # Errors
    /// When the certificate is wrong, or the limits run out.
    pub fn check(&self, formula: &Formula, limits: &Limits) -> Result<BigUint, CountFault> {
        for start in (0..formula.num_clauses()).step_by(64) {
            if let Some(stop) = limits.poll(&[("clauses checked", start as u64)]) {
                return Err(CountFault::Stopped(stop));
            }
            self.check_clauses(formula, start)?;
        }
        self.count(formula.num_vars(), limits)
    }

    /// Checks that no model of the certificate makes one of 64 clauses false.
    fn check_clauses(&self, formula: &Formula, start: usize) -> Result<(), CountFault> {
        let end = formula.num_clauses().min(start + 64);
        let mut holding = vec![0u64; 2 * formula.num_vars()];
        let mut tautologies = 0u64;
        for index in start..end {
            let bit = 1 << (index - start);
            for lit in formula.clause(index) {
                holding[lit.index()] |= bit;
                tautologies |= holding[(!*lit).index()] & bit;
            }
        }
        // By node and clause: whether the node has a model in which the clause is false.
        let mut open = vec![0u64; self.nodes.len()];
        for &place in &self.order {
            let Some(node) = self.node(place) else { continue };
            let edge = |(to, lits): &(u32, Vec<Lit>)| {
                lits.iter().fold(open[*to as usize], |open, lit| open & !holding[lit.index()])
            };
            open[place as usize] = match node.kind {
                NodeKind::True => u64::MAX,
                NodeKind::False => 0,
                NodeKind::All => node.edges.iter().fold(u64::MAX, |open, part| open & edge(part)),
                NodeKind::Any => node.edges.iter().fold(0, |open, part| open | edge(part)),
            };
        }
        let asked = if end - start == 64 { u64::MAX } else { (1 << (end - start)) - 1 };
        match open[1] & asked & !tautologies {
            0 => Ok(()),
            falsified => Err(CountFault::Falsified(start + falsified.trailing_zeros() as usize)),
        }
    }

    fn count(&self, num_vars: usize, limits: &Limits) -> Result<BigUint, CountFault> {
        let words = num_vars.div_ceil(64);
        let mut sets: Vec<Option<Vec<u64>>> = vec![None; self.nodes.len()];
        let mut counts = vec![BigUint::ZERO; self.nodes.len()];
        let size = |set: &[u64]| set.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        for (step, &place) in self.order.iter().enumerate() {
            if step % 4096 == 0
                && let Some(stop) = limits.poll(&[("nodes counted", step as u64)])
            {
                return Err(CountFault::Stopped(stop));
            }
            let Some(node) = self.node(place) else { continue };
            let mut set = vec![0u64; words];
            let mut parts = Vec::new();
            for (to, lits) in &node.edges {
                let mut part = sets[*to as usize].clone().unwrap_or_else(|| vec![0; words]);
                for lit in lits {
                    let (word, bit) = (lit.var().index() / 64, 1 << (lit.var().index() % 64));
                    if part[word] & bit != 0 {
                        return Err(CountFault::Shared(place));
                    }
                    part[word] |= bit;
                }
                if node.kind == NodeKind::All && set.iter().zip(&part).any(|(a, b)| a & b != 0) {
                    return Err(CountFault::Shared(place));
                }
                set.iter_mut().zip(&part).for_each(|(all, part)| *all |= part);
                parts.push((size(&part), &counts[*to as usize]));
            }
            counts[place as usize] = match node.kind {
                NodeKind::True => BigUint::from(1u8),
                NodeKind::False => BigUint::ZERO,
                NodeKind::All => parts.iter().map(|(_, count)| *count).product(),
                NodeKind::Any => {
                    self.check_branches(place, node)?;
                    let whole = size(&set);
                    parts.iter().map(|(size, count)| *count << (whole - size)).sum()
                }
            };
            sets[place as usize] = Some(set);
        }
        let used = sets[1].as_deref().map_or(0, size);
        Ok(&counts[1] << (num_vars - used))
    }

    /// Checks that any two branches hold opposite literals.
    fn check_branches(&self, place: u32, node: &Node) -> Result<(), CountFault> {
        let held = |(to, lits): &(u32, Vec<Lit>)| -> Vec<Lit> {
            let inner = self.node(*to).filter(|inner| inner.kind == NodeKind::All);
            let inner = inner.into_iter().flat_map(|inner| inner.edges.iter().flat_map(|(_, lits)| lits));
            let mut held: Vec<Lit> = lits.iter().chain(inner).copied().collect();
            held.sort_unstable();
            held
        };
        let branches: Vec<Vec<Lit>> = node.edges.iter().map(held).collect();
        for (index, branch) in branches.iter().enumerate() {
            for other in &branches[index + 1..] {
                if !branch.iter().any(|&lit| other.binary_search(&!lit).is_ok()) {
                    return Err(CountFault::Overlap(place));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, clauses: &[&[i32]]) -> Result<BigUint, CountFault> {
        let mut formula = Formula::from_dimacs_lists(clauses);
        formula.declare_vars(3);
        Certificate::read(text.as_bytes(), 3)?.check(&formula, &Limits::none())
    }

    #[test]
    fn right_certificates_are_recounted() {
        let text = "o 1 0\nt 2 0\nf 3 0\n1 2 1 0\n1 2 -1 2 0\n";
        assert_eq!(check(text, &[&[1, 2]]), Ok(BigUint::from(6u8)));
        assert_eq!(check(text, &[&[1, 2], &[3, -3]]), Ok(BigUint::from(6u8)));
        assert_eq!(check("o 1 0\n", &[&[1], &[-1]]), Ok(BigUint::ZERO));
    }

    #[test]
    fn wrong_certificates_are_refuted() {
        let head = "o 1 0\nt 2 0\nf 3 0\na 4 0\n";
        let fault = |edges: &str| check(&format!("{head}{edges}"), &[&[1, 2]]).expect_err("wrong");
        assert_eq!(fault("1 2 1 0\n1 2 2 0\n"), CountFault::Overlap(1));
        assert_eq!(fault("1 2 1 0\n1 2 -1 0\n"), CountFault::Falsified(0));
        assert_eq!(fault("4 2 1 0\n4 2 1 2 0\n1 4 0\n"), CountFault::Shared(4));
        assert_eq!(fault("4 1 0\n1 4 0\n"), CountFault::Cycle(1));
        assert!(matches!(fault("1 9 0\n"), CountFault::Line(5, _)));
        assert!(matches!(fault("1 2 7 0\n"), CountFault::Line(5, _)));
    }
}
