//! Finding the gates in the clauses.
//!
//! - **AND** (with any signs, so OR and NAND as well): a clause such that the negation of one of its literals, the
//!   output, is in a binary clause with the negation of each of the others.
//! - **XOR** of two to four inputs: all clauses over the same variables with an even (or all with an odd) number of
//!   negations. Any of the variables can be the output, and the gate is listed for each.
//! - **ITE**: for each condition the pairs of literals that ternary clauses make equal while it is true, and those
//!   while it is false; where the two share a literal, that is the output.
//!
//! Gates are found among irredundant clauses (binary ones of either kind), without fixed literals. The search for gates
//! ends when its ticks or its bytes run out.

use super::binaries::Binaries;
use super::gates::{Gates, Kind, MAX_INPUTS};
use crate::cdcl::state::arena::Arena;
use crate::cdcl::state::clause::ClauseRef;
use crate::cnf::{Lit, Var};

/// What the extraction reads, and its limits.
pub(super) struct Extractor<'a> {
    pub arena: &'a Arena,
    pub binaries: &'a Binaries,
    pub vars: usize,
    /// The largest number of inputs of XOR gates.
    pub xor_inputs: usize,
    pub gates: Gates,
    /// Literals that ternary clauses make equal under both values of a variable.
    pub equal: Vec<(Lit, Lit, Var)>,
    pub ticks: u64,
    pub max_ticks: u64,
    /// The most bytes besides the binary clauses.
    pub max_bytes: usize,
}

/// A clause that may be one of an XOR constraint.
#[derive(Clone, Copy)]
struct Xor {
    /// A hash of its variables.
    key: u64,
    /// Which of them are negated, in ascending order.
    negated: u32,
    clause: ClauseRef,
}

