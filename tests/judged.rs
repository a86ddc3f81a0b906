//! Answers of an engine with proofs, judged: models evaluated, proofs checked.

use gemsat::check::read::Proof;
use gemsat::check::{drat, lrat};
use gemsat::cnf::{Assignment, Formula, model};
use gemsat::engine::{Engine, Verdict};
use gemsat::limits::Limits;
use gemsat::proof::{self, ProofFormat};
use std::path::Path;

/// The proof in the file refutes the formula.
pub fn check_proof(formula: &Formula, path: &Path, format: ProofFormat) {
    let bytes = std::fs::read(path).expect("the proof was written");
    let mut read = Proof::new(&bytes[..]).expect("a proof");
    match format {
        ProofFormat::Drat | ProofFormat::DratText | ProofFormat::Dsr | ProofFormat::DsrText => {
            let witnesses = matches!(format, ProofFormat::Dsr | ProofFormat::DsrText);
            let options = drat::Options { forward: true, witnesses, ..drat::Options::default() };
            let outcome = drat::check(formula, &mut read, options, &Limits::none());
            assert!(outcome.is_verified(), "{format}: {outcome:?}: {formula:?}");
        }
        ProofFormat::Lrat | ProofFormat::LratText => {
            let outcome = lrat::check(formula, &mut read, &Limits::none());
            assert!(outcome.is_verified(), "{format}: {outcome:?}: {formula:?}");
        }
    }
}

/// Solves with a proof in the file, and checks the model or the proof. The model, if there is one.
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
            assert_eq!(found.len(), formula.num_vars() as usize);
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
