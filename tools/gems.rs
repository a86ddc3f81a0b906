//! Gem hunter and minesweeper boards: encode, decode, solve, check, count, generate, explain, draw, and the batch run of
//! report 000. Flags and printing only; the thinking is in the library.

use clap::{Args, Parser, Subcommand, ValueEnum};
use gemsat::cnf::{Assignment, Var};
use gemsat::csp::pose;
use gemsat::encode::gems::{self as encoder, Numbering};
use gemsat::engine::Verdict;
use gemsat::limits::Limits;
use gemsat::puzzle::answer::{Answer, Status};
use gemsat::puzzle::cli::{
    Backend, EngineArgs, Exit, Failure, InputArgs, Output, PictureArgs, Source, parse_cell, run, unknown, write_count,
    write_encoding, write_file,
};
use gemsat::puzzle::gems::count::{Certainty, Counts, DEFAULT_STATES, count};
use gemsat::puzzle::gems::generate::{Wish, generate, generate_no_guess};
use gemsat::puzzle::gems::{Board, Claim, ReadOptions, Style, Symbols, draw};
use gemsat::reason::enumerate;
use gemsat::util::rng::Rng;
use look::{Look, SymbolChoice, print_board};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[path = "gems/batch.rs"]
mod batch;
#[path = "gems/explain.rs"]
mod explain;
#[path = "gems/look.rs"]
mod look;
#[path = "gems/solve.rs"]
mod solve;

const EXAMPLES: &str = "Examples:
  gems solve board.txt                       a gem grid (3, _, 2) or a mine board (3 - X)
  gems solve --certain board.txt             what all solutions share
  gems solve --probabilities --mines 10 board.txt
  gems encode board.txt | solver | gems decode
  gems encode board.txt | minisat -verb=0 /dev/stdin /dev/stdout | gems decode board.txt
  gems check board.txt answer.txt            names the broken rule and its cell
  gems explain --cell 3,1 board.txt          the numbers that force this cell
  gems generate --rows 8 --cols 8 --unique --seed 7
  gems generate --no-guess --mines 10 --start 1,1
  gems batch input/ --out output/            report 000's output_x.txt and times.txt
  gems draw --probabilities -o chances.svg board.txt";

#[derive(Parser)]
#[command(
    name = "gems",
    version,
    about = "Gem hunter and minesweeper boards, solved by SAT",
    arg_required_else_help = true,
    after_help = EXAMPLES
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Write the board as a formula.
    Encode(Encode),
    /// Read a solver's answer and print the board.
    Decode(Decode),
    /// Solve a board, or every board of a folder or of a file with one a line.
    Solve(solve::Solve),
    /// Check a filled board; exit code 0 when it is right, 20 when not.
    Check(Check),
    /// Print the number of solutions.
    Count(Count),
    /// Make a board.
    Generate(Generate),
    /// Say which numbers contradict each other, or which force a cell.
    Explain(explain::Explain),
    /// Draw the board as SVG.
    Draw(Draw),
    /// Solve a folder as report 000 does: output_x.txt and times.txt.
    Batch(batch::Batch),
}

#[derive(Args)]
struct BoardArgs {
    #[command(flatten)]
    input: InputArgs,
    /// `0` is an unknown cell, not a number.
    #[arg(long)]
    zero_unknown: bool,
    /// The number of traps on the whole board, given ones included.
    #[arg(long, value_name = "N")]
    mines: Option<usize>,
}

impl BoardArgs {
    /// The one board of the input.
    fn read(&self) -> Result<Board, Failure> {
        let source = self.input.read()?;
        let mut boards = self.boards(&source)?;
        match boards.len() {
            1 => Ok(boards.remove(0)),
            count => Err(Failure::input(format!("{}:1:1: expected one board, found {count}", source.name))),
        }
    }

    /// All boards of a text: one, or one a line.
    fn boards(&self, source: &Source) -> Result<Vec<Board>, Failure> {
        Board::parse_all(&source.text, self.options()).map_err(|error| source.failure(&error))
    }

