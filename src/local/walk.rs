//! What drives a local search: starts, restarts, limits, observers, and the way back to the formula's own variables.
//!
//! **What it does.** Starts a [`Walker`] from a random assignment, lets it walk in batches of moves, checks the limits
//! between batches, and starts it again when a try has used its flips.
//!
//! **Schedule and cost.** Limits on steps are kept exactly; time, memory and the stop flag are checked every [`BATCH`]
//! moves.

use super::WalkCounters;
use super::best::Best;
use super::problem::Problem;
use super::team::Member;
use crate::cnf::Assignment;
use crate::engine::{Event, Observer, Verdict};
use crate::limits::{Limits, Stop};
use crate::util::rng::Rng;

/// How many moves a walker makes at most between two checks of the limits.
const BATCH: u64 = 4096;

/// Why a batch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// No clause is false.
    Solved,
    /// All moves of the batch are made.
    Finished,
    /// The walker's own schedule has ended.
    Over,
}

/// An algorithm at work on one problem.
pub(crate) trait Walker {
    /// Starts a new try from these values.
    fn start(&mut self, values: Assignment);

    /// How many clauses are false, or an upper bound of it that is 0 only for a model.
    fn falsified(&self) -> usize;

    /// The assignment reached.
    fn values(&self) -> Assignment;

    /// Makes up to `moves` moves, each at most one flip; returns how many of them were flips.
    fn walk<const OBSERVED: bool>(&mut self, moves: u64, path: &mut Path<'_, '_>) -> (u64, Ending);

    /// Writes the counters that the walker keeps itself.
    fn count(&self, counters: &mut WalkCounters);

    /// Recounts everything that is kept by increments. Debug builds call it whenever the number of flips has doubled.
    fn check(&self);
}

/// What is kept along a walk: its best assignment, its observer and its random numbers.
pub(crate) struct Path<'a, 'o> {
    pub rng: Rng,
    pub(super) best: Best,
    observer: Option<&'o mut (dyn Observer + 'o)>,
    member: Option<&'a mut Member>,
    problem: &'a Problem,
}

impl Path<'_, '_> {
    /// A path without an observer.
    pub fn unobserved(problem: &Problem, seed: u64) -> Path<'_, 'static> {
        Path { rng: Rng::new(seed), best: Best::new(problem.num_vars()), observer: None, member: None, problem }
    }

    /// To be called after each flip.
    #[inline]
    pub fn flipped<const OBSERVED: bool>(&mut self, var: usize, falsified: usize, values: impl FnOnce() -> Assignment) {
        if OBSERVED {
            self.notify_flip(var, falsified);
        }
        self.best.flipped(var, falsified, values);
    }

    /// Tells the observer of a flip, after which this many clauses are false.
    pub fn notify_flip(&mut self, var: usize, falsified: usize) {
        self.notify(Event::Flip(self.problem.outer(var), falsified as u64));
    }

    /// Notifies the observer, if there is one.
    pub fn notify(&mut self, event: Event<'_>) {
        if let Some(observer) = &mut self.observer {
            observer.event(event);
        }
    }
}

/// The options that all local searches have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    /// Starts the random numbers.
    pub seed: u64,
    /// Flips of one try; 0: no limit.
    pub max_flips: u64,
    /// New starts after the first try; 0: no limit.
    pub restarts: u64,
}

/// A run of a local search: its inputs, and where its results go.
pub(crate) struct Run<'a, 'o> {
    pub problem: &'a Problem,
    pub schedule: Schedule,
    pub limits: &'a Limits,
    pub observer: Option<&'o mut (dyn Observer + 'o)>,
    /// The walk's place in a team that walks in rounds, if there is one.
    pub member: Option<&'a mut Member>,
    pub counters: &'a mut WalkCounters,
    /// The best assignment of the formula's variables, and how many of its clauses that leaves false.
    pub best: &'a mut Option<(Assignment, u64)>,
}

