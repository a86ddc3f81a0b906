//! From below: wishes that cannot all come true.
//!
//! **What it does.** Assumes all wishes. When some of them, a core, contradict the clauses, every model costs as much
//! as the lightest of these. That much is taken from the weight of each, and a totalizer counts how many of them are
//! false: that no second one is becomes a wish, and when this is in a core, that no third one is. A model with all that
//! is still assumed is a cheapest one. Heavy wishes are assumed first, and the models that this gives bound the cost
//! from above: what weighs as much as the bounds are apart is true in every cheaper model.
//!
//! **References.** Morgado, Dodaro, Marques-Silva, CP'14 (OLL); Ansotegui, Bonet, Gabas, Levy, CP'13 (levels of
//! weights); Martins, Joshi, Manquinho, Lynce, CP'14 (totalizers that grow); Berg, Jarvisalo, CP'17 (all cores first,
//! then the totalizers).

use super::{Answer, Run, Turn};
use crate::cnf::Lit;
use crate::encode::cardinality::Totalizer;
use std::collections::BTreeMap;

#[derive(Default)]
pub(super) struct Cores {
    /// What is wished now. The cost is `Run::least` and the weights of those that are false.
    open: BTreeMap<Lit, u64>,
    /// What every cheaper model has.
    hard: Vec<Lit>,
    /// Lighter wishes are not assumed yet.
    level: u64,
    /// The totalizers, and the weight of each of their bounds.
    counters: Vec<(u64, Totalizer)>,
    /// Open wishes that are bounds: the totalizer and the number. Those that have been in a core are not among them.
    bounds: BTreeMap<Lit, (usize, usize)>,
    /// Cores of which no totalizer has been made.
    uncounted: Vec<(u64, Vec<Lit>)>,
}

impl Cores {
    pub(super) fn new(wishes: &[(u64, Lit)]) -> Cores {
        let open = wishes.iter().map(|&(weight, wish)| (wish, weight)).collect();
        let mut cores = Cores { open, level: u64::MAX, ..Cores::default() };
        cores.descend();
        cores
    }

    /// What every model has that is cheaper than the best one.
    pub(super) fn hard(&self) -> &[Lit] {
        &self.hard
    }

    /// Looks for cores until the ticks are spent.
    pub(super) fn turn(&mut self, run: &mut Run<'_>, mut ticks: u64) -> Turn {
        loop {
            if run.most() == run.least {
                return Turn::Solved;
            }
            self.harden(run.most() - run.least);
            let mut wished: Vec<(u64, Lit)> = self.open.iter().map(|(&lit, &weight)| (weight, lit)).collect();
            wished.retain(|&(weight, _)| weight >= self.level);
            wished.sort_by_key(|&(weight, _)| std::cmp::Reverse(weight));
            let assumed: Vec<Lit> = self.hard.iter().copied().chain(wished.iter().map(|&(_, lit)| lit)).collect();
            match run.ask(assumed, &mut ticks) {
                Answer::Model if !self.uncounted.is_empty() => self.count(run),
                Answer::Model if self.level > 0 => self.descend(),
                Answer::Model => {
                    debug_assert_eq!(run.most(), run.least, "all that is wished came true");
                    return Turn::Solved;
                }
                Answer::Core(mut core) => {
                    core.retain(|lit| self.open.contains_key(lit));
                    if core.is_empty() {
                        return Turn::Solved;
                    }
                    self.relax(run, core);
                }
                Answer::TurnOver => return Turn::Over,
                Answer::Stopped(stop) => return Turn::Stopped(stop),
            }
        }
    }

    /// Wishes that weigh as much as the bounds are apart need not be counted any more.
    fn harden(&mut self, apart: u64) {
        self.open.retain(|&lit, weight| {
            if *weight >= apart {
                self.hard.push(lit);
            }
            *weight < apart
        });
    }

    /// Not all of these can be true.
    fn relax(&mut self, run: &mut Run<'_>, core: Vec<Lit>) {
        let least = core.iter().map(|lit| self.open[lit]).min().expect("not empty");
        run.least += least;
        for lit in &core {
            let weight = self.open.get_mut(lit).expect("open");
            *weight -= least;
            if *weight == 0 {
                self.open.remove(lit);
            }
            if let Some((counter, bound)) = self.bounds.remove(lit) {
                self.bound(run, counter, bound + 1);
            }
        }
        if core.len() > 1 {
            self.uncounted.push((least, core));
        }
    }

    /// Makes totalizers of the new cores.
    fn count(&mut self, run: &mut Run<'_>) {
        for (weight, core) in std::mem::take(&mut self.uncounted) {
            self.counters.push((weight, Totalizer::new(&core.iter().map(|&lit| !lit).collect::<Vec<_>>())));
            self.bound(run, self.counters.len() - 1, 1);
        }
    }

    /// Wishes that a totalizer counts at most so many.
    fn bound(&mut self, run: &mut Run<'_>, counter: usize, bound: usize) {
        let (weight, totalizer) = &mut self.counters[counter];
        if bound < totalizer.len() {
            let lit = totalizer.at_most(run.oracle, bound);
            self.open.insert(lit, *weight);
            self.bounds.insert(lit, (counter, bound));
        }
    }

    /// Goes to the next level of weights: as far down as the wishes there have many weights of their own, and below a
    /// weight that is more than all lighter ones together.
    fn descend(&mut self) {
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        self.open
            .values()
            .filter(|&&weight| weight < self.level)
            .for_each(|&weight| *counts.entry(weight).or_default() += 1);
        let levels = counts.len() as u64;
        let (mut wishes, mut distinct) = (counts.values().sum::<u64>(), levels);
        let mut rest: u128 = counts.iter().map(|(&weight, &count)| u128::from(weight) * u128::from(count)).sum();
        self.level = 0;
        for (&weight, &count) in counts.iter().rev() {
            wishes -= count;
            distinct -= 1;
            rest -= u128::from(weight) * u128::from(count);
            if distinct == 0 {
                break;
            }
            if 2 * wishes > levels * distinct || u128::from(weight) > rest {
                self.level = weight;
                break;
            }
        }
    }
}
