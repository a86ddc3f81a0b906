//! The tool `queens`: boards of queens to formulas and back, solved, counted, made, explained and drawn.

use clap::{Args, Parser, Subcommand, ValueEnum};
use gemsat::cnf::Lit;
use gemsat::csp::{Outcome, Search, pose};
use gemsat::encode::Encoding;
use gemsat::encode::cardinality::AtMostOne;
use gemsat::encode::queens::{self, Queens, Style};
use gemsat::engine::Verdict;
use gemsat::observe::args::SeeArgs;
use gemsat::puzzle::answer::{Answer, Status};
use gemsat::puzzle::cli::{self, EngineArgs, Exit, Failure, InputArgs, Output, PictureArgs, Source};
use gemsat::puzzle::play::Scene;
use gemsat::puzzle::queens::generate::{Wanted, generate};
use gemsat::puzzle::queens::print::{FINAL, INITIAL, Notation, board, clauses, coloured, states};
use gemsat::puzzle::queens::trace::Trace;
use gemsat::puzzle::queens::{astar, check, draw, explain, read, squares};
use solution::solution;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[path = "queens/many.rs"]
mod many;
#[path = "queens/solution.rs"]
mod solution;

const EXAMPLES: &str = "Examples:
  queens solve 8                             a board; --columns: a line of columns
  queens encode 8 | kissat -q | queens decode 8
  queens solve placed.txt                    from queens that stand already
  queens solve --search --trace placed.txt   the best-first search of report 003, step by step
  queens count 8                             92; with --distinct 12
  queens solve --certain placed.txt          what all solutions share
  queens encode 8 --square 3,3 --notation words
  queens explain --cell 7,7 placed.txt       what forces or forbids a queen there
  queens generate 12 --unique --seed 3
  queens draw 6 --trace --engine dpll -o moves.svg";

