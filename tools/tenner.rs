//! Tenner grids: encode, decode, solve, check, count, generate, explain, draw, and the comparison of report 004. Flags
//! and printing only; the thinking is in the library.

use clap::{Args, Parser, Subcommand};
use gemsat::cnf::{Assignment, Lit};
use gemsat::csp::{Method, Outcome, Search, report};
use gemsat::encode::tenner as encoder;
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Stop};
use gemsat::observe::args::SeeArgs;
use gemsat::puzzle::SyntaxError;
use gemsat::puzzle::answer::{Answer, Status};
use gemsat::puzzle::cli::{
    EngineArgs, Exit, Failure, InputArgs, Output, PictureArgs, Source, parse_cell, run, see_one, unknown,
    write_encoding, write_file,
};
use gemsat::puzzle::play::Scene;
use gemsat::puzzle::tenner::{DIGITS, Grid, generate, svg};
use gemsat::reason::Reply;
use gemsat::reason::core::minimal_core;
use gemsat::reason::enumerate;
use gemsat::util::rng::Rng;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

#[derive(Parser)]
#[command(
    name = "tenner",
    version,
    about = "Tenner grids, solved by SAT and by constraint search",
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Write the grid as a formula.
    Encode(Encode),
    /// Read a solver's answer and print the grid.
    Decode(Decode),
    /// Solve a grid, or every grid of a collection, one result a line.
    Solve(Solve),
    /// Check a filled grid; exit code 0 when it is right, 20 when not.
    Check(Check),
    /// Print the number of solutions.
    Count(Count),
    /// Make a grid.
    Generate(Generate),
    /// Say which givens and sums contradict each other, or which force a cell.
    Explain(Explain),
    /// Draw the grid as SVG.
    Draw(Draw),
    /// Run backtracking, forward checking and forward checking with MRV, and print report 004's text.
    Compare(Compare),
}

#[derive(Args)]
struct Encode {
    #[command(flatten)]
    input: InputArgs,
    /// Write the named form instead of DIMACS.
    #[arg(long)]
    symbolic: bool,
}

#[derive(Args)]
struct Decode {
    /// The puzzle; without it, the answer's own `c @` line or --cnf tell it.
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<PathBuf>,
    /// The answer's file; standard input otherwise.
    #[arg(long, value_name = "FILE")]
    answer: Option<PathBuf>,
    /// The formula that was solved, for its `c @` line.
    #[arg(long, value_name = "FILE")]
    cnf: Option<PathBuf>,
}

#[derive(Args)]
struct Solve {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    see: SeeArgs,
    /// Print every solution, separated by empty lines.
    #[arg(long)]
    all: bool,
}

#[derive(Args)]
struct Check {
    /// The puzzle; alone, a filled grid that is checked by its own sums. A collection is checked by its listed solutions.
    puzzle: PathBuf,
    /// The filled grid.
    answer: Option<PathBuf>,
}

#[derive(Args)]
struct Count {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print `>N` when there are more.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Exit code 10 when there is exactly one solution, 20 when none or more.
    #[arg(long)]
    unique: bool,
}

#[derive(Args)]
struct Generate {
    /// Rows, 3 to 8 for the usual game.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    rows: u16,
    /// Blank cells of each row; random from 0 to 9 a row otherwise, as in the report, or as many as --unique allows.
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=10))]
    blanks: Option<u8>,
    /// Exactly one solution, proven.
    #[arg(long)]
    unique: bool,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Write JSON, with the solution.
    #[arg(long)]
    json: bool,
    /// Write the solution to this file.
    #[arg(long, value_name = "FILE")]
    solution: Option<PathBuf>,
    /// Wall-clock limit in seconds.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
}

#[derive(Args)]
struct Explain {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Explain why this cell (row,column from 1) holds its digit.
    #[arg(long, value_parser = parse_cell)]
    cell: Option<(usize, usize)>,
}

