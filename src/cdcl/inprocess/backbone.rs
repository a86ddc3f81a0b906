//! Binary backbone: failed literals of the binary clauses.
//!
//! **What it does.** Decides one candidate literal after the other and propagates over binary clauses only. If that
//! ends without a conflict, the assignment is kept, and the next unassigned candidate is decided on top of it. In a
//! conflict two implications contradict each other; the last literal that both go through has failed, and its negation
//! becomes a unit. Candidates that an earlier one made false are tried again in the next round.
//!
//! **Why it pays.** A round visits every binary clause about once, whatever the number of candidates. Keeping the
//! assignment misses nothing: if an earlier literal q implies the negation of something that p implies, then by
//! contraposition q also implies the negation of p, and p is no candidate in this round. In stric-bmc-ibm-12 it finds
//! 269 units for 1.7 % of the ticks. Figures: bench/2026-11-28.txt.
//!
//! **Soundness and proof.** The unit follows by unit propagation along the two paths of binary clauses from the failed
//! literal; these are its chain. No clause is removed.
//!
//! **Schedule and cost.** A share of the search ticks. A pass begins where the last one stopped. Tables of 14 bytes
//! per variable while it runs.
//!
//! **References.** Biere, Froleyks, Wang, CadiBack (SAT'23); Biere et al. (Kissat, SAT Competition 2022).

use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cdcl::state::clause::BinaryIndex;
use crate::cdcl::state::values::Values;
use crate::cnf::Lit;
use crate::proof::ClauseId;

/// The most rounds of one pass; each tries the candidates that the last one made false.
const MOST_ROUNDS: usize = 100;

pub(super) const BACKBONE: Technique = Technique {
    letter: Some(('b', "failed literals of binary clauses")),
    on: |options| options.backbone,
    effort: |options| options.backbone_effort,
    ticks: |counters| counters.backbone_ticks,
    ..Technique::new("backbone", |solver, ticks| solver.backbone(ticks).into())
};

impl Solver {
    /// Looks for failed literals of the binary clauses within this many ticks; whether there were any.
    fn backbone(&mut self, ticks: u64) -> bool {
        let units = self.counters.backbone_units;
        self.db.watches.binaries_first();
        let limit = self.counters.backbone_ticks + ticks;
        let vars = self.trail.info.len();
        let nothing = Node { parent: Lit::from_code(0), binary: BinaryIndex::NONE, position: 0 };
        let mut backbone = Backbone {
            solver: self,
            values: Values::default(),
            nodes: vec![nothing; vars],
            trail: Vec::new(),
            propagated: 0,
            limit,
        };
        backbone.values.grow(vars);
        backbone.run();
        self.counters.backbone_units > units
    }
}

/// Why a literal is true.
#[derive(Clone, Copy)]
struct Node {
    /// The true literal that implies it; a candidate (and a unit) is its own.
    parent: Lit,
    /// The index of the binary clause's id.
    binary: BinaryIndex,
    /// The place on the trail.
    position: u32,
}

/// A pass, with its own assignment.
struct Backbone<'s> {
    solver: &'s mut Solver,
    values: Values,
    nodes: Vec<Node>,
    trail: Vec<Lit>,
    propagated: usize,
    limit: u64,
}