    fn options(&self) -> ReadOptions {
        ReadOptions { zero_unknown: self.zero_unknown, answer: false }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum EncodingChoice {
    /// Variables for unknown cells.
    Auto,
    /// The reports' clauses in their numbering: unknown cells for gem symbols, all cells for mine symbols.
    Seed,
    /// Variables for unknown cells.
    Unknown,
    /// Variables for all cells.
    All,
}

impl EncodingChoice {
    fn numbering(self, board: &Board) -> Numbering {
        match (self, board.style.symbols) {
            (EncodingChoice::All, _) | (EncodingChoice::Seed, Symbols::Mines) => Numbering::All,
            _ => Numbering::Unknown,
        }
    }
}

#[derive(Args)]
struct Encode {
    #[command(flatten)]
    board: BoardArgs,
    /// Which clauses.
    #[arg(long, value_enum, default_value = "auto")]
    encoding: EncodingChoice,
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
    /// Which clauses the formula had.
    #[arg(long, value_enum, default_value = "auto")]
    encoding: EncodingChoice,
    /// `0` is an unknown cell, not a number.
    #[arg(long)]
    zero_unknown: bool,
    /// The number of traps on the whole board; the answer's own `c @` line tells it, too.
    #[arg(long, value_name = "N")]
    mines: Option<usize>,
    #[command(flatten)]
    look: Look,
}

#[derive(Args)]
struct Check {
    /// The puzzle; alone, a filled board that is checked by its own numbers.
    puzzle: PathBuf,
    /// The filled board, or an answer file with several blocks.
    answer: Option<PathBuf>,
    /// `0` is an unknown cell, not a number.
    #[arg(long)]
    zero_unknown: bool,
    /// The number of traps on the whole board.
    #[arg(long, value_name = "N")]
    mines: Option<usize>,
}

#[derive(Args)]
struct Count {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print `>N` when there are more. Boards too entangled to be counted exactly stop at 10000 otherwise.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Exit code 10 when there is exactly one solution, 20 when none or more.
    #[arg(long)]
    unique: bool,
}

#[derive(Args)]
struct Generate {
    /// Rows.
    #[arg(long, default_value_t = 9)]
    rows: usize,
    /// Columns.
    #[arg(long, default_value_t = 9)]
    cols: usize,
    /// Traps; a fifth of the cells otherwise.
    #[arg(long, alias = "mines")]
    traps: Option<usize>,
    /// The share of numbers that are shown, from 0 to 1.
    #[arg(long, default_value_t = 0.5)]
    numbers: f64,
    /// Exactly one solution, proven.
    #[arg(long)]
    unique: bool,
    /// A minesweeper board that needs no guess from the start cell.
    #[arg(long, conflicts_with_all = ["unique", "numbers"])]
    no_guess: bool,
    /// The cell that is opened first (row,column from 1); the middle otherwise.
    #[arg(long, value_parser = parse_cell, requires = "no_guess")]
    start: Option<(usize, usize)>,
    /// The alphabet; mines with --no-guess, gems otherwise.
    #[arg(long, value_enum, default_value = "auto")]
    symbols: SymbolChoice,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many boards; more than one are written one a line.
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Write one line a board.
    #[arg(long)]
    line: bool,
    /// Write the solution to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    solution: Option<PathBuf>,
}

#[derive(Args)]
struct Draw {
    #[command(flatten)]
    board: BoardArgs,
    /// Show the probability of a trap in each unknown cell.
    #[arg(long)]
    probabilities: bool,
    /// Solve it first and show the solution; what is not certain is drawn faintly.
    #[arg(long, conflicts_with = "probabilities")]
    solve: bool,
    #[command(flatten)]
    engine: EngineArgs,
    /// Coloured text for a terminal instead of SVG; what a terminal gets where no file is named.
    #[arg(long)]
    text: bool,
    #[command(flatten)]
    picture: PictureArgs,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    run("gems", |out| match cli.verb {
        Verb::Encode(args) => encode(&args, out),
        Verb::Decode(args) => decode(&args, out),
        Verb::Solve(args) => solve::solve(&args, out),
        Verb::Check(args) => check(&args, out),
        Verb::Count(args) => print_count(&args, out),
        Verb::Generate(args) => print_generated(&args, out),
        Verb::Explain(args) => explain::explain(&args, out),
        Verb::Draw(args) => print_picture(&args, out),
        Verb::Batch(args) => batch::batch(&args, out),
    })
}

fn encode(args: &Encode, out: &mut Output) -> Result<Exit, Failure> {
    let board = args.board.read()?;
    warn_impossible(&board);
    let encoding =
        encoder::encode(&board, args.encoding.numbering(&board), args.board.mines).map_err(Failure::input)?;
    write_encoding(out, &encoding, args.symbolic)
}

/// Names the numbers that no filling can meet on stderr.
fn warn_impossible(board: &Board) {
    for (_, why) in board.impossible_clues() {
        eprintln!("gems: {why}");
    }
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
            writeln!(out, "No solution")?;
            return Ok(Exit::NoSolution);
        }
        Status::Unknown => {
            writeln!(out, "UNKNOWN")?;
            return Ok(Exit::Done);
        }
        Status::Satisfiable => {}
    }
    let noted = answer.notes.iter().find_map(|note| encoder::read_note(note));
    let (board, numbering, total) = if let Some(path) = &args.puzzle {
        let source = Source::read(Some(path))?;
        let options = ReadOptions { zero_unknown: args.zero_unknown, answer: false };
        let board = Board::parse(&source.text, options).map_err(|error| source.failure(&error))?;
        let numbering = args.encoding.numbering(&board);
        (board, numbering, noted.and_then(|(_, _, total)| total))
    } else {
        noted.ok_or_else(|| {
            Failure::input("the answer has no 'c @ gems' line: name the puzzle's file, or the formula's with --cnf")
        })?
    };
    let total = args.mines.or(total);
    let encoding = encoder::encode(&board, numbering, None).map_err(Failure::input)?;
    answer.add_idle(&encoding);
    let model = answer.assignment(&encoding).map_err(|error| Failure::input(format!("{}: {error}", source.name)))?;
    let mut filled = fill(&board, numbering, &model);
    if let Err(fault) = board.check(&filled, total) {
        return Err(Failure::input(format!("{}: the model is no solution: {fault}", source.name)));
    }
    args.look.dress(&board, &mut filled, total);
    print_board(&filled, out)?;
    Ok(Exit::Solved)
}

