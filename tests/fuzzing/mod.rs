//! The fuzzers: what they make, how they judge it, and the list of targets.
//!
//! Plain functions of a seed, used twice: by the tests with fixed seeds, and by the program in `fuzz/` for as long as
//! one likes. `docs/reliability.md` has the figures.

pub mod command;
pub mod formula;
pub mod judge;
pub mod naive;
pub mod options;
pub mod proofs;
pub mod puzzles;
pub mod queries;
pub mod reader;
pub mod record;
pub mod reduce;
pub mod threads;
pub mod trace;

use gemsat::util::rng::Rng;
use judge::Account;
use trace::Trace;

/// Something that a fuzzer has found.
#[derive(Debug)]
pub struct Finding {
    /// What is wrong.
    pub message: String,
    /// The ending of the file that keeps it, and its bytes.
    pub file: (&'static str, Vec<u8>),
}

/// What an execution has counted, under names.
pub type Counts = Vec<(&'static str, u64)>;

/// One execution with the random numbers of its seed.
pub type Execution = fn(&mut Rng) -> Result<Counts, Finding>;

/// A kind of executions.
#[derive(Debug)]
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is done, in a line.
    pub about: &'static str,
    /// One execution.
    pub run: Execution,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "tiny", about: "formulas of at most 16 variables, against enumeration", run: tiny },
    Target { name: "formulas", about: "structured formulas in one call, models and proofs checked", run: formulas },
    Target { name: "traces", about: "calls of the incremental solver, every answer judged", run: traces },
    Target { name: "threads", about: "2 to 16 threads, models and proofs checked, interrupts", run: threads::run },
    Target { name: "reader", about: "texts that are nearly DIMACS, against a naive reader", run: reader::run },
    Target {
        name: "proofs",
        about: "proofs without a named format; mutated ones of formulas that have a model",
        run: proofs::run,
    },
    Target { name: "puzzles", about: "texts that are nearly puzzles, every reader", run: puzzles::run },
    Target {
        name: "queries",
        about: "models, counts, backbones, cores of small formulas, against enumeration",
        run: queries::run,
    },
    Target { name: "command", about: "command lines of the solver", run: command::run },
];

fn tiny(rng: &mut Rng) -> Result<Counts, Finding> {
    judged(made_tiny(rng))
}

fn formulas(rng: &mut Rng) -> Result<Counts, Finding> {
    judged(made_formula(rng))
}

fn traces(rng: &mut Rng) -> Result<Counts, Finding> {
    judged(made_trace(rng))
}

/// A trace, and whether it is replayed twice.
type Made = (bool, Trace);

fn made_tiny(rng: &mut Rng) -> Made {
    let clauses = formula::random(rng, formula::TINY);
    (rng.below(16) == 0, Trace::once(rng, clauses))
}

fn made_formula(rng: &mut Rng) -> Made {
    let size = if rng.below(4) == 0 { formula::MEDIUM } else { formula::SMALL };
    let clauses = formula::random(rng, size);
    (rng.below(16) == 0, Trace::once(rng, clauses))
}

fn made_trace(rng: &mut Rng) -> Made {
    let size = [formula::TINY, formula::TINY, formula::SMALL][rng.index(3)];
    let clauses = formula::random(rng, size);
    (rng.below(16) == 0, Trace::incremental(rng, clauses))
}

/// The trace that an execution of this target replays: what is left of one that does not end.
pub fn made(target: &str, seed: u64) -> Option<Trace> {
    let make = match target {
        "tiny" => made_tiny,
        "formulas" => made_formula,
        "traces" => made_trace,
        _ => return None,
    };
    Some(make(&mut Rng::new(seed)).1)
}

/// Replays the trace, one in sixteen twice. A fault comes back with the smallest trace that shows one.
fn judged((twice, trace): Made) -> Result<Counts, Finding> {
    let fault = |trace: &Trace| -> Result<Account, String> {
        let account = judge::replay(trace)?;
        if twice && judge::replay(trace)? != account {
            return Err("two runs differ".into());
        }
        Ok(account)
    };
    let account = fault(&trace).map_err(|message| {
        let small = reduce::reduce(&trace, 20_000, &mut |candidate| fault(candidate).is_err());
        let reduced = fault(&small).err().unwrap_or_else(|| "nothing".into());
        let text = format!("{}{small}", comment(&reduced));
        Finding {
            message: format!("{message}\nreduced to {} calls: {reduced}", small.calls.len()),
            file: ("trace", text.into_bytes()),
        }
    })?;
    let [sat, unsat, unknown] = account.answers;
    let mut counts = vec![("sat", sat), ("unsat", unsat), ("unknown", unknown)];
    counts.extend([("enumerated", account.enumerated), ("proofs", account.proofs)]);
    counts.extend(account.counters);
    Ok(counts)
}

/// The text behind `#` signs, its first lines only.
fn comment(text: &str) -> String {
    text.lines().take(3).map(|line| format!("# {line}\n")).collect()
}
