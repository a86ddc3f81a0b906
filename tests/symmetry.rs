//! Symmetry breaking: verdicts against enumeration, models evaluated, proofs checked, and formulas that need
//! exponential time without it.

use crate::substitutions::pigeons;
use crate::support::certified;
use crate::support::solver::{answer, code, folder, out, shell};
use gemsat::cnf::shuffle::Shuffle;
use gemsat::cnf::{Formula, Lit, Var, model};
use gemsat::engine::{Engine, Verdict};
use gemsat::engines;
use gemsat::engines::brute;
use gemsat::limits::{Limits, Threads};
use gemsat::proof::ProofFormat;
use gemsat::solver::Solver;
use gemsat::symmetry::{BreakingStep, break_symmetries};
use gemsat::util::rng::Rng;

const FORMATS: [ProofFormat; 2] = [ProofFormat::Dsr, ProofFormat::DsrText];

fn cdcl() -> Box<dyn Engine> {
    let mut engine = engines::by_name("cdcl").expect("a known engine");
    engine.set_option("symmetry", "on").expect("an option");
    engine
}

fn count(engine: &dyn Engine, name: &str) -> u64 {
    engine.counters().iter().find(|row| row.name == name).expect("a counter").value
}

fn formula(clauses: impl IntoIterator<Item = Vec<i32>>) -> Formula {
    let mut formula = Formula::new();
    for clause in clauses {
        formula.add_clause(clause.into_iter().map(|number| Lit::from_dimacs(number).expect("not 0")));
    }
    formula
}

/// Random clauses and their images under the powers of a random permutation of the literals.
fn symmetric_formula(rng: &mut Rng) -> Formula {
    let vars = 3 + rng.index(6);
    let mut images: Vec<i32> = (1..=vars as i32).collect();
    rng.shuffle(&mut images);
    for image in &mut images {
        *image *= if rng.below(4) == 0 { -1 } else { 1 };
    }
    let mut clauses = Vec::new();
    for _ in 0..1 + rng.below(4) {
        let number = |rng: &mut Rng| (1 + rng.index(vars) as i32) * if rng.coin() { 1 } else { -1 };
        let first: Vec<i32> = (0..2 + rng.below(2)).map(|_| number(rng)).collect();
        let mut clause = first.clone();
        loop {
            clauses.push(clause.clone());
            for number in &mut clause {
                *number = images[number.unsigned_abs() as usize - 1] * number.signum();
            }
            if clause == first {
                break;
            }
        }
    }
    formula(clauses)
}

/// At one vertex of a grid on a torus the number of true edges is odd, at all others even.
fn odd_torus(rows: i32, cols: i32) -> Formula {
    let edge =
        |row: i32, col: i32, down: bool| 2 * (row.rem_euclid(rows) * cols + col.rem_euclid(cols)) + i32::from(down) + 1;
    let mut clauses = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            let edges =
                [edge(row, col, false), edge(row, col, true), edge(row, col - 1, false), edge(row - 1, col, true)];
            let odd = (row, col) == (0, 0);
            for signs in (0..16u32).filter(|signs| (signs.count_ones() % 2 == 0) == odd) {
                clauses.push((0..4).map(|at| if signs >> at & 1 == 1 { -edges[at] } else { edges[at] }).collect());
            }
        }
    }
    formula(clauses)
}

/// A graph of `vertices` vertices has a clique of `size` vertices and a colouring with `size - 1` colours.
fn colored_clique(vertices: i32, size: i32) -> Formula {
    let member = |place: i32, vertex: i32| 1 + place * vertices + vertex;
    let color = |vertex: i32, color: i32| 1 + size * vertices + vertex * (size - 1) + color;
    let edge = |a: i32, b: i32| 1 + size * vertices + vertices * (size - 1) + a * vertices + b;
    let pairs = |most: i32| (0..most).flat_map(move |b| (0..b).map(move |a| (a, b)));
    let mut clauses: Vec<Vec<i32>> = (0..size).map(|place| (0..vertices).map(|v| member(place, v)).collect()).collect();
    clauses.extend((0..vertices).map(|v| (0..size - 1).map(|c| color(v, c)).collect()));
    for (first, second) in pairs(size) {
        clauses.extend((0..vertices).map(|v| vec![-member(first, v), -member(second, v)]));
        for (a, b) in pairs(vertices) {
            clauses.push(vec![-member(first, a), -member(second, b), edge(a, b)]);
            clauses.push(vec![-member(first, b), -member(second, a), edge(a, b)]);
        }
    }
    for (a, b) in pairs(vertices) {
        clauses.extend((0..size - 1).map(|c| vec![-edge(a, b), -color(a, c), -color(b, c)]));
    }
    formula(clauses)
}

