//! The engine around every local search: what is the same for all of them stands here once.
//!
//! A local search is a table of options that implements [`Algorithm`]; [`LocalSearch`] makes an engine of it.

use super::WalkCounters;
use super::problem::Problem;
use super::walk::{Run, Schedule};
use crate::cnf::{Assignment, Formula};
use crate::engine::{Engine, Observer, Verdict};
use crate::limits::{Limits, Stop};
use crate::util::table::{CounterRow, OptionError, OptionRow, OptionTable};

/// A local search: its options, and how it walks.
pub(crate) trait Algorithm: OptionTable + Default + Send {
    /// The engine's name.
    const NAME: &'static str;
    /// One line for help texts.
    const ABOUT: &'static str;

    /// The options that all local searches have.
    fn schedule(&self) -> Schedule;

    /// Makes a walker for the run's problem and drives it with [`Run::drive`].
    fn walk(&self, run: Run<'_, '_>) -> Verdict;
}

/// An engine that walks as `A` says.
#[derive(Debug, Default)]
pub(crate) struct LocalSearch<A> {
    algorithm: A,
    counters: WalkCounters,
    /// The best assignment of the last run, and how many clauses of the formula as given it leaves false.
    best: Option<(Assignment, u64)>,
}

impl<A: Algorithm> Engine for LocalSearch<A> {
    fn name(&self) -> &'static str {
        A::NAME
    }

    fn about(&self) -> &'static str {
        A::ABOUT
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        (self.counters, self.best) = (WalkCounters::default(), None);
        let problem = Problem::new(formula);
        if problem.contradictory {
            let values = problem.extend(&Assignment::default());
            let falsified = problem.count_falsified(&values);
            self.counters.best_falsified = falsified;
            self.best = Some((values, falsified));
            return Verdict::Unknown(Stop::Incomplete);
        }
        if let Some(stop) = limits.exceeded() {
            return Verdict::Unknown(stop);
        }
        self.algorithm.walk(Run {
            problem: &problem,
            schedule: self.algorithm.schedule(),
            limits,
            observer,
            counters: &mut self.counters,
            best: &mut self.best,
        })
    }

    fn options(&self) -> Vec<OptionRow> {
        self.algorithm.rows()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.algorithm.set(name, value)
    }

    fn counters(&self) -> Vec<CounterRow> {
        self.counters.rows()
    }

    fn best(&self) -> Option<(&Assignment, u64)> {
        self.best.as_ref().map(|(values, falsified)| (values, *falsified))
    }
}
