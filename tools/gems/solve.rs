//! `gems solve`: one solution, all of them, what is certain, how probable; one board or many.

use super::args::{BoardArgs, formula, no_solution};
use super::look::{Look, print_board};
use clap::Args;
use gemsat::cnf::Var;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{Output, complain};
use gemsat::command::scene::{Scene, ShowArgs};
use gemsat::command::source::Source;
use gemsat::command::tool::unknown;
use gemsat::command::totals::{Totals, ended};
use gemsat::csp::Outcome;
use gemsat::engine::Verdict;
use gemsat::limits::Stop;
use gemsat::puzzle::gems::chances::{Chance, Chances, ChancesError, chances};
use gemsat::puzzle::gems::count::{CountError, DEFAULT_STATES, count};
use gemsat::puzzle::gems::encode::{self as encoder, Numbering};
use gemsat::puzzle::gems::{Board, Cell, Symbols, certain, play, pose};
use gemsat::reason::enumerate::enumerate;
use gemsat::util::words::many;
use num_bigint::BigUint;
use std::io::Write;
use std::ops::ControlFlow;

#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    look: Look,
    /// Print every solution, separated by empty lines.
    #[arg(long, conflicts_with_all = ["certain", "probabilities", "line"])]
    all: bool,
    /// At most this many solutions.
    #[arg(long, value_name = "N", requires = "all")]
    limit: Option<u64>,
    /// Print only what is certain; open cells stay unknown.
    #[arg(long, conflicts_with_all = ["probabilities", "line"])]
    certain: bool,
    /// Print the probability of a trap in each unknown cell, all solutions being equally likely.
    #[arg(long, conflicts_with = "line")]
    probabilities: bool,
    /// Print one line a board.
    #[arg(long)]
    line: bool,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    show: ShowArgs,
}

/// What came out of one board.
enum Answer {
    Solved(Board),
    NoSolution,
    Unknown(Stop),
}

impl Solve {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        solve(self, out)
    }
}

fn solve(args: &Solve, out: &mut Output) -> Result<Exit, Failure> {
    args.show.only_one(!(args.all || args.certain || args.probabilities || args.line))?;
    if let Some(files) = args.board.input.folder()? {
        args.show.only_one(false)?;
        let mut totals = Totals::default();
        for path in files.iter().take_while(|_| !ended()) {
            let boards = Source::read(Some(path)).and_then(|source| args.board.read.boards(&source));
            match boards {
                Ok(boards) => {
                    for board in boards.puzzle.iter().take_while(|_| !ended()) {
                        write!(out, "{}: ", path.display())?;
                        print_line(board, args, &mut totals, out)?;
                    }
                }
                Err(failure) => totals.unread("gems", &failure),
            }
        }
        return totals.end("gems");
    }
    let boards = args.board.read_all()?.puzzle;
    if boards.len() > 1 || args.line {
        args.show.only_one(false)?;
        let mut totals = Totals::default();
        boards.iter().take_while(|_| !ended()).try_for_each(|board| print_line(board, args, &mut totals, out))?;
        return totals.end("gems");
    }
    let (board, total) = (&boards[0], boards[0].mines);
    args.engine.check()?;
    if args.certain {
        return certain(args, board, out);
    }
    if args.probabilities {
        return match chances(board, total, &args.engine.limits()) {
            Err(ChancesError::Stopped(stop)) => unknown(out, stop),
            Err(error) => Err(Failure::input(error)),
            Ok(chances) if chances.total == Default::default() => no_solution(board, out),
            Ok(chances) => print_probabilities(board, &chances, out),
        };
    }
    if args.all {
        return all(args, board, out);
    }
    match answer(board, args)? {
        Answer::NoSolution => no_solution(board, out),
        Answer::Unknown(stop) => unknown(out, stop),
        Answer::Solved(filled) => {
            print_board(&filled, out)?;
            Ok(Exit::Solved)
        }
    }
}

/// Solves by the chosen engine, checks the answer against the numbers, and sets its style.
fn answer(board: &Board, args: &Solve) -> Result<Answer, Failure> {
    let (total, limits) = (board.mines, args.engine.limits());
    let mut filled = if let Some(method) = args.engine.csp() {
        let name = args.board.input.name();
        let scene = Scene::new(
            &args.show,
            name,
            |count| play::value_words(board, count),
            |words| play::value_board(board, words),
        );
        match args.engine.search(pose::problem(board, total), method, &limits, &scene)? {
            Outcome::NoSolution => return Ok(Answer::NoSolution),
            Outcome::Unknown(stop) => return Ok(Answer::Unknown(stop)),
            Outcome::Solved(values) => board.filled(|number| values[number] == 1),
        }
    } else {
        let encoding = match args.engine.is_incomplete() {
            true => encoder::encode_plain(board, Numbering::Unknown, total),
            false => encoder::encode(board, Numbering::Unknown, total),
        };
        let encoding = encoding.map_err(Failure::input)?;
        let (name, numbering) = (args.board.input.name(), Numbering::Unknown);
        let scene = Scene::new(
            &args.show,
            name,
            |count| play::words(board, numbering, count),
            |words| play::board(board, numbering, words),
        );
        match args.engine.solve(&encoding.formula, &limits, &scene)? {
            Verdict::Unsat => return Ok(Answer::NoSolution),
            Verdict::Unknown(stop) => return Ok(Answer::Unknown(stop)),
            Verdict::Sat(model) => Numbering::Unknown.fill(board, &model),
        }
    };
    board.check(&filled, total).map_err(Failure::internal)?;
    args.look.dress(board, &mut filled, total);
    Ok(Answer::Solved(filled))
}

