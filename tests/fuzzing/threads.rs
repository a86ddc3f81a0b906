//! Several threads on one small formula: models and proofs checked, runs interrupted at random moments and taken up
//! again.

use super::formula::{self, Size};
use super::{Counts, Finding, proofs};
use gemsat::check::drat::{self, DratOptions};
use gemsat::check::format::ProofEncoding;
use gemsat::check::lrat;
use gemsat::check::read::Proof;
use gemsat::cnf::{Formula, model, write_dimacs};
use gemsat::encode::random::RandomSat;
use gemsat::engine::Verdict;
use gemsat::engines;
use gemsat::limits::{Limits, Stop, StopFlag, Threads};
use gemsat::proof::{self, ProofFormat};
use gemsat::solver::Solver;
use gemsat::util::rng::Rng;
use std::path::Path;
use std::time::Duration;

/// Threads part at once and trade all the time, and every technique runs often.
pub const BUSY: [(&str, &str); 13] = [
    ("fork_conflicts", "0"),
    ("share_ticks", "50"),
    ("share_glue", "100"),
    ("inprocess_first", "0"),
    ("inprocess_interval", "2"),
    ("eliminate_interval", "1"),
    ("reduce_interval", "2"),
    ("compact_least", "1"),
    ("compact_percent", "0"),
    ("rephase_interval", "1"),
    ("mode_conflicts", "5"),
    ("lucky", "off"),
    ("given_conflicts", "0"),
];

/// A random 3-SAT formula at the threshold.
pub fn hard(num_vars: usize, seed: u64) -> Formula {
    let num_clauses = num_vars as u64 * 426 / 100;
    RandomSat { num_vars, num_clauses, width: 3, planted: false }.draw(seed).expect("a small formula").0
}

/// One formula, by 2 to 16 threads.
pub fn run(rng: &mut Rng) -> Result<Counts, Finding> {
    let formula = if rng.coin() {
        formula::formula(&formula::random(rng, Size { vars: 60, parts: 6 }))
    } else {
        hard(50 + rng.index(70), rng.bits())
    };
    let threads = Threads { count: 2 + rng.index(15), deterministic: rng.coin() };
    let outcome = if rng.below(4) == 0 { interrupted(rng, &formula, threads) } else { proved(rng, &formula, threads) };
    outcome.map_err(|message| {
        let mut file = Vec::new();
        // Writing to a vector cannot fail.
        let _ = write_dimacs(&formula, [&message], &mut file);
        Finding { message, file: ("cnf", file) }
    })
}

/// Solves with a proof, half of the time with an interrupt on the way.
fn proved(rng: &mut Rng, formula: &Formula, threads: Threads) -> Result<Counts, String> {
    let mut engine = engines::by_name("cdcl").ok_or("no engine")?;
    for (name, value) in BUSY {
        engine.set_option(name, value).map_err(|error| error.to_string())?;
    }
    engine.set_threads(threads);
    let path = proofs::scratch();
    let format = ProofFormat::NAMES[[0, 1, 4, 5][rng.index(4)]].1;
    let tracer = proof::create(&path, format, formula.num_clauses() as u64).map_err(|error| error.to_string())?;
    engine.set_tracer(tracer).map_err(|_| "no proof")?;
    let limits = Limits::none();
    let verdict = if rng.coin() {
        with_interrupt(rng, &limits.stop, || engine.solve(formula.clone(), &limits, None))
    } else {
        engine.solve(formula.clone(), &limits, None)
    };
    engine.finish_proof().map_err(|error| error.to_string())?;
    let imported = engine.counters().iter().find(|row| row.name == "imported").map_or(0, |row| row.value);
    let mut counts = judged(formula, &verdict)?;
    if verdict == Verdict::Unsat {
        check_proof(formula, &path, format)?;
    }
    // What is left in the folder for temporary files is harmless.
    let _ = std::fs::remove_file(&path);
    counts.push(("imported", imported));
    Ok(counts)
}

/// Interrupts the first call of an incremental solver, and calls it again.
fn interrupted(rng: &mut Rng, formula: &Formula, threads: Threads) -> Result<Counts, String> {
    let mut solver = Solver::from_formula(formula);
    solver.set_threads(threads);
    for (name, value) in BUSY {
        solver.set_option(name, value).map_err(|error| error.to_string())?;
    }
    let limits = Limits::none();
    let stop = limits.stop.clone();
    solver.set_limits(limits);
    let first = with_interrupt(rng, &stop, || solver.solve());
    solver.set_limits(Limits::none());
    let second = solver.solve();
    let agree = matches!(
        (&first, &second),
        (Verdict::Unknown(_), _) | (Verdict::Sat(_), Verdict::Sat(_)) | (Verdict::Unsat, Verdict::Unsat)
    );
    if !agree {
        return Err(format!("{threads:?}: first {first:?}, then {second:?}"));
    }
    if let Verdict::Unknown(stop) = &second {
        return Err(format!("{threads:?}: {stop} without a limit"));
    }
    judged(formula, &second)
}

/// Raises the flag at a random moment of the call.
fn with_interrupt(rng: &mut Rng, stop: &StopFlag, call: impl FnOnce() -> Verdict) -> Verdict {
    let delay = Duration::from_micros(rng.below(4000));
    let flag = stop.clone();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(delay);
            flag.raise();
        });
        call()
    })
}

fn judged(formula: &Formula, verdict: &Verdict) -> Result<Counts, String> {
    match verdict {
        Verdict::Sat(found) if found.len() != formula.num_vars() => Err("a model of another length".into()),
        Verdict::Sat(found) => match model::first_falsified(found, formula) {
            Some(index) => Err(format!("the model falsifies clause {index}")),
            None => Ok(vec![("sat", 1), ("unsat", 0), ("unknown", 0)]),
        },
        Verdict::Unsat => Ok(vec![("sat", 0), ("unsat", 1), ("unknown", 0)]),
        Verdict::Unknown(Stop::Interrupted) => Ok(vec![("sat", 0), ("unsat", 0), ("unknown", 1)]),
        Verdict::Unknown(stop) => Err(format!("{stop} without a limit")),
    }
}

fn check_proof(formula: &Formula, path: &Path, format: ProofFormat) -> Result<(), String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let mut read = Proof::new(&bytes[..], ProofEncoding::candidates(&bytes)[0]);
    let outcome = match format {
        ProofFormat::Lrat | ProofFormat::LratText => lrat::check(formula, &mut read, &Limits::none()).map(drop),
        _ => {
            let options = DratOptions { forward: true, ..DratOptions::default() };
            drat::check(formula, &mut read, options, &Limits::none()).map(drop)
        }
    };
    if outcome.is_verified() { Ok(()) } else { Err(format!("{format}: {outcome:?}")) }
}
