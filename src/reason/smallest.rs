//! A core with as few members as possible.
//!
//! **What it does.** Every core meets every correction set: what is left out of a largest set of candidates that has a
//! model. A smallest choice that meets all correction sets found so far is a lower bound; when it has no model, it is a
//! smallest core. When it has one, that is enlarged to a largest one, which leaves out a new correction set; these are
//! taken into the choice, too, and so on until there is no model. The core of that refusal may be smaller than the best
//! one so far. [`super::muses`] does the same for groups of clauses.
//!
//! **References.** Ignatiev, Previti, Liffiton, Marques-Silva, CP'15.

use super::core::{Core, contradiction, minimize};
use super::muses::Hitting;
use super::oracle::{Oracle, Reply};
use crate::cnf::Lit;
use crate::limits::{Limits, Stop};

/// As [`minimal_core`](super::core::minimal_core), with as few members as possible, in ascending order. When the limits
/// run out before that is known, it is the smallest core found so far.
///
/// ```
/// use gemsat::{Limits, Solver, reason::core::smallest_core};
///
/// let mut solver = Solver::new();
/// let [a, b, c, d] = solver.new_lits();
/// solver.add_clause([!a, !b, !c]);
/// solver.add_clause([!b, !d]);
/// let core = smallest_core(&mut solver, &[], &[a, b, c, d], &Limits::none())?.expect("a contradiction");
/// assert_eq!(core.members, [b, d]);
/// # Ok::<(), gemsat::limits::Stop>(())
/// ```
///
/// # Errors
/// When the limits run out before it is known whether there is a core.
#[doc(alias = "SMUS")]
pub fn smallest_core(
    oracle: &mut dyn Oracle,
    fixed: &[Lit],
    candidates: &[Lit],
    limits: &Limits,
) -> Result<Option<Core>, Stop> {
    let (assumed, limits) = oracle.begin(limits);
    let fixed = [&assumed, fixed].concat();
    let mut candidates = candidates.to_vec();
    candidates.sort_unstable();
    candidates.dedup();
    let Some(best) = contradiction(oracle, &fixed, &candidates, &limits)? else { return Ok(None) };
    let mut search = Search { oracle, limits: &limits, fixed, candidates, best, shrinking: 0 };
    if search.best.stopped.is_none() {
        search.best.stopped = search.run().err();
    }
    search.best.members.sort_unstable();
    Ok(Some(search.best))
}

struct Search<'s> {
    oracle: &'s mut dyn Oracle,
    limits: &'s Limits,
    fixed: Vec<Lit>,
    candidates: Vec<Lit>,
    best: Core,
    /// Ticks spent on making cores minimal.
    shrinking: u64,
}