/// Queens on a board of any size by SAT: placed queens, blocked squares, excluded diagonals.
///
/// A PUZZLE is a size, a file, or `-`. Rows and columns count from 0, as in the course's files.
/// Exit codes: 10 solved, 20 no solution or wrong answer, 0 otherwise, 1 bad input, 2 wrong usage.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Writes the board as DIMACS, or as clauses over b[row][column].
    Encode {
        #[command(flatten)]
        puzzle: PuzzleArgs,
        #[command(flatten)]
        form: FormArgs,
        /// How clauses are written.
        #[arg(long, value_enum, default_value_t = NotationArg::Dimacs)]
        notation: NotationArg,
        /// Write the named form: one clause a line, no header.
        #[arg(long, conflicts_with = "notation")]
        symbolic: bool,
        /// Write only the clauses about one square, in the order of report 003.
        #[arg(long, value_name = "ROW,COLUMN", value_parser = square)]
        square: Option<(usize, usize)>,
    },
    /// Reads a solver's answer and prints the board.
    Decode {
        #[command(flatten)]
        puzzle: PuzzleArgs,
        /// The formula that was solved, for its `c @` line.
        #[arg(long, value_name = "FILE")]
        cnf: Option<PathBuf>,
        /// The solver's answer; standard input by default.
        #[arg(long, value_name = "FILE")]
        answer: Option<PathBuf>,
    },
    /// Solves a board, or every board of a folder: with an engine on the formula, or with the best-first search of report
    /// 003.
    Solve {
        #[command(flatten)]
        puzzle: PuzzleArgs,
        #[command(flatten)]
        form: FormArgs,
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        see: SeeArgs,
        /// All solutions, at most --limit.
        #[arg(long)]
        all: bool,
        /// What all solutions share: `Q` a queen, `.` none, `?` open.
        #[arg(long, conflicts_with_all = ["all", "search", "states", "columns"])]
        certain: bool,
        /// With --all: one of each class of reflections and turns.
        #[arg(long, requires = "all")]
        distinct: bool,
        /// How many solutions --all prints.
        #[arg(long, default_value_t = 10_000)]
        limit: u64,
        /// Best-first search over boards, as in report 003 (A*).
        #[arg(long, conflicts_with = "all")]
        search: bool,
        /// Print every board that the search expands, with its number of free squares h.
        #[arg(long, requires = "search")]
        trace: bool,
        /// Print states (1 a queen, 0 free, -1 attacked) in place of pictures.
        #[arg(long)]
        states: bool,
        /// Print no more than the column of each row's queen.
        #[arg(long)]
        columns: bool,
    },
    /// Checks a board against the rules and a puzzle.
    Check {
        /// The filled board.
        #[command(flatten)]
        board: PuzzleArgs,
        /// The puzzle that it must keep.
        #[arg(long = "puzzle", value_name = "FILE")]
        given: Option<PathBuf>,
    },
    /// Prints the number of solutions, `>N` when there are more than the limit.
    Count {
        #[command(flatten)]
        puzzle: PuzzleArgs,
        #[command(flatten)]
        engine: EngineArgs,
        /// Stop counting above this number.
        #[arg(long, default_value_t = 100_000_000)]
        limit: u64,
        /// Count classes of reflections and turns.
        #[arg(long)]
        distinct: bool,
        /// Exit code 10 when there is exactly one solution, 20 when none or more.
        #[arg(long)]
        unique: bool,
    },
    /// Makes a completion puzzle: some queens of a solution.
    Generate {
        /// The size of the board.
        #[arg(default_value_t = 8)]
        size: usize,
        /// How many queens are placed.
        #[arg(long)]
        placed: Option<usize>,
        /// One completion only, proven.
        #[arg(long)]
        unique: bool,
        /// Seed of all random choices.
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
    /// Says why a board has no solution, or what forces or forbids a square.
    Explain {
        #[command(flatten)]
        puzzle: PuzzleArgs,
        #[command(flatten)]
        engine: EngineArgs,
        /// The square, row and column from 0.
        #[arg(long, value_name = "ROW,COLUMN", value_parser = square)]
        cell: Option<(usize, usize)>,
        /// Tell h, the number of squares that stay free, for each square of the first row without a queen.
        #[arg(long, conflicts_with = "cell")]
        free: bool,
    },
    /// Draws the board as SVG or PNG.
    Draw {
        #[command(flatten)]
        puzzle: PuzzleArgs,
        #[command(flatten)]
        engine: EngineArgs,
        /// Fill in a solution.
        #[arg(long)]
        solve: bool,
        /// Animate the moves: of the best-first search of report 003, or of the --engine that is named.
        #[arg(long, conflicts_with = "solve")]
        trace: bool,
        #[command(flatten)]
        picture: PictureArgs,
    },
}

#[derive(Debug, Args)]
struct PuzzleArgs {
    /// A size, a file, or `-` for standard input.
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,
    /// The size of the board, for files that only list queens (8 by default).
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// How many of a file's excluded diagonals count; all by default.
    #[arg(long, value_name = "K")]
    diagonals: Option<usize>,
}

