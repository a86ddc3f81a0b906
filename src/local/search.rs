//! The engine that all local searches share.
//!
//! A local search is a table of options that implements [`Algorithm`]; [`LocalSearch`] makes an engine of it.

use super::WalkCounters;
use super::problem::Problem;
use super::team;
use super::walk::{Run, Schedule};
use crate::cnf::{Assignment, Formula};
use crate::engine::{Engine, Observer, Verdict};
use crate::limits::{Limits, Stop, Threads};
use crate::util::table::{CounterRow, OptionError, OptionRow, OptionTable};

/// A local search: its options, and how it walks.
pub(crate) trait Algorithm: OptionTable + Default + Send + Sync {
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
    threads: Threads,
    /// The counters of each thread in the last run; empty if there was only one thread.
    thread_counters: Vec<WalkCounters>,
}

impl<A: Algorithm> LocalSearch<A> {
    /// Lets several threads walk.
    fn walk_together(&mut self, problem: &Problem, limits: &Limits) -> Verdict {
        let (algorithm, schedule) = (&self.algorithm, self.algorithm.schedule());
        let (mut walked, winner) = team::walk(&|run| algorithm.walk(run), schedule, problem, limits, self.threads);
        let reason = team::reason(&walked);
        self.thread_counters = walked.iter().map(|walk| walk.counters.clone()).collect();
        self.counters = WalkCounters::of_team(&self.thread_counters);
        if winner >= walked.len() {
            return Verdict::Unknown(Stop::Memory);
        }
        let winner = walked.swap_remove(winner);
        self.best = winner.best;
        match winner.verdict {
            Verdict::Unknown(_) => Verdict::Unknown(reason),
            verdict => verdict,
        }
    }
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
        self.thread_counters.clear();
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
        if self.threads.count > 1 && observer.is_none() {
            return self.walk_together(&problem, limits);
        }
        self.algorithm.walk(Run {
            problem: &problem,
            schedule: self.algorithm.schedule(),
            limits,
            observer,
            member: None,
            counters: &mut self.counters,
            best: &mut self.best,
        })
    }

    fn set_threads(&mut self, threads: Threads) -> bool {
        self.threads = threads;
        true
    }

    fn thread_counters(&self) -> Vec<Vec<CounterRow>> {
        self.thread_counters.iter().map(WalkCounters::rows).collect()
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
