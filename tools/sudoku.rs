//! The tool `sudoku`: puzzles of any size and variant to formulas and back, solved, counted, made, explained and drawn.

use clap::{Args, Parser, Subcommand, ValueEnum};
use gemsat::cnf::Var;
use gemsat::csp;
use gemsat::encode::Encoding;
use gemsat::encode::cardinality::AtMostOne;
use gemsat::encode::sudoku::{self, GroupKind, Layout, Stage, Style, Sudoku};
use gemsat::engine::Verdict;
use gemsat::observe::args::SeeArgs;
use gemsat::puzzle::answer::{Answer, Status};
use gemsat::puzzle::cli::{self, EngineArgs, Exit, Failure, InputArgs, Output, PictureArgs, Source};
use gemsat::puzzle::play::Scene;
use gemsat::puzzle::sudoku::ask::{self, Clue, Outcome, Session};
use gemsat::puzzle::sudoku::generate::{Symmetry, Wanted, generate};
use gemsat::puzzle::sudoku::{check, draw, layouts, print, read};
use gemsat::reason::{Oracle, Resolving};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[path = "sudoku/batch.rs"]
mod batch;

const EXAMPLES: &str = "Examples:
  sudoku solve puzzle.txt                    any usual way of writing a grid is read
  sudoku solve --certain puzzle.txt          what all solutions share
  sudoku solve many.txt > solved.txt         one puzzle a line, throughput on stderr
  sudoku encode puzzle.txt | solver | sudoku decode
  sudoku encode puzzle.txt | minisat -verb=0 /dev/stdin /dev/stdout | sudoku decode puzzle.txt
  sudoku solve puzzle.txt | sudoku check --puzzle puzzle.txt -
  sudoku count --limit 1 puzzle.txt          1 where the solution is the only one
  sudoku explain --cell 1,3 puzzle.txt       the clues that force this cell
  sudoku generate --size 16 --seed 7         also --x, --jigsaw, --killer, --samurai
  sudoku draw --solve -o solved.svg puzzle.txt";

/// Sudoku of any size (4, 6, 9, 12, 16, 25, 36, 100) and variant (X, jigsaw, killer, samurai) by SAT.
///
/// Exit codes: 10 solved, 20 no solution or wrong answer, 0 otherwise, 1 bad input, 2 wrong usage.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Writes the puzzle as DIMACS.
    Encode {
        #[command(flatten)]
        puzzle: PuzzleArgs,
        #[command(flatten)]
        form: FormArgs,
        /// Write the named form instead: one clause a line, no header.
        #[arg(long)]
        symbolic: bool,
    },
    /// Reads a solver's answer and prints the grid.
    Decode {
        /// The puzzle that was encoded; its layout is otherwise taken from the answer.
        #[arg(value_name = "PUZZLE")]
        puzzle: Option<PathBuf>,
        /// The solver's answer; standard input by default.
        #[arg(long, value_name = "FILE")]
        answer: Option<PathBuf>,
        /// The formula that was solved, for the notes in it.
        #[arg(long, value_name = "FILE")]
        cnf: Option<PathBuf>,
        #[command(flatten)]
        print: PrintArgs,
    },
    /// Solves one puzzle, or all puzzles of a file with one a line, or of a folder.
    Solve {
        #[command(flatten)]
        puzzle: PuzzleArgs,
        #[command(flatten)]
        form: FormArgs,
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        see: SeeArgs,
        #[command(flatten)]
        print: PrintArgs,
        /// Print all solutions, at most --limit.
        #[arg(long)]
        all: bool,
        /// Print the digits that are the same in all solutions, 0 elsewhere.
        #[arg(long, conflicts_with = "all")]
        certain: bool,
        /// How many solutions --all prints.
        #[arg(long, default_value_t = 10_000)]
        limit: u64,
    },
    /// Checks a filled grid; the first broken rule is named.
    Check {
        #[command(flatten)]
        puzzle: PuzzleArgs,
        /// The puzzle whose givens, cages or regions it must keep.
        #[arg(long = "puzzle", value_name = "FILE")]
        given: Option<PathBuf>,
        /// Check the rules of this step of the course alone.
        #[arg(long, value_enum, default_value_t = StageArg::Puzzle)]
        stage: StageArg,
    },
    /// Prints the number of solutions, `>N` when there are more than the limit; one line a puzzle.
    Count {
        #[command(flatten)]
        puzzle: PuzzleArgs,
        #[command(flatten)]
        engine: EngineArgs,
        /// Stop counting above this number; 1 asks whether the solution is unique.
        #[arg(long, default_value_t = 10_000)]
        limit: u64,
        /// Exit code 10 when each puzzle has exactly one solution, 20 when not.
        #[arg(long)]
        unique: bool,
    },
    /// Makes puzzles with one solution.
    Generate(GenerateArgs),
    /// Says why a puzzle has no solution, or what forces a cell.
    Explain {
        #[command(flatten)]
        puzzle: PuzzleArgs,
        #[command(flatten)]
        engine: EngineArgs,
        /// The cell, row and column from 1.
        #[arg(long, value_name = "ROW,COLUMN", value_parser = cli::parse_cell)]
        cell: Option<(usize, usize)>,
    },
    /// Draws the puzzle as SVG or PNG.
    Draw {
        #[command(flatten)]
        puzzle: PuzzleArgs,
        #[command(flatten)]
        engine: EngineArgs,
        /// Fill in a solution; digits that are not certain are drawn in italics.
        #[arg(long)]
        solve: bool,
        #[command(flatten)]
        picture: PictureArgs,
    },
}

