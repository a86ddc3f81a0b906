//! `cnfrandom`: the old name of `cnfmake ksat`, kept for one release.

use clap::Parser;
use gemsat::cnf::write_dimacs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::frame;
use gemsat::command::output::{complain, write_to};
use gemsat::encode::random::{RandomError, RandomSat};
use gemsat::limits::Stop;
use std::path::PathBuf;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

const EXAMPLES: &str = "  cnfrandom -n 200 --ratio 4.26 --seed 1 | solver
  cnfrandom -k 3 -n 1000000 -m 4000000 --seed 7 -o large.cnf
  cnfrandom -k 5 -n 90 --ratio 20 --planted --seed 3 | solver";

/// Draws a uniform random k-SAT formula and writes it in DIMACS; now called cnfmake ksat.
///
/// Clauses have distinct variables and fair signs. The same options draw the same formula on every machine; the first
/// comment of the output is the command that draws it.
#[derive(Parser)]
struct Args {
    /// Literals in a clause
    #[arg(short = 'k', long = "width", default_value_t = 3, value_name = "K")]
    width: u32,

    /// Variables
    #[arg(short = 'n', long = "vars", value_name = "N")]
    vars: u32,

    /// Clauses
    #[arg(
        short = 'm',
        long = "clauses",
        value_name = "M",
        conflicts_with = "ratio",
        required_unless_present = "ratio"
    )]
    clauses: Option<u64>,

    /// Clauses per variable, instead of -m
    #[arg(long, value_name = "R", value_parser = ratio)]
    ratio: Option<f64>,

    /// Make a hidden assignment satisfy every clause
    #[arg(long)]
    planted: bool,

    /// Seed of all random choices; the same seed gives the same formula
    #[arg(short = 's', long, default_value_t = 0, value_name = "SEED")]
    seed: u64,

    /// Write to FILE in place of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn ratio(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(ratio) if (0.0..=1e9).contains(&ratio) => Ok(ratio),
        _ => Err("expected a number from 0 to 1e9".into()),
    }
}

/// The command line.
pub fn command() -> clap::Command {
    frame::command::<Args>("cnfrandom", EXAMPLES)
}

fn main() -> ExitCode {
    frame::run(command(), |args: Args, out| {
        complain(
            "cnfrandom: this tool is now called cnfmake, and the next release has that name alone: cnfmake ksat ...",
        );
        let clauses = args.clauses.unwrap_or_else(|| (f64::from(args.vars) * args.ratio.unwrap_or(0.0)).round() as u64);
        let sat = RandomSat { num_vars: args.vars, num_clauses: clauses, width: args.width, planted: args.planted };
        let (formula, _) = sat.draw(args.seed).map_err(|error| match error {
            RandomError::TooLarge => Failure::Stopped(Stop::Memory),
            error => Failure::usage(error),
        })?;
        let planted = if args.planted { " --planted" } else { "" };
        let command =
            format!("cnfrandom -k {} -n {} -m {clauses}{planted} --seed {}", args.width, args.vars, args.seed);
        write_to(args.output.as_deref(), out, |out| write_dimacs(&formula, [&command], out))?;
        Ok(Exit::Done)
    })
}
