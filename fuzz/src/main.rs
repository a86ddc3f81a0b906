//! Runs a target of the fuzzers for some seconds, from a seed.

use gemsat::limits::cpu_time;
use gemsat::util::rng::Rng;
use gemsat_fuzz::fuzzing::trace::Trace;
use gemsat_fuzz::fuzzing::{self, Finding, Target, judge};
use gemsat_fuzz::outside;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const USAGE: &str = "usage: fuzz TARGET [--seconds N] [--seed S] [--runs N] [--out FOLDER] [--verbose]

Runs executions with the seeds S, S+1, ... until N seconds are over (default 60) or N executions are done. A finding
ends the run with exit code 1; its file is written to FOLDER (default: findings), and its seed shows it again:
    fuzz TARGET --seed S --runs 1
    fuzz replay FILE.trace ...
";

/// An execution that takes longer than this is a finding.
const HANG: Duration = Duration::from_secs(60);
/// Time between looks at that.
const LOOK: Duration = Duration::from_secs(5);

struct Plan {
    target: &'static Target,
    seconds: u64,
    seed: u64,
    runs: u64,
    out: PathBuf,
    verbose: bool,
}

fn targets() -> impl Iterator<Item = &'static Target> {
    fuzzing::TARGETS.iter().chain(outside::TARGETS)
}

fn plan() -> Option<Plan> {
    let mut args = std::env::args().skip(1);
    let name = args.next()?;
    let target = targets().find(|target| target.name == name)?;
    let mut plan = Plan { target, seconds: 60, seed: 1, runs: u64::MAX, out: "findings".into(), verbose: false };
    while let Some(flag) = args.next() {
        match flag.as_str() {
            "--seconds" => plan.seconds = args.next()?.parse().ok()?,
            "--seed" => plan.seed = args.next()?.parse().ok()?,
            "--runs" => plan.runs = args.next()?.parse().ok()?,
            "--out" => plan.out = args.next()?.into(),
            "--verbose" => plan.verbose = true,
            _ => return None,
        }
    }
    Some(plan)
}

/// Replays traces from files.
fn replay(paths: &[String]) -> ExitCode {
    let mut failed = false;
    for path in paths {
        let trace = std::fs::read_to_string(path).map_err(|error| error.to_string()).and_then(|text| text.parse());
        match trace.and_then(|trace: Trace| judge::replay(&trace)) {
            Ok(account) => println!("{path}: right, {:?}", account.answers),
            Err(fault) => {
                println!("{path}: {fault}");
                failed = true;
            }
        }
    }
    ExitCode::from(u8::from(failed))
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [command, paths @ ..] = &args[..]
        && command == "replay"
    {
        return replay(paths);
    }
    let Some(plan) = plan() else {
        eprintln!("{USAGE}");
        for target in targets() {
            eprintln!("  {:<10} {}", target.name, target.about);
        }
        return ExitCode::from(2);
    };
    // Panics are findings; their text is kept, and not shouted out in between.
    std::panic::set_hook(Box::new(|_| {}));
    watch_for_hangs(plan.target.name, plan.out.clone());
    let started = Instant::now();
    let mut totals: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut order: Vec<&'static str> = Vec::new();
    let mut executions = 0;
    let mut finding = None;
    while executions < plan.runs && started.elapsed().as_secs() < plan.seconds {
        let seed = plan.seed.wrapping_add(executions);
        CURRENT.store(seed, Ordering::Relaxed);
        BEATS.fetch_add(1, Ordering::Relaxed);
        executions += 1;
        match (plan.target.run)(&mut Rng::new(seed)) {
            Ok(counts) => {
                for (name, count) in counts {
                    let total = totals.entry(name).or_insert_with(|| {
                        order.push(name);
                        0
                    });
                    *total += count;
                }
            }
            Err(found) => {
                finding = Some((seed, found));
                break;
            }
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{}: {executions} executions in {seconds:.1} s, {:.0} a second",
        plan.target.name,
        executions as f64 / seconds
    );
    // The counters of the engine are for those who ask; the target's own come first.
    let shown = if plan.verbose { order.len() } else { 5 };
    for name in order.iter().take(shown) {
        println!("  {name}: {}", totals[name]);
    }
    match finding {
        None => ExitCode::SUCCESS,
        Some((seed, found)) => {
            report(&plan.out, plan.target.name, seed, &found);
            ExitCode::FAILURE
        }
    }
}

fn report(folder: &Path, target: &str, seed: u64, found: &Finding) {
    println!("FOUND by `fuzz {target} --seed {seed} --runs 1`:\n{}", found.message);
    let (ending, bytes) = &found.file;
    let path = folder.join(format!("{target}-{seed}.{ending}"));
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, bytes));
    match written {
        Ok(()) => println!("written to {}", path.display()),
        Err(error) => println!("{}: {error}", path.display()),
    }
}

/// The seed of the execution under way, and how many have begun.
static CURRENT: AtomicU64 = AtomicU64::new(0);
static BEATS: AtomicU64 = AtomicU64::new(0);

/// Ends the process when one execution takes too much time of the processor; the clock on the wall tells more of other
/// processes than of this one.
fn watch_for_hangs(target: &'static str, folder: PathBuf) {
    std::thread::spawn(move || {
        let (mut last, mut since) = (0, cpu_time());
        loop {
            std::thread::sleep(LOOK);
            let beats = BEATS.load(Ordering::Relaxed);
            if beats != last {
                (last, since) = (beats, cpu_time());
            } else if cpu_time() - since > HANG {
                let seed = CURRENT.load(Ordering::Relaxed);
                let message = format!("no end within {HANG:?}");
                let trace = fuzzing::made(target, seed).map(|trace| trace.to_string().into_bytes());
                report(&folder, target, seed, &Finding { message, file: ("trace", trace.unwrap_or_default()) });
                std::process::exit(1);
            }
        }
    });
}