impl Search<'_> {
    /// Searches until the best core is a smallest one.
    fn run(&mut self) -> Result<(), Stop> {
        let begun = self.oracle.ticks();
        let mut hitting = Hitting::new(self.candidates.len() as u32);
        self.candidates.iter().for_each(|&lit| self.oracle.suggest(lit));
        loop {
            let asked = self.oracle.ticks().saturating_sub(begun);
            let choice = hitting.choose(self.best.members.len(), asked, self.limits)?;
            let Some((chosen, is_smallest)) = choice else { return Ok(()) };
            let mut inside = vec![false; self.candidates.len()];
            chosen.iter().for_each(|&at| inside[at as usize] = true);
            let mut has_model = false;
            loop {
                let asked = self.chosen(&inside);
                match self.ask(&asked)? {
                    Ok(largest) => {
                        let left_out = self.enlarge(largest)?;
                        left_out.iter().for_each(|&at| inside[at as usize] = true);
                        hitting.add(&left_out);
                        has_model = true;
                    }
                    Err(_) if !has_model && is_smallest => {
                        self.best = Core { members: asked, stopped: None };
                        return Ok(());
                    }
                    Err(failed) => {
                        let before = self.oracle.ticks();
                        if 2 * self.shrinking <= before.saturating_sub(begun) {
                            let core = minimize(self.oracle, &self.fixed, &asked, &failed, self.limits);
                            self.shrinking += self.oracle.ticks().saturating_sub(before);
                            if core.members.len() < self.best.members.len() {
                                self.best = Core { stopped: None, ..core };
                            }
                        }
                        break;
                    }
                }
            }
        }
    }

    fn chosen(&self, inside: &[bool]) -> Vec<Lit> {
        self.candidates.iter().zip(inside).filter(|&(_, &is)| is).map(|(&lit, _)| lit).collect()
    }

    /// The candidates that are true in a model with these literals, or which of the literals contradict the clauses.
    fn ask(&mut self, asked: &[Lit]) -> Result<Result<Vec<bool>, Vec<Lit>>, Stop> {
        match self.oracle.solve_under(&[&self.fixed, asked].concat(), self.limits) {
            Reply::Sat(model) => Ok(Ok(self.candidates.iter().map(|&lit| model.is_true(lit)).collect())),
            Reply::Unsat(failed) => Ok(Err(failed)),
            Reply::Unknown(stop) => Err(stop),
        }
    }

    /// Adds candidates to a set with a model until none can be added; returns those that are left out.
    fn enlarge(&mut self, mut largest: Vec<bool>) -> Result<Vec<u32>, Stop> {
        loop {
            let others: Vec<usize> = (0..largest.len()).filter(|&at| !largest[at]).collect();
            let one_more = self.oracle.new_var();
            let clause = others.iter().map(|&at| self.candidates[at]).chain([one_more.neg()]);
            self.oracle.add_clause(&clause.collect::<Vec<_>>());
            let asked: Vec<Lit> = self.chosen(&largest).into_iter().chain([one_more.pos()]).collect();
            let answer = self.ask(&asked);
            self.oracle.add_clause(&[one_more.neg()]);
            match answer? {
                Ok(larger) => largest = larger,
                Err(_) => return Ok(others.into_iter().map(|at| at as u32).collect()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::core::minimal_core;
    use super::*;
    use crate::cnf::{Formula, Var};
    use crate::solver::Solver;
    use crate::util::rng::Rng;

    #[test]
    fn no_core_is_smaller() {
        let mut rng = Rng::new(4);
        let (mut found, mut smaller) = (0, 0);
        for _ in 0..60 {
            // Clauses over eight variables, each with one of ten switches in front.
            let mut formula = Formula::new();
            let vars = formula.new_vars(18);
            for _ in 0..50 {
                let three = [(); 3].map(|()| vars[rng.index(8)].lit(rng.coin()));
                formula.add_clause([vars[8 + rng.index(10)].neg(), three[0], three[1], three[2]]);
            }
            let switches: Vec<Lit> = vars[8..].iter().map(|var: &Var| var.pos()).collect();
            let fixed = [vars[0].pos()];
            let mut referee = Solver::from_formula(&formula);
            let mut refuted = |lits: &[Lit]| referee.solve_with([&fixed, lits].concat()) == crate::Verdict::Unsat;
            let fewest = (0..1u32 << 10)
                .filter(|bits| {
                    let chosen = switches.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
                    refuted(&chosen.map(|(_, &lit)| lit).collect::<Vec<_>>())
                })
                .map(u32::count_ones)
                .min();
            let mut solver = Solver::from_formula(&formula);
            let minimal = minimal_core(&mut solver, &fixed, &switches, &Limits::none()).expect("no limit");
            let doubled = [&switches[..], &switches[3..5]].concat();
            let smallest = smallest_core(&mut solver, &fixed, &doubled, &Limits::none()).expect("no limit");
            assert_eq!(smallest.as_ref().map(|core| core.members.len() as u32), fewest);
            let (Some(minimal), Some(smallest)) = (minimal, smallest) else { continue };
            assert!(refuted(&smallest.members) && smallest.stopped.is_none());
            found += 1;
            smaller += u32::from(smallest.members.len() < minimal.members.len());
            // Whatever the limit, it is a core.
            for ticks in [100, 1_000, 10_000] {
                let mut solver = Solver::from_formula(&formula);
                let limits = Limits { ticks: Some(ticks), ..Limits::none() };
                let core = smallest_core(&mut solver, &fixed, &switches, &limits);
                assert!(core.is_err() || core.is_ok_and(|core| core.is_some_and(|core| refuted(&core.members))));
            }
        }
        assert!(found > 20 && smaller > 5, "{found} {smaller}");
    }
}
