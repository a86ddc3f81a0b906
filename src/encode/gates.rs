//! Gates: a literal for "all of these", "one of these", "an odd number of these", "if this, that, else the other".
//!
//! **What it does.** Makes a variable for each gate and writes the clauses that define it. A gate that was built before
//! is not built again: inputs are sorted, signs are moved to the output, an *or* is a negated *and*, and what
//! simplifies without a variable gets none.
//!
//! **References.** Tseitin, 1968; Plaisted, Greenbaum, JSC'86 (one direction).

use super::ClauseSink;
use crate::cnf::Lit;
use std::collections::HashMap;

/// Which half of a definition is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sense {
    /// The output is true exactly when the gate is.
    #[default]
    Both,
    /// Where the output is true, so is the gate: enough for an output that is only asserted or assumed.
    Implies,
    /// Where the gate is true, so is the output: enough for an output whose negation is asserted or assumed.
    ImpliedBy,
}

impl Sense {
    /// The halves: from the output to the gate, and back.
    fn halves(self) -> [bool; 2] {
        [self != Sense::ImpliedBy, self != Sense::Implies]
    }

    fn negated(self, negated: bool) -> Sense {
        match self {
            Sense::Implies if negated => Sense::ImpliedBy,
            Sense::ImpliedBy if negated => Sense::Implies,
            same => same,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Gate {
    And(Vec<Lit>),
    /// Of positive literals.
    Xor(Vec<Lit>),
    /// The condition is positive, and so is what holds if it is true.
    Ite(Lit, Lit, Lit),
}

/// A builder of gates over one sink, which shares gates of the same structure.
///
/// ```
/// use gemsat::encode::gates::Gates;
/// use gemsat::{engine::Verdict, solver::Solver};
///
/// // A full adder in two ways: the carry is the same.
/// let mut solver = Solver::new();
/// let [a, b, c] = solver.new_lits();
/// let mut gates = Gates::new();
/// let pairs = [[a, b], [a, c], [b, c]].map(|pair| gates.and(&mut solver, &pair));
/// let carry = gates.or(&mut solver, &pairs);
/// let half = gates.xor(&mut solver, &[a, b]);
/// let other = gates.ite(&mut solver, half, c, a);
/// let differ = gates.xor(&mut solver, &[carry, other]);
/// assert_eq!(solver.solve_with([differ]), Verdict::Unsat);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Gates {
    /// Which halves of the definitions are written from now on. A shared gate gets those that it lacks.
    pub sense: Sense,
    /// The outputs, and which halves of their definitions are written.
    outputs: HashMap<Gate, (Lit, [bool; 2])>,
    truth: Option<Lit>,
}

/// *Xors* of more inputs than this are chained: their clauses double with each input.
const WIDEST_XOR: usize = 4;

impl Gates {
    /// A builder that writes whole definitions.
    pub fn new() -> Gates {
        Gates::default()
    }

    /// A builder that writes these halves of definitions.
    pub fn with_sense(sense: Sense) -> Gates {
        Gates { sense, ..Gates::default() }
    }

    /// A literal with this value.
    pub fn constant(&mut self, sink: &mut dyn ClauseSink, value: bool) -> Lit {
        let truth = *self.truth.get_or_insert_with(|| {
            let truth = sink.new_var().pos();
            sink.add_clause(&[truth]);
            truth
        });
        if value { truth } else { !truth }
    }

    /// All of them; true when there are none.
    pub fn and(&mut self, sink: &mut dyn ClauseSink, inputs: &[Lit]) -> Lit {
        sink.reserve(inputs);
        self.all(sink, inputs.to_vec(), self.sense)
    }

    /// At least one of them; false when there are none.
    pub fn or(&mut self, sink: &mut dyn ClauseSink, inputs: &[Lit]) -> Lit {
        sink.reserve(inputs);
        let negated = inputs.iter().map(|&input| !input).collect();
        !self.all(sink, negated, self.sense.negated(true))
    }

    /// The second, wherever the first is true.
    pub fn implies(&mut self, sink: &mut dyn ClauseSink, premise: Lit, conclusion: Lit) -> Lit {
        self.or(sink, &[!premise, conclusion])
    }

    /// An odd number of them; false when there are none. With many inputs there is a variable for each three of them,
    /// whose definitions are whole whatever the [`Gates::sense`].
    pub fn xor(&mut self, sink: &mut dyn ClauseSink, inputs: &[Lit]) -> Lit {
        sink.reserve(inputs);
        self.odd(sink, inputs, self.sense)
    }

    /// Whether both have the same value.
    pub fn equals(&mut self, sink: &mut dyn ClauseSink, a: Lit, b: Lit) -> Lit {
        self.xor(sink, &[a, !b])
    }

    /// The second if the first is true, else the third.
    pub fn ite(&mut self, sink: &mut dyn ClauseSink, condition: Lit, then: Lit, other: Lit) -> Lit {
        sink.reserve(&[condition, then, other]);
        if condition.is_negative() {
            return self.ite(sink, !condition, other, then);
        }
        match () {
            () if then == other => then,
            () if then == !other => !self.odd(sink, &[condition, then], self.sense.negated(true)),
            () if then == condition => self.or(sink, &[condition, other]),
            () if then == !condition => self.and(sink, &[!condition, other]),
            () if other == condition => self.and(sink, &[condition, then]),
            () if other == !condition => self.or(sink, &[!condition, then]),
            () => {
                let flip = then.is_negative();
                let [then, other] = [then, other].map(|lit| if flip { !lit } else { lit });
                let sense = self.sense.negated(flip);
                let output = self.define(sink, Gate::Ite(condition, then, other), sense, |[down, up], output, sink| {
                    for (condition, branch) in [(condition, then), (!condition, other)] {
                        if down {
                            sink.add_clause(&[!output, !condition, branch]);
                        }
                        if up {
                            sink.add_clause(&[output, !condition, !branch]);
                        }
                    }
                    // Redundant, but unit propagation sees more with them.
                    if down {
                        sink.add_clause(&[!output, then, other]);
                    }
                    if up {
                        sink.add_clause(&[output, !then, !other]);
                    }
                });
                if flip { !output } else { output }
            }
        }
    }

    fn all(&mut self, sink: &mut dyn ClauseSink, mut inputs: Vec<Lit>, sense: Sense) -> Lit {
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|&input| Some(input) != self.truth);
        let never = |pair: &[Lit]| pair[0] == !pair[1];
        if inputs.windows(2).any(never) || inputs.iter().any(|&input| Some(!input) == self.truth) {
            return self.constant(sink, false);
        }
        match inputs[..] {
            [] => self.constant(sink, true),
            [one] => one,
            _ => self.define(sink, Gate::And(inputs.clone()), sense, |[down, up], output, sink| {
                if down {
                    inputs.iter().for_each(|&input| sink.add_clause(&[!output, input]));
                }
                if up {
                    let clause: Vec<Lit> = inputs.iter().map(|&input| !input).chain([output]).collect();
                    sink.add_clause(&clause);
                }
            }),
        }
    }

    fn odd(&mut self, sink: &mut dyn ClauseSink, inputs: &[Lit], sense: Sense) -> Lit {
        let mut flip = false;
        let mut positive: Vec<Lit> = Vec::new();
        for &input in inputs {
            let fixed = self.truth.is_some_and(|truth| input.var() == truth.var());
            flip ^= if fixed { Some(input) == self.truth } else { input.is_negative() };
            positive.extend((!fixed).then_some(input.var().pos()));
        }
        positive.sort_unstable();
        // Two of the same cancel each other.
        let mut left: Vec<Lit> = Vec::new();
        for input in positive {
            if left.pop_if(|last| *last == input).is_none() {
                left.push(input);
            }
        }
        while left.len() > WIDEST_XOR {
            let part: Vec<Lit> = left.drain(..WIDEST_XOR - 1).collect();
            let part = self.odd(sink, &part, Sense::Both);
            left.push(part);
        }
        let output = match left[..] {
            [] => self.constant(sink, false),
            [one] => one,
            _ => self.define(sink, Gate::Xor(left.clone()), sense.negated(flip), |[down, up], output, sink| {
                // A clause for each assignment of the inputs: with an even number of true ones the output is false.
                for bits in 0..1u32 << left.len() {
                    let odd = bits.count_ones() % 2 == 1;
                    if if odd { up } else { down } {
                        let differs =
                            |(place, &input): (usize, &Lit)| if bits >> place & 1 == 1 { !input } else { input };
                        let mut clause: Vec<Lit> = left.iter().enumerate().map(differs).collect();
                        clause.push(if odd { output } else { !output });
                        sink.add_clause(&clause);
                    }
                }
            }),
        };
        if flip { !output } else { output }
    }

    /// The output of a gate; `write` adds the halves of its definition that are missing.
    fn define(
        &mut self,
        sink: &mut dyn ClauseSink,
        gate: Gate,
        sense: Sense,
        write: impl FnOnce([bool; 2], Lit, &mut dyn ClauseSink),
    ) -> Lit {
        let (output, written) = self.outputs.entry(gate).or_insert_with(|| (sink.new_var().pos(), [false; 2]));
        let wanted = sense.halves();
        let missing = [wanted[0] && !written[0], wanted[1] && !written[1]];
        *written = [written[0] || wanted[0], written[1] || wanted[1]];
        write(missing, *output, sink);
        *output
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Formula;
    use crate::engines::brute::count_models;

    #[test]
    fn gates_of_the_same_structure_are_one() {
        let mut formula = Formula::new();
        let [a, b, c] = formula.new_lits();
        let mut gates = Gates::new();
        let first = gates.and(&mut formula, &[a, b, a]);
        let size = (formula.num_vars(), formula.num_clauses());
        assert_eq!(gates.and(&mut formula, &[b, a]), first);
        assert_eq!(gates.or(&mut formula, &[!a, !b]), !first);
        assert_eq!(gates.implies(&mut formula, a, !b), !first);
        assert_eq!((formula.num_vars(), formula.num_clauses()), size);
        let odd = gates.xor(&mut formula, &[a, b, c]);
        assert_eq!(gates.xor(&mut formula, &[!c, b, a]), !odd);
        let pair = gates.xor(&mut formula, &[a, !b]);
        assert_eq!(gates.xor(&mut formula, &[a, b, !c, c]), pair, "two opposites count as one true literal");
        assert_eq!(gates.equals(&mut formula, b, a), pair);
        let chosen = gates.ite(&mut formula, a, b, c);
        assert_eq!(gates.ite(&mut formula, !a, !c, !b), !chosen);
        assert_eq!(gates.and(&mut formula, &[c]), c);
        assert_eq!(count_models(&formula), 8, "definitions cut off nothing");
    }

    #[test]
    fn a_shared_gate_gets_the_half_that_it_lacks() {
        let mut formula = Formula::new();
        let [a, b] = formula.new_lits();
        let mut gates = Gates::with_sense(Sense::Implies);
        let output = gates.and(&mut formula, &[a, b]);
        assert_eq!((formula.num_clauses(), count_models(&formula)), (2, 5));
        gates.sense = Sense::ImpliedBy;
        assert_eq!(gates.and(&mut formula, &[a, b]), output);
        assert_eq!((formula.num_clauses(), count_models(&formula)), (3, 4));
        gates.sense = Sense::Both;
        gates.and(&mut formula, &[a, b]);
        assert_eq!(formula.num_clauses(), 3);
    }
}