impl Run<'_, '_> {
    /// Drives the walker to a verdict.
    pub fn drive(self, walker: impl Walker) -> Verdict {
        if self.observer.is_some() { self.walk::<true>(walker) } else { self.walk::<false>(walker) }
    }

    fn walk<const OBSERVED: bool>(self, mut walker: impl Walker) -> Verdict {
        let Run { problem, schedule, limits, observer, member, counters, best } = self;
        let rng = Rng::new(schedule.seed);
        let mut path = Path { rng, best: Best::new(problem.num_vars()), observer, member, problem };
        let mut left = schedule.restarts;
        let stop = loop {
            let values: Assignment = (0..problem.num_vars()).map(|_| path.rng.coin()).collect();
            if OBSERVED {
                path.notify(Event::Start(&problem.extend(&values)));
            }
            path.best.start(&values, count_falsified(problem, &values));
            walker.start(values);
            match try_once::<OBSERVED>(&schedule, limits, counters, &mut walker, &mut path) {
                Some(Ok(())) => break None,
                Some(Err(stop)) => break Some(stop),
                None if schedule.restarts > 0 && left == 0 => break Some(Stop::Incomplete),
                None => left = left.saturating_sub(1),
            }
            counters.restarts += 1;
            if OBSERVED {
                path.notify(Event::Restart);
            }
        };
        walker.count(counters);
        let values = problem.extend(&if stop.is_none() { walker.values() } else { path.best.take() });
        let falsified = problem.count_falsified(&values);
        counters.best_falsified = falsified;
        *best = Some((values.clone(), falsified));
        match stop {
            Some(stop) => Verdict::Unknown(stop),
            None => {
                assert_eq!(falsified, 0, "an assignment without a falsified clause is a model");
                Verdict::Sat(values)
            }
        }
    }
}

/// Runs one try; `None` when it ended without a model and another may follow.
fn try_once<const OBSERVED: bool>(
    schedule: &Schedule,
    limits: &Limits,
    counters: &mut WalkCounters,
    walker: &mut impl Walker,
    path: &mut Path<'_, '_>,
) -> Option<Result<(), Stop>> {
    let mut flips = 0;
    let mut checked_at = 0;
    loop {
        if walker.falsified() == 0 {
            return Some(Ok(()));
        }
        if let Some(stop) = limits.poll(&[("flips", counters.flips), ("falsified", walker.falsified() as u64)]) {
            return Some(Err(stop));
        }
        let mut moves = BATCH;
        if let Some(steps) = limits.steps {
            if counters.flips >= steps {
                return Some(Err(Stop::Steps));
            }
            moves = moves.min(steps - counters.flips);
        }
        if schedule.max_flips > 0 {
            if flips >= schedule.max_flips {
                return None;
            }
            moves = moves.min(schedule.max_flips - flips);
        }
        let (made, ending) = walker.walk::<OBSERVED>(moves, path);
        flips += made;
        counters.flips += made;
        // Recounting is linear in the formula, so it is done at each doubling of the flips.
        if cfg!(debug_assertions) && flips >= 2 * checked_at {
            checked_at = flips;
            walker.check();
        }
        match ending {
            Ending::Solved => return Some(Ok(())),
            Ending::Finished => {}
            Ending::Over => return None,
        }
        if path.member.as_mut().is_some_and(|member| !member.moved(moves)) {
            return Some(Err(Stop::Interrupted));
        }
    }
}

/// How many of the problem's clauses these values leave false.
pub(super) fn count_falsified(problem: &Problem, values: &Assignment) -> usize {
    problem.clauses().filter(|clause| !clause.iter().any(|&lit| is_true(values, lit))).count()
}

/// Whether a literal code is true.
#[inline]
pub(super) fn is_true(values: &Assignment, lit: u32) -> bool {
    values.is_true(crate::cnf::Lit::from_code(lit))
}
