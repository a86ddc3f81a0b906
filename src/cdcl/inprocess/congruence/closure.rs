//! Classes of equal literals, and the gates to be rewritten when two classes are merged.

use super::gates::{GateRef, Gates, Kind, Occurrences};
use super::rewrite::Conclusion;
use super::table::Table;
use crate::cdcl::Solver;
use crate::cdcl::inprocess::entail::{Entailed, Splits};
use crate::cnf::{Lit, Var};

/// The most literals that a proof splits on.
const MOST_SPLITS: usize = 8;

/// The ticks that each merger adds to the budget, so that a closure goes on while it succeeds.
const TICKS_PER_MERGER: u64 = 400;

/// The state of a closure.
pub(super) struct Closure<'s> {
    pub solver: &'s mut Solver,
    pub gates: Gates,
    occurrences: Occurrences,
    table: Table,
    /// By variable: the code of the representative of its positive literal.
    representatives: Vec<u32>,
    /// By variable: the next one of its class, in a circle.
    next: Vec<u32>,
    /// By representative variable: the occurrences of its class as inputs.
    weights: Vec<u32>,
    /// Variables the gates of which must be rewritten.
    queue: std::collections::VecDeque<u32>,
    queued: Vec<bool>,
    /// How many literals of the trail have been applied to the gates.
    synced: usize,
    /// The inputs of the gate that is being rewritten.
    pub scratch: Vec<u32>,
    pub ticks: u64,
    max_ticks: u64,
}

impl<'s> Closure<'s> {
    /// Bytes of a closure of this many variables, without what depends on its gates.
    pub fn bytes(vars: usize) -> usize {
        17 * vars
    }

    pub fn new(solver: &'s mut Solver, gates: Gates, ticks: u64, max_ticks: u64) -> Self {
        let vars = solver.trail.info.len();
        let occurrences = Occurrences::new(&gates, vars);
        let weights = (0..vars as u32).map(|var| occurrences.range(Var::new(var as usize)).len() as u32).collect();
        let table = Table::new(gates.count);
        Closure {
            synced: solver.trail.lits.len(),
            solver,
            gates,
            occurrences,
            table,
            representatives: (0..vars as u32).map(|var| 2 * var).collect(),
            next: (0..vars as u32).collect(),
            weights,
            queue: std::collections::VecDeque::new(),
            queued: vec![false; vars],
            scratch: Vec::new(),
            ticks,
            max_ticks,
        }
    }

    /// The representative of a literal.
    pub fn representative(&self, lit: Lit) -> Lit {
        Lit::from_code(self.representatives[lit.var().index()] ^ lit.code() & 1)
    }

    fn done(&mut self) -> bool {
        self.solver.spent(self.ticks, self.max_ticks)
    }

    /// Lists all gates, and rewrites gates until nothing changes.
    pub fn run(&mut self) {
        let mut next = self.gates.at_word(0);
        while let Some(gate) = next.filter(|_| !self.done()) {
            next = self.gates.next(gate);
            self.visit(gate);
        }
        while let Some(var) = self.queue.pop_front().filter(|_| !self.done()) {
            self.queued[var as usize] = false;
            for place in self.occurrences.range(Var::new(var as usize)) {
                let gate = self.occurrences.gate(place);
                if self.done() {
                    break;
                }
                if !self.gates.dead(gate) {
                    self.visit(gate);
                }
            }
        }
    }

    /// Rewrites a gate, and derives its consequence.
    fn visit(&mut self, gate: GateRef) {
        debug_assert!(!self.gates.dead(gate));
        let conclusion = self.conclude(gate);
        if let Conclusion::Gate(kind, output) = conclusion {
            if self.gates.listed(gate) {
                if self.gates.kind(gate) == kind && self.gates.inputs(gate) == self.scratch {
                    return;
                }
                self.table.unlist(&mut self.gates, gate, &mut self.ticks);
            }
            self.store(gate, kind, output);
            if let Some(other) = self.table.find_or_list(&mut self.gates, gate, &mut self.ticks) {
                self.gates.kill(gate);
                self.solver.counters.congruence_matched += 1;
                self.merge(self.gates.output(gate), self.gates.output(other), [Some(gate), Some(other)]);
            }
            return;
        }
        if self.gates.listed(gate) {
            self.table.unlist(&mut self.gates, gate, &mut self.ticks);
        }
        self.gates.kill(gate);
        match conclusion {
            Conclusion::Equal(a, b) => self.merge(a, b, [Some(gate), None]),
            Conclusion::Unit(lit) => self.fix(lit, gate),
            Conclusion::Gate(..) | Conclusion::Nothing => {}
        }
    }

