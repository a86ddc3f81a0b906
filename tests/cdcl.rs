//! The CDCL engine and its facade: verdicts against enumeration, models evaluated, proofs checked, cores that refute, with
//! options that make every part of the search happen on small formulas.

use crate::judged;
use gemsat::brute;
use gemsat::cnf::{Assignment, Formula, Lit, Var, model};
use gemsat::engine::{self, Verdict};
use gemsat::limits::{Limits, Stop};
use gemsat::proof::{self, ProofFormat};
use gemsat::solver::{Solver, State};
use gemsat::util::rng::Rng;

/// Settings under which rare steps are frequent.
const SETTINGS: &[&[(&str, &str)]] = &[
    &[],
    &[("lucky", "off"), ("chrono_levels", "0"), ("mode_conflicts", "10")],
    &[
        ("lucky", "off"),
        ("reduce_interval", "3"),
        ("probe_first", "0"),
        ("probe_interval", "2"),
        ("mode_conflicts", "10"),
        ("rephase_interval", "10"),
        ("reluctant_period", "2"),
    ],
    &[
        ("lucky", "off"),
        ("shrink", "0"),
        ("minimize", "off"),
        ("reduce_interval", "2"),
        ("stable", "2"),
        ("target", "2"),
    ],
    &[
        ("lucky", "off"),
        ("phase", "off"),
        ("chrono_levels", "0"),
        ("reduce_interval", "3"),
        ("probe_first", "0"),
        ("probe_interval", "2"),
        ("stable", "0"),
        ("restart_reuse_trail", "off"),
    ],
];

fn random_clause(rng: &mut Rng, vars: u32, longest: u64) -> Vec<Lit> {
    let length = 1 + rng.below(longest) as usize;
    (0..length).map(|_| Var::new(rng.below(u64::from(vars)) as u32).lit(rng.coin())).collect()
}

/// A small formula of one of several kinds; hard ones among them are unsatisfiable about half of the time.
fn random_formula(rng: &mut Rng) -> Formula {
    let vars = 3 + rng.below(15) as u32;
    let mut formula = Formula::new();
    formula.declare_vars(vars + rng.below(3) as u32);
    match rng.below(4) {
        0 => {
            for _ in 0..vars * 9 / 2 {
                let clause: Vec<Lit> =
                    (0..3).map(|_| Var::new(rng.below(vars.into()) as u32).lit(rng.coin())).collect();
                formula.add_clause(clause);
            }
        }
        1 => {
            for _ in 0..rng.below(u64::from(vars) * 4) {
                formula.add_clause(random_clause(rng, vars, 5));
            }
        }
        2 => xor_chain(rng, vars, &mut formula),
        _ => {
            for _ in 0..2 * vars {
                formula.add_clause(random_clause(rng, vars, 2));
                formula.add_clause(random_clause(rng, vars, 7));
            }
        }
    }
    if rng.below(200) == 0 {
        formula.add_clause([]);
    }
    formula
}

/// Random parities of three variables each: conflicts come late.
fn xor_chain(rng: &mut Rng, vars: u32, formula: &mut Formula) {
    for _ in 0..vars {
        let picked: Vec<Var> = (0..3).map(|_| Var::new(rng.below(vars.into()) as u32)).collect();
        let parity = rng.coin();
        for signs in 0..8u32 {
            if (signs.count_ones() % 2 == 0) == parity {
                formula.add_clause(picked.iter().enumerate().map(|(at, var)| var.lit(signs >> at & 1 == 0)));
            }
        }
    }
}

#[test]
fn verdicts_models_and_proofs_are_right_under_every_setting() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(1);
    let formats = [ProofFormat::Lrat, ProofFormat::Drat, ProofFormat::LratText, ProofFormat::DratText];
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..4000 {
        let formula = random_formula(&mut rng);
        let format = formats[round % 4];
        let mut cdcl = engine::by_name("cdcl").expect("a known engine");
        for (option, value) in SETTINGS[round % SETTINGS.len()] {
            cdcl.set_option(option, value).expect("a known option");
        }
        if judged::solve(cdcl.as_mut(), &formula, &path, format, round).is_some() {
            sat += 1;
        } else {
            unsat += 1;
            assert_eq!(brute::model(&formula), None, "round {round}: {formula:?}");
        }
    }
    assert!(sat > 1000 && unsat > 1000, "{sat} satisfiable, {unsat} not");
}

