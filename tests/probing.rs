//! The improvers that read the binary clauses: each alone and all together on small structured formulas, forced to run at
//! every turn, verdicts against enumeration, models evaluated, proofs checked both as LRAT and as DRAT.

use gemsat::brute;
use gemsat::check::read::Proof;
use gemsat::check::{drat, lrat};
use gemsat::cnf::{Formula, Lit, Var, model};
use gemsat::engine::{self, Verdict};
use gemsat::limits::Limits;
use gemsat::proof::{self, ProofFormat};
use gemsat::util::rng::Rng;
use std::path::Path;

/// The improvers, and the counter that tells that each has done something.
const IMPROVERS: &[(&str, &str)] =
    &[("deduplicate", "deduplicated"), ("decompose", "substituted"), ("backbone", "backbone_units")];

fn lit(rng: &mut Rng, vars: u32) -> Lit {
    Var::new(rng.below(vars.into()) as u32).lit(rng.coin())
}

/// Clauses of two and three literals, gates and equivalences over few variables, so that implications form chains,
/// circles and contradictions.
fn structured(rng: &mut Rng) -> Formula {
    let vars = 6 + rng.below(10) as u32;
    let mut formula = Formula::new();
    formula.declare_vars(vars);
    let parts = [rng.below(20), rng.below(40), rng.below(5), rng.below(4), rng.below(3)];
    for _ in 0..parts[0] {
        formula.add_clause([lit(rng, vars), lit(rng, vars)]);
    }
    for _ in 0..parts[1] {
        formula.add_clause([lit(rng, vars), lit(rng, vars), lit(rng, vars)]);
    }
    for _ in 0..parts[2] {
        let (out, inputs) = (lit(rng, vars), [(); 3].map(|()| lit(rng, vars)));
        for input in inputs {
            formula.add_clause([!out, input]);
        }
        formula.add_clause([out, !inputs[0], !inputs[1], !inputs[2]]);
    }
    for _ in 0..parts[3] {
        let (a, b) = (lit(rng, vars), lit(rng, vars));
        formula.add_clause([a, !b]);
        formula.add_clause([!a, b]);
    }
    for _ in 0..parts[4] {
        let (a, b, c) = (lit(rng, vars), lit(rng, vars), lit(rng, vars));
        for clause in [[a, b, c], [a, !b, !c], [!a, b, !c], [!a, !b, c]] {
            formula.add_clause(clause);
        }
    }
    formula
}

fn check_proof(formula: &Formula, path: &Path, format: ProofFormat) {
    let bytes = std::fs::read(path).expect("the proof was written");
    let mut read = Proof::new(&bytes[..]).expect("a proof");
    if format == ProofFormat::Lrat {
        let outcome = lrat::check(formula, &mut read, &Limits::none());
        assert!(outcome.is_verified(), "{outcome:?}: {formula:?}");
    } else {
        let options = drat::Options { forward: true, record: false };
        let outcome = drat::check(formula, &mut read, options, &Limits::none());
        assert!(outcome.is_verified(), "{outcome:?}: {formula:?}");
    }
}

/// Solves `rounds` formulas with these improvers alone; returns how many times `counter` was above 0.
fn hammer(seed: u64, rounds: usize, improvers: &[&str], counter: &str) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(seed);
    let mut fired = 0;
    for round in 0..rounds {
        let formula = structured(&mut rng);
        let format = if round % 2 == 0 { ProofFormat::Lrat } else { ProofFormat::Drat };
        let mut cdcl = engine::by_name("cdcl").expect("a known engine");
        let mut settings = vec![("lucky", "off"), ("vivify", "off"), ("probe_first", "0"), ("probe_interval", "2")];
        settings.extend([("reduce_interval", "3"), ("mode_conflicts", "10")]);
        for &(improver, _) in IMPROVERS {
            settings.push((improver, if improvers.contains(&improver) { "on" } else { "off" }));
        }
        for (option, value) in settings {
            cdcl.set_option(option, value).expect("a known option");
        }
        let tracer = proof::create(&path, format, formula.num_clauses() as u64).expect("a writable folder");
        assert!(cdcl.set_tracer(tracer).is_ok());
        let verdict = cdcl.solve(formula.clone(), &Limits::none(), None);
        cdcl.finish_proof().expect("the proof is written");
        match verdict {
            Verdict::Sat(found) => {
                assert_eq!(model::first_falsified(&found, &formula), None, "round {round}: {formula:?}");
            }
            Verdict::Unsat => {
                assert_eq!(brute::model(&formula), None, "round {round}: {formula:?}");
                check_proof(&formula, &path, format);
            }
            Verdict::Unknown(stop) => panic!("no limit was set: {stop}"),
        }
        let row = cdcl.counters().into_iter().find(|row| row.name == counter).expect("a counter");
        fired += usize::from(row.value > 0);
    }
    fired
}

#[test]
fn every_improver_alone_is_right() {
    for (seed, &(improver, counter)) in IMPROVERS.iter().enumerate() {
        let fired = hammer(seed as u64, 2000, &[improver], counter);
        assert!(fired > 50, "{improver} did something in {fired} of 2000 formulas only");
    }
}

#[test]
fn all_improvers_together_are_right() {
    let all: Vec<&str> = IMPROVERS.iter().map(|&(improver, _)| improver).collect();
    hammer(100, 4000, &all, "rounds");
}
