//! The tool `latin`: Latin squares with holes to formulas and back, solved, counted, made, explained and drawn.

use clap::{Args, Parser, Subcommand};
use gemsat::cnf::Var;
use gemsat::command::backend::EngineArgs;
use gemsat::command::count::Counting;
use gemsat::command::exit::{Exit, Failure, run};
use gemsat::command::limits::LimitArgs;
use gemsat::command::output::{Output, write_file};
use gemsat::command::picture::PictureArgs;
use gemsat::command::scene::{Scene, ShowArgs};
use gemsat::command::source::{InputArgs, Source};
use gemsat::command::tool::{AnswerArgs, CheckArgs, core_words, print_checked, unknown, write_encoding};
use gemsat::command::values::parse_cell;
use gemsat::command::{color, help};
use gemsat::csp::Outcome;
use gemsat::engine::Verdict;
use gemsat::limits::Stop;
use gemsat::puzzle::latin::explain::value;
use gemsat::puzzle::latin::{MAX_SIZE, Square, draw, encode, explain, generate, play, pose};
use gemsat::reason::core::Why;
use gemsat::reason::enumerate::enumerate;
use gemsat::util::rng::Rng;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "  latin solve square.txt
  latin encode square.txt | solver | latin decode
  latin solve --engine csp-fc-mrv square.txt  a search over numbers in place of clauses
  latin solve square.txt | latin check square.txt
  latin count --unique square.txt             exit code 10 where there is one solution
  latin explain --cell 1,1 square.txt         the numbers that force this cell
  latin generate --size 8 --unique --seed 3
  latin draw --solve -o square.svg square.txt";

/// The words where a square has no solution.
const NONE: &str = "No solution";

/// Solves Latin squares with holes by SAT and by constraint search.
#[derive(Parser)]
#[command(arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the square as a formula.
    Encode(Encode),
    /// Read a solver's answer and print the square.
    Decode(Decode),
    /// Solve a square.
    Solve(Solve),
    /// Check a filled square; the broken rule is named.
    Check(Check),
    /// Print the number of solutions.
    Count(Count),
    /// Make a square.
    Generate(Generate),
    /// Say which givens contradict each other, or which force a cell.
    Explain(Explain),
    /// Draw the square as SVG or PNG.
    Draw(Draw),
}

fn main() -> ExitCode {
    let cli: Cli = help::parse("latin", EXAMPLES);
    run("latin", |out| match cli.command {
        Command::Encode(command) => command.run(out),
        Command::Decode(command) => command.run(out),
        Command::Solve(command) => command.run(out),
        Command::Check(command) => command.run(out),
        Command::Count(command) => command.run(out),
        Command::Generate(command) => command.run(out),
        Command::Explain(command) => command.run(out),
        Command::Draw(command) => command.run(out),
    })
}

/// The square of a text.
fn square(source: &Source) -> Result<Square, Failure> {
    Square::parse(&source.text).map_err(|error| source.failure(&error))
}

fn no_solution(out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "{NONE}")?;
    Ok(Exit::NoSolution)
}

/// Prints a square; on a terminal, found numbers have another colour than given ones.
fn print(puzzle: &Square, filled: &Square, out: &mut Output) -> Result<(), Failure> {
    match color::on_stdout() {
        true => out.write_all(draw::coloured(puzzle, filled).as_bytes())?,
        false => write!(out, "{filled}")?,
    }
    Ok(())
}

/// Solves by the chosen engine: a constraint search by its name, or a SAT engine on the formula.
fn solve_one(square: &Square, engine: &EngineArgs, scene: &Scene<'_>) -> Result<Result<Option<Square>, Stop>, Failure> {
    let limits = engine.limits();
    let solved = if let Some(method) = engine.csp() {
        match engine.search(pose::problem(square), method, &limits, scene)? {
            Outcome::Solved(values) => Some(square.filled(values.into_iter().map(|value| value as u8))),
            Outcome::NoSolution => None,
            Outcome::Unknown(stop) => return Ok(Err(stop)),
        }
    } else {
        let encoding = encode::encode(square).map_err(Failure::input)?;
        match engine.solve(&encoding.formula, &limits, scene)? {
            Verdict::Sat(model) => Some(encode::fill(square, &model)),
            Verdict::Unsat => None,
            Verdict::Unknown(stop) => return Ok(Err(stop)),
        }
    };
    if let Some(filled) = &solved {
        square.check(filled).map_err(Failure::internal)?;
    }
    Ok(Ok(solved))
}

