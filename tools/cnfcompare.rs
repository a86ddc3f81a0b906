//! A fair race of our engines and outside solvers over formulas and puzzles. Flags and printing only; the thinking is in
//! `gemsat::compare`.

use clap::Parser;
use gemsat::compare::child::{Caps, GUARD};
use gemsat::compare::forecast::time_left;
use gemsat::compare::inputs::{Kind, Wish, find};
use gemsat::compare::journal::Journal;
use gemsat::compare::judge::Record;
use gemsat::compare::machine::{Machine, now};
use gemsat::compare::plan::Plan;
use gemsat::compare::race::Ground;
use gemsat::compare::results::{Clock, Results};
use gemsat::compare::{files, guard, lineup, page, plot, race, table};
use gemsat::limits::StopFlag;
use gemsat::output::write_whole;
use gemsat::puzzle::cli::{Exit, Failure, Output, run};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const AFTER_HELP: &str = "\
Examples:
  cnfcompare cnf/ --engines cdcl,dpll,walksat --solvers minisat,cadical,kissat --timeout 60 --html race.html
  cnfcompare gems/input_*.txt --engines all --timeout 10 --times times.txt --svg plots/
  cnfcompare big/ --solvers 'old=./solver-1 {cnf},new=./solver-2 --fast {cnf}' --runs 3 --jobs 2 --pin
  cnfcompare --resume --html race.html       go on with the race of cnfcompare.jsonl, or show it again

In commands {cnf} stands for the formula's file, {out} for a result file, {proof} for a proof's file, {seed} for the seed.

Exit status: 0 done; 1 bad input, or interrupted; 2 wrong usage; 70 an answer was found wrong.";

