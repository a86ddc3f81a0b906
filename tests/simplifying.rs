//! Simplification without search: the simplified formula is satisfiable if and only if the given one is, its models can
//! be extended to models of that one, and the proofs of simplifying and of solving form one proof.

use crate::support::rounds;
use crate::support::solver::{SOLVER, code, folder, out, shell};
use crate::support::tool::run;
use gemsat::cnf::{Assignment, Formula, Var, model};
use gemsat::engine::{Simplified, Verdict};
use gemsat::engines;
use gemsat::engines::brute;
use gemsat::limits::{Limits, Stop};
use gemsat::reason::count::{CountOptions, CountQuestion, count};
use gemsat::util::rng::Rng;
use std::path::Path;

/// Random clauses of two to four literals and AND gates, some built twice.
fn random(rng: &mut Rng) -> Formula {
    let vars = 5 + rng.index(12);
    let mut formula = Formula::new();
    formula.declare_vars(vars);
    let lit = |rng: &mut Rng| Var::new(rng.index(vars)).lit(rng.coin());
    for _ in 0..rng.below(4) {
        let (a, b) = (lit(rng), lit(rng));
        for _ in 0..1 + rng.below(2) {
            let gate = lit(rng);
            formula.add_clause([!gate, a]);
            formula.add_clause([!gate, b]);
            formula.add_clause([gate, !a, !b]);
        }
    }
    for _ in 0..rng.index(3 * vars) {
        let clause: Vec<_> = (0..2 + rng.below(3)).map(|_| lit(rng)).collect();
        formula.add_clause(clause);
    }
    formula
}

/// The name of a file in the folder.
fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn frozen_variables_can_have_the_same_values_as_before() {
    let mut rng = Rng::new(12);
    let mut fewer = 0;
    for round in 0..rounds(300) {
        let formula = random(&mut rng);
        let frozen: Vec<Var> = (0..formula.num_vars()).map(Var::new).filter(|_| rng.coin()).collect();
        let mut engine = engines::by_name("cdcl").expect("a known engine");
        let Some((_, Some(left))) = engine.simplify(formula.clone(), &frozen, 5, &Limits::none()) else {
            panic!("it simplifies")
        };
        let left = left.formula;
        assert_eq!(left.num_vars(), formula.num_vars(), "{round}: no variable is brought in");
        let models = |formula: &Formula| {
            let question = CountQuestion { show: Some(frozen.clone()), weights: Vec::new() };
            count(formula, &question, &CountOptions::default(), &Limits::none(), None).expect("no file").value
        };
        assert_eq!(models(&left), models(&formula), "{round}: {formula:?} {frozen:?} {left:?}");
        fewer += u32::from(left.occurring_vars() < formula.occurring_vars());
    }
    assert!(fewer > 100, "{fewer}");
}

#[test]
fn simplification_preserves_satisfiability_and_models_extend() {
    let mut rng = Rng::new(11);
    let (mut models, mut smaller) = (0, 0);
    for round in 0..1500 {
        let formula = random(&mut rng);
        let satisfiable = brute::model(&formula).is_some();
        let mut engine = engines::by_name("cdcl").expect("a known engine");
        let rounds = 1 + rng.below(5) as u32;
        let answer = engine.simplify(formula.clone(), &[], rounds, &Limits::none());
        let Some((verdict, Some(Simplified { formula: left, removed }))) = answer else { panic!("it simplifies") };
        assert!(verdict == Verdict::Unsat || verdict == Verdict::Unknown(Stop::Simplified), "{round}: {verdict:?}");
        smaller += u32::from(left.occurring_vars() < formula.occurring_vars());
        match brute::model(&left) {
            Some(mut found) => {
                assert!(satisfiable && verdict != Verdict::Unsat, "{round}");
                // Variables that do not occur any more may have any value.
                let mut values = Assignment::all_false(found.len().max(formula.num_vars()));
                found.resize(values.len());
                let mut occurs = vec![false; values.len()];
                left.clauses().flatten().for_each(|lit| occurs[lit.var().index()] = true);
                for var in (0..values.len()).map(Var::new) {
                    values.set(var, if occurs[var.index()] { found.value(var) } else { rng.coin() });
                }
                model::reconstruct(&mut values, &removed);
                assert_eq!(model::first_falsified(&values, &formula), None, "{round}");
                models += 1;
            }
            None => assert!(!satisfiable, "{round}"),
        }
    }
    assert!(models > 500 && smaller > 1000, "{models} {smaller}");
}

#[test]
fn the_command_line_simplifies_solves_and_reconstructs() {
    let folder = folder();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("cnf");
    for name in ["sat/random200.cnf", "sat/queens8.cnf", "sat/names.cnf", "sat/sudoku9.cnf", "sat/empty.cnf"] {
        let given = samples.join(name).display().to_string();
        let script = format!("$S -q --simplify $1/small.cnf {given} && $S -q $1/small.cnf > $1/answer; true");
        let output = shell(&script, folder.path());
        assert_eq!((code(&output), out(&output).trim()), (0, "s UNKNOWN"), "{name}");
        let files = [given.clone(), path(&folder, "answer"), path(&folder, "small.cnf.rec")];
        let args = ["reconstruct", &files[0], &files[1], &files[2]];
        let (status, text) = run(env!("CARGO_BIN_EXE_cnfcheck"), &args, "");
        assert_eq!(status, 10, "{name}: {text}");
        let said = text.lines().skip_while(|line| line.starts_with("c @ ")).collect::<Vec<_>>().join("\n");
        assert!(said.starts_with("s SATISFIABLE\nv "), "{name}: {text}");
        let (status, _) = run(env!("CARGO_BIN_EXE_cnfcheck"), &[&given, "-"], &text);
        assert_eq!(status, 10, "{name}");
    }
    // The reconstruction file of another formula leads to no model.
    let other = samples.join("sat/random300.cnf").display().to_string();
    let args = ["reconstruct", &other, &path(&folder, "answer"), &path(&folder, "small.cnf.rec")];
    let (status, text) = run(env!("CARGO_BIN_EXE_cnfcheck"), &args, "");
    assert_eq!((status, text.as_str()), (1, ""));
}

#[test]
fn the_proofs_of_simplifying_and_solving_form_one() {
    let folder = folder();
    let given = Path::new(env!("CARGO_MANIFEST_DIR")).join("cnf/unsat/random150.cnf").display().to_string();
    let script = format!(
        "$S -q --simplify $1/small.cnf --proof $1/first {given} && $S -q --proof $1/second $1/small.cnf; \
         cat $1/first $1/second > $1/both"
    );
    assert_eq!(out(&shell(&script, folder.path())), "s UNKNOWN\ns UNSATISFIABLE\n");
    let (status, text) = run(env!("CARGO_BIN_EXE_cnfcheck"), &["drat", &given, &path(&folder, "both")], "");
    assert_eq!(status, 10, "{text}");
}

#[test]
fn a_formula_refuted_by_simplification_becomes_the_empty_clause() {
    let folder = folder();
    let small = path(&folder, "small.cnf");
    let (status, text) = run(SOLVER, &["-q", "--simplify", &small, "-"], "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
    assert_eq!((status, text.as_str()), (20, "s UNSATISFIABLE\n"));
    assert!(std::fs::read_to_string(&small).expect("it was written").ends_with("p cnf 0 1\n0\n"));
    let (status, _) = run(SOLVER, &["--engine", "dpll", "--simplify", &small, "-"], "p cnf 1 1\n1 0\n");
    assert_eq!(status, 2, "dpll does not simplify");
}
