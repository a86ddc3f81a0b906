//! `cnfcubes`: cube and conquer on one machine or many.

mod cli;

use clap::{Parser, Subcommand};
use gemsat::command::exit::{Exit, Failure, run};
use gemsat::command::help;
use gemsat::command::output::Output;
use gemsat::command::signals::Guarded;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: Guarded = Guarded;

const EXAMPLES: &str = "  cnfcubes run formula.cnf --threads 8
  cnfcubes run formula.cnf --threads 8 --proof formula.lrat
  cnfcubes split formula.cnf --target 5000 -o cubes.icnf
  cnfcubes split formula.cnf --target 5000 --run DIR --keep-proof
  cnfcubes run DIR --threads 8
  cnfcubes submit DIR --server nats://head:4222
  cnfcubes work DIR --server nats://head:4222
  cnfcubes export DIR --slurm --jobs 200 > job.sh
  cnfcubes export DIR --parallel | parallel --joblog log --resume-failed
  cnfcubes status DIR --watch
  cnfcubes prove DIR -o formula.lrat";

/// Splits a formula into cubes by look-ahead, and refutes them on one machine or on many.
///
/// All parts of a run share a directory: the formula, the cubes, and one file for the result of each cube.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Split(cli::split::Args),
    Run(cli::run::Args),
    Status(cli::status::Args),
    Wait(cli::status::WaitArgs),
    Submit(cli::queue::SubmitArgs),
    Work(cli::queue::WorkArgs),
    Prove(cli::prove::Args),
    Export(cli::export::Args),
}

fn main() -> ExitCode {
    let args: Args = help::parse(help::command::<Args>("cnfcubes", EXAMPLES));
    run("cnfcubes", |out| match verb(args.verb, out) {
        Err(Failure::Stopped(stop)) => {
            out.line(format_args!("c stopped: {stop}\ns UNKNOWN"));
            Ok(Exit::Done)
        }
        ended => ended,
    })
}

fn verb(verb: Verb, out: &mut Output) -> Result<Exit, Failure> {
    match verb {
        Verb::Split(args) => cli::split::split(&args, out),
        Verb::Run(args) => cli::run::run(&args, out),
        Verb::Status(args) => cli::status::status(&args, out),
        Verb::Wait(args) => cli::status::wait(&args, out),
        Verb::Submit(args) => cli::queue::submit(&args, out),
        Verb::Work(args) => cli::queue::work(&args, out),
        Verb::Export(args) => cli::export::export(&args, out),
        Verb::Prove(args) => cli::prove::prove(&args, out),
    }
}
