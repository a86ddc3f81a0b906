//! The batch run of the gem hunter report: every `input_x.txt` of a folder by brute force, backtracking and CDCL.

use clap::Args;
use gemsat::cnf::Assignment;
use gemsat::command::backend::{Backend, EngineArgs};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::{LimitArgs, ResourceArgs};
use gemsat::command::output::{Output, write_file};
use gemsat::command::picture::PictureArgs;
use gemsat::command::source::Source;
use gemsat::command::values::parse_seconds;
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, cpu_time};
use gemsat::puzzle::chart::{self, Series};
use gemsat::puzzle::gems::encode::{Numbering, encode};
use gemsat::puzzle::gems::{Board, GemsReadOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Batch {
    /// The folder with input_x.txt files ("input x.txt", Inputx.txt and .csv too; the outputs are named alike).
    input: PathBuf,
    /// The folder for output_x.txt and times.txt.
    #[arg(long, alias = "output", value_name = "FOLDER", default_value = "output")]
    out: PathBuf,
    /// Attempts of brute force and calls of backtracking, each, before they give up.
    #[arg(long, value_name = "N", default_value_t = 2_000_000, alias = "steps")]
    step_limit: u64,
    /// Stop each run after this much time on the clock (decimals allowed).
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, alias = "time")]
    time_limit: Option<Duration>,
    /// Print `unsolved` instead of the time where a limit was hit.
    #[arg(long)]
    mark_unsolved: bool,
    /// Draw the times as a chart into this file (.svg or .png).
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// An external solver for the last column.
    #[arg(long, value_name = "COMMAND")]
    solver: Option<String>,
    /// `0` is an unknown cell, not a number.
    #[arg(long)]
    zero_unknown: bool,
}

/// The three runs: heading of the block and of the column, engine, and whether the step limit holds.
const RUNS: [(&str, &str, Option<&str>, bool); 3] = [
    ("Brute force", "Brute Force (s)", Some("brute"), true),
    ("Backtracking", "Backtracking (s)", Some("backtracking"), true),
    ("Pysat", "PySAT (s)", None, false),
];

impl Batch {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        batch(self, out)
    }
}