/// The formula with these literals as units.
fn under(clauses: &[Vec<Lit>], assumed: &[Lit]) -> Formula {
    let mut formula = Formula::new();
    for clause in clauses {
        formula.add_clause(clause.iter().copied());
    }
    for &lit in assumed {
        formula.add_clause([lit]);
    }
    formula
}

#[test]
fn random_calls_of_the_facade_keep_its_promises() {
    let mut rng = Rng::new(2);
    let mut answers = [0u32; 3];
    for trace in 0..600 {
        let vars = 4 + rng.below(10) as u32;
        let mut solver = Solver::new();
        for (option, value) in SETTINGS[trace % SETTINGS.len()] {
            solver.set_option(option, value).expect("a known option");
        }
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..1 + rng.below(8) {
            for _ in 0..rng.below(u64::from(vars) * 2) {
                let clause = random_clause(&mut rng, vars, 4);
                solver.add_clause(&clause);
                clauses.push(clause);
            }
            let assumed: Vec<Lit> =
                (0..rng.below(5)).map(|_| Var::new(rng.below(vars.into()) as u32).lit(rng.coin())).collect();
            for &lit in &assumed {
                solver.assume(lit);
            }
            if rng.below(5) == 0 {
                solver.phase(Var::new(rng.below(vars.into()) as u32).lit(rng.coin()));
            }
            let limited = rng.below(6) == 0;
            solver.set_limits(Limits { conflicts: limited.then_some(rng.below(3)), ..Limits::none() });
            assert_eq!(solver.value(Var::new(0).pos()).is_some(), solver.state() == State::Sat);
            match solver.solve() {
                Verdict::Sat(found) => {
                    answers[0] += 1;
                    let formula = under(&clauses, &assumed);
                    assert_eq!(model::first_falsified(&found, &formula), None, "trace {trace}");
                    assert!(assumed.iter().all(|&lit| solver.value(lit) == Some(true)));
                    assert_eq!(solver.failed(Var::new(0).pos()), None);
                }
                Verdict::Unsat => {
                    answers[1] += 1;
                    let core: Vec<Lit> =
                        assumed.iter().copied().filter(|&lit| solver.failed(lit) == Some(true)).collect();
                    assert_eq!(brute::model(&under(&clauses, &core)), None, "trace {trace}: core {core:?}");
                    assert_eq!(solver.value(Var::new(0).pos()), None);
                }
                Verdict::Unknown(stop) => {
                    answers[2] += 1;
                    assert!(limited && stop == Stop::Conflicts);
                    assert_eq!(solver.state(), State::Input);
                }
            }
        }
    }
    assert!(answers.iter().all(|&count| count > 50), "{answers:?}");
}

#[test]
fn certificates_of_failed_assumptions_stand_in_the_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(3);
    let mut refuted = 0;
    while refuted < 100 {
        let mut solver = Solver::new();
        let vars = 8;
        let clauses: Vec<Vec<Lit>> = (0..20).map(|_| random_clause(&mut rng, vars, 3)).collect();
        solver
            .set_tracer(proof::create(&path, ProofFormat::LratText, clauses.len() as u64).expect("a writable folder"));
        solver.load(&under(&clauses, &[]));
        if solver.solve() == Verdict::Unsat {
            continue;
        }
        let assumed: Vec<Lit> = (0..4).map(|at| Var::new(2 * at).lit(rng.coin())).collect();
        for &lit in &assumed {
            solver.assume(lit);
        }
        if solver.solve() != Verdict::Unsat || assumed.iter().any(|&lit| solver.fixed(lit) == Some(false)) {
            continue;
        }
        refuted += 1;
        solver.finish_proof().expect("written");
        let core: Vec<i32> =
            assumed.iter().filter(|&&lit| solver.failed(lit) == Some(true)).map(|lit| -lit.to_dimacs()).collect();
        let text = std::fs::read_to_string(&path).expect("text");
        let stands = text.lines().any(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let end = words.iter().position(|&word| word == "0").unwrap_or(0);
            let mut lits: Vec<i32> = words[1..end.max(1)].iter().filter_map(|word| word.parse().ok()).collect();
            lits.sort_unstable();
            let mut core = core.clone();
            core.sort_unstable();
            lits == core
        });
        assert!(stands, "no clause {core:?} in\n{text}");
    }
}

