//! `cnfcubes submit` and `cnfcubes work`.

use super::{TermsArgs, answer, failure, limits};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::ResourceArgs;
use gemsat::command::output::Output;
use gemsat::command::threads::at_once;
use gemsat::command::values::parse_seconds;
use gemsat_cubes::directory::Directory;
use gemsat_cubes::local::Ended;
use gemsat_cubes::portion::{Portion, work_portion};
use gemsat_cubes::queue::coordinate::coordinate;
use gemsat_cubes::queue::{Server, TOKEN, work::work as work_for};
use gemsat_cubes::verdict::Answered;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// Where the queue is.
#[derive(Clone, Debug, clap::Args)]
pub struct ServerArgs {
    /// The NATS server: nats://HOST:PORT or tls://HOST:PORT; several with commas between
    #[arg(long, value_name = "URL", env = "CNFCUBES_SERVER", default_value = "nats://127.0.0.1:4222")]
    server: String,

    /// Read the token for the server from FILE; without it from the variable CNFCUBES_TOKEN
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// Speak TLS, and trust a server whose certificate is signed by the one in FILE (PEM)
    #[arg(long, value_name = "FILE")]
    tls_ca: Option<PathBuf>,

    /// A worker that is silent for so long loses its cube to another
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "60")]
    lease: Duration,
}

impl ServerArgs {
    fn server(&self) -> Result<Server, Failure> {
        let token = match &self.token_file {
            Some(path) => Some(fs::read_to_string(path).map_err(|error| Failure::file(path, error))?.trim().to_owned()),
            None => std::env::var(TOKEN).ok(),
        };
        let least = Duration::from_secs(1);
        if self.lease < least {
            return Err(Failure::usage("--lease is at least a second"));
        }
        Ok(Server { url: self.server.clone(), token, ca: self.tls_ca.clone(), lease: self.lease })
    }
}

/// Give the open cubes of a run to workers on many machines, and wait for the answer
#[derive(clap::Args)]
pub struct SubmitArgs {
    /// The run directory, on a file system that all machines see
    #[arg(value_name = "DIR")]
    run: PathBuf,

    #[command(flatten)]
    server: ServerArgs,

    #[command(flatten)]
    terms: TermsArgs,

    /// Check by N threads; 0: one per processor
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,

    #[command(flatten)]
    limits: ResourceArgs,
}

/// Runs it.
pub fn submit(args: &SubmitArgs, out: &mut Output) -> Result<Exit, Failure> {
    let limits = limits(&args.limits)?;
    let directory = Directory::open(&args.run).map_err(failure)?;
    let terms = args.terms.terms(false, at_once(args.threads));
    answer(&coordinate(&directory, &args.server.server()?, &terms, &limits).map_err(failure)?, out)
}

/// Solve cubes of a run: those that the queue gives, or a portion of them without a queue
#[derive(clap::Args)]
pub struct WorkArgs {
    /// The run directory
    #[arg(value_name = "DIR")]
    run: PathBuf,

    #[command(flatten)]
    server: ServerArgs,

    /// Without a queue: solve the open cubes of portion K of N (from 1), and end
    #[arg(long, value_name = "K/N")]
    portion: Option<Portion>,

    /// Solve with N threads; 0: one per processor
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,

    #[command(flatten)]
    limits: ResourceArgs,
}

/// Runs it.
pub fn work(args: &WorkArgs, out: &mut Output) -> Result<Exit, Failure> {
    let limits = limits(&args.limits)?;
    let directory = Directory::open(&args.run).map_err(failure)?;
    let threads = at_once(args.threads);
    if let Some(portion) = args.portion {
        return match work_portion(&directory, portion, threads, &limits).map_err(failure)? {
            Ended::Sat(model) => answer(&Answered::Sat(model), out),
            Ended::Unsat => Ok(Exit::Done),
            Ended::Open(stop) => {
                Err(stop.map_or(Failure::input("some cubes of this portion are open: run it again"), Failure::Stopped))
            }
        };
    }
    work_for(&directory, &args.server.server()?, threads, &limits).map_err(failure)?;
    Ok(Exit::Done)
}
