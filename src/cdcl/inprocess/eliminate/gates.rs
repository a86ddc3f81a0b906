//! Gates: variables that others define.
//!
//! **What it does.** Looks among the clauses of a variable for those that say `x = a`, `x = a & b & ..` (or its dual),
//! `x = c ? t : e`, or `x = a ^ b ^ ..`.
//!
//! **Why it pays.** Resolvents of two gate clauses are tautologies, and those of two other clauses follow from the
//! remaining resolvents, so elimination adds fewer clauses.
//!
//! **Soundness and proof.** If the gate's clauses are G and the others R, then G x R implies R x R, since G defines x.
//! The clauses that are left out need no proof.
//!
//! **References.** Eén, Biere (SAT'05).

use super::pass::Eliminator;
use crate::cdcl::Solver;
use crate::cdcl::state::clause::Clause;
use crate::cnf::{Lit, Var};

/// Variables of the largest XOR gate that is looked for.
const LARGEST_XOR: usize = 5;

/// What kind of gate it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GateKind {
    Equivalence,
    And,
    Ite,
    Xor,
}

/// The gate clauses among the parents.
#[derive(Debug)]
pub(super) struct Gate {
    pub(super) kind: GateKind,
    /// For both sides: which parents belong to the gate.
    members: [Vec<bool>; 2],
}

impl Gate {
    /// Whether these two parents are to be resolved.
    pub(super) fn resolves(&self, first: usize, second: usize) -> bool {
        // Two clauses of a gate make a tautology.
        self.members[0][first] != self.members[1][second]
    }
}

impl Solver {
    pub(super) fn count_gate(&mut self, kind: GateKind) {
        let counters = &mut self.counters;
        *match kind {
            GateKind::Equivalence => &mut counters.gates_equivalence,
            GateKind::And => &mut counters.gates_and,
            GateKind::Ite => &mut counters.gates_ite,
            GateKind::Xor => &mut counters.gates_xor,
        } += 1;
    }
}

