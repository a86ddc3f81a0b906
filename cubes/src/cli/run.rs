//! `cnfcubes run`.

use super::{SplitArgs, TermsArgs, answer, failure, limits, read_with_cubes};
use gemsat::cnf::{Formula, Lit};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::ResourceArgs;
use gemsat::command::output::Output;
use gemsat::command::text::TextArgs;
use gemsat::command::threads::at_once;
use gemsat::limits::Limits;
use gemsat_cubes::directory::{Directory, Plan};
use gemsat_cubes::icnf;
use gemsat_cubes::local;
use gemsat_cubes::lock::Lock;
use gemsat_cubes::progress::Workers;
use gemsat_cubes::tree::MAX_SPLITS;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Solve a formula, or continue a run, with the threads of this machine
#[derive(clap::Args)]
pub struct Args {
    /// The formula, plain or compressed, iCNF with a formula and its cubes, or a run directory
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

    #[command(flatten)]
    terms: TermsArgs,

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
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(..=MAX_SPLITS as i64))]
    resplits: u16,

    /// Keep what a proof needs, as run directories do without --trust-workers
    #[arg(long)]
    keep_proof: bool,
}

impl PlanArgs {
    /// How cubes are solved.
    pub fn plan(&self, proof: bool) -> Plan {
        Plan { budget: self.budget.max(1), resplits: self.resplits.into(), proof: proof || self.keep_proof }
    }

    /// A formula and its cubes: those of a file, or new ones.
    pub fn formula_and_cubes(
        &self,
        formula: &Path,
        text: &TextArgs,
        split: SplitArgs,
        limits: &Limits,
        out: &Output,
    ) -> Result<(Formula, Vec<Vec<Lit>>), Failure> {
        let (formula, cubes) = match (&self.cubes, read_with_cubes(formula, text, limits)?) {
            (None, (formula, Some(cubes))) => (formula, cubes),
            (None, (formula, None)) => {
                let cubes = split.split(&formula, limits, out)?.into_iter().map(|cube| cube.lits).collect();
                (formula, cubes)
            }
            (Some(_), (_, Some(_))) => return Err(Failure::usage("the formula's file has cubes already: no --cubes")),
            (Some(path), (formula, None)) => {
                let file = File::open(path).map_err(|error| Failure::file(path, error))?;
                let cubes = icnf::read(BufReader::new(file), formula.num_vars());
                let cubes = cubes.map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
                (formula, cubes)
            }
        };
        Ok((formula, cubes))
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
        return solve(args, &directory, false, &limits, out);
    }
    let (formula, cubes) = args.plan.formula_and_cubes(&args.formula, &args.text, args.split, &limits, out)?;
    let scratch = tempfile::tempdir()?;
    let path = args.run.as_deref().unwrap_or(scratch.path());
    let name = args.formula.to_string_lossy();
    // What is kept may be continued, and then nobody knows any more who has written into it.
    let own = args.run.is_none();
    let proofs = args.terms.proof.is_some() || !own && !args.terms.trust_workers;
    let directory = Directory::create(path, formula, &name, &cubes, args.plan.plan(proofs)).map_err(failure)?;
    solve(args, &directory, own, &limits, out)
}

fn solve(args: &Args, directory: &Directory, own: bool, limits: &Limits, out: &mut Output) -> Result<Exit, Failure> {
    let threads = at_once(args.threads);
    let terms = args.terms.terms(own, threads);
    terms.suit(directory).map_err(failure)?;
    let _lock = Lock::take(directory).map_err(failure)?;
    let workers = Workers::new(directory);
    let answered = terms.settle(directory, limits, || local::run(directory, threads, limits, &workers));
    answer(&answered.map_err(failure)?, out)
}
