//! Solving with a certificate that is checked: models are evaluated, proofs checked.

use super::proofs::proof;
use gemsat::check::drat::{self, DratOptions};
use gemsat::check::lrat;
use gemsat::cnf::{Assignment, Formula, model};
use gemsat::engine::{Engine, Verdict};
use gemsat::limits::Limits;
use gemsat::proof::{self, ProofFormat};
use std::path::Path;

/// Asserts that the proof in the file refutes the formula.
pub fn check_proof(formula: &Formula, path: &Path, format: ProofFormat) {
    let bytes = std::fs::read(path).expect("the proof was written");
    let mut read = proof(&bytes);
    match format {
        ProofFormat::Drat | ProofFormat::DratText | ProofFormat::Dsr | ProofFormat::DsrText => {
            let witnesses = matches!(format, ProofFormat::Dsr | ProofFormat::DsrText);
            let options = DratOptions { forward: true, witnesses, ..DratOptions::default() };
            let outcome = drat::check(formula, &mut read, options, &Limits::none());
            assert!(outcome.is_verified(), "{format}: {outcome:?}: {formula:?}");
        }
        ProofFormat::Lrat | ProofFormat::LratText => {
            let outcome = lrat::check(formula, &mut read, &Limits::none());
            assert!(outcome.is_verified(), "{format}: {outcome:?}: {formula:?}");
        }
        other => panic!("{other} has no checker here"),
    }
}

/// Solves with a proof in the file, and checks the model or the proof. Returns the model, if there is one.
pub fn solve(
    engine: &mut dyn Engine,
    formula: &Formula,
    path: &Path,
    format: ProofFormat,
    round: usize,
) -> Option<Assignment> {
    let tracer = proof::create(path, format, formula.num_clauses() as u64).expect("a writable folder");
    assert!(engine.set_tracer(tracer).is_ok());
    let verdict = engine.solve(formula.clone(), &Limits::none(), None);
    engine.finish_proof().expect("the proof is written");
    match verdict {
        Verdict::Sat(found) => {
            assert_eq!(found.len(), formula.num_vars());
            assert_eq!(model::first_falsified(&found, formula), None, "round {round}: {formula:?}");
            Some(found)
        }
        Verdict::Unsat => {
            check_proof(formula, path, format);
            None
        }
        Verdict::Unknown(stop) => panic!("no limit was set: {stop}"),
    }
}