impl Eliminator<'_> {
    /// The gate that defines the variable, if there is one.
    pub(super) fn find_gate(&mut self, var: Var) -> Option<Gate> {
        if !self.terms.gates {
            return None;
        }
        self.find_equivalence()
            .or_else(|| self.find_and(0, var.pos()))
            .or_else(|| self.find_and(1, var.neg()))
            .or_else(|| self.find_ite(var))
            .or_else(|| self.find_xor(var))
    }

    fn gate(&self, kind: GateKind, members: [&[usize]; 2]) -> Gate {
        let side = |side: usize| {
            let mut flags = vec![false; self.parents[side].len()];
            members[side].iter().for_each(|&at| flags[at] = true);
            flags
        };
        Gate { kind, members: [side(0), side(1)] }
    }

    fn find_equivalence(&mut self) -> Option<Gate> {
        let binary = |parent: &Clause| match *parent {
            Clause::Binary(_, other, _) => Some(other),
            Clause::Long(_) => None,
        };
        for other in self.parents[0].iter().filter_map(binary) {
            self.marks[other.index()] = true;
        }
        let found = self.parents[1].iter().position(|parent| binary(parent).is_some_and(|b| self.marks[(!b).index()]));
        for other in self.parents[0].iter().filter_map(binary) {
            self.marks[other.index()] = false;
        }
        let second = found?;
        let wanted = !binary(&self.parents[1][second])?;
        let first = self.parents[0].iter().position(|parent| binary(parent) == Some(wanted))?;
        Some(self.gate(GateKind::Equivalence, [&[first], &[second]]))
    }

    /// An AND gate whose output is `lit`, the literal of this side: a long clause on this side, and binary clauses on
    /// the other.
    fn find_and(&mut self, side: usize, lit: Lit) -> Option<Gate> {
        let mut inputs = Vec::new();
        for (at, parent) in self.parents[1 - side].iter().enumerate() {
            if let Clause::Binary(_, other, _) = *parent
                && !self.marks[other.index()]
            {
                self.marks[other.index()] = true;
                inputs.push((other, at));
            }
        }
        let mut base = None;
        if inputs.len() >= 2 {
            for (at, parent) in self.parents[side].iter().enumerate() {
                self.solver.counters.eliminate_ticks += 1;
                if let Clause::Long(_) = parent
                    && self.others(*parent, lit).all(|other| self.marks[(!other).index()])
                {
                    base = Some(at);
                    break;
                }
            }
        }
        for &(other, _) in &inputs {
            self.marks[other.index()] = false;
        }
        let base = base?;
        let wanted: Vec<Lit> = self.others(self.parents[side][base], lit).map(|other| !other).collect();
        let binaries: Vec<usize> =
            inputs.iter().filter(|(input, _)| wanted.contains(input)).map(|&(_, at)| at).collect();
        debug_assert_eq!(binaries.len(), wanted.len(), "each input has its binary clause");
        let mut members: [&[usize]; 2] = [&[base], &binaries];
        if side == 1 {
            members.swap(0, 1);
        }
        Some(self.gate(GateKind::And, members))
    }

    /// The ternary clauses of a side: their other two literals in order, and where they are.
    fn ternaries(&self, side: usize, lit: Lit) -> Vec<([Lit; 2], usize)> {
        let mut found = Vec::new();
        for (at, &parent) in self.parents[side].iter().enumerate() {
            let Clause::Long(clause) = parent else { continue };
            if self.solver.db.arena.size(clause) == 3 {
                let mut others = self.others(parent, lit);
                if let (Some(a), Some(b)) = (others.next(), others.next()) {
                    found.push(([a.min(b), a.max(b)], at));
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// `x = c ? t : e`: the clauses (x, -c, -t), (-x, -c, t), (x, c, -e), (-x, c, e).
    fn find_ite(&mut self, var: Var) -> Option<Gate> {
        let (first, second) = (self.ternaries(0, var.pos()), self.ternaries(1, var.neg()));
        if first.len() < 2 || second.len() < 2 {
            return None;
        }
        let find = |a: Lit, b: Lit| {
            let key = [a.min(b), a.max(b)];
            second.binary_search_by_key(&key, |&(pair, _)| pair).ok().map(|at| second[at].1)
        };
        // By condition: pairs of a clause of the first side and one of the second that differ in the signs of the
        // output and of the data literal.
        let mut halves: Vec<(Lit, Lit, usize, usize)> = Vec::new();
        for &([a, b], at) in &first {
            self.solver.counters.eliminate_ticks += 1;
            for (condition, data) in [(a, b), (b, a)] {
                if let Some(mirror) = find(condition, !data) {
                    halves.push((condition, data, at, mirror));
                }
            }
        }
        halves.sort_unstable();
        for &(condition, data, at, mirror) in &halves {
            let from = halves.partition_point(|half| half.0 < !condition);
            for &(other, other_data, other_at, other_mirror) in &halves[from..] {
                if other != !condition {
                    break;
                }
                if other_data.var() != data.var() {
                    return Some(self.gate(GateKind::Ite, [&[at, other_at], &[mirror, other_mirror]]));
                }
            }
        }
        None
    }

    /// `x = a ^ b ^ ..`: all clauses over the same variables with an even number of negations, or all with an odd one.
    fn find_xor(&mut self, var: Var) -> Option<Gate> {
        for base in 0..self.parents[0].len() {
            let Clause::Long(clause) = self.parents[0][base] else { continue };
            let size = self.solver.db.arena.size(clause);
            debug_assert!(size > 2);
            let half = 1 << (size - 2);
            if size > LARGEST_XOR || self.parents.iter().any(|side| side.len() < half) {
                continue;
            }
            let vars: Vec<Var> = self.others(self.parents[0][base], var.pos()).map(|lit| lit.var()).collect();
            let even = |signs: usize| signs.count_ones() % 2;
            let base_signs = self.signs(self.parents[0][base], var.pos(), &vars)?;
            let mut members = [vec![None; 2 * half], vec![None; 2 * half]];
            let wanted = [even(base_signs), 1 - even(base_signs)];
            for (side, lit) in [(0, var.pos()), (1, var.neg())] {
                for (at, &parent) in self.parents[side].iter().enumerate() {
                    self.solver.counters.eliminate_ticks += 1;
                    if let Some(signs) = self.signs(parent, lit, &vars).filter(|&signs| even(signs) == wanted[side]) {
                        members[side][signs] = Some(at);
                    }
                }
            }
            let [first, second] = members.map(|side| side.into_iter().flatten().collect::<Vec<usize>>());
            if first.len() == half && second.len() == half {
                return Some(self.gate(GateKind::Xor, [&first, &second]));
            }
        }
        None
    }

    /// The signs of a clause over exactly these variables (besides `lit`), one bit each.
    fn signs(&self, parent: Clause, lit: Lit, vars: &[Var]) -> Option<usize> {
        let Clause::Long(clause) = parent else { return None };
        if self.solver.db.arena.size(clause) != vars.len() + 1 {
            return None;
        }
        let mut signs = 0;
        for other in self.others(parent, lit) {
            let at = vars.iter().position(|&var| var == other.var())?;
            signs |= usize::from(other.is_negative()) << at;
        }
        Some(signs)
    }
}