#[test]
fn verdicts_agree_with_enumeration() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(1);
    let (mut refuted, mut units, mut binaries) = (0, 0, 0);
    for round in 0..2_000 {
        let formula = symmetric_formula(&mut rng);
        let mut engine = cdcl();
        let found = certified::solve(engine.as_mut(), &formula, &path, FORMATS[round % 2], round);
        assert_eq!(found.is_some(), brute::model(&formula).is_some(), "{formula:?}");
        refuted += u32::from(found.is_none());
        units += count(engine.as_ref(), "symmetry_units");
        binaries += count(engine.as_ref(), "symmetry_binaries");
    }
    assert!(refuted > 300 && units > 1_000 && binaries > 500, "{refuted} {units} {binaries}");
}

/// CDCL that looks for symmetries after this many conflicts.
fn cdcl_auto(conflicts: u32) -> Box<dyn Engine> {
    let mut engine = engines::by_name("cdcl").expect("a known engine");
    engine.set_option("given_conflicts", &conflicts.to_string()).expect("an option");
    // Formulas as small as those of the test are solved before the search otherwise.
    engine.set_option("lucky", "false").expect("an option");
    engine
}

#[test]
fn verdicts_agree_with_enumeration_when_symmetries_are_broken_in_the_search() {
    let mut rng = Rng::new(2);
    let (mut refuted, mut broken) = (0, 0);
    for round in 0..4_000 {
        let formula = symmetric_formula(&mut rng);
        let mut engine = cdcl_auto(round % 3);
        match engine.solve(formula.clone(), &Limits::none(), None) {
            Verdict::Sat(model) => assert_eq!(model::first_falsified(&model, &formula), None, "{formula:?}"),
            verdict => {
                assert_eq!(verdict, Verdict::Unsat);
                assert!(brute::model(&formula).is_none(), "{formula:?}");
                refuted += 1;
            }
        }
        broken += u32::from(count(engine.as_ref(), "symmetry_units") + count(engine.as_ref(), "symmetry_binaries") > 0);
    }
    assert!(refuted > 300 && broken > 300, "{refuted} {broken}");
}

#[test]
fn symmetries_are_broken_in_a_long_search_without_a_proof_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let hard = formula(pigeons(12));
    let mut engine = cdcl_auto(1_000);
    assert_eq!(engine.solve(hard.clone(), &Limits::none(), None), Verdict::Unsat);
    assert!((1_000..2_000).contains(&count(engine.as_ref(), "conflicts")));
    let mut engine = cdcl_auto(1_000);
    assert!(engine.set_threads(Threads { count: 2, deterministic: true }));
    assert_eq!(engine.solve(hard, &Limits::none(), None), Verdict::Unsat);
    assert!((1_000..2_000).contains(&count(engine.as_ref(), "conflicts")), "before the threads part");
    let (easy, small) = (formula(pigeons(5)), formula(pigeons(7)));
    let mut engine = cdcl_auto(1_000);
    assert_eq!(engine.solve(easy, &Limits::none(), None), Verdict::Unsat);
    assert_eq!(count(engine.as_ref(), "symmetry_ticks"), 0, "it ends before");
    let mut engine = cdcl_auto(10);
    assert!(certified::solve(engine.as_mut(), &small, &folder.path().join("proof"), ProofFormat::Lrat, 0).is_none());
    assert_eq!(count(engine.as_ref(), "symmetry_ticks"), 0, "a proof in LRAT cannot say why");
}

/// A solver of a library that looks for symmetries after this many conflicts.
fn library_solver(conflicts: u32) -> Solver {
    let mut solver = Solver::new();
    solver.set_option("given_conflicts", &conflicts.to_string()).expect("an option");
    solver.set_option("lucky", "false").expect("an option");
    solver
}

fn counted(solver: &Solver, name: &str) -> u64 {
    solver.stats().iter().find(|row| row.name == name).expect("a counter").value
}

