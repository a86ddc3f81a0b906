//! A fair race of our engines and external solvers over formulas and puzzles. Flags and printing only; the thinking is in
//! `gemsat::compare`.

use clap::Parser;
use gemsat::command::exit::{Exit, Failure, run};
use gemsat::command::live::Live;
use gemsat::command::output::{Output, complain, write_file};
use gemsat::command::png::{self, PngError};
use gemsat::command::values::{parse_memory, parse_seconds};
use gemsat::command::{color, help};
use gemsat::compare::child::{Caps, SUPERVISOR};
use gemsat::compare::forecast::time_left;
use gemsat::compare::inputs::{Kind, Selection, find};
use gemsat::compare::journal::Journal;
use gemsat::compare::judge::Record;
use gemsat::compare::machine::{Machine, now};
use gemsat::compare::plan::Plan;
use gemsat::compare::race::Context;
use gemsat::compare::results::{Clock, Results};
use gemsat::compare::{files, lineup, page, plot, race, supervisor, table};
use gemsat::limits::StopFlag;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "  cnfcompare cnf/ --engines cdcl,dpll,walksat --solvers minisat,kissat --html race.html
  cnfcompare gems/input_*.txt --engines all --cpu-limit 10 --times times.txt --svg plots/
  cnfcompare big/ --solvers 'old=./solver-1 {cnf},new=./solver-2 --fast {cnf}' --runs 3 --jobs 2 --pin
  cnfcompare --resume --html race.html       go on with the race of cnfcompare.jsonl, or show it again

In commands {cnf} stands for the formula's file, {out} for a result file, {proof} for a proof's file, {seed} for the seed.
An interrupted race ends with 1, and one in which an answer was found wrong with 70.";

/// Compares solvers: all over the same formulas, under the same limits, every answer checked.
#[derive(Parser)]
#[command(arg_required_else_help = true)]
struct Cli {
    /// Formulas and puzzles: files, or folders that are searched for them.
    #[arg(value_name = "PATH", help_heading = "Input")]
    paths: Vec<PathBuf>,
    /// A file that names more of them, one a line.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    list: Vec<PathBuf>,
    /// What the files hold whose names do not say it.
    #[arg(long, value_enum, help_heading = "Input")]
    kind: Option<Kind>,
    /// How many colours graphs are coloured with.
    #[arg(long, value_name = "N", default_value_t = 4, help_heading = "Input")]
    colors: usize,
    /// Our engines, by name, with options: `cdcl,dpll,calm=cdcl --no-restart`; `all` is every one.
    #[arg(long, value_name = "LIST", help_heading = "Solvers")]
    engines: Option<String>,
    /// External solvers: programs that are known (minisat, kissat, cadical, glucose, ...), or commands with {cnf}.
    #[arg(long, value_name = "LIST", help_heading = "Solvers")]
    solvers: Vec<String>,
    /// Check the proofs of the solvers that write them.
    #[arg(long, help_heading = "Solvers")]
    check_proofs: bool,
    /// Stop a run after this much CPU time (decimals allowed).
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "60", help_heading = "Limits")]
    #[arg(alias = "timeout")]
    cpu_limit: Duration,
    /// Stop a run after this much time on the clock [default: three times the CPU limit, plus 10 seconds].
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Limits", alias = "wall")]
    time_limit: Option<Duration>,
    /// Stop a run that takes more memory: MB, or a number followed by K, M or G [default: four fifths of the machine's,
    /// shared by the jobs].
    #[arg(long, value_name = "MB", value_parser = parse_memory, help_heading = "Limits", alias = "memory")]
    memory_limit: Option<u64>,
    /// How often each solver runs over each formula, each time with the next seed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Race")]
    runs: u32,
    /// How many runs take place at the same time; one by N threads (`--threads N`) counts N times.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..), help_heading = "Race")]
    jobs: u16,
    /// Give each run of one thread a core of its own.
    #[arg(long, help_heading = "Race")]
    pin: bool,
    /// Seed of the first runs, and of the order of the runs.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Race")]
    seed: u64,
    /// The file to which every run is written as it ends.
    #[arg(long, value_name = "FILE", default_value = "cnfcompare.jsonl", help_heading = "Race")]
    journal: PathBuf,
    /// Go on with the journal's race; without inputs and solvers, exactly as it was begun.
    #[arg(long, conflicts_with = "fresh", help_heading = "Race")]
    resume: bool,
    /// Start again, although the journal holds an unfinished race.
    #[arg(long, help_heading = "Race", alias = "restart")]
    fresh: bool,
    /// Write one page with plots and tables, for a browser.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,
    /// Write a line for each run.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,
    /// Write everything as JSON.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,
    /// Write the plots into this folder, as SVG.
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    svg: Option<PathBuf>,
    /// Write the plots into this folder, as PNG (in a build with the feature `png`).
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    png: Option<PathBuf>,
    /// Write the times in the layout of the gem hunter report.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    times: Option<PathBuf>,
    /// Which time is compared.
    #[arg(long, value_enum, default_value = "cpu", help_heading = "Output")]
    by: Clock,
    /// Print only failures.
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

