//! `cnfcubes export`.

use super::failure;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat_cubes::directory::Directory;
use gemsat_cubes::export::{Shape, kubernetes, parallel, slurm};
use std::io::Write;
use std::path::PathBuf;

/// Print what places workers: a script for Slurm, lines for GNU parallel, or a job for Kubernetes
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("system").required(true))]
pub struct Args {
    /// The run directory
    #[arg(value_name = "DIR")]
    run: PathBuf,

    /// A script for sbatch: an array of jobs, each with a portion of the cubes; needs no queue
    #[arg(long, group = "system")]
    slurm: bool,

    /// A line for each portion, for GNU parallel; needs no queue
    #[arg(long, group = "system")]
    parallel: bool,

    /// A job of pods that take cubes from the queue
    #[arg(long, group = "system")]
    kubernetes: bool,

    /// How many jobs, lines or pods
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    jobs: u64,

    /// The threads of each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,

    /// The program, as the workers' machines know it [default: its path here; for Kubernetes cnfcubes]
    #[arg(long, value_name = "PATH")]
    program: Option<String>,

    /// With --kubernetes: an image that has the program
    #[arg(long, value_name = "IMAGE", default_value = "gemsat")]
    image: String,

    /// With --kubernetes: the claim of the volume that holds the run directory
    #[arg(long, value_name = "NAME", default_value = "cnfcubes")]
    claim: String,

    /// With --kubernetes: the NATS server
    #[arg(long, value_name = "URL", default_value = "nats://nats:4222")]
    server: String,
}

/// Runs it.
pub fn export(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let directory = Directory::open(&args.run).map_err(failure)?;
    let path = std::fs::canonicalize(&args.run).map_err(|error| Failure::file(&args.run, error))?;
    let own = || match args.kubernetes {
        true => "cnfcubes".to_owned(),
        false => std::env::current_exe().map_or("cnfcubes".to_owned(), |path| path.to_string_lossy().into_owned()),
    };
    let shape =
        Shape { jobs: args.jobs, threads: args.threads.into(), program: args.program.clone().unwrap_or_else(own) };
    let text = if args.slurm {
        slurm(&directory, &path, &shape)
    } else if args.parallel {
        parallel(&path, &shape)
    } else {
        kubernetes(&directory, &shape, &args.image, &args.claim, &args.server)
    };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Done)
}
