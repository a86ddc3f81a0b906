//! A proof that there is no model, checked by code that shares nothing with the solver.
//!
//! cargo run --example proof

use gemsat::check::{format::ProofEncoding, lrat, read::Proof};
use gemsat::engine::Verdict;
use gemsat::families::{self, FamilyError};
use gemsat::limits::Limits;
use gemsat::proof::{ProofFormat, create_in_memory};
use gemsat::solver::Solver;

pub(crate) fn main() -> Result<(), FamilyError> {
    // Six pigeons do not fit into five holes.
    let pigeons = families::by_name("php").expect("the pigeonhole principle");
    let values = pigeons.read(&[("pigeons", "6"), ("holes", "5")])?;
    let (formula, _) = pigeons.formula(&values, 1_000_000)?;

    // The tracer is set before the first clause. LRAT names the clauses from which each step follows, so it is checked
    // in a fraction of the time of the search; `create` writes to a file instead, and DRAT is what most other tools
    // read.
    let clauses = formula.num_clauses() as u64;
    let (tracer, proof) = create_in_memory(ProofFormat::Lrat, clauses, 64 << 20);
    let mut solver = Solver::new();
    solver.set_tracer(tracer).expect("there are no clauses yet");
    solver.load(&formula);
    assert_eq!(solver.solve(), Verdict::Unsat);
    // What is still buffered is written here, and a full disk is reported here.
    solver.finish_proof().expect("memory suffices");

    let bytes = proof.take();
    let outcome = lrat::check(&formula, &mut Proof::new(&bytes[..], ProofEncoding::Binary), &Limits::none());
    println!("{clauses} clauses, a proof of {} bytes, verified: {}", bytes.len(), outcome.is_verified());
    assert!(outcome.is_verified());

    // A proof with a hole is no proof.
    let cut = &bytes[..bytes.len() / 2];
    assert!(!lrat::check(&formula, &mut Proof::new(cut, ProofEncoding::Binary), &Limits::none()).is_verified());
    Ok(())
}
