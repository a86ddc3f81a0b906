//! The batch run of the gem hunter report (`docs/reports.md`): every `input_x.txt` of a folder by brute force,
//! backtracking and CDCL.

use clap::Args;
use gemsat::cnf::{Assignment, inputs};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::limits::{LimitArgs, ResourceArgs};
use gemsat::command::output::{Output, complain, write_file};
use gemsat::command::process;
use gemsat::command::puzzle::backend::{Backend, EngineArgs};
use gemsat::command::puzzle::picture::{PictureArgs, svg};
use gemsat::command::puzzle::say_hopeless;
use gemsat::command::puzzle::source::Source;
use gemsat::command::report::clean;
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Stop, cpu_time};
use gemsat::puzzle::chart::{self, Series};
use gemsat::puzzle::gems::encode::{Numbering, encode};
use gemsat::puzzle::gems::{Board, GemsReadOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Args, Debug)]
pub struct Batch {
    /// The folder with input_x.txt files ("input x.txt", Inputx.txt and .csv too; the outputs are named alike).
    input: PathBuf,
    /// The folder for output_x.txt and times.txt.
    #[arg(long, value_name = "FOLDER", default_value = "output")]
    out: PathBuf,
    /// Attempts of brute force and calls of backtracking, each, before they give up.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    step_limit: u64,
    #[command(flatten)]
    resources: ResourceArgs,
    /// Call the last column and its answers "PySAT", as the report does, whoever has solved them.
    #[arg(long)]
    report_names: bool,
    /// Print `unsolved` instead of the time where a limit was hit.
    #[arg(long)]
    mark_unsolved: bool,
    /// Draw the times as a chart into this file (SVG).
    #[arg(long, value_name = "FILE", value_parser = svg)]
    chart: Option<PathBuf>,
    /// An external solver for the last column.
    #[arg(long, value_name = "COMMAND")]
    solver: Option<String>,
    /// `0` is an unknown cell, not a number.
    #[arg(long)]
    zero_unknown: bool,
}

/// One of the three runs on each board: the headings of its answer and of its column, the engine, and whether the step
/// limit holds.
struct Run {
    heading: String,
    column: String,
    engine: Option<&'static str>,
    limited: bool,
}

impl Run {
    fn new(heading: &str, column: &str, engine: Option<&'static str>) -> Run {
        Run { heading: heading.into(), column: format!("{column} (s)"), engine, limited: engine.is_some() }
    }
}

impl Batch {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        batch(self, out)
    }

    /// The three runs. The last one is named after the solver that ran, or as in the report.
    fn runs(&self) -> [Run; 3] {
        let program = |command: &str| {
            let word = command.split_whitespace().next().unwrap_or(command);
            Path::new(word).file_name().map_or(word.to_string(), |name| name.to_string_lossy().into_owned())
        };
        let last = match &self.solver {
            _ if self.report_names => Run::new("Pysat", "PySAT", None),
            Some(command) => Run::new(&program(command), &program(command), None),
            None => Run::new("CDCL", "CDCL", None),
        };
        [
            Run::new("Brute force", "Brute Force", Some("brute")),
            Run::new("Backtracking", "Backtracking", Some("backtracking")),
            last,
        ]
    }
}

