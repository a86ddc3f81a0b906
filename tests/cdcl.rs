//! The CDCL engine and the incremental solver on small formulas, with options that make every part of the search run:
//! verdicts against enumeration, models evaluated, proofs checked, failed assumptions refuted by enumeration.

use crate::support::certified;
use gemsat::cnf::{Assignment, Formula, Lit, Var, model};
use gemsat::engine::{Event, Observer, Verdict};
use gemsat::engines;
use gemsat::engines::brute;
use gemsat::limits::{Limits, Stop};
use gemsat::observe::Replay;
use gemsat::proof::{self, ProofFormat};
use gemsat::solver::{LastAnswer, Solver};
use gemsat::util::rng::Rng;
use gemsat::util::table::CounterRow;

/// Settings under which steps that are usually rare run often.
const SETTINGS: &[&[(&str, &str)]] = &[
    &[],
    &[("lucky", "off"), ("chrono_levels", "0"), ("mode_conflicts", "10")],
    &[
        ("lucky", "off"),
        ("reduce_interval", "3"),
        ("inprocess_first", "0"),
        ("inprocess_interval", "2"),
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
        ("inprocess_first", "0"),
        ("inprocess_interval", "2"),
        ("stable", "0"),
        ("restart_reuse_trail", "off"),
        ("otfs", "off"),
    ],
];

fn random_clause(rng: &mut Rng, vars: u32, longest: u64) -> Vec<Lit> {
    let length = 1 + rng.below(longest) as usize;
    (0..length).map(|_| Var::new(rng.index(vars as usize)).lit(rng.coin())).collect()
}

