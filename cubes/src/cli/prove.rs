//! `cnfcubes prove`.

use super::{failure, limits};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::ResourceArgs;
use gemsat::command::output::Output;
use gemsat::proof::ProofFormat;
use gemsat_cubes::directory::Directory;
use gemsat_cubes::prove;
use std::path::PathBuf;

/// Write one checked LRAT proof of the formula of a run, or a manifest of checked parts
#[derive(clap::Args)]
pub struct Args {
    /// The run directory
    #[arg(value_name = "DIR")]
    run: PathBuf,

    /// Write the proof to FILE
    #[arg(short = 'o', long, value_name = "FILE", required_unless_present = "manifest")]
    output: Option<PathBuf>,

    /// Check the part of each worker by itself and write manifest.json, cover.cnf and cover.lrat into FOLDER: for runs
    /// whose whole proof would be too large
    #[arg(long, value_name = "FOLDER")]
    manifest: Option<PathBuf>,

    /// Write the proof as text
    #[arg(long)]
    text: bool,

    #[command(flatten)]
    limits: ResourceArgs,
}

/// Runs it.
pub fn prove(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let limits = limits(&args.limits)?;
    let directory = Directory::open(&args.run).map_err(failure)?;
    if let Some(folder) = &args.manifest {
        let manifest = prove::manifest(&directory, folder, &limits).map_err(failure)?;
        let lemmas: usize = manifest.parts.iter().map(|part| part.lemmas).sum();
        let cubes: usize = manifest.parts.iter().map(|part| part.refuted.len()).sum();
        out.line(format_args!(
            "c manifest: {cubes} cubes in {} parts with {lemmas} clauses, each checked, and their cover",
            manifest.parts.len()
        ));
    }
    if let Some(path) = &args.output {
        let format = if args.text { ProofFormat::LratText } else { ProofFormat::Lrat };
        let composed = prove::write(&directory, path, format, &limits).map_err(failure)?;
        out.line(format_args!("c proof: {composed}, checked"));
    }
    out.line("s VERIFIED UNSATISFIABLE");
    Ok(Exit::NoSolution)
}
