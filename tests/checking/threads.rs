//! LRAT proofs by several threads: the outcome of one thread, whatever the proof.

use crate::support::clauses::{formula, random_clauses};
use crate::support::proofs::{mutate, proof};
use crate::support::refuter::{Refuter, TestStep, written};
use crate::support::rounds;
use gemsat::check::{Fault, Outcome, lrat};
use gemsat::cnf::Formula;
use gemsat::limits::{Limits, Stop};
use gemsat::proof::ProofFormat;
use gemsat::util::rng::Rng;

/// The outcome in words: what is counted, or what is wrong and where.
fn outcome(formula: &Formula, bytes: &[u8], threads: usize) -> String {
    format!("{:?}", lrat::check_by_threads(formula, &mut proof(bytes), threads, &Limits::none()))
}

#[test]
fn any_number_of_threads_has_the_outcome_of_one() {
    let mut rng = Rng::new(22);
    let (mut verified, mut wrong, mut proofs) = (0, 0, 0);
    while proofs < rounds(60) {
        let clauses = random_clauses(&mut rng, 9, 45 + proofs % 20);
        let Some(steps) = Refuter::refute(&clauses, proofs % 3 == 1, proofs % 2 == 1) else { continue };
        proofs += 1;
        let format = [ProofFormat::Lrat, ProofFormat::LratText][proofs % 2];
        let bytes = written(format, clauses.len(), &steps);
        let formula = formula(&clauses);
        for round in 0..40 {
            let bytes = if round == 0 { bytes.clone() } else { mutate(&mut rng, &bytes, proofs % 2 == 0) };
            let expected = outcome(&formula, &bytes, 1);
            for threads in [2, 3, 8] {
                assert_eq!(outcome(&formula, &bytes, threads), expected, "{threads} threads");
            }
            if expected.starts_with("Verified") { verified += 1 } else { wrong += 1 }
        }
    }
    assert!(verified > 300 && wrong > 300, "{verified} verified, {wrong} wrong");
}

/// A proof of many windows: units that follow from each other, renamed, cited and deleted again and again.
fn long(steps: u64) -> (Formula, Vec<TestStep>) {
    let formula = formula(&[vec![1, 2], vec![1, -2], vec![-1, 3], vec![-1, -3]]);
    let mut proof = Vec::new();
    let mut last = 0;
    for id in 5..5 + steps {
        let antecedents = if last == 0 { vec![1, 2] } else { vec![last] };
        proof.push(TestStep::Add(id, vec![1, 4 + (id % 50) as i32], antecedents));
        if last > 0 && id % 3 > 0 {
            proof.push(TestStep::Delete(last, vec![1]));
        }
        // A new clause of other literals follows from the formula alone.
        last = 0;
        if id % 2 == 0 {
            last = id;
        }
        if last > 0 {
            last = 0;
            proof.push(TestStep::Delete(id, vec![1]));
        }
    }
    let unit = 5 + steps;
    proof.push(TestStep::Add(unit, vec![1], vec![1, 2]));
    proof.push(TestStep::Add(unit + 1, vec![], vec![unit, 3, 4]));
    (formula, proof)
}

#[test]
fn the_first_wrong_step_of_a_long_proof_is_reported() {
    let (formula, steps) = long(30_000);
    let right = written(ProofFormat::LratText, 4, &steps);
    assert!(outcome(&formula, &right, 1).starts_with("Verified"), "{}", outcome(&formula, &right, 1));
    assert_eq!(outcome(&formula, &right, 4), outcome(&formula, &right, 1));
    let text = String::from_utf8(right).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let mut rng = Rng::new(23);
    for _ in 0..rounds(12) {
        // Several mistakes: citing what is deleted, what comes later, or nothing; an id that is taken; no step at all.
        let mut wrong: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        for _ in 0..1 + rng.below(4) {
            let at = rng.index(wrong.len());
            let id = 5 + at as u64 / 2;
            wrong[at] = match rng.below(5) {
                0 => format!("{} 1 0 {} 0", 100_000 + at, id + 2_000),
                1 => format!("{} 7 0 1 0", 100_000 + at),
                2 => "5 1 2 0 1 2 0".to_owned(),
                3 => "nonsense".to_owned(),
                _ => format!("{} 1 9 0 6 0", 100_000 + at),
            };
        }
        let wrong = wrong.join("\n");
        let expected = outcome(&formula, wrong.as_bytes(), 1);
        assert!(!expected.starts_with("Verified"), "{expected}");
        for threads in [2, 5] {
            assert_eq!(outcome(&formula, wrong.as_bytes(), threads), expected);
        }
    }
}

#[test]
fn limits_end_a_check_by_threads() {
    let (formula, steps) = long(3_000);
    let bytes = written(ProofFormat::Lrat, 4, &steps);
    let limits = Limits::none();
    limits.stop.raise();
    let outcome = lrat::check_by_threads(&formula, &mut proof(&bytes), 2, &limits);
    assert!(matches!(outcome, Outcome::Unknown(Stop::Interrupted)), "{outcome:?}");
    let cut = lrat::check_by_threads(&formula, &mut proof(&bytes[..bytes.len() - 1]), 2, &Limits::none());
    assert!(matches!(&cut, Outcome::Unreadable(error) if error.fault == Fault::Cut), "{cut:?}");
}
