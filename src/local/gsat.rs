//! GSAT: flips the variable, of all, whose flip leaves the fewest clauses false; now and then a random one.
//!
//! What it does: with probability `greedy` flips a variable of the highest gain (ties uniformly, moves that gain nothing or
//! lose something allowed), else any variable.
//!
//! Why: the ancestor of the others, and the form in which the course reports met local search.
//!
//! Schedule and cost: the variables lie sorted by gain in one list, with a fence for each value. A gain that changes by one
//! moves its variable over one fence, in constant time, so that no flip looks at all variables.
//!
//! References: Selman, Levesque, Mitchell (AAAI'92); random walk: Selman, Kautz (IJCAI'93). Fences as in the degree buckets
//! of Batagelj, Zaveršnik (2003).

use super::flips::{Flips, Packed, Scores, Tally, Wide};
use super::problem::Problem;
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

/// All variables sorted by gain.
#[derive(Clone, Debug)]
struct Ranking {
    /// The variables, by falling gain, and the place of each.
    order: Vec<u32>,
    places: Vec<u32>,
    /// The gain of each variable, raised by `zero` to be an index.
    ranks: Vec<u32>,
    /// Where the variables of a lower rank begin, by rank.
    fences: Vec<u32>,
    zero: u32,
    top: u32,
}

impl Ranking {
    fn new(problem: &Problem) -> Ranking {
        let mut occurrences = vec![0u32; problem.num_vars()];
        for &lit in &problem.lits {
            occurrences[lit as usize >> 1] += 1;
        }
        let zero = occurrences.iter().copied().max().unwrap_or(0) + 1;
        let order: Vec<u32> = (0..problem.num_vars() as u32).collect();
        let mut ranking = Ranking {
            places: order.clone(),
            order,
            ranks: vec![zero; problem.num_vars()],
            fences: vec![0; 2 * zero as usize + 2],
            zero,
            top: zero,
        };
        ranking.clear();
        ranking
    }

    /// The variables of the highest gain.
    #[inline]
    fn best(&self) -> &[u32] {
        &self.order[..self.fences[self.top as usize] as usize]
    }

    #[inline]
    fn gain(&self, var: usize) -> i64 {
        i64::from(self.ranks[var]) - i64::from(self.zero)
    }

    fn swap(&mut self, var: usize, place: u32) {
        let (old, other) = (self.places[var], self.order[place as usize]);
        self.order.swap(old as usize, place as usize);
        self.places[other as usize] = old;
        self.places[var] = place;
    }

    #[inline]
    fn raise(&mut self, var: usize) {
        // To the front of its rank, then the fence of the rank above comes down over it.
        let rank = self.ranks[var] as usize;
        let front = self.fences[rank + 1];
        self.swap(var, front);
        self.fences[rank + 1] += 1;
        self.ranks[var] += 1;
        self.top = self.top.max(self.ranks[var]);
    }

    #[inline]
    fn lower(&mut self, var: usize) {
        let rank = self.ranks[var] as usize;
        let back = self.fences[rank] - 1;
        self.swap(var, back);
        self.fences[rank] -= 1;
        self.ranks[var] -= 1;
        while self.top > 0 && self.fences[self.top as usize] == 0 {
            self.top -= 1;
        }
    }
}

impl PartialEq for Ranking {
    fn eq(&self, other: &Ranking) -> bool {
        // The order within a rank depends on the way.
        self.ranks == other.ranks && self.fences == other.fences && self.top == other.top
    }
}

impl Scores for Ranking {
    fn clear(&mut self) {
        let (zero, all) = (self.zero as usize, self.order.len() as u32);
        self.ranks.fill(self.zero);
        self.fences[..=zero].fill(all);
        self.fences[zero + 1..].fill(0);
        self.top = self.zero;
    }
    #[inline]
    fn lose(&mut self, _: usize, lits: &[u32]) {
        for &lit in lits {
            self.raise(lit as usize >> 1);
        }
    }
    #[inline]
    fn regain(&mut self, _: usize, lits: &[u32]) {
        for &lit in lits {
            self.lower(lit as usize >> 1);
        }
    }
    #[inline]
    fn bind(&mut self, _: usize, var: usize) {
        self.lower(var);
    }
    #[inline]
    fn free(&mut self, _: usize, var: usize) {
        self.raise(var);
    }
}

/// GSAT at work.
#[derive(Debug)]
struct Greedy<'p, T> {
    flips: Flips<'p, T, Ranking>,
    greedy: f64,
    focused: bool,
    minima: u64,
}

impl<T: Tally> Walker for Greedy<'_, T> {
    fn start(&mut self, values: Assignment) {
        self.flips.start(values);
    }

    fn falsified(&self) -> usize {
        self.flips.falsified().len()
    }

    fn values(&self) -> Assignment {
        self.flips.values().clone()
    }

    fn walk<const OBSERVED: bool>(&mut self, moves: u64, path: &mut Path<'_, '_>) -> (u64, Ending) {
        let num_vars = self.flips.problem().num_vars();
        for made in 0..moves {
            let falsified = self.flips.falsified().list();
            if falsified.is_empty() {
                return (made, Ending::Solved);
            }
            let var = if path.rng.unit() < self.greedy {
                let best = self.flips.scores.best();
                let var = best[path.rng.index(best.len())] as usize;
                self.minima += u64::from(self.flips.scores.gain(var) <= 0);
                var
            } else if self.focused {
                let lits = self.flips.problem().clause(falsified[path.rng.index(falsified.len())] as usize);
                lits[path.rng.index(lits.len())] as usize >> 1
            } else {
                path.rng.index(num_vars)
            };
            self.flips.flip(var);
            path.flipped::<OBSERVED>(var, self.flips.falsified().len(), || self.flips.values().clone());
        }
        (moves, Ending::Granted)
    }

    fn count(&self, counters: &mut WalkCounters) {
        counters.visits = self.flips.visits;
        counters.minima = self.minima;
    }

    fn check(&self) {
        self.flips.check();
        self.flips.check_scores(self.flips.scores.clone());
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
        if Packed::fits(&problem) {
            run.drive(&problem, greedy::<Packed>(&problem, &self.options))
        } else {
            run.drive(&problem, greedy::<Wide>(&problem, &self.options))
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

fn greedy<'p, T: Tally>(problem: &'p Problem, options: &GsatOptions) -> Greedy<'p, T> {
    let flips = Flips::new(problem, Ranking::new(problem));
    Greedy { flips, greedy: options.greedy, focused: options.focused, minima: 0 }
}