/// A small formula of one of four kinds. Of the hard ones about half are unsatisfiable.
fn random_formula(rng: &mut Rng) -> Formula {
    let vars = 3 + rng.below(15) as u32;
    let mut formula = Formula::new();
    formula.declare_vars(vars as usize + rng.index(3));
    match rng.below(4) {
        0 => {
            for _ in 0..vars * 9 / 2 {
                let clause: Vec<Lit> = (0..3).map(|_| Var::new(rng.index(vars as usize)).lit(rng.coin())).collect();
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
        formula.add_clause::<Lit>([]);
    }
    formula
}

/// Random XOR constraints of three variables each: conflicts come late.
fn xor_chain(rng: &mut Rng, vars: u32, formula: &mut Formula) {
    for _ in 0..vars {
        let picked: Vec<Var> = (0..3).map(|_| Var::new(rng.index(vars as usize))).collect();
        let parity = rng.coin();
        for signs in 0..8u32 {
            if (signs.count_ones() % 2 == 0) == parity {
                formula.add_clause(picked.iter().enumerate().map(|(at, var)| var.lit(signs >> at & 1 == 0)));
            }
        }
    }
}

/// A random 3-SAT formula at the threshold.
fn at_the_threshold(vars: u64) -> Formula {
    let mut rng = Rng::new(7);
    let mut formula = Formula::new();
    for _ in 0..vars * 43 / 10 {
        formula.add_clause((0..3).map(|_| Var::new(rng.index(vars as usize)).lit(rng.coin())));
    }
    formula
}

/// The value of a counter after 400 conflicts.
fn after_400_conflicts(formula: &Formula, settings: &[(&str, &str)], counter: &str) -> u64 {
    let mut cdcl = engines::by_name("cdcl").expect("a known engine");
    settings.iter().for_each(|(option, value)| cdcl.set_option(option, value).expect("a known option"));
    let limits = Limits { conflicts: Some(400), ..Limits::none() };
    assert_eq!(cdcl.solve(formula.clone(), &limits, None), Verdict::Unknown(Stop::Conflicts));
    cdcl.counters().iter().find(|row| row.name == counter).expect("a known counter").value
}

#[test]
fn small_formulas_open_in_stable_mode_without_inprocessing() {
    for formula in [pigeonhole(8), at_the_threshold(200)] {
        let count = |settings: &[(&str, &str)], counter: &str| after_400_conflicts(&formula, settings, counter);
        assert_eq!(count(&[], "stable_conflicts"), 400);
        assert_eq!((count(&[], "rounds"), count(&[], "factorizations")), (0, 0));
        let ended = [("opening_conflicts", "100"), ("inprocess_first", "70")];
        // The mode changes only after a propagation without conflict.
        assert!((300..305).contains(&count(&ended, "stable_conflicts")));
        assert_eq!(count(&ended, "rounds"), 1);
        assert_eq!(count(&[("opening_conflicts", "0")], "stable_conflicts"), 0);
    }
}

#[test]
fn larger_formulas_begin_in_focused_mode_and_add_variables_early() {
    let formula = at_the_threshold(300);
    for (counter, expected) in [("stable_conflicts", 0), ("rounds", 0), ("factorizations", 1)] {
        assert_eq!(after_400_conflicts(&formula, &[], counter), expected, "{counter}");
    }
    assert_eq!(after_400_conflicts(&formula, &[("factor_first", "500")], "factorizations"), 0);
    assert_eq!(after_400_conflicts(&formula, &[("inprocess", "off")], "factorizations"), 0);
}

#[test]
fn costly_conflicts_make_the_first_phase_go_on_in_stable_mode() {
    let formula = at_the_threshold(300);
    let count = |settings: &[(&str, &str)], counter: &str| {
        after_400_conflicts(&formula, &[&[("fast_costly", "0")], settings].concat(), counter)
    };
    for settings in [&[][..], &[("eliminate", "off")]] {
        let stable = count(settings, "stable_conflicts");
        assert!((295..=300).contains(&stable), "{stable}");
        assert_eq!(count(settings, "switches"), 1);
    }
    let ended = count(&[("opening_conflicts", "200")], "stable_conflicts");
    assert!((95..=105).contains(&ended), "{ended}");
    for none in ["0", "100"] {
        assert_eq!(count(&[("opening_conflicts", none)], "switches"), 0);
    }
}

#[test]
fn added_clauses_and_a_loaded_formula_give_the_same_run() {
    let mut formula = at_the_threshold(200);
    for at in 0..40 {
        formula.add_clause([Var::new(at).pos(), Var::new(at + 50).neg()]);
    }
    let loaded = Solver::from_formula(&formula);
    let mut added = Solver::new();
    formula.clauses().for_each(|clause| added.add_clause(clause.iter().copied()));
    let [loaded, added] = [loaded, added].map(|mut solver| (solver.solve(), solver.stats()));
    // The capacity of buffers may differ.
    let steps = |stats: &[CounterRow]| -> Vec<_> {
        let of_search = stats.iter().filter(|row| !row.name.starts_with("memory"));
        of_search.map(|row| (row.name, row.value)).collect()
    };
    assert_eq!(loaded.0, added.0);
    assert_eq!(steps(&loaded.1), steps(&added.1));
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
        let mut cdcl = engines::by_name("cdcl").expect("a known engine");
        for (option, value) in SETTINGS[round % SETTINGS.len()] {
            cdcl.set_option(option, value).expect("a known option");
        }
        if certified::solve(cdcl.as_mut(), &formula, &path, format, round).is_some() {
            sat += 1;
        } else {
            unsat += 1;
            assert_eq!(brute::model(&formula), None, "round {round}: {formula:?}");
        }
    }
    assert!(sat > 1000 && unsat > 1000, "{sat} satisfiable, {unsat} not");
}

#[test]
fn on_the_fly_strengthening_gives_right_answers_and_proofs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(11);
    let (mut strengthened, mut subsumed) = (0, 0);
    for round in 0..40 {
        let mut formula = Formula::new();
        for _ in 0..500 {
            formula.add_clause((0..3).map(|_| Var::new(rng.index(100)).lit(rng.coin())));
        }
        for value in ["on", "off"] {
            let mut cdcl = engines::by_name("cdcl").expect("a known engine");
            cdcl.set_option("otfs", value).expect("a known option");
            let format = if round % 2 == 0 { ProofFormat::Lrat } else { ProofFormat::Drat };
            certified::solve(cdcl.as_mut(), &formula, &path, format, round);
            let count = |name| cdcl.counters().iter().find(|row| row.name == name).expect("a known counter").value;
            assert!(value == "on" || count("otfs_strengthened") == 0);
            strengthened += count("otfs_strengthened");
            subsumed += count("otfs_subsumed");
        }
    }
    assert!(strengthened >= 20 && subsumed > 0, "{strengthened} strengthened, {subsumed} subsumed");
}

/// The clauses with these literals as units.
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
fn random_calls_of_the_incremental_solver_are_answered_right() {
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
                solver.add_clause(clause.iter().copied());
                clauses.push(clause);
            }
            let assumed: Vec<Lit> =
                (0..rng.below(5)).map(|_| Var::new(rng.index(vars as usize)).lit(rng.coin())).collect();
            for &lit in &assumed {
                solver.assume(lit);
            }
            if rng.below(5) == 0 {
                solver.phase(Var::new(rng.index(vars as usize)).lit(rng.coin()));
            }
            let limited = rng.below(6) == 0;
            solver.set_limits(Limits { conflicts: limited.then_some(rng.below(3)), ..Limits::none() });
            assert_eq!(solver.value(Var::new(0).pos()).is_some(), solver.last_answer() == LastAnswer::Sat);
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
                    assert_eq!(solver.last_answer(), LastAnswer::None);
                }
            }
        }
    }
    assert!(answers.iter().all(|&count| count > 50), "{answers:?}");
}

