//! `queens solve`: a solution by an engine or by best-first search, all of them, what they share, and folders.

use super::args::{FormArgs, PrintArgs, PuzzleArgs, framed, none, show, verify};
use super::solution::solution;
use clap::Args;
use gemsat::cnf::{Assignment, Var};
use gemsat::command::backend::{EngineArgs, result};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{Output, complain};
use gemsat::command::scene::{Scene, ShowArgs};
use gemsat::command::source::Source;
use gemsat::command::statistics::Statistics;
use gemsat::command::tool;
use gemsat::command::totals::{Totals, ended};
use gemsat::encode::cardinality::AtMostOne;
use gemsat::engine::Verdict;
use gemsat::observe::Words;
use gemsat::puzzle::queens::encode::{Style, encode};
use gemsat::puzzle::queens::print::certain as picture;
use gemsat::puzzle::queens::{Queens, astar, count, play};
use gemsat::reason::backbone::backbone;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    form: FormArgs,
    /// Print all solutions, at most --limit.
    #[arg(long)]
    all: bool,
    /// Print what all solutions share: `Q` a queen, `.` none, `?` open.
    #[arg(long, conflicts_with_all = ["all", "search", "states", "columns"])]
    certain: bool,
    /// With --all: one of each class of reflections and turns.
    #[arg(long, requires = "all")]
    distinct: bool,
    /// How many solutions --all prints.
    #[arg(long, default_value_t = 10_000)]
    limit: u64,
    /// Search over boards, the one with most free squares first (A*), without a formula.
    #[arg(long, conflicts_with = "all")]
    search: bool,
    /// Print every board that the search expands, with its number of free squares h.
    #[arg(long, requires = "search")]
    trace: bool,
    #[command(flatten)]
    print: PrintArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    show: ShowArgs,
}

