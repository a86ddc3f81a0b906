//! Many sudokus of one layout: with the default engine, the rules stay loaded in one solver from puzzle to puzzle.

use super::SudokuTool;
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::puzzle::backend::EngineArgs;
use gemsat::command::puzzle::totals::ended;
use gemsat::command::puzzle::{Count, Found, Own, Session as Solving, Solve, verify};
use gemsat::puzzle::face::Puzzle;
use gemsat::puzzle::sudoku::ask::{Outcome, Session};
use gemsat::puzzle::sudoku::{Sudoku, values_of};
use gemsat::reason::Incremental;

/// The session of the layout that came last.
#[derive(Default)]
struct Kept(Option<(Sudoku, Session<Incremental>)>);

impl Kept {
    fn session(&mut self, puzzle: &Sudoku, engine: &EngineArgs) -> Result<&mut Session<Incremental>, Failure> {
        match &mut self.0 {
            Some((board, _)) if board.same_rules(puzzle) => {}
            kept => {
                let session = Session::with_options(puzzle, &engine.cdcl_options()?).map_err(Failure::usage)?;
                *kept = Some((puzzle.without_givens(), session));
            }
        }
        self.0.as_mut().map(|(_, session)| session).ok_or_else(|| Failure::internal("no session"))
    }
}

/// A function that solves one sudoku after the other; `None` unless the default engine is used.
pub fn session(solve: &Solve<SudokuTool>) -> Result<Option<Solving<Sudoku>>, Failure> {
    let engine = solve.engine.clone();
    if !engine.is_cdcl() || !solve.form.is_default() {
        return Ok(None);
    }
    let mut kept = Kept::default();
    Ok(Some(Box::new(move |puzzle| match kept.session(puzzle, &engine)?.solve(puzzle, &engine.limits()) {
        Outcome::Solved(digits) => {
            let values = values_of(&digits);
            verify(puzzle, &values)?;
            Ok(Found::Solved(values))
        }
        Outcome::None => Ok(Found::None),
        Outcome::Unknown(stop) => Ok(Found::Unknown(stop)),
    })))
}

/// `sudoku count`: nothing but this way of counting many.
#[derive(Args, Debug)]
#[group(skip)]
pub struct Counting {}

impl Own<Count<SudokuTool>> for Counting {
    fn instead(&self, count: &Count<SudokuTool>, out: &mut Output) -> Result<Option<Exit>, Failure> {
        if !count.engine.is_cdcl() {
            return Ok(None);
        }
        let puzzles = count.input.all()?;
        let (mut counting, mut kept) = (count.counting(true), Kept::default());
        for puzzle in puzzles.iter().take_while(|_| !ended()) {
            let limits = count.engine.limits();
            let session = kept.session(puzzle, &count.engine)?;
            let models = || puzzle.models().map_err(Failure::input);
            counting.print_all(out, Some(&models), &limits, |visit| {
                let mut all = true;
                let see = |_: &[u16]| {
                    all = visit();
                    all
                };
                session.for_each_solution(puzzle, &limits, see).map_err(Failure::Stopped)?;
                Ok(all)
            })?;
        }
        Ok(Some(counting.exit()))
    }
}
