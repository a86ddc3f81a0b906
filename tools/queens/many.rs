//! More than one answer or one board: all solutions, how many, what they share, and folders.

use super::{FormArgs, PrintStyle, PuzzleArgs, none, show, solution, verify};
use gemsat::cnf::Var;
use gemsat::csp::pose;
use gemsat::encode::cardinality::AtMostOne;
use gemsat::encode::queens::{self, Queens, Style};
use gemsat::puzzle::cli::{self, EngineArgs, Exit, Failure, Output, Source, Tally};
use gemsat::puzzle::play::Scene;
use gemsat::puzzle::queens::print::certain as picture;
use gemsat::puzzle::queens::{count, explain};
use gemsat::reason::backbone::backbone;
use std::io::Write;
use std::path::PathBuf;

pub fn solve_all(
    out: &mut Output,
    puzzle: &Queens,
    engine: &EngineArgs,
    style: PrintStyle,
    distinct: bool,
    limit: u64,
) -> Result<Exit, Failure> {
    if puzzle.size() > count::MAX_SIZE {
        return Err(Failure::usage(format!("all solutions are listed up to size {}", count::MAX_SIZE)));
    }
    let (mut found, mut failed) = (0, Ok(()));
    let ended = count::for_each(puzzle, &engine.limits()?, |columns| {
        if found == limit {
            return false;
        }
        if !distinct || count::is_first(puzzle, columns) {
            found += 1;
            let placed: Vec<_> = columns.iter().copied().enumerate().collect();
            let between = if found > 1 && !style.columns { writeln!(out).map_err(Failure::from) } else { Ok(()) };
            failed = between.and_then(|()| show(out, puzzle, &placed, style));
        }
        failed.is_ok()
    });
    failed?;
    match ended {
        Err(stop) => cli::unknown(out, stop),
        Ok(()) if found == 0 => none(out),
        Ok(()) => Ok(Exit::Solved),
    }
}

pub fn count_solutions(
    out: &mut Output,
    puzzle: &Queens,
    engine: &EngineArgs,
    limit: u64,
    distinct: bool,
    unique: bool,
) -> Result<Exit, Failure> {
    let limits = engine.limits()?;
    if let Some(method) = engine.csp().filter(|_| !distinct) {
        let counted = engine.count(pose::queens_board(puzzle), method, limit, &limits)?;
        return cli::write_count(out, counted).map(|exit| cli::uniqueness(unique, counted, exit));
    }
    let named = engine.engine.is_some() || engine.solver.is_some() || !engine.options.is_empty();
    let counted = if named || puzzle.size() > count::MAX_SIZE {
        if distinct {
            return Err(Failure::usage("--distinct counts without an engine, up to the size of a word"));
        }
        explain::count(puzzle, &mut *engine.oracle(&explain::rules(puzzle))?, limit, &limits)
    } else if distinct {
        let (mut found, mut all) = (0, true);
        let visit = |columns: &[usize]| {
            if count::is_first(puzzle, columns) {
                all = found < limit;
                found += u64::from(all);
            }
            all
        };
        count::for_each(puzzle, &limits, visit).map(|()| (found, all))
    } else {
        count::count(puzzle, limit, &limits)
    };
    cli::write_count(out, counted).map(|exit| cli::uniqueness(unique, counted, exit))
}

/// Prints what all solutions share: `Q` where each has a queen, `.` where none has, `?` elsewhere.
pub fn certain(out: &mut Output, puzzle: &Queens, engine: &EngineArgs) -> Result<Exit, Failure> {
    let size = puzzle.size();
    let encoding = queens::encode(puzzle, Style::Applied, AtMostOne::Auto, false);
    let vars: Vec<Var> = encoding.puzzle_vars().collect();
    let mut oracle = engine.oracle(&encoding.formula)?;
    match backbone(&mut *oracle, &vars, &engine.limits()?) {
        Err(stop) => cli::unknown(out, stop),
        Ok(None) => none(out),
        Ok(Some(lits)) => {
            let mut known = vec![None; size * size];
            lits.iter().for_each(|lit| known[lit.var().index()] = Some(lit.is_positive()));
            write!(out, "{}", picture(puzzle, &known))?;
            let queens = known.iter().filter(|square| **square == Some(true)).count();
            let open = known.iter().filter(|square| square.is_none()).count();
            eprintln!("queens: {queens} of {size} queens are certain, {open} squares open");
            Ok(Exit::Solved)
        }
    }
}

/// Every file of a folder; a line each: the column of each row's queen.
pub fn folder(
    out: &mut Output,
    files: &[PathBuf],
    args: &PuzzleArgs,
    form: FormArgs,
    engine: &EngineArgs,
) -> Result<Exit, Failure> {
    let style = PrintStyle { states: false, columns: true };
    let mut tally = Tally::default();
    for path in files {
        let puzzle = match Source::read(Some(path)).and_then(|source| args.parse(&source)) {
            Ok(puzzle) => puzzle,
            Err(failure) => {
                tally.unread();
                eprintln!("queens: {failure}");
                continue;
            }
        };
        write!(out, "{}: ", path.display())?;
        match solution(&puzzle, form, engine, &Scene::unseen())? {
            Ok(Some(placed)) => {
                verify(&puzzle, &placed)?;
                tally.solved();
                show(out, &puzzle, &placed, style)?;
            }
            Ok(None) => {
                tally.refuted();
                none(out)?;
            }
            Err(stop) => {
                tally.open();
                cli::unknown(out, stop)?;
            }
        }
    }
    tally.end("queens")
}
