//! Proofs of solvers that are called, not run: every format, in a file or in memory, by one thread or two, of clauses
//! that come one by one and all at once, with units, repeated literals, tautologies and empty clauses among them,
//! between calls under assumptions, interrupts and copies. Every answer is checked with its proof.

use crate::fuzzing::threads::BUSY;
use crate::support::{proofs, rounds, seed};
use gemsat::check::format::System;
use gemsat::check::{Outcome, lidrup};
use gemsat::cnf::{Formula, Lit, Var, model};
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Stop, Threads};
use gemsat::proof::{self, InMemory, ProofFormat, Tracer};
use gemsat::solver::Solver;
use gemsat::solver::together::{Circumstance, Setting, WITHOUT_EFFECT};
use gemsat::util::rng::Rng;
use gemsat::util::table::OptionError;
use std::path::Path;
use std::process::Command;

/// Where a proof goes.
enum Place<'p> {
    File(&'p Path),
    Memory(InMemory),
}

impl Place<'_> {
    fn read(&self) -> Vec<u8> {
        match self {
            Place::File(path) => std::fs::read(path).expect("the proof was written"),
            Place::Memory(proof) => proof.take(),
        }
    }
}

/// A proof in this format, or of all calls without one.
fn place(format: Option<ProofFormat>, clauses: usize, file: Option<&Path>) -> (Box<dyn Tracer>, Place<'_>) {
    let kept = |(tracer, proof)| (tracer, Place::Memory(proof));
    match (format, file) {
        (Some(format), Some(path)) => {
            (proof::create(path, format, clauses as u64).expect("a writable folder"), Place::File(path))
        }
        (Some(format), None) => kept(proof::create_in_memory(format, clauses as u64, usize::MAX)),
        (None, Some(path)) => (proof::create_of_calls(path).expect("a writable folder"), Place::File(path)),
        (None, None) => kept(proof::create_of_calls_in_memory(usize::MAX)),
    }
}

fn lit(rng: &mut Rng, vars: u64) -> Lit {
    Var::new(rng.index(vars as usize)).lit(rng.coin())
}

/// A clause of up to three literals, or one that is seldom written.
fn clause(rng: &mut Rng, vars: u64, earlier: &[Vec<Lit>]) -> Vec<Lit> {
    let lits = |rng: &mut Rng, len: usize| (0..len).map(|_| lit(rng, vars)).collect::<Vec<Lit>>();
    match rng.below(40) {
        0 => lits(rng, 1),
        1 => {
            let mut clause = lits(rng, 2);
            let again = clause[rng.index(2)];
            clause.push(again);
            clause
        }
        2 => {
            let mut clause = lits(rng, 2);
            let other = !clause[rng.index(2)];
            clause.insert(rng.index(3), other);
            clause
        }
        3 if !earlier.is_empty() => earlier[rng.index(earlier.len())].clone(),
        4 if rng.below(100) == 0 => Vec::new(),
        5 => {
            let len = 4 + rng.index(8);
            lits(rng, len)
        }
        6..=9 => lits(rng, 2),
        _ => lits(rng, 3),
    }
}

/// What became of a solver's calls.
#[derive(Default)]
struct Count {
    refuted: usize,
    satisfied: usize,
    open: usize,
}

