//! Several threads on one formula: answers, models, proofs, limits and determinism.

use crate::fuzzing::threads::{BUSY, hard};
use crate::support::certified;
use crate::support::rounds;
use gemsat::cnf::{Formula, Lit, model};
use gemsat::engine::{Engine, Verdict};
use gemsat::engines;
use gemsat::limits::{Limits, Stop, Threads};
use gemsat::proof::{self, ProofFormat};
use gemsat::solver::Solver;
use gemsat::util::rng::Rng;
use std::path::Path;
use std::time::{Duration, Instant};

fn engine(threads: Threads, options: &[(&str, &str)]) -> Box<dyn Engine> {
    let mut engine = engines::by_name("cdcl").expect("a known engine");
    options.iter().for_each(|(name, value)| engine.set_option(name, value).expect("an option"));
    assert!(engine.set_threads(threads));
    engine
}

fn threads(count: usize, deterministic: bool) -> Threads {
    Threads { count, deterministic }
}

/// The proof and what was counted, without what is measured in bytes of the machine.
fn run(formula: &Formula, threads: Threads, path: &Path) -> (Verdict, Vec<u8>, Vec<(&'static str, u64)>) {
    let options = [("fork_conflicts", "20"), ("share_ticks", "5000")];
    let mut engine = engine(threads, &options);
    let tracer = proof::create(path, ProofFormat::Lrat, formula.num_clauses() as u64).expect("a writable folder");
    assert!(engine.set_tracer(tracer).is_ok());
    let verdict = engine.solve(formula.clone(), &Limits::none(), None);
    engine.finish_proof().expect("the proof is written");
    assert_eq!(engine.thread_counters().len(), threads.count);
    let rows = engine.counters().into_iter().chain(engine.thread_counters().into_iter().flatten());
    let counters = rows.filter(|row| !row.name.starts_with("memory")).map(|row| (row.name, row.value)).collect();
    (verdict, std::fs::read(path).expect("the proof"), counters)
}

#[test]
fn deterministic_runs_are_the_same_to_the_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    for (seed, count) in [(1, 2), (2, 3), (3, 4), (4, 2)] {
        let formula = hard(150, seed);
        let first = run(&formula, threads(count, true), &path);
        for _ in 0..2 {
            assert!(run(&formula, threads(count, true), &path) == first, "seed {seed}, {count} threads");
        }
        if first.0 == Verdict::Unsat {
            certified::check_proof(&formula, &path, ProofFormat::Lrat);
        }
    }
}

#[test]
fn one_thread_is_the_search_without_threads() {
    let formula = hard(150, 5);
    let mut alone = engines::by_name("cdcl").expect("a known engine");
    let _ = alone.solve(formula.clone(), &Limits::none(), None);
    let mut one = engine(threads(1, false), &[]);
    let _ = one.solve(formula, &Limits::none(), None);
    assert_eq!(alone.counters(), one.counters());
    assert!(one.thread_counters().is_empty());
}

#[test]
fn limits_and_interrupts_end_all_threads() {
    let formula = hard(400, 6);
    let begun = Instant::now();
    for deterministic in [false, true] {
        let mut team = engine(threads(8, deterministic), &[("fork_conflicts", "100")]);
        let verdict = team.solve(formula.clone(), &Limits::none().with_wall_time(Duration::from_millis(300)), None);
        assert_eq!(verdict, Verdict::Unknown(Stop::WallTime));
        let limits = Limits::none();
        let flag = limits.stop.clone();
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            flag.raise();
        });
        let mut team = engine(threads(8, deterministic), &[("fork_conflicts", "100")]);
        assert_eq!(team.solve(formula.clone(), &limits, None), Verdict::Unknown(Stop::Interrupted));
        other.join().expect("it ends");
        let conflicts = Limits { conflicts: Some(1_000), ..Limits::none() };
        let mut team = engine(threads(3, deterministic), &[("fork_conflicts", "100")]);
        assert_eq!(team.solve(formula.clone(), &conflicts, None), Verdict::Unknown(Stop::Conflicts));
    }
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_under_the_proof_ends_all_threads() {
    let formula = hard(400, 6);
    let begun = Instant::now();
    for (deterministic, format) in [(false, ProofFormat::Lrat), (true, ProofFormat::Lrat), (true, ProofFormat::Drat)] {
        let mut team = engine(threads(8, deterministic), &[("fork_conflicts", "100"), ("share_ticks", "20000")]);
        // Takes what fits into its buffer, so that the failure comes amid a batch.
        let tracer = proof::create(Path::new("/dev/full"), format, formula.num_clauses() as u64).expect("a device");
        assert!(team.set_tracer(tracer).is_ok());
        assert_eq!(team.solve(formula.clone(), &Limits::none(), None), Verdict::Unknown(Stop::Proof));
        assert!(team.finish_proof().is_err());
    }
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn incremental_calls_under_assumptions_agree_with_one_thread() {
    let mut failed = 0;
    for seed in 0..rounds(60) as u64 {
        let formula = hard(60, seed);
        let (mut team, mut alone) = (Solver::from_formula(&formula), Solver::from_formula(&formula));
        team.set_threads(threads(3, false));
        BUSY.iter().for_each(|(name, value)| team.set_option(name, value).expect("an option"));
        let mut rng = Rng::new(seed);
        for _ in 0..6 {
            let random = |rng: &mut Rng| Lit::from_code(rng.below(120) as u32);
            let clause = [random(&mut rng), random(&mut rng), random(&mut rng), random(&mut rng)];
            let assumed = [random(&mut rng), random(&mut rng)];
            let mut verdicts = Vec::new();
            for solver in [&mut team, &mut alone] {
                solver.add_clause(clause.iter().copied());
                assumed.iter().for_each(|&lit| solver.assume(lit));
                verdicts.push(solver.solve());
            }
            match (&verdicts[0], &verdicts[1]) {
                (Verdict::Sat(found), Verdict::Sat(_)) => {
                    assert_eq!(model::first_falsified(found, &formula), None);
                    assert!(assumed.iter().chain([&clause[0]]).filter(|&&lit| found.is_true(lit)).count() >= 2);
                    assert!(clause.iter().any(|&lit| found.is_true(lit)));
                }
                (Verdict::Unsat, Verdict::Unsat) => {
                    failed += assumed.iter().filter(|&&lit| team.failed(lit) == Some(true)).count();
                }
                (one, other) => panic!("seed {seed}: {one:?} and {other:?}"),
            }
        }
    }
    assert!(failed > 10);
}