#[derive(Args)]
struct Encode {
    #[command(flatten)]
    input: InputArgs,
    /// Write the named form in place of DIMACS: one clause a line, no header.
    #[arg(long)]
    symbolic: bool,
}

impl Encode {
    fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let encoding = encode::encode(&square(&self.input.read()?)?).map_err(Failure::input)?;
        write_encoding(out, &encoding, self.symbolic)
    }
}

#[derive(Args)]
struct Decode {
    /// The puzzle; without it, the answer's own `c @` line or --cnf describes it.
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<PathBuf>,
    #[command(flatten)]
    from: AnswerArgs,
}

impl Decode {
    fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let model = match self.from.model(NONE, out)? {
            Ok(model) => model,
            Err(exit) => return Ok(exit),
        };
        let square = if let Some(path) = &self.puzzle {
            square(&Source::read(Some(path))?)?
        } else {
            let mut notes = model.answer.notes.iter();
            notes.find_map(|note| Square::from_line(note.strip_prefix("latin ")?)).ok_or_else(|| {
                Failure::input(
                    "the answer has no 'c @ latin' line: name the puzzle's file, or the formula's with --cnf",
                )
            })?
        };
        let encoding = encode::encode(&square).map_err(Failure::input)?;
        let assignment = model.answer.assignment(&encoding).map_err(|error| model.failure(error))?;
        let filled = encode::fill(&square, &assignment);
        square.check(&filled).map_err(|fault| model.failure(format!("the model is no solution: {fault}")))?;
        print(&square, &filled, out)?;
        Ok(Exit::Solved)
    }
}

#[derive(Args)]
struct Solve {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    show: ShowArgs,
}

impl Solve {
    fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let square = square(&self.input.read()?)?;
        let words = |count| play::words(&square, count);
        let scene = Scene::new(&self.show, self.input.name(), words, |words| play::board(&square, words));
        match solve_one(&square, &self.engine, &scene)? {
            Err(stop) => unknown(out, stop),
            Ok(None) => no_solution(out),
            Ok(Some(filled)) => {
                print(&square, &filled, out)?;
                Ok(Exit::Solved)
            }
        }
    }
}

#[derive(Args)]
struct Check {
    #[command(flatten)]
    what: CheckArgs,
}

impl Check {
    fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let puzzle = square(&Source::read(self.what.puzzle())?)?;
        let verdict = match self.what.answer(puzzle.cells.iter().all(Option::is_some))? {
            Some(answer) => puzzle.check(&square(&answer)?),
            None => puzzle.check_filled(),
        };
        print_checked(out, "", &verdict)
    }
}

#[derive(Args)]
struct Count {
    #[command(flatten)]
    input: InputArgs,
    /// Print `>N` when there are more.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Exit code 10 when there is exactly one solution, 20 when none or more.
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Count {
    fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let square = square(&self.input.read()?)?;
        let limits = self.engine.limits();
        let mut counting = Counting::new(self.limit.unwrap_or(u64::MAX), self.unique);
        let counted = if let Some(method) = self.engine.csp() {
            self.engine.count(pose::problem(&square), method, &limits, &counting)?
        } else {
            let encoding = encode::encode(&square).map_err(Failure::input)?;
            let mut oracle = self.engine.oracle(&encoding.formula)?;
            let vars: Vec<Var> = encoding.puzzle_vars().collect();
            let seen = enumerate(&mut *oracle, &vars, &limits, |_| match counting.add() {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            });
            counting.counted(seen.all())
        };
        counting.print(out, counted)?;
        Ok(counting.exit())
    }
}

