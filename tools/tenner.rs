//! Tenner grids: encode, decode, solve, check, count, generate, explain, draw, and the comparison of report 004. Flags
//! and printing only; the thinking is in the library.

use clap::{Args, Parser, Subcommand, ValueEnum};
use gemsat::cnf::{Assignment, Lit, Var};
use gemsat::csp::{Method, Outcome, Search};
use gemsat::encode::tenner::{self as encoder, Sums};
use gemsat::engine::Verdict;
use gemsat::limits::Stop;
use gemsat::observe::args::SeeArgs;
use gemsat::puzzle::SyntaxError;
use gemsat::puzzle::answer::{Answer, Status};
use gemsat::puzzle::cli::{
    EngineArgs, Exit, Failure, InputArgs, Output, PictureArgs, Source, Tally, colours, core_words, parse_cell, run,
    see_one, unknown, write_encoding, write_file,
};
use gemsat::puzzle::play::Scene;
use gemsat::puzzle::tenner::{DIGITS, Grid, draw as picture, generate};
use gemsat::reason::backbone::backbone;
use gemsat::reason::core::{Why, why};
use gemsat::reason::enumerate;
use gemsat::util::rng::Rng;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[path = "tenner/compare.rs"]
mod compare;

const EXAMPLES: &str = "Examples:
  tenner solve grid.txt
  tenner encode grid.txt | solver | tenner decode
  tenner encode grid.txt | minisat -verb=0 /dev/stdin /dev/stdout | tenner decode grid.txt
  tenner solve --engine csp-fc-mrv grid.txt  a search over digits in place of clauses
  tenner count --unique grid.txt             exit code 10 where there is one solution
  tenner explain --cell 1,1 grid.txt         the digits and sums that force this cell
  tenner generate --rows 5 --unique --seed 3
  tenner compare grid.txt                    report 004's three programs with their counters
  tenner draw --solve -o grid.svg grid.txt";

#[derive(Parser)]
#[command(
    name = "tenner",
    version,
    about = "Tenner grids, solved by SAT and by constraint search",
    arg_required_else_help = true,
    after_help = EXAMPLES
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
    Compare(compare::Compare),
}

