//! `cnfcubes status` and `cnfcubes wait`.

use super::{TermsArgs, answer, failure, limits};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::ResourceArgs;
use gemsat::command::output::Output;
use gemsat::command::threads::at_once;
use gemsat::limits::Limits;
use gemsat_cubes::Trouble;
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
        if !args.watch || summary.open == 0 || summary.verdict.is_some() {
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

    #[command(flatten)]
    terms: TermsArgs,

    /// Check by N threads; 0: one per processor
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,

    #[command(flatten)]
    limits: ResourceArgs,
}

/// Runs it.
pub fn wait(args: &WaitArgs, out: &mut Output) -> Result<Exit, Failure> {
    let limits = limits(&args.limits)?;
    let directory = Directory::open(&args.run).map_err(failure)?;
    let terms = args.terms.terms(false, at_once(args.threads));
    terms.suit(&directory).map_err(failure)?;
    let answered = terms.settle(&directory, &limits, || until_closed(&directory, &limits)).map_err(failure)?;
    answer(&answered, out)
}

/// Waits until there is a model or no cube is open.
fn until_closed(directory: &Directory, limits: &Limits) -> Result<Ended, Trouble> {
    let mut watcher = Watcher::new(directory)?;
    loop {
        let summary = watcher.look()?;
        let _ = page::write(directory, &summary);
        let known = watcher.known();
        if let Some(model) = &known.model {
            return Ok(Ended::Sat(model.clone()));
        }
        if known.tree.is_closed() {
            return Ok(Ended::Unsat);
        }
        for _ in 0..10 {
            if let Some(stop) = limits.exceeded() {
                return Ok(Ended::Open(Some(stop)));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}
