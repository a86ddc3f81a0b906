//! Random formulas against enumeration: answers, models, flips, cores and lemmas.

use super::core::CoreClause;
use super::{Answer, Kitten};
use crate::cnf::{Lit, Var};
use crate::util::rng::Rng;

fn satisfies(clauses: &[Vec<Lit>], model: u32) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|lit| (model >> lit.var().index() & 1 == 0) == lit.is_negative()))
}

fn satisfiable(clauses: &[Vec<Lit>], vars: u32) -> bool {
    (0..1 << vars).any(|model| satisfies(clauses, model))
}

/// Whether the clauses propagate to a conflict in this order once the negation of `clause` is assigned.
fn propagates(clause: &[Lit], antecedents: &[Vec<Lit>]) -> bool {
    let mut truths: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
    for antecedent in antecedents {
        let mut open: Vec<Lit> = antecedent.iter().copied().filter(|&lit| !truths.contains(&!lit)).collect();
        open.sort_unstable();
        open.dedup();
        match open[..] {
            [] => return true,
            [lit] => truths.push(lit),
            _ => return false,
        }
    }
    false
}

fn model_of(kitten: &Kitten, vars: u32) -> u32 {
    (0..vars)
        .filter(|&var| kitten.value(Var::new(var as usize).pos()) == Some(true))
        .fold(0, |model, var| model | 1 << var)
}

/// Whether the variable has a value at level 0.
fn is_fixed(kitten: &Kitten, var: Var) -> bool {
    let known = kitten.known(var.pos()).expect("the variable occurs");
    kitten.rows[(known >> 1) as usize].level == 0
}

/// Checks the core of a refutation, its lemmas' antecedents included.
fn check_core(kitten: &mut Kitten, clauses: &[Vec<Lit>], assumed: &[Lit], vars: u32) {
    let failed: Vec<Lit> = assumed.iter().copied().filter(|&lit| kitten.failed(lit)).collect();
    let (core, refutation) = kitten.core();
    let mut known: std::collections::BTreeMap<u32, Vec<Lit>> = Default::default();
    let mut given: Vec<Vec<Lit>> = failed.iter().map(|&lit| vec![lit]).collect();
    for clause in core {
        match clause {
            CoreClause::Given { number, tag } => {
                known.insert(number, clauses[tag as usize].clone());
                given.push(clauses[tag as usize].clone());
            }
            CoreClause::Lemma { number, lits, antecedents } => {
                let antecedents: Vec<Vec<Lit>> = antecedents.iter().map(|number| known[number].clone()).collect();
                assert!(propagates(&lits, &antecedents), "{lits:?} from {antecedents:?}");
                known.insert(number, lits);
            }
        }
    }
    assert!(!satisfiable(&given, vars));
    let antecedents: Vec<Vec<Lit>> = refutation.iter().map(|number| known[number].clone()).collect();
    let negated: Vec<Lit> = failed.iter().map(|&lit| !lit).collect();
    let opposite = failed.iter().any(|lit| failed.contains(&!*lit));
    assert!(opposite || propagates(&negated, &antecedents), "{negated:?} from {antecedents:?}");
}

#[test]
fn answers_models_flips_and_cores_agree_with_enumeration() {
    let mut rng = Rng::new(1);
    let mut kitten = Kitten::new(2);
    let (mut sat, mut unsat, mut flips) = (0, 0, 0);
    for _ in 0..3000 {
        kitten.clear();
        let vars = 3 + rng.index(8);
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let pick = |rng: &mut Rng| Var::new(rng.index(vars)).lit(rng.coin());
        for _ in 0..1 + rng.below(4) {
            for _ in 0..rng.below(2 * vars as u64) {
                let size = 1 + rng.below(4).max(rng.below(4));
                let clause: Vec<Lit> = (0..size).map(|_| pick(&mut rng)).collect();
                kitten.add(clause.iter().copied(), clauses.len() as u32);
                clauses.push(clause);
            }
            for _ in 0..4 {
                let assumed: Vec<Lit> = (0..rng.below(4)).map(|_| pick(&mut rng)).collect();
                assumed.iter().for_each(|&lit| kitten.assume(lit));
                let mut under = clauses.clone();
                under.extend(assumed.iter().map(|&lit| vec![lit]));
                match kitten.solve(u64::MAX) {
                    Answer::Sat => {
                        sat += 1;
                        assert!(satisfies(&under, model_of(&kitten, vars as u32)));
                        for var in 0..vars {
                            let before = model_of(&kitten, vars as u32);
                            let var = Var::new(var);
                            let Some(value) = kitten.value(var.pos()) else { continue };
                            let may = satisfies(&clauses, before ^ 1 << var.index());
                            let fixed = is_fixed(&kitten, var);
                            assert_eq!(kitten.flip(var.lit(value)), may && !fixed);
                            assert!(satisfies(&clauses, model_of(&kitten, vars as u32)));
                            flips += u32::from(may);
                        }
                    }
                    Answer::Unsat => {
                        unsat += 1;
                        assert!(!satisfiable(&under, vars as u32));
                        check_core(&mut kitten, &clauses, &assumed, vars as u32);
                    }
                    Answer::Unknown => panic!("there is no limit"),
                }
            }
        }
    }
    assert!(sat > 5000 && unsat > 5000 && flips > 5000, "{sat} {unsat} {flips}");
}

#[test]
fn a_limit_stops_a_hard_query_and_clear_removes_its_clauses() {
    let mut kitten = Kitten::new(1);
    // Nine pigeons, eight holes.
    let sits = |pigeon: u32, hole: u32| Var::new((1000 + pigeon * 8 + hole) as usize);
    for pigeon in 0..9 {
        kitten.add((0..8).map(|hole| sits(pigeon, hole).pos()), 0);
        for (other, hole) in (0..pigeon).flat_map(|other| (0..8).map(move |hole| (other, hole))) {
            kitten.add([sits(pigeon, hole).neg(), sits(other, hole).neg()].into_iter(), 0);
        }
    }
    assert_eq!(kitten.solve(1000), Answer::Unknown);
    assert!(kitten.ticks < 10_000);
    kitten.clear();
    kitten.add([sits(1, 1).pos()].into_iter(), 0);
    assert_eq!(kitten.solve(1000), Answer::Sat);
    assert_eq!(kitten.value(sits(1, 1).pos()), Some(true));
    assert_eq!(kitten.value(sits(1, 2).pos()), None);
}
