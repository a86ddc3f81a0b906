//! The drive of a local search: starts, restarts, limits, observers, and the way back to the formula's own variables.
//!
//! What it does: starts a [`Walker`] from a random assignment, lets it walk in legs of a few thousand moves, asks for the
//! limits between them, and starts it anew when a try has had its flips.
//!
//! Schedule and cost: limits on steps are kept to the flip; time, memory and the stop flag are asked every [`LEG`] moves.

use super::best::Best;
use super::problem::Problem;
use super::{Reached, WalkCounters};
use crate::cnf::{Assignment, Formula};
use crate::engine::{Event, Observer, Verdict};
use crate::limits::{Limits, Stop};
use crate::util::rng::Rng;

/// How many moves a walker makes at most before limits are asked.
const LEG: u64 = 4096;

/// Why a leg ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// No clause is false.
    Solved,
    /// The moves granted are made.
    Granted,
    /// The walker's own schedule has come to its end.
    Over,
}

/// An algorithm at work on one problem.
pub(super) trait Walker {
    /// Begins a new try from these values.
    fn start(&mut self, values: Assignment);

    /// How many clauses are false; an upper bound will do, if it is 0 exactly for a model.
    fn falsified(&self) -> usize;

    /// Where the walk is.
    fn values(&self) -> Assignment;

    /// Makes up to `moves` moves (each at most one flip), and tells how many of them were flips.
    fn walk<const OBSERVED: bool>(&mut self, moves: u64, path: &mut Path<'_, '_>) -> (u64, Ending);

    /// Adds what only the walker has counted.
    fn count(&self, counters: &mut WalkCounters);

    /// Recounts everything that is kept by increments (debug builds call it now and then).
    fn check(&self);
}

/// What a walk leaves behind, and where its chance comes from.
pub(super) struct Path<'a, 'o> {
    pub rng: Rng,
    pub best: Best,
    observer: Option<&'o mut (dyn Observer + 'o)>,
    problem: &'a Problem,
}

impl Path<'_, '_> {
    /// A path that nobody observes.
    pub fn unseen(problem: &Problem, seed: u64) -> Path<'_, 'static> {
        Path { rng: Rng::new(seed), best: Best::new(problem.num_vars()), observer: None, problem }
    }

    /// To be called after each flip.
    #[inline]
    pub fn flipped<const OBSERVED: bool>(&mut self, var: usize, falsified: usize, values: impl FnOnce() -> Assignment) {
        if OBSERVED {
            self.tell(Event::Flip(self.problem.outer(var), falsified as u64));
        }
        self.best.flipped(var, falsified, values);
    }

    /// Tells the observer, if there is one.
    pub fn tell(&mut self, event: Event<'_>) {
        if let Some(observer) = &mut self.observer {
            observer.event(event);
        }
    }
}

/// What the user sets for every walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// Starts the random numbers.
    pub seed: u64,
    /// Flips of one try; 0: no limit.
    pub max_flips: u64,
    /// New starts after the first try; 0: no limit.
    pub restarts: u64,
}

/// A run: what it is given, and where it writes its results.
pub(super) struct Run<'a, 'o> {
    pub schedule: Schedule,
    pub limits: &'a Limits,
    pub observer: Option<&'o mut (dyn Observer + 'o)>,
    pub counters: &'a mut WalkCounters,
    pub reached: &'a mut Reached,
}

impl Run<'_, '_> {
    /// Makes the formula ready for walkers. `Err`: there is nothing to walk on, and this is the verdict.
    pub fn prepare(&mut self, formula: Formula) -> Result<Problem, Verdict> {
        *self.counters = WalkCounters::default();
        *self.reached = None;
        let problem = Problem::new(formula);
        if problem.contradictory {
            let values = problem.extend(&Assignment::default());
            let falsified = problem.count_falsified(&values);
            self.counters.best_falsified = falsified;
            *self.reached = Some((values, falsified));
            return Err(Verdict::Unknown(Stop::Incomplete));
        }
        match self.limits.exceeded() {
            Some(stop) => Err(Verdict::Unknown(stop)),
            None => Ok(problem),
        }
    }

    /// Drives the walker to a verdict.
    pub fn drive(self, problem: &Problem, walker: impl Walker) -> Verdict {
        if self.observer.is_some() { self.walk::<true>(problem, walker) } else { self.walk::<false>(problem, walker) }
    }

    fn walk<const OBSERVED: bool>(self, problem: &Problem, mut walker: impl Walker) -> Verdict {
        let Run { schedule, limits, observer, counters, reached } = self;
        let (rng, best) = (Rng::new(schedule.seed), Best::new(problem.num_vars()));
        let mut path = Path { rng, best, observer, problem };
        let mut left = schedule.restarts;
        let stop = loop {
            let values: Assignment = (0..problem.num_vars()).map(|_| path.rng.coin()).collect();
            if OBSERVED {
                path.tell(Event::Start(&problem.extend(&values)));
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
                path.tell(Event::Restart);
            }
        };
        walker.count(counters);
        let values = problem.extend(&if stop.is_none() { walker.values() } else { path.best.take() });
        let falsified = problem.count_falsified(&values);
        counters.best_falsified = falsified;
        *reached = Some((values.clone(), falsified));
        match stop {
            Some(stop) => Verdict::Unknown(stop),
            None => {
                assert_eq!(falsified, 0, "a walk that ends without a false clause is at a model");
                Verdict::Sat(values)
            }
        }
    }
}

/// One try. `None`: it is over, and another may follow.
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
        if let Some(stop) = limits.exceeded() {
            return Some(Err(stop));
        }
        let mut moves = LEG;
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
        // Recounting is linear in the formula: rarer on large ones, so that debug builds stay usable.
        if cfg!(debug_assertions) && flips >= 2 * checked_at {
            checked_at = flips;
            walker.check();
        }
        match ending {
            Ending::Solved => return Some(Ok(())),
            Ending::Granted => {}
            Ending::Over => return None,
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