/// The command line.
pub fn command() -> clap::Command {
    help::command::<Cli>("cnfcompare", EXAMPLES)
}

/// Runs the tool, or the supervisor of one of its runs.
pub fn main() -> ExitCode {
    // The supervisor of a run must be small and quick: nothing comes before it.
    if std::env::args_os().nth(1).is_some_and(|first| first == SUPERVISOR) {
        return ExitCode::from(supervisor::main());
    }
    let cli: Cli = help::parse(command());
    run("cnfcompare", |out| compare(&cli, out))
}

fn compare(cli: &Cli, out: &mut Output) -> Result<Exit, Failure> {
    if cli.png.is_some() && !png::BUILT {
        return Err(Failure::usage(PngError::NotBuilt.to_string()));
    }
    let program = std::env::current_exe()?;
    let mut work = cli.journal.clone().into_os_string();
    work.push(".work");
    let work = PathBuf::from(work);
    let planned = !(cli.paths.is_empty() && cli.list.is_empty());
    if !planned && !cli.resume {
        return Err(Failure::usage("name formulas or puzzles, or a folder of them"));
    }
    let wanted = if planned { Some(plan(cli, &program)?) } else { None };
    let (mut journal, plan, records) = match (cli.resume, wanted) {
        (false, Some(plan)) => (Journal::create(&cli.journal, &plan, cli.fresh)?, plan, Vec::new()),
        (_, wanted) => {
            let (journal, held) = Journal::open(&cli.journal)?;
            if let Some(wanted) = wanted {
                let name = cli.journal.display();
                held.plan
                    .same_runs(&wanted)
                    .map_err(|why| Failure::usage(format!("{name}: {why}; --fresh starts again")))?;
            }
            (journal, held.plan, held.records)
        }
    };
    let (records, stopped) = {
        let _cleared = Cleared::new(&work)?;
        contest(&plan, &program, &work, &mut journal, records)?
    };
    let results = Results::new(&plan, &records, cli.by);
    write_files(cli, &results)?;
    if !cli.quiet {
        write!(out, "{}", table::render(&results, color::on_stdout()))?;
        out.flush()?;
    }
    let (done, all) = results.progress();
    if stopped {
        return Err(Failure::input(format!("interrupted after {done} of {all} runs; --resume goes on")));
    }
    if results.any_wrong() {
        let wrong = results.rows.iter().filter(|row| row.word.is_wrong()).count();
        let open = results.disagreements.len();
        return Err(Failure::Internal(format!("{wrong} runs gave a wrong answer; {open} formulas have two verdicts")));
    }
    Ok(Exit::Done)
}

/// A folder that is emptied before the race and removed after it.
struct Cleared<'a>(&'a Path);

impl<'a> Cleared<'a> {
    fn new(path: &'a Path) -> Result<Cleared<'a>, Failure> {
        let failed = |error: io::Error| Failure::file(path, error);
        if path.exists() {
            fs::remove_dir_all(path).map_err(failed)?;
        }
        fs::create_dir_all(path).map_err(failed)?;
        Ok(Cleared(path))
    }
}

impl Drop for Cleared<'_> {
    fn drop(&mut self) {
        // What cannot be removed now is removed by the next race.
        let _ = fs::remove_dir_all(self.0);
    }
}

