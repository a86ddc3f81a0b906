//! `queens draw --trace`: the moves of a search.

use super::{QueensTool, form, tuned};
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{Output, complain};
use gemsat::command::puzzle::{Draw, FormArgs, Own, verify};
use gemsat::csp::Search;
use gemsat::engine::Verdict;
use gemsat::puzzle::face::Puzzle;
use gemsat::puzzle::queens::trace::{Frame, Trace};
use gemsat::puzzle::queens::{MOST_PAIRWISE, Queens, astar, draw, squares};

/// The most states of an animation.
const MOST_STATES: usize = 500;

#[derive(Args, Debug)]
#[group(skip)]
pub struct Moves {
    /// Animate the moves: of the best-first search, or of the --engine that is named.
    #[arg(long, conflicts_with = "solve")]
    trace: bool,
}

impl Own<Draw<QueensTool>> for Moves {
    fn instead(&self, draw: &Draw<QueensTool>, out: &mut Output) -> Result<Option<Exit>, Failure> {
        if !self.trace {
            return Ok(None);
        }
        let puzzle = draw.input.one()?;
        if draw.engine.engine.is_some() && puzzle.size() > MOST_PAIRWISE {
            return Err(Failure::usage(format!("moves are drawn up to size {MOST_PAIRWISE}")));
        }
        draw.picture.write(&draw::animation(&puzzle, &moves(draw, &puzzle)?, 0.5), out)?;
        Ok(Some(Exit::Done))
    }
}

/// The moves of an engine, or of the best-first search when none is named.
fn moves(draw: &Draw<QueensTool>, puzzle: &Queens) -> Result<Vec<Frame>, Failure> {
    let limits = draw.engine.limits();
    let mut trace = Trace::new(puzzle.size(), MOST_STATES);
    if let Some(method) = draw.engine.csp() {
        let problem = puzzle.pose().map_err(Failure::input)?;
        Search::new(&problem, method).next(&limits, Some(&mut trace));
    } else if draw.engine.engine.is_some() {
        let (form, engine) = tuned(puzzle, &form::Form::default(), &draw.engine);
        let formula = form.encode(puzzle, engine.is_incomplete())?.formula;
        if let Verdict::Sat(model) = engine.built_in()?.solve(formula, &limits, Some(&mut trace)) {
            verify(puzzle, &puzzle.decode(&model))?;
            trace.frames.push(Frame { queens: squares(puzzle.size(), &model), caption: "solved".into() });
        }
    } else {
        // The states are drawn whether the search came to its end or not.
        let mut counters = astar::BestFirstCounters::default();
        let _ = astar::search(puzzle, &limits, &mut counters, |state| trace.frames.push(Frame::from(state)));
    }
    if trace.left_out > 0 {
        complain(format_args!("queens: {} later states are left out", trace.left_out));
    }
    Ok(trace.frames)
}
