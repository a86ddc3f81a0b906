//! Mutated proofs against formulas that have a model: a checker that verifies one of them is wrong, whatever the proof.

use super::formula::{self, formula};
use super::{Counts, Finding, options, reader};
use gemsat::check::auto;
use gemsat::check::drat::DratOptions;
use gemsat::check::format::System;
use gemsat::cnf::{Formula, Lit, Var};
use gemsat::engine::Verdict;
use gemsat::engines;
use gemsat::engines::brute;
use gemsat::limits::Limits;
use gemsat::proof::{self, ProofFormat};
use gemsat::util::rng::Rng;
use std::path::{Path, PathBuf};

/// Mutations of one proof.
const ROUNDS: u64 = 40;

/// One execution: refutes a small formula and has the proof checked without naming its format. Then, where models can
/// be enumerated, takes clauses away until there is one, and shows the checkers the proof, as it is and mutated.
pub fn run(rng: &mut Rng) -> Result<Counts, Finding> {
    let tiny = rng.coin();
    let clauses = formula::random(rng, if tiny { formula::TINY } else { formula::SMALL });
    let (_, format) = ProofFormat::NAMES[rng.index(ProofFormat::NAMES.len())];
    let options = options::random(rng);
    let Some(bytes) = refute(&clauses, format, &options) else { return Ok(vec![("refuted", 0)]) };
    let broken = |message: String, bytes: &[u8]| {
        let mut file = text(&clauses).into_bytes();
        file.extend_from_slice(b"c the proof:\n");
        file.extend_from_slice(bytes);
        Finding { message, file: ("txt", file) }
    };
    for forward in [false, true] {
        let options = DratOptions { forward, ..DratOptions::default() };
        let checked = auto::check(&formula(&clauses), || Ok(&bytes[..]), None, options, &Limits::none());
        if !checked.outcome.is_verified() {
            let message = format!("{format}, read as {}: {:?}", checked.format, checked.outcome);
            return Err(broken(message, &bytes));
        }
    }
    if !tiny {
        return Ok(vec![("refuted", 1), ("mutations", 0), ("bytes", bytes.len() as u64)]);
    }
    let sibling = satisfiable_sibling(rng, &clauses);
    let mut mutations = 0;
    for round in 0..ROUNDS {
        let mut mutated = bytes.clone();
        for _ in 0..if round == 0 { 0 } else { 1 + rng.below(4) } {
            mutate(rng, &mut mutated);
        }
        let forward = rng.coin();
        mutations += 1;
        if verified(&formula(&sibling), &mutated, forward) {
            let model = text(&sibling);
            return Err(broken(format!("VERIFIED (forward: {forward}), but this has a model:\n{model}"), &mutated));
        }
    }
    Ok(vec![("refuted", 1), ("mutations", mutations), ("bytes", bytes.len() as u64)])
}

/// The engine's proof, if the formula has no model.
fn refute(clauses: &[Vec<Lit>], format: ProofFormat, options: &[(String, String)]) -> Option<Vec<u8>> {
    let path = scratch();
    let refuted = write(clauses, format, options, &path);
    let bytes = std::fs::read(&path).expect("the proof that was just written");
    // What is left behind would only fill the folder.
    let _ = std::fs::remove_file(&path);
    refuted.then_some(bytes)
}

/// Solves the formula with a proof in this file; whether it has no model.
pub fn write(clauses: &[Vec<Lit>], format: ProofFormat, options: &[(String, String)], path: &Path) -> bool {
    let mut engine = engines::by_name("cdcl").expect("a known engine");
    for (name, value) in options {
        engine.set_option(name, value).expect("a value of the table");
    }
    let tracer = proof::create(path, format, clauses.len() as u64).expect("a writable folder for temporary files");
    assert!(engine.set_tracer(tracer).is_ok(), "the engine writes proofs");
    let verdict = engine.solve(formula(clauses), &Limits::none(), None);
    engine.finish_proof().expect("a proof that can be written");
    verdict == Verdict::Unsat
}

/// A file for this thread of this process.
pub fn scratch() -> PathBuf {
    let name = format!("gemsat-fuzz-{}-{:?}", std::process::id(), std::thread::current().id());
    std::env::temp_dir().join(name)
}

/// The formula with signs changed, and clauses replaced by tautologies, until it has a model. The ids of the others
/// stay as they are.
fn satisfiable_sibling(rng: &mut Rng, clauses: &[Vec<Lit>]) -> Vec<Vec<Lit>> {
    let mut sibling = clauses.to_vec();
    for _ in 0..rng.below(4) {
        let at = rng.index(sibling.len());
        if let Some(lit) = sibling[at].first_mut() {
            *lit = !*lit;
        }
    }
    let mut order: Vec<usize> = (0..sibling.len()).collect();
    rng.shuffle(&mut order);
    for at in order {
        if brute::model(&formula(&sibling)).is_some() {
            break;
        }
        let lit = sibling[at].first().copied().unwrap_or(Var::new(0).pos());
        sibling[at] = vec![lit, !lit];
    }
    sibling
}

/// Changes a number, a line, or bytes as for any text.
fn mutate(rng: &mut Rng, proof: &mut Vec<u8>) {
    if proof.is_empty() || rng.coin() {
        return reader::mutate(rng, proof);
    }
    let lines: Vec<&[u8]> = proof.split_inclusive(|&byte| byte == b'\n').collect();
    let (one, other) = (rng.index(lines.len()), rng.index(lines.len()));
    let mut lines: Vec<Vec<u8>> = lines.into_iter().map(<[u8]>::to_vec).collect();
    match rng.below(4) {
        0 => lines.swap(one, other),
        1 => drop(lines.remove(one)),
        2 => lines.truncate(one + 1),
        _ => lines[one] = lines[other].clone(),
    }
    *proof = lines.concat();
}

/// Whether the proof is verified in any format, named or not.
pub fn verified(formula: &Formula, bytes: &[u8], forward: bool) -> bool {
    let options = DratOptions { forward, ..DratOptions::default() };
    [None, Some(System::Drat), Some(System::Dsr), Some(System::Lrat)]
        .into_iter()
        .any(|system| auto::check(formula, || Ok(bytes), system, options, &Limits::none()).outcome.is_verified())
}

/// The clauses as DIMACS.
pub fn text(clauses: &[Vec<Lit>]) -> String {
    let numbers = |clause: &Vec<Lit>| clause.iter().map(|lit| format!("{} ", lit.to_dimacs())).collect::<String>();
    let body: String = clauses.iter().map(|clause| numbers(clause) + "0\n").collect();
    format!("p cnf {} {}\n{body}", formula(clauses).num_vars(), clauses.len())
}
