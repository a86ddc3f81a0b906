//! `tenner solve`: one solution, all of them, what they share; one grid or many.

use super::args::{NONE, grids, no_solution, print_grid};
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{Output, complain};
use gemsat::command::scene::{Scene, ShowArgs};
use gemsat::command::source::{InputArgs, Source};
use gemsat::command::tool::unknown;
use gemsat::command::totals::{Totals, ended};
use gemsat::csp::{Method, Outcome, Search};
use gemsat::engine::Verdict;
use gemsat::limits::Stop;
use gemsat::puzzle::tenner::encode::{self as encoder, Sums};
use gemsat::puzzle::tenner::{Grid, certain, play, pose};
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    input: InputArgs,
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
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    show: ShowArgs,
}

impl Solve {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        self.show.only_one(!(self.all || self.certain || self.line))?;
        if let Some(files) = self.input.folder()? {
            self.show.only_one(false)?;
            return self.folder(&files, out);
        }
        let all = grids(&self.input.read()?)?;
        if all.len() > 1 || self.line {
            self.show.only_one(false)?;
            return self.many(&all, out);
        }
        let grid = &all[0].0;
        if self.certain {
            return self.certain(grid, out);
        }
        if self.all {
            return self.all(grid, out);
        }
        let name = self.input.name();
        let scene = Scene::new(&self.show, name, |count| play::words(grid, count), |words| play::board(grid, words));
        match solve_one(grid, &self.engine, &scene)? {
            Err(stop) => unknown(out, stop),
            Ok(None) => no_solution(out),
            Ok(Some(filled)) => {
                print_grid(grid, &filled, out)?;
                Ok(Exit::Solved)
            }
        }
    }

    fn certain(&self, grid: &Grid, out: &mut Output) -> Result<Exit, Failure> {
        let encoding = encoder::encode(grid).map_err(Failure::input)?;
        let mut oracle = self.engine.oracle(&encoding.formula)?;
        match certain(grid, &mut *oracle, &self.engine.limits()) {
            Err(stop) => unknown(out, stop),
            Ok(None) => no_solution(out),
            Ok(Some(certain)) => {
                print_grid(grid, &certain, out)?;
                let blank = |grid: &Grid| grid.cells.iter().filter(|cell| cell.is_none()).count();
                let (before, open) = (blank(grid), blank(&certain));
                complain(format_args!("tenner: {} of {before} blank cells are certain, {open} open", before - open));
                Ok(Exit::Solved)
            }
        }
    }

    fn all(&self, grid: &Grid, out: &mut Output) -> Result<Exit, Failure> {
        let problem = pose::problem(grid).map_err(Failure::input)?;
        let limits = self.engine.limits();
        let mut search = Search::new(&problem, Method::ForwardCheckingMrv);
        let mut seen = 0;
        while self.limit.is_none_or(|limit| seen < limit) {
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
        Ok(Exit::Solved)
    }

    fn folder(&self, files: &[PathBuf], out: &mut Output) -> Result<Exit, Failure> {
        let mut totals = Totals::default();
        for path in files.iter().take_while(|_| !ended()) {
            match Source::read(Some(path)).and_then(|source| grids(&source)) {
                Ok(all) => {
                    for (grid, _) in all.iter().take_while(|_| !ended()) {
                        write!(out, "{}: ", path.display())?;
                        self.line(grid, &mut totals, out)?;
                    }
                }
                Err(failure) => totals.unread("tenner", &failure),
            }
        }
        totals.end("tenner")
    }

    fn many(&self, all: &[(Grid, Option<Grid>)], out: &mut Output) -> Result<Exit, Failure> {
        let mut totals = Totals::default();
        let mut different = 0;
        for (grid, listed) in all.iter().take_while(|_| !ended()) {
            let filled = self.line(grid, &mut totals, out)?;
            let listed = listed.as_ref().zip(filled).filter(|(listed, filled)| listed.cells != filled.cells);
            different += usize::from(listed.is_some());
        }
        if all.iter().any(|(_, listed)| listed.is_some()) {
            complain(format_args!("tenner: {different} differ from the listed solution"));
        }
        totals.end("tenner")
    }

    /// Solves one of many grids and prints its line.
    fn line(&self, grid: &Grid, totals: &mut Totals, out: &mut Output) -> Result<Option<Grid>, Failure> {
        match solve_one(grid, &self.engine, &Scene::unseen())? {
            Err(stop) => {
                totals.unknown();
                unknown(out, stop)?;
            }
            Ok(None) => {
                totals.without();
                writeln!(out, "{NONE}")?;
            }
            Ok(Some(filled)) => {
                totals.solved();
                writeln!(out, "{}", filled.to_line())?;
                return Ok(Some(filled));
            }
        }
        Ok(None)
    }
}

/// Solves by the chosen engine: a constraint search by its name, or a SAT engine on the formula.
pub fn solve_one(grid: &Grid, engine: &EngineArgs, scene: &Scene<'_>) -> Result<Result<Option<Grid>, Stop>, Failure> {
    let limits = engine.limits();
    let solved = if let Some(method) = engine.csp() {
        match engine.search(pose::problem(grid), method, &limits, scene)? {
            Outcome::Solved(values) => Some(grid.filled(values.into_iter().map(|value| value as u8))),
            Outcome::NoSolution => None,
            Outcome::Unknown(stop) => return Ok(Err(stop)),
        }
    } else {
        let sums = if engine.is_incomplete() { Sums::Direct } else { Sums::Layered };
        let encoding = encoder::encode_with(grid, sums).map_err(Failure::input)?;
        match engine.solve(&encoding.formula, &limits, scene)? {
            Verdict::Sat(model) => Some(encoder::fill(grid, &model)),
            Verdict::Unsat => None,
            Verdict::Unknown(stop) => return Ok(Err(stop)),
        }
    };
    if let Some(filled) = &solved {
        grid.check(filled).map_err(Failure::internal)?;
    }
    Ok(Ok(solved))
}