/// The board as a model fills it.
fn fill(board: &Board, numbering: Numbering, model: &Assignment) -> Board {
    let vars = numbering.variables(board);
    let values: Vec<bool> = board.unknown_cells().map(|cell| vars[cell].is_some_and(|var| model.value(var))).collect();
    board.filled(|number| values[number])
}

fn no_solution(board: &Board, out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "No solution")?;
    warn_impossible(board);
    Ok(Exit::NoSolution)
}

fn check(args: &Check, out: &mut Output) -> Result<Exit, Failure> {
    let puzzle_source = Source::read(Some(&args.puzzle))?;
    let answer_options = ReadOptions { zero_unknown: false, answer: true };
    let blocks =
        |source: &Source| Board::parse_blocks(&source.text, answer_options).map_err(|error| source.failure(&error));
    let Some(answer) = &args.answer else {
        let nothing = || Err("there is no board to look at".to_string());
        return report_blocks(blocks(&puzzle_source)?, out, |claim| match claim {
            Claim::Filled(board) => board.check_filled(args.mines).map_err(|fault| fault.to_string()),
            Claim::NoSolution | Claim::Nothing => nothing(),
        });
    };
    let options = ReadOptions { zero_unknown: args.zero_unknown, answer: false };
    let puzzle = Board::parse(&puzzle_source.text, options).map_err(|error| puzzle_source.failure(&error))?;
    let source = Source::read(Some(answer))?;
    let encoding = encoder::encode(&puzzle, Numbering::Unknown, args.mines).map_err(Failure::input)?;
    report_blocks(blocks(&source)?, out, |claim| match claim {
        Claim::Filled(board) => puzzle.check(board, args.mines).map_err(|fault| fault.to_string()),
        Claim::Nothing => Err("no answer was given".into()),
        Claim::NoSolution => {
            let verdict = EngineArgs::default()
                .backend()
                .and_then(|mut engine: Backend| engine.solve(&encoding.formula, &Limits::none()));
            match verdict {
                Ok(Verdict::Unsat) => Ok(()),
                Ok(_) => Err("no board was given, though there is a solution".into()),
                Err(failure) => Err(failure.to_string()),
            }
        }
    })
}

fn report_blocks(
    blocks: Vec<(String, Claim)>,
    out: &mut Output,
    judge: impl Fn(&Claim) -> Result<(), String>,
) -> Result<Exit, Failure> {
    let mut wrong = false;
    for (heading, claim) in blocks {
        let heading = if heading.is_empty() { String::new() } else { format!("{heading}: ") };
        match judge(&claim) {
            Ok(()) => writeln!(out, "{heading}right")?,
            Err(fault) => {
                wrong = true;
                writeln!(out, "{heading}wrong: {fault}")?;
            }
        }
    }
    Ok(if wrong { Exit::NoSolution } else { Exit::Done })
}

fn print_count(args: &Count, out: &mut Output) -> Result<Exit, Failure> {
    let boards = args.board.boards(&args.board.input.read()?)?;
    let mut unique = true;
    for board in &boards {
        unique &= count_one(args, board, out)?;
    }
    Ok(match (args.unique, unique) {
        (false, _) => Exit::Done,
        (true, true) => Exit::Solved,
        (true, false) => Exit::NoSolution,
    })
}

/// Where counting model by model stops when no limit is given.
const DEFAULT_LIMIT: u64 = 10_000;

