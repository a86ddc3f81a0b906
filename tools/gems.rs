//! Gem hunter and minesweeper boards: encode, decode, solve, check, count, generate, explain, draw, and the batch run of
//! report 000. Flags and printing only; the thinking is in the library.

use clap::{Args, Parser, Subcommand, ValueEnum};
use gemsat::cnf::{Assignment, Lit, Var};
use gemsat::encode::gems::{self as encoder, Numbering};
use gemsat::engine::Verdict;
use gemsat::limits::Stop;
use gemsat::observe::args::SeeArgs;
use gemsat::puzzle::answer::{Answer, Status};
use gemsat::puzzle::cli::{
    EngineArgs, Exit, Failure, InputArgs, Output, PictureArgs, Source, parse_cell, run, see_one, unknown,
    write_encoding, write_file,
};
use gemsat::puzzle::gems::count::{Certainty, Counts, DEFAULT_STATES, count};
use gemsat::puzzle::gems::generate::{Wish, generate, generate_no_guess};
use gemsat::puzzle::gems::{Board, Cell, ReadOptions, Style, Symbols, draw};
use gemsat::puzzle::play::Scene;
use gemsat::reason::Reply;
use gemsat::reason::core::minimal_core;
use gemsat::reason::enumerate::enumerate;
use gemsat::util::rng::Rng;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

#[path = "gems/batch.rs"]
mod batch;