fn batch(args: &Batch, out: &mut Output) -> Result<Exit, Failure> {
    let cases = cases(&args.input)?;
    if cases.is_empty() {
        return Err(Failure::input(format!("{}: no input_x.txt here", args.input.display())));
    }
    std::fs::create_dir_all(&args.out).map_err(|error| Failure::input(format!("{}: {error}", args.out.display())))?;
    let mut times = format!("{:>10}", "Testcase");
    for (_, column, _, _) in RUNS {
        times.push_str(&format!(" | {column:>20}"));
    }
    times.push('\n');
    let mut chart: Vec<Series> =
        RUNS.iter().map(|run| Series { name: run.0.to_string(), seconds: Vec::new() }).collect();
    for Case { label, output, path } in &cases {
        let source = Source::read(Some(path))?;
        let options = GemsReadOptions { zero_unknown: args.zero_unknown, answer: false };
        let board = Board::parse(&source.text, options).map_err(|error| source.failure(&error))?;
        for (_, why) in board.impossible_clues() {
            eprintln!("gems: {}: {why}", path.display());
        }
        let encoding = encode(&board, Numbering::Unknown, None).map_err(Failure::input)?;
        let mut answers = String::new();
        times.push_str(&format!("{label:>10}"));
        writeln!(out, "{}:", path.display())?;
        for ((heading, _, engine, limited), series) in RUNS.into_iter().zip(&mut chart) {
            let chosen = EngineArgs {
                engine: engine.map(str::to_string),
                solver: args.solver.clone().filter(|_| engine.is_none()),
                limits: LimitArgs {
                    resources: ResourceArgs { time_limit: args.time_limit, ..ResourceArgs::default() },
                    step_limit: limited.then_some(args.step_limit),
                    ..LimitArgs::default()
                },
                ..EngineArgs::default()
            };
            let mut backend = chosen.backend()?;
            let limits = chosen.limits();
            let (verdict, seconds) = timed(&mut backend, &encoding.formula, &limits)?;
            let (text, listed) = match &verdict {
                Verdict::Sat(model) => {
                    let filled = filled(&board, model);
                    board.check(&filled, None).map_err(Failure::internal)?;
                    (filled.to_string(), format!("satisfiable {}", numbers(model)))
                }
                Verdict::Unsat => ("No solution\n".to_string(), "not satisfiable".to_string()),
                Verdict::Unknown(stop) => (format!("Unsolved ({stop})\n"), format!("unsolved ({stop})")),
            };
            answers.push_str(&format!("{heading}:\n{text}\n"));
            writeln!(out, "  {heading}: {listed}")?;
            series.seconds.push((!matches!(verdict, Verdict::Unknown(_))).then_some(seconds));
            let unsolved = args.mark_unsolved && matches!(verdict, Verdict::Unknown(_));
            let column = if unsolved { "unsolved".to_string() } else { format!("{seconds:.6}") };
            times.push_str(&format!(" | {column:>20}"));
        }
        times.push('\n');
        write_file(&args.out.join(output), |file| file.write_all(answers.as_bytes()))?;
    }
    write_file(&args.out.join("times.txt"), |file| file.write_all(times.as_bytes()))?;
    if let Some(path) = &args.chart {
        let labels: Vec<String> = cases.into_iter().map(|case| case.label).collect();
        let picture = PictureArgs { output: Some(path.clone()), ..PictureArgs::default() };
        picture.write(&chart::svg("Time of each test case", &labels, &chart), out)?;
    }
    Ok(Exit::Done)
}

/// The model as PySAT prints it.
fn numbers(model: &Assignment) -> String {
    let numbers: Vec<String> = model.lits().map(|lit| lit.to_dimacs().to_string()).collect();
    format!("[{}]", numbers.join(", "))
}

/// CPU seconds in this process, or wall seconds of another one.
fn timed(backend: &mut Backend, formula: &gemsat::cnf::Formula, limits: &Limits) -> Result<(Verdict, f64), Failure> {
    let (wall, cpu) = (Instant::now(), cpu_time());
    let verdict = backend.solve(formula, limits)?;
    let seconds = if backend.is_external() { wall.elapsed() } else { cpu_time() - cpu }.as_secs_f64();
    Ok((verdict, seconds))
}

/// Free cells are gems, as in the gem hunter report.
fn filled(board: &Board, model: &Assignment) -> Board {
    let cells: Vec<usize> = board.unknown_cells().collect();
    board.filled(|number| !board.is_free(cells[number]) && model.value(gemsat::cnf::Var::new(number as u32)))
}

/// An input file.
struct Case {
    /// What distinguishes it: a number, mostly.
    label: String,
    /// The name of its output.
    output: String,
    path: PathBuf,
}

/// The input files, numbers in their order first.
fn cases(folder: &Path) -> Result<Vec<Case>, Failure> {
    let failure = |error: std::io::Error| Failure::input(format!("{}: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failure)? {
        let path = entry.map_err(failure)?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let words = [("input", "output"), ("Input", "Output")];
        let Some((rest, output)) = words.iter().find_map(|&(word, output)| Some((name.strip_prefix(word)?, output)))
        else {
            continue;
        };
        if let Some(middle) = rest.strip_suffix(".txt").or(rest.strip_suffix(".csv")) {
            let label = middle.trim_start_matches(['_', ' ', '-']).to_string();
            found.push(Case { label, output: format!("{output}{middle}.txt"), path });
        }
    }
    found.sort_by_key(|case| (case.label.parse::<u64>().unwrap_or(u64::MAX), case.label.clone()));
    Ok(found)
}