/// One solver from its first clause to its proof.
fn draw(rng: &mut Rng, folder: &Path, count: &mut Count) -> Result<(), String> {
    let format = ProofFormat::NAMES.get(rng.index(7)).map(|&(_, format)| format);
    let threads = if format.is_some() { 1 + rng.index(2) } else { 1 };
    let most = if rng.below(4) == 0 { 60 } else { 12 };
    let vars = 3 + rng.below(most);
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    for _ in 0..vars * (3 + rng.below(4)) {
        let clause = clause(rng, vars, &clauses);
        clauses.push(clause);
    }
    let formula = clauses.iter().fold(Formula::new(), |mut formula, clause| {
        formula.add_clause(clause.iter().copied());
        formula
    });

    let mut solver = Solver::new();
    solver.set_threads(Threads { count: threads, deterministic: rng.coin() });
    let busy = if rng.below(4) == 0 { &[][..] } else { &BUSY[..] };
    for (name, value) in busy {
        solver.set_option(name, value).map_err(|error| error.to_string())?;
    }
    let path = folder.join("proof");
    let (tracer, place) = place(format, clauses.len(), rng.coin().then_some(&path));
    solver.set_tracer(tracer).expect("there are no clauses yet");

    // The clauses come in portions, the first one perhaps as a formula, with calls between them.
    let portions = 1 + rng.index(4);
    let ends: Vec<usize> = (1..=portions).map(|portion| clauses.len() * portion / portions).collect();
    let mut begin = 0;
    let mut refuted = false;
    for end in ends {
        let portion = &clauses[begin..end];
        if begin == 0 && rng.coin() {
            let mut first = Formula::new();
            portion.iter().for_each(|clause| first.add_clause(clause.iter().copied()));
            solver.load(&first);
        } else if rng.coin() {
            portion.iter().for_each(|clause| solver.add_clause(clause.iter().copied()));
        } else {
            portion.iter().flat_map(|clause| clause.iter().map(|lit| lit.to_dimacs()).chain([0])).for_each(|number| {
                solver.add(number);
            });
        }
        begin = end;
        let copy = (rng.below(4) == 0).then(|| solver.clone());
        let assumed: Vec<Lit> = (0..rng.below(4)).map(|_| lit(rng, vars)).collect();
        match rng.below(5) {
            0 => {
                solver.terminator().raise();
                let _ = solver.solve_with(assumed.iter().copied());
                solver.terminator().lower();
            }
            1 => drop(solver.solve_limited(&Limits { conflicts: Some(rng.below(20)), ..Limits::none() })),
            2 => drop(solver.propagate(assumed.iter().copied())),
            _ => drop(solver.solve_with(assumed.iter().copied())),
        }
        let verdict = solver.solve();
        if let Some(mut copy) = copy {
            let other = copy.solve();
            if matches!(verdict, Verdict::Sat(_)) != matches!(other, Verdict::Sat(_)) {
                return Err(format!("{verdict:?}, but its copy {other:?}"));
            }
        }
        match verdict {
            Verdict::Sat(found) => {
                let falsified = clauses[..end].iter().find(|clause| !clause.iter().any(|&lit| found.is_true(lit)));
                if let Some(clause) = falsified {
                    return Err(format!("the model falsifies {clause:?}"));
                }
                count.satisfied += 1;
                if end == clauses.len() && model::first_falsified(&found, &formula).is_some() {
                    return Err("the model falsifies the formula".into());
                }
            }
            Verdict::Unsat => refuted = true,
            Verdict::Unknown(stop) => return Err(format!("no limit was set: {stop}")),
        }
    }
    solver.finish_proof().map_err(|error| error.to_string())?;
    if !refuted {
        count.open += 1;
    }
    let bytes = place.read();
    let shown = String::from_utf8_lossy(&bytes).into_owned();
    let name = format.map_or("lidrup".to_owned(), |format| format.to_string());
    let context = |wrong: String| format!("{name}, {threads} threads: {wrong}\n{}\n{shown}", dimacs(&clauses));
    let Some(format) = format else {
        return match lidrup::check(&mut &bytes[..], Some(&formula), &Limits::none()) {
            Outcome::Verified(report) if report.clauses == clauses.len() as u64 => {
                count.refuted += usize::from(refuted);
                Ok(())
            }
            other => Err(context(format!("{other:?}"))),
        };
    };
    if !refuted {
        return Ok(());
    }
    count.refuted += 1;
    let system = match format {
        ProofFormat::Drat | ProofFormat::DratText => System::Drat,
        ProofFormat::Dsr | ProofFormat::DsrText => System::Dsr,
        ProofFormat::Lrat | ProofFormat::LratText => System::Lrat,
        other => panic!("{other} has no checker here"),
    };
    proofs::verified_as(&formula, &bytes, Some(system)).map(drop).ok_or_else(|| context("refused".into()))
}

fn dimacs(clauses: &[Vec<Lit>]) -> String {
    let line = |clause: &Vec<Lit>| clause.iter().map(|lit| format!("{lit} ")).collect::<String>() + "0\n";
    clauses.iter().map(line).collect()
}

