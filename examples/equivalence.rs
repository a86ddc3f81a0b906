//! Are two circuits the same? If they are, there is a proof of it.
//!
//! cargo run --example equivalence

use gemsat::encode::gates::Gates;
use gemsat::proof::ProofFormat;
use gemsat::solver::ProofHandle;
use gemsat::{Formula, Lit, Solver, Verdict};
use std::error::Error;

/// Adds two numbers bit by bit, the lowest first: the carry ripples through.
fn ripple(gates: &mut Gates, formula: &mut Formula, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let mut carry = gates.constant(formula, false);
    let mut sum = Vec::new();
    for (&a, &b) in a.iter().zip(b) {
        sum.push(gates.xor(formula, &[a, b, carry]));
        let pairs = [[a, b], [a, carry], [b, carry]].map(|pair| gates.and(formula, &pair));
        carry = gates.or(formula, &pairs);
    }
    sum.push(carry);
    sum
}

/// Adds them with each carry worked out twice, for a carry that comes in and for none, and then chosen.
fn select(gates: &mut Gates, formula: &mut Formula, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let mut carry = gates.constant(formula, false);
    let mut sum = Vec::new();
    for (&a, &b) in a.iter().zip(b) {
        let differ = gates.xor(formula, &[a, b]);
        sum.push(gates.ite(formula, carry, !differ, differ));
        let (with, without) = (gates.or(formula, &[a, b]), gates.and(formula, &[a, b]));
        carry = gates.ite(formula, carry, with, without);
    }
    sum.push(carry);
    sum
}

/// A formula whose models are inputs on which some output differs; with a fault, two outputs of one circuit are
/// swapped.
fn differing(fault: bool) -> Formula {
    let mut formula = Formula::new();
    let mut input = || -> Vec<Lit> { (0..16).map(|_| formula.new_var().into()).collect() };
    let (a, b) = (input(), input());
    // A builder of its own for each circuit, so that they share no gates.
    let one = ripple(&mut Gates::new(), &mut formula, &a, &b);
    let mut other = select(&mut Gates::new(), &mut formula, &a, &b);
    if fault {
        other.swap(7, 8);
    }
    let mut gates = Gates::new();
    let differ: Vec<Lit> =
        one.iter().zip(&other).map(|(&one, &other)| gates.xor(&mut formula, &[one, other])).collect();
    formula.add_clause(&differ);
    formula
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let formula = differing(false);
    let proof = ProofHandle::in_memory(ProofFormat::Lrat, formula.num_clauses());
    assert_eq!(Solver::builder().proof(&proof).solve_whole(&formula)?, Verdict::Unsat);
    println!("the same; the proof has {} bytes", proof.bytes()?.len());
    // The checker shares no code with the solver.
    proof.check(&formula)?;

    // The first variables are the inputs, the lowest bit first.
    let Verdict::Sat(model) = gemsat::solve(&differing(true)) else { panic!("the fault shows") };
    let number = |lits: &[Lit]| lits.iter().rev().fold(0, |number, lit| 2 * number + u32::from(lit.is_positive()));
    let inputs: Vec<Lit> = model.lits().take(32).collect();
    let sum = number(&inputs[..16]) + number(&inputs[16..]);
    println!("with a fault: {} + {} is not {sum}", number(&inputs[..16]), number(&inputs[16..]));
    assert_ne!(sum >> 7 & 1, sum >> 8 & 1, "the two outputs that were swapped differ");
    Ok(())
}
