//! What verified DRAT proofs can be turned into: cores, shorter proofs, LRAT.

use crate::support::clauses::{formula, random_clauses, satisfiable};
use crate::support::proofs::{check_drat, check_lrat, proof};
use crate::support::refuter::{Refuter, written};
use crate::support::{rounds, strict};
use gemsat::check::drat::{self, DratOptions};
use gemsat::check::{Outcome, Trimmed};
use gemsat::limits::Limits;
use gemsat::proof::ProofFormat;
use gemsat::util::rng::Rng;

/// The needed part of a DRAT proof, if it is right.
fn trimmed(clauses: &[Vec<i32>], bytes: &[u8]) -> Option<Trimmed> {
    let options = DratOptions { record: true, ..DratOptions::default() };
    match drat::check(&formula(clauses), &mut proof(bytes), options, &Limits::none()) {
        Outcome::Verified(report) => Some(report.trimmed.expect("a backward check")),
        _ => None,
    }
}

/// Whether a DRAT proof is right; what it is turned into must be right, too.
fn trims(clauses: &[Vec<i32>], proof: &[u8]) -> bool {
    let formula = formula(clauses);
    let Some(trimmed) = trimmed(clauses, proof) else { return false };
    let (mut lrat, mut drat, mut core) = (Vec::new(), Vec::new(), Vec::new());
    trimmed.write_lrat(&formula, &mut lrat).expect("written");
    trimmed.write_drat(&mut drat).expect("written");
    trimmed.write_core(&formula, &mut core).expect("written");
    let shown = || format!("{clauses:?}\n{}\n{}", String::from_utf8_lossy(proof), String::from_utf8_lossy(&lrat));
    assert_eq!(check_lrat(&formula, &lrat), Ok(()), "{}", shown());
    assert_eq!(check_drat(&formula, &drat, false), Ok(()), "{}", shown());
    let core: Vec<Vec<i32>> = trimmed.core().into_iter().map(|index| clauses[index].clone()).collect();
    assert!(!satisfiable(&core), "{}", shown());
    true
}

#[test]
fn needed_parts_are_proofs_again() {
    let mut rng = Rng::new(2);
    let mut refuted = 0;
    for round in 0..60 {
        let clauses = random_clauses(&mut rng, 9, 60);
        if let Some(steps) = Refuter::refute(&clauses, round % 3 == 1, round % 2 == 1) {
            assert!(trims(&clauses, &written(ProofFormat::DratText, clauses.len(), &steps)));
            refuted += 1;
        }
    }
    assert!(refuted > 30);
}

/// Random clauses as proofs, over formulas so small that many are accepted: units, tautologies, repeated literals, new
/// variables, deletions. An accepted proof must be right, and must trim to right ones.
#[test]
fn random_steps_never_refute_a_satisfiable_formula() {
    let mut rng = Rng::new(3);
    let (mut accepted, mut with_models) = (0, 0);
    for _ in 0..rounds(12_000) {
        let vars = 3 + rng.below(3);
        let count = 4 + rng.index(9 * vars as usize);
        let clauses = random_clauses(&mut rng, vars, count);
        let mut pool = clauses.clone();
        let mut text = String::new();
        for _ in 0..rng.index(12) {
            let clause: Vec<i32> = if rng.below(3) == 0 {
                text.push_str("d ");
                pool[rng.index(pool.len())].clone()
            } else {
                let lit = |rng: &mut Rng| (rng.below(vars + 2) as i32 + 1) * if rng.coin() { 1 } else { -1 };
                (0..1 + rng.below(3)).map(|_| lit(&mut rng)).collect()
            };
            clause.iter().for_each(|lit| text.push_str(&format!("{lit} ")));
            text.push_str("0\n");
            pool.push(clause);
        }
        text.push_str("0\n");
        let has_model = satisfiable(&clauses);
        with_models += usize::from(has_model);
        let backward = trims(&clauses, text.as_bytes());
        let forward = check_drat(&formula(&clauses), text.as_bytes(), true).is_ok();
        assert!(!has_model || !backward && !forward, "{clauses:?}\n{text}");
        accepted += usize::from(backward);
    }
    assert!(accepted > 500 && with_models > 500, "{accepted} accepted, {with_models} formulas with models");
}

/// Clauses that are lists with repeated literals, as cake_lpr keeps them.
#[test]
fn lrat_is_right_where_clauses_are_lists() {
    let mut rng = Rng::new(6);
    let mut refuted = 0;
    for round in 0..rounds(200) {
        let mut clauses = random_clauses(&mut rng, 8, 50);
        for clause in &mut clauses {
            for _ in 0..rng.below(8) / 6 {
                let copy = clause[rng.index(clause.len())];
                clause.insert(rng.index(clause.len() + 1), copy);
            }
        }
        let Some(steps) = Refuter::refute(&clauses, round % 2 == 0, round % 3 == 0) else { continue };
        let mut lrat = Vec::new();
        let trimmed = trimmed(&clauses, &written(ProofFormat::DratText, clauses.len(), &steps)).expect("a right proof");
        trimmed.write_lrat(&formula(&clauses), &mut lrat).expect("written");
        assert_eq!(check_lrat(&formula(&clauses), &lrat), Ok(()));
        let text = String::from_utf8(lrat).expect("text");
        assert_eq!(strict::check(&clauses, &text), Ok(()), "{clauses:?}\n{text}");
        refuted += 1;
    }
    assert!(refuted > 100);
    let clauses = [vec![1, 1, 2, 1], vec![-1], vec![3], vec![-2, -3, -2]];
    let mut lrat = Vec::new();
    trimmed(&clauses, b"0\n").expect("right").write_lrat(&formula(&clauses), &mut lrat).expect("written");
    let text = "5 1 2 0 1 0\n6 -2 -3 0 4 0\n6 d 1 4 0\n7 2 0 2 5 0\n8 0 7 3 6 0\n";
    assert_eq!(strict::check(&clauses, text), Ok(()));
    assert_eq!(String::from_utf8(lrat).expect("text"), text);
}