#[test]
fn every_proof_of_every_way_to_call_is_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut count = Count::default();
    let mut wrong = Vec::new();
    for round in 0..rounds(700) as u64 {
        let mut rng = Rng::new((seed() << 32) + round);
        if let Err(error) = draw(&mut rng, folder.path(), &mut count) {
            wrong.push(format!("round {round}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong, the first: {}", wrong.len(), wrong[0]);
    assert!(count.refuted > 300 && count.satisfied > 300 && count.open > 10, "too few of each kind");
}

#[test]
fn an_lrat_proof_has_no_more_clauses_than_it_was_begun_with() {
    let (tracer, _) = proof::create_in_memory(ProofFormat::LratText, 2, usize::MAX);
    let mut solver = Solver::new();
    solver.set_tracer(tracer).expect("there are no clauses yet");
    let lit = |number| Lit::from_dimacs(number).expect("a literal");
    solver.add_clause([lit(1)]);
    solver.add_clause([lit(-1), lit(2)]);
    assert!(matches!(solver.solve(), Verdict::Sat(_)));
    solver.add_clause([lit(-2)]);
    assert_eq!(solver.solve(), Verdict::Unknown(Stop::Proof));
    assert!(solver.finish_proof().is_err_and(|error| error.to_string().contains("numbers 2 clauses")));
}

/// What the table says does not go together is said by the solver, and by the program where it can be asked there.
#[test]
fn what_has_no_effect_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("f.cnf"), "p cnf 2 2\n1 2 0\n-1 2 0\n").expect("written");
    for (setting, circumstance, why) in WITHOUT_EFFECT {
        let mut solver = Solver::new();
        let mut flags = vec!["f.cnf".to_owned()];
        match setting {
            Setting::Option(name) => {
                let value = |solver: &Solver| solver.options().into_iter().find(|row| row.name == name);
                let before = value(&solver);
                let set = solver.set_option(name, "true");
                if circumstance == Circumstance::LaterCalls {
                    // A solver that takes more clauses refuses at once what has no effect in it.
                    let Err(OptionError::WithoutEffect(sentence)) = set else { panic!("{name}: {set:?}") };
                    assert!(sentence.ends_with(why), "{sentence}");
                    assert_eq!(value(&solver), before, "it stays as it was");
                }
                flags.push(format!("--{name}=true"));
            }
            Setting::Threads => solver.set_threads(Threads { count: 2, deterministic: true }),
        }
        assert!(!solver.without_effect().iter().any(|text| text.ends_with(why)), "{setting:?} {circumstance:?}");
        match circumstance {
            Circumstance::ProofWithLaterCalls => {
                solver
                    .set_tracer(proof::create_in_memory(ProofFormat::Dsr, 0, usize::MAX).0)
                    .expect("there are no clauses yet");
                flags.extend(["--proof".into(), "p.dsr".into()]);
            }
            Circumstance::PlainProof => {
                solver
                    .set_tracer(proof::create_in_memory(ProofFormat::Lrat, 0, usize::MAX).0)
                    .expect("there are no clauses yet");
                flags.extend(["--proof".into(), "p.lrat".into()]);
            }
            Circumstance::ProofOfCalls => {
                solver.set_tracer(proof::create_of_calls_in_memory(usize::MAX).0).expect("there are no clauses yet")
            }
            Circumstance::LaterCalls => {}
        }
        // What was set before is said, and what is set afterwards is refused.
        let late = matches!(circumstance, Circumstance::PlainProof | Circumstance::ProofWithLaterCalls);
        if let (Setting::Option(name), true) = (setting, late) {
            let set = solver.set_option(name, "true");
            assert!(matches!(&set, Err(OptionError::WithoutEffect(text)) if text.contains(why)), "{name}: {set:?}");
        }
        let said = solver.without_effect().iter().any(|text| text.ends_with(why));
        let was_set = match setting {
            Setting::Option(_) => circumstance != Circumstance::LaterCalls,
            Setting::Threads => true,
        };
        assert_eq!(said, was_set, "{setting:?} {circumstance:?}");
        // The program has a whole formula, and no proof of all calls.
        let expected = circumstance == Circumstance::PlainProof;
        let output = Command::new(env!("CARGO_BIN_EXE_solver")).args(&flags).current_dir(folder.path()).output();
        let text = String::from_utf8_lossy(&output.expect("it runs").stdout).into_owned();
        assert_eq!(
            text.lines().any(|line| line.starts_with("c ") && line.ends_with(why)),
            expected,
            "{flags:?}: {text}"
        );
    }
    let mut silent = Solver::new();
    silent.set_option("gauss", "true").expect("an option");
    silent.set_option("symmetry", "auto").expect("an option");
    silent.set_option("factor", "false").expect("an option");
    silent.set_threads(Threads { count: 2, deterministic: true });
    assert_eq!(silent.without_effect(), [""; 0]);
}