#[derive(Clone, Copy, Debug, Args)]
struct FormArgs {
    /// Which clauses are written.
    #[arg(long, value_enum, default_value_t = StyleArg::Applied)]
    encoding: StyleArg,
    /// Encoding of "at most one": auto pairwise sequential product commander bitwise ladder.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_amo)]
    at_most_one: AtMostOne,
    /// Keep the first row's queen in its left half (only for an empty board).
    #[arg(long)]
    half: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StyleArg {
    /// Exactly one a row and a column, placed queens applied.
    Applied,
    /// Report 003, level 1: rows and diagonals.
    Level1,
    /// Report 003, level 2: rows, columns and diagonals.
    #[value(alias = "seed")]
    Level2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NotationArg {
    /// DIMACS.
    Dimacs,
    /// `not(b[3][0]) v not(b[3][3])`.
    Words,
    /// `(-b[3][0] \vee -b[3][3])`.
    Latex,
}

fn square(text: &str) -> Result<(usize, usize), String> {
    let parts =
        text.split_once(',').and_then(|(row, column)| Some((row.trim().parse().ok()?, column.trim().parse().ok()?)));
    parts.ok_or_else(|| format!("expected ROW,COLUMN from 0, found '{text}'"))
}

fn parse_amo(text: &str) -> Result<AtMostOne, String> {
    AtMostOne::by_name(text).ok_or_else(|| format!("no such encoding: '{text}'"))
}

impl PuzzleArgs {
    /// The puzzle: a bare number is an empty board, even where a file has that name (which is then `./8`).
    fn read(&self) -> Result<Queens, Failure> {
        if let Some(puzzle) = self.given()? {
            return Ok(puzzle);
        }
        self.parse(&Source::read(self.puzzle.as_deref().map(Path::new))?)
    }

    fn given(&self) -> Result<Option<Queens>, Failure> {
        let number = self.puzzle.as_deref().and_then(|text| text.parse::<usize>().ok());
        let sized =
            |size| Queens::new(size).ok_or_else(|| Failure::usage(format!("sizes are 1 to {}", queens::MAX_SIZE)));
        number.map(sized).transpose()
    }

    /// The files of a folder, when that is what is named.
    fn folder(&self) -> Result<Option<Vec<PathBuf>>, Failure> {
        match self.given()? {
            Some(_) => Ok(None),
            None => InputArgs { path: self.puzzle.as_deref().map(PathBuf::from) }.folder(),
        }
    }

    fn parse(&self, source: &Source) -> Result<Queens, Failure> {
        let options = read::Options { size: self.size, diagonals: self.diagonals };
        read::read(&source.text, options).map_err(|error| source.failure(&error))
    }
}

impl FormArgs {
    /// What is written when nothing else was asked for.
    const PLAIN: FormArgs = FormArgs { encoding: StyleArg::Applied, at_most_one: AtMostOne::Auto, half: false };

    fn encode(self, puzzle: &Queens, local_search: bool) -> Result<Encoding, Failure> {
        if self.half && (!puzzle.placed.is_empty() || puzzle.any_blocked()) {
            return Err(Failure::usage("--half is only right for an empty board"));
        }
        let style = match self.encoding {
            StyleArg::Applied => Style::Applied,
            StyleArg::Level1 => Style::Level1,
            StyleArg::Level2 => Style::Level2,
        };
        let pairwise = local_search || !matches!(style, Style::Applied);
        if pairwise && puzzle.size() > MOST_PAIRWISE {
            return Err(Failure::usage(format!("pairwise clauses are written up to size {MOST_PAIRWISE}")));
        }
        let amo = if local_search { AtMostOne::Pairwise } else { self.at_most_one };
        if amo == AtMostOne::Pairwise && puzzle.size() > MOST_PAIRWISE {
            return Err(Failure::usage(format!("pairwise clauses are written up to size {MOST_PAIRWISE}")));
        }
        Ok(queens::encode(puzzle, style, amo, self.half))
    }
}

/// The largest board for pairwise clauses: 45 million of them.
const MOST_PAIRWISE: usize = 300;

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli::run("queens", |out| match cli.verb {
        Verb::Encode { puzzle, form, notation, symbolic, square } => {
            encode(out, &puzzle.read()?, form, notation, symbolic, square)
        }
        Verb::Decode { puzzle, cnf, answer } => decode(out, &puzzle, cnf.as_deref(), answer),
        Verb::Solve { puzzle, form, engine, see, all, certain, distinct, limit, search, trace, states, columns } => {
            if let Some(files) = puzzle.folder()? {
                cli::see_one(&see, false)?;
                return many::folder(out, &files, &puzzle, form, &engine);
            }
            let puzzle = puzzle.read()?;
            let style = PrintStyle { states, columns };
            cli::see_one(&see, !all && !search && !certain)?;
            if all {
                return many::solve_all(out, &puzzle, &engine, style, distinct, limit);
            }
            if certain {
                return many::certain(out, &puzzle, &engine);
            }
            if search {
                return best_first(out, &puzzle, &engine, style, trace);
            }
            solve(out, &puzzle, form, &engine, &see, style)
        }
        Verb::Check { board, given } => {
            let filled = board.read()?;
            let mut puzzle = match given {
                Some(path) => board.parse(&Source::read(Some(&path))?)?,
                None => Queens::new(filled.size()).ok_or_else(|| Failure::usage("an empty board"))?,
            };
            if puzzle.size() != filled.size() {
                return Err(Failure::input(format!("a board of {} for a puzzle of {}", filled.size(), puzzle.size())));
            }
            filled.blocked().for_each(|(row, column)| puzzle.block(row, column));
            match check(&puzzle, &filled.placed) {
                Ok(()) => writeln!(out, "right")?,
                Err(broken) => {
                    writeln!(out, "wrong: {broken}")?;
                    return Ok(Exit::NoSolution);
                }
            }
            Ok(Exit::Done)
        }
        Verb::Count { puzzle, engine, limit, distinct, unique } => {
            many::count_solutions(out, &puzzle.read()?, &engine, limit, distinct, unique)
        }
        Verb::Generate { size, placed, unique, seed } => {
            let limits = EngineArgs::default().limits()?;
            let puzzle = generate(Wanted { size, placed, unique }, seed, &limits).map_err(Failure::usage)?;
            write!(out, "{}", board(&puzzle, &puzzle.placed))?;
            Ok(Exit::Done)
        }
        Verb::Explain { puzzle, engine, cell, free } => {
            let puzzle = puzzle.read()?;
            if !free {
                return tell(out, &puzzle, &engine, cell);
            }
            for state in astar::successors(&puzzle, &puzzle.placed) {
                if let Some((row, column)) = state.queens.last() {
                    writeln!(out, "({row},{column}): h = {}", state.free)?;
                }
            }
            Ok(Exit::Done)
        }
        Verb::Draw { puzzle, engine, solve, trace, picture } => {
            draw_board(out, &puzzle.read()?, &engine, solve, trace, &picture)
        }
    })
}

fn encode(
    out: &mut Output,
    puzzle: &Queens,
    form: FormArgs,
    notation: NotationArg,
    symbolic: bool,
    square: Option<(usize, usize)>,
) -> Result<Exit, Failure> {
    let mut encoding = match square {
        Some((row, column)) if row < puzzle.size() && column < puzzle.size() => {
            let empty = Queens::new(puzzle.size()).ok_or_else(|| Failure::usage("an empty board"))?;
            let formula = queens::about_square(empty.size(), row, column);
            Encoding { formula, names: queens::names(puzzle.size()), notes: Vec::new() }
        }
        Some((row, column)) => return Err(Failure::usage(format!("there is no square ({row}, {column})"))),
        None => form.encode(puzzle, false)?,
    };
    let notation = match notation {
        NotationArg::Dimacs => return cli::write_encoding(out, &encoding, symbolic),
        NotationArg::Words => Notation::Words,
        NotationArg::Latex => Notation::Latex,
    };
    clauses(&std::mem::take(&mut encoding.formula), puzzle.size(), notation, out)?;
    Ok(Exit::Done)
}

#[derive(Clone, Copy)]
struct PrintStyle {
    states: bool,
    columns: bool,
}

fn show(out: &mut Output, puzzle: &Queens, placed: &[(usize, usize)], style: PrintStyle) -> Result<(), Failure> {
    if style.columns {
        let column =
            |row| placed.iter().find(|&&(r, _)| r == row).map_or("-1".into(), |(_, column)| column.to_string());
        let columns: Vec<String> = (0..puzzle.size()).map(column).collect();
        writeln!(out, "{}", columns.join(" "))?;
    } else if style.states {
        write!(out, "{}", states(puzzle, placed))?;
    } else if cli::colours() {
        write!(out, "{}", coloured(puzzle, placed))?;
    } else {
        write!(out, "{}", board(puzzle, placed))?;
    }
    Ok(())
}

fn none(out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "No solution")?;
    Ok(Exit::NoSolution)
}

