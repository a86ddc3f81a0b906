//! A smallest set of groups without a model, approached from both sides.
//!
//! **What it does.** Begins with a minimal set. Every set without a model meets every correction set: the groups that
//! are false in some model. A smallest choice that meets all correction sets so far is a lower bound; when it has no
//! model, it is a smallest set. When it has one, the choice is enlarged by groups that have a model together with it,
//! until none can be added: the groups left out are one more correction set. Then its groups are added, too, and so on
//! until there is no model. So each round yields correction sets without common groups, and a set without a model close
//! to the choice, which is made minimal and may be smaller than the best one so far.
//!
//! **Schedule and cost.** A smallest choice is hard to find where correction sets are many and large: whenever it has
//! taken more ticks than the questions about models, the next choice is a greedy one, which says nothing about the
//! bound. Making sets minimal takes at most as many ticks as the search for correction sets.
//!
//! **References.** Liffiton, Sakallah, JAR'08 (correction sets and their hitting sets); Ignatiev, Previti, Liffiton,
//! Marques-Silva, CP'15 (smallest sets); Liffiton, Previti, Malik, Marques-Silva, Constraints'16 (sets without a model
//! on the way).

use super::hitting::Hitting;
use super::shrink::Shrink;
use super::switches::Switches;
use super::{Found, Grouped, Subset, minimal};
use crate::engine::Verdict;
use crate::limits::{Limits, Stop};

/// A smallest set of groups without a model. When the limits run out, it is the smallest one found so far, minimal if
/// there was time for that, with a lower bound of the number of groups.
///
/// `better` is called with the first minimal set and with every smaller one, so that a run that is cut off can still
/// report it.
pub fn smallest(grouped: &Grouped, limits: &Limits, better: &mut dyn FnMut(&Subset)) -> Found {
    let mut best = match minimal(grouped, limits) {
        Found::Core(subset) => subset,
        other => return other,
    };
    if best.stopped.is_none() && best.groups.len() > best.at_least {
        better(&best);
        let mut search = SmallestSearch::new(grouped, &mut best, limits, better);
        let stopped = search.run().err();
        let (bound, questions) = (search.hitting.bound, search.switches.questions);
        best.at_least = best.at_least.max(bound.min(best.groups.len()));
        best.questions += questions;
        // The last round may have closed the gap.
        best.stopped = stopped.filter(|_| best.at_least < best.groups.len());
    }
    Found::Core(best)
}

struct SmallestSearch<'s> {
    switches: Switches<'s>,
    hitting: Hitting,
    best: &'s mut Subset,
    limits: &'s Limits,
    better: &'s mut dyn FnMut(&Subset),
    /// The number of correction sets so far.
    corrections: u64,
    shrinking: u64,
}

impl<'s> SmallestSearch<'s> {
    fn new(
        grouped: &'s Grouped,
        best: &'s mut Subset,
        limits: &'s Limits,
        better: &'s mut dyn FnMut(&Subset),
    ) -> SmallestSearch<'s> {
        let mut switches = Switches::new(grouped, &vec![true; grouped.num_groups as usize]);
        switches.prefer_more();
        let hitting = Hitting::new(grouped.num_groups);
        SmallestSearch { switches, hitting, best, limits, better, corrections: 0, shrinking: 0 }
    }

    /// Searches until the best set is a smallest one.
    fn run(&mut self) -> Result<(), Stop> {
        while let Some((chosen, is_smallest)) =
            self.hitting.choose(self.best.groups.len(), self.switches.ticks(), self.limits)?
        {
            let mut inside = vec![false; self.switches.grouped.num_groups as usize];
            chosen.iter().for_each(|&group| inside[group as usize] = true);
            let mut has_model = false;
            while self.grow(&mut inside)? {
                has_model = true;
            }
            if !has_model && is_smallest {
                let witnesses = vec![None; chosen.len()];
                *self.best = Subset { groups: chosen, witnesses, ..self.best.clone() };
                return Ok(());
            }
            self.improve(inside)?;
        }
        Ok(())
    }

    /// Whether these groups have a model. If so, the set is enlarged as far as it has one; the groups left out are one
    /// more correction set, and are added to the set as well.
    fn grow(&mut self, inside: &mut [bool]) -> Result<bool, Stop> {
        let groups = (0..inside.len() as u32).filter(|&group| inside[group as usize]);
        let mut verdict = self.switches.ask(groups, self.limits);
        if verdict == Verdict::Unsat {
            return Ok(false);
        }
        let mut largest = inside.to_vec();
        loop {
            match verdict {
                Verdict::Sat(model) => self.switches.include_true(&model, &mut largest),
                Verdict::Unsat => break,
                Verdict::Unknown(stop) => return Err(stop),
            }
            let others: Vec<u32> = (0..largest.len() as u32).filter(|&group| !largest[group as usize]).collect();
            verdict = self.switches.ask_more(&largest, &others, self.limits);
        }
        let left_out: Vec<u32> = (0..largest.len() as u32).filter(|&group| !largest[group as usize]).collect();
        left_out.iter().for_each(|&group| inside[group as usize] = true);
        self.hitting.add(&left_out);
        self.corrections += 1;
        self.show()?;
        Ok(true)
    }

    /// Makes the set that was refused last minimal, if there is time for that.
    fn improve(&mut self, refused: Vec<bool>) -> Result<(), Stop> {
        let before = self.switches.ticks();
        if 2 * self.shrinking > before {
            return Ok(());
        }
        let failed = self.switches.failed();
        let mut alive = refused;
        (0..alive.len() as u32).for_each(|group| alive[group as usize] &= failed.contains(&group));
        let order: Vec<u32> = (0..alive.len() as u32).rev().filter(|&group| alive[group as usize]).collect();
        let (subset, stopped) = Shrink::new(&mut self.switches, alive, false, self.limits).run(&order);
        self.shrinking += self.switches.ticks() - before;
        if subset.minimal && subset.groups.len() < self.best.groups.len() {
            let (at_least, questions) = (self.best.at_least, self.best.questions);
            *self.best = Subset { at_least, questions, ..subset };
            (self.better)(self.best);
        }
        self.show()?;
        stopped.map_or(Ok(()), Err)
    }

    /// Shows how far the search has come.
    fn show(&self) -> Result<(), Stop> {
        let (best, bound) = (self.best.groups.len() as u64, self.hitting.bound as u64);
        let figures = [("members", best), ("needed at least", bound), ("correction sets", self.corrections)];
        self.limits.poll(&figures).map_or(Ok(()), Err)
    }
}