#[derive(Parser)]
#[command(
    name = "gems",
    version,
    about = "Gem hunter and minesweeper boards, solved by SAT",
    arg_required_else_help = true
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
    /// Solve the board.
    Solve(Solve),
    /// Check a filled board; exit code 0 when it is right, 20 when not.
    Check(Check),
    /// Print the number of solutions.
    Count(Count),
    /// Make a board.
    Generate(Generate),
    /// Say which numbers contradict each other, or which force a cell.
    Explain(Explain),
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
    fn read(&self) -> Result<Board, Failure> {
        let source = self.input.read()?;
        Board::parse(&source.text, self.options()).map_err(|error| source.failure(&error))
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Free {
    /// As the solver left it.
    Model,
    /// A gem.
    Gem,
    /// A trap.
    Trap,
    /// The unknown symbol.
    Blank,
}

#[derive(Clone, Copy, ValueEnum)]
enum SymbolChoice {
    /// As the board is written.
    Auto,
    /// T, G and _.
    Gems,
    /// X, - and numbers.
    Mines,
}

#[derive(Args)]
struct Look {
    /// What a cell next to no number becomes.
    #[arg(long, value_enum, default_value = "gem")]
    free: Free,
    /// The alphabet of the answer.
    #[arg(long, value_enum, default_value = "auto")]
    symbols: SymbolChoice,
}

impl Look {
    /// Sets the free cells, where no total binds them, and the alphabet.
    fn dress(&self, puzzle: &Board, answer: &mut Board, total: Option<usize>) {
        let value = match self.free {
            Free::Gem => Some(Cell::Gem),
            Free::Trap => Some(Cell::Trap),
            Free::Blank => Some(Cell::Unknown),
            Free::Model => None,
        };
        if let (Some(value), None) = (value, total) {
            for cell in puzzle.unknown_cells().filter(|&cell| puzzle.is_free(cell)) {
                answer.cells[cell] = value;
            }
        }
        self.symbols(answer);
    }

    fn symbols(&self, board: &mut Board) {
        let symbols = match self.symbols {
            SymbolChoice::Auto => return,
            SymbolChoice::Gems => Symbols::Gems,
            SymbolChoice::Mines => Symbols::Mines,
        };
        if symbols != board.style.symbols {
            board.style = Style::of(symbols);
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
    #[command(flatten)]
    look: Look,
}

#[derive(Args)]
struct Solve {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    see: SeeArgs,
    #[command(flatten)]
    look: Look,
    /// Print every solution, separated by empty lines.
    #[arg(long, conflicts_with_all = ["certain", "probabilities"])]
    all: bool,
    /// At most this many solutions.
    #[arg(long, value_name = "N", requires = "all")]
    limit: Option<u64>,
    /// Print only what is certain; open cells stay unknown.
    #[arg(long, conflicts_with = "probabilities")]
    certain: bool,
    /// Print the probability of a trap in each unknown cell, all solutions being equally likely.
    #[arg(long)]
    probabilities: bool,
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
    /// Print `>N` when there are more.
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
    /// Write the solution to this file.
    #[arg(long, value_name = "FILE")]
    solution: Option<PathBuf>,
}

#[derive(Args)]
struct Explain {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Explain why this cell (row,column from 1) is what it is.
    #[arg(long, value_parser = parse_cell)]
    cell: Option<(usize, usize)>,
}

#[derive(Args)]
struct Draw {
    #[command(flatten)]
    board: BoardArgs,
    /// Show the probability of a trap in each unknown cell.
    #[arg(long)]
    probabilities: bool,
    /// Coloured text for a terminal instead of SVG.
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
        Verb::Solve(args) => solve(&args, out),
        Verb::Check(args) => check(&args, out),
        Verb::Count(args) => print_count(&args, out),
        Verb::Generate(args) => print_generated(&args, out),
        Verb::Explain(args) => explain(&args, out),
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

fn warn_impossible(board: &Board) {
    for (_, why) in board.impossible_clues() {
        eprintln!("gems: {why}");
    }
}

fn decode(args: &Decode, out: &mut Output) -> Result<Exit, Failure> {
    let source = Source::read(args.answer.as_deref())?;
    let answer = Answer::parse(&source.text).map_err(|error| Failure::input(format!("{}: {error}", source.name)))?;
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
    let (board, numbering, total) = if let Some(path) = &args.puzzle {
        let source = Source::read(Some(path))?;
        let options = ReadOptions { zero_unknown: args.zero_unknown, answer: false };
        let board = Board::parse(&source.text, options).map_err(|error| source.failure(&error))?;
        let numbering = args.encoding.numbering(&board);
        (board, numbering, None)
    } else {
        let from_cnf = args.cnf.as_deref().map(|path| Source::read(Some(path))).transpose()?;
        let in_cnf = from_cnf.iter().flat_map(|source| source.text.lines()).filter_map(|line| line.strip_prefix("c @"));
        let found = answer.notes.iter().map(String::as_str).chain(in_cnf).find_map(encoder::read_note);
        found.ok_or_else(|| {
            Failure::input("the answer has no 'c @ gems' line: name the puzzle's file, or the formula's with --cnf")
        })?
    };
    let encoding = encoder::encode(&board, numbering, None).map_err(Failure::input)?;
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

fn print_board(board: &Board, out: &mut Output) -> Result<(), Failure> {
    if std::io::stdout().is_terminal() {
        out.write_all(draw::coloured(board).as_bytes())?;
    } else {
        write!(out, "{board}")?;
    }
    Ok(())
}

fn no_solution(board: &Board, out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "No solution")?;
    warn_impossible(board);
    Ok(Exit::NoSolution)
}

fn solve(args: &Solve, out: &mut Output) -> Result<Exit, Failure> {
    let board = args.board.read()?;
    let total = args.board.mines;
    see_one(&args.see, !(args.all || args.certain || args.probabilities))?;
    if args.certain || args.probabilities {
        let counts = count(&board, total, DEFAULT_STATES).map_err(Failure::input)?;
        if counts.total == Default::default() {
            return no_solution(&board, out);
        }
        if args.probabilities {
            print_probabilities(&board, &counts, out)?
        } else {
            print_certain(args, &board, &counts, out)?
        }
        return Ok(Exit::Solved);
    }
    let encoding = encoder::encode(&board, Numbering::Unknown, total).map_err(Failure::input)?;
    let limits = args.engine.limits()?;
    if args.all {
        let mut oracle = args.engine.oracle(&encoding.formula)?;
        let vars: Vec<Var> = encoding.puzzle_vars().collect();
        let mut failed = None;
        let mut seen = 0;
        let ended = enumerate(&mut *oracle, &vars, &limits, |model| {
            let mut filled = fill(&board, Numbering::Unknown, model);
            args.look.symbols(&mut filled);
            let gap = if seen > 0 { "\n" } else { "" };
            seen += 1;
            failed = write!(out, "{gap}{filled}").err();
            if failed.is_some() || args.limit == Some(seen) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        return match ended.stopped {
            Some(Err(stop)) => unknown(out, stop),
            _ if seen == 0 => no_solution(&board, out),
            _ => Ok(Exit::Solved),
        };
    }
    let scene = Scene::gems(&args.see, &board);
    match args.engine.backend()?.solve_seen(&encoding.formula, &limits, &scene)? {
        Verdict::Unsat => no_solution(&board, out),
        Verdict::Unknown(stop) => unknown(out, stop),
        Verdict::Sat(model) => {
            let mut filled = fill(&board, Numbering::Unknown, &model);
            board.check(&filled, total).map_err(|fault| Failure::Internal(fault.to_string()))?;
            args.look.dress(&board, &mut filled, total);
            print_board(&filled, out)?;
            Ok(Exit::Solved)
        }
    }
}

fn print_certain(args: &Solve, board: &Board, counts: &Counts, out: &mut Output) -> Result<(), Failure> {
    let mut certain = board.clone();
    let (mut traps, mut gems) = (0, 0);
    for (number, &cell) in counts.cells.iter().enumerate() {
        match counts.certainty(number) {
            Certainty::Trap => {
                certain.cells[cell] = Cell::Trap;
                traps += 1;
            }
            Certainty::Gem => {
                certain.cells[cell] = Cell::Gem;
                gems += 1;
            }
            Certainty::Open => {}
        }
    }
    args.look.symbols(&mut certain);
    certain.style.unknown = if certain.style.symbols == Symbols::Gems { '?' } else { '-' };
    print_board(&certain, out)?;
    let open = counts.cells.len() - traps - gems;
    eprintln!("gems: {traps} certain traps, {gems} certain gems, {open} open, {} solutions", counts.total);
    Ok(())
}

fn print_probabilities(board: &Board, counts: &Counts, out: &mut Output) -> Result<(), Failure> {
    let mut number = 0;
    for (index, cell) in board.cells.iter().enumerate() {
        let text = if *cell == Cell::Unknown {
            number += 1;
            format!("{:.6}", counts.probability(number - 1))
        } else {
            board.symbol(index, false)
        };
        let end = if (index + 1) % board.cols == 0 { "\n" } else { " " };
        write!(out, "{text:>8}{end}")?;
    }
    Ok(())
}

fn check(args: &Check, out: &mut Output) -> Result<Exit, Failure> {
    let puzzle_source = Source::read(Some(&args.puzzle))?;
    let answer_options = ReadOptions { zero_unknown: false, answer: true };
    let Some(answer) = &args.answer else {
        let blocks =
            Board::parse_blocks(&puzzle_source.text, answer_options).map_err(|error| puzzle_source.failure(&error))?;
        return report_blocks(blocks, out, |board| board.check_filled(args.mines).map_err(|fault| fault.to_string()));
    };
    let options = ReadOptions { zero_unknown: args.zero_unknown, answer: false };
    let puzzle = Board::parse(&puzzle_source.text, options).map_err(|error| puzzle_source.failure(&error))?;
    let source = Source::read(Some(answer))?;
    let blocks = Board::parse_blocks(&source.text, answer_options).map_err(|error| source.failure(&error))?;
    report_blocks(blocks, out, |board| puzzle.check(board, args.mines).map_err(|fault| fault.to_string()))
}

fn report_blocks(
    blocks: Vec<(String, Option<Board>)>,
    out: &mut Output,
    judge: impl Fn(&Board) -> Result<(), String>,
) -> Result<Exit, Failure> {
    let mut wrong = false;
    for (heading, board) in blocks {
        let verdict = board.map_or(Err("no board was given".to_string()), |board| judge(&board));
        let heading = if heading.is_empty() { String::new() } else { format!("{heading}: ") };
        match verdict {
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
    let board = args.board.read()?;
    let counts = match count(&board, args.board.mines, DEFAULT_STATES) {
        Ok(counts) => counts,
        Err(error) => {
            eprintln!("gems: {error}");
            return unknown(out, Stop::Steps);
        }
    };
    match args.limit {
        Some(limit) if counts.total > limit.into() => writeln!(out, ">{limit}")?,
        _ => writeln!(out, "{}", counts.total)?,
    }
    Ok(match (args.unique, counts.total == 1u8.into()) {
        (false, _) => Exit::Done,
        (true, true) => Exit::Solved,
        (true, false) => Exit::NoSolution,
    })
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
    let made = if args.no_guess {
        let start = args.start.unwrap_or((args.rows / 2, args.cols / 2));
        generate_no_guess((args.rows, args.cols), traps, start, style, 10_000, &mut rng)
    } else {
        let (rows, cols, numbers, unique) = (args.rows, args.cols, args.numbers, args.unique);
        generate(&Wish { rows, cols, traps, numbers, unique, style }, &mut rng)
    };
    let made = made.map_err(Failure::input)?;
    write!(out, "{}", made.puzzle)?;
    if let Some(path) = &args.solution {
        write_file(path, |file| write!(file, "{}", made.solution))?;
    }
    Ok(Exit::Done)
}

fn explain(args: &Explain, out: &mut Output) -> Result<Exit, Failure> {
    let board = args.board.read()?;
    let limits = args.engine.limits()?;
    let impossible = board.impossible_clues();
    if !impossible.is_empty() {
        for (_, why) in impossible {
            writeln!(out, "{why}")?;
        }
        return Ok(Exit::NoSolution);
    }
    let switched = encoder::encode_switched(&board, args.board.mines).map_err(Failure::input)?;
    let (encoding, switches, total) = (switched.encoding, switched.numbers, switched.total);
    let mut oracle = args.engine.oracle(&encoding.formula)?;
    let mut literals: Vec<Lit> = switches.iter().map(|&(_, switch)| switch).collect();
    // Numbers close to the cell come first, so that the explanation stays near it.
    let place = args.cell.map(|cell| (cell, cell.0 * board.cols + cell.1));
    let mut fixed = Vec::new();
    if let Some(((row, col), index)) = place {
        if row >= board.rows || col >= board.cols || board.cells[index] != Cell::Unknown {
            return Err(Failure::usage(format!("row {}, column {} is no unknown cell", row + 1, col + 1)));
        }
        let distance = |at: usize| {
            let (r, c) = board.place(at);
            (r.abs_diff(row).max(c.abs_diff(col)), at)
        };
        let mut near = switches.clone();
        near.sort_by_key(|&(at, _)| distance(at));
        literals = near.into_iter().map(|(_, switch)| switch).collect();
    }
    literals.extend(total);
    if let Some((_, index)) = place {
        let var = Numbering::Unknown.variables(&board)[index].expect("an unknown cell has a variable");
        let model = match oracle.solve_under(&literals, &limits) {
            Reply::Sat(model) => Some(model),
            Reply::Unsat(_) => None,
            Reply::Unknown(stop) => return unknown(out, stop),
        };
        if let Some(model) = model {
            let value = var.lit(model.value(var));
            fixed.push(!value);
            let what = if value.is_positive() { "a trap" } else { "a gem" };
            return match minimal_core(&mut *oracle, &fixed, &literals, &limits) {
                Err(stop) => unknown(out, stop),
                Ok(None) => {
                    writeln!(out, "{} is open: there are solutions with a trap and with a gem", words(&board, index))?;
                    Ok(Exit::Done)
                }
                Ok(Some(core)) => {
                    writeln!(out, "{} is {what}, because of", words(&board, index))?;
                    print_core(&board, &core, &switches, total, args.board.mines, out)?;
                    Ok(Exit::Solved)
                }
            };
        }
    }
    match minimal_core(&mut *oracle, &[], &literals, &limits) {
        Err(stop) => unknown(out, stop),
        Ok(None) => {
            writeln!(out, "The numbers do not contradict each other")?;
            Ok(Exit::Solved)
        }
        Ok(Some(core)) => {
            writeln!(out, "No solution, because of")?;
            print_core(&board, &core, &switches, total, args.board.mines, out)?;
            Ok(Exit::NoSolution)
        }
    }
}

fn words(board: &Board, index: usize) -> String {
    let (row, col) = board.place(index);
    format!("row {}, column {}", row + 1, col + 1)
}

fn print_core(
    board: &Board,
    core: &[Lit],
    switches: &[(usize, Lit)],
    total: Option<Lit>,
    mines: Option<usize>,
    out: &mut Output,
) -> Result<(), Failure> {
    for &(at, _) in switches.iter().filter(|(_, switch)| core.contains(switch)) {
        writeln!(out, "  the number {} in {}", board.symbol(at, false), words(board, at))?;
    }
    if let (Some(switch), Some(mines)) = (total, mines)
        && core.contains(&switch)
    {
        writeln!(out, "  the total of {mines} traps")?;
    }
    Ok(())
}

fn print_picture(args: &Draw, out: &mut Output) -> Result<Exit, Failure> {
    let board = args.board.read()?;
    let counts = match args.probabilities {
        true => Some(count(&board, args.board.mines, DEFAULT_STATES).map_err(Failure::input)?),
        false => None,
    };
    if args.text {
        out.write_all(draw::coloured(&board).as_bytes())?;
    } else {
        args.picture.write(&draw::svg(&board, counts.as_ref()), out)?;
    }
    Ok(Exit::Done)
}