#[test]
fn a_library_breaks_symmetries_though_clauses_may_come() {
    for threads in [1, 2] {
        let mut solver = library_solver(1_000);
        solver.set_threads(Threads { count: threads, deterministic: true });
        formula(pigeons(12)).clauses().for_each(|clause| solver.add_clause(clause));
        assert_eq!(solver.solve(), Verdict::Unsat);
        assert!((1_000..2_000).contains(&counted(&solver, "conflicts")), "{threads} threads");
    }
    // Asked for, they are broken at once; not under assumptions, nor with preferred values.
    let mut at_once = library_solver(1_000);
    at_once.set_option("symmetry", "true").expect("an option");
    at_once.load(&formula(pigeons(12)));
    assert!(at_once.without_effect().is_empty());
    let mut preferring = at_once.clone();
    preferring.phase(Lit::from_dimacs(1).expect("not 0"));
    let limits = Limits { conflicts: Some(100), ..Limits::none() };
    assert!(matches!(preferring.solve_limited(&limits), Verdict::Unknown(_)));
    at_once.assume(Lit::from_dimacs(1).expect("not 0"));
    assert!(matches!(at_once.solve_limited(&limits), Verdict::Unknown(_)));
    assert_eq!(at_once.solve_limited(&limits), Verdict::Unsat);
}

/// What is true of the clauses, by enumeration, against what a solver says after some calls.
#[test]
fn later_clauses_and_assumptions_do_not_meet_broken_symmetries() {
    let mut rng = Rng::new(5);
    let (mut broken, mut continued, mut satisfiable, mut refuted) = (0, 0, 0, 0);
    for round in 0..3_000 {
        let mut clauses = symmetric_formula(&mut rng);
        let mut solver = library_solver(round % 3);
        solver.set_option("symmetry", if rng.coin() { "auto" } else { "true" }).expect("an option");
        solver.set_threads(Threads { count: 1 + rng.index(2), deterministic: true });
        solver.load(&clauses);
        for call in 0..4 {
            let vars = clauses.num_vars() as u64;
            let mut assumed: Vec<Lit> = Vec::new();
            if call > 0 {
                let lit = |rng: &mut Rng| Var::new(rng.index(vars as usize)).lit(rng.coin());
                match rng.below(4) {
                    0 => assumed.extend((0..1 + rng.below(3)).map(|_| lit(&mut rng))),
                    1 => solver = solver.clone(),
                    2 => {}
                    _ => {
                        let clause: Vec<Lit> = (0..1 + rng.below(3)).map(|_| lit(&mut rng)).collect();
                        solver.add_clause(&clause);
                        clauses.add_clause(clause);
                    }
                }
            }
            let mut under = clauses.clone();
            assumed.iter().for_each(|&lit| under.add_clause([lit]));
            assumed.iter().for_each(|&lit| solver.assume(lit));
            let limits = Limits { conflicts: rng.coin().then_some(rng.below(4)), ..Limits::none() };
            match solver.solve_limited(&limits) {
                Verdict::Sat(model) => {
                    assert_eq!(model::first_falsified(&model, &under), None, "{under:?}");
                    satisfiable += 1;
                }
                Verdict::Unsat => {
                    assert!(brute::model(&under).is_none(), "{under:?}");
                    refuted += 1;
                }
                Verdict::Unknown(_) => continued += 1,
            }
            if brute::model(&clauses).is_some() {
                for lit in (0..clauses.num_vars()).map(|var| Var::new(var).pos()) {
                    let Some(value) = solver.fixed(lit) else { continue };
                    let mut opposite = clauses.clone();
                    opposite.add_clause([if value { !lit } else { lit }]);
                    assert!(brute::model(&opposite).is_none(), "{lit:?} is not fixed in {clauses:?}");
                }
            }
        }
        broken += u32::from(counted(&solver, "symmetry_units") + counted(&solver, "symmetry_binaries") > 0);
    }
    assert!(broken > 300 && continued > 300 && satisfiable > 1_000 && refuted > 1_000);
}

#[test]
fn formulas_hard_for_resolution_need_no_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let formulas = [formula(pigeons(12)), odd_torus(7, 9), colored_clique(9, 6)];
    for (index, formula) in formulas.iter().enumerate() {
        for seed in 0..3 {
            let (shuffled, _) = Shuffle::default().apply(formula, seed).expect("memory");
            let mut engine = cdcl();
            assert!(certified::solve(engine.as_mut(), &shuffled, &path, FORMATS[index % 2], index).is_none());
            assert!(count(engine.as_ref(), "conflicts") <= 1, "formula {index}, seed {seed}");
        }
    }
}