fn batch(args: &Batch, out: &mut Output) -> Result<Exit, Failure> {
    let picture = PictureArgs { output: args.chart.clone() };
    let runs = args.runs();
    let cases = cases(&args.input)?;
    if cases.is_empty() {
        return Err(Failure::input(format!("{}: no input_x.txt here", args.input.display())));
    }
    std::fs::create_dir_all(&args.out).map_err(|error| Failure::input(format!("{}: {error}", args.out.display())))?;
    // All inputs are noted before the first output is written.
    cases.iter().for_each(|case| inputs::note(&case.path));
    let mut times = format!("{:>10}", "Testcase");
    for run in &runs {
        times.push_str(&format!(" | {:>20}", run.column));
    }
    times.push('\n');
    let mut chart: Vec<Series> =
        runs.iter().map(|run| Series { name: run.heading.clone(), seconds: Vec::new() }).collect();
    let (mut unread, all) = (0, cases.len());
    for Case { label, output, path } in &cases {
        let board = match read(args, path) {
            Ok(board) => board,
            Err(stopped @ Failure::Stopped(_)) => return Err(stopped),
            Err(failure) => {
                unread += 1;
                complain(format_args!("gems: {}", clean(&failure.to_string())));
                writeln!(out, "{}: not read", path.display())?;
                times.push_str(&format!("{label:>10}{}\n", format!(" | {:>20}", "not read").repeat(runs.len())));
                chart.iter_mut().for_each(|series| series.seconds.push(None));
                continue;
            }
        };
        say_hopeless(&board, &format!("{}: ", clean(&path.display().to_string())));
        let encoding = encode(&board, Numbering::Unknown, board.mines).map_err(Failure::input)?;
        let mut answers = String::new();
        times.push_str(&format!("{label:>10}"));
        writeln!(out, "{}:", path.display())?;
        for (Run { heading, engine, limited, .. }, series) in runs.iter().zip(&mut chart) {
            let chosen = EngineArgs {
                engine: engine.map(str::to_string),
                solver: args.solver.clone().filter(|_| engine.is_none()),
                limits: LimitArgs {
                    resources: args.resources.clone(),
                    step_limit: limited.then_some(args.step_limit),
                    ..LimitArgs::default()
                },
                ..EngineArgs::default()
            };
            let mut backend = chosen.backend()?;
            // Each run has the whole time limit; a signal ends them all.
            process::next_puzzle();
            let limits = chosen.limits();
            if process::interrupted() {
                return Err(Failure::Stopped(Stop::Interrupted));
            }
            let (verdict, seconds) = timed(&mut backend, &encoding.formula, &limits)?;
            let (text, listed) = match &verdict {
                Verdict::Sat(model) => {
                    let filled = filled(&board, model);
                    board.check(&filled, board.mines).map_err(Failure::internal)?;
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
    if args.chart.is_some() {
        let labels: Vec<String> = cases.into_iter().map(|case| case.label).collect();
        picture.write(&chart::svg("Time of each test case", &labels, &chart), out)?;
    }
    match unread {
        0 => Ok(Exit::Done),
        count => Err(Failure::input(format!("{count} of {all} could not be read"))),
    }
}

/// The board of a file.
fn read(args: &Batch, path: &Path) -> Result<Board, Failure> {
    let source = Source::read(Some(path))?;
    let options = GemsReadOptions { zero_unknown: args.zero_unknown, answer: false };
    source.take(Board::parse(&source.text, options)).map(|reading| reading.puzzle)
}

/// The model as PySAT prints it.
fn numbers(model: &Assignment) -> String {
    let numbers: Vec<String> = model.lits().map(|lit| lit.to_dimacs().to_string()).collect();
    format!("[{}]", numbers.join(", "))
}

/// The CPU seconds of this process, or the wall-clock seconds of another one.
fn timed(backend: &mut Backend, formula: &gemsat::cnf::Formula, limits: &Limits) -> Result<(Verdict, f64), Failure> {
    let (wall, cpu) = (Instant::now(), cpu_time());
    let verdict = backend.solve(formula, limits)?;
    let seconds = if backend.is_external() { wall.elapsed() } else { cpu_time() - cpu }.as_secs_f64();
    Ok((verdict, seconds))
}

/// Free cells are gems, as in the gem hunter report, unless the number of traps is known.
fn filled(board: &Board, model: &Assignment) -> Board {
    let cells: Vec<usize> = board.unknown_cells().collect();
    let gem = |cell: usize| board.mines.is_none() && board.is_free(cell);
    board.filled(|number| !gem(cells[number]) && model.value(gemsat::cnf::Var::new(number)))
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
