//! `sudoku solve` on many puzzles: a file with one a line, or a folder; one result a line, and the throughput.

use super::args::{FormArgs, LayoutArgs, PrintArgs};
use super::solve::{search, verify};
use gemsat::command::backend::{Backend, EngineArgs};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::scene::Scene;
use gemsat::command::source::Source;
use gemsat::command::totals::{Totals, ended};
use gemsat::engine::Verdict;
use gemsat::puzzle::sudoku::Sudoku;
use gemsat::puzzle::sudoku::ask::{Outcome, Session};
use gemsat::puzzle::sudoku::encode;
use gemsat::reason::Incremental;
use std::io::Write;
use std::path::PathBuf;

/// What many puzzles share: the engine, which keeps the rules loaded from puzzle to puzzle of one layout where it is the
/// default one, and the figures.
struct Batch<'a> {
    form: FormArgs,
    engine: &'a EngineArgs,
    print: PrintArgs,
    backend: Option<Backend>,
    current: Option<(Sudoku, Session<Incremental>)>,
    totals: Totals,
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
    puzzles.iter().take_while(|_| !ended()).try_for_each(|puzzle| batch.solve(out, puzzle))?;
    batch.end(out)
}

/// The puzzles of all files of a folder, each line after its file's name.
pub fn folder(
    out: &mut Output,
    files: &[PathBuf],
    layout: LayoutArgs,
    form: FormArgs,
    engine: &EngineArgs,
    print: PrintArgs,
) -> Result<Exit, Failure> {
    let mut batch = Batch::new(form, engine, print)?;
    for path in files.iter().take_while(|_| !ended()) {
        match Source::read(Some(path)).and_then(|source| layout.parse_many(&source)) {
            Ok(puzzles) => {
                for puzzle in puzzles.iter().take_while(|_| !ended()) {
                    write!(out, "{}: ", path.display())?;
                    batch.solve(out, puzzle)?;
                }
            }
            Err(failure) => batch.totals.unread("sudoku", &failure),
        }
    }
    batch.end(out)
}

impl<'a> Batch<'a> {
    fn new(form: FormArgs, engine: &'a EngineArgs, print: PrintArgs) -> Result<Batch<'a>, Failure> {
        let incremental = engine.solver.is_none() && engine.engine.is_none() && form.is_default();
        let backend = if incremental || engine.csp().is_some() { None } else { Some(engine.backend()?) };
        let print = PrintArgs { line: !print.sol, ..print };
        Ok(Batch { form, engine, print, backend, current: None, totals: Totals::default() })
    }

    fn answer(&mut self, puzzle: &Sudoku) -> Result<Outcome, Failure> {
        let limits = self.engine.limits();
        if let Some(method) = self.engine.csp() {
            return search(puzzle, self.engine, method, &Scene::unseen());
        }
        if let Some(backend) = &mut self.backend {
            let encoding = self.form.encode(puzzle, self.engine.is_incomplete());
            return Ok(match backend.solve(&encoding.formula, &limits)? {
                Verdict::Sat(model) => Outcome::Solved(encode::values(puzzle, |var| model.value(var))),
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
        match self.answer(puzzle)? {
            Outcome::Solved(values) => {
                verify(puzzle, &values)?;
                self.print.print(out, puzzle, &values)?;
                self.totals.solved();
            }
            Outcome::None => {
                writeln!(out, "No solution")?;
                self.totals.without();
            }
            Outcome::Unknown(stop) => {
                writeln!(out, "UNKNOWN ({stop})")?;
                self.totals.unknown();
            }
        }
        Ok(())
    }

    fn end(self, out: &mut Output) -> Result<Exit, Failure> {
        out.flush()?;
        self.totals.end("sudoku")
    }
}