fn verify(puzzle: &Queens, placed: &[(usize, usize)]) -> Result<(), Failure> {
    check(puzzle, placed).map_err(|broken| Failure::Internal(format!("the solution found is wrong: {broken}")))
}

/// The report's headings around a solution when queens are placed beforehand.
fn framed(out: &mut Output, puzzle: &Queens, placed: &[(usize, usize)], style: PrintStyle) -> Result<Exit, Failure> {
    verify(puzzle, placed)?;
    let headings = !puzzle.placed.is_empty() && !style.columns;
    if headings {
        writeln!(out, "{INITIAL}")?;
        show(out, puzzle, &puzzle.placed, style)?;
        writeln!(out, "{FINAL}")?;
    }
    show(out, puzzle, placed, style)?;
    Ok(Exit::Solved)
}

fn solve(
    out: &mut Output,
    puzzle: &Queens,
    form: FormArgs,
    engine: &EngineArgs,
    see: &SeeArgs,
    style: PrintStyle,
) -> Result<Exit, Failure> {
    match solution(puzzle, form, engine, &Scene::queens(see, puzzle))? {
        Ok(Some(placed)) => framed(out, puzzle, &placed, style),
        Ok(None) => none(out),
        Err(stop) => cli::unknown(out, stop),
    }
}