#[derive(Args)]
struct Draw {
    #[command(flatten)]
    input: InputArgs,
    /// Solve it first and show the solution.
    #[arg(long)]
    solved: bool,
    #[command(flatten)]
    picture: PictureArgs,
}

#[derive(Args)]
struct Compare {
    #[command(flatten)]
    input: InputArgs,
    /// Real forward checking, from the givens and the sums on, instead of the report's program.
    #[arg(long)]
    clean: bool,
    /// Limit on assignments of each run.
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Wall-clock limit in seconds of each run.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    run("tenner", |out| match cli.verb {
        Verb::Encode(args) => encode(&args, out),
        Verb::Decode(args) => decode(&args, out),
        Verb::Solve(args) => solve(&args, out),
        Verb::Check(args) => check(&args, out),
        Verb::Count(args) => count(&args, out),
        Verb::Generate(args) => make(&args, out),
        Verb::Explain(args) => explain(&args, out),
        Verb::Draw(args) => draw(&args, out),
        Verb::Compare(args) => compare(&args, out),
    })
}

fn grids(source: &Source) -> Result<Vec<(Grid, Option<Grid>)>, Failure> {
    Grid::parse_all(&source.text).map_err(|error| source.failure(&error))
}

/// The one grid of an input.
fn grid(source: &Source) -> Result<Grid, Failure> {
    let mut all = grids(source)?;
    match all.len() {
        1 => Ok(all.remove(0).0),
        count => Err(source.failure(&SyntaxError::at(1, 1, format!("expected one grid, found {count}")))),
    }
}

fn encode(args: &Encode, out: &mut Output) -> Result<Exit, Failure> {
    let grid = grid(&args.input.read()?)?;
    let encoding = encoder::encode(&grid).map_err(Failure::input)?;
    write_encoding(out, &encoding, args.symbolic)
}

/// The grid as a model fills it.
fn fill(grid: &Grid, model: &Assignment) -> Grid {
    let digit = |cell: usize| (0..DIGITS).find(|&digit| model.is_true(encoder::literal(grid, cell, digit)));
    grid.filled((0..grid.cells.len()).map(|cell| digit(cell).unwrap_or(0) as u8))
}

fn decode(args: &Decode, out: &mut Output) -> Result<Exit, Failure> {
    let source = Source::read(args.answer.as_deref())?;
    let answer = Answer::parse(&source.text).map_err(|error| Failure::input(format!("{}: {error}", source.name)))?;
    match answer.status {
        Status::Unsatisfiable => {
            writeln!(out, "No Solution exists")?;
            return Ok(Exit::NoSolution);
        }
        Status::Unknown => {
            writeln!(out, "UNKNOWN")?;
            return Ok(Exit::Done);
        }
        Status::Satisfiable => {}
    }
    let grid = if let Some(path) = &args.puzzle {
        grid(&Source::read(Some(path))?)?
    } else {
        let from_cnf = args.cnf.as_deref().map(|path| Source::read(Some(path))).transpose()?;
        let in_cnf = from_cnf.iter().flat_map(|source| source.text.lines()).filter_map(|line| line.strip_prefix("c @"));
        let mut notes = answer.notes.iter().map(String::as_str).chain(in_cnf);
        notes.find_map(|note| Grid::from_line(note.trim().strip_prefix("tenner ")?)).ok_or_else(|| {
            Failure::input("the answer has no 'c @ tenner' line: name the puzzle's file, or the formula's with --cnf")
        })?
    };
    let encoding = encoder::encode(&grid).map_err(Failure::input)?;
    let model = answer.assignment(&encoding).map_err(|error| Failure::input(format!("{}: {error}", source.name)))?;
    let filled = fill(&grid, &model);
    grid.check(&filled)
        .map_err(|fault| Failure::input(format!("{}: the model is no solution: {fault}", source.name)))?;
    write!(out, "{filled}")?;
    Ok(Exit::Solved)
}

