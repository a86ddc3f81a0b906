//! `explain`: the clues that contradict each other, or that force a cell; or the next step.

use super::backend::EngineArgs;
use super::{Input, Own, Tool, asking};
use crate::command::exit::{Exit, Failure};
use crate::command::output::Output;
use crate::limits::{Limits, Stop};
use crate::puzzle::face::{Clue, Explanation, Puzzle};
use crate::puzzle::steps::next::{Next, next};
use crate::puzzle::steps::{Goal, Steps};
use crate::reason::core::Core;
use clap::Args;
use std::io::Write;

/// The verb's flags.
#[derive(Debug, Args)]
#[group(skip)]
pub struct Explain<T: Tool> {
    /// Which puzzle.
    #[command(flatten)]
    pub input: Input<T>,
    /// Explain why this cell holds what it holds: ROW,COLUMN from 1, or its name.
    #[arg(long, value_name = "CELL")]
    pub cell: Option<String>,
    /// The next step of somebody who solves the puzzle by hand: the easiest that fills a cell.
    #[arg(long, conflicts_with = "cell")]
    pub next: bool,
    /// The engine, and when it stops.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// What only this tool has.
    #[command(flatten)]
    pub own: T::Explaining,
}

impl<T: Tool> Explain<T> {
    pub(super) fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        if let Some(exit) = self.own.instead(self, out)? {
            return Ok(exit);
        }
        let puzzle = self.input.one()?;
        let hopeless = puzzle.hopeless();
        if !hopeless.is_empty() {
            writeln!(out, "No solution:")?;
            hopeless.iter().try_for_each(|why| writeln!(out, "  {why}"))?;
            return Ok(Exit::Done);
        }
        let cell = self.cell.as_deref().map(|name| puzzle.cell(name)).transpose().map_err(Failure::usage)?;
        let limits = self.engine.limits();
        if self.next {
            let found = asking(&self.engine, &limits, |asking| next(&puzzle, asking))?;
            say_next(&puzzle, &found, &limits, out)?;
        } else {
            let found = asking(&self.engine, &limits, |asking| puzzle.explain(cell, asking))?;
            say(&puzzle, cell, &found, &limits, out)?;
        }
        Ok(Exit::Done)
    }
}

/// Says what the explanation of the puzzle, or of this cell, is.
fn say(
    puzzle: &impl Puzzle,
    cell: Option<usize>,
    found: &Explanation,
    limits: &Limits,
    out: &mut Output,
) -> Result<(), Failure> {
    let place = cell.map_or(String::new(), |cell| puzzle.place(cell));
    let verb = puzzle.verb();
    // Called only once there is an answer: for a graph this looks for a clique.
    let naming = || puzzle.naming().map_or(String::new(), |words| format!(", given {words}"));
    match found {
        Explanation::Contradiction(_, core) if core.members.is_empty() => {
            writeln!(out, "No solution: the rules alone leave none.")?;
        }
        Explanation::Contradiction(words, core) => {
            let needed = core_words(core.stopped, ", and none can be left out");
            writeln!(out, "No solution. {words}{needed}:")?;
            list(core, out)?;
            steps(puzzle, Goal::Contradiction(&core.members), limits, out)?;
        }
        Explanation::Consistent => {
            writeln!(out, "There is a solution; --cell CELL shows what forces a cell, --next the next step.")?;
            grade(puzzle, limits, out)?;
        }
        Explanation::Given(value) => writeln!(out, "{place} {verb} {value}: given{}.", naming())?,
        Explanation::Open(value) => {
            writeln!(out, "{place} is open: it {verb} {value} in some solutions, but not in all{}.", naming())?;
        }
        Explanation::Forced(value, _, core) if core.members.is_empty() => {
            writeln!(out, "{place} {verb} {value}{}, forced by the rules alone.", naming())?;
        }
        Explanation::Forced(value, _, core) => {
            let needed = core_words(core.stopped, ", none of which can be left out");
            writeln!(out, "{place} {verb} {value}{}, forced by these clues{needed}:", naming())?;
            list(core, out)?;
            if let Some(cell) = cell {
                steps(puzzle, Goal::Cell(cell, &core.members), limits, out)?;
            }
        }
    }
    Ok(())
}

/// Says what comes next.
fn say_next(puzzle: &impl Puzzle, found: &Next, limits: &Limits, out: &mut Output) -> Result<(), Failure> {
    match found {
        Next::Contradiction(why) => return say(puzzle, None, why, limits, out),
        Next::Steps(found) => numbered(found, out)?,
        Next::Forced(cell, why) => {
            writeln!(out, "No method known here fills a cell.")?;
            say(puzzle, Some(*cell), why, limits, out)?;
        }
        Next::Choice => writeln!(out, "There are several solutions, and no open cell holds the same in all of them.")?,
        Next::Full => writeln!(out, "No cell is open, and the puzzle is solved.")?,
    }
    Ok(())
}

fn list(core: &Core<Clue>, out: &mut Output) -> Result<(), Failure> {
    core.members.iter().try_for_each(|clue| Ok(writeln!(out, "  {}", clue.words)?))
}

/// Lists the steps that lead to the goal, where it is known how people find them. What was said before them stands
/// even when a limit runs out.
fn steps(puzzle: &impl Puzzle, goal: Goal<'_>, limits: &Limits, out: &mut Output) -> Result<(), Failure> {
    let found = match puzzle.steps(goal, limits) {
        Ok(Some(found)) => found,
        Ok(None) => return Ok(()),
        Err(stop) => return Ok(writeln!(out, "The steps were not found ({stop}).")?),
    };
    writeln!(out, "{}", found.heading())?;
    numbered(&found, out)
}

fn numbered(found: &Steps, out: &mut Output) -> Result<(), Failure> {
    let mut numbered = found.steps.iter().enumerate();
    numbered.try_for_each(|(at, step)| Ok(writeln!(out, "  {}. {}: {}", at + 1, step.technique, step.words)?))
}

/// Says how hard the puzzle is for people, where that is known.
fn grade(puzzle: &impl Puzzle, limits: &Limits, out: &mut Output) -> Result<(), Failure> {
    match puzzle.steps(Goal::Whole, limits) {
        Ok(Some(found)) => Ok(writeln!(out, "{}", found.grade())?),
        Ok(None) => Ok(()),
        Err(stop) => Ok(writeln!(out, "It was not graded ({stop}).")?),
    }
}

/// The remark on the clues of a core: `minimal` when none of them can be left out, otherwise that a limit ran out.
fn core_words(stopped: Option<Stop>, minimal: &str) -> String {
    stopped.map_or_else(|| minimal.into(), |stop| format!(" ({stop}: perhaps not all of these are needed)"))
}
