//! `queens solve`: also by best-first search, and one solution of each class of reflections and turns.

use super::QueensTool;
use clap::Args;
use gemsat::cnf::Assignment;
use gemsat::command::color;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::puzzle::backend::result;
use gemsat::command::puzzle::scene::Scene;
use gemsat::command::puzzle::{Own, Solve, verify};
use gemsat::command::statistics::Statistics;
use gemsat::engine::Verdict;
use gemsat::observe::Words;
use gemsat::puzzle::face::Puzzle;
use gemsat::puzzle::queens::count::{MAX_SIZE, for_each, is_first};
use gemsat::puzzle::queens::{Queens, astar, full};
use std::io::Write;

#[derive(Args, Debug)]
#[group(skip)]
pub struct Solving {
    /// With --all: one of each class of reflections and turns.
    #[arg(long, requires = "all")]
    distinct: bool,
    /// Search over boards, the one with most free squares first (A*), without a formula.
    #[arg(long, conflicts_with_all = ["all", "certain"])]
    search: bool,
    /// Print every board that the search expands, with its number of free squares h.
    #[arg(long, requires = "search")]
    trace: bool,
}

impl Own<Solve<QueensTool>> for Solving {
    fn instead(&self, solve: &Solve<QueensTool>, out: &mut Output) -> Result<Option<Exit>, Failure> {
        match (self.search, self.distinct) {
            (true, _) => self.best_first(solve, &solve.input.one()?, out).map(Some),
            (_, true) => distinct(solve, &solve.input.one()?, out).map(Some),
            _ => Ok(None),
        }
    }
}

impl Solving {
    fn best_first(&self, solve: &Solve<QueensTool>, puzzle: &Queens, out: &mut Output) -> Result<Exit, Failure> {
        if solve.show.see.any() {
            return Err(Failure::usage(
                "--record, --play and --watch show an engine; --search has --trace, and queens draw --trace",
            ));
        }
        let mut failed = Ok(());
        let mut step = 0;
        let limits = solve.engine.limits();
        let scene = Scene::new(&solve.show, solve.input.name(), |_| Words::default(), |words| puzzle.board(words));
        let mut counters = astar::BestFirstCounters::default();
        let found = astar::search(puzzle, &limits, &mut counters, |state| {
            step += 1;
            if self.trace && failed.is_ok() {
                let board = solve.look.board(puzzle, &full(puzzle.size(), &state.queens), color::on_stdout());
                failed = write!(out, "step {step}: h = {}\n{board}", state.free).map_err(Failure::from);
            }
        });
        failed?;
        let verdict = match &found {
            Ok(Some(_)) => Verdict::Sat(Assignment::default()),
            Ok(None) => Verdict::Unsat,
            Err(stop) => Verdict::Unknown(*stop),
        };
        scene.report(|| Statistics {
            engine: "best-first".into(),
            limits: limits.clone(),
            time_limit: solve.engine.limits.resources.time_limit,
            result: result(&verdict),
            counters: counters.rows(),
            ..Statistics::default()
        })?;
        match found {
            Ok(Some(state)) => {
                let values = full(puzzle.size(), &state.queens);
                verify(puzzle, &values)?;
                solve.print(puzzle, &values, out)?;
                Ok(Exit::Solved)
            }
            Ok(None) => solve.none(puzzle, out),
            Err(stop) => Err(Failure::Stopped(stop)),
        }
    }
}

/// One solution of each class.
fn distinct(solve: &Solve<QueensTool>, puzzle: &Queens, out: &mut Output) -> Result<Exit, Failure> {
    if puzzle.size() > MAX_SIZE || !solve.engine.is_default() {
        return Err(Failure::usage(format!("--distinct lists without an engine, up to size {MAX_SIZE}")));
    }
    let (mut found, mut failed) = (0, Ok(()));
    let ended = for_each(puzzle, &solve.engine.limits(), |columns| {
        if solve.limit.is_some_and(|limit| found >= limit) {
            return false;
        }
        if is_first(puzzle, columns) {
            found += 1;
            let queens: Vec<_> = columns.iter().copied().enumerate().collect();
            failed = solve.print_next(found, puzzle, &full(puzzle.size(), &queens), out);
        }
        failed.is_ok()
    });
    failed?;
    ended.map_err(Failure::Stopped)?;
    if found == 0 { solve.none(puzzle, out) } else { Ok(Exit::Solved) }
}
