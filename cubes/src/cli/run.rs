//! `cnfcubes run`.

use super::{SplitArgs, answer, failure, limits, read};
use gemsat::cnf::{Formula, Lit};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::{ResourceArgs, TextArgs};
use gemsat::command::output::Output;
use gemsat::command::threads::at_once;
use gemsat::limits::Limits;
use gemsat::proof::ProofFormat;
use gemsat_cubes::directory::{Directory, Plan};
use gemsat_cubes::local::{self, Ended};
use gemsat_cubes::lock::Lock;
use gemsat_cubes::progress::Workers;
use gemsat_cubes::{icnf, prove};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Solve a formula, or continue a run, with the threads of this machine
#[derive(clap::Args)]
pub struct Args {
    /// The formula, plain or compressed, or a run directory
    #[arg(value_name = "FILE|DIR")]
    formula: PathBuf,

    /// Solve with N threads; 0: one per processor
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,

    #[command(flatten)]
    split: SplitArgs,

    /// Keep the run in this new directory; without it nothing is kept
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,

    /// Write one LRAT proof of the formula to FILE; UNSATISFIABLE is said only after it was checked
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    #[command(flatten)]
    plan: PlanArgs,

    #[command(flatten)]
    limits: ResourceArgs,

    #[command(flatten)]
    text: TextArgs,
}

/// Cubes and how they are solved.
#[derive(Clone, Debug, clap::Args)]
pub struct PlanArgs {
    /// Take the cubes from an iCNF file, of march_cu for instance
    #[arg(long, value_name = "FILE")]
    cubes: Option<PathBuf>,

    /// Conflicts of an attempt, after which a cube is split into two
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    budget: u64,

    /// How many times a cube may be split again; the last parts have no budget
    #[arg(long, value_name = "N", default_value_t = 20)]
    resplits: usize,

    /// Keep what a proof needs
    #[arg(long)]
    keep_proof: bool,
}

impl PlanArgs {
    /// How cubes are solved.
    pub fn plan(&self, proof: bool) -> Plan {
        Plan { budget: self.budget.max(1), resplits: self.resplits, proof: proof || self.keep_proof }
    }

    /// The cubes of a formula: those of the file, or new ones.
    pub fn cubes(
        &self,
        formula: &Formula,
        split: SplitArgs,
        limits: &Limits,
        out: &Output,
    ) -> Result<Vec<Vec<Lit>>, Failure> {
        let Some(path) = &self.cubes else {
            return Ok(split.split(formula, limits, out)?.into_iter().map(|cube| cube.lits).collect());
        };
        let file = File::open(path).map_err(|error| Failure::file(path, error))?;
        icnf::read(BufReader::new(file), formula.num_vars())
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))
    }
}

/// Runs it.
pub fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let limits = limits(&args.limits)?;
    if args.formula.is_dir() {
        if args.plan.cubes.is_some() || args.run.is_some() {
            return Err(Failure::usage("a run directory has its cubes: no --cubes or --run"));
        }
        let directory = Directory::open(&args.formula).map_err(failure)?;
        if args.proof.is_some() && !directory.run.plan.proof {
            return Err(Failure::usage("this run was begun without --keep-proof: it has no proof"));
        }
        return solve(args, &directory, &limits, out);
    }
    let formula = read(&args.formula, &args.text, &limits)?;
    let cubes = args.plan.cubes(&formula, args.split, &limits, out)?;
    let scratch = tempfile::tempdir()?;
    let path = args.run.as_deref().unwrap_or(scratch.path());
    let name = args.formula.to_string_lossy();
    let plan = args.plan.plan(args.proof.is_some());
    let directory = Directory::create(path, formula, &name, &cubes, plan).map_err(failure)?;
    solve(args, &directory, &limits, out)
}

fn solve(args: &Args, directory: &Directory, limits: &Limits, out: &mut Output) -> Result<Exit, Failure> {
    let _lock = Lock::take(directory).map_err(failure)?;
    let workers = Workers::new(directory);
    let ended = local::run(directory, at_once(args.threads), limits, &workers).map_err(failure)?;
    finish(directory, &ended, args.proof.as_deref(), limits, out)
}

/// Says the answer of a run, after what it rests on was checked once more.
pub fn finish(
    directory: &Directory,
    ended: &Ended,
    proof: Option<&Path>,
    limits: &Limits,
    out: &mut Output,
) -> Result<Exit, Failure> {
    if *ended == Ended::Unsat {
        directory.check_hashes().map_err(failure)?;
        if let Some(path) = proof {
            let composed = prove::compose(directory, path, ProofFormat::Lrat).map_err(failure)?;
            prove::check(&directory.formula, path, ProofFormat::Lrat, limits).map_err(failure)?;
            out.line(format_args!("c proof: {composed}, checked"));
        }
    }
    answer(ended, out)
}