#[derive(Args)]
struct Generate {
    /// Rows, columns and numbers.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=MAX_SIZE as i64))]
    size: u8,
    /// Blank cells; by default half of all, or as many as --unique allows.
    #[arg(long)]
    blanks: Option<usize>,
    /// Exactly one solution.
    #[arg(long)]
    unique: bool,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Write the solution to this file.
    #[arg(long, value_name = "FILE")]
    solution: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Generate {
    fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let size = usize::from(self.size);
        let blanks = self.blanks.unwrap_or(if self.unique { size * size } else { size * size / 2 });
        let mut rng = Rng::new(self.seed);
        let (puzzle, solution) = match generate(size, blanks, self.unique, &mut rng, &self.limits.from_now()) {
            Ok(made) => made,
            Err(stop) => return unknown(out, stop),
        };
        print(&puzzle, &puzzle, out)?;
        if let Some(path) = &self.solution {
            write_file(path, |file| write!(file, "{solution}"))?;
        }
        Ok(Exit::Done)
    }
}

#[derive(Args)]
struct Explain {
    #[command(flatten)]
    input: InputArgs,
    /// Explain why this cell (row,column from 1) holds its number.
    #[arg(long, value_name = "ROW,COLUMN", value_parser = parse_cell)]
    cell: Option<(usize, usize)>,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Explain {
    fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let square = square(&self.input.read()?)?;
        let cell = match self.cell {
            None => None,
            Some((row, column)) if row < square.size && column < square.size => Some(row * square.size + column),
            Some((row, column)) => {
                return Err(Failure::usage(format!("there is no row {}, column {}", row + 1, column + 1)));
            }
        };
        let place = |cell: usize| {
            let (row, column) = square.place(cell);
            format!("row {}, column {}", row + 1, column + 1)
        };
        let asked = cell.map_or(String::new(), place);
        let switched = encode::encode_switched(&square).map_err(Failure::input)?;
        let mut oracle = self.engine.oracle(&switched.encoding.formula)?;
        let core = match explain::explain(&square, &switched, cell, &mut *oracle, &self.engine.limits()) {
            Err(stop) => return unknown(out, stop),
            Ok(Why::Consistent) => {
                writeln!(out, "The givens do not contradict each other")?;
                return Ok(Exit::Done);
            }
            Ok(Why::Open(holds)) => {
                let number = value(&square, holds) + 1;
                writeln!(out, "{asked} is open: there are solutions with a {number} and with another number")?;
                return Ok(Exit::Done);
            }
            Ok(Why::Forced(holds, core)) => {
                let number = value(&square, holds) + 1;
                writeln!(out, "{asked} holds a {number}, because of{}", core_words(core.stopped, ""))?;
                core
            }
            Ok(Why::Contradiction(core)) => {
                writeln!(out, "{NONE}, because of{}", core_words(core.stopped, ""))?;
                core
            }
        };
        for &cell in &core.members {
            writeln!(out, "  the {} in {}", square.cells[cell].map_or(0, |value| value + 1), place(cell))?;
        }
        if core.members.is_empty() {
            writeln!(out, "  the rules alone")?;
        }
        Ok(Exit::Done)
    }
}

#[derive(Args)]
struct Draw {
    #[command(flatten)]
    input: InputArgs,
    /// Solve it first and show the solution.
    #[arg(long)]
    solve: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Draw {
    fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let square = square(&self.input.read()?)?;
        let solution = match self.solve {
            true => match solve_one(&square, &self.engine, &Scene::unseen())? {
                Ok(Some(filled)) => Some(filled),
                Ok(None) => return no_solution(out).map(|_| Exit::Done),
                Err(stop) => return unknown(out, stop),
            },
            false => None,
        };
        if self.picture.on_terminal() {
            print(&square, solution.as_ref().unwrap_or(&square), out)?;
        } else {
            self.picture.write(&draw::svg(&square, solution.as_ref()), out)?;
        }
        Ok(Exit::Done)
    }
}