fn best_first(
    out: &mut Output,
    puzzle: &Queens,
    engine: &EngineArgs,
    style: PrintStyle,
    trace: bool,
) -> Result<Exit, Failure> {
    let mut failed = Ok(());
    let mut step = 0;
    let found = astar::search(puzzle, &engine.limits()?, |state| {
        step += 1;
        if trace && failed.is_ok() {
            failed = writeln!(out, "step {step}: h = {}", state.free)
                .map_err(Failure::from)
                .and_then(|()| show(out, puzzle, &state.queens, style));
        }
    });
    failed?;
    match found {
        Ok(Some(state)) => framed(out, puzzle, &state.queens, style),
        Ok(None) => none(out),
        Err(stop) => cli::unknown(out, stop),
    }
}

fn decode(out: &mut Output, args: &PuzzleArgs, cnf: Option<&Path>, answer: Option<PathBuf>) -> Result<Exit, Failure> {
    let source = Source::read(answer.as_deref())?;
    let failure = |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", source.name));
    let mut answer = Answer::parse(&source.text).map_err(|error| failure(&error))?;
    if let Some(path) = cnf {
        answer.add_notes(&Source::read(Some(path))?.text);
    }
    match answer.status {
        Status::Unsatisfiable => return none(out),
        Status::Unknown => {
            writeln!(out, "UNKNOWN")?;
            return Ok(Exit::Done);
        }
        Status::Satisfiable => {}
    }
    let puzzle = match &args.puzzle {
        Some(_) => args.read()?,
        None => {
            let noted = answer.notes.iter().find_map(|note| queens::from_note(note));
            let highest = answer.lits.iter().map(|lit: &Lit| lit.var().index() + 1).max().unwrap_or(answer.named.len());
            // Without a note, the square of the largest variable: right where the encoding has no auxiliary ones.
            let size = args.size.or_else(|| Some(highest.isqrt()).filter(|size| size * size == highest));
            match (noted, size) {
                (Some(noted), _) => noted,
                (None, Some(size)) => Queens::new(size).ok_or_else(|| failure(&"a board of no size"))?,
                (None, None) => return Err(failure(&"the answer does not tell the size of the board; name it")),
            }
        }
    };
    let size = puzzle.size();
    let model = answer.assignment(&Encoding::with_names(queens::names(size))).map_err(|error| failure(&error))?;
    let placed = squares(size, &model);
    show(out, &puzzle, &placed, PrintStyle { states: false, columns: false })?;
    // Level 1 of the report has no columns: its models are shown, and what is wrong with them is said.
    match check(&puzzle, &placed) {
        Ok(()) => Ok(Exit::Solved),
        Err(broken) => {
            eprintln!("queens: the model is no solution: {broken}");
            Ok(Exit::NoSolution)
        }
    }
}

