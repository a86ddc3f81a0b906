//! `sudoku solve` on many puzzles: a file with one a line, or a folder; one result a line, and the throughput.

use super::{FormArgs, PrintArgs, search, verify};
use gemsat::encode::sudoku::{self, Sudoku};
use gemsat::engine::Verdict;
use gemsat::limits::cpu_time;
use gemsat::puzzle::cli::{Backend, EngineArgs, Exit, Failure, Output, Source};
use gemsat::puzzle::play::Scene;
use gemsat::puzzle::sudoku::ask::{Outcome, Session};
use gemsat::puzzle::sudoku::read;
use gemsat::reason::Incremental;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What many puzzles share: the engine, which keeps the rules loaded from puzzle to puzzle of one layout where it is the
/// default one, and the figures.
struct Batch<'a> {
    form: FormArgs,
    engine: &'a EngineArgs,
    print: PrintArgs,
    backend: Option<Backend>,
    current: Option<(Sudoku, Session<Incremental>)>,
    start: (Instant, Duration),
    all: usize,
    solved: usize,
    without: usize,
    unread: usize,
}

/// The puzzles of one text.
pub fn lines(
    out: &mut Output,
    puzzles: &[Sudoku],
    form: FormArgs,
    engine: &EngineArgs,
    print: PrintArgs,
) -> Result<Exit, Failure> {
    let mut batch = Batch::new(form, engine, print)?;
    puzzles.iter().try_for_each(|puzzle| batch.solve(out, puzzle))?;
    batch.end(out)
}

/// The puzzles of all files of a folder, each line after its file's name.
pub fn folder(
    out: &mut Output,
    files: &[PathBuf],
    options: read::Options,
    form: FormArgs,
    engine: &EngineArgs,
    print: PrintArgs,
) -> Result<Exit, Failure> {
    let mut batch = Batch::new(form, engine, print)?;
    for path in files {
        let source = Source::read(Some(path));
        let read = |source: Source| read::read_many(&source.text, options).map_err(|error| source.failure(&error));
        match source.and_then(read) {
            Ok(puzzles) => {
                for puzzle in puzzles {
                    write!(out, "{}: ", path.display())?;
                    batch.solve(out, &puzzle)?;
                }
            }
            Err(failure) => {
                batch.unread += 1;
                eprintln!("sudoku: {failure}");
            }
        }
    }
    batch.end(out)
}

impl<'a> Batch<'a> {
    fn new(form: FormArgs, engine: &'a EngineArgs, print: PrintArgs) -> Result<Batch<'a>, Failure> {
        let incremental = engine.solver.is_none() && engine.engine.is_none() && form.is_default();
        let backend = if incremental || engine.csp().is_some() { None } else { Some(engine.backend()?) };
        Ok(Batch {
            form,
            engine,
            print: PrintArgs { line: !print.sol, ..print },
            backend,
            current: None,
            start: (Instant::now(), cpu_time()),
            all: 0,
            solved: 0,
            without: 0,
            unread: 0,
        })
    }

    fn answer(&mut self, puzzle: &Sudoku) -> Result<Outcome, Failure> {
        let limits = self.engine.limits()?;
        if let Some(method) = self.engine.csp() {
            return search(puzzle, self.engine, method, &Scene::unseen());
        }
        if let Some(backend) = &mut self.backend {
            let encoding = self.form.encode(puzzle, self.engine.is_local_search());
            return Ok(match backend.solve(&encoding.formula, &limits)? {
                Verdict::Sat(model) => Outcome::Solved(sudoku::values(puzzle, |var| model.value(var))),
                Verdict::Unsat => Outcome::None,
                Verdict::Unknown(stop) => Outcome::Unknown(stop),
            });
        }
        let session = match &mut self.current {
            Some((board, session)) if board.same_rules(puzzle) => session,
            _ => {
                let session = Session::with_options(puzzle, &self.engine.cdcl_options()?).map_err(Failure::usage)?;
                &mut self.current.insert((puzzle.without_givens(), session)).1
            }
        };
        Ok(session.solve(puzzle, &limits))
    }

    fn solve(&mut self, out: &mut Output, puzzle: &Sudoku) -> Result<(), Failure> {
        self.all += 1;
        match self.answer(puzzle)? {
            Outcome::Solved(values) => {
                verify(puzzle, &values)?;
                self.print.print(out, puzzle, &values)?;
                self.solved += 1;
            }
            Outcome::None => {
                writeln!(out, "No solution")?;
                self.without += 1;
            }
            Outcome::Unknown(stop) => writeln!(out, "UNKNOWN ({stop})")?,
        }
        Ok(())
    }

    fn end(self, out: &mut Output) -> Result<Exit, Failure> {
        out.flush()?;
        let Batch { all, solved, without, unread, start: (start, cpu), .. } = self;
        let (wall, cpu) = (start.elapsed().as_secs_f64(), (cpu_time() - cpu).as_secs_f64());
        eprintln!(
            "{all} puzzles: {solved} solved, {without} without a solution, {} unknown; {wall:.3} s, CPU {cpu:.3} s, {:.0} puzzles/s",
            all - solved - without,
            all as f64 / cpu.max(1e-9)
        );
        if unread > 0 {
            return Err(Failure::input(format!("{unread} files could not be read")));
        }
        Ok(match (solved, without) {
            (solved, _) if solved == all => Exit::Solved,
            (_, without) if without > 0 => Exit::NoSolution,
            _ => Exit::Done,
        })
    }
}
