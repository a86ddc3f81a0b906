//! The verbs: flags, and what is printed.

pub mod export;
pub mod prove;
pub mod queue;
pub mod run;
pub mod split;
pub mod status;

use gemsat::cnf::Formula;
use gemsat::cnf::input::{self, ReadOptions};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::{ResourceArgs, TextArgs};
use gemsat::command::output::{Output, complain};
use gemsat::command::report::{push_number, write_values};
use gemsat::limits::{Limits, StopFlag};
use gemsat_cubes::Trouble;
use gemsat_cubes::local::Ended;
use gemsat_cubes::split::{Cube, SplitOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a run's trouble is to the caller.
pub fn failure(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Run(what) => Failure::Input(what),
        Trouble::File(path, error) => Failure::File(path, error),
        Trouble::Internal(what) => Failure::internal(what),
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

/// Reads a formula.
///
/// # Errors
/// When it cannot be read.
pub fn read(path: &Path, text: &TextArgs, limits: &Limits) -> Result<Formula, Failure> {
    let options = ReadOptions { max_input: text.max_input, ..ReadOptions::default() };
    let document = input::read_path(path, &options, limits).map_err(Failure::input)?;
    for warning in &document.warnings {
        complain(format_args!("cnfcubes: {}: warning: {warning}", path.display()));
    }
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
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let came = Arc::new(AtomicBool::new(false));
    for signal in [SIGHUP, SIGINT, SIGTERM] {
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

/// Prints the answer of a run and makes its exit code.
///
/// # Errors
/// When it cannot be printed.
pub fn answer(ended: &Ended, out: &mut Output) -> Result<Exit, Failure> {
    match ended {
        Ended::Sat(model) => {
            out.line("s SATISFIABLE");
            let lits = model.iter().filter_map(|&number| gemsat::cnf::Lit::from_dimacs(number));
            write_values(out, lits, push_number)?;
            out.flush()?;
            Ok(Exit::Solved)
        }
        Ended::Unsat => {
            out.line("s UNSATISFIABLE");
            Ok(Exit::NoSolution)
        }
        Ended::Open(stop) => {
            if let Some(stop) = stop {
                out.line(format_args!("c stopped: {stop}"));
            }
            out.line("s UNKNOWN");
            Ok(Exit::Done)
        }
    }
}