fn tell(out: &mut Output, puzzle: &Queens, engine: &EngineArgs, cell: Option<(usize, usize)>) -> Result<Exit, Failure> {
    if let Some((row, column)) = cell.filter(|&(row, column)| row >= puzzle.size() || column >= puzzle.size()) {
        return Err(Failure::usage(format!("there is no square ({row}, {column})")));
    }
    let limits = engine.limits()?;
    let mut oracle = engine.oracle(&explain::rules(puzzle))?;
    match explain::contradiction(puzzle, &mut *oracle, None, &limits) {
        Err(stop) => return cli::unknown(out, stop),
        Ok(Some(core)) => {
            let needed = cli::core_words(core.stopped, ", and none can be left out");
            writeln!(out, "No solution. These clues contradict each other{needed}:")?;
            explain::list(&core.members, out)?;
            return Ok(Exit::NoSolution);
        }
        Ok(None) => {}
    }
    let Some((row, column)) = cell else {
        writeln!(out, "There is a solution; --cell ROW,COLUMN tells what forces or forbids a square.")?;
        return Ok(Exit::Done);
    };
    for (queen, word) in [(true, "a queen"), (false, "no queen")] {
        match explain::contradiction(puzzle, &mut *oracle, Some(((row, column), !queen)), &limits) {
            Err(stop) => return cli::unknown(out, stop),
            Ok(Some(core)) => {
                let needed = cli::core_words(core.stopped, "");
                writeln!(out, "({row}, {column}) has {word} in every solution, forced by{needed}:")?;
                explain::list(&core.members, out)?;
                return Ok(Exit::Done);
            }
            Ok(None) => {}
        }
    }
    writeln!(out, "({row}, {column}) has a queen in some solutions and none in others")?;
    Ok(Exit::Done)
}

/// The most states of an animation.
const MOST_STATES: usize = 500;

/// The moves of an engine, or of the best-first search when none is named.
fn moves(puzzle: &Queens, engine: &EngineArgs) -> Result<(Vec<astar::State>, Exit), Failure> {
    let limits = engine.limits()?;
    let mut trace = Trace::new(puzzle.size(), MOST_STATES);
    let exit = if let Some(method) = engine.csp() {
        let problem = pose::queens_board(puzzle).map_err(Failure::input)?;
        match Search::new(&problem, method).next(&limits, Some(&mut trace)) {
            Outcome::Solved(_) => Exit::Solved,
            Outcome::NoSolution => Exit::NoSolution,
            Outcome::Unknown(_) => Exit::Done,
        }
    } else if engine.engine.is_some() {
        let formula = queens::encode(puzzle, Style::Applied, AtMostOne::Pairwise, false).formula;
        match engine.built_in()?.solve(formula, &limits, Some(&mut trace)) {
            Verdict::Sat(model) => {
                let queens = squares(puzzle.size(), &model);
                verify(puzzle, &queens)?;
                trace.states.push(astar::State { queens, free: 0 });
                Exit::Solved
            }
            Verdict::Unsat => Exit::NoSolution,
            Verdict::Unknown(_) => Exit::Done,
        }
    } else {
        let mut states = Vec::new();
        let found = astar::search(puzzle, &limits, |state| states.push(state.clone()));
        let exit = match found {
            Ok(Some(_)) => Exit::Solved,
            Ok(None) => Exit::NoSolution,
            Err(_) => Exit::Done,
        };
        return Ok((states, exit));
    };
    if trace.left_out > 0 {
        eprintln!("queens: {} later states are left out", trace.left_out);
    }
    Ok((trace.states, exit))
}

fn draw_board(
    out: &mut Output,
    puzzle: &Queens,
    engine: &EngineArgs,
    solve: bool,
    trace: bool,
    picture: &PictureArgs,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    let text = |out: &mut Output, placed: &[(usize, usize)]| {
        show(out, puzzle, placed, PrintStyle { states: false, columns: false })
    };
    let svg = if trace {
        if engine.engine.is_some() && puzzle.size() > MOST_PAIRWISE {
            return Err(Failure::usage(format!("moves are drawn up to size {MOST_PAIRWISE}")));
        }
        let states;
        (states, exit) = moves(puzzle, engine)?;
        draw::animation(puzzle, &states, 0.5)
    } else if solve {
        match solution(puzzle, FormArgs::PLAIN, engine, &Scene::unseen())? {
            Ok(Some(placed)) => {
                exit = Exit::Solved;
                verify(puzzle, &placed)?;
                if picture.on_terminal() {
                    text(out, &placed)?;
                    return Ok(exit);
                }
                draw::svg(puzzle, &placed)
            }
            Ok(None) => return none(out),
            Err(stop) => return cli::unknown(out, stop),
        }
    } else if picture.on_terminal() {
        text(out, &puzzle.placed)?;
        return Ok(exit);
    } else {
        draw::svg(puzzle, &puzzle.placed)
    };
    picture.write(&svg, out)?;
    Ok(exit)
}