#[test]
fn the_clause_of_failed_assumptions_is_in_the_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(3);
    let mut refuted = 0;
    while refuted < 100 {
        let mut solver = Solver::new();
        let vars = 8;
        let clauses: Vec<Vec<Lit>> = (0..20).map(|_| random_clause(&mut rng, vars, 3)).collect();
        let tracer = proof::create(&path, ProofFormat::LratText, clauses.len() as u64).expect("a writable folder");
        solver.set_tracer(tracer).expect("there are no clauses yet");
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
        let found = text.lines().any(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let end = words.iter().position(|&word| word == "0").unwrap_or(0);
            let mut lits: Vec<i32> = words[1..end.max(1)].iter().filter_map(|word| word.parse().ok()).collect();
            lits.sort_unstable();
            let mut core = core.clone();
            core.sort_unstable();
            lits == core
        });
        assert!(found, "no clause {core:?} in\n{text}");
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

/// `holes + 1` pigeons, each in one of `holes` holes, no two in the same hole.
fn pigeonhole(holes: u32) -> Formula {
    let sits = |pigeon: u32, hole: u32| Var::new((pigeon * holes + hole) as usize);
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
fn two_runs_have_the_same_counters() {
    let run = || {
        let mut cdcl = engines::by_name("cdcl").expect("a known engine");
        let verdict = cdcl.solve(pigeonhole(7), &Limits::none(), None);
        let rows = cdcl.counters();
        (verdict, rows.iter().filter(|row| !row.name.starts_with("memory")).map(|row| row.value).collect::<Vec<_>>())
    };
    let first = run();
    assert_eq!(first.0, Verdict::Unsat);
    assert_eq!(first, run());
}

#[test]
fn a_variable_with_a_large_number_needs_little_memory() {
    let mut solver = Solver::new();
    let far = Var::new(5_000_000).pos();
    solver.add_clause([far, Var::new(1).pos()]);
    solver.add_clause([!far]);
    assert!(matches!(solver.solve(), Verdict::Sat(_)));
    assert_eq!(solver.value(Var::new(1).pos()), Some(true));
    assert_eq!(solver.fixed(far), Some(false));
    let model: &Assignment = solver.model().expect("satisfiable");
    assert!(!model.is_true(far));
}

#[test]
fn clauses_satisfied_by_units_are_not_stored() {
    const STEPS: u32 = 10_000;
    // Each step implies the next, and the only unit is the last clause: one pass in the order of the formula finds no
    // other.
    let step = |at: u32| Var::new(at as usize).pos();
    let mut formula = Formula::new();
    for at in 0..STEPS {
        formula.add_clause([!step(at), step(at + 1)]);
        formula.add_clause([
            !step(at),
            Var::new((STEPS + 1 + at) as usize).pos(),
            Var::new((2 * STEPS + 1 + at) as usize).pos(),
        ]);
    }
    formula.add_clause([!step(STEPS)]);
    let mut cdcl = engines::by_name("cdcl").expect("a known engine");
    assert!(matches!(cdcl.solve(formula, &Limits::none(), None), Verdict::Sat(_)));
    let counter = |name: &str| cdcl.counters().iter().find(|row| row.name == name).map(|row| row.value);
    assert_eq!(counter("memory_arena"), Some(0), "{:?}", cdcl.counters());
}

/// Settings under which variables are removed, and the others renumbered, in every round.
const COMPACTING: &[(&str, &str)] = &[
    ("lucky", "off"),
    ("inprocess_first", "0"),
    ("inprocess_interval", "2"),
    ("eliminate_interval", "1"),
    ("reduce_interval", "3"),
    ("mode_conflicts", "10"),
    ("compact_least", "1"),
    ("compact_percent", "0"),
];

fn count(rows: &[CounterRow], name: &str) -> u64 {
    rows.iter().find(|row| row.name == name).expect("a counter").value
}

/// An observer that checks every event against the assignment so far.
struct CheckedReplay {
    replay: Replay,
    assigned: usize,
}

impl Observer for CheckedReplay {
    fn event(&mut self, event: Event<'_>) {
        let value = |lit: Lit| self.replay.value(lit.var()).map(|value| value == lit.is_positive());
        match event {
            Event::Decide(lit) => assert_eq!(value(lit), None, "{lit} is decided"),
            Event::Assign(lit, reason) => {
                self.assigned += 1;
                assert_ne!(value(lit), Some(false), "{lit} is assigned");
                let reason = reason.unwrap_or_default().iter();
                assert!(reason.filter(|&&other| other != lit).all(|&other| value(other) == Some(false)), "{lit}");
            }
            Event::Conflict(clause) => assert!(clause.iter().all(|&lit| value(lit) == Some(false))),
            _ => {}
        }
        self.replay.apply(&event);
    }
}

#[test]
fn compaction_preserves_models_proofs_and_observed_events() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(5);
    let (mut compacted, mut assigned) = (0, 0);
    for round in 0..1500 {
        let formula = random_formula(&mut rng);
        let mut cdcl = engines::by_name("cdcl").expect("a known engine");
        for (option, value) in COMPACTING {
            cdcl.set_option(option, value).expect("a known option");
        }
        if round % 3 < 2 {
            let format = [ProofFormat::Lrat, ProofFormat::Drat][round % 3];
            if certified::solve(cdcl.as_mut(), &formula, &path, format, round).is_none() {
                assert_eq!(brute::model(&formula), None, "round {round}: {formula:?}");
            }
        } else {
            // Variables that the solver adds have larger numbers than those of the formula.
            let mut checked = CheckedReplay { replay: Replay::new(2 * formula.num_vars() + 8), assigned: 0 };
            match cdcl.solve(formula.clone(), &Limits::none(), Some(&mut checked)) {
                Verdict::Sat(found) => {
                    assert_eq!(model::first_falsified(&found, &formula), None, "round {round}: {formula:?}");
                    let mut occurring = formula.clauses().flatten().map(|lit| lit.var());
                    assert!(occurring.all(|var| checked.replay.value(var) == Some(found.value(var))), "round {round}");
                }
                answer => assert_eq!((answer, brute::model(&formula)), (Verdict::Unsat, None), "round {round}"),
            }
            assigned += checked.assigned;
        }
        compacted += u64::from(count(&cdcl.counters(), "compactions") > 0);
    }
    assert!(compacted > 400 && assigned > 1000, "{compacted} of 1500 formulas, {assigned} assignments seen");
}

