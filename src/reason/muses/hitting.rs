//! Smallest sets that meet all sets of a growing collection.
//!
//! **What it does.** Asks a solver for a choice under the wishes that no element is taken. Whenever it refuses some of
//! these wishes together, one of them must be given up: the bound rises by one, and the refused wishes are replaced by
//! new ones, which say that no second one is given up, no third one, and so on. What was learned stays true when sets
//! are added.
//!
//! **References.** Narodytska, Bacchus, AAAI'14 (PMRES); Ignatiev, Morgado, Marques-Silva, JSAT'19.

use crate::cnf::{Lit, Var};
use crate::engine::Verdict;
use crate::limits::{Limits, Stop};
use crate::solver::Solver;
use crate::util::rng::Rng;

/// The ticks that the search for a smallest choice may take in any case.
const LEAST_TICKS: u64 = 1_000_000;

/// The collection, and what is known of its smallest hitting sets.
#[derive(Debug)]
pub(in crate::reason) struct Hitting {
    solver: Solver,
    elements: u32,
    /// By element: whether it is in a set.
    occurs: Vec<bool>,
    /// The literals that the wishes want to be false.
    unwanted: Vec<Lit>,
    next_var: u32,
    sets: Vec<Vec<u32>>,
    rng: Rng,
    /// Every set that meets all others has at least so many elements.
    pub bound: usize,
}

impl Hitting {
    /// No sets yet, over so many elements.
    pub fn new(elements: u32) -> Hitting {
        let solver = Solver::new();
        let occurs = vec![false; elements as usize];
        let (sets, rng) = (Vec::new(), Rng::new(0));
        Hitting { solver, elements, occurs, unwanted: Vec::new(), next_var: elements, sets, rng, bound: 0 }
    }

    /// Adds a set to be met.
    pub fn add(&mut self, set: &[u32]) {
        let clause: Vec<Lit> = set.iter().map(|&element| Var::new(element as usize).pos()).collect();
        for (&element, &lit) in set.iter().zip(&clause) {
            if !std::mem::replace(&mut self.occurs[element as usize], true) {
                self.solver.freeze(lit.var());
                self.solver.phase(!lit);
                self.unwanted.push(lit);
            }
        }
        self.solver.add_clause(clause);
        self.sets.push(set.to_vec());
    }

    /// A set that meets all others, and whether it is a smallest one; `None` when every one has `most` elements or
    /// more. It is a greedy one whenever smallest ones have taken more ticks than the questions about models, `asked`.
    pub fn choose(&mut self, most: usize, asked: u64, limits: &Limits) -> Result<Option<(Vec<u32>, bool)>, Stop> {
        let budget = (asked + LEAST_TICKS).saturating_sub(self.solver.ticks());
        if budget > 0 {
            let ticks = limits.ticks.map_or(budget, |limit| limit.min(budget));
            match self.smallest(most, &Limits { ticks: Some(ticks), ..limits.clone() }) {
                Err(Stop::Ticks) if ticks == budget => {}
                found => return Ok(found?.map(|chosen| (chosen, true))),
            }
        }
        Ok(Some((self.greedy(), false)))
    }

    /// A small set that meets all others: takes, again and again, an element that is in the most sets not yet met; ties
    /// are broken at random.
    fn greedy(&mut self) -> Vec<u32> {
        let mut open: Vec<&Vec<u32>> = self.sets.iter().collect();
        let mut chosen = Vec::new();
        while !open.is_empty() {
            let mut counts = vec![0u32; self.elements as usize];
            open.iter().copied().flatten().for_each(|&element| counts[element as usize] += 1);
            let mut best = (0, 0, 0);
            for (element, &count) in counts.iter().enumerate() {
                if count > 0 && count >= best.0 {
                    best = best.max((count, self.rng.bits(), element as u32));
                }
            }
            let (_, _, element) = best;
            open.retain(|set| !set.contains(&element));
            chosen.push(element);
        }
        chosen.sort_unstable();
        chosen
    }

    /// A smallest set that meets all others: it has [`Hitting::bound`] elements. `None` when every one has `most` or
    /// more.
    fn smallest(&mut self, most: usize, limits: &Limits) -> Result<Option<Vec<u32>>, Stop> {
        while self.bound < most {
            self.unwanted.iter().for_each(|&lit| self.solver.assume(!lit));
            match self.solver.solve_limited(limits) {
                Verdict::Sat(model) => {
                    let taken =
                        |&element: &u32| self.occurs[element as usize] && model.value(Var::new(element as usize));
                    return Ok(Some((0..self.elements).filter(taken).collect()));
                }
                Verdict::Unsat => self.give_one_up(),
                Verdict::Unknown(stop) => return Err(stop),
            }
        }
        Ok(None)
    }

    /// Replaces the wishes that contradict each other.
    fn give_one_up(&mut self) {
        self.bound += 1;
        let refused: Vec<Lit> = self.solver.core().unwrap_or(&[]).iter().map(|&lit| !lit).collect();
        self.unwanted.retain(|lit| !refused.contains(lit));
        self.solver.add_clause(refused.iter().copied());
        // From the last one on: whether at least one, and at least two, of those behind are true.
        let mut behind: Option<Lit> = None;
        for &lit in refused.iter().rev() {
            let Some(rest) = behind else {
                behind = Some(lit);
                continue;
            };
            let [any, both] = [self.new_lit(), self.new_lit()];
            self.solver.add_clause([!lit, any]);
            self.solver.add_clause([!rest, any]);
            self.solver.add_clause([!lit, !rest, both]);
            self.unwanted.push(both);
            behind = Some(any);
        }
    }

    fn new_lit(&mut self) -> Lit {
        let var = Var::new(self.next_var as usize);
        self.next_var += 1;
        self.solver.freeze(var);
        var.pos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fewest elements that meet all sets, by trying all choices.
    fn fewest(sets: &[Vec<u32>], elements: u32) -> usize {
        let meets = |choice: u32| sets.iter().all(|set| set.iter().any(|element| choice >> element & 1 == 1));
        (0..1u32 << elements).filter(|&choice| meets(choice)).map(u32::count_ones).min().expect("all meet all") as usize
    }

    #[test]
    fn choices_are_smallest_after_every_set() {
        let mut rng = Rng::new(3);
        for _ in 0..40 {
            let elements = 4 + rng.index(7) as u32;
            let mut hitting = Hitting::new(elements);
            let mut sets: Vec<Vec<u32>> = Vec::new();
            for _ in 0..10 {
                let mut set: Vec<u32> = (0..elements).filter(|_| rng.index(3) == 0).collect();
                set.push(rng.index(elements as usize) as u32);
                set.sort_unstable();
                set.dedup();
                hitting.add(&set);
                sets.push(set);
                let choice = hitting.smallest(usize::MAX, &Limits::none()).expect("no limit").expect("there is one");
                assert!(sets.iter().all(|set| set.iter().any(|element| choice.contains(element))), "{sets:?}");
                let greedy = hitting.greedy();
                assert!(sets.iter().all(|set| set.iter().any(|element| greedy.contains(element))), "{sets:?}");
                assert_eq!((choice.len(), hitting.bound), (fewest(&sets, elements), choice.len()), "{sets:?}");
            }
            let bound = hitting.bound;
            assert_eq!(hitting.smallest(bound, &Limits::none()), Ok(None));
        }
    }
}