#[test]
fn effort_is_bounded_by_the_limit() {
    let formula = formula(pigeons(30));
    for limit in [0, 1_000, 100_000, 1_000_000] {
        let breaking = break_symmetries(&formula, limit, true, &mut |_| ());
        assert!(breaking.ticks < limit + 1_000_000, "{limit}: {}", breaking.ticks);
    }
}

#[test]
fn binary_clauses_need_the_whole_group() {
    // Triples that can be exchanged, without a unit: each literal is in clauses of both signs.
    let triples = (0..40).flat_map(|triple| {
        let [x, y, z] = [1, 2, 3].map(|var| 3 * triple + var);
        [vec![x, y, z], vec![-x, -y, z], vec![x, -y, -z]]
    });
    let formula = formula(triples);
    let whole = break_symmetries(&formula, 1_000_000, false, &mut |_| ());
    assert!(whole.generators > 0 && whole.units == 0 && whole.binaries > 0, "{whole:?}");
    let mut cut = 0;
    for limit in (0..whole.ticks).step_by(whole.ticks as usize / 50) {
        let breaking = break_symmetries(&formula, limit, false, &mut |_| ());
        assert_eq!(breaking.binaries, 0, "{breaking:?}");
        cut += usize::from(breaking.generators > 0);
    }
    assert!(cut > 0, "no limit ends after the first symmetry");
}

#[test]
fn runs_with_and_without_a_proof_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut rng = Rng::new(5);
    for round in 0..50 {
        let formula = symmetric_formula(&mut rng);
        let (mut with, mut without) = (cdcl(), cdcl());
        let found = certified::solve(with.as_mut(), &formula, &folder.path().join("proof"), ProofFormat::Dsr, round);
        let verdict = without.solve(formula.clone(), &Limits::none(), None);
        assert_eq!(found.map_or(Verdict::Unsat, Verdict::Sat), verdict);
        for name in ["conflicts", "decisions", "symmetries", "symmetry_units", "symmetry_binaries"] {
            assert_eq!(count(with.as_ref(), name), count(without.as_ref(), name), "{name}");
        }
    }
}

#[test]
fn only_added_clauses_are_deleted() {
    let mut present: Vec<Vec<Lit>> = Vec::new();
    break_symmetries(&formula(pigeons(6)), 1_000_000, true, &mut |step| match step {
        BreakingStep::Symmetric(clause, _) | BreakingStep::Implied(clause) => present.push(clause),
        BreakingStep::Deleted(clause) => {
            let at = present.iter().position(|other| *other == clause).expect("an added clause");
            present.remove(at);
        }
    });
    assert!(!present.is_empty() && present.iter().all(|clause| clause.len() == 1), "{present:?}");
}

#[test]
fn the_command_line_breaks_symmetries_and_checks_the_proof() {
    let folder = folder();
    let check = env!("CARGO_BIN_EXE_cnfcheck");
    let script =
        format!("$S --symmetry=on --proof $1/p --proof-format dsr $1/pigeons.cnf; {check} -q $1/pigeons.cnf $1/p");
    let output = shell(&script, folder.path());
    assert!(out(&output).contains("s UNSATISFIABLE\n") && out(&output).ends_with("s VERIFIED\n"), "{}", out(&output));
    assert_eq!(code(&output), 10);
    let script = format!("$S --proof $1/p --proof-format dsr $1/pigeons.cnf; {check} -q $1/pigeons.cnf $1/p");
    assert!(out(&shell(&script, folder.path())).ends_with("s VERIFIED\n"), "the default with a proof in DSR");
    let output = shell("$S --symmetry=on --proof $1/p $1/middle.cnf", folder.path());
    assert!(
        out(&output).contains("c option 'symmetry' has no effect with a proof in this format: only a DSR proof"),
        "{}",
        out(&output)
    );
    assert_eq!(answer(&output), "s UNSATISFIABLE");
    let script = format!("{check} drat -q $1/middle.cnf $1/p");
    assert_eq!(out(&shell(&script, folder.path())), "s VERIFIED\n");
    let output = shell("$S --symmetry=on --symmetry-ticks 1000 $1/middle.cnf", folder.path());
    assert!(out(&output).contains("c symmetries are not looked for: the formula is too large"), "{}", out(&output));
}

#[test]
fn simplified_formulas_contain_the_clauses_that_break_symmetries() {
    let folder = folder();
    let output = shell("$S -q --symmetry=on --simplify $1/small.cnf $1/pigeons.cnf; $S -q $1/small.cnf", folder.path());
    assert_eq!(out(&output), "s UNSATISFIABLE\n".repeat(2));
}
