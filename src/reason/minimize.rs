//! The cheapest model: as few broken wishes as possible, or those of least weight.
//!
//! **What it does.** Takes a model, bounds the cost below that of the model by an assumption, and asks again until
//! there is no cheaper one. Costs are counted by a totalizer where all weights are the same, else by a weighted sum.
//! The solver keeps its clauses: bounds are assumed, so that questions may follow, and more wishes.
//!
//! **References.** Eén, Sörensson, JSAT'06 (linear search from above).

use super::oracle::{Oracle, Reply};
use crate::cnf::{Assignment, Lit};
use crate::encode::cardinality::Totalizer;
use crate::encode::sum::Sum;
use crate::limits::{Limits, Stop};

/// A model and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cheapest {
    /// The model.
    pub model: Assignment,
    /// The weights of the wishes that are false in it, added up.
    pub cost: u64,
    /// `None` when no model costs less; else the limit that ran out before that was known.
    pub stopped: Option<Stop>,
}

enum Counter {
    Equal(u64, Totalizer),
    Weighted(Box<Sum>),
}

/// The model in which the wishes that are false weigh least; `None` when there is no model at all. A wish is a literal
/// with its weight, which is what it costs when it is false.
///
/// ```
/// use gemsat::{limits::Limits, reason::minimize::minimize, solver::Solver};
///
/// let mut solver = Solver::new();
/// let [tea, milk, lemon] = solver.new_lits();
/// solver.add_clause([!milk, !lemon]);
/// let wishes = [(1, tea), (2, milk), (5, lemon)];
/// let best = minimize(&mut solver, &wishes, &Limits::none())?.expect("there are models");
/// assert_eq!((best.cost, best.model[milk], best.model[lemon]), (2, false, true));
/// # Ok::<(), gemsat::limits::Stop>(())
/// ```
///
/// # Errors
/// The limit that ran out before there was a model.
///
/// # Panics
/// When the weights add up to more than `2^63 - 1`.
pub fn minimize(oracle: &mut dyn Oracle, wishes: &[(u64, Lit)], limits: &Limits) -> Result<Option<Cheapest>, Stop> {
    let total = wishes.iter().try_fold(0u64, |sum, &(weight, _)| sum.checked_add(weight));
    assert!(total.is_some_and(|total| i64::try_from(total).is_ok()), "weights add up to at most 2^63 - 1");
    let costs: Vec<(u64, Lit)> = wishes.iter().filter(|(weight, _)| *weight > 0).map(|&(w, lit)| (w, !lit)).collect();
    let lits: Vec<Lit> = costs.iter().map(|&(_, lit)| lit).collect();
    oracle.reserve(&lits);
    let mut counter = match costs.first() {
        Some(&(first, _)) if costs.iter().any(|&(weight, _)| weight != first) => {
            let terms: Vec<_> = costs.iter().map(|&(weight, lit)| (weight as i64, lit)).collect();
            Counter::Weighted(Box::new(Sum::new(&terms)))
        }
        first => {
            let unit = first.map_or(1, |&(weight, _)| weight);
            Counter::Equal(unit, Totalizer::new(&lits))
        }
    };
    // Wishes are tried first wherever the search decides.
    lits.iter().for_each(|&lit| oracle.suggest(!lit));
    let mut best: Option<Cheapest> = None;
    loop {
        let bound = match &best {
            None => None,
            Some(Cheapest { cost: 0, .. }) => return Ok(best),
            Some(Cheapest { cost, .. }) => Some(match &mut counter {
                Counter::Equal(unit, totalizer) => totalizer.at_most(oracle, (cost / *unit) as usize - 1),
                Counter::Weighted(sum) => sum.at_most(oracle, *cost as i64 - 1),
            }),
        };
        match (oracle.solve_under(bound.as_slice(), limits), &mut best) {
            (Reply::Sat(model), _) => {
                let cost = costs.iter().filter(|&&(_, lit)| model.is_true(lit)).map(|&(weight, _)| weight).sum();
                best = Some(Cheapest { model, cost, stopped: None });
            }
            (Reply::Unsat(_), _) => return Ok(best),
            (Reply::Unknown(stop), None) => return Err(stop),
            (Reply::Unknown(stop), Some(known)) => {
                known.stopped = Some(stop);
                return Ok(best);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FromScratch, Incremental};
    use super::*;
    use crate::cnf::{Formula, Var};
    use crate::engines;
    use crate::solver::Solver;
    use crate::util::rng::Rng;

    #[test]
    fn no_assignment_is_cheaper() {
        let mut rng = Rng::new(7);
        let (mut without, mut paid) = (0, 0);
        for round in 0..150 {
            let mut formula = Formula::new();
            let vars = formula.new_vars(7);
            let lit = |rng: &mut Rng| vars[rng.index(7)].lit(rng.coin());
            (0..30).for_each(|_| formula.add_clause([(); 3].map(|()| lit(&mut rng))));
            let weight = |rng: &mut Rng| if round % 2 == 0 { 3 } else { rng.below(9) };
            let wishes: Vec<(u64, Lit)> = (0..8).map(|_| (weight(&mut rng), lit(&mut rng))).collect();
            let cost = |model: &Assignment| -> u64 {
                wishes.iter().filter(|(_, lit)| !model.is_true(*lit)).map(|(weight, _)| weight).sum()
            };
            let all = (0..1u32 << 7).map(|bits| (0..7).map(|at| bits >> at & 1 == 1).collect::<Assignment>());
            let models = all.filter(|model| crate::cnf::model::first_falsified(model, &formula).is_none());
            let least = models.map(|model| cost(&model)).min();
            let mut solver = Solver::from_formula(&formula);
            let mut oracles: [Box<dyn Oracle>; 2] = [
                Box::new(Incremental::new(&formula)),
                Box::new(FromScratch::new(formula.clone(), engines::by_name("dpll").expect("registered"))),
            ];
            for oracle in oracles.iter_mut().map(|oracle| &mut **oracle).chain([&mut solver as &mut dyn Oracle]) {
                let best = minimize(oracle, &wishes, &Limits::none()).expect("no limit");
                assert_eq!(best.as_ref().map(|best| best.cost), least, "round {round}");
                if let Some(best) = best {
                    assert_eq!((cost(&best.model), best.stopped), (best.cost, None));
                    assert_eq!(crate::cnf::model::first_falsified(&best.model, &formula), None);
                    let free = oracle.solve_under(&[], &Limits::none());
                    assert!(matches!(free, Reply::Sat(_)), "bounds are assumed only");
                }
            }
            without += u32::from(least.is_none());
            paid += u32::from(least.is_some_and(|least| least > 0));
        }
        assert!(without > 5 && paid > 20, "{without} {paid}");
        let mut solver = Solver::new();
        let both = [(i64::MAX as u64 - 1, Var::new(0).pos()), (1, Var::new(0).neg())];
        assert_eq!(minimize(&mut solver, &both, &Limits::none()).map(|best| best.map(|best| best.cost)), Ok(Some(1)));
    }
}