/// Solves by the chosen engine: a constraint search by its name, or a SAT engine on the formula.
fn solve_one(grid: &Grid, engine: &EngineArgs, scene: &Scene<'_>) -> Result<Result<Option<Grid>, Stop>, Failure> {
    let limits = engine.limits()?;
    let solved = if let Some(method) = engine.csp() {
        match engine.search(grid.problem(), method, &limits, scene)? {
            Outcome::Solved(values) => Some(grid.filled(values.into_iter().map(|value| value as u8))),
            Outcome::NoSolution => None,
            Outcome::Unknown(stop) => return Ok(Err(stop)),
        }
    } else {
        let encoding = encoder::encode(grid).map_err(Failure::input)?;
        match engine.backend()?.solve_seen(&encoding.formula, &limits, scene)? {
            Verdict::Sat(model) => Some(fill(grid, &model)),
            Verdict::Unsat => None,
            Verdict::Unknown(stop) => return Ok(Err(stop)),
        }
    };
    if let Some(filled) = &solved {
        grid.check(filled).map_err(|fault| Failure::Internal(fault.to_string()))?;
    }
    Ok(Ok(solved))
}

fn solve(args: &Solve, out: &mut Output) -> Result<Exit, Failure> {
    let source = args.input.read()?;
    let all = grids(&source)?;
    see_one(&args.see, all.len() == 1 && !args.all)?;
    if all.len() > 1 {
        return solve_many(&all, args, out);
    }
    let grid = &all[0].0;
    if args.all {
        let limits = args.engine.limits()?;
        return match grid.solutions(usize::MAX, &limits) {
            Err(stop) => unknown(out, stop),
            Ok(found) if found.is_empty() => no_solution(out),
            Ok(found) => {
                let texts: Vec<String> = found.iter().map(Grid::to_string).collect();
                write!(out, "{}", texts.join("\n"))?;
                Ok(Exit::Solved)
            }
        };
    }
    match solve_one(grid, &args.engine, &Scene::tenner(&args.see, grid))? {
        Err(stop) => unknown(out, stop),
        Ok(None) => no_solution(out),
        Ok(Some(filled)) => {
            write!(out, "{filled}")?;
            Ok(Exit::Solved)
        }
    }
}

fn no_solution(out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "No Solution exists")?;
    Ok(Exit::NoSolution)
}

