//! The verbs: flags, and what is printed.

pub mod export;
pub mod prove;
pub mod queue;
pub mod run;
pub mod split;
pub mod status;

use gemsat::cnf::input::{self, ReadOptions};
use gemsat::cnf::{Formula, Lit};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::ResourceArgs;
use gemsat::command::output::Output;
use gemsat::command::report::{push_number, write_values};
use gemsat::command::text::TextArgs;
use gemsat::limits::{Limits, StopFlag};
use gemsat_cubes::Trouble;
use gemsat_cubes::icnf::{Icnf, is_icnf};
use gemsat_cubes::split::{Cube, SplitOptions};
use gemsat_cubes::verdict::{Answered, Terms};
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a run's trouble is to the caller.
pub fn failure(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Run(what) => Failure::Input(what),
        Trouble::File(path, error) => Failure::File(path, error),
        Trouble::Internal(what) => Failure::internal(what),
        Trouble::Stopped(stop) => Failure::Stopped(stop),
    }
}

/// How to split.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SplitArgs {
    /// About how many cubes to make; for many threads at least 50 for each
    #[arg(long, value_name = "N", default_value_t = SplitOptions::default().target)]
    pub target: u64,

    /// The most decisions of a cube
    #[arg(long, value_name = "N", default_value_t = SplitOptions::default().depth)]
    pub depth: usize,
}

impl SplitArgs {
    /// Splits a formula, and says how that went.
    ///
    /// # Errors
    /// When a limit ends it.
    pub fn split(self, formula: &Formula, limits: &Limits, out: &Output) -> Result<Vec<Cube>, Failure> {
        let before = gemsat::limits::cpu_time();
        let options = SplitOptions { target: self.target, depth: self.depth };
        let cubes = gemsat_cubes::split::split(formula, &options, limits).map_err(Failure::Stopped)?;
        let refuted = cubes.iter().filter(|cube| cube.refuted).count();
        let longest = cubes.iter().map(|cube| cube.lits.len()).max().unwrap_or(0);
        let sum: usize = cubes.iter().map(|cube| cube.lits.len()).sum();
        out.line(format_args!(
            "c split: {} cubes, {refuted} of them refuted by look-ahead, {:.1} decisions in the mean, {longest} at most, {:.2} s",
            cubes.len(),
            sum as f64 / cubes.len().max(1) as f64,
            (gemsat::limits::cpu_time() - before).as_secs_f64()
        ));
        Ok(cubes)
    }
}

/// Cubes as a file has them.
type Cubes = Vec<Vec<Lit>>;

/// Reads a formula, and its cubes where the file is iCNF with both.
///
/// # Errors
/// When it cannot be read.
pub fn read_with_cubes(path: &Path, text: &TextArgs, limits: &Limits) -> Result<(Formula, Option<Cubes>), Failure> {
    // What cannot be read again is a formula.
    if !path.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Ok((read(path, text, limits)?, None));
    }
    let wrong = |error: &dyn std::fmt::Display| Failure::input(format_args!("{}: {error}", path.display()));
    let open = || input::open(path, text.max_input, limits).map_err(|error| wrong(&error));
    let mut head = Vec::new();
    open()?.take(1 << 16).read_to_end(&mut head).map_err(|error| wrong(&error))?;
    if !is_icnf(&head) {
        return Ok((read(path, text, limits)?, None));
    }
    let both = Icnf::read(BufReader::new(open()?), ReadOptions::MAX_VARS as usize).map_err(|error| wrong(&error))?;
    Ok((both.formula, Some(both.cubes)))
}

/// Reads a formula.
///
/// # Errors
/// When it cannot be read.
pub fn read(path: &Path, text: &TextArgs, limits: &Limits) -> Result<Formula, Failure> {
    let document = input::read_path(path, &text.options(false), limits).map_err(Failure::input)?;
    text.complain("cnfcubes", path.display(), &document);
    Ok(document.formula)
}

/// Limits that a signal ends as well.
///
/// # Errors
/// When signals cannot be waited for.
pub fn limits(args: &ResourceArgs) -> Result<Limits, Failure> {
    let limits = args.from_now();
    stop_on_signals(limits.stop.clone())?;
    Ok(limits)
}

/// Raises a flag when a signal asks the process to end; the second one ends it at once.
///
/// # Errors
/// When signals cannot be waited for.
pub fn stop_on_signals(stop: StopFlag) -> Result<(), Failure> {
    use signal_hook::consts::{SIGALRM, SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGXCPU};
    let came = Arc::new(AtomicBool::new(false));
    for signal in [SIGALRM, SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGXCPU] {
        signal_hook::flag::register_conditional_shutdown(signal, 1, Arc::clone(&came))?;
        signal_hook::flag::register(signal, Arc::clone(&came))?;
    }
    std::thread::spawn(move || {
        while !came.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
        }
        stop.raise();
    });
    Ok(())
}

/// How results are taken.
#[derive(Clone, Debug, clap::Args)]
pub struct TermsArgs {
    /// Write one LRAT proof of the formula to FILE; UNSATISFIABLE is said only after it was checked
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,

    /// Believe what workers write into the run directory. Without this flag they keep proofs, and each refutation that
    /// the answer needs is checked before it is given
    #[arg(long)]
    pub trust_workers: bool,
}

impl TermsArgs {
    /// The terms; so many threads check. `own` says that there are no results but those of this process.
    pub fn terms(&self, own: bool, threads: usize) -> Terms<'_> {
        Terms { proof: self.proof.as_deref(), trust: self.trust_workers, own, threads }
    }
}

/// Prints the answer of a run, and what it rests on as the last line, and makes its exit code.
///
/// # Errors
/// When it cannot be printed.
pub fn answer(answered: &Answered, out: &mut Output) -> Result<Exit, Failure> {
    match answered {
        Answered::Sat(model) => {
            out.line("s SATISFIABLE");
            let lits = model.iter().filter_map(|&number| gemsat::cnf::Lit::from_dimacs(number));
            write_values(out, lits, push_number)?;
            out.flush()?;
            out.line("c rests on a model that satisfies every clause, checked here");
            Ok(Exit::Solved)
        }
        Answered::Unsat(basis) => {
            out.line(format_args!("s UNSATISFIABLE\nc rests on {basis}"));
            Ok(Exit::NoSolution)
        }
        Answered::Open(stop) => {
            if let Some(stop) = stop {
                out.line(format_args!("c stopped: {stop}"));
            }
            out.line("s UNKNOWN");
            Ok(Exit::Done)
        }
    }
}