    /// The literals that a proof about these gates may have to split on, and how many of them at once.
    fn splits(&self, gates: [Option<GateRef>; 2]) -> (Vec<Lit>, usize) {
        let (mut lits, mut at_once) = (Vec::new(), 0);
        for gate in gates.into_iter().flatten() {
            if self.gates.origin(gate) != Kind::And {
                let inputs = self.gates.all_inputs(gate);
                lits.extend(inputs.iter().map(|&code| Lit::from_code(code)));
                let least = if self.gates.origin(gate) == Kind::Xor { self.gates.inputs(gate).len() - 1 } else { 1 };
                at_once = at_once.max(least);
            }
        }
        lits.truncate(MOST_SPLITS);
        (lits, at_once)
    }

    /// Derives the unit clause that follows from the gate as it is now.
    fn fix(&mut self, lit: Lit, gate: GateRef) {
        let (lits, at_once) = self.splits([Some(gate), None]);
        let entailed = self.solver.entail(&[lit], Splits { lits: &lits, at_once }, &mut self.ticks);
        self.note(entailed);
    }

    /// Merges two literals that are equal because of these gates.
    fn merge(&mut self, a: Lit, b: Lit, gates: [Option<GateRef>; 2]) {
        let (lits, at_once) = self.splits(gates);
        self.merge_by(a, b, Splits { lits: &lits, at_once });
    }

    /// Merges two literals if a proof with these splits shows that they are equal.
    pub fn merge_by(&mut self, a: Lit, b: Lit, splits: Splits<'_>) {
        if self.representative(a) == self.representative(b) || self.done() {
            return;
        }
        let entailed = self.solver.entail_equal(a, b, splits, &mut self.ticks);
        self.note(entailed);
        if entailed == Entailed::Holds && !self.done() && self.solver.values.value(a) == 0 {
            self.solver.counters.congruence_merged += 1;
            self.max_ticks += TICKS_PER_MERGER;
            self.unite(a, b);
        }
    }

    /// Notes how a derivation ended, and applies the literals that it has fixed to the gates.
    fn note(&mut self, entailed: Entailed) {
        if entailed == Entailed::Unknown {
            debug_assert!(self.solver.exhausted, "propagation shows what gates say");
            self.solver.counters.congruence_refused += 1;
        }
        for at in self.synced..self.solver.trail.lits.len() {
            self.enqueue(self.solver.trail.lits[at].var().index() as u32);
        }
        self.synced = self.solver.trail.lits.len();
    }

    fn enqueue(&mut self, var: u32) {
        if !std::mem::replace(&mut self.queued[var as usize], true) {
            self.queue.push_back(var);
        }
    }

    /// Merges the classes of two literals that binary clauses make equal: the one with fewer occurrences moves.
    pub fn unite(&mut self, a: Lit, b: Lit) {
        let (mut from, mut to) = (self.representative(a), self.representative(b));
        if from.var() == to.var() {
            return;
        }
        let weight = |lit: Lit| (self.weights[lit.var().index()], std::cmp::Reverse(lit.var()));
        if weight(from) > weight(to) {
            (from, to) = (to, from);
        }
        let moved = to.code() ^ from.code() & 1;
        let start = from.var().index() as u32;
        let mut member = start;
        loop {
            self.ticks += 1;
            self.representatives[member as usize] = moved ^ self.representatives[member as usize] & 1;
            self.enqueue(member);
            member = self.next[member as usize];
            if member == start {
                break;
            }
        }
        self.next.swap(from.var().index(), to.var().index());
        self.weights[to.var().index()] += self.weights[from.var().index()];
        debug_assert!(self.representative(a) == self.representative(b), "united literals are represented by one");
        debug_assert!(self.representative(to) == to, "a representative represents itself");
    }
}
