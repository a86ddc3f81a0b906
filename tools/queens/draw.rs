//! `queens draw`: a picture of a board, of a solution, or of the moves of a search.

use super::args::{FormArgs, MOST_PAIRWISE, PrintArgs, PuzzleArgs, none, show, verify};
use super::solution::{solution, tuned};
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{Output, complain};
use gemsat::command::picture::PictureArgs;
use gemsat::command::scene::Scene;
use gemsat::command::tool;
use gemsat::csp::Search;
use gemsat::engine::Verdict;
use gemsat::puzzle::queens::trace::{Frame, Trace};
use gemsat::puzzle::queens::{Queens, astar, draw, pose, squares};

#[derive(Debug, Args)]
pub struct Draw {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Fill in a solution.
    #[arg(long)]
    solve: bool,
    /// Animate the moves: of the best-first search, or of the --engine that is named.
    #[arg(long, conflicts_with = "solve")]
    trace: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// The most states of an animation.
const MOST_STATES: usize = 500;

impl Draw {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        self.picture.check()?;
        let puzzle = &self.puzzle.read()?;
        if self.trace {
            if self.engine.engine.is_some() && puzzle.size() > MOST_PAIRWISE {
                return Err(Failure::usage(format!("moves are drawn up to size {MOST_PAIRWISE}")));
            }
            self.picture.write(&draw::animation(puzzle, &self.moves(puzzle)?, 0.5), out)?;
            return Ok(Exit::Done);
        }
        let mut placed = puzzle.placed.clone();
        if self.solve {
            match solution(puzzle, FormArgs::PLAIN, &self.engine, &Scene::unseen())? {
                Ok(Some(found)) => placed = found,
                Ok(None) => return none(out).map(|_| Exit::Done),
                Err(stop) => return tool::unknown(out, stop),
            }
            verify(puzzle, &placed)?;
        }
        if self.picture.on_terminal() {
            show(out, puzzle, &placed, PrintArgs::default())?;
        } else {
            self.picture.write(&draw::svg(puzzle, &placed), out)?;
        }
        Ok(Exit::Done)
    }

    /// The moves of an engine, or of the best-first search when none is named.
    fn moves(&self, puzzle: &Queens) -> Result<Vec<Frame>, Failure> {
        let limits = self.engine.limits();
        let mut trace = Trace::new(puzzle.size(), MOST_STATES);
        if let Some(method) = self.engine.csp() {
            let problem = pose::problem(puzzle).map_err(Failure::input)?;
            Search::new(&problem, method).next(&limits, Some(&mut trace));
        } else if self.engine.engine.is_some() {
            let (form, engine) = tuned(puzzle, FormArgs::PLAIN, &self.engine);
            let formula = form.encode(puzzle, engine.is_incomplete())?.formula;
            if let Verdict::Sat(model) = engine.built_in()?.solve(formula, &limits, Some(&mut trace)) {
                let queens = squares(puzzle.size(), &model);
                verify(puzzle, &queens)?;
                trace.frames.push(Frame { queens, caption: "solved".into() });
            }
        } else {
            // The states are what is drawn, whether the search came to its end or not.
            let mut counters = astar::BestFirstCounters::default();
            let _ = astar::search(puzzle, &limits, &mut counters, |state| trace.frames.push(Frame::from(state)));
        }
        if trace.left_out > 0 {
            complain(format_args!("queens: {} later states are left out", trace.left_out));
        }
        Ok(trace.frames)
    }
}
