//! The moves of any search on a board, as pictures with captions.
//!
//! What it does: listens to the steps of an engine (or of a finite-domain search, whose values are squares, too) and
//! keeps the board that its assignment stands for: queens on the squares that are true. A state is taken whenever the
//! engine decides, meets a conflict, goes back, or flips a square.

use super::astar::State;
use crate::cnf::{Lit, Var};
use crate::engine::{Event, Observer};
use crate::util::words::many;

/// A state of a search: the queens on the board, and a caption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The queens.
    pub queens: Vec<(usize, usize)>,
    /// The caption below the board: figures that steer the search, in the words of its other reports.
    pub caption: String,
}

impl From<&State> for Frame {
    /// A state of the best-first search, with its number of free squares.
    fn from(state: &State) -> Frame {
        Frame { queens: state.queens.clone(), caption: format!("h = {}", state.free) }
    }
}

/// Sees an engine's steps; the first `most` states are kept.
#[derive(Clone, Debug)]
pub struct Trace {
    size: usize,
    most: usize,
    /// What is assigned, with the level it was assigned at.
    trail: Vec<(Lit, u32)>,
    level: u32,
    last: Option<Frame>,
    /// The states, in order.
    pub frames: Vec<Frame>,
    /// How many more states there were.
    pub left_out: u64,
}

impl Trace {
    /// A trace of a board of this size.
    pub fn new(size: usize, most: usize) -> Trace {
        Trace { size, most, trail: Vec::new(), level: 0, last: None, frames: Vec::new(), left_out: 0 }
    }

    fn assign(&mut self, lit: Lit) {
        if lit.var().index() < self.size * self.size && !self.trail.iter().any(|&(known, _)| known == lit) {
            self.trail.push((lit, self.level));
        }
    }

    /// Records a state of a search that assigns squares one after the other, unless nothing has changed.
    fn take(&mut self) {
        let open = self.size * self.size - self.trail.len();
        self.take_as(format!("{} open", many(open, "square")));
    }

    /// Records a state with this caption.
    fn take_as(&mut self, caption: String) {
        let at = |lit: &Lit| (lit.var().index() / self.size, lit.var().index() % self.size);
        let true_lits = self.trail.iter().map(|(lit, _)| lit).filter(|lit| lit.is_positive());
        let queens: Vec<(usize, usize)> = true_lits.map(at).collect();
        let frame = Frame { queens, caption };
        if self.last.as_ref() == Some(&frame) {
            return;
        }
        if self.frames.len() < self.most {
            self.frames.push(frame.clone());
        } else {
            self.left_out += 1;
        }
        self.last = Some(frame);
    }
}

impl Observer for Trace {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Decide(lit) => {
                self.take();
                self.level += 1;
                self.assign(lit);
                self.take();
            }
            Event::Assign(lit, _) | Event::Extend(lit) => self.assign(lit),
            Event::Conflict(_) => self.take(),
            Event::Backtrack(level) => {
                self.take();
                self.trail.retain(|&(_, at)| at <= level);
                self.level = level;
            }
            Event::Start(assignment) => {
                let squares = (0..self.size * self.size).map(Var::new);
                self.trail = squares.map(|var| (var.lit(assignment.value(var)), 0)).collect();
                self.take_as("start".into());
            }
            Event::Flip(var, falsified) => {
                for (lit, _) in self.trail.iter_mut().filter(|(lit, _)| lit.var() == var) {
                    *lit = !*lit;
                }
                self.take_as(format!("{} false", many(falsified, "clause")));
            }
            Event::Expand(decisions, _, cost) => {
                self.trail.clear();
                decisions.iter().for_each(|&lit| self.assign(lit));
                self.take_as(format!("f = {cost}"));
            }
            // The events that a restart takes back are reported separately.
            Event::Restart
            | Event::Learn(_)
            | Event::Resolve(_)
            | Event::Remove(_)
            | Event::Watch(_)
            | Event::Rate(_)
            | Event::Open(..)
            | Event::Temperature(_)
            | Event::Check(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use crate::encode::cardinality::AtMostOne;
    use crate::engine::Verdict;
    use crate::engines;
    use crate::limits::Limits;
    use crate::puzzle::queens::Queens;
    use crate::puzzle::queens::encode::{Style, encode};

    #[test]
    fn engines_show_their_moves() {
        let puzzle = Queens::new(5).expect("a size");
        for name in ["dpll", "walksat", "astar"] {
            let mut trace = Trace::new(5, 1000);
            let formula = encode(&puzzle, Style::Applied, AtMostOne::Pairwise, false).formula;
            let mut engine = engines::by_name(name).expect("an engine");
            let verdict = engine.solve(formula, &Limits::none(), Some(&mut trace));
            assert!(matches!(verdict, Verdict::Sat(_)), "{name}");
            assert!(trace.frames.len() > 1 && trace.left_out == 0, "{name}");
            if name == "walksat" {
                let last = trace.frames.last().expect("states");
                let mut queens = last.queens.clone();
                queens.sort_unstable();
                assert_eq!(check(&puzzle, &queens), Ok(()), "{name}");
            }
        }
        let mut short = Trace::new(5, 1);
        for square in [3, 4] {
            short.event(Event::Decide(Var::new(square).pos()));
        }
        assert_eq!((short.frames.len(), short.left_out), (1, 2));
    }
}