#[test]
fn a_raised_flag_ends_the_search_and_lowering_it_lets_it_go_on() {
    let mut solver = Solver::from_formula(&pigeonhole(9));
    let flag = solver.terminator();
    flag.raise();
    assert_eq!(solver.solve(), Verdict::Unknown(Stop::Interrupted));
    flag.lower();
    solver.set_limits(Limits { conflicts: Some(100), ..Limits::none() });
    assert_eq!(solver.solve(), Verdict::Unknown(Stop::Conflicts));
    solver.set_limits(Limits { decisions: Some(100), ..Limits::none() });
    assert_eq!(solver.solve(), Verdict::Unknown(Stop::Decisions));
    solver.set_limits(Limits { ticks: Some(1000), ..Limits::none() });
    assert_eq!(solver.solve(), Verdict::Unknown(Stop::Ticks));
    solver.set_limits(Limits { memory: Some(1), ..Limits::none() });
    assert_eq!(solver.solve(), Verdict::Unknown(Stop::Memory));
}

/// `holes + 1` pigeons, each in one of `holes` holes, no two in the same.
fn pigeonhole(holes: u32) -> Formula {
    let sits = |pigeon: u32, hole: u32| Var::new(pigeon * holes + hole);
    let mut formula = Formula::new();
    for pigeon in 0..=holes {
        formula.add_clause((0..holes).map(|hole| sits(pigeon, hole).pos()));
        for other in 0..pigeon {
            for hole in 0..holes {
                formula.add_clause([sits(pigeon, hole).neg(), sits(other, hole).neg()]);
            }
        }
    }
    formula
}

#[test]
fn the_same_run_twice_counts_the_same() {
    let run = || {
        let mut cdcl = engine::by_name("cdcl").expect("a known engine");
        let verdict = cdcl.solve(pigeonhole(7), &Limits::none(), None);
        let rows = cdcl.counters();
        (verdict, rows.iter().filter(|row| !row.name.starts_with("memory")).map(|row| row.value).collect::<Vec<_>>())
    };
    let first = run();
    assert_eq!(first.0, Verdict::Unsat);
    assert_eq!(first, run());
}

#[test]
fn a_variable_far_out_costs_little() {
    let mut solver = Solver::new();
    let far = Var::new(5_000_000).pos();
    solver.add_clause(&[far, Var::new(1).pos()]);
    solver.add_clause(&[!far]);
    assert!(matches!(solver.solve(), Verdict::Sat(_)));
    assert_eq!(solver.value(Var::new(1).pos()), Some(true));
    assert_eq!(solver.fixed(far), Some(false));
    let model: &Assignment = solver.model().expect("satisfiable");
    assert!(!model.is_true(far));
}

#[test]
fn clauses_that_units_decide_are_not_stored() {
    const STEPS: u32 = 10_000;
    // Each goes back to the next, and the only unit stands behind all: a pass in the formula's order finds no other one.
    let step = |at: u32| Var::new(at).pos();
    let mut formula = Formula::new();
    for at in 0..STEPS {
        formula.add_clause([!step(at), step(at + 1)]);
        formula.add_clause([!step(at), Var::new(STEPS + 1 + at).pos(), Var::new(2 * STEPS + 1 + at).pos()]);
    }
    formula.add_clause([!step(STEPS)]);
    let mut cdcl = engine::by_name("cdcl").expect("a known engine");
    assert!(matches!(cdcl.solve(formula, &Limits::none(), None), Verdict::Sat(_)));
    let counter = |name: &str| cdcl.counters().iter().find(|row| row.name == name).map(|row| row.value);
    assert_eq!(counter("memory_arena"), Some(0), "{:?}", cdcl.counters());
}