fn plan(cli: &Cli, program: &Path) -> Result<Plan, Failure> {
    let positive = |name: &str, time: Duration| match time.is_zero() {
        true => Err(Failure::usage(format!("--{name}: expected seconds above 0"))),
        false => Ok(time.as_secs_f64()),
    };
    let mut solvers = match (&cli.engines, cli.solvers.is_empty()) {
        (Some(list), _) => lineup::engines(list, program, cli.check_proofs)?,
        (None, true) => lineup::engines("cdcl", program, cli.check_proofs)?,
        (None, false) => Vec::new(),
    };
    for list in &cli.solvers {
        solvers.extend(lineup::solvers(list, cli.check_proofs)?);
    }
    if solvers.is_empty() {
        return Err(Failure::usage("no solver takes part"));
    }
    lineup::number_labels(&mut solvers);
    let selection = Selection { paths: cli.paths.clone(), lists: cli.list.clone(), kind: cli.kind, colors: cli.colors };
    let found = find(&selection)?;
    tell_left_out(&found.skipped);
    lineup::ask_versions(&mut solvers, program, tempfile::tempdir()?.path());
    let machine = Machine::here();
    let cpu = positive("cpu-limit", cli.cpu_limit)?;
    let wall = positive("time-limit", cli.time_limit.unwrap_or(3 * cli.cpu_limit + Duration::from_secs(10)))?;
    let jobs = usize::from(cli.jobs);
    if jobs > machine.cores {
        complain(format_args!("cnfcompare: {jobs} jobs share {} cores: times will be too long", machine.cores));
    }
    let memory = cli.memory_limit.unwrap_or(machine.memory / 5 * 4 / u64::from(cli.jobs));
    let variables = found.instances.iter().map(|instance| instance.variables).max().unwrap_or(0);
    // A model takes at most twelve letters a variable; what is much longer is no answer.
    let output = (64 << 20) + 12 * u64::from(variables);
    let file = if cli.check_proofs { 16 << 30 } else { 2 * output };
    Ok(Plan {
        solvers,
        instances: found.instances,
        caps: Caps { cpu, wall, memory, output, file },
        runs: cli.runs,
        seed: cli.seed,
        check_proofs: cli.check_proofs,
        jobs,
        pin: cli.pin,
        machine,
        started: now(),
        command: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
        left_out: found.skipped,
    })
}

/// Names the files that are not in the race: a few here, all in the page and the JSON.
fn tell_left_out(files: &[String]) {
    const NAMED: usize = 5;
    for refusal in files.iter().take(NAMED) {
        complain(format_args!("cnfcompare: left out: {refusal}"));
    }
    if files.len() > NAMED {
        let more = files.len() - NAMED;
        complain(format_args!("cnfcompare: left out: {more} more files; --html and --json name all {}", files.len()));
    }
}

/// Runs what is still to be run, with a live line on a terminal. Says whether it was interrupted.
fn contest(
    plan: &Plan,
    program: &Path,
    work: &Path,
    journal: &mut Journal,
    records: Vec<Record>,
) -> Result<(Vec<Record>, bool), Failure> {
    let caught = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, caught.clone())?;
    }
    let total = plan.schedule().len();
    let live = Live::stderr(Instant::now(), || None);
    let stop = StopFlag::default();
    let context = Context { program, work, stop: &stop };
    let records = race::run(plan, &context, journal, records, |records| {
        if caught.load(Ordering::Relaxed) {
            stop.raise();
        }
        let left = time_left(plan, records).map(|left| left.as_secs());
        let left = left.map(|left| format!(", about {}:{:02} left", left / 60, left % 60)).unwrap_or_default();
        live.set_message(format!("{} of {total} runs{left}", records.len()));
    });
    live.end();
    Ok((records?, stop.raised()))
}

fn write_files(cli: &Cli, results: &Results<'_>) -> Result<(), Failure> {
    type Content<'a> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + 'a>;
    type Drawn = fn(&plot::Plot) -> io::Result<Vec<u8>>;
    let wanted: [(&Option<PathBuf>, Content<'_>); 4] = [
        (&cli.html, Box::new(|out| out.write_all(page::render(results).as_bytes()))),
        (&cli.csv, Box::new(|out| files::write_csv(results, out))),
        (&cli.json, Box::new(|out| writeln!(out, "{:#}", files::to_json(results)))),
        (&cli.times, Box::new(|out| files::write_times(results, out))),
    ];
    for (path, content) in wanted {
        if let Some(path) = path {
            write_file(path, content)?;
        }
    }
    let folders: [(&Option<PathBuf>, &str, Drawn); 2] = [
        (&cli.svg, "svg", |plot| Ok(plot.svg(true).into_bytes())),
        (&cli.png, "png", |plot| plot.png().map_err(io::Error::other)),
    ];
    for (folder, ending, bytes) in folders {
        let Some(folder) = folder else { continue };
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
        for (name, plot) in plot::all(results) {
            let path = folder.join(format!("{name}.{ending}"));
            let bytes = bytes(&plot).map_err(|error| Failure::file(&path, error))?;
            write_file(&path, |file| file.write_all(&bytes))?;
        }
    }
    Ok(())
}
