//! Walks that flip a variable of a falsified clause, chosen by how many clauses its flip would break: the common part
//! of WalkSAT and probSAT.
//!
//! **What it does.** [`Focused`] is the walker; a [`Core`] keeps the clauses and takes a falsified one; a [`Chooser`]
//! picks one of its variables by their breaks.
//!
//! **Why it pays.** Two cores, [`super::scan`] and [`Cached`], suit different formulas, and every rule runs on both.

use super::WalkCounters;
use super::flips::{Flips, TrueCount};
use super::problem::Problem;
use super::scores::Breaks;
use super::walk::{Ending, Path, Walker};
use crate::cnf::Assignment;
use crate::util::rng::Rng;

/// Picks a variable of a falsified clause.
pub(super) trait Chooser {
    /// The place of the variable to flip, given the breaks of all (at least two) variables of the clause.
    fn choose(&mut self, breaks: &[u32], rng: &mut Rng) -> usize;
}

/// Clauses under an assignment, and the step on them.
pub(super) trait Core {
    /// Starts from these values.
    fn start(&mut self, values: Assignment);
    /// The number of falsified clauses, or an upper bound that is 0 only for a model.
    fn falsified(&self) -> usize;
    /// The number of falsified clauses.
    fn count_falsified(&self) -> usize {
        self.falsified()
    }
    /// The assignment.
    fn values(&self) -> Assignment;
    /// Clauses visited so far.
    fn visits(&self) -> u64;
    /// Takes a falsified clause and flips the variable that the chooser picks; `None` when no clause is false.
    fn step(&mut self, chooser: &mut impl Chooser, rng: &mut Rng) -> Option<usize>;
    /// Recounts everything.
    fn check(&self);
}

/// A walk of a chooser on a core.
#[derive(Debug)]
pub(super) struct Focused<C, R> {
    core: C,
    chooser: R,
}

impl<C: Core, R: Chooser> Focused<C, R> {
    pub fn new(core: C, chooser: R) -> Focused<C, R> {
        Focused { core, chooser }
    }
}

impl<C: Core, R: Chooser> Walker for Focused<C, R> {
    fn start(&mut self, values: Assignment) {
        self.core.start(values);
    }

    fn falsified(&self) -> usize {
        self.core.falsified()
    }

    fn values(&self) -> Assignment {
        self.core.values()
    }

    fn walk<const OBSERVED: bool>(&mut self, moves: u64, path: &mut Path<'_, '_>) -> (u64, Ending) {
        for made in 0..moves {
            let Some(var) = self.core.step(&mut self.chooser, &mut path.rng) else { return (made, Ending::Solved) };
            if OBSERVED {
                path.notify_flip(var, self.core.count_falsified());
            }
            // The best assignment goes by the bound with an observer, too, who must not change the answer.
            path.best.flipped(var, self.core.falsified(), || self.core.values());
        }
        (moves, Ending::Finished)
    }

    fn count(&self, counters: &mut WalkCounters) {
        counters.visits = self.core.visits();
    }

    fn check(&self) {
        self.core.check();
    }
}

/// Breaks that are updated at each flip: for long clauses, where counting them afresh costs more.
#[derive(Debug)]
pub(super) struct Cached<'p, T> {
    flips: Flips<'p, T, Breaks>,
    breaks: Vec<u32>,
    turn: u32,
}

impl<'p, T: TrueCount> Cached<'p, T> {
    pub fn new(problem: &'p Problem) -> Cached<'p, T> {
        let flips = Flips::new(problem, Breaks::new(problem.num_vars()));
        Cached { flips, breaks: Vec::new(), turn: 0 }
    }
}

impl<T: TrueCount> Core for Cached<'_, T> {
    fn start(&mut self, values: Assignment) {
        self.flips.start(values);
    }

    fn falsified(&self) -> usize {
        self.flips.falsified().len()
    }

    fn values(&self) -> Assignment {
        self.flips.values().clone()
    }

    fn visits(&self) -> u64 {
        self.flips.visits
    }

    #[inline]
    fn step(&mut self, chooser: &mut impl Chooser, rng: &mut Rng) -> Option<usize> {
        let falsified = self.flips.falsified().list();
        if falsified.is_empty() {
            return None;
        }
        let clause = falsified[self.turn as usize % falsified.len()];
        self.turn = self.turn.wrapping_add(1);
        let lits = self.flips.problem().clause(clause as usize);
        self.breaks.clear();
        self.breaks.extend(lits.iter().map(|&lit| self.flips.scores.0[lit as usize >> 1]));
        let var = lits[chooser.choose(&self.breaks, rng)] as usize >> 1;
        self.flips.flip(var);
        Some(var)
    }

    fn check(&self) {
        self.flips.check();
        self.flips.check_scores(self.flips.scores.clone());
    }
}