#[derive(Parser)]
#[command(name = "cnfcompare", version, arg_required_else_help = true, after_help = AFTER_HELP)]
#[command(about = "Compares solvers: all over the same formulas, under the same limits, every answer checked.")]
struct Cli {
    /// Formulas and puzzles: files, or folders that are searched for them.
    #[arg(value_name = "PATH", help_heading = "Input")]
    paths: Vec<PathBuf>,
    /// A file that names more of them, one a line.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    list: Vec<PathBuf>,
    /// What files hold whose names do not tell it.
    #[arg(long, value_enum, help_heading = "Input")]
    kind: Option<Kind>,
    /// Into how many colours graphs are coloured.
    #[arg(long, value_name = "N", default_value_t = 4, help_heading = "Input")]
    colors: usize,
    /// Our engines, by name, with options: `cdcl,dpll,calm=cdcl --no-restart`; `all` is every one.
    #[arg(long, value_name = "LIST", help_heading = "Solvers")]
    engines: Option<String>,
    /// Outside solvers: programs that are known (minisat, kissat, cadical, glucose, ...), or commands with {cnf}.
    #[arg(long, value_name = "LIST", help_heading = "Solvers")]
    solvers: Vec<String>,
    /// Check the proofs of those that write any.
    #[arg(long, help_heading = "Solvers")]
    check_proofs: bool,
    /// CPU seconds that a run may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, help_heading = "Limits")]
    timeout: f64,
    /// Seconds by the clock that a run may take [default: three times the CPU seconds, and ten].
    #[arg(long, value_name = "SECONDS", help_heading = "Limits")]
    wall: Option<f64>,
    /// Memory that a run may take, in MiB [default: four fifths of the machine's, shared by the jobs].
    #[arg(long, value_name = "MIB", help_heading = "Limits")]
    memory: Option<u64>,
    /// How often each solver runs over each formula, with one seed more each time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Race")]
    runs: u32,
    /// How many runs there are at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..), help_heading = "Race")]
    jobs: u16,
    /// Give each job a core of its own.
    #[arg(long, help_heading = "Race")]
    pin: bool,
    /// The first run's seed, and that of the order of the runs.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Race")]
    seed: u64,
    /// The file to which every run is written as it ends.
    #[arg(long, value_name = "FILE", default_value = "cnfcompare.jsonl", help_heading = "Race")]
    journal: PathBuf,
    /// Go on with the journal's race; without inputs and solvers, just as it was begun.
    #[arg(long, conflicts_with = "restart", help_heading = "Race")]
    resume: bool,
    /// Begin anew, although the journal holds a race.
    #[arg(long, help_heading = "Race")]
    restart: bool,
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
    /// Write the plots into this folder, as PNG.
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    png: Option<PathBuf>,
    /// Write the times in the layout of the gem report.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    times: Option<PathBuf>,
    /// Which time counts.
    #[arg(long, value_enum, default_value = "cpu", help_heading = "Output")]
    by: Clock,
    /// Print nothing on the terminal but failures.
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

fn main() -> ExitCode {
    // The guard of a run must be small and quick: nothing comes before it.
    if std::env::args_os().nth(1).is_some_and(|first| first == GUARD) {
        return ExitCode::from(guard::main());
    }
    let cli = Cli::parse();
    run("cnfcompare", |out| compare(&cli, out))
}

fn compare(cli: &Cli, out: &mut Output) -> Result<Exit, Failure> {
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
        (false, Some(plan)) => (Journal::create(&cli.journal, &plan, cli.restart)?, plan, Vec::new()),
        (_, wanted) => {
            let (journal, held) = Journal::open(&cli.journal)?;
            if let Some(wanted) = wanted {
                let name = cli.journal.display();
                held.plan
                    .same_runs(&wanted)
                    .map_err(|why| Failure::usage(format!("{name}: {why}; --restart begins anew")))?;
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
        let color = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        write!(out, "{}", table::render(&results, color))?;
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

/// A folder that is emptied before and taken away after.
struct Cleared<'a>(&'a Path);

impl<'a> Cleared<'a> {
    fn new(path: &'a Path) -> Result<Cleared<'a>, Failure> {
        let failed = |error: io::Error| Failure::input(format!("{}: {error}", path.display()));
        if path.exists() {
            fs::remove_dir_all(path).map_err(failed)?;
        }
        fs::create_dir_all(path).map_err(failed)?;
        Ok(Cleared(path))
    }
}

impl Drop for Cleared<'_> {
    fn drop(&mut self) {
        // What cannot be taken away now is taken away by the next race.
        let _ = fs::remove_dir_all(self.0);
    }
}

fn plan(cli: &Cli, program: &Path) -> Result<Plan, Failure> {
    let positive = |name: &str, value: f64| match value.is_finite() && value > 0.0 {
        true => Ok(value),
        false => Err(Failure::usage(format!("--{name}: expected seconds above 0, found {value}"))),
    };
    let mut contenders = match (&cli.engines, cli.solvers.is_empty()) {
        (Some(list), _) => lineup::engines(list, program, cli.check_proofs)?,
        (None, true) => lineup::engines("cdcl", program, cli.check_proofs)?,
        (None, false) => Vec::new(),
    };
    for list in &cli.solvers {
        contenders.extend(lineup::solvers(list, cli.check_proofs)?);
    }
    if contenders.is_empty() {
        return Err(Failure::usage("no solver takes part"));
    }
    lineup::tell_apart(&mut contenders);
    let wish = Wish { paths: cli.paths.clone(), lists: cli.list.clone(), kind: cli.kind, colors: cli.colors };
    let found = find(&wish)?;
    tell_left_out(&found.skipped);
    lineup::ask_versions(&mut contenders, program, tempfile::tempdir()?.path());
    let machine = Machine::here();
    let cpu = positive("timeout", cli.timeout)?;
    let wall = positive("wall", cli.wall.unwrap_or(3.0 * cpu + 10.0))?;
    let jobs = usize::from(cli.jobs);
    if jobs > machine.cores {
        eprintln!("cnfcompare: {jobs} jobs share {} cores: times will be worse than they are", machine.cores);
    }
    let memory = cli.memory.map_or(machine.memory / 5 * 4 / u64::from(cli.jobs), |mib| mib.saturating_mul(1 << 20));
    let variables = found.instances.iter().map(|instance| instance.variables).max().unwrap_or(0);
    // A model takes at most twelve letters a variable; what is much longer is no answer.
    let output = (64 << 20) + 12 * u64::from(variables);
    let file = if cli.check_proofs { 16 << 30 } else { 2 * output };
    Ok(Plan {
        contenders,
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
        eprintln!("cnfcompare: left out: {refusal}");
    }
    if files.len() > NAMED {
        let more = files.len() - NAMED;
        eprintln!("cnfcompare: left out: {more} files more; --html and --json name all {}", files.len());
    }
}

/// Runs what is still to be run, with a bar on a terminal. Says whether it was interrupted.
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
    let total = plan.schedule().len() as u64;
    let bar = if io::stderr().is_terminal() { ProgressBar::new(total) } else { ProgressBar::hidden() };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} runs, {elapsed} gone{msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let stop = StopFlag::default();
    let ground = Ground { program, work, stop: &stop };
    let records = race::run(plan, &ground, journal, records, |records| {
        if caught.load(Ordering::Relaxed) {
            stop.raise();
        }
        bar.set_position(records.len() as u64);
        let left = time_left(plan, records).map(|left| format!(", about {} left", HumanDuration(left)));
        bar.set_message(left.unwrap_or_default());
    });
    bar.finish_and_clear();
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
    let failed = |path: &Path, error: io::Error| Failure::input(format!("{}: {error}", path.display()));
    for (path, content) in wanted {
        if let Some(path) = path {
            write_whole(path, content).map_err(|error| failed(path, error))?;
        }
    }
    let folders: [(&Option<PathBuf>, &str, Drawn); 2] = [
        (&cli.svg, "svg", |plot| Ok(plot.svg(true).into_bytes())),
        (&cli.png, "png", |plot| plot.png().map_err(io::Error::other)),
    ];
    for (folder, ending, bytes) in folders {
        let Some(folder) = folder else { continue };
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        for (name, plot) in plot::all(results) {
            let path = folder.join(format!("{name}.{ending}"));
            let written = bytes(&plot).and_then(|bytes| write_whole(&path, |out| out.write_all(&bytes)));
            written.map_err(|error| failed(&path, error))?;
        }
    }
    Ok(())
}