#[test]
fn compacted_variables_may_be_used_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(6);
    let (mut fixed, mut restored, mut proofs, mut compacted) = (0, 0, 0, 0);
    for trace in 0..500 {
        let vars = 6 + rng.below(10) as u32;
        let clause = |rng: &mut Rng| random_clause(rng, vars, 4);
        let mut clauses: Vec<Vec<Lit>> = (0..2 * vars).map(|_| clause(&mut rng)).collect();
        let mut solver = Solver::new();
        for (option, value) in COMPACTING {
            solver.set_option(option, value).expect("a known option");
        }
        let adding = trace % 4 < 2;
        let calls = 6;
        let whole = clauses.len() as u64 + if adding { calls } else { 0 };
        let format = [ProofFormat::LratText, ProofFormat::Drat][trace % 2];
        let tracer = proof::create(&path, format, whole).expect("a writable folder");
        solver.set_tracer(tracer).expect("there are no clauses yet");
        solver.load(&under(&clauses, &[]));
        for _ in 0..calls {
            let assumed: Vec<Lit> =
                (0..rng.below(4)).map(|_| Var::new(rng.index(vars as usize)).lit(rng.coin())).collect();
            assumed.iter().for_each(|&lit| solver.assume(lit));
            match solver.solve() {
                Verdict::Sat(found) => {
                    assert_eq!(model::first_falsified(&found, &under(&clauses, &assumed)), None, "trace {trace}");
                }
                answer => {
                    assert_eq!(answer, Verdict::Unsat);
                    let failed = assumed.iter().copied().filter(|&lit| solver.failed(lit) == Some(true));
                    let core: Vec<Lit> = failed.collect();
                    assert_eq!(brute::model(&under(&clauses, &core)), None, "trace {trace}: core {core:?}");
                }
            }
            for lit in (0..vars).map(|index| Var::new(index as usize).pos()) {
                let value = solver.fixed(lit);
                assert_eq!(solver.fixed(!lit), value.map(|value| !value));
                if let Some(value) = value {
                    fixed += 1;
                    let other = if value { !lit } else { lit };
                    assert_eq!(brute::model(&under(&clauses, &[other])), None, "trace {trace}: {lit} is not fixed");
                }
            }
            // Proofs of clauses that come after a call are checked in tests/called.rs.
            if adding {
                let clause = clause(&mut rng);
                solver.add_clause(clause.iter().copied());
                clauses.push(clause);
            }
        }
        compacted += u64::from(count(&solver.stats(), "compactions") > 0);
        restored += count(&solver.stats(), "restored");
        let refuted = solver.solve() == Verdict::Unsat;
        solver.finish_proof().expect("written");
        if refuted && !adding {
            certified::check_proof(&under(&clauses, &[]), &path, format);
            proofs += 1;
        }
    }
    let counts = [fixed, restored, proofs, compacted];
    assert!(fixed > 1000 && restored > 20 && proofs > 50 && compacted > 100, "{counts:?}");
}
