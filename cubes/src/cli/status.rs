//! `cnfcubes status` and `cnfcubes wait`.

use super::{answer, failure, limits};
use crate::cli::run::finish;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::ResourceArgs;
use gemsat::command::output::Output;
use gemsat_cubes::directory::Directory;
use gemsat_cubes::local::Ended;
use gemsat_cubes::page;
use gemsat_cubes::progress::Watcher;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

/// Say how far a run is, and write its page, status.html
#[derive(clap::Args)]
pub struct Args {
    /// The run directory
    #[arg(value_name = "DIR")]
    run: PathBuf,

    /// Say it every few seconds until the run has ended
    #[arg(long)]
    watch: bool,

    /// Seconds between two looks
    #[arg(long, value_name = "SECONDS", default_value_t = 2)]
    every: u64,

    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

/// Runs it.
pub fn status(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let directory = Directory::open(&args.run).map_err(failure)?;
    let mut watcher = Watcher::new(&directory).map_err(failure)?;
    let mut printed = 0;
    loop {
        let summary = watcher.look().map_err(failure)?;
        let _ = page::write(&directory, &summary);
        if args.json {
            out.line(serde_json::to_string(&summary).map_err(Failure::internal)?);
        } else {
            if printed > 0 && std::io::stdout().is_terminal() {
                // Back to the first line of the last report, and away with it.
                out.line(format_args!("\x1b[{}A\x1b[J", printed + 1));
            }
            let lines = summary.lines();
            printed = lines.len();
            lines.iter().for_each(|line| out.line(line));
        }
        if !args.watch || summary.verdict.is_some() {
            return Ok(Exit::Done);
        }
        std::thread::sleep(Duration::from_secs(args.every.max(1)));
    }
}

/// Wait until a run has ended, and give its answer
#[derive(clap::Args)]
pub struct WaitArgs {
    /// The run directory
    #[arg(value_name = "DIR")]
    run: PathBuf,

    /// Write one LRAT proof to FILE; UNSATISFIABLE is said only after it was checked
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    #[command(flatten)]
    limits: ResourceArgs,
}

/// Runs it.
pub fn wait(args: &WaitArgs, out: &mut Output) -> Result<Exit, Failure> {
    let limits = limits(&args.limits)?;
    let directory = Directory::open(&args.run).map_err(failure)?;
    let mut watcher = Watcher::new(&directory).map_err(failure)?;
    loop {
        let summary = watcher.look().map_err(failure)?;
        let _ = page::write(&directory, &summary);
        let known = watcher.known();
        if let Some(model) = &known.model {
            return answer(&Ended::Sat(model.clone()), out);
        }
        if known.tree.is_closed() {
            return finish(&directory, &Ended::Unsat, args.proof.as_deref(), &limits, out);
        }
        for _ in 0..10 {
            if let Some(stop) = limits.exceeded() {
                return answer(&Ended::Open(Some(stop)), out);
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}
