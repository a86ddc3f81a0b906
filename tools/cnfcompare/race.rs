//! A fair race of our engines and external solvers over formulas and puzzles. This file has only flags and printing;
//! everything else is in `gemsat::compare`.

#[path = "outputs.rs"]
mod outputs;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand};
use gemsat::command::exit::{Exit, Failure, run};
use gemsat::command::help;
use gemsat::command::live::Live;
use gemsat::command::output::{Output, complain};
use gemsat::command::report::clean;
use gemsat::command::signals::catch_file_size;
use gemsat::command::text::TextArgs;
use gemsat::command::values::{parse_memory, parse_seconds};
use gemsat::compare::child::{Caps, SUPERVISOR};
use gemsat::compare::forecast::time_left;
use gemsat::compare::inputs::{Kind, Selection, find};
use gemsat::compare::journal::Journal;
use gemsat::compare::judge::Record;
use gemsat::compare::machine::{Machine, now};
use gemsat::compare::plan::Plan;
use gemsat::compare::race::Context;
use gemsat::compare::results::Results;
use gemsat::compare::{lineup, race, supervisor};
use gemsat::limits::StopFlag;
use outputs::Outputs;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "  cnfcompare cnf/ --engines cdcl,dpll,walksat --solvers minisat,kissat --cpu-limit 60
  cnfcompare gems/input_*.txt --engines all --cpu-limit 10 --times times.txt --svg plots/
  cnfcompare big/ --solvers 'old=./solver-1 {cnf},new=./solver-2 --fast {cnf}' --runs 3 --jobs 2 --pin
  cnfcompare gems/input_*.txt --engines all --cpu-limit 10 --resume
  cnfcompare show cnfcompare.jsonl --html race.html

In commands {cnf} stands for the formula's file, {out} for a result file, {proof} for a proof's file, {seed} for the seed.";

const CODES: &str = "\
Exit codes:
   0  all runs have ended, and no answer was found wrong
   1  bad input, a file or stream that cannot be read or written, or an interruption
   2  wrong usage
  70  an answer was found wrong, or solvers disagree";

/// Compares solvers: all over the same formulas, under the same limits, every answer checked.
#[derive(Parser)]
#[command(arg_required_else_help = true, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    race: Race,
}

#[derive(Subcommand)]
enum Verb {
    /// Show the race that a journal holds, and write its outputs again; nothing is run.
    Show {
        /// The journal of the race.
        #[arg(value_name = "JOURNAL")]
        journal: PathBuf,
        #[command(flatten)]
        outputs: Outputs,
    },
}

#[derive(Args)]
struct Race {
    /// Formulas and puzzles: files, or folders that are searched for them.
    #[arg(value_name = "PATH", help_heading = "Input")]
    paths: Vec<PathBuf>,
    /// A file that names more of them, one a line.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    list: Vec<PathBuf>,
    /// What the files hold whose names do not say it.
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(Kind::names()).try_map(|name| name.parse::<Kind>()), help_heading = "Input")]
    kind: Option<Kind>,
    /// How many colours graphs are coloured with.
    #[arg(long, value_name = "N", default_value_t = 4, help_heading = "Input")]
    colors: usize,
    #[command(flatten)]
    text: TextArgs,
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
    cpu_limit: Duration,
    /// Stop a run after this much time on the clock [default: three times the CPU limit, plus 10 seconds].
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Limits")]
    time_limit: Option<Duration>,
    /// Stop a run that takes more memory: MB, or a number followed by K, M or G [default: four fifths of the machine's,
    /// shared by the jobs].
    #[arg(long, value_name = "MB", value_parser = parse_memory, help_heading = "Limits")]
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
    /// The file to which every run is written as it ends; a finished race in it is kept under a name with its time.
    #[arg(long, value_name = "FILE", default_value = "cnfcompare.jsonl", help_heading = "Race")]
    journal: PathBuf,
    /// Go on with the journal's race, given the formulas, solvers and limits that it was begun with.
    #[arg(long, conflicts_with = "fresh", help_heading = "Race")]
    resume: bool,
    /// Start again, although the journal holds an unfinished race, which is lost.
    #[arg(long, help_heading = "Race")]
    fresh: bool,
    #[command(flatten)]
    outputs: Outputs,
}

/// The command line.
pub fn command() -> clap::Command {
    let command = Cli::command().mut_arg("input", |arg| arg.help_heading("Input"));
    help::finish_with(command, "cnfcompare", EXAMPLES, CODES)
}

/// Runs the tool, or the supervisor of one of its runs.
pub fn main() -> ExitCode {
    // The supervisor of a run must be small and quick: nothing comes before it.
    if std::env::args_os().nth(1).is_some_and(|first| first == SUPERVISOR) {
        return ExitCode::from(supervisor::main());
    }
    let cli: Cli = help::parse(command());
    run("cnfcompare", |out| {
        catch_file_size()?;
        match &cli.verb {
            Some(Verb::Show { journal, outputs }) => show(journal, outputs, out),
            None => compare(&cli.race, out),
        }
    })
}

/// Shows the race that a journal holds. Nothing is run, and no file that the journal names is read.
fn show(journal: &Path, outputs: &Outputs, out: &mut Output) -> Result<Exit, Failure> {
    outputs.check(journal, &[])?;
    let held = Journal::show(journal)?;
    let results = Results::new(&held.plan, &held.records, outputs.by);
    outputs.write(&results, out)?;
    judged(&results)
}