#[derive(Debug, Args)]
struct PuzzleArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    layout: LayoutArgs,
}

#[derive(Clone, Copy, Debug, Args)]
struct LayoutArgs {
    /// Rows and columns of a box; by default as square as can be (12 digits: 3x4).
    #[arg(long, value_name = "RxC", value_parser = parse_boxes)]
    boxes: Option<(usize, usize)>,
    /// Both diagonals hold every digit once.
    #[arg(long = "x")]
    diagonals: bool,
}

#[derive(Clone, Copy, Debug, Args)]
struct FormArgs {
    /// Which clauses are written.
    #[arg(long, value_enum, default_value_t = StyleArg::Extended)]
    encoding: StyleArg,
    /// How far the seed encoding goes, in the steps of its course.
    #[arg(long, value_enum, default_value_t = StageArg::Puzzle)]
    stage: StageArg,
    /// Encoding of "at most one": auto pairwise sequential product commander bitwise ladder.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_amo)]
    at_most_one: AtMostOne,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StyleArg {
    /// Exactly one everywhere, givens applied.
    Extended,
    /// At least one a cell, at most one a group.
    Minimal,
    /// Report 002's clauses in its order.
    Seed,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StageArg {
    OneCell,
    AllCells,
    Rows,
    RowsAndCols,
    Rules,
    Puzzle,
}

#[derive(Clone, Copy, Debug, Args)]
struct PrintArgs {
    /// One line a solution.
    #[arg(long)]
    line: bool,
    /// A `.sol` file: every variable's name, `-` before false ones.
    #[arg(long, conflicts_with = "line")]
    sol: bool,
}

#[derive(Debug, Args)]
struct GenerateArgs {
    #[command(flatten)]
    layout: LayoutArgs,
    /// The number of digits.
    #[arg(long, default_value_t = 9)]
    size: usize,
    /// Five overlapping grids.
    #[arg(long, conflicts_with_all = ["boxes", "diagonals"])]
    samurai: bool,
    /// Random regions in place of boxes.
    #[arg(long, conflicts_with_all = ["samurai", "like"])]
    jigsaw: bool,
    /// Cages with sums in place of givens.
    #[arg(long, conflicts_with_all = ["samurai", "clues", "symmetry"])]
    killer: bool,
    /// A jigsaw or other puzzle whose layout is used; its givens are not.
    #[arg(long, value_name = "FILE")]
    like: Option<PathBuf>,
    /// How many givens; as few as the order allows by default.
    #[arg(long)]
    clues: Option<usize>,
    /// How the givens lie.
    #[arg(long, value_enum, default_value_t = SymmetryArg::None)]
    symmetry: SymmetryArg,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many puzzles, with this seed and those after it.
    #[arg(long, default_value_t = 1)]
    count: u64,
    /// One line a puzzle.
    #[arg(long)]
    line: bool,
    /// Said for clearness: every puzzle that is printed has been proven to have one solution.
    #[arg(long)]
    unique: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SymmetryArg {
    None,
    Rotate,
    Mirror,
}

fn parse_boxes(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('x').and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    parts.ok_or_else(|| format!("expected ROWSxCOLUMNS such as 3x4, found '{text}'"))
}

fn parse_amo(text: &str) -> Result<AtMostOne, String> {
    AtMostOne::by_name(text).ok_or_else(|| format!("no such encoding: '{text}'"))
}

impl LayoutArgs {
    fn options(self) -> read::Options {
        read::Options { boxes: self.boxes, diagonals: self.diagonals }
    }
}

impl PuzzleArgs {
    fn read_many(&self) -> Result<Vec<Sudoku>, Failure> {
        let source = self.input.read()?;
        read::read_many(&source.text, self.layout.options()).map_err(|error| source.failure(&error))
    }

    fn read(&self) -> Result<Sudoku, Failure> {
        let source = self.input.read()?;
        read::read(&source.text, self.layout.options()).map_err(|error| source.failure(&error))
    }
}

impl FormArgs {
    fn encode(self, puzzle: &Sudoku, local_search: bool) -> Encoding {
        let style = match self.encoding {
            StyleArg::Extended => Style::Extended,
            StyleArg::Minimal => Style::Minimal,
            StyleArg::Seed => Style::Seed,
        };
        let stage = match self.stage {
            StageArg::OneCell => Stage::OneCell,
            StageArg::AllCells => Stage::AllCells,
            StageArg::Rows => Stage::Rows,
            StageArg::RowsAndCols => Stage::RowsAndColumns,
            StageArg::Rules => Stage::Rules,
            StageArg::Puzzle => Stage::Puzzle,
        };
        let amo = if local_search { AtMostOne::Pairwise } else { self.at_most_one };
        sudoku::encode(puzzle, style, stage, amo)
    }

    /// Whether nothing but the default was asked for.
    fn is_default(self) -> bool {
        matches!(self.encoding, StyleArg::Extended) && self.at_most_one == AtMostOne::Auto
    }
}

impl PrintArgs {
    fn print(self, out: &mut Output, puzzle: &Sudoku, values: &[u16]) -> Result<(), Failure> {
        if self.sol {
            let digits = 1..=puzzle.side() as u16;
            for (cell, &value) in values.iter().enumerate() {
                for digit in digits.clone() {
                    let sign = if value == digit { "" } else { "-" };
                    writeln!(out, "{sign}{}", sudoku::name(puzzle, cell, digit))?;
                }
            }
        } else if !self.line && cli::colours() {
            write!(out, "{}", print::coloured(puzzle, values))?;
        } else if let Some(line) = print::one_line(values, puzzle.side()).filter(|_| self.line) {
            writeln!(out, "{line}")?;
        } else {
            write!(out, "{}", print::grid(puzzle, values))?;
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli::run("sudoku", |out| match cli.verb {
        Verb::Encode { puzzle, form, symbolic } => {
            cli::write_encoding(out, &form.encode(&puzzle.read()?, false), symbolic)
        }
        Verb::Decode { answer, puzzle, cnf, print } => decode(out, answer, puzzle, cnf, print),
        Verb::Solve { puzzle, form, engine, see, print, all, certain, limit } => {
            if let Some(files) = puzzle.input.folder()? {
                cli::see_one(&see, false)?;
                return batch::folder(out, &files, puzzle.layout.options(), form, &engine, print);
            }
            let puzzles = puzzle.read_many()?;
            cli::see_one(&see, puzzles.len() == 1 && !all && !certain)?;
            match &puzzles[..] {
                [puzzle] if all => solve_all(out, puzzle, &engine, print, limit),
                [puzzle] if certain => solve_certain(out, puzzle, &engine, print),
                [puzzle] => solve(out, puzzle, form, &engine, &see, print),
                _ if all || certain => Err(Failure::usage("--all and --certain take one puzzle")),
                _ => batch::lines(out, &puzzles, form, &engine, print),
            }
        }
        Verb::Check { puzzle, given, stage } => check_grid(out, &puzzle, given, stage),
        Verb::Count { puzzle, engine, limit, unique } => count(out, &puzzle.read_many()?, &engine, limit, unique),
        Verb::Generate(wanted) => make(out, &wanted),
        Verb::Explain { puzzle, engine, cell } => explain(out, &puzzle.read()?, &engine, cell),
        Verb::Draw { puzzle, engine, solve, picture } => draw_puzzle(out, &puzzle.read()?, &engine, solve, &picture),
    })
}

/// A session with the engine that was asked for.
fn session(board: &Sudoku, engine: &EngineArgs) -> Result<Session<Box<dyn Oracle>>, Failure> {
    let rules = sudoku::rules(board, true);
    let oracle: Box<dyn Oracle> = if engine.csp().is_some() {
        return Err(Failure::usage("finite-domain searches solve and count; name another engine for this question"));
    } else if engine.solver.is_some() {
        return Err(Failure::usage("this question needs an engine of this package; leave --solver out"));
    } else if engine.is_cdcl() {
        Box::new(ask::solver(&rules, &engine.cdcl_options()?).map_err(Failure::usage)?)
    } else {
        Box::new(Resolving::new(rules.formula.clone(), engine.built_in()?))
    };
    Ok(Session::with_oracle(board, rules, oracle))
}

fn none(out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "No solution")?;
    Ok(Exit::NoSolution)
}

/// A solution that is about to be printed must be one.
fn verify(puzzle: &Sudoku, values: &[u16]) -> Result<(), Failure> {
    check::check(puzzle, values).map_err(|broken| Failure::Internal(format!("the solution found is wrong: {broken}")))
}

fn solve(
    out: &mut Output,
    puzzle: &Sudoku,
    form: FormArgs,
    engine: &EngineArgs,
    see: &SeeArgs,
    print: PrintArgs,
) -> Result<Exit, Failure> {
    let scene = Scene::sudoku(see, puzzle);
    if let Some(method) = engine.csp() {
        return match search(puzzle, engine, method, &scene)? {
            Outcome::Solved(values) => {
                verify(puzzle, &values)?;
                print.print(out, puzzle, &values)?;
                Ok(Exit::Solved)
            }
            Outcome::None => none(out),
            Outcome::Unknown(stop) => cli::unknown(out, stop),
        };
    }
    let encoding = form.encode(puzzle, engine.is_local_search());
    match engine.backend()?.solve_seen(&encoding.formula, &engine.limits()?, &scene)? {
        Verdict::Sat(model) => {
            let values = sudoku::values(puzzle, |var| model.value(var));
            if matches!(form.stage, StageArg::Puzzle) {
                verify(puzzle, &values)?;
            }
            print.print(out, puzzle, &values)?;
            Ok(Exit::Solved)
        }
        Verdict::Unsat => none(out),
        Verdict::Unknown(stop) => cli::unknown(out, stop),
    }
}

/// Solves as a finite-domain problem.
fn search(puzzle: &Sudoku, engine: &EngineArgs, method: csp::Method, scene: &Scene<'_>) -> Result<Outcome, Failure> {
    let outcome = engine.search(csp::pose::sudoku_board(puzzle), method, &engine.limits()?, scene)?;
    Ok(match outcome {
        csp::Outcome::Solved(values) => Outcome::Solved(values.into_iter().map(|value| value as u16 + 1).collect()),
        csp::Outcome::NoSolution => Outcome::None,
        csp::Outcome::Unknown(stop) => Outcome::Unknown(stop),
    })
}

fn solve_all(
    out: &mut Output,
    puzzle: &Sudoku,
    engine: &EngineArgs,
    print: PrintArgs,
    limit: u64,
) -> Result<Exit, Failure> {
    let mut session = session(puzzle, engine)?;
    let mut solutions = Vec::new();
    let ended = session.for_each_solution(puzzle, &engine.limits()?, |values| {
        solutions.push(values.to_vec());
        (solutions.len() as u64) < limit
    });
    for (index, values) in solutions.iter().enumerate() {
        verify(puzzle, values)?;
        if index > 0 && !print.line {
            writeln!(out)?;
        }
        print.print(out, puzzle, values)?;
    }
    match ended {
        Err(stop) => cli::unknown(out, stop),
        Ok(()) if solutions.is_empty() => none(out),
        Ok(()) => Ok(Exit::Solved),
    }
}

fn solve_certain(out: &mut Output, puzzle: &Sudoku, engine: &EngineArgs, print: PrintArgs) -> Result<Exit, Failure> {
    match session(puzzle, engine)?.certain(puzzle, &engine.limits()?) {
        Ok(Some((mut values, same))) => {
            verify(puzzle, &values)?;
            values.iter_mut().zip(&same).filter(|(_, same)| !**same).for_each(|(value, _)| *value = 0);
            print.print(out, puzzle, &values)?;
            let certain = same.iter().filter(|&&same| same).count();
            eprintln!("{certain} of {} cells are certain, {} of them given", same.len(), puzzle.num_givens());
            Ok(Exit::Solved)
        }
        Ok(None) => none(out),
        Err(stop) => cli::unknown(out, stop),
    }
}

fn decode(
    out: &mut Output,
    answer: Option<PathBuf>,
    puzzle: Option<PathBuf>,
    cnf: Option<PathBuf>,
    print: PrintArgs,
) -> Result<Exit, Failure> {
    let source = Source::read(answer.as_deref())?;
    let mut answer =
        Answer::parse(&source.text).map_err(|error| Failure::input(format!("{}: {error}", source.name)))?;
    match answer.status {
        Status::Unsatisfiable => return none(out),
        Status::Unknown => {
            writeln!(out, "UNKNOWN")?;
            return Ok(Exit::Done);
        }
        Status::Satisfiable => {}
    }
    if let Some(path) = cnf {
        answer.add_notes(&Source::read(Some(&path))?.text);
    }
    let answer = answer.with_rcv_names();
    let board = match puzzle {
        Some(path) => {
            let source = Source::read(Some(&path))?;
            read::read(&source.text, read::Options::default()).map_err(|error| source.failure(&error))?
        }
        None => answer.notes.iter().find_map(|note| sudoku::from_note(note)).or_else(|| infer(&answer)).ok_or_else(
            || {
                Failure::input(format!(
                    "{}: the answer does not tell which sudoku it is of; name the puzzle",
                    source.name
                ))
            },
        )?,
    };
    let names = sudoku::encode(&board.without_givens(), Style::Seed, Stage::OneCell, AtMostOne::Auto);
    let model = answer.assignment(&names).map_err(|error| Failure::input(format!("{}: {error}", source.name)))?;
    let values = sudoku::values(&board, |var: Var| model.value(var));
    print.print(out, &board, &values)?;
    Ok(Exit::Solved)
}

/// A board whose variables are as many as those of the answer: a cube, or a samurai.
fn infer(answer: &Answer) -> Option<Sudoku> {
    let count = if answer.named.is_empty() {
        answer.lits.iter().map(|lit| lit.var().index() + 1).max()?
    } else {
        answer.named.len()
    };
    if count == 369 * 9 {
        return Some(Sudoku::samurai());
    }
    let side = (1..=sudoku::MAX_SIDE).find(|side| side * side * side == count)?;
    let (rows, columns) = sudoku::box_shape(side);
    Sudoku::with_boxes(rows, columns)
}

fn check_grid(out: &mut Output, filled: &PuzzleArgs, given: Option<PathBuf>, stage: StageArg) -> Result<Exit, Failure> {
    let grids = filled.read_many()?;
    let puzzles = match given {
        Some(path) => {
            let source = Source::read(Some(&path))?;
            read::read_many(&source.text, filled.layout.options()).map_err(|error| source.failure(&error))?
        }
        None => grids.iter().map(Sudoku::without_givens).collect(),
    };
    if puzzles.len() != grids.len() {
        let (answers, puzzles) = (grids.len(), puzzles.len());
        return Err(Failure::input(format!("one answer for each puzzle is expected: {puzzles}, not {answers}")));
    }
    let mut exit = Exit::Done;
    for (index, (grid, puzzle)) in grids.iter().zip(&puzzles).enumerate() {
        let number = if grids.len() > 1 { format!("{}: ", index + 1) } else { String::new() };
        let counts = |kind: GroupKind| match stage {
            StageArg::OneCell | StageArg::AllCells => false,
            StageArg::Rows => kind == GroupKind::Row,
            StageArg::RowsAndCols => matches!(kind, GroupKind::Row | GroupKind::Column),
            StageArg::Rules | StageArg::Puzzle => true,
        };
        let checked = match stage {
            StageArg::Puzzle => check::check(puzzle, grid.givens()),
            _ => check::check_groups(puzzle, grid.givens(), counts),
        };
        match checked {
            Ok(()) => writeln!(out, "{number}right")?,
            Err(broken) => {
                writeln!(out, "{number}wrong: {broken}")?;
                exit = Exit::NoSolution;
            }
        }
    }
    Ok(exit)
}

fn count(out: &mut Output, puzzles: &[Sudoku], engine: &EngineArgs, limit: u64, unique: bool) -> Result<Exit, Failure> {
    let mut all_unique = true;
    let mut current: Option<(Sudoku, Session<Box<dyn Oracle>>)> = None;
    for puzzle in puzzles {
        if let Some(method) = engine.csp() {
            let counted = engine.count(csp::pose::sudoku_board(puzzle), method, limit, &engine.limits()?)?;
            cli::write_count(out, counted)?;
            all_unique &= counted == Ok((1, true));
            continue;
        }
        let board = puzzle.without_givens();
        let session = match &mut current {
            Some((known, session)) if *known == board => session,
            _ => &mut current.insert((board, session(puzzle, engine)?)).1,
        };
        let counted = session.count(puzzle, limit, &engine.limits()?);
        all_unique &= matches!(counted, Ok((1, true)));
        match counted {
            Ok((found, true)) => writeln!(out, "{found}")?,
            Ok((found, false)) => writeln!(out, ">{found}")?,
            Err((found, stop)) => {
                writeln!(out, "UNKNOWN ({stop} after {found})")?;
            }
        }
    }
    Ok(match (unique, all_unique) {
        (false, _) => Exit::Done,
        (true, true) => Exit::Solved,
        (true, false) => Exit::NoSolution,
    })
}

fn make(out: &mut Output, args: &GenerateArgs) -> Result<Exit, Failure> {
    let board = if args.samurai {
        Sudoku::samurai()
    } else if let Some(path) = &args.like {
        let source = Source::read(Some(path))?;
        let options = args.layout.options();
        read::read(&source.text, options).map_err(|error| source.failure(&error))?.without_givens()
    } else {
        let (rows, columns) = args.layout.boxes.unwrap_or_else(|| sudoku::box_shape(args.size));
        let mut board = Sudoku::with_boxes(rows, columns)
            .ok_or_else(|| Failure::usage(format!("sizes are 1 to {}", sudoku::MAX_SIDE)))?;
        if args.layout.diagonals {
            board.add_diagonals();
        }
        board
    };
    let symmetry = match args.symmetry {
        SymmetryArg::None => Symmetry::None,
        SymmetryArg::Rotate => Symmetry::Rotate,
        SymmetryArg::Mirror => Symmetry::Mirror,
    };
    let wanted = Wanted { clues: args.clues, symmetry };
    for seed in args.seed..args.seed.saturating_add(args.count) {
        let limits = EngineArgs::default().limits()?;
        let board =
            if args.jigsaw { layouts::jigsaw(&board, seed, &limits).map_err(Failure::usage)? } else { board.clone() };
        let puzzle =
            if args.killer { layouts::killer(&board, seed, &limits) } else { generate(&board, wanted, seed, &limits) };
        let puzzle = puzzle.map_err(Failure::usage)?;
        let plain = matches!(puzzle.layout(), Layout::Boxes(..)) && puzzle.cages().is_empty();
        match print::one_line(puzzle.givens(), puzzle.side()).filter(|_| plain && (args.line || args.count > 1)) {
            Some(line) => writeln!(out, "{line}")?,
            None => write!(out, "{}", print::puzzle(&puzzle))?,
        }
    }
    Ok(Exit::Done)
}

fn explain(
    out: &mut Output,
    puzzle: &Sudoku,
    engine: &EngineArgs,
    cell: Option<(usize, usize)>,
) -> Result<Exit, Failure> {
    let limits = engine.limits()?;
    let mut session = session(puzzle, engine)?;
    let contradiction = match session.contradiction(puzzle, &[], &limits) {
        Ok(contradiction) => contradiction,
        Err(stop) => return cli::unknown(out, stop),
    };
    if let Some(core) = contradiction {
        let needed = cli::core_words(core.stopped, ", and none can be left out");
        writeln!(out, "No solution. These clues contradict each other{needed}:")?;
        list(out, puzzle, &core.members)?;
        return Ok(Exit::NoSolution);
    }
    let Some((row, column)) = cell else {
        writeln!(out, "There is a solution; --cell ROW,COLUMN tells what forces a cell.")?;
        return Ok(Exit::Done);
    };
    let cell = puzzle
        .cell_at(row, column)
        .ok_or_else(|| Failure::usage(format!("there is no cell in row {}, column {}", row + 1, column + 1)))?;
    let name = print::cell(puzzle, cell);
    let solution = match session.solve(puzzle, &limits) {
        Outcome::Solved(solution) => solution,
        Outcome::None => return Err(Failure::Internal("a puzzle that had a solution has none".into())),
        Outcome::Unknown(stop) => return cli::unknown(out, stop),
    };
    if puzzle.givens()[cell] > 0 {
        writeln!(out, "{name} is given: {}", solution[cell])?;
        return Ok(Exit::Done);
    }
    match session.forcing(puzzle, cell, solution[cell], &limits) {
        Ok(Some(core)) => {
            let needed = cli::core_words(core.stopped, ", none of which can be left out");
            writeln!(out, "{name} is {}, forced by these clues{needed}:", solution[cell])?;
            list(out, puzzle, &core.members)?;
        }
        Ok(None) => writeln!(out, "{name} is not forced: {} is one of its digits", solution[cell])?,
        Err(stop) => return cli::unknown(out, stop),
    }
    Ok(Exit::Done)
}

fn list(out: &mut Output, puzzle: &Sudoku, clues: &[Clue]) -> Result<(), Failure> {
    for clue in clues {
        match *clue {
            Clue::Given(cell, digit) => writeln!(out, "{} is {digit}", print::cell(puzzle, cell))?,
            Clue::Mark(cell, digit) => writeln!(out, "{} is not {digit}", print::cell(puzzle, cell))?,
            Clue::Cage(index) => {
                let cage = &puzzle.cages()[index];
                let cells: Vec<String> = cage.cells.iter().map(|&cell| print::cell(puzzle, cell)).collect();
                writeln!(out, "{} add up to {}", cells.join(" "), cage.sum)?;
            }
        }
    }
    Ok(())
}

fn draw_puzzle(
    out: &mut Output,
    puzzle: &Sudoku,
    engine: &EngineArgs,
    solve: bool,
    picture: &PictureArgs,
) -> Result<Exit, Failure> {
    let (values, guessed, exit) = if solve {
        match session(puzzle, engine)?.certain(puzzle, &engine.limits()?) {
            Ok(Some((values, same))) => (values, same.into_iter().map(|same| !same).collect(), Exit::Solved),
            Ok(None) => return none(out),
            Err(stop) => return cli::unknown(out, stop),
        }
    } else {
        (puzzle.givens().to_vec(), Vec::new(), Exit::Done)
    };
    if picture.on_terminal() {
        let colours = cli::colours();
        write!(out, "{}", if colours { print::coloured(puzzle, &values) } else { print::grid(puzzle, &values) })?;
        return Ok(exit);
    }
    picture.write(&draw::svg(puzzle, &values, &guessed), out)?;
    Ok(exit)
}
