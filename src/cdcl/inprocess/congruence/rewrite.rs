//! Gates with representatives in place of their inputs, and their consequences.

use super::closure::Closure;
use super::gates::{GateRef, Kind};
use crate::cnf::Lit;

/// The consequence of a gate whose inputs were replaced by their representatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conclusion {
    /// It is still a gate: of this kind, with this output and the inputs in the scratch.
    Gate(Kind, Lit),
    /// The literal is true.
    Unit(Lit),
    /// The literals are equal.
    Equal(Lit, Lit),
    /// Nothing new.
    Nothing,
}

/// A literal that may be a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Term {
    Constant(bool),
    Literal(Lit),
}

impl Closure<'_> {
    fn term(&self, code: u32) -> Term {
        let lit = self.representative(Lit::from_code(code));
        match self.solver.values.value(lit) {
            0 => Term::Literal(lit),
            value => Term::Constant(value > 0),
        }
    }

    /// Collects the new inputs in the scratch, and returns the consequence of the gate.
    pub(super) fn conclude(&mut self, gate: GateRef) -> Conclusion {
        self.scratch.clear();
        self.ticks += 1 + self.gates.inputs(gate).len() as u64 / 4;
        match self.gates.kind(gate) {
            Kind::And => self.conclude_and(gate),
            Kind::Xor => self.conclude_xor(gate),
            Kind::Ite => {
                let inputs = self.gates.inputs(gate);
                let (condition, yes, no) = (self.term(inputs[0]), self.term(inputs[1]), self.term(inputs[2]));
                self.conclude_ite(self.gates.output(gate), condition, yes, no)
            }
        }
    }

    fn conclude_and(&mut self, gate: GateRef) -> Conclusion {
        let output = self.gates.output(gate);
        for at in 0..self.gates.inputs(gate).len() {
            match self.term(self.gates.inputs(gate)[at]) {
                Term::Constant(true) => {}
                Term::Constant(false) => return Conclusion::Unit(!output),
                Term::Literal(lit) => self.scratch.push(lit.code()),
            }
        }
        self.finish_and(output)
    }

    /// The conjunction of the literals in the scratch.
    fn finish_and(&mut self, output: Lit) -> Conclusion {
        self.scratch.sort_unstable();
        self.scratch.dedup();
        let own = self.representative(output);
        if self.scratch.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) || self.scratch.contains(&(!own).code()) {
            return Conclusion::Unit(!output);
        }
        match self.scratch[..] {
            [] => Conclusion::Unit(output),
            [input] => Conclusion::Equal(output, Lit::from_code(input)),
            _ if self.scratch.contains(&own.code()) => Conclusion::Nothing,
            _ => Conclusion::Gate(Kind::And, output),
        }
    }

    fn conclude_xor(&mut self, gate: GateRef) -> Conclusion {
        let mut output = self.gates.output(gate);
        let mut flipped = false;
        for at in 0..self.gates.inputs(gate).len() {
            match self.term(self.gates.inputs(gate)[at]) {
                Term::Constant(value) => flipped ^= value,
                Term::Literal(lit) => {
                    flipped ^= lit.is_negative();
                    self.scratch.push(lit.code() & !1);
                }
            }
        }
        if flipped {
            output = !output;
        }
        self.finish_xor(output)
    }

    /// The exclusive or of the positive literals in the scratch.
    fn finish_xor(&mut self, output: Lit) -> Conclusion {
        debug_assert!(self.scratch.iter().all(|code| code & 1 == 0), "the inputs of an exclusive or are positive");
        self.cancel_pairs();
        let own = self.representative(output);
        if let Some(at) = self.scratch.iter().position(|&code| code >> 1 == own.code() >> 1) {
            // The output is one of the inputs, so it cancels out, and the sum of the other inputs is known.
            self.scratch.remove(at);
            let odd = own.is_negative();
            return match self.scratch[..] {
                [] if odd => Conclusion::Unit(output),
                [a] => Conclusion::Unit(Lit::from_code(a ^ u32::from(!odd))),
                [a, b] => Conclusion::Equal(Lit::from_code(a), Lit::from_code(b ^ u32::from(odd))),
                _ => Conclusion::Nothing,
            };
        }
        match self.scratch[..] {
            [] => Conclusion::Unit(!output),
            [input] => Conclusion::Equal(output, Lit::from_code(input)),
            _ => Conclusion::Gate(Kind::Xor, output),
        }
    }

    /// Sorts the scratch and drops what is there twice.
    fn cancel_pairs(&mut self) {
        self.scratch.sort_unstable();
        let mut kept = 0;
        for at in 0..self.scratch.len() {
            if kept > 0 && self.scratch[kept - 1] == self.scratch[at] {
                kept -= 1;
            } else {
                self.scratch[kept] = self.scratch[at];
                kept += 1;
            }
        }
        self.scratch.truncate(kept);
        debug_assert!(self.scratch.windows(2).all(|pair| pair[0] < pair[1]), "no input is met twice");
    }

    fn conclude_ite(&mut self, output: Lit, condition: Term, yes: Term, no: Term) -> Conclusion {
        use Term::{Constant, Literal};
        let equal = |term: Term| match term {
            Constant(value) => Conclusion::Unit(if value { output } else { !output }),
            Literal(lit) => Conclusion::Equal(output, lit),
        };
        let Literal(condition) = condition else {
            return equal(if condition == Constant(true) { yes } else { no });
        };
        // While the condition is true, only the second input counts; while it is false, only the third.
        let under = |term: Term, condition: Lit| match term {
            Literal(lit) if lit.var() == condition.var() => Constant(lit == condition),
            term => term,
        };
        let (yes, no) = (under(yes, condition), under(no, !condition));
        let and = |closure: &mut Self, output: Lit, a: Lit, b: Lit| {
            closure.scratch.extend([a.code(), b.code()]);
            closure.finish_and(output)
        };
        match (yes, no) {
            _ if yes == no => equal(yes),
            (Constant(yes), Constant(_)) => Conclusion::Equal(output, if yes { condition } else { !condition }),
            (Constant(true), Literal(no)) => and(self, !output, !condition, !no),
            (Constant(false), Literal(no)) => and(self, output, !condition, no),
            (Literal(yes), Constant(true)) => and(self, !output, condition, !yes),
            (Literal(yes), Constant(false)) => and(self, output, condition, yes),
            (Literal(yes), Literal(no)) if yes == !no => {
                // condition ? yes : not yes is the negated exclusive or of the two.
                self.scratch.extend([condition.code() & !1, yes.code() & !1]);
                let even = condition.is_negative() == yes.is_negative();
                self.finish_xor(if even { !output } else { output })
            }
            (Literal(yes), Literal(no)) => {
                let own = self.representative(output).var();
                if [condition.var(), yes.var(), no.var()].contains(&own) {
                    return Conclusion::Nothing;
                }
                let (condition, yes, no) =
                    if condition.is_negative() { (!condition, no, yes) } else { (condition, yes, no) };
                let flip = |lit: Lit| if yes.is_negative() { !lit } else { lit };
                self.scratch.extend([condition.code(), flip(yes).code(), flip(no).code()]);
                Conclusion::Gate(Kind::Ite, flip(output))
            }
        }
    }

    /// Gives the gate the inputs in the scratch; the representatives of those that it loses are kept behind them.
    pub(super) fn store(&mut self, gate: GateRef, kind: Kind, output: Lit) {
        let size = self.scratch.len();
        let old = self.gates.inputs(gate).len();
        if self.gates.origin(gate) != Kind::And && size < old {
            for at in 0..old {
                let code = self.representative(Lit::from_code(self.gates.inputs(gate)[at])).code();
                if self.scratch.len() < old && self.scratch.iter().all(|&other| other >> 1 != code >> 1) {
                    self.scratch.push(code);
                }
            }
            let first = self.scratch[0];
            self.scratch.resize(old, first);
        }
        self.gates.rewrite(gate, kind, output, size, &self.scratch);
    }
}