#[derive(Args)]
struct Encode {
    #[command(flatten)]
    input: InputArgs,
    /// How the columns keep their sums.
    #[arg(long, value_enum, default_value = "layered")]
    encoding: EncodingChoice,
    /// Write the named form instead of DIMACS.
    #[arg(long)]
    symbolic: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum EncodingChoice {
    /// By partial sums, an auxiliary variable each.
    Layered,
    /// Without auxiliary variables where a column has at most five blanks.
    Direct,
}

impl EncodingChoice {
    fn sums(self) -> Sums {
        match self {
            EncodingChoice::Layered => Sums::Layered,
            EncodingChoice::Direct => Sums::Direct,
        }
    }
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
    #[arg(long, conflicts_with = "certain")]
    all: bool,
    /// At most this many solutions.
    #[arg(long, value_name = "N", requires = "all")]
    limit: Option<u64>,
    /// Print only the digits that are the same in all solutions; the other cells stay blank.
    #[arg(long)]
    certain: bool,
    /// Print one line a grid.
    #[arg(long, conflicts_with = "all")]
    line: bool,
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
    /// How many grids; more than one are written one a line.
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Write one line a grid.
    #[arg(long, conflicts_with = "json")]
    line: bool,
    /// Write JSON, with the solution.
    #[arg(long)]
    json: bool,
    /// Write the solution to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
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
    #[arg(long, alias = "solved")]
    solve: bool,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    picture: PictureArgs,
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
        Verb::Compare(args) => compare::compare(&args, out),
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
    let encoding = encoder::encode_with(&grid, args.encoding.sums()).map_err(Failure::input)?;
    write_encoding(out, &encoding, args.symbolic)
}

/// The grid as a model fills it.
fn fill(grid: &Grid, model: &Assignment) -> Grid {
    let digit = |cell: usize| (0..DIGITS).find(|&digit| model.is_true(encoder::literal(grid, cell, digit)));
    grid.filled((0..grid.cells.len()).map(|cell| digit(cell).unwrap_or(0) as u8))
}

fn decode(args: &Decode, out: &mut Output) -> Result<Exit, Failure> {
    let source = Source::read(args.answer.as_deref())?;
    let mut answer =
        Answer::parse(&source.text).map_err(|error| Failure::input(format!("{}: {error}", source.name)))?;
    if let Some(path) = &args.cnf {
        answer.add_notes(&Source::read(Some(path))?.text);
    }
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
        let mut notes = answer.notes.iter();
        notes.find_map(|note| Grid::from_line(note.strip_prefix("tenner ")?)).ok_or_else(|| {
            Failure::input("the answer has no 'c @ tenner' line: name the puzzle's file, or the formula's with --cnf")
        })?
    };
    let encoding = encoder::encode(&grid).map_err(Failure::input)?;
    let model = answer.assignment(&encoding).map_err(|error| Failure::input(format!("{}: {error}", source.name)))?;
    let filled = fill(&grid, &model);
    grid.check(&filled)
        .map_err(|fault| Failure::input(format!("{}: the model is no solution: {fault}", source.name)))?;
    print_grid(&grid, &filled, out)?;
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
        let sums = if engine.is_local_search() { Sums::Direct } else { Sums::Layered };
        let encoding = encoder::encode_with(grid, sums).map_err(Failure::input)?;
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
    see_one(&args.see, !(args.all || args.certain || args.line))?;
    if let Some(files) = args.input.folder()? {
        see_one(&args.see, false)?;
        let mut tally = Tally::default();
        for path in files {
            match Source::read(Some(&path)).and_then(|source| grids(&source)) {
                Ok(all) => {
                    for (grid, _) in &all {
                        write!(out, "{}: ", path.display())?;
                        solve_line(grid, args, &mut tally, out)?;
                    }
                }
                Err(failure) => {
                    tally.unread();
                    eprintln!("tenner: {failure}");
                }
            }
        }
        return tally.end("tenner");
    }
    let source = args.input.read()?;
    let all = grids(&source)?;
    if all.len() > 1 || args.line {
        see_one(&args.see, false)?;
        return solve_many(&all, args, out);
    }
    let grid = &all[0].0;
    let limits = args.engine.limits()?;
    if args.certain {
        let encoding = encoder::encode(grid).map_err(Failure::input)?;
        let vars: Vec<Var> = encoding.puzzle_vars().collect();
        let mut oracle = args.engine.oracle(&encoding.formula)?;
        return match backbone(&mut *oracle, &vars, &limits) {
            Err(stop) => unknown(out, stop),
            Ok(None) => no_solution(out),
            Ok(Some(literals)) => {
                let mut certain = grid.clone();
                for lit in literals.into_iter().filter(|lit| lit.is_positive()) {
                    certain.cells[lit.var().index() / DIGITS] = Some((lit.var().index() % DIGITS) as u8);
                }
                print_grid(grid, &certain, out)?;
                let blank = |grid: &Grid| grid.cells.iter().filter(|cell| cell.is_none()).count();
                let (before, open) = (blank(grid), blank(&certain));
                eprintln!("tenner: {} of {before} blank cells are certain, {open} open", before - open);
                Ok(Exit::Solved)
            }
        };
    }
    if args.all {
        let problem = grid.problem().map_err(Failure::input)?;
        let mut search = Search::new(&problem, Method::ForwardCheckingMrv);
        let mut seen = 0;
        while args.limit.is_none_or(|limit| seen < limit) {
            match search.next(&limits, None) {
                Outcome::Solved(values) => {
                    let filled = grid.filled(values.into_iter().map(|value| value as u8));
                    write!(out, "{}{filled}", if seen > 0 { "\n" } else { "" })?;
                    seen += 1;
                }
                Outcome::NoSolution if seen == 0 => return no_solution(out),
                Outcome::NoSolution => break,
                Outcome::Unknown(stop) => return unknown(out, stop),
            }
        }
        return Ok(Exit::Solved);
    }
    match solve_one(grid, &args.engine, &Scene::tenner(&args.see, grid))? {
        Err(stop) => unknown(out, stop),
        Ok(None) => no_solution(out),
        Ok(Some(filled)) => {
            print_grid(grid, &filled, out)?;
            Ok(Exit::Solved)
        }
    }
}

/// The report's frame; on a terminal with colours, found digits stand out from given ones.
fn print_grid(puzzle: &Grid, filled: &Grid, out: &mut Output) -> Result<(), Failure> {
    match colours() {
        true => out.write_all(picture::coloured(puzzle, filled).as_bytes())?,
        false => write!(out, "{filled}")?,
    }
    Ok(())
}

fn no_solution(out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "No Solution exists")?;
    Ok(Exit::NoSolution)
}

/// Solves one of many grids and prints its line.
fn solve_line(grid: &Grid, args: &Solve, tally: &mut Tally, out: &mut Output) -> Result<Option<Grid>, Failure> {
    match solve_one(grid, &args.engine, &Scene::unseen())? {
        Err(stop) => {
            tally.open();
            writeln!(out, "UNKNOWN ({stop})")?;
        }
        Ok(None) => {
            tally.refuted();
            writeln!(out, "No Solution exists")?;
        }
        Ok(Some(filled)) => {
            tally.solved();
            writeln!(out, "{}", filled.to_line())?;
            return Ok(Some(filled));
        }
    }
    Ok(None)
}

