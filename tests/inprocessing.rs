//! The techniques that use the binary implication graph, each alone and all together, on small structured formulas,
//! with options that make them run in every round: verdicts against enumeration, models evaluated, proofs checked as
//! LRAT and as DRAT.

use crate::support::certified::{self, check_proof};
use crate::support::rounds;
use gemsat::cnf::{Formula, Lit, Var, model};
use gemsat::engine::Verdict;
use gemsat::engines;
use gemsat::engines::brute;
use gemsat::proof::{self, ProofFormat};
use gemsat::solver::Solver;
use gemsat::util::rng::Rng;

/// The options that enable the techniques, each with a counter of what it changes.
const TECHNIQUES: &[(&str, &str)] =
    &[("deduplicate", "deduplicated"), ("decompose", "substituted"), ("backbone", "backbone_units")];

fn lit(rng: &mut Rng, vars: u32) -> Lit {
    Var::new(rng.index(vars as usize)).lit(rng.coin())
}

/// Clauses of two and three literals, gates and equivalences over few variables, so that implications form chains,
/// cycles and contradictions.
fn structured(rng: &mut Rng) -> Formula {
    let vars = 6 + rng.below(10) as u32;
    let mut formula = Formula::new();
    formula.declare_vars(vars as usize);
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

/// Settings under which inprocessing runs after every few conflicts.
const OFTEN: &[(&str, &str)] = &[
    ("lucky", "off"),
    ("inprocess_first", "0"),
    ("inprocess_interval", "2"),
    ("reduce_interval", "3"),
    ("mode_conflicts", "10"),
];

/// Solves `rounds` formulas with only these techniques of [`TECHNIQUES`] enabled, and with further settings; returns
/// for how many of them `counter` was above 0.
fn solve_formulas(seed: u64, rounds: usize, enabled: &[&str], others: &[(&str, &str)], counter: &str) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(seed);
    let mut fired = 0;
    for round in 0..rounds {
        let formula = structured(&mut rng);
        let format = if round % 2 == 0 { ProofFormat::Lrat } else { ProofFormat::Drat };
        let mut cdcl = engines::by_name("cdcl").expect("a known engine");
        let mut settings = OFTEN.to_vec();
        settings.extend(others);
        for &(technique, _) in TECHNIQUES {
            settings.push((technique, if enabled.contains(&technique) { "on" } else { "off" }));
        }
        for (option, value) in settings {
            cdcl.set_option(option, value).expect("a known option");
        }
        if certified::solve(cdcl.as_mut(), &formula, &path, format, round).is_none() {
            assert_eq!(brute::model(&formula), None, "round {round}: {formula:?}");
        }
        let row = cdcl.counters().into_iter().find(|row| row.name == counter).expect("a counter");
        fired += usize::from(row.value > 0);
    }
    fired
}

#[test]
fn every_technique_alone_is_right() {
    let others = [("vivify", "off"), ("eliminate", "off")];
    for (seed, &(technique, counter)) in TECHNIQUES.iter().enumerate() {
        let fired = solve_formulas(seed as u64, rounds(1000), &[technique], &others, counter);
        assert!(fired > 25, "{technique} changed only {fired} of 1000 formulas");
    }
}

#[test]
fn all_techniques_together_are_right() {
    let all: Vec<&str> = TECHNIQUES.iter().map(|&(technique, _)| technique).collect();
    let fired = solve_formulas(100, rounds(3000), &all, &[("eliminate_interval", "1")], "substituted");
    assert!(fired > 300, "variables were substituted in {fired} of 3000 formulas only");
}

/// Calls with assumptions before a refutation: the proof still contains the clauses that they restore.
#[test]
fn proofs_are_valid_after_calls_with_assumptions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(8);
    let mut checked = 0;
    for trace in 0..rounds(1500) {
        let formula = structured(&mut rng);
        let format = if trace % 2 == 0 { ProofFormat::Lrat } else { ProofFormat::Drat };
        let mut solver = Solver::new();
        for &(option, value) in OFTEN.iter().chain(&[("eliminate_interval", "1")]) {
            solver.set_option(option, value).expect("a known option");
        }
        solver
            .set_tracer(proof::create(&path, format, formula.num_clauses() as u64).expect("a writable folder"))
            .expect("there are no clauses yet");
        solver.load(&formula);
        let mut satisfiable = false;
        for _ in 0..4 {
            (0..2).for_each(|_| solver.assume(lit(&mut rng, formula.num_vars() as u32)));
            satisfiable |= matches!(solver.solve(), Verdict::Sat(_));
        }
        let last = solver.solve();
        solver.finish_proof().expect("the proof is written");
        if last == Verdict::Unsat {
            assert!(!satisfiable && brute::model(&formula).is_none(), "trace {trace}: {formula:?}");
            check_proof(&formula, &path, format);
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked} proofs were checked");
}

/// Several calls with new clauses, assumptions and frozen variables.
#[test]
fn substituted_variables_are_restored_when_they_are_used_again() {
    let mut rng = Rng::new(7);
    let mut restored = 0;
    for trace in 0..rounds(1500) {
        let mut solver = Solver::new();
        for &(option, value) in OFTEN.iter().chain(&[("eliminate_interval", "1")]) {
            solver.set_option(option, value).expect("a known option");
        }
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..1 + rng.below(5) {
            let formula = structured(&mut rng);
            let vars = formula.num_vars();
            for clause in formula.clauses().filter(|_| rng.below(3) == 0) {
                solver.add_clause(clause.iter().copied());
                clauses.push(clause.to_vec());
            }
            let var = Var::new(rng.index(vars));
            if rng.coin() {
                solver.freeze(var);
            }
            let assumed: Vec<Lit> = (0..rng.below(4)).map(|_| lit(&mut rng, vars as u32)).collect();
            assumed.iter().for_each(|&lit| solver.assume(lit));
            let mut under = Formula::new();
            clauses.iter().for_each(|clause| under.add_clause(clause.iter().copied()));
            match solver.solve() {
                Verdict::Sat(found) => {
                    assumed.iter().for_each(|&lit| under.add_clause([lit]));
                    assert_eq!(model::first_falsified(&found, &under), None, "trace {trace}");
                }
                Verdict::Unsat => {
                    let failed = assumed.iter().filter(|&&lit| solver.failed(lit) == Some(true));
                    failed.for_each(|&lit| under.add_clause([lit]));
                    assert_eq!(brute::model(&under), None, "trace {trace}");
                }
                Verdict::Unknown(stop) => panic!("no limit was set: {stop}"),
            }
        }
        let row = solver.stats().into_iter().find(|row| row.name == "restored").expect("a counter");
        restored += usize::from(row.value > 0);
    }
    assert!(restored > 100, "clauses were restored in {restored} traces only");
}