fn print_line(board: &Board, args: &Solve, totals: &mut Totals, out: &mut Output) -> Result<(), Failure> {
    match answer(board, args)? {
        Answer::Solved(filled) => {
            totals.solved();
            writeln!(out, "{}", filled.to_line())?;
        }
        Answer::NoSolution => {
            totals.without();
            writeln!(out, "No solution")?;
        }
        Answer::Unknown(stop) => {
            totals.unknown();
            writeln!(out, "UNKNOWN ({stop})")?;
        }
    }
    Ok(())
}

fn all(args: &Solve, board: &Board, out: &mut Output) -> Result<Exit, Failure> {
    let encoding = formula(board)?;
    let limits = args.engine.limits();
    let mut oracle = args.engine.oracle(&encoding.formula)?;
    let vars: Vec<Var> = encoding.puzzle_vars().collect();
    let mut failed = None;
    let mut seen = 0;
    let ended = enumerate(&mut *oracle, &vars, &limits, |model| {
        let mut filled = Numbering::Unknown.fill(board, model);
        args.look.symbols(&mut filled);
        let gap = if seen > 0 { "\n" } else { "" };
        seen += 1;
        failed = write!(out, "{gap}{filled}").err();
        if failed.is_some() || args.limit == Some(seen) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    match ended.stopped {
        Some(Err(stop)) => unknown(out, stop),
        _ if seen == 0 => no_solution(board, out),
        _ => Ok(Exit::Solved),
    }
}

/// What is certain, by counting; on a board too entangled for that, by asking the solver about each cell.
fn certain(args: &Solve, board: &Board, out: &mut Output) -> Result<Exit, Failure> {
    let limits = args.engine.limits();
    let (mut shown, solutions) = match count(board, board.mines, DEFAULT_STATES, &limits) {
        Ok(counts) if counts.total == Default::default() => return no_solution(board, out),
        Ok(counts) => (certain::counted(board, &counts), format!(", {}", many(in_short(&counts.total), "solution"))),
        Err(CountError::Stopped(stop)) => return unknown(out, stop),
        Err(CountError::TooEntangled) => {
            let mut oracle = args.engine.oracle(&formula(board)?.formula)?;
            match certain::asked(board, &mut *oracle, &limits) {
                Err(stop) => return unknown(out, stop),
                Ok(None) => return no_solution(board, out),
                Ok(Some(shown)) => (shown, String::new()),
            }
        }
    };
    let found = |cell: Cell| board.unknown_cells().filter(|&at| shown.cells[at] == cell).count();
    let (traps, gems, open) = (found(Cell::Trap), found(Cell::Gem), found(Cell::Unknown));
    args.look.symbols(&mut shown);
    shown.style.unknown = if shown.style.symbols == Symbols::Gems { '?' } else { '-' };
    print_board(&shown, out)?;
    let (traps, gems) = (many(traps, "certain trap"), many(gems, "certain gem"));
    complain(format_args!("gems: {traps}, {gems}, {open} open{solutions}"));
    Ok(Exit::Solved)
}

/// A number, or how large it is when it is very large.
fn in_short(number: &BigUint) -> String {
    match number.bits() {
        0..=256 => number.to_string(),
        bits => format!("about 10^{:.0}", bits as f64 * std::f64::consts::LOG10_2),
    }
}

fn print_probabilities(board: &Board, chances: &Chances, out: &mut Output) -> Result<Exit, Failure> {
    let mut probabilities = chances.cells.iter().map(|chance| chance.probability);
    for (index, cell) in board.cells.iter().enumerate() {
        let text = match (cell, board.symbol(index, false)) {
            (Cell::Unknown, symbol) => probabilities.next().map_or(symbol, |chance| format!("{chance:.6}")),
            (_, symbol) => symbol,
        };
        let end = if (index + 1) % board.cols == 0 { "\n" } else { " " };
        write!(out, "{text:>8}{end}")?;
    }
    let by_chance = |a: &(usize, &Chance), b: &(usize, &Chance)| a.1.probability.total_cmp(&b.1.probability);
    if let Some((cell, Chance { probability, .. })) = board.unknown_cells().zip(&chances.cells).min_by(by_chance) {
        let (row, col) = board.place(cell);
        complain(format_args!(
            "gems: safest: row {}, column {}, a trap with probability {probability:.6}",
            row + 1,
            col + 1
        ));
    }
    Ok(Exit::Solved)
}