fn solve_many(all: &[(Grid, Option<Grid>)], args: &Solve, out: &mut Output) -> Result<Exit, Failure> {
    let start = Instant::now();
    let (mut solved, mut different) = (0, 0);
    for (grid, listed) in all {
        match solve_one(grid, &args.engine, &Scene::unseen())? {
            Err(stop) => writeln!(out, "UNKNOWN ({stop})")?,
            Ok(None) => writeln!(out, "No Solution exists")?,
            Ok(Some(filled)) => {
                solved += 1;
                different += usize::from(listed.as_ref().is_some_and(|listed| listed.cells != filled.cells));
                writeln!(out, "{}", filled.to_line())?;
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = all.len() as f64 / seconds.max(1e-9);
    eprintln!(
        "tenner: {solved} of {} solved, {different} differ from the listed solution, {seconds:.2} s, {rate:.0} a second",
        all.len()
    );
    Ok(if solved == all.len() { Exit::Solved } else { Exit::Done })
}

fn check(args: &Check, out: &mut Output) -> Result<Exit, Failure> {
    let source = Source::read(Some(&args.puzzle))?;
    let puzzles = grids(&source)?;
    let mut verdicts = Vec::new();
    if let Some(path) = &args.answer {
        let answer = grid(&Source::read(Some(path))?)?;
        verdicts.push(grid(&source)?.check(&answer));
    } else {
        for (puzzle, listed) in &puzzles {
            verdicts.push(listed.as_ref().map_or_else(|| puzzle.check_filled(), |listed| puzzle.check(listed)));
        }
    }
    for verdict in &verdicts {
        match verdict {
            Ok(()) => writeln!(out, "right")?,
            Err(fault) => writeln!(out, "wrong: {fault}")?,
        }
    }
    Ok(if verdicts.iter().all(Result::is_ok) { Exit::Done } else { Exit::NoSolution })
}

fn count(args: &Count, out: &mut Output) -> Result<Exit, Failure> {
    let limits = args.engine.limits()?;
    let source = args.input.read()?;
    let mut unique = true;
    for (grid, _) in grids(&source)? {
        let encoding = encoder::encode(&grid).map_err(Failure::input)?;
        let mut oracle = args.engine.oracle(&encoding.formula)?;
        let vars: Vec<_> = encoding.puzzle_vars().collect();
        let counted = enumerate::count(&mut *oracle, &vars, args.limit, &limits);
        unique &= counted.models == 1 && counted.stopped.is_none();
        match (counted.stopped, args.limit) {
            (Some(Ok(())), Some(limit)) => writeln!(out, ">{limit}")?,
            (Some(Err(stop)), _) => {
                // At least so many; a limit is no answer.
                writeln!(out, ">{}", counted.models.saturating_sub(1))?;
                eprintln!("tenner: {stop}");
            }
            _ => writeln!(out, "{}", counted.models)?,
        }
    }
    Ok(match (args.unique, unique) {
        (false, _) => Exit::Done,
        (true, true) => Exit::Solved,
        (true, false) => Exit::NoSolution,
    })
}

fn make(args: &Generate, out: &mut Output) -> Result<Exit, Failure> {
    let mut rng = Rng::new(args.seed);
    let timed = EngineArgs { time: args.time, ..EngineArgs::default() };
    let blanks = match (args.blanks, args.unique) {
        (Some(blanks), _) => usize::from(blanks),
        (None, true) => DIGITS,
        (None, false) => rng.index(DIGITS),
    };
    let made = generate(usize::from(args.rows), blanks, args.unique, &mut rng, &timed.limits()?);
    let (puzzle, solution) = match made {
        Ok(made) => made,
        Err(stop) => return unknown(out, stop),
    };
    if args.json {
        writeln!(out, "{}", puzzle.to_json(Some(&solution)))?
    } else {
        write!(out, "{puzzle}")?
    }
    if let Some(path) = &args.solution {
        write_file(path, |file| write!(file, "{solution}"))?;
    }
    Ok(Exit::Done)
}

fn explain(args: &Explain, out: &mut Output) -> Result<Exit, Failure> {
    let grid = grid(&args.input.read()?)?;
    let limits = args.engine.limits()?;
    let switched = encoder::encode_switched(&grid).map_err(Failure::input)?;
    let mut oracle = args.engine.oracle(&switched.encoding.formula)?;
    let switches: Vec<Lit> = switched.sums.iter().chain(&switched.givens).map(|&(_, switch)| switch).collect();
    let reasons = |core: &[Lit], out: &mut Output| -> Result<(), Failure> {
        for &(cell, _) in switched.givens.iter().filter(|(_, switch)| core.contains(switch)) {
            let (row, column) = grid.place(cell);
            writeln!(out, "  the {} in row {}, column {}", grid.cells[cell].unwrap_or(0), row + 1, column + 1)?;
        }
        for &(column, _) in switched.sums.iter().filter(|(_, switch)| core.contains(switch)) {
            writeln!(out, "  the sum {} of column {}", grid.sums[column].unwrap_or(0), column + 1)?;
        }
        Ok(())
    };
    let mut fixed = Vec::new();
    if let Some((row, column)) = args.cell {
        if row >= grid.rows() || column >= grid.columns {
            return Err(Failure::usage(format!("there is no row {}, column {}", row + 1, column + 1)));
        }
        let cell = row * grid.columns + column;
        match oracle.solve_under(&switches, &limits) {
            Reply::Unknown(stop) => return unknown(out, stop),
            Reply::Unsat(_) => {}
            Reply::Sat(model) => {
                let digit = fill(&grid, &model).cells[cell].unwrap_or(0);
                fixed.push(!encoder::literal(&grid, cell, usize::from(digit)));
                let place = format!("row {}, column {}", row + 1, column + 1);
                return match minimal_core(&mut *oracle, &fixed, &switches, &limits) {
                    Err(stop) => unknown(out, stop),
                    Ok(None) => {
                        writeln!(out, "{place} is open: there are solutions with a {digit} and with another digit")?;
                        Ok(Exit::Done)
                    }
                    Ok(Some(core)) => {
                        writeln!(out, "{place} holds a {digit}, because of")?;
                        reasons(&core, out)?;
                        Ok(Exit::Solved)
                    }
                };
            }
        }
    }
    match minimal_core(&mut *oracle, &[], &switches, &limits) {
        Err(stop) => unknown(out, stop),
        Ok(None) => {
            writeln!(out, "The givens and sums do not contradict each other")?;
            Ok(Exit::Solved)
        }
        Ok(Some(core)) => {
            writeln!(out, "No Solution exists, because of")?;
            reasons(&core, out)?;
            Ok(Exit::NoSolution)
        }
    }
}

fn draw(args: &Draw, out: &mut Output) -> Result<Exit, Failure> {
    let grid = grid(&args.input.read()?)?;
    let solution = match args.solved {
        true => match solve_one(&grid, &EngineArgs::default(), &Scene::unseen())? {
            Ok(Some(filled)) => Some(filled),
            Ok(None) => return no_solution(out),
            Err(stop) => return unknown(out, stop),
        },
        false => None,
    };
    let picture = svg(&grid, solution.as_ref());
    args.picture.write(&picture, out)?;
    Ok(Exit::Done)
}

/// The report's three runs with its headings.
const RUNS: [(&str, Method); 3] = [
    (" ~~~~~~~~~Backtracking~~~~~~~~~", Method::Backtrack),
    (" ~~~~~~~~ForwardChecking~~~~~~~~", Method::ForwardChecking),
    (" ~~~~~~ForwardCheckingMRV~~~~~~", Method::ForwardCheckingMrv),
];

fn compare(args: &Compare, out: &mut Output) -> Result<Exit, Failure> {
    let grid = grid(&args.input.read()?)?;
    let chosen = EngineArgs { time: args.time, steps: args.steps, ..EngineArgs::default() };
    writeln!(out, "Welcome to the Tenner Grid generator and solver")?;
    writeln!(out, " ---------Initial State---------\n{grid}")?;
    let mut exit = Exit::Solved;
    for (heading, method) in RUNS {
        let limits = chosen.limits()?;
        let start = Instant::now();
        let (outcome, checks, assignments) = search(&grid, method, args.clean, &limits)?;
        let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
        writeln!(out, "{heading}")?;
        match outcome {
            Outcome::Solved(values) => {
                let filled = grid.filled(values.into_iter().map(|value| value as u8));
                grid.check(&filled).map_err(|fault| Failure::Internal(fault.to_string()))?;
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
        writeln!(out, "consistency: {checks}\nassignments: {assignments}\nTime Used: {milliseconds} milliseconds\n")?;
    }
    Ok(exit)
}

/// One run: what came out, consistency checks, assignments.
fn search(grid: &Grid, method: Method, clean: bool, limits: &Limits) -> Result<(Outcome, u64, u64), Failure> {
    if clean {
        let problem = grid.problem().map_err(Failure::input)?;
        let mut search = Search::new(&problem, method);
        let outcome = search.next(limits, None);
        return Ok((outcome, search.counters().consistency_checks, search.counters().assignments));
    }
    let sums: Option<Vec<u32>> = grid.sums.iter().copied().collect();
    let sums = sums.ok_or_else(|| Failure::input("the report's program needs every sum; use --clean"))?;
    let (outcome, counters) = report::tenner(method, &grid.cells, &sums, limits, None).map_err(Failure::input)?;
    Ok((outcome, counters.consistency_checks, counters.assignments))
}
