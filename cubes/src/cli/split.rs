//! `cnfcubes split`.

use super::{SplitArgs, failure, limits, read};
use crate::cli::run::PlanArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::ResourceArgs;
use gemsat::command::output::{Output, write_to};
use gemsat::command::text::TextArgs;
use gemsat_cubes::directory::Directory;
use gemsat_cubes::icnf::Icnf;
use std::path::PathBuf;

/// Split a formula into cubes; write them as iCNF, or make a run directory
#[derive(clap::Args)]
pub struct Args {
    /// The formula, plain or compressed
    #[arg(value_name = "FILE")]
    formula: PathBuf,

    #[command(flatten)]
    split: SplitArgs,

    /// Write the formula and its cubes as iCNF to FILE in place of standard output
    #[arg(short = 'o', long, value_name = "FILE", conflicts_with = "run")]
    output: Option<PathBuf>,

    /// Make a run directory
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,

    #[command(flatten)]
    plan: PlanArgs,

    /// With --run: workers keep no proofs, and are believed
    #[arg(long, requires = "run")]
    trust_workers: bool,

    #[command(flatten)]
    limits: ResourceArgs,

    #[command(flatten)]
    text: TextArgs,
}

/// Runs it.
pub fn split(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let limits = limits(&args.limits)?;
    if let Some(path) = &args.run {
        let (formula, cubes) = args.plan.formula_and_cubes(&args.formula, &args.text, args.split, &limits, out)?;
        let name = args.formula.to_string_lossy();
        Directory::create(path, formula, &name, &cubes, args.plan.plan(!args.trust_workers)).map_err(failure)?;
        out.line(format_args!("c run directory {}", path.display()));
        return Ok(Exit::Done);
    }
    let formula = read(&args.formula, &args.text, &limits)?;
    let cubes = args.split.split(&formula, &limits, out)?;
    write_to(args.output.as_deref(), out, |out| {
        Icnf::write(&formula, cubes.iter().map(|cube| cube.lits.as_slice()), out)
    })?;
    Ok(Exit::Done)
}
