//! The runs of the Tenner report: backtracking, forward checking, and forward checking with MRV, with its counters.

use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::{LimitArgs, ResourceArgs};
use gemsat::command::output::Output;
use gemsat::command::process;
use gemsat::command::puzzle::source::Source;
use gemsat::csp::{Method, Outcome, Search};
use gemsat::limits::Limits;
use gemsat::puzzle::tenner::{Grid, pose, published};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
pub struct Compare {
    /// The grids' files; `-` or nothing is standard input. With more than one grid, a table and the medians are
    /// printed.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Full forward checking, which also prunes by the givens and the sums, in place of the program of the Tenner
    /// report.
    #[arg(long)]
    clean: bool,
    /// Stop each run after N assignments.
    #[arg(long, value_name = "N")]
    step_limit: Option<u64>,
    /// What each run may use; 10 seconds on the clock where nothing else is said.
    #[command(flatten)]
    resources: ResourceArgs,
}

/// The time of each run unless a limit is named: plain backtracking would take years on the hardest grids.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The three runs: heading, name in the table, method.
const RUNS: [(&str, &str, Method); 3] = [
    (" ~~~~~~~~~Backtracking~~~~~~~~~", "backtracking", Method::Backtrack),
    (" ~~~~~~~~ForwardChecking~~~~~~~~", "forward checking", Method::ForwardChecking),
    (" ~~~~~~ForwardCheckingMRV~~~~~~", "fc + MRV", Method::ForwardCheckingMrv),
];

/// The outcome of a run and its figures.
struct Run {
    outcome: Outcome,
    checks: u64,
    assignments: u64,
    milliseconds: f64,
}

impl Compare {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        compare(self, out)
    }
}

fn compare(args: &Compare, out: &mut Output) -> Result<Exit, Failure> {
    let mut grids = Vec::new();
    let inputs = if args.files.is_empty() { vec![PathBuf::from("-")] } else { args.files.clone() };
    for path in inputs {
        let source = Source::read(Some(&path))?;
        let found = source.take(Grid::parse_all(&source.text))?.puzzle;
        let single = found.len() == 1;
        for (index, (grid, _)) in found.into_iter().enumerate() {
            let stem = path.file_stem().map_or("-".into(), |stem| stem.to_string_lossy().into_owned());
            grids.push((if single { stem } else { format!("{stem}:{}", index + 1) }, grid));
        }
    }
    match &grids[..] {
        [(_, grid)] => print_one(args, grid, out),
        grids => print_table(args, grids, out),
    }
}

/// The text that the program of the Tenner report prints.
fn print_one(args: &Compare, grid: &Grid, out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "Welcome to the Tenner Grid generator and solver")?;
    writeln!(out, " ---------Initial State---------\n{grid}")?;
    let mut exit = Exit::Solved;
    for (heading, name, method) in RUNS {
        writeln!(out, "{heading}")?;
        out.flush()?;
        let run = search(args, grid, method, name)?;
        match run.outcome {
            Outcome::Solved(values) => {
                let filled = grid.filled(values.into_iter().map(|value| value as u8));
                writeln!(out, " ---------Final State---------\n{filled}")?;
            }
            Outcome::NoSolution => {
                exit = Exit::NoSolution;
                writeln!(out, "No Solution exists")?;
            }
            Outcome::Unknown(stop) => {
                exit = if exit == Exit::Solved { Exit::Done } else { exit };
                writeln!(out, "UNKNOWN ({stop})")?;
            }
        }
        writeln!(out, "consistency: {}\nassignments: {}", run.checks, run.assignments)?;
        writeln!(out, "Time Used: {} milliseconds\n", run.milliseconds)?;
    }
    Ok(exit)
}

/// The table of the Tenner report: consistency checks and assignments of each run on each grid, and the medians of the
/// checks.
fn print_table(args: &Compare, grids: &[(String, Grid)], out: &mut Output) -> Result<Exit, Failure> {
    let width = grids.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max("median".len());
    write!(out, "{:width$}", "grid")?;
    for (_, name, _) in RUNS {
        write!(out, " | {name:>29}")?;
    }
    let columns = format!(" | {:>10} {:>10} {:>7}", "checks", "assigns", "seconds");
    writeln!(out, "\n{:width$}{}", "", columns.repeat(RUNS.len()))?;
    let mut checks: [Vec<u64>; 3] = Default::default();
    let mut exit = Exit::Solved;
    for (name, grid) in grids {
        write!(out, "{name:width$}")?;
        for (column, (_, engine, method)) in RUNS.into_iter().enumerate() {
            out.flush()?;
            let run = search(args, grid, method, &format!("{name}, {engine}"))?;
            let seconds = run.milliseconds / 1000.0;
            let cut = matches!(run.outcome, Outcome::Unknown(_));
            if cut {
                exit = Exit::Done;
                write!(out, " | {:>21} {seconds:>7.2}", "unsolved")?;
            } else {
                checks[column].push(run.checks);
                write!(out, " | {:>10} {:>10} {seconds:>7.2}", run.checks, run.assignments)?;
            }
        }
        writeln!(out)?;
    }
    write!(out, "{:width$}", "median")?;
    for mut column in checks {
        column.sort_unstable();
        let middle = match column.len() {
            0 => "-".to_string(),
            count if count % 2 == 1 => column[count / 2].to_string(),
            count => ((column[count / 2 - 1] + column[count / 2]) as f64 / 2.0).to_string(),
        };
        write!(out, " | {middle:>10} {:>18}", "")?;
    }
    writeln!(out)?;
    Ok(exit)
}

/// Makes one run, which the live line names meanwhile; a solution is checked.
fn search(args: &Compare, grid: &Grid, method: Method, what: &str) -> Result<Run, Failure> {
    let mut resources = args.resources.clone();
    if resources.cpu_limit.is_none() && args.step_limit.is_none() {
        resources.time_limit.get_or_insert(DEFAULT_TIME);
    }
    let limits = LimitArgs { resources, step_limit: args.step_limit, ..LimitArgs::default() };
    // Each run has the whole time limit.
    process::next_puzzle();
    let limits = limits.from_now();
    let start = Instant::now();
    process::live().set_message(what);
    let (outcome, checks, assignments) = outcome(args, grid, method, &limits)?;
    let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
    if let Outcome::Solved(values) = &outcome {
        let filled = grid.filled(values.iter().map(|&value| value as u8));
        grid.check(&filled).map_err(Failure::internal)?;
    }
    Ok(Run { outcome, checks, assignments, milliseconds })
}

/// The outcome, the consistency checks and the assignments of a run.
fn outcome(args: &Compare, grid: &Grid, method: Method, limits: &Limits) -> Result<(Outcome, u64, u64), Failure> {
    if args.clean {
        let problem = pose::problem(grid).map_err(Failure::input)?;
        let mut search = Search::new(&problem, method);
        let outcome = search.next(limits, None);
        return Ok((outcome, search.counters().consistency_checks, search.counters().assignments));
    }
    if grid.sums.contains(&None) {
        return Err(Failure::input("the published program needs every sum; use --clean"));
    }
    let (outcome, counters) = published::search(method, grid, limits, None).map_err(Failure::input)?;
    Ok((outcome, counters.consistency_checks, counters.assignments))
}