impl Solve {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        if let Some(files) = self.puzzle.folder()? {
            self.show.only_one(false)?;
            return self.folder(out, &files);
        }
        let puzzles = self.puzzle.read_all()?.puzzle;
        if let [_, _, ..] = &puzzles[..] {
            self.show.only_one(false)?;
            let mut totals = Totals::default();
            puzzles.iter().try_for_each(|puzzle| self.line(puzzle, &mut totals, out))?;
            return totals.end("queens");
        }
        let puzzle = &puzzles[0];
        self.show.only_one(!self.all && !self.certain)?;
        if self.search && self.show.see.any() {
            return Err(Failure::usage(
                "--record, --play and --watch show an engine; --search has --trace, and queens draw --trace",
            ));
        }
        if self.all {
            return self.all(out, puzzle);
        }
        if self.certain {
            return self.certain(out, puzzle);
        }
        if self.search {
            return self.best_first(out, puzzle);
        }
        let name = self.puzzle.name();
        let scene =
            Scene::new(&self.show, name, |count| play::words(puzzle, count), |words| play::board(puzzle, words));
        match solution(puzzle, self.form, &self.engine, &scene)? {
            Ok(Some(placed)) => framed(out, puzzle, &placed, self.print),
            Ok(None) => none(out),
            Err(stop) => tool::unknown(out, stop),
        }
    }

    fn best_first(&self, out: &mut Output, puzzle: &Queens) -> Result<Exit, Failure> {
        let mut failed = Ok(());
        let mut step = 0;
        let limits = self.engine.limits();
        let scene =
            Scene::new(&self.show, self.puzzle.name(), |_| Words::default(), |words| play::board(puzzle, words));
        let mut counters = astar::BestFirstCounters::default();
        let found = astar::search(puzzle, &limits, &mut counters, |state| {
            step += 1;
            if self.trace && failed.is_ok() {
                failed = writeln!(out, "step {step}: h = {}", state.free)
                    .map_err(Failure::from)
                    .and_then(|()| show(out, puzzle, &state.queens, self.print));
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
            time_limit: self.engine.limits.resources.time_limit,
            result: result(&verdict),
            counters: counters.rows(),
            ..Statistics::default()
        })?;
        match found {
            Ok(Some(state)) => framed(out, puzzle, &state.queens, self.print),
            Ok(None) => none(out),
            Err(stop) => tool::unknown(out, stop),
        }
    }

    fn all(&self, out: &mut Output, puzzle: &Queens) -> Result<Exit, Failure> {
        if puzzle.size() > count::MAX_SIZE {
            return Err(Failure::usage(format!("all solutions are listed up to size {}", count::MAX_SIZE)));
        }
        let (mut found, mut failed) = (0, Ok(()));
        let ended = count::for_each(puzzle, &self.engine.limits(), |columns| {
            if found == self.limit {
                return false;
            }
            if !self.distinct || count::is_first(puzzle, columns) {
                found += 1;
                let placed: Vec<_> = columns.iter().copied().enumerate().collect();
                let gap = found > 1 && !self.print.columns;
                let between = if gap { writeln!(out).map_err(Failure::from) } else { Ok(()) };
                failed = between.and_then(|()| show(out, puzzle, &placed, self.print));
            }
            failed.is_ok()
        });
        failed?;
        match ended {
            Err(stop) => tool::unknown(out, stop),
            Ok(()) if found == 0 => none(out),
            Ok(()) => Ok(Exit::Solved),
        }
    }

    /// Prints what all solutions share: `Q` where each has a queen, `.` where none has, `?` elsewhere.
    fn certain(&self, out: &mut Output, puzzle: &Queens) -> Result<Exit, Failure> {
        let size = puzzle.size();
        let encoding = encode(puzzle, Style::Applied, AtMostOne::Auto, false);
        let vars: Vec<Var> = encoding.puzzle_vars().collect();
        let mut oracle = self.engine.oracle(&encoding.formula)?;
        match backbone(&mut *oracle, &vars, &self.engine.limits()) {
            Err(stop) => tool::unknown(out, stop),
            Ok(None) => none(out),
            Ok(Some(lits)) => {
                let mut known = vec![None; size * size];
                lits.iter().for_each(|lit| known[lit.var().index()] = Some(lit.is_positive()));
                write!(out, "{}", picture(puzzle, &known))?;
                let queens = known.iter().filter(|square| **square == Some(true)).count();
                let open = known.iter().filter(|square| square.is_none()).count();
                complain(format_args!("queens: {queens} of {size} queens are certain, {open} squares open"));
                Ok(Exit::Solved)
            }
        }
    }

    /// Solves every file of a folder; a line each: the column of each row's queen.
    fn folder(&self, out: &mut Output, files: &[PathBuf]) -> Result<Exit, Failure> {
        let mut totals = Totals::default();
        for path in files.iter().take_while(|_| !ended()) {
            match Source::read(Some(path)).and_then(|source| self.puzzle.board.parse(&source)) {
                Ok(puzzles) => {
                    for puzzle in puzzles.puzzle.iter().take_while(|_| !ended()) {
                        write!(out, "{}: ", path.display())?;
                        self.line(puzzle, &mut totals, out)?;
                    }
                }
                Err(failure) => totals.unread("queens", &failure),
            }
        }
        totals.end("queens")
    }

    /// Solves one of many boards and prints its line.
    fn line(&self, puzzle: &Queens, totals: &mut Totals, out: &mut Output) -> Result<(), Failure> {
        match solution(puzzle, self.form, &self.engine, &Scene::unseen())? {
            Ok(Some(placed)) => {
                verify(puzzle, &placed)?;
                totals.solved();
                show(out, puzzle, &placed, PrintArgs { columns: true, ..PrintArgs::default() })
            }
            Ok(None) => {
                totals.without();
                none(out).map(drop)
            }
            Err(stop) => {
                totals.unknown();
                tool::unknown(out, stop).map(drop)
            }
        }
    }
}
