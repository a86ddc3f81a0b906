//! Novelty+, with fixed and with adaptive noise, and the plain WalkSAT of reports: rules that look at gains.
//!
//! **What it does.** In a random falsified clause, Novelty takes the variable of the highest gain; of several, the one
//! flipped longest ago. If that is the variable of the clause that was flipped last, it takes the second best with the
//! noise probability. The `+` stands for taking a random variable of the clause with probability `walk`. Adaptive noise
//! falls by a tenth at each improvement; after as many flips without improvement as a sixth of the number of clauses,
//! it rises by a fifth of its distance from 1. The basic rule is described in [`super::walksat`].
//!
//! **Why it pays.** Age keeps the walk from undoing its last steps; adaptation replaces the noise parameter.
//!
//! **Schedule and cost.** Gains are updated at each flip, which costs the clauses of one variable and the literals of
//! those that become false or true.
//!
//! **References.** McAllester, Selman, Kautz (AAAI'97); Hoos (AAAI'99, AAAI'02: theta 1/6, phi 1/5, with phi/2 on the
//! way down).

use super::WalkCounters;
use super::flips::{Flips, TrueCount};
use super::problem::Problem;
use super::scores::Gains;
use super::walk::{Ending, Path, Walker};
use crate::cnf::Assignment;
use crate::util::rng::Rng;

/// Which of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoveltyRule {
    Fixed,
    Adaptive,
    Basic,
}

/// A walk by gains.
#[derive(Debug)]
pub(super) struct Novelty<'p, T> {
    flips: Flips<'p, T, Gains>,
    rule: NoveltyRule,
    /// The noise at the start.
    first_noise: f64,
    noise: f64,
    walk: f64,
    turn: u64,
    /// The turn in which each variable was last flipped; 0 if it never was.
    flipped_at: Vec<u64>,
    /// When the adaptive noise last changed, and the number of falsified clauses then.
    adapted: (u64, usize),
}

impl<'p, T: TrueCount> Novelty<'p, T> {
    pub fn new(problem: &'p Problem, rule: NoveltyRule, noise: f64, walk: f64) -> Novelty<'p, T> {
        Novelty {
            flips: Flips::new(problem, Gains::new(problem.num_vars())),
            rule,
            first_noise: noise,
            noise,
            walk,
            turn: 0,
            flipped_at: vec![0; problem.num_vars()],
            adapted: (0, 0),
        }
    }

    fn basic(&self, lits: &[u32], rng: &mut Rng) -> usize {
        if rng.unit() < self.noise {
            return rng.index(self.flipped_at.len());
        }
        let mut best = (i32::MIN, 0);
        let mut ties = 0;
        for &lit in lits {
            let var = lit as usize >> 1;
            let gain = self.flips.scores.gain(var);
            if gain > best.0 {
                (best, ties) = ((gain, var), 1);
            } else if gain == best.0 {
                ties += 1;
                if rng.below(ties) == 0 {
                    best.1 = var;
                }
            }
        }
        best.1
    }

    fn novelty(&self, lits: &[u32], rng: &mut Rng) -> usize {
        if rng.unit() < self.walk {
            return lits[rng.index(lits.len())] as usize >> 1;
        }
        // Ranks variables by their gain, then by the time since their last flip.
        let rank = |var: usize| (self.flips.scores.gain(var), std::cmp::Reverse(self.flipped_at[var]));
        let (mut best, mut second, mut youngest) = (None, None, 0);
        for &lit in lits {
            let var = lit as usize >> 1;
            youngest = youngest.max(self.flipped_at[var]);
            if best.is_none_or(|best| rank(var) > rank(best)) {
                (second, best) = (best, Some(var));
            } else if second.is_none_or(|second| rank(var) > rank(second)) {
                second = Some(var);
            }
        }
        let best = best.expect("a clause has variables");
        let is_youngest = youngest > 0 && self.flipped_at[best] == youngest;
        if is_youngest && rng.unit() < self.noise { second.unwrap_or(best) } else { best }
    }

    fn adapt(&mut self) {
        let falsified = self.flips.falsified().len();
        if falsified < self.adapted.1 {
            self.noise -= self.noise * 0.1;
        } else if self.turn - self.adapted.0 > self.flips.problem().num_clauses() as u64 / 6 {
            self.noise += (1.0 - self.noise) * 0.2;
        } else {
            return;
        }
        self.adapted = (self.turn, falsified);
    }
}

impl<T: TrueCount> Walker for Novelty<'_, T> {
    fn start(&mut self, values: Assignment) {
        self.flips.start(values);
        self.flipped_at.fill(0);
        self.noise = self.first_noise;
        self.adapted = (self.turn, self.flips.falsified().len());
    }

    fn falsified(&self) -> usize {
        self.flips.falsified().len()
    }

    fn values(&self) -> Assignment {
        self.flips.values().clone()
    }

    fn walk<const OBSERVED: bool>(&mut self, moves: u64, path: &mut Path<'_, '_>) -> (u64, Ending) {
        for made in 0..moves {
            let falsified = self.flips.falsified().list();
            if falsified.is_empty() {
                return (made, Ending::Solved);
            }
            let clause = falsified[path.rng.index(falsified.len())];
            let lits = self.flips.problem().clause(clause as usize);
            let var = match self.rule {
                NoveltyRule::Basic => self.basic(lits, &mut path.rng),
                NoveltyRule::Fixed | NoveltyRule::Adaptive => self.novelty(lits, &mut path.rng),
            };
            self.flips.flip(var);
            self.turn += 1;
            self.flipped_at[var] = self.turn;
            if self.rule == NoveltyRule::Adaptive {
                self.adapt();
            }
            path.flipped::<OBSERVED>(var, self.flips.falsified().len(), || self.flips.values().clone());
        }
        (moves, Ending::Finished)
    }

    fn count(&self, counters: &mut WalkCounters) {
        counters.visits = self.flips.visits;
    }

    fn check(&self) {
        self.flips.check();
        self.flips.check_scores(self.flips.scores.clone());
    }
}