fn compare(cli: &Race, out: &mut Output) -> Result<Exit, Failure> {
    let lists: Vec<&Path> = cli.list.iter().map(PathBuf::as_path).collect();
    cli.outputs.check(&cli.journal, &lists)?;
    if cli.paths.is_empty() && cli.list.is_empty() {
        return Err(Failure::usage(match cli.resume {
            true => format!(
                "--resume runs only what the command line names: name the formulas and solvers as when the race was begun; \
                 `cnfcompare show {}` shows what was run",
                cli.journal.display()
            ),
            false => "name formulas or puzzles, or a folder of them".into(),
        }));
    }
    let program = std::env::current_exe()?;
    let plan = plan(cli, &program)?;
    let mut inputs = lists;
    inputs.extend(plan.instances.iter().map(|instance| instance.path.as_path()));
    cli.outputs.check(&cli.journal, &inputs)?;
    let (mut journal, plan, records) = begin(cli, plan)?;
    let mut work = cli.journal.clone().into_os_string();
    work.push(".work");
    let work = PathBuf::from(work);
    let (records, stopped) = {
        let _cleared = Cleared::new(&work)?;
        contest(&plan, &program, &work, &mut journal, records)?
    };
    let results = Results::new(&plan, &records, cli.outputs.by);
    cli.outputs.write(&results, out)?;
    if stopped {
        let (done, all) = results.progress();
        return Err(Failure::input(format!("interrupted after {done} of {all} runs; --resume goes on")));
    }
    judged(&results)
}

/// The journal of the race, either new or that of a race to be continued, with the runs that it has.
fn begin(cli: &Race, plan: Plan) -> Result<(Journal, Plan, Vec<Record>), Failure> {
    let name = cli.journal.display();
    let say = |text: String| complain(clean(&format!("cnfcompare: {text}")));
    if !cli.resume {
        let (journal, kept) = Journal::create(&cli.journal, &plan, cli.fresh)?;
        if let Some(kept) = kept {
            say(format!("the finished race of {name} is kept as {}", kept.display()));
        }
        if !cli.outputs.quiet {
            say(format!("the results go to {name}"));
        }
        return Ok((journal, plan, Vec::new()));
    }
    let (journal, held) = Journal::open(&cli.journal)?;
    let differs = |why| Failure::usage(format!("{name} is the journal of another race: {why}; --fresh starts again"));
    held.plan.same_runs(&plan).map_err(differs)?;
    if held.plan.machine != plan.machine {
        say(format!("{name}: the race was begun on another machine ({})", held.plan.machine.cpu));
    }
    let records = held.done(&plan);
    Ok((journal, Plan { started: held.plan.started, ..plan }, records))
}

/// The end of a race: 70 when an answer was wrong, or when solvers disagree.
fn judged(results: &Results<'_>) -> Result<Exit, Failure> {
    if !results.any_wrong() {
        return Ok(Exit::Done);
    }
    let many = |count: usize, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    let wrong = results.rows.iter().filter(|row| row.word.is_wrong()).count();
    let wrong = many(wrong, "run gave a wrong answer", "runs gave a wrong answer");
    let open = many(results.disagreements().count(), "formula has two verdicts", "formulas have two verdicts");
    Err(Failure::Internal(format!("{wrong}; {open}")))
}

/// A folder that is emptied before the race and removed after it.
struct Cleared<'a>(&'a Path);

impl<'a> Cleared<'a> {
    fn new(path: &'a Path) -> Result<Cleared<'a>, Failure> {
        let failed = |error: io::Error| Failure::file(path, error);
        if path.symlink_metadata().is_ok() {
            // Only what a killed race has left behind is removed; anything else of that name belongs to the user.
            for entry in fs::read_dir(path).map_err(failed)? {
                let name = entry.map_err(failed)?.file_name();
                if !race::is_work(&name) {
                    let name = Path::new(&name).display();
                    return Err(failed(io::Error::other(format!(
                        "expected what a race has left here, found '{name}'"
                    ))));
                }
            }
            fs::remove_dir_all(path).map_err(failed)?;
        }
        fs::create_dir(path).map_err(failed)?;
        Ok(Cleared(path))
    }
}

impl Drop for Cleared<'_> {
    fn drop(&mut self) {
        // What cannot be removed now will be removed by the next race.
        let _ = fs::remove_dir_all(self.0);
    }
}

fn plan(cli: &Race, program: &Path) -> Result<Plan, Failure> {
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
    let selection = Selection {
        paths: cli.paths.clone(),
        lists: cli.list.clone(),
        kind: cli.kind,
        colors: cli.colors,
        text: cli.text,
    };
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
    // A model takes at most twelve characters for each variable; much longer output is not an answer.
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
        complain(clean(&format!("cnfcompare: left out: {refusal}")));
    }
    if files.len() > NAMED {
        let more = files.len() - NAMED;
        complain(format_args!("cnfcompare: left out: {more} more files; --html and --json name all {}", files.len()));
    }
}

/// Makes the remaining runs, with a live line on a terminal. Returns whether it was interrupted.
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
