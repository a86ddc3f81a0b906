//! Local search as a part of another search: makes a given assignment falsify fewer clauses.
//!
//! **What it does.** Walks by probSAT's rule with kept counts from the caller's assignment, for a budget of clause
//! visits, and returns the best assignment met.
//!
//! **Why it pays.** A complete search whose phases are such an assignment is close to a model where there is one.
//!
//! **References.** Cai, Zhang (SAT'21).

use super::WalkCounters;
use super::flips::{Packed, TrueCount, Wide};
use super::focused::{Cached, Focused};
use super::problem::Problem;
use super::probsat::{Chances, ProbSatOptions};
use super::walk::{Path, Walker, count_falsified};
use crate::cnf::{Assignment, Formula};
use crate::limits::Limits;

/// The result of a walk.
#[derive(Clone, Debug)]
pub struct Polished {
    /// The best assignment.
    pub values: Assignment,
    /// How many clauses the start left false (after unit propagation).
    pub before: usize,
    /// How many clauses the best assignment leaves false.
    pub after: usize,
    /// Flips made.
    pub flips: u64,
    /// Clauses visited.
    pub visits: u64,
}

/// Moves between two checks of the budget.
const BATCH: u64 = 1024;

/// Walks from `start` until about `visits` clauses have been visited or a limit is reached. `None` when unit
/// propagation refutes the formula.
pub fn polish(formula: Formula, start: &Assignment, seed: u64, visits: u64, limits: &Limits) -> Option<Polished> {
    let problem = Problem::new(formula);
    if problem.contradictory {
        return None;
    }
    let chances = Chances::new(&problem, &ProbSatOptions::default());
    let goes_on = |now| now < visits && limits.exceeded().is_none();
    Some(if Packed::fits(&problem) {
        walk(&problem, Focused::new(Cached::<Packed>::new(&problem), chances), start, seed, goes_on)
    } else {
        walk(&problem, Focused::new(Cached::<Wide>::new(&problem), chances), start, seed, goes_on)
    })
}

fn walk(
    problem: &Problem,
    mut walker: impl Walker,
    start: &Assignment,
    seed: u64,
    goes_on: impl Fn(u64) -> bool,
) -> Polished {
    let values: Assignment = (0..problem.num_vars()).map(|var| start.value(problem.outer(var))).collect();
    let before = count_falsified(problem, &values);
    let mut path = Path::unobserved(problem, seed);
    path.best.start(&values, before);
    walker.start(values);
    let mut counters = WalkCounters::default();
    let mut flips = 0;
    while walker.falsified() > 0 && goes_on(counters.visits) {
        let (made, _) = walker.walk::<false>(BATCH, &mut path);
        flips += made;
        walker.count(&mut counters);
    }
    let values = if walker.falsified() == 0 { walker.values() } else { path.best.take() };
    let after = count_falsified(problem, &values);
    Polished { values: problem.extend(&values), before, after, flips, visits: counters.visits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Var, model};
    use crate::util::rng::Rng;

    #[test]
    fn a_walk_never_ends_worse_than_it_starts() {
        let mut rng = Rng::new(5);
        let mut solved = 0;
        for round in 0..100 {
            let vars = 40;
            let mut formula = Formula::new();
            formula.declare_vars(vars);
            for _ in 0..150 {
                formula.add_clause((0..3).map(|_| Var::new(rng.index(vars)).lit(rng.coin())));
            }
            let start: Assignment = (0..vars).map(|_| rng.coin()).collect();
            let Some(polished) = polish(formula.clone(), &start, round, 20_000, &Limits::none()) else { continue };
            assert!(polished.after <= polished.before);
            if polished.after == 0 {
                assert_eq!(model::first_falsified(&polished.values, &formula), None);
                solved += 1;
            }
        }
        assert!(solved > 50, "{solved}");
    }
}