impl Extractor<'_> {
    /// Finds gates of all kinds.
    pub fn run(&mut self) {
        self.extract_ands();
        for inputs in 2..=self.xor_inputs {
            self.extract_xors(inputs + 1);
        }
        self.extract_ites();
    }

    /// Whether the ticks have run out, or taking so many bytes more would exceed the memory.
    fn spent(&self, bytes: usize) -> bool {
        self.ticks > self.max_ticks || self.gates.bytes() + bytes > self.max_bytes
    }

    fn sorted_codes(&self, clause: ClauseRef) -> Vec<u32> {
        let mut codes = self.arena.codes(clause).to_vec();
        codes.sort_unstable();
        codes
    }

    fn extract_ands(&mut self) {
        for clause in self.arena.refs() {
            self.ticks += 1;
            if self.spent(0) {
                break;
            }
            if !self.arena.redundant(clause) {
                self.extract_and(clause);
            }
        }
    }

    fn extract_and(&mut self, clause: ClauseRef) {
        let others = self.arena.size(clause) - 1;
        if others > MAX_INPUTS {
            return;
        }
        // The literal whose negation is in the fewest binary clauses is either the output itself or leaves the fewest
        // candidates for it.
        let mut rarest = (usize::MAX, Lit::from_code(0));
        for lit in self.arena.lits(clause) {
            let count = self.binaries.of(!lit).len();
            if count == 0 {
                return;
            }
            rarest = rarest.min((count, lit));
        }
        let rarest = rarest.1;
        for output in self.arena.lits(clause) {
            self.ticks += 1;
            if self.binaries.of(!output).len() < others
                || output != rarest && !self.binaries.has(!output, !rarest, &mut self.ticks)
            {
                continue;
            }
            let mut inputs = self.arena.lits(clause).filter(|&lit| lit != output);
            if inputs.all(|lit| self.binaries.has(!output, !lit, &mut self.ticks)) {
                // The long clause is (output or not a or not b), the binary clauses are (not output or a) and (not
                // output or b).
                let inputs = self.arena.lits(clause).filter(|&lit| lit != output).map(|lit| !lit);
                self.gates.push(Kind::And, output, inputs);
            }
        }
    }

    /// The irredundant clauses of this size whose literals occur often enough in clauses of this size.
    fn xor_candidates(&mut self, size: usize) -> Vec<ClauseRef> {
        let least = 1u32 << (size - 2);
        let wanted = |clause: &ClauseRef| !self.arena.redundant(*clause) && self.arena.size(*clause) == size;
        let mut candidates: Vec<ClauseRef> = self.arena.refs().filter(wanted).collect();
        let mut counts = vec![0u32; 2 * self.vars];
        for _ in 0..2 {
            self.ticks += 2 * candidates.len() as u64 + self.vars as u64 / 16;
            counts.fill(0);
            for lit in candidates.iter().flat_map(|&clause| self.arena.lits(clause)) {
                counts[lit.index()] += 1;
            }
            candidates.retain(|&clause| self.arena.lits(clause).all(|lit| counts[lit.index()] >= least));
        }
        candidates
    }

    fn extract_xors(&mut self, size: usize) {
        if self.spent(8 * self.vars) {
            return;
        }
        let candidates = self.xor_candidates(size);
        if self.spent(16 * candidates.len()) {
            return;
        }
        let mut clauses: Vec<Xor> = Vec::with_capacity(candidates.len());
        for clause in candidates {
            let (mut key, mut negated) = (0u64, 0);
            for (at, code) in self.sorted_codes(clause).into_iter().enumerate() {
                key = (key.rotate_left(21) ^ u64::from(code >> 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                negated |= (code & 1) << at;
            }
            clauses.push(Xor { key, negated, clause });
        }
        self.ticks += clauses.len() as u64;
        clauses.sort_by_key(|xor| (xor.key, xor.negated));
        for group in clauses.chunk_by(|a, b| a.key == b.key) {
            self.extract_xor(size, group);
            if self.spent(16 * clauses.len()) {
                break;
            }
        }
    }

    fn extract_xor(&mut self, size: usize, group: &[Xor]) {
        let found = group.iter().fold(0u32, |found, xor| found | 1 << xor.negated);
        for odd in [false, true] {
            let all = (0..1u32 << size).filter(|signs| (signs.count_ones() % 2 == 1) == odd);
            if !all.clone().all(|signs| found & 1 << signs != 0) {
                continue;
            }
            // Each clause rules out one assignment, so the variables' sum is odd if the even ones are ruled out.
            let vars: Vec<Var> =
                self.sorted_codes(group[0].clause).into_iter().map(|code| Lit::from_code(code).var()).collect();
            for &output in &vars {
                self.ticks += 1;
                let inputs = vars.iter().filter(|&&var| var != output).map(|var| var.pos());
                self.gates.push(Kind::Xor, output.lit(odd), inputs);
            }
        }
    }

    fn extract_ites(&mut self) {
        let ternary: Vec<ClauseRef> = {
            let wanted = |clause: &ClauseRef| !self.arena.redundant(*clause) && self.arena.size(*clause) == 3;
            self.arena.refs().filter(wanted).collect()
        };
        self.ticks += ternary.len() as u64;
        if ternary.len() < 4 || self.spent(16 * ternary.len() + 8 * self.vars) {
            return;
        }
        let mut starts = vec![0u32; 2 * self.vars + 1];
        for lit in ternary.iter().flat_map(|&clause| self.arena.lits(clause)) {
            starts[lit.index() + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut lists = vec![ClauseRef(0); 3 * ternary.len()];
        let mut ends = starts.clone();
        for &clause in &ternary {
            for lit in self.arena.lits(clause) {
                lists[ends[lit.index()] as usize] = clause;
                ends[lit.index()] += 1;
            }
        }
        self.ticks += 2 * ternary.len() as u64;
        let held = 16 * ternary.len() + 16 * self.vars;
        let mut equal = [Vec::new(), Vec::new()];
        for var in (0..self.vars).map(Var::new) {
            if self.spent(held) {
                break;
            }
            let list = |lit: Lit| &lists[starts[lit.index()] as usize..ends[lit.index()] as usize];
            if list(var.pos()).len() < 2 || list(var.neg()).len() < 2 {
                continue;
            }
            self.equal_under(!var.neg(), list(var.neg()), &mut equal[0]);
            if !equal[0].is_empty() {
                self.equal_under(!var.pos(), list(var.pos()), &mut equal[1]);
                self.join(var, &equal);
            }
        }
    }

    /// The pairs of literals (first one positive) that are equal while `condition` holds, in both orders, from the
    /// ternary clauses with its negation.
    fn equal_under(&mut self, condition: Lit, clauses: &[ClauseRef], equal: &mut Vec<(Lit, Lit)>) {
        let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(clauses.len());
        for &clause in clauses {
            let mut rest = self.arena.codes(clause).iter().copied().filter(|&code| code != (!condition).code());
            if let (Some(a), Some(b)) = (rest.next(), rest.next()) {
                pairs.push((a.min(b), a.max(b)));
            }
        }
        self.ticks += 1 + 2 * clauses.len() as u64;
        pairs.sort_unstable();
        equal.clear();
        for &(a, b) in &pairs {
            // (a or b) and (not a or not b): a is the negation of b.
            if a & 1 == 0 && pairs.binary_search(&(a ^ 1, b ^ 1)).is_ok() {
                let (a, b) = (Lit::from_code(a), !Lit::from_code(b));
                equal.push((a, b));
                equal.push(if b.is_negative() { (!b, !a) } else { (b, a) });
            }
        }
        equal.sort_unstable();
        equal.dedup();
    }

    /// A literal that occurs in both lists is the output of an ITE gate with this condition.
    fn join(&mut self, condition: Var, equal: &[Vec<(Lit, Lit)>; 2]) {
        let [then, other] = equal;
        let (mut from, mut at) = (0, 0);
        while from < then.len() && at < other.len() {
            let output = then[from].0;
            let end = from + then[from..].partition_point(|&(lit, _)| lit == output);
            at += other[at..].partition_point(|&(lit, _)| lit < output);
            let until = at + other[at..].partition_point(|&(lit, _)| lit == output);
            for &(_, yes) in &then[from..end] {
                for &(_, no) in &other[at..until] {
                    self.ticks += 1;
                    if yes == no {
                        self.equal.push((output, yes, condition));
                    } else if yes != !no && !self.spent(0) {
                        self.gates.push(Kind::Ite, output, [condition.pos(), yes, no].into_iter());
                    }
                }
            }
            (from, at) = (end, until);
        }
    }
}