fn solve_many(all: &[(Grid, Option<Grid>)], args: &Solve, out: &mut Output) -> Result<Exit, Failure> {
    let mut tally = Tally::default();
    let mut different = 0;
    for (grid, listed) in all {
        let filled = solve_line(grid, args, &mut tally, out)?;
        let listed = listed.as_ref().zip(filled).filter(|(listed, filled)| listed.cells != filled.cells);
        different += usize::from(listed.is_some());
    }
    if all.iter().any(|(_, listed)| listed.is_some()) {
        eprintln!("tenner: {different} differ from the listed solution");
    }
    tally.end("tenner")
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
    let limits = timed.limits()?;
    for _ in 0..args.count {
        let blanks = match (args.blanks, args.unique) {
            (Some(blanks), _) => usize::from(blanks),
            (None, true) => DIGITS,
            (None, false) => rng.index(DIGITS),
        };
        let (puzzle, solution) = match generate(usize::from(args.rows), blanks, args.unique, &mut rng, &limits) {
            Ok(made) => made,
            Err(stop) => return unknown(out, stop),
        };
        if args.json {
            writeln!(out, "{}", puzzle.to_json(Some(&solution)))?
        } else if args.line || args.count > 1 {
            writeln!(out, "{}", puzzle.to_line())?
        } else {
            print_grid(&puzzle, &puzzle, out)?
        }
        if let Some(path) = &args.solution {
            write_file(path, |file| write!(file, "{solution}"))?;
        }
    }
    Ok(Exit::Done)
}

fn explain(args: &Explain, out: &mut Output) -> Result<Exit, Failure> {
    let grid = grid(&args.input.read()?)?;
    let switched = encoder::encode_switched(&grid).map_err(Failure::input)?;
    let mut oracle = args.engine.oracle(&switched.encoding.formula)?;
    let switches: Vec<Lit> = switched.sums.iter().chain(&switched.givens).map(|&(_, switch)| switch).collect();
    let (mut place, mut about) = (String::new(), Vec::new());
    if let Some((row, column)) = args.cell {
        place = format!("row {}, column {}", row + 1, column + 1);
        if row >= grid.rows() || column >= grid.columns {
            return Err(Failure::usage(format!("there is no {place}")));
        }
        about = (0..DIGITS).map(|digit| encoder::literal(&grid, row * grid.columns + column, digit)).collect();
    }
    let digit = |holds: Lit| holds.var().index() % DIGITS;
    let (core, exit) = match why(&mut *oracle, &switches, &about, &args.engine.limits()?) {
        Err(stop) => return unknown(out, stop),
        Ok(Why::Consistent) => {
            writeln!(out, "The givens and sums do not contradict each other")?;
            return Ok(Exit::Solved);
        }
        Ok(Why::Open(holds)) => {
            writeln!(out, "{place} is open: there are solutions with a {} and with another digit", digit(holds))?;
            return Ok(Exit::Done);
        }
        Ok(Why::Forced(holds, core)) => {
            writeln!(out, "{place} holds a {}, because of{}", digit(holds), core_words(core.stopped, ""))?;
            (core, Exit::Solved)
        }
        Ok(Why::Contradiction(core)) => {
            writeln!(out, "No Solution exists, because of{}", core_words(core.stopped, ""))?;
            (core, Exit::NoSolution)
        }
    };
    for &(cell, _) in switched.givens.iter().filter(|(_, switch)| core.members.contains(switch)) {
        let (row, column) = grid.place(cell);
        writeln!(out, "  the {} in row {}, column {}", grid.cells[cell].unwrap_or(0), row + 1, column + 1)?;
    }
    for &(column, _) in switched.sums.iter().filter(|(_, switch)| core.members.contains(switch)) {
        writeln!(out, "  the sum {} of column {}", grid.sums[column].unwrap_or(0), column + 1)?;
    }
    if core.members.is_empty() {
        writeln!(out, "  the rules alone")?;
    }
    Ok(exit)
}

fn draw(args: &Draw, out: &mut Output) -> Result<Exit, Failure> {
    let grid = grid(&args.input.read()?)?;
    let (solution, exit) = match args.solve {
        true => match solve_one(&grid, &args.engine, &Scene::unseen())? {
            Ok(Some(filled)) => (Some(filled), Exit::Solved),
            Ok(None) => return no_solution(out),
            Err(stop) => return unknown(out, stop),
        },
        false => (None, Exit::Done),
    };
    if args.picture.on_terminal() {
        print_grid(&grid, solution.as_ref().unwrap_or(&grid), out)?;
    } else {
        args.picture.write(&picture::svg(&grid, solution.as_ref()), out)?;
    }
    Ok(exit)
}