/// Prints the number of solutions, and tells whether it is 1. Boards too entangled to be counted group by group are
/// counted model by model.
fn count_one(args: &Count, board: &Board, out: &mut Output) -> Result<bool, Failure> {
    if let Some(method) = args.engine.csp() {
        let problem = pose::mines_board(board, args.board.mines);
        let limit = args.limit.unwrap_or(DEFAULT_LIMIT);
        let counted = args.engine.count(problem, method, limit, &args.engine.limits()?)?;
        write_count(out, counted)?;
        return Ok(counted == Ok((1, true)));
    }
    if let Ok(counts) = count(board, args.board.mines, DEFAULT_STATES) {
        match args.limit {
            Some(limit) if counts.total > limit.into() => writeln!(out, ">{limit}")?,
            _ => writeln!(out, "{}", counts.total)?,
        }
        return Ok(counts.total == 1u8.into());
    }
    let encoding = encoder::encode(board, Numbering::Unknown, args.board.mines).map_err(Failure::input)?;
    let vars: Vec<Var> = encoding.puzzle_vars().collect();
    let mut oracle = args.engine.oracle(&encoding.formula)?;
    let limit = match (args.limit, args.engine.time) {
        (None, None) => Some(DEFAULT_LIMIT),
        (limit, _) => limit,
    };
    let counted = enumerate::count(&mut *oracle, &vars, limit, &args.engine.limits()?);
    match counted.stopped {
        None => writeln!(out, "{}", counted.models)?,
        Some(Ok(())) => writeln!(out, ">{}", counted.models - 1)?,
        Some(Err(stop)) if counted.models == 0 => writeln!(out, "UNKNOWN ({stop})")?,
        Some(Err(stop)) => {
            // At least so many: what was not counted is not told.
            writeln!(out, ">{}", counted.models - 1)?;
            eprintln!("gems: {stop}");
        }
    }
    Ok(counted.models == 1 && counted.stopped.is_none())
}

fn print_generated(args: &Generate, out: &mut Output) -> Result<Exit, Failure> {
    let symbols = match args.symbols {
        SymbolChoice::Auto if args.no_guess => Symbols::Mines,
        SymbolChoice::Auto | SymbolChoice::Gems => Symbols::Gems,
        SymbolChoice::Mines => Symbols::Mines,
    };
    let style = Style::of(symbols);
    let cells = args.rows.saturating_mul(args.cols);
    let traps = args.traps.unwrap_or(cells / 5);
    let mut rng = Rng::new(args.seed);
    for _ in 0..args.count {
        let style = style.clone();
        let made = if args.no_guess {
            let start = args.start.unwrap_or((args.rows / 2, args.cols / 2));
            generate_no_guess((args.rows, args.cols), traps, start, style, 10_000, &mut rng)
        } else {
            let (rows, cols, numbers, unique) = (args.rows, args.cols, args.numbers, args.unique);
            generate(&Wish { rows, cols, traps, numbers, unique, style }, &mut rng)
        };
        let made = made.map_err(Failure::input)?;
        if args.line || args.count > 1 {
            writeln!(out, "{}", made.puzzle.to_line())?;
        } else {
            print_board(&made.puzzle, out)?;
        }
        if let Some(path) = &args.solution {
            write_file(path, |file| write!(file, "{}", made.solution))?;
        }
    }
    Ok(Exit::Done)
}

fn print_picture(args: &Draw, out: &mut Output) -> Result<Exit, Failure> {
    let mut board = args.board.read()?;
    let counted = match args.probabilities || args.solve {
        true => count(&board, args.board.mines, DEFAULT_STATES),
        false => Ok(Counts::default()),
    };
    let mut guessed = Vec::new();
    let mut exit = Exit::Done;
    if args.solve {
        let encoding = encoder::encode(&board, Numbering::Unknown, args.board.mines).map_err(Failure::input)?;
        let model = match args.engine.backend()?.solve(&encoding.formula, &args.engine.limits()?)? {
            Verdict::Sat(model) => model,
            Verdict::Unsat => return no_solution(&board, out),
            Verdict::Unknown(stop) => return unknown(out, stop),
        };
        if let Ok(counts) = &counted {
            guessed = vec![false; board.cells.len()];
            for (number, &cell) in counts.cells.iter().enumerate() {
                guessed[cell] = counts.certainty(number) == Certainty::Open;
            }
        }
        board = fill(&board, Numbering::Unknown, &model);
        exit = Exit::Solved;
    }
    let shown = match args.probabilities {
        true => Some(counted.map_err(Failure::input)?),
        false => None,
    };
    if args.text || args.picture.on_terminal() {
        out.write_all(draw::coloured(&board, &guessed).as_bytes())?;
    } else {
        args.picture.write(&draw::svg(&board, shown.as_ref(), &guessed), out)?;
    }
    Ok(exit)
}
