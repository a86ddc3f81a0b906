//! `sudoku solve`: one solution, all of them, or what they share.

use super::args::{FormArgs, PrintArgs, PuzzleArgs, StageArg};
use super::batch;
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{Output, complain};
use gemsat::command::scene::{Scene, ShowArgs};
use gemsat::command::tool;
use gemsat::csp;
use gemsat::engine::Verdict;
use gemsat::puzzle::sudoku::ask::{self, Outcome, Session};
use gemsat::puzzle::sudoku::{Sudoku, check, encode, play, pose};
use gemsat::reason::{Oracle, Resolving};
use std::io::Write;

#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    print: PrintArgs,
    /// Print all solutions, at most --limit.
    #[arg(long)]
    all: bool,
    /// Print the digits that are the same in all solutions, blanks elsewhere.
    #[arg(long, conflicts_with = "all")]
    certain: bool,
    /// How many solutions --all prints.
    #[arg(long, default_value_t = 10_000)]
    limit: u64,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    show: ShowArgs,
}

impl Solve {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        if let Some(files) = self.puzzle.input.folder()? {
            self.show.only_one(false)?;
            return batch::folder(out, &files, self.puzzle.layout, self.form, &self.engine, self.print);
        }
        let puzzles = self.puzzle.read_many()?;
        self.show.only_one(puzzles.len() == 1 && !self.all && !self.certain)?;
        match &puzzles[..] {
            [puzzle] if self.all => self.all(out, puzzle),
            [puzzle] if self.certain => self.certain(out, puzzle),
            [puzzle] => self.one(out, puzzle),
            _ if self.all || self.certain => Err(Failure::usage("--all and --certain take one puzzle")),
            _ => batch::lines(out, &puzzles, self.form, &self.engine, self.print),
        }
    }

    fn one(&self, out: &mut Output, puzzle: &Sudoku) -> Result<Exit, Failure> {
        let name = self.puzzle.input.name();
        let scene =
            Scene::new(&self.show, name, |count| play::words(puzzle, count), |words| play::board(puzzle, words));
        let outcome = match self.engine.csp() {
            Some(method) => search(puzzle, &self.engine, method, &scene)?,
            None => {
                let encoding = self.form.encode(puzzle, self.engine.is_incomplete());
                match self.engine.solve(&encoding.formula, &self.engine.limits(), &scene)? {
                    Verdict::Sat(model) => Outcome::Solved(encode::values(puzzle, |var| model.value(var))),
                    Verdict::Unsat => Outcome::None,
                    Verdict::Unknown(stop) => Outcome::Unknown(stop),
                }
            }
        };
        match outcome {
            Outcome::Solved(values) => {
                if matches!(self.form.stage, StageArg::Puzzle) {
                    verify(puzzle, &values)?;
                }
                self.print.print(out, puzzle, &values)?;
                Ok(Exit::Solved)
            }
            Outcome::None => none(out),
            Outcome::Unknown(stop) => tool::unknown(out, stop),
        }
    }

    fn all(&self, out: &mut Output, puzzle: &Sudoku) -> Result<Exit, Failure> {
        let mut session = session(puzzle, &self.engine)?;
        let mut solutions = Vec::new();
        let ended = session.for_each_solution(puzzle, &self.engine.limits(), |values| {
            solutions.push(values.to_vec());
            (solutions.len() as u64) < self.limit
        });
        for (index, values) in solutions.iter().enumerate() {
            verify(puzzle, values)?;
            if index > 0 && !self.print.line {
                writeln!(out)?;
            }
            self.print.print(out, puzzle, values)?;
        }
        match ended {
            Err(stop) => tool::unknown(out, stop),
            Ok(()) if solutions.is_empty() => none(out),
            Ok(()) => Ok(Exit::Solved),
        }
    }

    fn certain(&self, out: &mut Output, puzzle: &Sudoku) -> Result<Exit, Failure> {
        match session(puzzle, &self.engine)?.certain(puzzle, &self.engine.limits()) {
            Ok(Some((mut values, same))) => {
                verify(puzzle, &values)?;
                values.iter_mut().zip(&same).filter(|(_, same)| !**same).for_each(|(value, _)| *value = 0);
                self.print.print(out, puzzle, &values)?;
                let certain = same.iter().filter(|&&same| same).count();
                let given = puzzle.num_givens();
                complain(format_args!("sudoku: {certain} of {} cells are certain, {given} of them given", same.len()));
                Ok(Exit::Solved)
            }
            Ok(None) => none(out),
            Err(stop) => tool::unknown(out, stop),
        }
    }
}

/// Solves as a finite-domain problem.
pub fn search(
    puzzle: &Sudoku,
    engine: &EngineArgs,
    method: csp::Method,
    scene: &Scene<'_>,
) -> Result<Outcome, Failure> {
    Ok(match engine.search(pose::problem(puzzle), method, &engine.limits(), scene)? {
        csp::Outcome::Solved(values) => Outcome::Solved(values.into_iter().map(|value| value as u16 + 1).collect()),
        csp::Outcome::NoSolution => Outcome::None,
        csp::Outcome::Unknown(stop) => Outcome::Unknown(stop),
    })
}

/// A session with the engine that was asked for.
pub fn session(board: &Sudoku, engine: &EngineArgs) -> Result<Session<Box<dyn Oracle>>, Failure> {
    let rules = encode::rules(board, true);
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

pub fn none(out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "No solution")?;
    Ok(Exit::NoSolution)
}

/// A solution that is about to be printed must be one.
pub fn verify(puzzle: &Sudoku, values: &[u16]) -> Result<(), Failure> {
    check::check(puzzle, values).map_err(|broken| Failure::internal(format!("the solution found is wrong: {broken}")))
}
