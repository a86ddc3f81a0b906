//! GSAT: flips the variable, of all, whose flip leaves the fewest clauses false; now and then a random one.
//!
//! What it does: with probability `greedy` flips a variable of the highest gain (ties uniformly, moves that gain nothing or
//! lose something allowed), else any variable.
//!
//! Why: the ancestor of the others, and the form in which the course reports met local search.
//!
//! Schedule and cost: the variables of the highest gain are at hand at every moment (see `Ranking`), so that no flip looks
//! at all variables. Uniform 3-SAT has a clause view of its own, `trios.rs`, with the figures there. Before, all variables
//! lay sorted by gain, with a fence between each two values: every gain that changed then moved two variables.
//!
//! References: Selman, Levesque, Mitchell (AAAI'92); random walk: Selman, Kautz (IJCAI'93).

use super::flips::{Flips, Packed, Tally, Wide};
use super::scores::{Ranking, Ratings, Width};
use super::trios::Trios;
use super::view::View;
use super::walk::{Ending, Path, Run, Schedule, Walker};
use super::{Reached, WalkCounters};
use crate::cnf::{Assignment, Formula};
use crate::engine::{Engine, Observer, Verdict};
use crate::limits::Limits;
use crate::util::table::{CounterRow, OptionError, OptionRow, options};

options! {
    /// Options of [`Gsat`].
    pub struct GsatOptions {
        seed: u64 = 0, "starts the random numbers";
        max_flips: u64 = 0, "flips of one try; 0: no limit";
        restarts: u64 = 0, "new starts after the first try; 0: no limit";
        greedy: f64 = 0.7, in 0.0..=1.0, "probability of the greedy move; else any variable is flipped";
        focused: bool = true, "the random move takes a variable of a falsified clause (GWSAT) instead of any";
    }
}

/// The GSAT engine.
#[derive(Debug, Default)]
pub struct Gsat {
    options: GsatOptions,
    counters: WalkCounters,
    reached: Reached,
}

/// GSAT at work.
#[derive(Debug)]
struct Greedy<V> {
    view: V,
    greedy: f64,
    focused: bool,
    minima: u64,
}

impl<V> Greedy<V> {
    fn new(view: V, options: &GsatOptions) -> Greedy<V> {
        Greedy { view, greedy: options.greedy, focused: options.focused, minima: 0 }
    }
}

impl<W: Width, V: View<Ratings = Ranking<W>>> Walker for Greedy<V> {
    fn start(&mut self, values: Assignment) {
        self.view.start(values);
    }

    fn falsified(&self) -> usize {
        self.view.num_falsified()
    }

    fn values(&self) -> Assignment {
        self.view.values()
    }

    fn walk<const OBSERVED: bool>(&mut self, moves: u64, path: &mut Path<'_, '_>) -> (u64, Ending) {
        let num_vars = self.view.problem().num_vars();
        for made in 0..moves {
            if self.view.num_falsified() == 0 {
                return (made, Ending::Solved);
            }
            let var = if path.rng.unit() < self.greedy {
                let var = self.view.ratings_mut().best(&mut path.rng);
                self.minima += u64::from(self.view.ratings().gain(var) <= 0);
                var
            } else if self.focused {
                let lits = self.view.random_falsified(&mut path.rng);
                lits[path.rng.index(lits.len())] as usize >> 1
            } else {
                path.rng.index(num_vars)
            };
            self.view.flip(var);
            path.flipped::<OBSERVED>(var, self.view.num_falsified(), || self.view.values());
        }
        (moves, Ending::Granted)
    }

    fn count(&self, counters: &mut WalkCounters) {
        counters.visits = self.view.visits();
        counters.minima = self.minima;
    }

    fn check(&self) {
        self.view.check();
    }
}

impl Engine for Gsat {
    fn name(&self) -> &'static str {
        "gsat"
    }

    fn about(&self) -> &'static str {
        "local search, the best variable of all or a random one (GSAT); never proves UNSAT"
    }

    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        let GsatOptions { seed, max_flips, restarts, .. } = self.options;
        let schedule = Schedule { seed, max_flips, restarts };
        let mut run = Run { schedule, limits, observer, counters: &mut self.counters, reached: &mut self.reached };
        let problem = match run.prepare(formula) {
            Ok(problem) => problem,
            Err(verdict) => return verdict,
        };
        let options = &self.options;
        if let Some(trios) = Trios::<Ranking<i8>>::new(&problem, options.focused) {
            return run.drive(&problem, Greedy::new(trios, options));
        }
        let ranking = Ranking::<i32>::new(problem.num_vars());
        if Packed::fits(&problem) {
            run.drive(&problem, Greedy::new(Flips::<Packed, _>::new(&problem, ranking), options))
        } else {
            run.drive(&problem, Greedy::new(Flips::<Wide, _>::new(&problem, ranking), options))
        }
    }

    fn options(&self) -> Vec<OptionRow> {
        self.options.rows()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    fn counters(&self) -> Vec<CounterRow> {
        self.counters.rows()
    }

    fn best(&self) -> Option<(&Assignment, u64)> {
        self.reached.as_ref().map(|(values, falsified)| (values, *falsified))
    }
}