impl Backbone<'_> {
    fn run(&mut self) {
        debug_assert!(self.trail.is_empty() && self.propagated == 0);
        let mut synced = 0;
        self.sync(&mut synced);
        let mut candidates = self.candidates();
        for _ in 0..MOST_ROUNDS {
            let left = self.round(&candidates);
            for lit in self.trail.drain(..) {
                self.values.unassign(lit);
            }
            self.propagated = 0;
            self.solver.propagate_units();
            if self.solver.inconsistent {
                return;
            }
            self.sync(&mut synced);
            candidates = left;
            candidates.retain(|&lit| self.values.value(lit) == 0);
            if candidates.is_empty() || self.solver.spent(self.solver.counters.backbone_ticks, self.limit) {
                break;
            }
        }
    }

    /// Assigns the literals that the solver has fixed since the last call.
    fn sync(&mut self, synced: &mut usize) {
        for &lit in &self.solver.trail.lits[*synced..] {
            self.values.assign(lit);
        }
        *synced = self.solver.trail.lits.len();
    }

    /// The free literals that imply something, from where the last pass stopped.
    fn candidates(&mut self) -> Vec<Lit> {
        let codes = 2 * self.nodes.len() as u32;
        let start = self.solver.passes.place(BACKBONE.name).next.min(codes);
        let watches = &self.solver.db.watches;
        let implies = |lit: Lit| watches.list(!lit).first().is_some_and(|watch| watch.is_binary());
        let candidate = |&lit: &Lit| self.values.value(lit) == 0 && implies(lit);
        let candidates = (start..codes).chain(0..start).map(Lit::from_code).filter(candidate).collect();
        self.solver.counters.backbone_ticks += u64::from(codes) / 8;
        candidates
    }

    /// Tries the candidates in order; returns those that others made false.
    fn round(&mut self, candidates: &[Lit]) -> Vec<Lit> {
        let mut left = Vec::new();
        for &candidate in candidates {
            if self.solver.spent(self.solver.counters.backbone_ticks, self.limit) {
                self.solver.passes.place(BACKBONE.name).next = candidate.code();
                break;
            }
            match self.values.value(candidate) {
                0 => {
                    self.solver.counters.backbone_probes += 1;
                    if !self.probe(candidate) {
                        break;
                    }
                }
                -1 => left.push(candidate),
                _ => {}
            }
        }
        left
    }

    /// Decides a candidate. In a conflict learns the unit that follows; false when that refutes the formula.
    fn probe(&mut self, candidate: Lit) -> bool {
        let start = self.trail.len();
        debug_assert_eq!(self.propagated, start, "earlier probes were propagated");
        self.assign(candidate, candidate, BinaryIndex::NONE);
        let Some((lit, other, binary)) = self.propagate() else { return true };
        let failed = self.common_ancestor(lit, !other);
        self.solver.learned.chain.clear();
        if self.solver.db.chained() {
            for end in [lit, !other] {
                self.push_path(failed, end);
            }
            let id = self.solver.db.binary_id(binary);
            self.solver.learned.chain.push(id);
        }
        self.solver.learn_unit(!failed);
        self.solver.counters.backbone_units += 1;
        for lit in self.trail.drain(start..) {
            self.values.unassign(lit);
        }
        self.propagated = start;
        self.assign(!failed, !failed, BinaryIndex::NONE);
        // A conflict at this point is left to the solver's own propagation when the round ends.
        self.propagate().is_none()
    }

    fn assign(&mut self, lit: Lit, parent: Lit, binary: BinaryIndex) {
        debug_assert_eq!(self.values.value(lit), 0);
        self.values.assign(lit);
        self.nodes[lit.var().index()] = Node { parent, binary, position: self.trail.len() as u32 };
        self.trail.push(lit);
    }

    /// Propagates over binary clauses; a conflict is a true literal, the false one that it implies, and the clause.
    fn propagate(&mut self) -> Option<(Lit, Lit, BinaryIndex)> {
        let mut ticks = 0;
        let mut conflict = None;
        while conflict.is_none() && self.propagated < self.trail.len() {
            let lit = self.trail[self.propagated];
            self.propagated += 1;
            let mut at = 0;
            while let Some(&watch) = self.solver.db.watches.list(!lit).get(at) {
                if !watch.is_binary() {
                    break;
                }
                at += 1;
                let other = watch.blocker();
                match self.values.value(other) {
                    0 => {
                        ticks += 1;
                        self.assign(other, lit, watch.binary_index());
                    }
                    -1 => {
                        conflict = Some((lit, other, watch.binary_index()));
                        break;
                    }
                    _ => {}
                }
            }
            ticks += 1 + at as u64 / 16;
        }
        debug_assert!(conflict.is_some() || self.propagated == self.trail.len());
        self.solver.counters.backbone_ticks += ticks;
        conflict
    }

    /// The last literal that both follow from. Both belong to the last candidate.
    fn common_ancestor(&self, mut a: Lit, mut b: Lit) -> Lit {
        while a != b {
            let (of_a, of_b) = (self.nodes[a.var().index()], self.nodes[b.var().index()]);
            if of_a.position > of_b.position {
                a = of_a.parent;
            } else {
                debug_assert!(of_b.parent != b, "the sides of a contradiction meet");
                b = of_b.parent;
            }
        }
        a
    }

    /// Appends the ids of the clauses that lead from one literal to another.
    fn push_path(&mut self, from: Lit, to: Lit) {
        let chain: &mut Vec<ClauseId> = &mut self.solver.learned.chain;
        let start = chain.len();
        let mut lit = to;
        while lit != from {
            let node = self.nodes[lit.var().index()];
            chain.push(self.solver.db.binary_id(node.binary));
            lit = node.parent;
        }
        chain[start..].reverse();
    }
}
